"""How far from the start every state is: breadth-first search, algorithm 9 of Takizawa (2023), in a byte a position.

A move that takes the last one back never lies on a shortest way to a position, for it leads to one that was nearer. So
the distances of positions are the same whether a repetition rule is obeyed or not, and a state is one ply farther than
the nearest position from which a move leads to it. Like the published search this counts a state also where that last
move is one that the rule forbids; `retro.analysis.path` finds the shortest game that obeys it.

Positions that are the same up to symmetry are one, and as far from the start as the nearest of them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro import compile as compiling
from retro.analysis.table import check_memory
from retro.game import GameError
from retro.progress import Progress
from retro.rules import Rules
from retro.solving import reverse
from retro.solving.plan import plan
from retro.storage.distances import UNREACHED, Distances

TASK_SLOTS = 1 << 20
TEMPLATES = ("retro.solving.symmetry_kernels", "retro.analysis.reach_kernels")
FARTHEST = UNREACHED - 1

Task = tuple[int, int]


class Found(NamedTuple):
    """What a search from the start found; numbers are counted as the game counts them.

    distances  of every slot's position, UNREACHED for those that no game comes to
    positions  that a game comes to
    states     by distance, the start first
    """

    distances: Distances
    positions: int
    states: list[int]


def search(rules: Rules, threads: int, progress: Progress) -> Found:
    """Find the distance of every position and count the states.

    Memory is a byte per slot, and the game's edges where it has a repetition rule but cannot take moves back.
    GameError if the game has no start, or a position is farther than FARTHEST plies; ResourceError if memory will not
    do.
    """
    if rules.initial < 0:
        raise GameError(f"with these options {rules.game.name} has no start")
    check_memory(rules, memory_bytes(rules))
    try:
        with compiling.explained(rules), ThreadPoolExecutor(threads) as pool:
            return _Search(rules, threads, pool, progress).run()
    finally:
        progress.close()


def memory_bytes(rules: Rules) -> int:
    """What a search takes, besides what the process and the positions of a game that enumerates them do."""
    turned = rules.repetition and not rules.defines("unmoves")
    return rules.slots + (edges_bytes(rules) if turned else 0)


def edges_bytes(rules: Rules) -> int:
    """What the edges of a game that cannot take moves back need in memory, from a sample of its positions."""
    return plan(replace(rules, scores=""), "queue", 1, 0).memory_bytes


class _Search:
    def __init__(self, rules: Rules, threads: int, pool: ThreadPoolExecutor, progress: Progress) -> None:
        self.rules, self.threads, self.pool, self.progress = rules, threads, pool, progress
        constants = {
            "CODES": rules.codes,
            "GROUP": rules.group,
            "MAX_MOVES": rules.max_moves,
            "MAX_UNMOVES": rules.max_unmoves,
            "ORBITS": rules.counted == "positions",
        }
        self.kernels = compiling.kernels(rules, TEMPLATES, constants)
        self.tasks = [(start, min(start + TASK_SLOTS, rules.slots)) for start in range(0, rules.slots, TASK_SLOTS)]
        self.distances = np.full(rules.slots, UNREACHED, np.uint8)

    def run(self) -> Found:
        self._spread()
        positions = self._counted("positions", self.kernels.count_positions)
        states = positions
        if self.rules.repetition:
            kernel, arguments = _counting(self.rules, self.kernels, self.threads, self.progress)
            states = self._counted("counting states", kernel, *arguments)
        weight = 2 if self.rules.counted == "positions" else 1
        return Found(self.distances, sum(positions), [weight * count for count in states])

    def _spread(self) -> None:
        """Give every position its distance, one ply after another."""
        home, _, _ = self.rules.rank(self.rules.initial)
        self.distances[home] = 0
        self.progress.phase("search", self.rules.slots, None)
        level, entered = 0, True
        while entered:
            entered = False
            for expanded, found in self.pool.map(self._expanded(level), self.tasks):
                self.progress.advance(expanded, 0)
                entered |= found
            if entered and level == FARTHEST:
                raise GameError(f"{self.rules.game.name} has positions more than {FARTHEST} plies from the start")
            level += 1

    def _expanded(self, level: int) -> Callable[[Task], tuple[int, bool]]:
        def one(task: Task) -> tuple[int, bool]:
            expanded, entered = self.kernels.expand(*task, level, self.distances)
            return int(expanded), bool(entered)

        return one

    def _counted(self, phase: str, kernel: Callable[..., None], *arguments: Any) -> list[int]:
        """What a kernel counts, by distance."""

        def one(task: Task) -> NDArray[np.int64]:
            histogram = np.zeros(self.kernels.NOWHERE + 1, np.int64)
            kernel(*task, self.distances, histogram, *arguments)
            return histogram

        self.progress.phase(phase, self.rules.slots, None)
        total = np.zeros(self.kernels.NOWHERE + 1, np.int64)
        for (start, stop), histogram in zip(self.tasks, self.pool.map(one, self.tasks), strict=True):
            total += histogram
            self.progress.advance(stop - start, 0)
        counts: list[int] = np.trim_zeros(total[: self.kernels.NOWHERE], "b").tolist()
        return counts


def _counting(
    rules: Rules, kernels: ModuleType, threads: int, progress: Progress
) -> tuple[Callable[..., None], tuple[Any, ...]]:
    """The kernel that counts states, and what it needs to know besides."""
    if rules.defines("unmoves"):
        return kernels.count_states, ()
    edges = reverse.turned_around(rules, threads, progress, lookahead=False)
    return kernels.count_states_of, (edges.first, edges.sources, edges.undos)
