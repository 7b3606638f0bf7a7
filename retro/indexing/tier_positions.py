"""The positions of a tier while they are enumerated (`retro.indexing.discovery`)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.indexing.key_sets import KeySet, Piece, Pieces, Sorting
from retro.indexing.packed_keys import Keys

Layout = dict[str, list[int]]
"""Bounds of segments and sizes of pieces, by name."""


class TierPositions:
    """The positions of a tier.

    known         the set of them
    new           pieces with the positions whose moves are being made
    next          pieces with positions that were added meanwhile, whose moves are made next
    waiting       sorted arrays of successors that were not added to ``known`` yet
    waiting_size  number of keys in ``waiting``
    """

    def __init__(self, pieces: Pieces, sorting: Sorting) -> None:
        self.known, self.new, self.next = KeySet(pieces, sorting), list[Piece](), list[Piece]()
        self.waiting, self.waiting_size = list[Keys](), 0

    @property
    def complete(self) -> bool:
        """Whether the moves of all positions were made."""
        return not (self.new or self.next or self.waiting)

    @property
    def pieces_by_name(self) -> dict[str, list[Piece]]:
        """Returns all pieces, by the name of the attribute that has them."""
        return {"known": self.known.segments, "new": self.new, "next": self.next}

    @property
    def layout(self) -> Layout:
        """Returns the bounds of segments, and the sizes of all pieces, for a checkpoint."""
        sizes = {name: [piece.size for piece in pieces] for name, pieces in self.pieces_by_name.items()}
        return {"bounds": self.known.bounds.tolist(), **sizes}

    def restore(self, number: str, layout: Layout, saved: dict[str, NDArray[Any]]) -> None:
        """Takes the pieces of this tier from the arrays of a checkpoint."""
        for name, pieces in self.pieces_by_name.items():
            arrays = (saved.pop(f"{number} {name} {i}") for i in range(len(layout[name])))
            pieces[:] = [
                self.known.pieces.restore(size, array) for size, array in zip(layout[name], arrays, strict=True)
            ]
        self.known.bounds, self.known.size = np.array(layout["bounds"]), sum(layout["known"])

    def wait(self, keys: Keys) -> None:
        """Adds sorted keys to those that wait."""
        self.waiting.append(keys)
        self.waiting_size += len(keys)

    def add(self, pool: ThreadPoolExecutor) -> None:
        """Adds the keys that wait to the set."""
        if self.waiting:
            waiting, self.waiting, self.waiting_size = self.waiting, [], 0
            self.next += self.known.add(waiting, pool.map)
