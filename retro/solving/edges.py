"""The predecessor lists of a game without ``unmoves``, page by page, as `retro.solving.transposed` makes them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import kernels_of
from retro.game.rules import IndexedRules
from retro.solving import lists_kernels
from retro.system.page_files import MemoryStorage, PageStorage

LISTS = "lists"
"""Name of the piece of a page that has its lists; runs have numbers as names."""


class Lists(NamedTuple):
    """Predecessor lists of neighbouring slots, for kernels (`retro.solving.lists_kernels`).

    first    the first slot
    longest  a bound of the number of edges of one list
    starts   by group of slots, the index of its first list in ``data``
    data     the lists
    """

    first: int
    longest: int
    starts: NDArray[np.int64]
    data: NDArray[np.uint8]


NO_LISTS = Lists(0, 0, np.zeros(1, np.int64), np.zeros(0, np.uint8))
"""For a game that defines ``unmoves``."""


NO_COUNTS = np.empty(0, np.uint8)


@dataclass(frozen=True)
class Edges:
    """The predecessor lists of a game, or of a tier, page by page. Slots are numbers of records.

    count        number of edges
    longest      a bound of the number of edges to one slot
    total        a bound of the number of edges, as kernels derive it from the bytes of lists
    move_counts  by slot, how many moves a position has if its first record depends on nothing else, otherwise 0; may be
                 empty
    """

    storage: PageStorage
    page_bits: int
    slots: int
    count: int
    longest: int
    total: int
    move_counts: NDArray[np.uint8] = field(default_factory=lambda: NO_COUNTS)

    def without_counts(self) -> Edges:
        """Returns the same edges without ``move_counts``, which first records alone depend on."""
        return replace(self, move_counts=NO_COUNTS) if len(self.move_counts) else self

    def lists(self, slot: int) -> Lists:
        """Returns the lists of the page of a slot: a piece has the words of ``starts``, and then ``data``."""
        piece, first = self.storage.get((slot >> self.page_bits, LISTS)), slot >> self.page_bits << self.page_bits
        groups = -(-min(self.slots - first, 1 << self.page_bits) >> lists_kernels.GROUP_BITS)
        starts: NDArray[np.int64] = np.frombuffer(piece, np.int64, groups + 1)
        return Lists(first, self.longest, starts, np.frombuffer(piece, np.uint8, -1, starts.nbytes))

    def sources(self, rules: IndexedRules, slot: int) -> list[int]:
        """Returns the slots from which edges lead to a slot, each once."""
        module = kernels_of(rules, lists_kernels)
        edges = np.empty((self.longest, 3), np.int64)
        return np.unique(edges[: module.edges_of(self.lists(slot), slot, edges), 0]).tolist()  # type: ignore[no-any-return]


NO_EDGES = Edges(MemoryStorage(), 0, 0, 0, 0, 0)
"""For a game that defines ``unmoves``."""
