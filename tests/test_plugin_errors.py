"""Errors for the author of a plugin: one line that names the plugin, the function and the position."""

from __future__ import annotations

from pathlib import Path

import commanding
import pytest
from installing import forget, install

import retro
from retro.game import loading

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
FIRST_CODE = "taken - 1, ONGOING"


@pytest.fixture
def pile(site, data):
    """Writes the game, with changes, and runs a command on it: exit code, stdout, stderr."""

    def run(*arguments: str, rules: str = RULES, **modules: str):
        forget(site)
        install(site, "pile", rules, "options=(Option('fast', 0, (0, 1), 'nothing'),)", **modules)
        return commanding.run(*arguments)

    return run


def declaring(line):
    """The change that adds a line to the declarations."""
    return "CODES = 3", f"CODES = 3\n{line}"


GAINS = "SCORES, ONGOING = 'mover', 16383 << 16\ndef tier(key): return key\n"
NO_END = "which is no value of a position without moves (position 0, in 0)"
BROKEN = {
    "another move, not declared": ((FIRST_CODE, "taken - 1, 1 << 15"), "but rules.py does not say MOVES_AGAIN = True"),
    "points without scores": ((FIRST_CODE, "taken - 1, 1 << 16"), "a gain, but rules.py does not define SCORES"),
    "a function that raises": (("    count = 0", "    count = [][key]"), "moves raised IndexError: list index out of"),
    "no number returned": (("return count", "return 'two'"), "moves returned 'two', not a number of moves from 0 to 3"),
    "too many moves": (("return count", "return count + 4"), "moves returned 7, not a number of moves from 0 to 3"),
    "code clash": ((FIRST_CODE, "0, ONGOING"), "moves gave two moves the code 0 (position 5, in 5)"),
    "tier that rises": (declaring("def tier(key): return 9 - key"), "tier rises from 4 to 5 by the move 0 (position 5"),
    "no score at the end": (
        declaring("SCORES = 'mover'\ndef tier(key): return key\ndef no_moves(key): return 0"),
        f"no_moves returned 0, {NO_END}",
    ),
    "more points than scores have": (
        declaring(f"{GAINS}def no_moves(key): return 16383"),
        "or points are more than 16,383, and the scores of the game cannot be computed (position 1, in 1)",
    ),
    "more points than scores have, with play without end": (
        declaring(f"{GAINS}def no_moves(key): return 1\ndef endless(key): return 1 << 14"),
        "or points are more than 16,383, and the scores of the game cannot be computed (position 1, in 1)",
    ),
    "more points at the end than scores have, counted from those of play without end": (
        declaring("SCORES = 'mover'\ndef no_moves(key): return 32767\ndef endless(key): return 1"),
        "or points are more than 16,383, and the scores of the game cannot be computed (position 0, in 0)",
    ),
}


@pytest.mark.compiled
def test_a_mistake_is_reported_before_the_first_solution(pile, data, first_check):
    """`test_conformance` has all mistakes that are found before."""
    wrong = RULES.replace("    count = 0", "    count = sum({key: 0}[k] for k in [key])")
    code, output, errors = pile("solve", "pile", rules=wrong)
    assert (code, output, errors.count("\n")) == (2, "", 1)
    assert errors.startswith("error: plugin pile: moves in rules.py does not compile: a generator")
    assert errors.endswith("; see retro check pile\n") and not list(data.glob("*"))


@pytest.mark.parametrize("mistake", BROKEN)
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


def test_a_line_of_a_plugin_whose_folder_begins_like_the_package_is_named():
    beside = f"{Path(retro.__file__).parent}_pile/rules.py"
    with pytest.raises(ZeroDivisionError) as caught:
        exec(compile("\n1 // 0", beside, "exec"))
    assert loading._line(caught.value) == " (rules.py, line 2)"
