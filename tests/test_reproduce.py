"""`retro reproduce`: published numbers beside those of a database, and errors for a malformed published.toml."""

import json
from collections import Counter
from pathlib import Path
from shutil import copytree, ignore_patterns

import commanding
import pytest
import walking_game
from installing import register
from walking_game.naive import NaiveSolution, move_value, state_values
from walking_game.stored import solved as solved_walk

from retro.app.commands import reproduce
from retro.game import NONE, plugins
from retro.game.values import Value
from retro.storage.location import database_path
from retro.system.errors import GameError
from retro.verify import published

SEED = 81
HEAD = '[sources]\npaper = "A. Author, A walk, 1999"\n'


@pytest.fixture
def game(site):
    """The walking game as a package of its own, which may have a published.toml."""
    folder = copytree(Path(walking_game.__file__).parent, site / "strolling", ignore=ignore_patterns("__pycache__"))
    source = (folder / "plugin.py").read_text(encoding="utf-8")
    (folder / "plugin.py").write_text(source.replace('"walking_game"', '"strolling"'), encoding="utf-8")
    register(site, "strolling", {"walking": "strolling.plugin"})
    return plugins.load("walking")


@pytest.fixture
def solved(game, data):
    """The rules of a walk that is solved, and the value of every state by the twin."""
    rules, _ = solved_walk(data, SEED, game)
    return rules, state_values(rules)


@pytest.fixture
def publish(tmp_path):
    """Writes published.toml."""
    return lambda text: (tmp_path / "strolling" / published.FILE_NAME).write_text(text, encoding="utf-8")


def run(*arguments):
    return commanding.run("reproduce", "walking", f"--set=seed={SEED}", *arguments)


def entry(what, rows, **more):
    """An entry in TOML, under a title of its own."""
    fields = {"title": f"about {what}", "source": "paper", "what": what, "options": {"seed": SEED}} | more
    lines = [f"{name} = {_toml(value)}" for name, value in (fields | {"rows": rows}).items()]
    return "\n".join(["[[published]]", *lines, ""])


def _toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(name))} = {_toml(each)}" for name, each in value.items()) + "}"
    return json.dumps(value)


def right(rules, values):
    """Entries of all kinds that need no whole game, as the twin has it: kind, rows, other fields."""
    counts = NaiveSolution(rules).statistics
    key = next(key for key in range(rules.slots) if values[key, NONE][0] == "win" and values[key, NONE][1] > 2)
    position, moves = rules.text.format(key), rules.moves(key)
    values_of_moves = {f"e{move.code}": str(Value(*move_value(rules, values, key, move))) for move in moves}
    by_value = {rules.kind.words(value): states for value, states in counts.states.items()}
    plies = Counter()
    for value, states in by_value.items():
        plies["draw" if value.dtm is None else str(value.dtm - 1)] += states
    forbidden = {"nothing": str(Value(*values[key, NONE]))}
    forbidden |= {f"e{move.code}": str(Value(*values[key, move.code])) for move in moves}
    return [
        ("numbers", {"positions": counts.positions, "states": sum(counts.states.values())}, {}),
        ("positions by part", dict(counts.sections), {}),
        ("states by DTM", dict(plies), {"offset": -1}),
        ("states by value", {str(value): states for value, states in by_value.items()}, {}),
        ("values", {position: str(Value(*values[key, NONE]))}, {}),
        ("values with a move forbidden", forbidden, {"position": position}),
        ("moves", values_of_moves, {"position": position}),
        ("winning moves", {m: v for m, v in values_of_moves.items() if v.startswith("win")}, {"position": position}),
        ("moves by value", dict(Counter(values_of_moves.values())), {"position": position}),
        ("lines", {position: " ".join(_line(rules, values, key))}, {}),
    ]


def _line(rules, values, key):
    """Yields the moves of best play by the twin."""
    forbidden, value = NONE, values[key, NONE]
    while value[1]:
        legal = [move for move in rules.moves(key) if move.code != forbidden]
        move = next(move for move in legal if move_value(rules, values, key, move) == value)
        yield rules.text.format_move(key, move.code)
        if move.outcome:
            return
        forbidden, key = rules.undo(key, move.code, move.successor), move.successor
        value = values[key, forbidden]


