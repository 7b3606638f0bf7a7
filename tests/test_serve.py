"""The server: its answers equal those of the command line and of Python; a bad request gets one line.

`test_golden` compares the answers of all routes about eight games with recorded ones.
"""

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
from connections import OSTLE, SET, check_schema, get
from connections import client as client_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import validate
from scanned_game import BOARD, keys_of

from retro.drawing.svg import layers
from retro.game import NONE, staging
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
    assert get(client, answer["link"]) == answer
    plain = get(client, f"{OSTLE}/position", *SET, position=position, forbid=move, replies=0)
    assert plain == {**answer, "moves": [{**each, "replies": None} for each in answer["moves"]]}
    assert get(client, f"{OSTLE}/position", *SET, position=answer["key"], forbid=move) == answer


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


def test_random_positions_can_be_drawn_again(client):
    drawn = [get(client, f"{OSTLE}/random", *SET, value="loss") for _ in range(9)]
    assert len({each["position"] for each in drawn}) > 1
    for each in drawn:
        assert get(client, f"{OSTLE}/random", *SET, value="loss", seed=each["seed"]) == each
    assert get(client, f"{OSTLE}/random", *SET, min_dtm=9000, status=404)["error"] == "there is no such position"


def test_a_game_is_replayed_up_to_the_first_move_that_is_not_legal(client, stored):
    """With a move that is forbidden, and one that nothing forbids but the end of the game."""
    rules, line = stored.rules, stored.tablebase.line
    state = next(state for state in stored.states if state.forbidden != NONE)
    won = next(state.key for state in stored.states if state.value[:2] == ("win", 3) and state.code is None)
    forbidden, moves = rules.move_text(state.key, state.forbidden), [each.move for each in line(won)]
    for key, forbid, made, count in ((state.key, forbidden, [forbidden], 0), (won, None, [*moves, moves[0]], 3)):
        body = {"position": str(rules.text.format(key)), "forbid": forbid, "moves": made, "mover": 2}
        first, *after = post(client, "replay", body).json()["states"]
        assert (first["position"], first["forbidden"], first["mover"]) == (body["position"], forbid, 2)
        assert [each["move"] for each in after] == made[:count]
        refused = post(client, "reply", body)
        assert (refused.status_code, bool(count) == ("after the end of the game" in refused.text)) == (422, True)


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
    ("name", "status", "values"),
    [
        ("Host", 421, ["evil.example:8000", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "", "[::1"]),
        ("Origin", 403, ["http://evil.example", "http://127.0.0.1:9000", "null"]),
        ("Content-Length", 400, ["many"]),
        ("Content-Length", 413, ["9" * 30]),
        ("Origin", 200, ["http://127.0.0.1:8000"]),
        ("Host", 200, ["localhost:8000", "[::1]:8000"]),
    ],
)
def test_hosts_and_origins(client, name, status, values):
    for value in values:
        answer = client.get("/api/v1", headers={name: value})
        assert answer.status_code == status, answer.text
        assert status == 200 or list(answer.json()) == ["error"]
