"""The server: its answers equal those of the command line and of Python; a bad request gets one line."""

import dataclasses
import json
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import parse_qsl, urlencode
from xml.etree import ElementTree

import pytest
from commanding import ask
from connections import OSTLE, SET, get
from connections import client as client_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from scanned_game import BOARD, keys_of

from retro.drawing.svg import layers
from retro.game import NONE, staging
from retro.query import summaries
from retro.query.puzzle_answers import puzzle_answer
from retro.serve import answers, guard, openapi, random_states
from retro.serve.open_databases import OpenDatabases
from retro.serve.puzzle_search import composed
from retro.serve.requests import MAX_BATCH
from retro.serve.routes import ROUTES


@pytest.fixture
def held(stored):
    with closing(OpenDatabases(stored.tablebase.database.path.parent)) as databases:
        yield databases


@pytest.fixture
def client(held):
    client = client_of(held, "127.0.0.1:8000")
    client.event_hooks = {"response": [check_schema]}
    return client


def post(client, route, body):
    """Returns the answer to a request with a body: bytes, or an object."""
    content = body if isinstance(body, bytes | Iterator) else json.dumps(body)
    return client.post(f"{OSTLE}/{route}?{urlencode(SET)}", content=content)


def check_schema(answer):
    """Checks that an answer matches its schema in the OpenAPI document."""
    _, *parts = answer.request.url.path.split("/")
    if answer.status_code != 200 or parts[2:3] != ["games"]:
        return
    name = "/" + "/".join([*parts[:3], *["{game}"] * len(parts[3:4]), *parts[4:]])
    document = openapi.document()
    content = document["paths"][name][answer.request.method.lower()]["responses"]["200"]["content"]
    if "application/json" in content:
        answer.read()
        schema = {**content["application/json"]["schema"], "components": document["components"]}
        Draft202012Validator(schema).validate(answer.json())


def test_the_document_is_openapi_and_lists_every_route(client):
    document = get(client, "/api/v1/openapi.json")
    validate(document)
    documented = {(path, method.upper()) for path, each in document["paths"].items() for method in each}
    assert documented == {(answers.ROOT + route.path, route.method) for route in ROUTES}
    assert get(client, "/api/v1")["openapi"] == "/api/v1/openapi.json"
    assert {"200", *map(str, openapi.ERRORS)} == set(document["paths"]["/api/v1/games"]["get"]["responses"])


def test_the_document_is_a_page_without_scripts_and_dead_links(client):
    answer, document = client.get("/api/v1/docs"), get(client, "/api/v1/openapi.json")
    assert answer.headers["content-type"].startswith("text/html") and "script" not in answer.text
    root = ElementTree.fromstring(re.sub("<(meta|link)([^>]*)>", r"<\1\2/>", answer.text.partition("\n")[2]))
    names = ("code", "span", "small")
    shown = {tuple(each.findtext(f"summary/{name}") for name in names) for each in root.iter("details")}
    operations = [(path, *each) for path, methods in document["paths"].items() for each in methods.items()]
    assert shown == {(path, method.upper(), what["summary"]) for path, method, what in operations}
    ids, links = ({each.get(name) for each in root.iter()} - {None} for name in ("id", "href"))
    assert {f"type-{name}" for name in document["components"]["schemas"]} <= ids
    assert {each for each in links if not each.startswith("/")} - {"openapi.json"} <= {f"#{each}" for each in ids}
    rows = {each.findtext("td/code") for each in root.iter("tr")}
    assert {each["name"] for _, _, what in operations for each in what["parameters"]} - {"game"} <= rows


def test_games_and_their_solved_variants(client, stored):
    answer = {each["game"]: each for each in get(client, "/api/v1/games")["games"]}
    assert {"ostle", "lgame", "british_square"} <= set(answer)
    assert answer["lgame"]["solved"] == []
    (solved,) = answer["ostle"]["solved"]
    assert solved == json.loads(json.dumps(summaries.summary(stored.about)))
    assert [each["name"] for each in answer["ostle"]["options"]] == [each.name for each in stored.rules.game.options]
    assert get(client, OSTLE) == answer["ostle"]


