"""The positions of a tier while they are enumerated, and the order of all (`retro.indexing.discovery`)."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import Tier
from retro.indexing.enumerated import WORD_BITS, Positions
from retro.indexing.key_sets import KeySet, Piece, Pieces, Sorting
from retro.indexing.packed_keys import Keys, joined
from retro.system.checkpointing import all_results

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
            arrays = ((size, saved.pop(f"{number} {name} {i}")) for i, size in enumerate(layout[name]))
            pieces[:] = [self.known.pieces.restore(*each) for each in arrays]
        self.known.bounds, self.known.size = np.array(layout["bounds"]), sum(layout["known"])

    def wait(self, keys: Keys) -> None:
        """Adds sorted keys to those that wait."""
        self.waiting.append(keys)
        self.waiting_size += len(keys)

    def add(self, pool: ThreadPoolExecutor) -> int:
        """Adds the keys that wait to the set. Returns the number of those that are new."""
        before = self.known.size
        if self.waiting:
            waiting, self.waiting, self.waiting_size = self.waiting, [], 0
            self.next += self.known.add(waiting, partial(all_results, pool))
        return self.known.size - before


def ordered(found: Mapping[int, TierPositions], pool: ThreadPoolExecutor) -> tuple[Positions, tuple[Tier, ...]]:
    """Returns the index of the positions of all tiers, sorted by tier and then by key, and its tiers; empties the sets.

    Its words are keys if each tier has higher keys than the next lower one, or if each has lower keys. If tier and key
    have too many bits for a word, all positions are in one tier.
    """
    ends = {number: tier.known.ends for number, tier in found.items()}
    order, key_bits = sorted(found), 0
    if not _apart(ends, order):
        order.reverse()
    if not _apart(ends, order):
        order.reverse()
        key_bits = max(last for _, last in ends.values()).bit_length()
    if key_bits + order[-1].bit_length() > WORD_BITS:
        found, order, key_bits = {0: _joined(list(found.values()), pool)}, [0], 0
    start, tiers = 0, list[Tier]()
    for number in order:
        start, first = start + found[number].known.size, start
        tiers.append(Tier(number, first, start))

    taken = ((number, keys) for number in order for keys in found[number].known.taken())
    words = (keys | number << key_bits if key_bits else keys for number, keys in taken)
    return Positions(joined(words, start), key_bits), tuple(sorted(tiers))


def _apart(ends: Mapping[int, tuple[int, int]], order: list[int]) -> bool:
    """Returns whether the keys of tiers, of which ``ends`` has the first and the last, are ranges in this order."""
    return all(ends[one][1] < ends[other][0] for one, other in pairwise(order))


def _joined(every: list[TierPositions], pool: ThreadPoolExecutor) -> TierPositions:
    """Moves the positions of all tiers to the first one."""
    first, *others = (tier.known for tier in every)
    for other in others:
        for keys in other.taken():
            for piece in first.add([keys], partial(all_results, pool)):
                first.pieces.remove(piece)
    return every[0]
