"""The sweep backend: Takizawa's way to solve Ostle (2023, algorithms 6 to 8), generalised to any game of the contract.

One bit for every state that a game could have says whether some move leads to it; only those states get a value, 16
bits each, found through the vector's rank. Then sweeps go over all positions until a sweep changes nothing. Edges are
walked in every sweep, forwards only: nothing here needs ``unmoves``, and nothing is shared with the queue backend, so
the two check each other. It takes about as many sweeps as the longest win has plies.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro import compile as compiling
from retro.game import GameError
from retro.indexing.bitvector import Bitvector
from retro.progress import Progress
from retro.rules import Rules
from retro.solving.solution import Solution, Statistics, final_states

TASK_SLOTS = 1 << 16
TEMPLATES = ("retro.solving.symmetry_kernels", "retro.solving.value_kernels", "retro.solving.sweep_kernels")
LEVELS = 32_000
"""Highest DTM that 16 bits hold, rounded down."""

Task = tuple[int, int]
Planes = tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.int16]]


def width(rules: Rules) -> int:
    """How many states a position can have."""
    return rules.max_moves + 1 if rules.repetition else 1


def kernels(rules: Rules) -> ModuleType:
    """The compiled kernels of a game."""
    constants = {
        "GROUP": rules.group,
        "LOOKAHEAD": rules.defines("wins"),
        "MAX_MOVES": rules.max_moves,
        "ORBITS": rules.counted == "positions",
        "REPETITION": rules.repetition,
        "SCORES": "",
        "WIDTH": width(rules),
    }
    return compiling.kernels(rules, TEMPLATES, constants)


class SweepSolution(Solution):
    """The states' values in memory; records are made of them when asked for."""

    def __init__(self, module: ModuleType, vector: Bitvector, values: NDArray[np.uint16], levels: int) -> None:
        self._module, self._vector, self._values, self._levels = module, vector, values, levels
        self.statistics = Statistics()

    def planes(self, start: int, stop: int) -> Planes:
        return self.describe(start, stop)[0]

    def describe(self, start: int, stop: int) -> tuple[Planes, NDArray[np.int64], NDArray[np.int64]]:
        """Records of slots start..stop-1, their states by value, and the kernel's counters."""
        size = stop - start
        best, second, slot = np.empty(size, np.uint16), np.empty(size, np.uint16), np.empty(size, np.int16)
        states = np.zeros(2 * self._levels + 4, np.int64)
        counters = np.zeros(self._module.COUNTERS, np.int64)
        planes = best, second, slot
        self._module.describe(start, stop, counters, self._vector.lines, self._values, *planes, states)
        return planes, states, counters


def tasks_of(start: int, stop: int) -> list[Task]:
    """Slots start..stop-1 in pieces of TASK_SLOTS."""
    return [(first, min(first + TASK_SLOTS, stop)) for first in range(start, stop, TASK_SLOTS)]


def solve(rules: Rules, threads: int, progress: Progress) -> SweepSolution:
    """Solve a game; GameError if it has a win of more than LEVELS plies.

    Memory: two bits and a quarter for every state there could be, then one and a quarter, and 16 for each there is.
    """
    module = kernels(rules)
    with ThreadPoolExecutor(threads) as pool:

        def run(kernel: Callable[..., None], tasks: list[Task], *arguments: object) -> NDArray[np.int64]:
            """The kernel's counters, added up over tasks."""

            def one(task: Task) -> NDArray[np.int64]:
                counters = np.zeros(module.COUNTERS, np.int64)
                kernel(*task, counters, *arguments)
                return counters

            total = np.zeros(module.COUNTERS, np.int64)
            for (start, stop), counters in zip(tasks, pool.map(one, tasks), strict=True):
                np.add(total, counters, out=total)
                progress.advance(stop - start, decided + int(total[module.CHANGED]))
            return total

        everything = tasks_of(0, rules.slots)
        length = rules.slots * width(rules)
        words = np.zeros(length // 64 + 1, np.int64)
        decided = 0
        progress.phase("states", rules.slots, None)
        tiers = {name: run(module.enter, tasks_of(start, stop), words) for name, start, stop in rules.tiers}
        vector = Bitvector.from_words(words, length)
        del words
        values = np.zeros(vector.ones, np.uint16)
        level = -1
        going_on = True
        while going_on:
            level += 1
            if level > LEVELS:
                raise GameError(f"{rules.game.name} has wins longer than {LEVELS} plies; values hold no more")
            progress.phase("sweep", rules.slots, level)
            counters = run(module.improve, everything, vector.lines, values, level)
            decided += int(counters[module.CHANGED])
            going_on = bool(counters[module.CHANGED] or counters[module.LATER])
        solution = SweepSolution(module, vector, values, level)
        progress.phase("statistics", rules.slots, None)
        described = list(pool.map(lambda task: solution.describe(*task)[1:], everything))
        progress.close()
    solution.statistics = statistics_of(rules, module, tiers, described)
    return solution


def statistics_of(
    rules: Rules,
    module: ModuleType,
    tiers: dict[str, NDArray[np.int64]],
    described: list[tuple[NDArray[np.int64], NDArray[np.int64]]],
) -> Statistics:
    """What the kernels counted: by tier when positions were entered, by task when their states were described."""
    players = 2 if rules.counted == "positions" else 1
    entered = np.sum(list(tiers.values()), axis=0)
    states = np.sum([found for found, _ in described], axis=0) * players
    counters = np.sum([found for _, found in described], axis=0)
    return Statistics(
        states={value: int(states[value]) for value in np.flatnonzero(states).tolist()},
        final=final_states(rules, entered[module.FINAL :] * players),
        forbidding=int(counters[module.FORBIDDING]),
        positions=int(entered[module.POSITIONS]),
        checkmates=int(entered[module.CHECKMATES]),
        unentered=int(counters[module.UNENTERED]),
        tiers={name: int(found[module.POSITIONS]) for name, found in tiers.items()},
        slots=rules.slots,
        stored=int(entered[module.STORED]),
    )
