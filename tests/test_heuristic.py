"""Heuristics compared with perfect play: every number equals its definition; errors of heuristics."""

from __future__ import annotations

import json
from collections import Counter

import naive_british_square as naive
import pytest
from british_square_solved import losses_of
from commanding import ask, in_plain_python
from installing import forget, install
from subtraction_game import RULES
from walking_game.naive import move_value, state_values
from walking_game.stored import solved as solved_walk

from retro.compiling.added import Added
from retro.game import NONE
from retro.lookup.table import load
from retro.statistics.heuristic import measure
from retro.storage.database import Database
from retro.system.progress import Silent


def compare(losses, moves_by_key, shown):
    """Compares losses with their definition, by points, rating and value of each move by code; values are ``shown``."""
    worst, best, first, examples = Counter(), Counter(), Counter(), {}
    for key, moves in moves_by_key.items():
        most, rated = (max(each) for each in list(zip(*moves.values(), strict=True))[:2])
        top = sorted(code for code, (_, rating, _) in moves.items() if rating == rated)
        lost = [most - moves[code][0] for code in top]
        for counts, points in ((worst, max(lost)), (best, min(lost)), (first, lost[0])):
            counts[points] += 1
        if max(lost):
            played = top[lost.index(max(lost))]
            right = sorted(code for code, (points, *_) in moves.items() if points == most)
            examples[key] = max(lost), played, right, moves[played][2]
    assert (losses.worst, losses.best, losses.first) == (worst, best, first)
    found = {each.key: (each.lost, each.played, sorted(each.best), shown(each.values[0])) for each in losses.examples}
    assert found == examples


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=[pytest.mark.compiled, pytest.mark.soak])])
def test_greedy_on_small_boards_agrees_with_the_twin(size):
    table, losses = losses_of(size, limit=10**9)
    rules, expected = table.rules, {}
    for position in naive.reachable(size):
        key, sign = rules.text.parse(naive.text(position)), 1 if position.turn % 2 else -1
        for move in naive.moves(position) if rules.unrank(rules.rank(key)[0]) == key else ():
            worth = sign * naive.value(naive.play(position, move))
            code = rules.text.parse_move(key, move)
            expected.setdefault(key, {})[code] = worth, naive.claimed(position, move), worth
    compare(losses, expected, rules.kind.result)
    choosing = sum(len(moves) > 1 for moves in expected.values())
    assert (losses.positions, losses.moving, losses.choosing) == (rules.slots, len(expected), choosing)
    order = [(-each.lost, rules.rank(each.key)[0]) for each in losses.examples]
    assert order == sorted(order)


def mixed(key, code, successor):
    return (key * 7 + code * 5) % 3


LIKED = {"win": 1, "draw": 0, "loss": -1}


@pytest.mark.parametrize("seed", [54, 0, 4, 30])
def test_a_repetition_rule_and_outcomes_agree_with_the_definition(seed, data):
    rules, path = solved_walk(data, seed)
    with Database(path, rules.digest) as database:
        table = load(rules, database, Silent())
    few, losses = (
        measure(table, Added("rating", "heuristic mixed", mixed, 3), 1, limit, Silent()) for limit in (2, 100)
    )
    values, expected = state_values(rules), {}
    for key in range(rules.slots):
        for move in rules.moves(key):
            value = move_value(rules, values, key, move)
            expected.setdefault(key, {})[move.code] = LIKED[value[0]], mixed(key, move.code, NONE), value
    compare(losses, expected, rules.kind.words)
    assert few.examples == losses.examples[:2]


HEURISTICS = """
def greedy(key, code, successor):
    return code


def right(key, code, successor):
    return (key - code - 1) % 4 == 0


def halves(key, code, successor):
    return code / 2


def picky(key, code, successor):
    if key == 5:
        raise ValueError("not five")
    return code


def wordy(key, code, successor):
    return "take" if key else "leave"


def short(key, code):
    return code


number = 7
"""