def test_only_named_games_are_served(held):
    client = client_of(OpenDatabases(held.data, ["ostle"]))
    assert [each["game"] for each in get(client, "/api/v1/games")["games"]] == ["ostle"]
    assert "no game 'lgame'" in get(client, "/api/v1/games/lgame", status=404)["error"]


def test_a_position_equals_the_output_of_retro_query(client, stored):
    state = next(state for state in stored.states if state.forbidden != NONE and state.value[0] != "draw")
    position = stored.rules.text.format(state.key)
    move = stored.rules.text.format_move(state.key, state.forbidden)
    answer = get(client, f"{OSTLE}/position", *SET, position=position, forbid=move)
    printed = json.loads(ask("query", "ostle", position, "--forbid", move, *BOARD, "--json"))
    moves = [{name: each[name] for name in printed["moves"][0]} for each in answer["moves"]]
    assert {name: answer[name] for name in printed if name != "from_start"} | {"moves": moves, "from_start": None} == (
        printed | {"from_start": None}
    )
    assert answer["unforbidden"] == stored.tablebase.probe(state.key)._asdict()
    assert {point for piece in answer["scene"]["pieces"] for point in piece["at"]} <= set(answer["scene"]["points"])
    assert get(client, answer["link"]) == answer
    plain = get(client, f"{OSTLE}/position", *SET, position=position, forbid=move, replies=0)
    assert plain == {**answer, "moves": [{**each, "replies": None} for each in answer["moves"]]}
    assert get(client, f"{OSTLE}/position", *SET, position=answer["key"], forbid=move) == answer


def test_moves_are_played_and_forbid_the_move_that_takes_the_last_one_back(client, stored):
    table = stored.tablebase
    first = table.moves("start")[0].move
    position, forbidden = table.play(first)
    answer = get(client, f"{OSTLE}/position", *SET, moves=first)
    assert (answer["position"], answer["forbidden"]) == (position, forbidden)
    assert get(client, f"{OSTLE}/position", *SET, ("move", first)) == answer  # one by one: a text may have spaces
    assert get(client, f"{OSTLE}/position", *SET)["position"] == table.start


def test_the_board_after_the_last_move_is_drawn(client, stored):
    table = stored.tablebase
    begin = next(state.key for state in stored.states if any(move.after is None for move in table.moves(state.key)))
    moves = table.moves(begin)
    last = next(move for move in moves if move.after is None)
    text = table.rules.text.format(begin)
    for mover in (1, 2):
        report = get(client, f"{OSTLE}/final", *SET, position=text, last=last.move, mover=mover)
        assert (report["position"], report["last"], report["value"]) == (text, last.move, last.value)
        before = get(client, f"{OSTLE}/position", *SET, position=text, picture=1, mover=mover)
        fallen = len(before["scene"]["pieces"]) - len(report["scene"]["pieces"])
        assert fallen == 1 and report["scene"]["points"] == before["scene"]["points"]
        box = [re.findall('viewBox="([^"]*)"', each["picture"]) for each in (report, before)]
        assert box[0] == box[1] and report["picture"] != before["picture"]
    for move in (next(move for move in moves if move.after is not None).move, "nonsense"):
        refused = get(client, f"{OSTLE}/final", *SET, position=text, last=move, status=422)
        assert "no legal move that ends the game" in refused["error"]


def test_best_play_and_statistics_are_those_of_the_command_line(client):
    answer = get(client, f"{OSTLE}/random", *SET, value="win", min_dtm=3, seed=5)
    line = get(client, f"{OSTLE}/line", *SET, position=answer["position"])
    assert line == json.loads(ask("line", "ostle", answer["position"], *BOARD, "--json"))
    assert line["plies"] == answer["dtm"] >= 3
    printed = json.loads(ask("stats", "ostle", *BOARD, "--json"))
    whole = printed.pop("tiers") and printed.pop("content")
    assert get(client, f"{OSTLE}/statistics", *SET) == printed
    assert get(client, f"{OSTLE}/citation", *SET)["content"] == whole


