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
from retro.app.arguments import RunOptions
from retro.app.commands.solve import Job
from retro.compiling import faults
from retro.compiling.compile import jit
from retro.compiling.guards import guarded
from retro.compiling.kernels import compiled_kernels
from retro.game import LOSS, NONE, ONGOING
from retro.game.loading import load
from retro.game.rules import DEFAULTS, Rules
from retro.indexing import tiers_kernels
from retro.reach import reach
from retro.solving import queue
from retro.solving.tiles import FILES, PACKED, PLAIN
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled

TABLE = np.arange(8)
LARGEST = (1 << 63) - 1
_numbers = count_from(1)
sound = sound_rank = abs
COLUMN, NUMBER = 0, 0


@pytest.fixture
def rules() -> Rules:
    return load(corridor(), {"fuel": 3})


def changed(rules: Rules, **functions) -> Rules:
    """The rules with some of their functions replaced: another game."""
    return replace(rules, functions=rules.functions | functions, digest=f"{next(_numbers):016}")


def far_too_many(key, out):
    for i in range(100_000):
        out[i, 0], out[i, 1], out[i, 2] = key, i, ONGOING
    return 2


def beside_a_table(key):
    return TABLE[key * 1000]


def row(successor, code, outcome):
    def moves(key, out):
        out[0, 0], out[0, 1], out[0, 2] = successor, code, outcome
        return 1

    return moves


def count(number):
    def moves(key, out):
        return number

    return moves


def constant(*numbers):
    """Returns functions of one to three parameters that return ``numbers``."""
    answer = numbers if len(numbers) > 1 else numbers[0]

    def one(key):
        return answer

    def two(key, g):
        return answer

    def three(key, code, successor):
        return answer

    return one, two, three


GIVEN = {
    "too many moves": ("moves", count(4), (53, None), 0),
    "a negative number of moves": ("moves", count(-1), (53, None), 0),
    "a code out of range": ("moves", row(53, 4, ONGOING), (53, None), 0),
    "a negative code": ("moves", row(53, -1, ONGOING), (53, None), 0),
    "an outcome that is none": ("moves", row(53, 0, 7), (53, None), 0),
    "a negative outcome": ("moves", row(53, 0, -1), (53, None), 0),
    "the largest of all codes": ("moves", row(53, LARGEST, ONGOING), (53, None), 0),
    "the least of all codes": ("moves", row(53, -LARGEST - 1, ONGOING), (53, None), 0),
    "a negative successor": ("moves", row(-5, 0, ONGOING), (53, None), 0),
    "a sound move": ("moves", row(-5, 0, LOSS), (53, None), None),
    "too many unmoves": ("unmoves", count(4), (53, None), 0),
    "an undo that is no code": ("unmoves", row(53, 0, 4), (53, None), 0),
    "the largest of all undos": ("unmoves", row(53, 0, LARGEST), (53, None), 0),
    "the least of all undos": ("unmoves", row(53, 0, -LARGEST - 1), (53, None), 0),
    "a sound unmove": ("unmoves", row(53, 0, NONE), (53, None), None),
    "a slot beyond the last": ("rank", constant(20, 0, False)[0], (53,), (0, 0, False)),
    "a negative slot": ("rank", constant(-1, 0, False)[0], (53,), (0, 0, False)),
    "a group element that is none": ("rank", constant(3, 2, False)[0], (53,), (0, 0, False)),
    "no key": ("unrank", constant(-2)[0], (5,), -1),
    "an undo beyond the last code": ("undo", constant(4)[2], (53, 0, 52), NONE),
    "an image that is no key": ("image", constant(-1)[1], (53, 1), 53),
    "an image of a code that is none": ("image_code", constant(4)[1], (1, 1), 0),
    "a tier above all": ("tier", constant(1 << 31)[0], (53,), 0),
    "a value of a position without moves": ("no_moves", constant(5)[0], (53,), 1),
}


@pytest.mark.parametrize("case", GIVEN)
def test_impossible_results_never_pass(rules, case):
    name, function, arguments, harmless = GIVEN[case]
    rules = changed(rules, **{name: function})
    out = np.zeros((11, 3), np.int64)
    compiled = jit(guarded(rules)[name], {})
    noted = faults.watched(rules, _kernel(compiled), dict)
    if harmless is None:
        assert noted(*(out if each is None else each for each in arguments)) == 1
        return
    given = [out if each is None else each for each in arguments]
    with pytest.raises(GameError, match=f"^plugin corridor: {name} "):
        noted(*given)
    assert compiled(*given) == harmless


def _kernel(compiled):
    """A kernel that passes its arguments on, to be watched."""

    def kernel(*arguments):
        return compiled(*arguments)

    kernel.py_func = kernel
    return kernel


def test_accesses_outside_arrays_are_caught(rules):
    compiled = jit(guarded(changed(rules, moves=far_too_many))["moves"], {})
    with pytest.raises(IndexError):
        compiled(53, np.zeros((11, 3), np.int64))
    with pytest.raises(IndexError):
        jit(beside_a_table, {})(50)


