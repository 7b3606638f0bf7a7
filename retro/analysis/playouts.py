"""How many different games there are, and who wins them: every sequence of moves from the start to an end, counted.

For games in which every move lowers the tier. Nothing has to be solved: one pass over the positions, the lowest tier
first, counts the games from each as the sum over its moves. Symmetry saves work and changes nothing: a position stands
for its images, from which there are as many games, but each of its moves is counted.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from retro import compile as compiling
from retro import machine
from retro.analysis.table import KEY_BYTES, PROCESS_BYTES, check_memory
from retro.game import GameError
from retro.progress import Progress
from retro.rules import IndexedRules, Rules
from retro.solving import tiers
from retro.solving.tiers import Task

COUNT_BYTES = 49
"""Of a position: three counts, half of which are not used as long as they are small, and its tier."""
TEMPLATES = ("retro.solving.value_kernels", tiers.TEMPLATE, "retro.analysis.playouts_kernels")


@dataclass(frozen=True)
class Playouts:
    """Games from the start, without symmetry, by who wins them; exact."""

    first: int
    second: int
    draws: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.first + self.second + self.draws


def count(rules: Rules, threads: int, progress: Progress) -> Playouts:
    """Count the games from the start; memory is 25 bytes per slot, 49 if there are more than 2**62 of them.

    GameError if the game has no start, if some move does not lower the tier, or if there are more games than fit into
    124 bits; ResourceError if there is not enough memory.
    """
    name = rules.game.name
    if rules.initial < 0:
        raise GameError(f"with these options {name} has no start, so it has no games to count")
    if rules.repetition or not rules.defines("tier"):
        why = "it has a repetition rule" if rules.repetition else "its rules.py defines no tier"
        raise GameError(f"{name}: games can be counted only where every move lowers the tier; {why}")
    with compiling.explained(rules), ThreadPoolExecutor(threads) as pool:
        try:
            return _counted(_indexed(rules, threads, progress), pool, progress)
        finally:
            progress.close()


def _indexed(rules: Rules, threads: int, progress: Progress) -> IndexedRules:
    """The rules with an index that compiled code can use."""
    if isinstance(rules, IndexedRules):
        check_memory(rules, rules.slots * COUNT_BYTES)
        return rules
    from retro.indexing.discovery import enumerate_positions

    most = max(0, machine.available_memory() - PROCESS_BYTES) // (KEY_BYTES + COUNT_BYTES)
    return enumerate_positions(rules, threads, progress, most)


def _counted(rules: IndexedRules, pool: ThreadPoolExecutor, progress: Progress) -> Playouts:
    module = compiling.kernels(rules, TEMPLATES)
    numbers = np.zeros(rules.slots, np.uint8)
    low, high = (np.zeros((rules.slots, 3), np.int64) for _ in range(2))
    by_tier = tiers.tasks_by_tier(rules, module, numbers, pool, progress)
    progress.phase("games", sum(stop - start for tasks in by_tier.values() for start, stop in tasks), None)
    for number, tasks in by_tier.items():

        def one(task: Task, number: int = number) -> None:
            status, index = module.count_games(*task, numbers, number, low, high)
            if status == module.TOO_MANY:
                raise GameError(f"{rules.game.name} has too many games to count: more than 2**124 from one position")
            if status == module.NOT_LOWER:
                raise tiers.not_lower(rules, rules.unrank(index), "its games cannot be counted")

        for (start, stop), _ in zip(tasks, pool.map(one, tasks), strict=True):
            progress.advance(stop - start, 0)
    start = rules.home
    won, lost, drawn = (
        (int(above) << module.LIMB_BITS) + int(below) for above, below in zip(high[start], low[start], strict=True)
    )
    return Playouts(won, lost, drawn)
