"""Long tuples that functions read as tables: compiled code does with them what plain Python does, in little memory."""

import subprocess
import sys
from types import ModuleType
from weakref import WeakKeyDictionary

import numpy as np
import pytest

from retro.compiling.compile import jit
from retro.compiling.tables import LONG, UNROLLED, Table, frozen, frozen_globals

SQUARES = tuple(each * each % 1009 for each in range(300))
EVEN = tuple(each % 2 == 0 for each in range(300))
PAIRS = tuple((each, -each) for each in range(100))
CUBE = tuple(tuple(tuple(100 * i + 10 * j + k for k in range(5)) for j in range(5)) for i in range(5))
SMALL = tuple(np.int16(each) for each in range(100))
MASKS = tuple(5 << each for each in range(UNROLLED + 1))
module = ModuleType("tables_of_a_game")
module.SQUARES = SQUARES


def looked_up(key):
    return SQUARES[key]


def at_places(key):
    return SQUARES[7] + SQUARES[-7] + key + 7 * module.SQUARES[key] + (1 if EVEN[key] else 2) + 9 * SMALL[key % 100]


def deeper(key):
    one, other = PAIRS[key % 100]
    return CUBE[key % 5][key % 3][-1] + CUBE[1][2][3] + 1000 * one + other


def row_of(table, key):
    return table[key % len(table)]


def handed_over(key):
    return row_of(PAIRS, key)[1] + row_of(SQUARES, key)


def gone_through(key):
    total = 0
    for index, number in enumerate(SQUARES):
        total += number if index != key else 0
    for row in PAIRS:
        for number in row:
            total += 3 * number
    return total


def searched(key):
    return (key in SQUARES) + 2 * (key in PAIRS[5]) + 4 * len(SQUARES) + len(PAIRS[0])


def compared(key):
    same = (PAIRS[5] == (5, -5)) + 2 * (PAIRS[7] == (7, 7)) + 4 * (PAIRS[7] != (7, 7)) + 8 * (PAIRS[3] == PAIRS[3])
    return same + 16 * ((3, -3) in PAIRS) + 32 * ((3, 3) in PAIRS) + 64 * (PAIRS[1] == (1, -1, 0))


def reduced(key):
    total = 0
    for index, number in enumerate(SQUARES):
        total += index * number
    for one, other in zip(SQUARES, EVEN):  # noqa: B905 - compiled code knows no `strict`
        total += one if other else -one
    return total + sum(SQUARES) * 3 + min(SQUARES) + max(PAIRS[4]) if SQUARES and PAIRS else 0


def any_mask(key):
    for mask in MASKS:
        if key & mask == mask or key + 1 in MASKS:
            return mask
    return -1


def sliced(key):
    total = 0
    for mask in MASKS:
        total += mask
    return total + MASKS[2:][key % 3]


FUNCTIONS = [at_places, deeper, handed_over, gone_through, searched, compared, reduced, any_mask, sliced]


@pytest.mark.compiled
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_compiled_code_reads_a_table_as_python_does(function):
    compiled = jit(function, WeakKeyDictionary())
    keys = [0, 1, 5, 17, 299, -1, -17, -300]
    assert [int(compiled(key)) for key in keys] == [int(function(key)) for key in keys]


@pytest.mark.compiled
@pytest.mark.parametrize(("key", "checked"), [(300, True), (-301, False), (1 << 62, False), (-(1 << 62), True)])
def test_an_index_beyond_the_end_is_an_error_as_in_python(key, checked, monkeypatch):
    """Also in modules whose array bounds are not checked, as for short tuples."""
    monkeypatch.setitem(globals(), "BOUNDS_CHECKED", checked)
    for function in (looked_up, jit(looked_up, WeakKeyDictionary())):
        with pytest.raises(IndexError, match="tuple index out of range"):
            function(key)


def test_only_long_tuples_of_numbers_are_tables():
    short, ragged = tuple(range(LONG)), tuple((0,) * (each % 2 + 1) for each in range(100))
    for value in (short, ragged, ("a",) * 100, (1.0,) * 100, (1 << 70,) * 100, list(SQUARES), np.arange(100), ()):
        assert frozen(value) is value
    assert isinstance(frozen(SQUARES), Table) and frozen(SQUARES) == SQUARES
    assert frozen(module, ["SQUARES"]) is not module and frozen(module, ["other"]) is module


def test_a_tuple_that_a_function_only_iterates_over_is_a_table():
    """A loop over a tuple of numba's that is too long to be unrolled takes three times as long."""

    def masks(function, value):
        return frozen_globals(function.__code__, {"MASKS": value}, ["MASKS", "absent"])["MASKS"]

    assert isinstance(masks(any_mask, MASKS), Table) and masks(any_mask, MASKS) == MASKS
    assert masks(sliced, MASKS) is MASKS
    for value in (MASKS[:-1], tuple((each, each) for each in MASKS), ("a",) * 20, list(MASKS)):
        assert masks(any_mask, value) is value


@pytest.mark.compiled
def test_machine_code_of_different_tables_has_different_names():
    def named(numbers):
        namespace = {"SQUARES": numbers, "__name__": __name__}
        return jit(type(looked_up)(looked_up.__code__, namespace), WeakKeyDictionary()).py_func.__qualname__

    changed = (*SQUARES[:200], 7, *SQUARES[201:])
    assert named(SQUARES) == named(tuple(SQUARES)) != named(changed)


PEAK = """
from weakref import WeakKeyDictionary
from retro.system import machine
from retro.compiling.compile import jit

LENGTH = 4000
TABLE = tuple(each * each % 1009 for each in range(LENGTH))

def looked_up(key):
    return TABLE[key]

jit(lambda key: key + 1, WeakKeyDictionary())(3)
before = machine.peak_memory()
assert jit(looked_up, WeakKeyDictionary())(3999) == TABLE[3999]
print(machine.peak_memory() - before >> 20)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says what a process holds")
def test_compiling_takes_no_more_memory_for_a_long_table(tmp_path):
    """As a tuple of numba's, 4,000 numbers take more than 2 GB."""
    places = {"RETRO_CACHE": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", PEAK], env=places, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) < 50