def off_by_much(key):
    return (77, 0, False) if key == 17 else sound_rank(key)


@pytest.mark.parametrize("search", [queue.solve, reach.search])
def test_a_run_ends_with_the_function_the_position_and_the_move(rules, search):
    names = {**globals(), "sound_rank": rules.functions["rank"]}
    broken = changed(rules, rank=FunctionType(off_by_much.__code__, names, "rank"))
    with pytest.raises(GameError) as error:
        search(broken, 2, Silent())
    assert "rank returned the slot 77, not 0 to 19" in str(error.value)
    assert "position 17, in 1:1" in str(error.value)
    assert re.search(r" (after the move \S+ in \S+|of a predecessor of \S+, by the move of code \d+)", str(error.value))
    assert len(str(error.value).splitlines()) == 1


EXTREME = {
    f"{name}, column {column}, {number}": (name, column, number)
    for name, column in (("moves", 1), ("unmoves", 2))
    for number in (LARGEST, -LARGEST - 1, LARGEST - 1)
}
ORDINARY = ("moves, column 1, 9223372036854775807", "unmoves, column 2, -9223372036854775808")


@pytest.mark.parametrize(
    "case", [case if case in ORDINARY else pytest.param(case, marks=pytest.mark.soak) for case in EXTREME]
)
def test_kernels_that_read_rows_themselves_do_not_overflow(rules, case):
    name, column, number = EXTREME[case]
    names = {"sound": rules.functions[name], "COLUMN": column, "NUMBER": number}
    broken = {name: FunctionType(extreme.__code__, names, name)}
    with pytest.raises(GameError, match=rf"^plugin corridor: {name} .*{number}"):
        queue.solve(changed(rules, **broken), 2, Silent())


def extreme(key, out):
    count = sound(key, out)
    if key == 17 and count:
        out[count - 1, COLUMN] = NUMBER
    return count


def test_recursive_functions_are_reported(rules):
    with pytest.raises(GameError, match="plugin corridor: compiled functions cannot call themselves: ping calls pong"):
        compiled_kernels(changed(rules, tier=ping), tiers_kernels)
    with pytest.raises(GameError, match="again calls again; use a loop"):
        jit(again, {})


def again(key):
    return again(key - 1) if key else 0


def ping(key):
    return pong(key - 1) if key else 0


def pong(key):
    return ping(key - 1) if key else 1


@pytest.mark.parametrize("store", [PACKED, *(pytest.param(kind, marks=pytest.mark.soak) for kind in (PLAIN, FILES))])
def test_no_wrong_database_takes_the_place_of_a_right_one(rules, request, tmp_path, store):
    """A plugin whose `wins` is wrong in some positions: solving cannot notice, verifying does.

    It leaves `no_moves` out, because `wins` is not used otherwise.
    """
    path, options = tmp_path / "corridor", RunOptions(store=store, checkpoint=0)
    Job(rules, path, "reference", 1, Silent(), lambda line: None).solve()
    before = {each.name: each.read_bytes() for each in path.iterdir()}
    request.getfixturevalue("self_examination")
    wrong = changed(rules, wins=never, no_moves=DEFAULTS["no_moves"])
    with pytest.raises(WentWrong, match=r"corridor was solved wrong: .* nothing was written; see retro check corridor"):
        Job(wrong, path, "queue", 1, Silent(), lambda line: None, options).solve()
    assert {each.name: each.read_bytes() for each in path.iterdir()} == before
    assert sorted(each.name for each in tmp_path.iterdir()) == [".corridor.lock", "corridor"]


def never(key):
    return False


def test_a_plugin_is_checked_before_its_first_solution_only(rules, first_check, monkeypatch, tmp_path):
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path))
    calls = []
    quick = self_check.conformance.quick
    monkeypatch.setattr(self_check.conformance, "quick", lambda *given: calls.append(1) or quick(*given))
    self_check.check(rules, Silent())
    self_check.check(rules, Silent())
    assert calls == [1]
    with pytest.raises(GameError, match=r"plugin corridor: position .*wins returned False; see retro check corridor"):
        self_check.check(changed(rules, wins=never), Silent())


def test_a_cache_that_cannot_be_used_is_named_instead_of_the_plugin(rules, first_check, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(GameError, match=rf"^compiled code cannot be saved in {tmp_path}/file/cache: .*RETRO_CACHE"):
        self_check.check(rules, Silent())


def no_slot_at_17(key):
    return (-1 if key == 17 else 0, 0, False)


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
    watched = faults.watched(rules, slow, dict)

    with ThreadPoolExecutor(2) as pool:
        for keys in [(17, 16), (16, 17), (17, 17), (16, 16)] * 3:
            results = [pool.submit(watched, key) for key in keys]
            assert [isinstance(each.exception(), GameError) for each in results] == [key == 17 for key in keys]