def test_right_numbers(solved, publish):
    entries = right(*solved)
    publish(HEAD + "".join(entry(what, rows, **more) for what, rows, more in entries))
    result = run()
    assert result.code == 0, result.output
    rows = sum(len(rows) for _, rows, _ in entries)
    assert result.output.endswith(f"walking: {rows} of {rows} rows are as published\n")
    assert result.output.count("A. Author, A walk, 1999") == len(entries)
    answer = json.loads(run("--json").output)
    assert (answer["rows"], answer["different"], answer["left_out"]) == (rows, 0, 0)
    assert [each["what"] for each in answer["published"]] == [what for what, _, _ in entries]
    shown = [row for each in answer["published"] for row in each["rows"]]
    assert all(row["found"] == row["published"] and row["equal"] for row in shown)


@pytest.mark.parametrize("number", range(10))
def test_a_wrong_number_is_named(solved, publish, number):
    what, rows, more = right(*solved)[number]
    name, value = next(iter(rows.items()))
    wrong = value + 1 if isinstance(value, int) else f"{value[:-2]}e9" if what == "lines" else "loss in 99"
    publish(HEAD + entry(what, rows | {name: wrong}, **more))
    result = run()
    assert result.code == 1
    last = result.output.splitlines()[-1]
    assert last == f"walking: {len(rows) - 1} of {len(rows)} rows are as published; DIFFERENT: about {what}: {name}"
    (section,) = json.loads(run("--json").output)["published"]
    assert [row["name"] for row in section["rows"] if not row["equal"]] == [name]


def test_a_value_that_is_found_and_not_published(solved, publish):
    what, rows, more = right(*solved)[2]
    name = list(rows)[-1]
    publish(HEAD + entry(what, {other: states for other, states in rows.items() if other != name}, **more))
    result = run()
    assert result.code == 1 and result.output.endswith(f"DIFFERENT: about {what}: {name}\n")


def test_a_published_outcome_may_omit_its_plies(solved, publish):
    what, rows, more = right(*solved)[4]
    publish(HEAD + entry(what, {name: value.split()[0] for name, value in rows.items()}, **more))
    assert run().code == 0


@pytest.mark.parametrize("number", [3, 8])
def test_a_row_without_plies_counts_all_wins_that_have_no_row_of_their_own(solved, publish, number):
    what, rows, more = right(*solved)[number]
    apart = next(iter(rows))
    counts = Counter()
    for value, count in rows.items():
        counts[value if value == apart else value.split(" in ")[0]] += count
    publish(HEAD + entry(what, counts, **more))
    assert run().code == 0


@pytest.mark.parametrize(
    ("found", "published", "equal"),
    [
        *(("-8", "loss", True), ("+8 in 49", "win", True), ("+8", "loss", False), ("0", "win", False)),
        *(("-8", "-9", False), ("none", "win", False), ("none", "draw", False), ("none", "win in 9", False)),
    ],
)
def test_a_published_outcome_may_omit_its_points(found, published, equal):
    assert reproduce.equal(found, published) == equal


def test_entries_of_one_title_are_one_table(solved, publish):
    what, rows, more = right(*solved)[2]
    halves = dict(list(rows.items())[:2]), dict(list(rows.items())[2:])
    publish(HEAD + "".join(entry(what, half, **more) for half in halves))
    assert run().code == 0
    assert len(json.loads(run("--json").output)["published"]) == 1


def test_an_entry_left_out_names_the_command_that_computes_it(solved, publish):
    games, conditions = {"games": 6, "won by the second": 2}, {"value": "win", "min_dtm": 3}
    kinds = entry("games", games), entry("states by condition", {"states": 5, "positions": 4}, conditions=conditions)
    publish("".join([HEAD, entry("states by plies from the start", {"0": 1}), *kinds]))
    result = run()
    assert result.code == 0
    assert f"left out: retro reach walking --set seed={SEED} computes it" in result.output
    assert result.output.count(f"left out: retro reproduce walking --set seed={SEED} --all computes it") == 2
    assert result.output.endswith("walking: 0 of 0 rows are as published; tables left out: 3\n")


def test_all_covers_the_whole_game(solved, publish):
    rules, _ = solved
    words = {rules.kind.words(value): states for value, states in NaiveSolution(rules).statistics.states.items()}
    wins = sum(states for (outcome, dtm), states in words.items() if outcome == "win" and dtm >= 3)
    publish(HEAD + entry("states by condition", {"states": wins + 1}, conditions={"value": "win", "min_dtm": 3}))
    result = run("--all")
    assert result.code == 1 and wins
    assert result.output.endswith("0 of 1 rows are as published; DIFFERENT: about states by condition: states\n")


def test_every_kind_is_found():
    assert list(reproduce.FINDERS) == list(published.ENTRY_KINDS)
    assert set(reproduce.WHOLE_GAME_KINDS) < set(published.ENTRY_KINDS)


