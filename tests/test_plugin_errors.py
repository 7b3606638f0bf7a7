"""Errors for the author of a plugin: one line that names the plugin, the function and the position."""

from __future__ import annotations

from pathlib import Path

import commanding
import pytest
from installing import forget, register, write_package

from retro.game.loading import load
from retro.system.errors import GameError

pytestmark = pytest.mark.compiled

RULES = """
from retro.game import DRAW, ONGOING, WIN, loss, score
INITIAL = 5
CODES = 3
def moves(key, out):
    count = 0
    for taken in range(1, 4):
        if taken <= key:
            out[count, 0], out[count, 1], out[count, 2] = key - taken, taken - 1, ONGOING
            count += 1
    return count
"""
PLUGIN = """
from retro.game import Game, Option
from retro.game.plugins import hookimpl
@hookimpl
def retro_game():
    return Game("pile", "Pile", "pile_game", (Option("fast", 0, (0, 1), "nothing"),))
"""
FIRST_CODE = "taken - 1, ONGOING"


@pytest.fixture
def pile(site, data):
    """Writes the game, with changes, and runs a command on it: exit code, stdout, stderr."""
    register(site, "pile", {"pile": "pile_game.plugin"})

    def run(*arguments: str, rules: str = RULES, text: str = "draw = str\n"):
        forget(site)
        write_package(site, "pile_game", plugin=PLUGIN, rules=rules, text=text)
        return commanding.run(*arguments)

    return run


BROKEN = {
    "exception at import": (("INITIAL = 5", "INITIAL = 5 // 0"), "rules.py cannot be imported: ZeroDivisionError"),
    "no start": (("INITIAL = 5", ""), "rules.py does not define INITIAL"),
    "a start that is no number": (("INITIAL = 5", "INITIAL = 'five'"), "INITIAL in rules.py is 'five', not a whole"),
    "half an index": (("CODES = 3", "CODES = 3\ndef rank(key): return key, 0, False"), "SLOTS, rank and unrank"),
    "unmoves without a bound": (
        ("CODES = 3", "CODES = 3\ndef unmoves(key, out): return 0"),
        "rules.py does not define MAX_UNMOVES, which unmoves requires",
    ),
    "scores without an end": (("CODES = 3", "CODES = 3\nSCORES = 'mover'"), "no_moves, which SCORES requires"),
    "another move with a rule of repetition": (
        ("CODES = 3", "CODES = 3\nMOVES_AGAIN = REPETITION = True"),
        "MOVES_AGAIN does not go with REPETITION",
    ),
    "another move where first_to_move says it": (
        ("CODES = 3", "CODES = 3\nMOVES_AGAIN, SCORES = True, 'first'"),
        'MOVES_AGAIN does not go with SCORES = "first"',
    ),
    "another move, not declared": ((FIRST_CODE, "taken - 1, 1 << 15"), "but rules.py does not say MOVES_AGAIN = True"),
    "points without scores": ((FIRST_CODE, "taken - 1, 1 << 16"), "a gain, but rules.py does not define SCORES"),
    "a function that raises": (("    count = 0", "    count = [][key]"), "moves raised IndexError: list index out of"),
    "no number returned": (("return count", "return 'two'"), "moves returned 'two', not a number of moves from 0 to 3"),
    "too many moves": (("return count", "return count + 4"), "moves returned 7, not a number of moves from 0 to 3"),
    "code clash": ((FIRST_CODE, "0, ONGOING"), "moves gave two moves the code 0 (position 5, in 5)"),
    "code out of range": ((FIRST_CODE, "taken, ONGOING"), "moves gave a move the code 3, not 0 to 2 (position 5"),
    "no outcome": ((FIRST_CODE, "taken - 1, 7"), "moves gave move 0 the outcome 7"),
    "negative key": (("key - taken, taken", "-taken, taken"), "moves gave move 0 the successor -1, which is no key"),
    "what cannot be compiled": (
        ("    count = 0", "    count = sum({key: 0}[k] for k in [key])"),
        "moves cannot be compiled: a generator (... for ... in ...) cannot be compiled; write a loop (rules.py, line",
    ),
    "tier out of range": (("CODES = 3", "CODES = 3\ndef tier(key): return -3"), "tier returned -3, not a number"),
    "tier that rises": (
        ("CODES = 3", "CODES = 3\ndef tier(key): return 9 - key"),
        "tier rises from 4 to 5 by the move 0 (position 5, in 5)",
    ),
    "no outcome at the end": (
        ("CODES = 3", "CODES = 3\ndef no_moves(key): return 900"),
        "no_moves returned 900, which is no value of a position without moves (position 0, in 0)",
    ),
    "no score at the end": (
        ("CODES = 3", "CODES = 3\nSCORES = 'mover'\ndef tier(key): return key\ndef no_moves(key): return 0"),
        "no_moves returned 0, which is no value of a position without moves (position 0, in 0)",
    ),
}


