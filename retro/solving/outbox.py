"""Updates on their way: what states tell others waits in blocks until it is applied, tile by tile.

A tile is 2**bits neighbouring slots. Every thread that expands states has an outbox. When one of them is full, and at
the end of a level, all blocks are applied, those of one tile by one thread: nobody else writes to its records then, and
they are near while that lasts. In a block an update takes four bytes where slots of a tile, codes and the outcome have
32 bits together, as in Ostle, and eight where they do not.

What is asked of a position is on its way like an update. The answer takes the place of the question, and a log says
where whoever asked finds it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules, Rules

Numbers = NDArray[np.int64]
OWN_BYTES = 48
"""What a block takes besides its updates: its tile, how many there are, and where it comes when they are applied."""
LOG_SHARE = 1.25
"""Entries of a log for a question: whoever asks has one, too."""


def told_bits(rules: Rules) -> int:
    """How many bits of a solver's update say what is told: a code, and whether the position it leads to is won."""
    return max(1, (rules.codes - 1).bit_length()) + 1


def update_type(bits: int, told: int) -> np.dtype[np.unsignedinteger[Any]]:
    """What an update is, where a tile has 2**bits slots and ``told`` bits say what is told."""
    return np.dtype(np.uint32 if bits + told <= 32 else np.uint64)


def least_blocks(tiles: int, block: int, most: int) -> int:
    """How many blocks take ``most`` updates, wherever they go."""
    return tiles + min(most, tiles) + most // block + 1


class Outbox(NamedTuple):
    """Updates of one thread, for kernels (`retro.solving.outbox_kernels`).

    bits    the binary logarithm of the slots of a tile, by itself
    blocks  updates, block after block; the first blocks are those with which tiles begin
    heads   by tile, where its next update goes
    owners  by block, the tile
    counts  by block that is full, its updates
    taken   how many blocks are in use, by itself
    halted  whether somebody asked to halt, by itself, shared by all outboxes of a shard
    log     in order, who asked what and where that is; empty if there are no questions. Three words are before that:
            where it begins and ends, and how many entries of former ones are kept between them and it
    """

    bits: Numbers
    blocks: NDArray[np.unsignedinteger[Any]]
    heads: Numbers
    owners: Numbers
    counts: Numbers
    taken: Numbers
    halted: NDArray[np.bool_]
    log: Numbers

    @classmethod
    def empty(
        cls,
        rules: IndexedRules,
        bits: int,
        block: int,
        size: int,
        most: int,
        halted: NDArray[np.bool_],
        told: int | None = None,
        asking: bool = False,
    ) -> Outbox:
        """Without updates, with ``size`` bytes in all, or as many as ``most`` updates take at least.

        ``told`` is how many of their bits say what is told, by default `told_bits`; ``asking`` if they are questions.
        """
        tiles = -(-rules.slots >> bits)
        dtype = update_type(bits, told_bits(rules) if told is None else told)
        each = dtype.itemsize + (int(LOG_SHARE * np.dtype(np.int64).itemsize) if asking else 0)
        blocks = max(size // (block * each + OWN_BYTES), least_blocks(tiles, block, most))
        heads, owners, counts, taken = (np.empty(many, np.int64) for many in (tiles, blocks, blocks, 1))
        log = np.zeros(4 + max(2 * most, int(LOG_SHARE * blocks * block)) if asking else 0, np.int64)
        found = cls(np.array([bits]), np.empty(blocks * block, dtype), heads, owners, counts, taken, halted, log)
        found.clear()
        return found

    @classmethod
    def arrived(cls, bits: int, updates: NDArray[np.unsignedinteger[Any]]) -> Outbox:
        """One block, of updates for one tile that came from elsewhere, only to be read."""
        none = np.empty(0, np.int64)
        count = np.array([len(updates)])
        return cls(np.array([bits]), updates, none, none, count, none, np.zeros(1, np.bool_), none)

    def taken_out(self, blocks: Numbers) -> list[NDArray[np.unsignedinteger[Any]]]:
        """The updates of some blocks, which stay where they are."""
        block = len(self.blocks) // len(self.owners)
        return [self.blocks[number * block : number * block + self.counts[number]] for number in blocks.tolist()]

    def clear(self) -> None:
        """All updates were applied."""
        tiles, block = len(self.heads), len(self.blocks) // len(self.owners)
        self.heads[:] = np.arange(tiles) * block
        self.owners[:tiles] = np.arange(tiles)
        self.taken[0] = tiles
        self.log[:2] = 3 + self.log[2:3]

    def waiting(self) -> list[Parcel]:
        """What there is for each tile."""
        block = len(self.blocks) // len(self.owners)
        self.counts[self.heads // block] = self.heads % block
        used = np.flatnonzero(self.counts[: self.taken[0]])
        used = used[np.argsort(self.owners[used], kind="stable")]
        tiles, first = np.unique(self.owners[used], return_index=True)
        return [Parcel(int(tile), self, blocks) for tile, blocks in zip(tiles, np.split(used, first)[1:], strict=True)]


class Parcel(NamedTuple):
    """Updates of an outbox for one tile: some of its blocks."""

    tile: int
    outbox: Outbox
    blocks: Numbers

    def opened(self) -> tuple[Outbox, Numbers]:
        """The outbox and the blocks."""
        return self.outbox, self.blocks


class ForTile(Protocol):
    """Updates for one tile."""

    @property
    def tile(self) -> int: ...


Some = TypeVar("Some", bound=ForTile)


def visits(parcels: Iterable[Some]) -> list[tuple[int, list[Some]]]:
    """Parcels by their tiles, in order."""
    by_tile = defaultdict(list)
    for parcel in parcels:
        by_tile[parcel.tile].append(parcel)
    return sorted(by_tile.items())
