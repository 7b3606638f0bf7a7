"""A pass over the tiers of a game in which every move lowers the tier: what lies where, and who breaks the order.

The lowest tier comes first: when a position is looked at, all its successors are done. Positions of a tier do not
depend on each other and are dealt out to threads in tasks, which are ranges of slots.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import ONGOING
from retro.game.rules import IndexedRules
from retro.solving import stores, tiers_kernels
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.ranges import Range


class NotLower(GameError):
    """A move does not lower the tier: the game may have cycles, and no pass over the tiers solves it."""


def tasks_by_tier(
    rules: IndexedRules, numbers: NDArray[np.uint8], pool: ThreadPoolExecutor, progress: Progress
) -> dict[int, list[Range]]:
    """Write down every slot's tier in ``numbers``; in which tasks there are positions of a tier, the lowest first.

    GameError if a tier is out of range.
    """
    module = compiled_kernels(rules, tiers_kernels)
    starts = {start for _, start, stop in rules.sections if start < stop}
    everything = list(pairwise(sorted({*range(0, rules.slots, stores.TASK_SLOTS), *starts, rules.slots})))
    progress.phase("tiers", rules.slots, None)
    found: dict[int, list[Range]] = {}
    for task, wrong in zip(everything, pool.map(lambda task: module.tiers_of(*task, numbers), everything), strict=True):
        if wrong >= 0:
            rules.tier(int(wrong))
        for number in np.unique(numbers[slice(*task)]).tolist():
            found.setdefault(number, []).append(task)
        progress.advance(stores.TASK_SLOTS, 0)
    found.pop(module.EMPTY, None)
    return dict(sorted(found.items()))


def not_lower(rules: IndexedRules, key: int, so: str) -> GameError:
    """The error that names the move of a position that does not lower the tier; ``so`` is what that means."""
    ongoing = [move for move in rules.moves(key) if move.outcome == ONGOING]
    if any(not 0 <= rules.rank(move.successor)[0] < rules.slots for move in ongoing):
        return rules.wrong("moves", "leads to a position that is not in the index", key)
    for move in ongoing:
        if rules.tier(move.successor) >= rules.tier(key):
            told = f"does not fall by the move {rules.text.format_move(key, move.code)}"
            return NotLower(str(rules.wrong("tier", f"{told}, and {so}", key)))
    return NotLower(str(rules.wrong("tier", f"is not the same for all images of a position, and {so}", key)))