def test_every_value_has_an_example(client, stored, monkeypatch):
    """No frame is drawn, as for a rare value of a large game; some values occur only with a forbidden move."""
    table = stored.tablebase
    monkeypatch.setattr(random_states, "MAX_FRAMES_READ", 0)
    free = {tuple(table.probe(key)) for key in keys_of(table.rules)}
    for each in get(client, f"{OSTLE}/statistics", *SET)["histogram"]:
        if each["value"] != "draw":
            parameters = {"value": each["value"], "min_dtm": each["dtm"], "max_dtm": each["dtm"]}
            assert "example" in get(client, f"{OSTLE}/random", *SET, **parameters, status=404)["error"]
            answer = get(client, f"{OSTLE}/example", *SET, **parameters)
            assert table.probe(answer["position"], answer["forbidden"]) == (each["value"], each["dtm"])
            assert (answer["forbidden"] is None) == ((each["value"], each["dtm"]) in free)
    assert get(client, f"{OSTLE}/example", *SET, min_dtm=9000, status=404)["error"] == "there is no such position"


def test_random_positions_meet_the_conditions_and_can_be_drawn_again(client, stored):
    table, seen = stored.tablebase, set()
    for value in ("win", "draw", "loss"):
        for seed in range(6):
            answer = get(client, f"{OSTLE}/random", *SET, value=value, seed=seed)
            assert answer["value"] == value == table.probe(answer["position"]).value
            assert get(client, f"{OSTLE}/random", *SET, value=value, seed=answer["seed"]) == answer
            seen.add(answer["position"])
    assert len(seen) > 9
    assert get(client, f"{OSTLE}/random", *SET, min_dtm=3, max_dtm=3)["dtm"] == 3
    assert "no points" in get(client, f"{OSTLE}/random", *SET, points=1, status=422)["error"]
    assert get(client, f"{OSTLE}/random", *SET, min_dtm=9000, status=404)["error"] == "there is no such position"


def test_the_board_is_drawn(client, stored):
    move = stored.tablebase.moves("start")[0].move
    answer = client.get(f"{OSTLE}/board.svg", params=[*SET, ("show", move), ("flip", "1")])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text == stored.tablebase.draw("start", move, flipped=True)
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


def test_many_positions_in_one_request(client, stored):
    table, states, text = stored.tablebase, stored.states[::50], stored.rules.text
    forbidding = [None if each.code is None else text.format_move(each.key, each.code) for each in states]
    queries = [{"position": text.format(each.key), "forbid": f} for each, f in zip(states, forbidding, strict=True)]
    queries += ["nonsense", -1, 1 << 65, "start", states[0].key]
    *values, wrong, negative, large, start, key = post(client, "probe", {"positions": queries}).json()["values"]
    assert values == [table.probe(state.key, state.code)._asdict() for state in states]
    assert start == table.probe("start")._asdict() and key == table.probe(states[0].key)._asdict()
    assert "no position of ostle" in wrong["error"]
    assert all("is not the key of one" in each["error"] for each in (negative, large))


def test_a_picture_has_the_board_and_one_overlay_per_move(client, stored):
    answer = get(client, f"{OSTLE}/position", *SET, picture=1)
    root = ElementTree.fromstring(answer["picture"])
    points = [each.get("data-point") for each in root.iter() if each.get("data-point")]
    assert points == list(answer["scene"]["points"]) and "style" not in answer["picture"]
    drawn = [ElementTree.tostring(ElementTree.fromstring(move["picture"])) for move in answer["moves"]]
    assert len(set(drawn)) == len(drawn) == len(stored.tablebase.moves("start"))
    after = get(client, f"{OSTLE}/position", *SET, picture=1, moves=answer["moves"][0]["move"])
    assert ElementTree.fromstring(after["picture"]).get("viewBox") == root.get("viewBox")


@pytest.mark.parametrize("player", ["perfect", "trap"])
def test_a_player_replies_without_a_blunder_until_the_game_ends(client, stored, player):
    begin = get(client, f"{OSTLE}/random", *SET, value="win", min_dtm=3, max_dtm=5, seed=2)
    body = {"position": begin["position"], "moves": [], "player": player, "seed": 7}
    answer = {"ending": None}
    while not answer["ending"]:
        answer = post(client, "reply", body).json()
        body["moves"].append(answer["move"])
    assert len(body["moves"]) == begin["dtm"] and answer["ending"]["winner"] == 0
    assert post(client, "reply", body).json() == {"move": None, "ending": answer["ending"]}
    report = post(client, "review", body).json()
    assert report["blunders"] == {"first": 0, "second": 0}
    assert [each["move"] for each in report["moves"]] == body["moves"]
    refused = post(client, "reply", body | {"moves": [*body["moves"], "a1U"]})
    assert (refused.status_code, "after the end of the game" in refused.json()["error"]) == (422, True)