def refused(code):
    """The error of the command, which is one line."""
    return commanding.ask("reproduce", "walking", f"--set=seed={SEED}", code=code).removeprefix("error: ")


def test_where_nothing_is_published(game, publish, data):
    assert refused(2) == "nothing is published of walking: its plugin has no published.toml"
    others = [entry("numbers", {"states": 1}, options={"seed": [1, 2]}), entry("numbers", {"parts": 1}, options={})]
    publish(HEAD + "".join(others))
    listed = "there are numbers for seed=1|2; the defaults"
    assert refused(2) == f"nothing is published of walking with seed={SEED}; {listed}"


def test_where_nothing_is_solved(game, publish, data):
    publish(HEAD + entry("numbers", {"states": 1}))
    path = database_path(data, game, {"seed": SEED})
    missing = f"not solved yet: there is no database at {path}"
    assert refused(5) == f"{missing} (retro solve walking --set seed={SEED})"


def test_a_bad_position(solved, publish):
    publish(HEAD + entry("values", {"n99": "draw"}))
    line = refused(2)
    assert line.startswith("no position of walking: ") and line.endswith(" (published.toml, about values)")


PART, STATE = {"parts": 1}, {"states": 1}
ENTRIES = [
    ("numbers", PART, {"note": "x"}, "'note' is unknown; an entry may have title"),
    ("everything", PART, {}, "what is 'everything'; choose "),
    ("numbers", {}, {}, "it needs rows, each a name and what is published"),
    ("numbers", {"luck": 1}, {}, "'luck' is unknown; numbers may have the "),
    ("numbers", {"parts": "1"}, {}, "row 'parts' is '1', not a whole number"),
    ("numbers", {"parts": True}, {}, "row 'parts' is True, not a whole number"),
    ("values", {"n1": 5}, {}, "row 'n1' is 5, not text"),
    ("values", {"n1": "won"}, {}, "row 'n1' is 'won', no value such as win"),
    ("moves", {"e1": "win"}, {}, "moves needs position"),
    ("numbers", PART, {"position": "n1"}, "numbers has no position"),
    ("states by DTM", {"1": 1}, {"offset": "x"}, "offset is 'x', "),
    ("states by DTM", {"win in 1": 1}, {}, "row 'win in 1' is a value; rows of states by DTM are plies"),
    ("states by value", {"won": 1}, {}, "row 'won' is no value such as win in 3 or win"),
    ("numbers", PART, {"options": {"size": 3}}, "walking has no option 'size'"),
    ("numbers", PART, {"options": {"seed": "3"}}, "option seed cannot be '3'"),
    ("states by condition", STATE, {"conditions": {"luck": True}}, "no condition is called 'luck'"),
    ("states by condition", STATE, {"conditions": {"only": "captures"}}, "condition only cannot be 'captures'"),
]
"""Entries with a mistake: what, rows, other fields, and the reason."""
NUMBERS, AGAIN = entry("numbers", PART), entry("numbers", STATE, remark="x")
MALFORMED = [
    ("= 5", " cannot be read: "),
    ("title = 'x'", ": 'title' is unknown; the file may have sources, published"),
    ("sources = 5", ": [sources] must give each name a text"),
    (f"{HEAD}[published]\ntitle = 'x'", ": entries must begin with [[published]]"),
    (f"{HEAD}[[published]]", ": entry 1: it needs a title, as text"),
    (NUMBERS, ": entry 1 (about numbers): [sources] has no 'paper'"),
    (HEAD + 2 * NUMBERS, ": entry 2 (about numbers): row 'parts' occurs twice"),
    (
        HEAD + NUMBERS + AGAIN,
        ": entry 2 (about numbers): an entry before it has the same title, and not the same",
    ),
    *((HEAD + entry(what, rows, **more), f": entry 1 (about {what}): {why}") for what, rows, more, why in ENTRIES),
]


@pytest.mark.parametrize(("text", "reason"), MALFORMED, ids=[reason for _, reason in MALFORMED])
def test_an_error_in_a_malformed_file_is_one_line(game, publish, data, text, reason):
    publish(text)
    with pytest.raises(GameError) as error:
        published.load(game)
    assert str(error.value).startswith(f"plugin walking: published.toml{reason}")
    assert refused(2).startswith(str(error.value)[:100])


def test_a_file_that_is_not_text(game, tmp_path):
    (tmp_path / "strolling" / published.FILE_NAME).write_bytes(b"\xff\xfe")
    with pytest.raises(GameError, match=r"^plugin walking: published.toml cannot be read: "):
        published.load(game)