@pytest.fixture
def stones(site, data):
    """A heap of nine stones, of which one to three are taken at a time, is installed and solved; its folder."""
    names = ("greedy", "right", "halves", "picky", "wordy", "short", "number", "missing")
    folder = install(site, "stones", RULES, f"heuristics={names}", heuristics=HEURISTICS)
    with in_plain_python():
        ask("solve", "stones")
    return folder


def test_the_command_in_json(stones):
    answer = json.loads(ask("heuristic", "stones", "greedy", "--json"))
    assert (answer["game"], answer["options"], answer["heuristic"]) == ("stones", {}, "greedy")
    # of 1 to 9 stones: the last stone wins, multiples of 4 are lost whatever is played; taking 3 loses 5, 6 and 9
    assert (answer["positions"], answer["with_a_move"], answer["with_a_choice"]) == (9, 9, 8)
    assert answer["losing"] == {"some": 3, "all": 3, "first": 3} and answer["most_points"] == 2
    (none, some), names = answer["histogram"], ("points", "some", "all", "first")
    assert none == dict(zip(names, (0, 6, 6, 6), strict=True)) and some == dict(zip(names, (2, 3, 3, 3), strict=True))
    examples = answer["examples"]
    shown = [(each["position"], each["move"], each["best"]) for each in examples]
    assert shown == [("5", "2", ["0"]), ("6", "2", ["1"]), ("9", "2", ["0"])]
    names = ("lost", "value", "dtm", "best_value", "best_dtm")
    assert [examples[0][name] for name in names] == [2, "loss", 2, "win", 3]


@pytest.mark.compiled
def test_the_command_for_people(stones):
    shown = ask("heuristic", "stones", "greedy", "--limit", "1")
    assert "9, each once up to symmetry" in shown
    assert "3 (33.3% of those with a move)" in shown and "a win is 1 point" in shown
    assert "loss in 2" in shown and "win in 3" in shown
    assert "\n  ... and 2 more positions\n" in shown
    assert ask("heuristic", "stones", "right").count("0 (0.0% of those with a move)") == 3


def test_an_edited_heuristic_is_compiled_again(stones):
    assert json.loads(ask("heuristic", "stones", "greedy", "--json"))["losing"]["all"] == 3
    path = stones / "heuristics.py"
    path.write_text(HEURISTICS.replace("    return code\n", "    return -code  # slowly\n", 1), encoding="utf-8")
    forget(stones.parent)
    # taking 1 loses 3, 6 and 7 at least; with 2 stones, too
    assert json.loads(ask("heuristic", "stones", "greedy", "--json"))["losing"]["all"] == 4


UNUSABLE = [
    ("clever", "stones has no heuristic 'clever'; its heuristics: greedy, right, halves"),
    ("missing", "plugin stones: heuristics.py does not define a function missing"),
    ("number", "plugin stones: heuristics.py does not define a function number"),
    ("import no_such_thing\n", "plugin stones: heuristics.py cannot be imported: ModuleNotFoundError"),
]
COMPILED = [
    ("halves", "plugin stones: heuristic halves returns float64, not a whole number"),
    ("picky", "plugin stones: heuristic picky raised ValueError: not five (position 5, in 5)"),
    ("wordy", "plugin stones: heuristic wordy returns unicode_type, not a whole number"),
    ("short", "plugin stones: heuristic short cannot be compiled: "),
]


@pytest.mark.parametrize(
    ("heuristic", "message"), [*UNUSABLE, *(pytest.param(*row, marks=pytest.mark.compiled) for row in COMPILED)]
)
def test_an_unusable_heuristic_or_module_is_named(stones, heuristic, message):
    if "import" in heuristic:
        (stones / "heuristics.py").write_text(heuristic, encoding="utf-8")
        forget(stones.parent)
    assert message in ask("heuristic", "stones", "greedy" if "import" in heuristic else heuristic, code=2)


def test_a_game_needs_a_heuristic_and_a_database(site, data):
    install(site, "stones", RULES)
    assert "stones has no heuristic 'greedy'; its heuristics: none" in ask("heuristic", "stones", "greedy", code=2)
    assert "retro solve british_square" in ask("heuristic", "british_square", "greedy", code=5)
