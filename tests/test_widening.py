"""Tables of a plugin: plain Python and compiled code compute the same results from tables of every type."""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

from retro.compiling.compile import cache_directory, compiled_function
from retro.conformance.declarations import check_tables
from retro.conformance.report import Failed
from retro.game.widening import WideArray, widened
from retro.indexing.table_limits import FROZEN_BYTES

HOME = "tables_of_a_game"
ENTRIES = {
    "int8": (-128, 127, 100, 3),
    "int16": (-(2**15), 2**15 - 1, 26_721, 3),
    "uint8": (0, 255, 200, 3),
    "uint32": (0, 2**32 - 1, 3 << 30, 3),
    "bool": (False, True, True, False),
}
COMPUTED = """
def tier(key):
    i, j = key & 3, key >> 2 & 3
    return (
        (TABLE[i] + TABLE[j]) * 1_000_003 + TABLE[i] * (TABLE[j] & 255) * 1_009 - (TABLE[i] - TABLE[j] - TABLE[i]) * 17
        + -TABLE[j] * 5 + (TABLE[i] << 9) + GRID[i, j] * 3 + GRID[j][i] * 7 - NUMBER * 1_009 + PAIR[1][i] * 300
        + elsewhere(i) + held.TABLE[j] * 11
    )


def elsewhere(i):
    return TABLE[i] + 1
"""


def rules(dtype: str) -> dict[str, Any]:
    """Returns the globals of a module whose function reads tables of a type in every way that compiled code can."""
    table, held = np.array(ENTRIES[dtype], dtype), ModuleType("held")
    held.TABLE = table
    known = {"TABLE": table, "GRID": np.resize(table, (4, 4)), "NUMBER": table[2], "held": held}
    known["PAIR"] = table, table[::-1].copy()
    exec(COMPUTED, known | {"__name__": HOME}, known)
    for function in (known["tier"], known["elsewhere"]):
        function.__globals__.update(known)
        function.__module__ = HOME
    return known


def exactly(dtype: str, key: int) -> int:
    """Returns the results of the function for tables of Python's integers."""
    entries = [int(entry) for entry in ENTRIES[dtype]]
    namespace: dict[str, Any] = {"TABLE": entries, "NUMBER": entries[2], "PAIR": (entries, entries[::-1])}
    namespace["held"] = type("held", (), {"TABLE": entries})
    exec(COMPUTED.replace("GRID[i, j]", "TABLE[j]").replace("GRID[j][i]", "TABLE[i]"), namespace)
    return int(namespace["tier"](key))


@pytest.mark.compiled
@pytest.mark.parametrize("dtype", ENTRIES)
def test_entries_are_whole_numbers_of_64_bits_in_plain_python_and_compiled(dtype):
    function = widened(rules(dtype)["tier"])
    compiled = compiled_function("tier", function)
    expected = [exactly(dtype, key) for key in range(16)]
    assert [function(key) for key in range(16)] == expected
    assert [compiled(key) for key in range(16)] == expected


def test_a_table_is_still_an_array():
    table = np.arange(12, dtype=np.int16).view(WideArray)
    grid = table.reshape(3, 4)
    assert [type(entry) for entry in (table[3], table[-1], grid[1, 2], grid[1][2], table[(5,)])] == [int] * 5
    assert (table[3], table[-1], grid[1, 2], grid[1][2], table[(5,)]) == (3, 11, 6, 6, 5)
    assert table[2:5].tolist() == [2, 3, 4] and grid[1].tolist() == [4, 5, 6, 7] and grid[:, 1].tolist() == [1, 5, 9]
    for index in (12, -13, (3, 0)):
        with pytest.raises(IndexError):
            (grid if isinstance(index, tuple) else table)[index]


def test_a_function_is_copied_once_and_its_module_is_unchanged():
    known = rules("int16")
    copied = widened(known["tier"])
    assert copied is widened(known["tier"]) is not known["tier"]
    assert type(known["TABLE"]) is type(known["held"].TABLE) is type(known["tier"].__globals__["TABLE"]) is np.ndarray
    assert isinstance(copied.__globals__["TABLE"], WideArray)


def test_a_closure_reads_tables_as_well():
    def closure(table: Any) -> Any:
        return lambda key: table[key] * 1_000

    assert widened(closure(np.array([300], np.int16)))(0) == 300_000
    assert widened(exactly) is exactly  # it reads none


@pytest.mark.compiled
def test_a_table_of_2_to_the_20_bytes_is_frozen_and_its_code_cached(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path))
    table = np.arange(FROZEN_BYTES // 4, dtype=np.int32)
    made: dict[str, Any] = {"TABLE": table, "__name__": HOME}
    exec("def tier(key):\n    return TABLE[key]", made)
    assert compiled_function("tier", made["tier"])(FROZEN_BYTES // 4 - 1) == FROZEN_BYTES // 4 - 1
    assert list((cache_directory() / "functions").glob("*.nbc"))
    assert check_tables([made["tier"]]) == 1
    larger = FunctionType(made["tier"].__code__, {"TABLE": np.append(table, table[:1]), "__name__": HOME})
    with pytest.raises(Failed, match=r"has 1,048,580 bytes; a table has 2\*\*20 at most"):
        check_tables([larger])
