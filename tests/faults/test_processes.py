"""Compiled code of similar games, cached by other processes, and of other processors: none of it gives other slots."""

import json
import subprocess
import sys

import pytest
from installing import python_path, write_package
from runs import rules_of

pytestmark = pytest.mark.compiled

PRINT_SLOTS = """
import json, sys
import numpy as np
from retro.compiling.compile import compiled_function
from retro.compiling.intrinsics import PORTABLE
from retro.compiling.kernels import kernels_of
from retro.game import Game, plugins
from retro.game.loading import load
from retro.indexing import tiers_kernels
from retro.indexing.discovery import Limits, enumerate_positions
from retro.system.progress import Silent
printed = [PORTABLE]
for name in sys.argv[1:]:
    rules = load(plugins.load(name) if name == "lgame" else Game(name, name, name), {})
    if rules.enumerated:
        rules = enumerate_positions(rules, 1, Silent(), Limits(1000))
    rank, unrank = (compiled_function(each, rules.functions[each]) for each in ("rank", "unrank"))
    keys, tiers = [unrank(slot) for slot in range(rules.slots)], np.zeros((rules.slots, 2), np.int64)
    if rules.defines("tier"):
        kernels_of(rules, tiers_kernels).bounds(0, rules.slots, tiers)
    printed.append([keys, [rank(key) for key in keys if key >= 0], tiers[:, 0].tolist()])
print(json.dumps(printed))
"""
HEAPS = """
import numpy as np
from retro.game import ONGOING
from retro.indexing.dense import dense_index
HEAPS = [heap for heap in range(60) if heap % STEP == 0]
INITIAL, CODES = HEAPS[-1], 3
def moves(key, out):
    count = min(2, key // STEP)
    for taken in range(1, count + 1):
        out[taken - 1, 0], out[taken - 1, 1], out[taken - 1, 2] = key - taken * STEP, taken, ONGOING
    return count
def tier(key):
    return key
"""
INDEX = """
SLOTS, squeeze, widen = dense_index(np.array([heap in HEAPS for heap in range(60)]))
def rank(key):
    return squeeze(key), 0, False
def unrank(index):
    return widen(index)
"""
"""Without it, positions are found."""


def slots(*names, site=None, **variables):
    """Returns, of a new interpreter: whether it uses special instructions, then keys, ranks and tiers of each game."""
    environment = python_path(*[site] if site else []) | variables
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # games are edited within a second
    command = [sys.executable, "-c", PRINT_SLOTS, *names]
    return json.loads(subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, timeout=300).stdout)


@pytest.mark.parametrize(
    "variable", ["RETRO_PORTABLE=1", pytest.param("NUMBA_CPU_NAME=generic", marks=pytest.mark.soak)]
)
def test_positions_have_the_same_slots_without_special_instructions(variable):
    """Indices use pext and pdep."""
    portable, (keys, ranks, _) = slots("lgame", **dict([variable.split("=")]))
    rules = rules_of("lgame")
    assert portable and keys == [rules.unrank(slot) for slot in range(rules.slots)]
    assert ranks == [list(rules.rank(key)) for key in keys if key >= 0]


@pytest.mark.parametrize("index", [INDEX, pytest.param("", marks=pytest.mark.soak)], ids=["index", "no index"])
def test_code_compiled_by_different_processes_does_not_mix(tmp_path, index):
    """Machine code from the cache is linked by name: functions of the engine that are bound to each game's tables.

    Nor is the code run of a game that was edited.
    """

    def check(steps):
        _, *found = slots(*steps, site=tmp_path, RETRO_CACHE=str(tmp_path / "kernels"))
        for step, (keys, ranks, tiers) in zip(steps.values(), found, strict=True):
            assert keys == tiers == [*range(0, 60, step)] and ranks == [[slot, 0, False] for slot in range(len(keys))]

    for name, step in (("one", 1), ("two", 2)):
        write_package(tmp_path, name, rules=f"STEP = {step}\n{HEAPS}{index}", text="draw = str\n")
        check({name: step})
    check({"two": 2, "one": 1})
    write_package(tmp_path, "two", rules=f"STEP = 3\n{HEAPS}{index}", text="draw = str\n")
    check({"two": 3})
