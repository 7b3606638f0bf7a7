"""A wrong result of a plugin's function is reported with function and position; nothing is read or written beside an
array, and no wrong database is written.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count as count_from
from threading import Barrier
from types import FunctionType

import numpy as np
import pytest
from broken_games.corridor.plugin import retro_game as corridor

from retro.app import self_check
from retro.compiling import faults
from retro.compiling.compile import explanation, jit
from retro.compiling.guards import guarded
from retro.compiling.kernels import kernels_of
from retro.game import LOSS, NONE, ONGOING
from retro.game.loading import load
from retro.game.rules import Rules
from retro.indexing import tiers_kernels
from retro.reach import reach
from retro.solving import solve
from retro.system.errors import GameError
from retro.system.progress import Silent

TABLE = np.arange(8)
LARGEST = (1 << 63) - 1
_numbers = count_from(1)
sound, KEY, COLUMN, NUMBER = abs, 0, 0, 0
"""Replaced in copies of functions."""


@pytest.fixture
def rules() -> Rules:
    return load(corridor(), {"fuel": 3})


def changed(rules: Rules, **functions) -> Rules:
    """The rules with some of their functions replaced: another game."""
    return replace(rules, functions=rules.functions | functions, digest=f"{next(_numbers):016}")


def calling(rules: Rules, function, name: str, **names) -> Rules:
    """The rules with a function that calls the replaced one by the name `sound`."""
    return changed(rules, **{name: FunctionType(function.__code__, {"sound": rules.functions[name], **names}, name)})


def far_too_many(key, out):
    for i in range(100_000):
        out[i, 0], out[i, 1], out[i, 2] = key, i, ONGOING
    return 2


def beside_a_table(key):
    return TABLE[key * 1000]


def row(successor, code, outcome, count=1):
    def moves(key, out):
        out[0, 0], out[0, 1], out[0, 2] = successor, code, outcome
        return count

    return moves


def constant(*numbers):
    """Returns functions of one to three parameters that return ``numbers``."""
    answer = numbers if len(numbers) > 1 else numbers[0]
    return lambda key: answer, lambda key, g: answer, lambda key, code, successor: answer


GIVEN = {
    "too many moves": ("moves", row(52, 0, ONGOING, 4), (53, None), 0),
    "a code out of range": ("moves", row(53, 4, ONGOING), (53, None), 0),
    "an outcome that is none": ("moves", row(53, 0, 7), (53, None), 0),
    "the largest of all codes": ("moves", row(53, LARGEST, ONGOING), (53, None), 0),
    "a negative successor": ("moves", row(-5, 0, ONGOING), (53, None), 0),
    "a sound move": ("moves", row(-5, 0, LOSS), (53, None), None),
    "too many unmoves": ("unmoves", row(52, 0, NONE, 4), (53, None), 0),
    "an undo that is no code": ("unmoves", row(53, 0, 4), (53, None), 0),
    "the least of all undos": ("unmoves", row(53, 0, -LARGEST - 1), (53, None), 0),
    "a slot beyond the last": ("rank", constant(20, 0, False)[0], (53,), (0, 0, False)),
    "a group element that is none": ("rank", constant(3, 2, False)[0], (53,), (0, 0, False)),
    "no key": ("unrank", constant(-2)[0], (5,), -1),
    "an undo beyond the last code": ("undo", constant(4)[2], (53, 0, 52), NONE),
    "an image that is no key": ("image", constant(-1)[1], (53, 1), 53),
    "an image of a code that is none": ("image_code", constant(4)[1], (1, 1), 0),
    "a tier above all": ("tier", constant(1 << 31)[0], (53,), 0),
    "a value of a position without moves": ("no_moves", constant(5)[0], (53,), 1),
}


@pytest.mark.parametrize("case", GIVEN)
@pytest.mark.parametrize("compiling", [pytest.param(True, marks=pytest.mark.compiled), False])
def test_impossible_results_never_pass(rules, case, compiling):
    """In compiled code, which goes on with a harmless result, and in plain Python."""
    name, function, arguments, harmless = GIVEN[case]
    rules = changed(rules, **{name: function})
    given = [np.zeros((11, 3), np.int64) if each is None else each for each in arguments]
    guard = jit(guarded(rules)[name], {}) if compiling else lambda *given: guarded(rules)[name](*given)
    noted = faults.watched(rules, _kernel(guard) if compiling else guard, dict, explanation)
    if harmless is None:
        assert noted(*given) == 1
        return
    with pytest.raises(GameError, match=f"^plugin corridor: {name} "):
        noted(*given)
    assert not compiling or guard(*given) == harmless


def _kernel(compiled):
    """A kernel that passes its arguments on, to be watched."""

    def kernel(*arguments):
        return compiled(*arguments)

    kernel.py_func = kernel
    return kernel


@pytest.mark.compiled
def test_accesses_outside_arrays_are_caught(rules):
    compiled = jit(guarded(changed(rules, moves=far_too_many))["moves"], {})
    with pytest.raises(IndexError):
        compiled(53, np.zeros((11, 3), np.int64))
    with pytest.raises(IndexError):
        jit(beside_a_table, {})(50)


def off_by_much(key):
    return (77, 0, False) if key == 17 else sound(key)


def by_updates(rules, threads, progress):
    return solve(rules, "queue", threads, progress)


@pytest.mark.compiled
@pytest.mark.parametrize("search", [reach.search, pytest.param(by_updates, marks=pytest.mark.soak)])
def test_a_run_ends_with_the_function_the_position_and_the_move(rules, search):
    with pytest.raises(GameError) as error:
        search(calling(rules, off_by_much, "rank"), 2, Silent())
    assert "rank returned the slot 77, not 0 to 19" in str(error.value)
    assert "position 17, in 1:1" in str(error.value)
    assert re.search(r" (after the move \S+ in \S+|of a predecessor of \S+, by the move of code \d+)", str(error.value))
    assert len(str(error.value).splitlines()) == 1


def extreme(key, out):
    count = sound(key, out)
    if key == KEY and count:
        out[count - 1, COLUMN] = NUMBER
    return count


OVERFLOWING = [("moves", 1, 1, LARGEST), pytest.param("unmoves", 17, 2, -LARGEST - 1, marks=pytest.mark.soak)]


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "key", "column", "number"), OVERFLOWING)
def test_kernels_that_read_rows_themselves_do_not_overflow(rules, name, key, column, number):
    """The first kernel reads moves, already in the lowest tier: no other is compiled."""
    broken = calling(rules, extreme, name, KEY=key, COLUMN=column, NUMBER=number)
    with pytest.raises(GameError, match=rf"^plugin corridor: {name} .*{number}"):
        solve(broken, "queue", 2, Silent())


@pytest.mark.compiled
def test_recursive_functions_are_reported(rules):
    with pytest.raises(GameError, match="plugin corridor: compiled functions cannot call themselves: ping calls pong"):
        kernels_of(changed(rules, tier=ping), tiers_kernels)
    with pytest.raises(GameError, match="again calls again; use a loop"):
        jit(again, {})


def again(key):
    return again(key - 1) if key else 0


def ping(key):
    return pong(key - 1) if key else 0


def pong(key):
    return ping(key - 1) if key else 1


def never(key):
    return False


@pytest.mark.compiled
def test_a_plugin_is_checked_before_its_first_solution_only(rules, first_check, monkeypatch, tmp_path):
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path / "cache"))
    self_check.check(rules, Silent())
    wrong = replace(rules, functions=rules.functions | {"wins": never})
    self_check.check(wrong, Silent())  # the same digest: it was checked before
    with pytest.raises(GameError, match=r"plugin corridor: position .*wins returned False; see retro check corridor"):
        self_check.check(changed(rules, wins=never), Silent())


def no_slot_at_17(key):
    return (-1 if key == 17 else 0, 0, False)


@pytest.mark.compiled
def test_a_note_belongs_to_its_call(rules):
    """Two kernels of one variant in two threads: the call that notes a fault raises, in every order, and no other."""
    compiled = jit(guarded(changed(rules, rank=no_slot_at_17))["rank"], {})
    begun, ended = Barrier(2), Barrier(2)

    def slow(key):
        begun.wait()
        found = compiled(key)
        ended.wait()
        return found

    slow.py_func = slow
    watched = faults.watched(rules, slow, dict, explanation)

    with ThreadPoolExecutor(2) as pool:
        for keys in [(17, 16), (16, 17), (17, 17), (16, 16)] * 3:
            results = [pool.submit(watched, key) for key in keys]
            assert [isinstance(each.exception(), GameError) for each in results] == [key == 17 for key in keys]
