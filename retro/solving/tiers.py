"""A pass over the tiers of a game in which every move lowers the tier: what lies where, and who breaks the order.

The lowest tier comes first: when a position is looked at, all its successors are done. Positions of a tier do not
depend on each other and are dealt out to threads in tasks, which are ranges of slots.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.game import ONGOING, GameError
from retro.progress import Progress
from retro.rules import Rules

TASK_SLOTS = 1 << 14
TEMPLATE = "retro.solving.tiers_kernels"

Task = tuple[int, int]


def tasks_of(slots: int) -> list[Task]:
    """All slots, in order."""
    return [(start, min(start + TASK_SLOTS, slots)) for start in range(0, slots, TASK_SLOTS)]


def tasks_by_tier(
    rules: Rules, module: ModuleType, numbers: NDArray[np.uint8], pool: ThreadPoolExecutor, progress: Progress
) -> dict[int, list[Task]]:
    """Write down every slot's tier in ``numbers``; in which tasks there are positions of a tier, the lowest first.

    ``module`` has the kernels of TEMPLATE. GameError if a tier is out of range.
    """
    everything = tasks_of(rules.slots)
    progress.phase("tiers", rules.slots, None)
    found: dict[int, list[Task]] = {}
    for task, wrong in zip(everything, pool.map(lambda task: module.tiers_of(*task, numbers), everything), strict=True):
        if wrong >= 0:
            rules.tier(int(wrong))
        for number in np.unique(numbers[slice(*task)]).tolist():
            found.setdefault(number, []).append(task)
        progress.advance(TASK_SLOTS, 0)
    found.pop(module.EMPTY, None)
    return dict(sorted(found.items()))


def not_lower(rules: Rules, key: int, so: str) -> GameError:
    """The error that names the move of a position that does not lower the tier; ``so`` is what that means."""
    for move in rules.moves(key):
        if move.outcome == ONGOING and rules.tier(move.successor) >= rules.tier(key):
            told = f"does not fall by the move {rules.text.format_move(key, move.code)}"
            return rules.wrong("tier", f"{told}, and {so}", key)
    return rules.wrong("moves", "leads to a position that is not in the index", key)
