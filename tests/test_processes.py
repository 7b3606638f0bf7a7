"""Compiled code of similar games, cached by other processes: none of it is run for another game."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from installing import python_path, write_package
from small_games import SOLVE, lgame_rules

from retro.game import DRAW, UNKNOWN, Game, loss, win
from retro.game.loading import load

pytestmark = pytest.mark.compiled

PRINT_RANKS = """
from retro.compiling.compile import compiled_function
from retro.compiling.intrinsics import PORTABLE
from retro.game.loading import load
from retro_lgame.plugin import retro_game
rules = load(retro_game(), {})
rank, unrank = (compiled_function(name, rules.functions[name]) for name in ("rank", "unrank"))
keys = [unrank(index) for index in range(rules.slots)]
print(PORTABLE, keys, [rank(key) for key in keys if key >= 0], sep=";")
"""


def python(program: str, *path: Path, **variables: str) -> str:
    """Returns the output of a new interpreter."""
    environment = python_path(*path) | {"PYTHONDONTWRITEBYTECODE": "1"} | variables  # games are edited within a second
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("variable", [{"RETRO_PORTABLE": "1"}, {"NUMBA_CPU_NAME": "generic"}], ids=str)
def test_without_special_instructions(variable):
    """Indices use pext and pdep; without these instructions the same positions have the same slots."""
    portable, keys, ranks = python(PRINT_RANKS, **variable).strip().split(";")
    rules = lgame_rules()
    expected = [rules.unrank(index) for index in range(rules.slots)]
    assert (portable, json.loads(keys)) == ("True", expected)
    assert ranks == str([rules.rank(key) for key in expected if key >= 0])


HEAP_RULES = """
from retro.game import DRAW, NONE, ONGOING, loss, win
HIGHEST = 20
MAX_MOVES = MAX_UNMOVES = CODES = 3
INITIAL, SLOTS = HIGHEST, HIGHEST + 1
SECTIONS = (("heap", 0, SLOTS),)
def no_moves(key):
    return AT_END
def moves(key, out):
    count = 0
    for taken in range(1, 3):
        if taken <= key:
            out[count, 0], out[count, 1], out[count, 2] = key - taken, taken - 1, ONGOING
            count += 1
    return count
def unmoves(key, out):
    count = 0
    for taken in range(1, 3):
        if key + taken <= HIGHEST:
            out[count, 0], out[count, 1], out[count, 2] = key + taken, taken - 1, NONE
            count += 1
    return count
def rank(key):
    return key, 0, False
def unrank(index):
    return index
def tier(key):
    return key
"""


def heap_values(at_end: int) -> list[int]:
    values: list[int] = []
    for heap in range(21):
        after = [values[heap - taken] for taken in (1, 2) if taken <= heap]
        lost = [value for value in after if value % 2 == 0]
        values.append(min(lost) + 3 if lost else max(after) + 1 if after else at_end)
    return values


ENDS = [
    *product(["reference"], [DRAW, loss(0), win(0)]),
    *(("queue", DRAW), ("queue", win(0))),
    pytest.param("queue", loss(0), marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("backend", "at_end"), ENDS)
def test_a_position_without_moves_has_the_declared_value(backend, at_end, site):
    """In the heap, no move is a draw (then there is no win), a win, or a loss."""
    write_package(site, "heap", rules=f"AT_END = {at_end}\n{HEAP_RULES}", text="draw = str\n")
    rules = load(Game("heap", "Heap", "heap"), {})
    solution = SOLVE[backend](rules)
    values = [UNKNOWN] * rules.slots if at_end == DRAW else heap_values(at_end)
    assert solution.planes(0, rules.slots)[0].tolist() == values
    assert solution.statistics.states == {value: values.count(value) for value in sorted(set(values))}
    assert solution.statistics.final == {values[0]: 1}


NUMBERED_RULES = """
import numpy as np
from retro.game import ONGOING
from retro.indexing.dense import dense_index
HEAPS = [heap for heap in range(60) if heap % STEP == 0]
INITIAL, CODES = HEAPS[-1], 3
SLOTS, squeeze, widen = dense_index(np.array([heap in HEAPS for heap in range(60)]))
def moves(key, out):
    count = 0
    for taken in range(1, 3):
        if taken * STEP <= key:
            out[count, 0], out[count, 1], out[count, 2] = key - taken * STEP, taken, ONGOING
            count += 1
    return count
def rank(key):
    return squeeze(key), 0, False
def unrank(index):
    return widen(index)
def tier(key):
    return key
"""

PRINT_HEAPS = """
import json
import numpy as np
from retro.compiling.compile import compiled_function
from retro.compiling.kernels import compiled_kernels
from retro.game import Game
from retro.game.loading import load
from retro.indexing import tiers_kernels
from retro.indexing.discovery import Limits, enumerate_positions
from retro.system.progress import Silent
heaps = []
for name in NAMES:
    rules = load(Game(name, name, name), {})
    if rules.enumerated:
        rules = enumerate_positions(rules, 1, Silent(), Limits(1000))
    rows = np.empty((rules.slots, 2), np.int64)
    compiled_kernels(rules, tiers_kernels).bounds(0, rules.slots, rows)
    keys, rank = rows[:, 0].tolist(), compiled_function("rank", rules.functions["rank"])
    assert [rank(key) for key in keys] == [(slot, 0, False) for slot in range(rules.slots)]
    heaps.append(keys)
print(json.dumps(heaps))
"""


@pytest.mark.parametrize("kind", ["heaps", pytest.param("found", marks=pytest.mark.soak)])
def test_code_compiled_by_different_processes_does_not_mix(tmp_path, kind):
    """Machine code from the cache is linked by name: functions of the engine that are bound to each game's tables.

    Nor is the code run of a game that was edited.
    """
    rules = NUMBERED_RULES
    if kind == "found":  # without an index
        rules = rules[: rules.index("def rank")] + rules[rules.index("def tier") :]
        rules = rules.replace("SLOTS, squeeze", "_slots, squeeze")

    def write(name: str, step: int) -> None:
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "text.py").write_text("draw = str\n", encoding="utf-8")
        (tmp_path / name / "rules.py").write_text(f"STEP = {step}\n{rules}", encoding="utf-8")

    def heaps(*names: str) -> list[list[int]]:
        program = PRINT_HEAPS.replace("NAMES", repr(names))
        return json.loads(python(program, tmp_path, RETRO_CACHE=str(tmp_path / "kernels")))

    one, two = list(range(60)), list(range(0, 60, 2))
    write("one", 1)
    write("two", 2)
    assert (heaps("one"), heaps("two")) == ([one], [two])
    assert heaps("two", "one") == [two, one]
    write("two", 3)
    assert heaps("two") == [list(range(0, 60, 3))]
