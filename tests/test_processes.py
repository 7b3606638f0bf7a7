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
    for taken in range(1, MOST + 1):
        if taken <= key:
            out[count, 0], out[count, 1], out[count, 2] = key - taken, taken - 1, ONGOING
            count += 1
    return count
def unmoves(key, out):
    count = 0
    for taken in range(1, MOST + 1):
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


def write_heap(folder: Path, max_taken: int, at_end: int = loss(0)) -> None:
    """A game: one to ``max_taken`` stones are taken; the value where none are left is ``at_end``, a loss by default."""
    write_package(folder, "heap", rules=f"MOST, AT_END = {max_taken}, {at_end}\n{HEAP_RULES}", text="draw = str\n")


def heap_values(max_taken: int, at_end: int = loss(0), heaps: int = 21) -> list[int]:
    values: list[int] = []
    for heap in range(heaps):
        after = [values[heap - taken] for taken in range(1, max_taken + 1) if taken <= heap]
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
    write_heap(site, 2, at_end)
    rules = load(Game("heap", "Heap", "heap"), {})
    solution = SOLVE[backend](rules)
    values = [UNKNOWN] * rules.slots if at_end == DRAW else heap_values(2, at_end)
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

SOLVE_HEAPS = """
import json, sys
from retro.game import Game
from retro.indexing.discovery import Limits, enumerate_positions
from retro.system.progress import Silent
from retro.game.loading import load
from retro.solving import queue
answers = {}
for name in sys.argv[1:]:
    rules = load(Game(name, name, name), {})
    if rules.enumerated:
        rules = enumerate_positions(rules, 1, Silent(), Limits(1000))
    answers[name] = queue.solve(rules, 1, Silent()).planes(0, rules.slots)[0].tolist()
print(json.dumps(answers))
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

    def answers(*names: str) -> list[list[int]]:
        program = SOLVE_HEAPS.replace("sys.argv[1:]", repr(names))
        answer = json.loads(python(program, tmp_path, RETRO_CACHE=str(tmp_path / "kernels")))
        return [answer[name] for name in names]

    write("one", 1)
    write("two", 2)
    (one,), (two,) = answers("one"), answers("two")
    assert one[:30] == two == heap_values(2, heaps=30)
    assert answers("two", "one") == [two, one]
    write("two", 3)
    assert answers("two") == [one[:20]]
