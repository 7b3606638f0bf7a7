"""Flags: which chunks of records have values that were not sent yet, and of which levels these are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.outbox_kernels import CHUNK_BITS, NEVER
from retro.solving.stores import RecordPages

Counters = NDArray[np.int64]


class Flags(NamedTuple):
    """What has to be done where.

    pending  by level (modulo 4) and chunk, whether a record got a value of that level
    done     by page, 1 if the phase is done, for the phases before and after levels (`retro.solving.sweep` uses it for
             levels, too)
    later    by chunk, the next level of which a record has a value that is not flagged in ``pending``, NEVER if there
             is none
    """

    pending: NDArray[np.bool_]
    done: NDArray[np.int32]
    later: NDArray[np.int32]

    def by_page(self) -> Flags:
        """Returns views in which chunks are counted in their pages."""
        pages = len(self.done)
        return Flags(self.pending.reshape(4, pages, -1), self.done, self.later.reshape(pages, -1))

    def of(self, pages: Sequence[int]) -> Flags:
        """Returns the flags of some pages, page by page."""
        pending, done, later = self.by_page()
        return Flags(pending[:, pages], done[pages], later[pages])

    def put(self, pages: Sequence[int], flags: Flags) -> None:
        """Sets the flags of some pages to those that `of` returned."""
        pending, done, later = self.by_page()
        pending[:, pages], done[pages], later[pages] = flags


class Due(NamedTuple):
    """Levels of which records have values that were not sent yet.

    slots        by level (modulo 4), the slots of the pages with such records, of the next levels
    later        the lowest of all other such levels, NEVER if there is none
    later_slots  the slots of the pages with records of that level
    """

    slots: Counters
    later: int
    later_slots: int

    @classmethod
    def of_all(cls, shards: Sequence[Due]) -> Due:
        """Returns the levels of all shards together."""
        later = min(each.later for each in shards)
        slots = np.sum([each.slots for each in shards], axis=0)
        return cls(slots, later, sum(each.later_slots for each in shards if each.later == later))

    def first(self, level: int) -> int:
        """Returns the lowest level, not below ``level``, of which there is a value; NEVER if there is none."""
        near = (each for each in range(level, level + len(self.slots)) if self.slots[each % len(self.slots)])
        return min(next(near, NEVER), self.later)

    def at(self, level: int) -> int:
        """Returns the slots of the pages with records of a level."""
        return int(self.slots[level % len(self.slots)]) + (self.later_slots if self.later == level else 0)


def cleared_flags(store: RecordPages) -> Flags:
    """Returns the flags of all tiles and pages of a game, before any work on them."""
    pages = len(store.pages)
    chunks = pages * store.page >> CHUNK_BITS
    return Flags(np.zeros((4, chunks), np.bool_), np.zeros(pages, np.int32), np.full(chunks, NEVER, np.int32))