def test_a_game_is_replayed_up_to_the_first_move_that_is_not_legal(client, stored):
    """A game that ends, and without its last move, against `Tablebase.play`."""
    table = stored.tablebase
    for seed in range(5):
        begin = get(client, f"{OSTLE}/random", *SET, value="win", max_dtm=5, seed=seed)["position"]
        moves, here, wanted = [each.move for each in table.line(begin)], (begin, None), [(begin, None, 1)]
        for move in moves[:-1]:
            here = table.play([move], *here)
            wanted.append((*here, 1 + len(wanted) % 2))
        for played, ends in ((moves[:-1], []), (moves, [{"value": "win", "dtm": 1}])):
            body = {"position": begin, "moves": [*map(str.lower, played), "nonsense"]}
            states = post(client, "replay", body).json()["states"]
            shown = [(each["position"], each["forbidden"], each["mover"]) for each in states]
            assert shown == wanted + [wanted[-1]] * len(ends)
            assert [each["move"] for each in states] == [None, *played]
            assert [each["over"] for each in states if each["over"]] == ends
    state = next(state for state in stored.states if state.forbidden != NONE)
    position, text = str(table.rules.text.format(state.key)), table.rules.move_text(state.key, state.forbidden)
    body = {"position": position, "forbid": text, "mover": 2, "moves": [text]}
    (state,) = post(client, "replay", body).json()["states"]
    assert (state["position"], state["forbidden"], state["mover"]) == (position, text, 2)


WORDS = st.sampled_from(["start", "start2", "202-030-101", "a1U", "perfect", "random", "", "\0", "\ud800", "9" * 99])
NUMBERS = st.sampled_from([0, 1, 2, -1, 2**63, 10**400, 1.5, 1e308, -0.0])
SIMPLE = st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False, allow_infinity=False) | WORDS | st.text()
NAMES = st.sampled_from(["position", "positions", "forbid", "moves", "player", "skill", "seed", "mover", "more"])
VALUES = st.recursive(
    SIMPLE, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=12
)


@pytest.mark.parametrize("route", [each for each in ROUTES if each.body], ids=lambda each: each.name)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_body_has_an_answer_or_a_status_and_one_line(client, route, data):
    """`client` compares each answer with its schema."""
    known = {"position": SIMPLE, "forbid": WORDS | st.none(), "moves": st.lists(WORDS, max_size=3)}
    known |= {"positions": st.lists(VALUES, max_size=4), "seed": SIMPLE, "mover": SIMPLE}
    fields = [field.name for field in dataclasses.fields(route.body)]
    fitting = st.fixed_dictionaries({}, optional={name: known.get(name, SIMPLE) for name in fields})
    body = json.dumps(data.draw(fitting | VALUES))
    answer = post(client, route.name, body.encode())
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code != 200:
        error = answer.json()["error"]
        assert list(answer.json()) == ["error"] and error.isprintable() and 0 < len(error) < 300


def test_setup_shows_a_position_and_says_why_a_text_is_none(client, stored):
    answer, rules = get(client, f"{OSTLE}/setup", *SET, position="202-030-101", mover=2), stored.rules
    assert (answer["value"], answer["dtm"]) == tuple(stored.tablebase.probe("202-030-101"))
    key = rules.text.parse("202-030-101")
    assert (answer["position"], answer["drawn"]) == ("202-030-101", rules.text.draw(key))
    assert answer["picture"] == layers(staging.staged(rules, key), (), mover=2).board and answer["problem"] is None
    wrong = get(client, f"{OSTLE}/setup", *SET, position="333-000-101")
    assert "one hole" in wrong.pop("problem")
    assert wrong == {"scores": "", "turn": 0, "picture": None, "drawn": None}


@pytest.fixture(scope="module")
def collected(small_game):
    """Returns the puzzles of each kind, composed as by a server."""
    table = small_game("ostle").tablebase
    return {kind: [puzzle_answer(each) for each in puzzles] for kind, puzzles in composed(table)}