CHECKED = {
    "a function that raises": "moves in rules.py does not compile",
    "no number returned": "moves in rules.py returns a text, not a whole number",
    "too many moves": "position (key 5): moves returned 7, but MAX_MOVES is 3",
    "code clash": "code clash: two moves of the position have code 0",
    "code out of range": "position (key 5): moves gave a code of 3; codes lie in 0..2",
    "another move, not declared": "but rules.py does not say MOVES_AGAIN = True",
    "points without scores": "a gain, but rules.py does not define SCORES",
    "no outcome": "moves gave the outcome 7, not ONGOING, WIN, LOSS or DRAW",
    "negative key": "the successor -1 is negative, no key",
    "what cannot be compiled": "moves in rules.py does not compile: a generator",
    "tier out of range": "tier returned -3; tiers are 0 to 2147483647",
    "tier that rises": "the move raises the tier from 4 to 5",
    "no outcome at the end": "no_moves returned 900, which is not DRAW, loss(0) or win(0)",
    "no score at the end": "no_moves returned 0, which is not score(points)",
}
"""What is said before the first solution."""


SEEN = ("a function that raises", "code clash", "what cannot be compiled")
RARE = set(CHECKED) - {*SEEN, "no number returned", "too many moves", "tier that rises"}
"""Mistakes before which a game is compiled; `test_guards` and `test_conformance` make most of them, too."""


def soaked(names, rare):
    """Returns cases, the rare ones marked soak."""
    return [pytest.param(name, marks=pytest.mark.soak) if name in rare else name for name in names]


@pytest.mark.parametrize("mistake", soaked(CHECKED, set(CHECKED) - set(SEEN)))
def test_a_mistake_is_reported_before_the_first_solution(mistake, pile, data, first_check):
    (old, new), _ = BROKEN[mistake]
    code, output, errors = pile("solve", "pile", rules=RULES.replace(old, new))
    assert (code, output) == (2, "")
    assert errors.count("\n") == 1, errors
    (line,) = errors.splitlines()
    assert line.startswith("error: plugin pile: ") and CHECKED[mistake] in line
    assert line.endswith("; see retro check pile")
    assert not list(data.glob("*"))


@pytest.mark.parametrize("mistake", soaked(BROKEN, RARE))
def test_a_mistake_is_reported_in_one_line(mistake, pile, data):
    """Without the quick check, as for mistakes that the check does not find."""
    (old, new), message = BROKEN[mistake]
    assert old in RULES
    code, output, errors = pile("solve", "pile", rules=RULES.replace(old, new))
    assert (code, output) == (2, "")
    *remarks, line = errors.splitlines()
    assert line.startswith("error: plugin pile: ") and message in line
    assert all(remark.startswith("pile: ") for remark in remarks) and len(remarks) <= 1
    assert not list(data.glob("[!.]*"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "text.py defines neither draw nor format"),
        ("def format(key): return str(key)", "text.py defines format, but not parse, its inverse"),
        ("import nothing_like_that", "text.py cannot be imported: ModuleNotFoundError"),
    ],
)
def test_mistakes_in_text(text, message, pile):
    code, _, errors = pile("solve", "pile", text=text)
    assert code == 2
    assert errors.startswith("error: plugin pile: ") and message in errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["query", "pile", "6"], "no position of pile: 6 cannot be reached from the start"),
        (["query", "pile", "-1"], "no position of pile: a position is written as its key"),
        (["query", "pile", "five"], "no position of pile: a position is written as its key"),
        (["query", "pile", "5", "--forbid", "7"], "no move of 5: '7' is none of its moves"),
        (["solve", "pile", "--set", "fast=2"], "option fast of pile cannot be '2'; choose from 0, 1"),
    ],
)
def test_mistakes_of_a_user(arguments, message, pile):
    assert pile("solve", "pile")[0] == 0
    code, output, errors = pile(*([arguments[0], "--", *arguments[1:]] if "-1" in arguments else arguments))
    assert (code, output) == (2, "")
    assert errors.startswith("error: ") and message in errors and errors.count("\n") == 1


def test_errors_in_python_name_the_function(pile):
    pile("games", rules=RULES.replace("    count = 0", "    count = key.colour"))
    from retro.game import plugins

    rules = load(plugins.load("pile"), {"fast": 0})
    with pytest.raises(GameError, match=r"plugin pile: moves raised AttributeError: .*\(position 3, in 3\)"):
        rules.moves(3)
    assert isinstance(rules.text.parse("3"), int) and Path(rules.module.__file__).name == "rules.py"
