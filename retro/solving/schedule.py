"""The order in which tiers are solved, and which small ones are solved at the same time, each by one thread.

Which tiers the moves of a tier enter is not known in advance. So a small tier is begun, and a kernel that meets a move
into a tier that is not finished ends with `Unfinished`. Then the tier waits for that one. The lowest tier that is not
finished enters finished ones only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import Tier
from retro.system.sizes import PRODUCTION, Sizes

MAX_SLOTS = 1 << 21
"""The most slots of all tiers that are in progress at the same time."""
WINDOW = 256
"""Tiers, from the lowest that is not finished, among which small ones are chosen."""


class Unfinished(Exception):
    """A move of tier ``number`` enters tier ``entered``, which is not finished."""

    def __init__(self, number: int, entered: int) -> None:
        super().__init__(number, entered)
        self.number, self.entered = number, entered


class Schedule:
    """Which tiers are to be solved. Tiers have their index among ``tiers``, the lowest first."""

    def __init__(self, tiers: Sequence[Tier], finished: Iterable[int], sizes: Sizes = PRODUCTION) -> None:
        """``finished`` tiers are not solved."""
        self._numbers = np.array([tier.number for tier in tiers], np.int64)
        self._slots = np.array([tier.stop - tier.start for tier in tiers], np.int64)
        self._open = np.ones(len(tiers), np.bool_)
        self._open[list(finished)] = False
        self._behind = np.full(len(tiers), -1)
        """By tier, a tier that has to be finished before it may be begun, which is itself while it is in progress."""
        self._small = self._slots <= 1 << sizes.small_bits
        self._lowest, self._in_progress = 0, 0

    def lowest(self) -> int | None:
        """Returns the lowest unfinished tier, None if all are finished."""
        while self._lowest < len(self._open) and not self._open[self._lowest]:
            self._lowest += 1
        return self._lowest if self._lowest < len(self._open) else None

    def small(self, tier: int) -> bool:
        """Returns whether a tier is so small that one thread solves it."""
        return bool(self._small[tier])

    def ready(self) -> Iterator[int]:
        """Yields small tiers to begin, until all others wait for one, or have too many slots.

        The caller calls `finish` or `wait` for each, also before it takes the next one.
        """
        found = True
        while found and (lowest := self.lowest()) is not None:
            found = False
            window = slice(lowest, lowest + WINDOW)
            behind = self._behind[window]
            waiting = (behind >= 0) & self._open[behind]
            for tier in (lowest + np.flatnonzero(self._small[window] & self._open[window] & ~waiting)).tolist():
                if self._in_progress + self._slots[tier] <= MAX_SLOTS:
                    found = True
                    self._behind[tier] = tier
                    self._in_progress += int(self._slots[tier])
                    yield tier

    def unfinished(self, tier: int) -> NDArray[np.int64]:
        """Returns the numbers of the unfinished tiers below a tier."""
        return self._numbers[self._lowest : tier][self._open[self._lowest : tier]]

    def wait(self, unfinished: Unfinished) -> None:
        """Has a tier wait for another one, which its moves enter."""
        tier, entered = np.searchsorted(self._numbers, [unfinished.number, unfinished.entered]).tolist()
        self._behind[tier] = entered
        self._in_progress -= int(self._slots[tier])

    def finish(self, tier: int) -> None:
        """Notes that a tier is finished."""
        self._open[tier] = False
        if self._behind[tier] == tier:
            self._in_progress -= int(self._slots[tier])