def test_puzzles_are_chosen_by_kind_and_a_seed_repeats_them(client, held, stored, collected):
    assert get(client, f"{OSTLE}/puzzles", *SET, seed=3) == {"seed": 3, "ready": False, "puzzles": []}
    collection = held.collections.at(stored.tablebase.database.manifest)
    collection.add("short", collected["short"])
    short = get(client, f"{OSTLE}/puzzles", *SET, kind="short", seed=3)
    assert short["ready"] and not get(client, f"{OSTLE}/puzzles", *SET, seed=3)["ready"]
    for kind, puzzles in collected.items():
        collection.add(kind, puzzles)
    collection.complete = True
    listed = get(client, f"{OSTLE}/puzzles", *SET, seed=3)["puzzles"]
    assert listed == get(client, f"{OSTLE}/puzzles", *SET, seed=3)["puzzles"]
    assert listed != get(client, f"{OSTLE}/puzzles", *SET, seed=4)["puzzles"]
    assert [each for each in listed if each["kind"] == "short"] == short["puzzles"]
    assert len({each["position"] for each in listed}) == len(listed)
    for kind, plies in (("short", range(3, 7)), ("middle", range(7, 13))):
        some = [each for each in listed if each["kind"] == kind]
        assert some and {each["plies"] for each in some} <= set(plies)
    assert get(client, f"{OSTLE}/puzzles", *SET, kind="points", seed=3)["puzzles"] == []
    assert "kind is short" in get(client, f"{OSTLE}/puzzles", *SET, kind="hard", status=400)["error"]


def test_a_puzzle_is_found_by_its_position_composed_or_not(client, held, stored, collected):
    for puzzle in collected["short"]:
        answer = get(client, f"{OSTLE}/puzzle", *SET, position=puzzle["position"])
        assert answer == puzzle
    held.collections.at(stored.tablebase.database.manifest).add("short", collected["short"])
    assert get(client_of(held), f"{OSTLE}/puzzle", *SET, position=puzzle["position"]) == answer
    assert "is no puzzle" in get(client, f"{OSTLE}/puzzle", *SET, position="start", status=404)["error"]


@pytest.mark.parametrize("name", ["ostle", "british_square"])
def test_the_longest_of_each_section_are_those_of_all_positions(small_game, name):
    """By plies, or by points for the player to move."""
    table, rules = small_game(name).tablebase, small_game(name).rules
    options = [("set", f"{key}={value}") for key, value in rules.options.items()]
    with closing(OpenDatabases(table.database.path.parent)) as databases:
        parts = get(client_of(databases), f"/api/v1/games/{name}/longest", *options)["parts"]

    def rated(key, outcome):
        value, dtm = table.probe(key)
        points = value if not rules.scores or rules.first_to_move(key) else -value
        return (points if outcome == "win" else -points) if rules.scores else dtm if value == outcome else -1

    sections = [(0, rules.slots)] if rules.enumerated else [each[1:] for each in rules.sections]
    for part, (start, stop) in zip(parts, sections, strict=True):
        keys = [*keys_of(rules, range(start, stop))]
        for outcome in ("win", "loss"):
            most = max((rated(key, outcome) for key in keys), default=-1)
            longest = [str(rules.text.format(key)) for key in keys if most >= 0 and rated(key, outcome) == most]
            assert [each["position"] for each in part[outcome]] == longest[:3]
    assert rules.enumerated or [part["name"] for part in parts] == [name for name, *_ in rules.sections]


def test_a_citation_names_digest_version_and_verify_command(client, stored):
    answer = get(client, f"{OSTLE}/citation", *SET)
    assert answer["digest"] == stored.about.digest and answer["version"] == stored.tablebase.database.run.engine
    assert answer["verify"].startswith("retro verify ostle --set size=3")


GAMES = (
    *([], None, "start", 0, {"more": 1}, {"moves": "a1U"}, {"moves": [None]}, {"moves": None}, {"position": True}),
    *({"player": "me:Me"}, {"skill": "5"}, {"skill": -1}, {"skill": 10**400}, {"mover": 10**400}, {"mover": 1.0}),
)
"""Bodies that are no games."""


