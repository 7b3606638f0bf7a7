"""The tiers that are solved one after the other, and what kernels get of those that are finished.

A tier is solved with its own records, which are dropped when it is finished. Kernels look up the value of a position in
a lower tier as an index into the list of all values that occur. A move that leaves the tier can never be taken back, so
they look up best values only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules, Tier
from retro.indexing.tiers import tiers_of
from retro.solving.sample import sampled
from retro.storage.page_cache import Pages

Indices = NDArray[np.unsignedinteger[Any]]


class Below(NamedTuple):
    """A tier that is being solved, and the values of finished tiers, for kernels.

    number      the number of the tier
    first       its first slot, which has record 0
    slots       the number of its slots
    values      values of finished tiers, each once
    indices     by slot of the game, the index of its value in ``values``; empty if there is one tier only
    unfinished  numbers of lower tiers that are not finished, in order: no move of the tier may enter them
    """

    number: int
    first: int
    slots: int
    values: NDArray[np.int64]
    indices: Indices | Pages
    unfinished: NDArray[np.int64]

    @property
    def tier(self) -> Tier:
        """The tier that is being solved."""
        return Tier(self.number, self.first, self.first + self.slots)


NONE_UNFINISHED = np.empty(0, np.int64)
"""For a tier below which all are finished."""


def in_tiers(rules: IndexedRules) -> bool:
    """Whether a game has several tiers, which are solved one after the other."""
    return len(tiers_of(rules)) > 1


def one_pass(rules: IndexedRules) -> bool:
    """Returns whether every move lowers the tier, as far as is known: tiers are then settled in one pass each.

    It is certain where values are scores without thresholds, because no others can be computed, and otherwise follows
    from a sample. Values with thresholds are solved by levels.
    """
    by_levels = rules.thresholds or rules.repetition or not in_tiers(rules)
    return rules.always_ends or (not by_levels and sampled(rules).lowers_tier)


def has_bounds(rules: IndexedRules) -> bool:
    """Returns whether a record may have a value that is a bound until its level has come."""
    return in_tiers(rules) or rules.thresholds


def finished_bytes(rules: IndexedRules, paged: int | None = None) -> int:
    """Returns the bytes of memory that values of finished tiers take: those of the pages, or of their indices.

    An index takes a byte, and two where scores have distances: then there are soon more than 256 values.
    """
    if not in_tiers(rules) and not rules.always_ends:
        return 0
    if paged is not None:
        return paged
    return rules.slots * (2 if rules.kind.with_distances else 1)


def takes_back(rules: IndexedRules) -> bool:
    """Returns whether ``unmoves`` lists every move inside a tier that is solved by itself.

    Where the slots of tiers are not neighbours, the whole game is solved as one tier, and edges are transposed.
    """
    return rules.unmoves_lists_all or (rules.defines("unmoves") and in_tiers(rules))


def whole(rules: IndexedRules) -> Tier:
    """Returns all slots as one tier."""
    return Tier(0, 0, rules.slots)


def largest_tier(rules: IndexedRules) -> int:
    """Returns the slots of the largest tier that is solved by itself."""
    return max(tier.stop - tier.start for tier in tiers_of(rules))


def sections_of(rules: IndexedRules, below: Below) -> list[tuple[str, int, int]]:
    """Returns the sections that a tier has slots of: name, first slot, one past the last."""
    _, first, last = below.tier
    cut = [(name, max(start, first), min(stop, last)) for name, start, stop in rules.sections]
    return [section for section in cut if section[1] < section[2]]


def only_tier(slots: int) -> Below:
    """Returns the tier of a game that is one tier."""
    return Below(0, 0, slots, np.zeros(1, np.int64), np.zeros(0, np.uint8), NONE_UNFINISHED)
