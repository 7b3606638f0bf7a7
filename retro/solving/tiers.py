"""Passes over the tiers of a game in which every move lowers the tier: tasks by tier, and the error of a wrong move.

The lowest tier comes first, so all successors of a position are done before it. Positions of a tier do not depend on
each other and are distributed to threads in tasks, which are ranges of slots.
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
    """A move does not lower the tier: the game may have cycles, so a pass over the tiers does not solve it."""


def tasks_by_tier(
    rules: IndexedRules, numbers: NDArray[np.int32], pool: ThreadPoolExecutor, progress: Progress
) -> dict[int, list[Range]]:
    """Writes every slot's tier to ``numbers``. Returns the tasks that have positions of each tier, the lowest first.

    Raises GameError if a tier is out of range.
    """
    module = compiled_kernels(rules, tiers_kernels)
    starts = {start for _, start, stop in rules.sections if start < stop}
    all_tasks = list(pairwise(sorted({*range(0, rules.slots, stores.TASK_SLOTS), *starts, rules.slots})))
    progress.phase("tiers", rules.slots, None)
    by_tier: dict[int, list[Range]] = {}
    for task, wrong in zip(all_tasks, pool.map(lambda task: module.tiers_of(*task, numbers), all_tasks), strict=True):
        if wrong >= 0:
            rules.tier(int(wrong))
        for number in np.unique(numbers[slice(*task)]).tolist():
            by_tier.setdefault(number, []).append(task)
        progress.advance(stores.TASK_SLOTS, 0)
    by_tier.pop(module.EMPTY, None)
    return dict(sorted(by_tier.items()))


def not_lower(rules: IndexedRules, key: int, so: str) -> GameError:
    """Returns the error that names a move of a position that does not lower the tier; ``so`` is the consequence."""
    ongoing = [move for move in rules.moves(key) if move.outcome == ONGOING]
    if any(not 0 <= rules.rank(move.successor)[0] < rules.slots for move in ongoing):
        return rules.wrong("moves", "leads to a position that is not in the index", key)
    for move in ongoing:
        if rules.tier(move.successor) >= rules.tier(key):
            problem = f"does not fall by the move {rules.text.format_move(key, move.code)}"
            return NotLower(str(rules.wrong("tier", f"{problem}, and {so}", key)))
    return NotLower(str(rules.wrong("tier", f"is not the same for all images of a position, and {so}", key)))