@pytest.mark.parametrize(
    ("body", "status", "message", "routes"),
    [
        *((body, 400, "", ("reply", "replay", "review")) for body in GAMES),
        *((body, 400, "no JSON", ("probe", "review")) for body in (b"{", b"[" * 100_000, b"\xff\xfe", b"[NaN]")),
        (b'{"positions": [], "positions": ["start"]}', 400, "field twice", ("probe", "review")),
        (b'{"positions": [{"position": 1, "position": 2}]}', 400, "field twice", ("probe",)),
        *((body, 400, "positions", ("probe",)) for body in ([], None, {"positions": [], "more": 1})),
        *(({"positions": ["start", body]}, 400, "positions[1]", ("probe",)) for body in (True, None)),
        ({"positions": ["start", {"position": "start", "forbid": 1}]}, 400, "positions[1]", ("probe",)),
        ({"positions": [0] * (MAX_BATCH + 1)}, 400, "at most 1,000", ("probe",)),
        (b" " * (guard.MAX_BODY + 1), 413, "too large", ("probe",)),
    ],
)
def test_a_bad_body_gets_a_status_and_one_line(client, body, status, message, routes):
    for route in routes:
        answer = post(client, route, body)
        assert (answer.status_code, message in answer.json()["error"]) == (status, True), answer.text
        assert len(answer.json()["error"]) < 300


def test_a_body_without_a_length_is_bounded(client):
    parts = (b" " * 4096 for _ in range(guard.MAX_BODY // 4096 + 2))
    assert post(client, "probe", parts).status_code == 413


@pytest.mark.parametrize(
    ("path", "parameters", "status", "message"),
    [
        ("/position", {"position": "nonsense"}, 422, "no position of ostle"),
        ("/position", {"forbid": "z9"}, 422, "no move"),
        ("/position", {"moves": "a1U a1U"}, 422, ""),
        ("/position", {"positon": "start"}, 400, "did you mean 'position'"),
        ("/position", {"set": "size"}, 400, "KEY=VALUE"),
        ("/position", {"set": "size=77"}, 400, "given twice"),
        ("/position", {"set": "colour=red"}, 422, "no option 'colour'"),
        ("/random", {"value": "wins"}, 400, "did you mean 'win'"),
        ("/random", {"seed": "9" * 5000}, 400, "seed is a whole number"),
        ("/random", {"min_dtm": "-1"}, 400, "min_dtm"),
        ("/board.svg", {"mover": "3"}, 400, "mover"),
        ("/position", {"position": "x" * guard.MAX_QUERY}, 414, "too long"),
        ("/nothing", {}, 404, "nothing at"),
        ("/probe", {}, 405, "GET"),
        ("/position?position=start&position=start", {}, 400, "given twice"),
    ],
)
def test_a_bad_request_gets_a_status_and_one_line(client, path, parameters, status, message):
    path, _, more = path.partition("?")
    parameters = [*SET, *parse_qsl(more), *parameters.items()]
    assert message in get(client, OSTLE + path, *parameters, status=status)["error"]


def test_an_unsolved_game_names_the_command_that_solves_it(client):
    before = set(sys.modules)
    answer = get(client, f"{OSTLE}/position", set="pieces=9", status=409)
    command = "retro solve ostle --set pieces=9"
    assert answer == {"error": f"not solved yet: {command}", "command": command, "older": False}
    assert not [name for name in set(sys.modules) - before if "ostle" in name]  # rules would stay for good


@pytest.mark.parametrize("name", ["chess", "..", "%2e%2e", "..%2fostle", "%2fetc%2fpasswd", "ostle%00", ".ostle"])
def test_a_name_that_is_no_game_is_not_found(client, name):
    answer = client.get(f"/api/v1/games/{name}/position")
    assert answer.status_code == 404 and list(answer.json()) == ["error"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example:8000"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "127.0.0.1@evil.example"}, 421),
        ({"Host": ""}, 421),
        ({"Host": "[::1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:9000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Length": "many"}, 400),
        ({"Content-Length": "9" * 30}, 413),
        ({"Origin": "http://127.0.0.1:8000"}, 200),
        ({"Host": "localhost:8000"}, 200),
        ({"Host": "[::1]:8000"}, 200),
    ],
)
def test_hosts_and_origins(client, headers, status):
    answer = client.get("/api/v1", headers=headers)
    assert answer.status_code == status, answer.text
    assert status == 200 or list(answer.json()) == ["error"]
