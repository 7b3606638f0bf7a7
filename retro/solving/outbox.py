"""Outboxes: updates wait in blocks, sorted by tile, until they are applied.

A tile is 2**bits neighbouring slots. Every thread that expands states has an outbox, and all of them take blocks from
one supply. When it runs short, and at the end of a level, all blocks are applied, those of a tile by one thread: no
other thread writes to the records of the tile, which stay in the processor's caches meanwhile. An update takes four
bytes where the slot within a tile, the code and the outcome have at most 32 bits together, as in Ostle, and eight bytes
where they have more.

A request for the value of a position waits like an update. The answer replaces the request, and a log says where the
answers for each position are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import Rules

Numbers = NDArray[np.int64]
BLOCK_BYTES = 56
"""Bytes that a block takes besides its updates: its tile, how many there are, and where it comes in two orders."""
LOG_SHARE = 1.25
"""Entries of a log for a request: the position that the request is for has an entry, too."""


def payload_bits(rules: Rules) -> int:
    """Returns the bits of the payload of an update: a code, and whether the position the move leads to is won."""
    return max(1, (rules.codes - 1).bit_length()) + 1


def update_type(bits: int, payload: int) -> np.dtype[np.unsignedinteger[Any]]:
    """Returns the type of an update, where a tile has 2**``bits`` slots and the payload has ``payload`` bits."""
    return np.dtype(np.uint32 if bits + payload <= 32 else np.uint64)


def update_bytes(bits: tuple[int, int], requests: bool) -> int:
    """Returns the bytes that an update takes in an outbox, with its share of the log if updates are ``requests``."""
    return update_type(*bits).itemsize + (int(LOG_SHARE * np.dtype(np.int64).itemsize) if requests else 0)


def reserved_blocks(tiles: int, block: int, updates: int) -> int:
    """Returns how many blocks of ``block`` updates that many ``updates`` begin, whatever their tiles are."""
    return min(updates, tiles) + updates // block + 1


def open_bytes(kernels: ModuleType, slots: int, bits: int, threads: int) -> int:
    """Returns the bytes of the blocks that all threads fill at the same time: one for each tile.

    ``kernels`` are those that send updates to ``slots`` slots, in tiles of 2**``bits``.
    """
    each = update_bytes((bits, kernels.PAYLOAD_BITS), kernels.REQUESTS)
    block: int = kernels.BLOCK_UPDATES
    return threads * -(-slots >> bits) * (block * each + BLOCK_BYTES)


class Outbox(NamedTuple):
    """Updates of one thread, for kernels (`retro.solving.outbox_kernels`).

    All fields but ``heads`` and ``log`` are those of all outboxes of a shard, which take blocks from one supply.

    bits    two numbers: the binary logarithm of the slots of a tile, and how many outboxes there are
    blocks  updates, block after block
    heads   by tile, the index of its next update in ``blocks``
    owners  by block, its tile
    counts  by block that is full, the number of its updates
    order   the numbers of all blocks: those in use, then those that are free
    taken   one number: how many blocks are in use
    halted  one flag: kernels have to return soon
    log     the requests of each position in order, and the indices of their answers; empty if there are no requests.
            Three words come first: where the log begins, where it ends, and how many earlier entries are before it
    """

    bits: Numbers
    blocks: NDArray[np.unsignedinteger[Any]]
    heads: Numbers
    owners: Numbers
    counts: Numbers
    order: Numbers
    taken: Numbers
    halted: NDArray[np.bool_]
    log: Numbers

    @classmethod
    def arrived(cls, bits: int, updates: NDArray[np.unsignedinteger[Any]]) -> Outbox:
        """Returns an outbox that is only read: one block of updates for one tile, which were copied or received."""
        none = np.empty(0, np.int64)
        count = np.array([len(updates)])
        return cls(np.array([bits, 1]), updates, none, none, count, none, none, np.zeros(1, np.bool_), none)

    def updates(self, blocks: Numbers) -> list[NDArray[np.unsignedinteger[Any]]]:
        """Returns the updates of some blocks, as views."""
        block = len(self.blocks) // len(self.owners)
        return [self.blocks[number * block : number * block + self.counts[number]] for number in blocks.tolist()]


def outboxes(
    threads: int,
    slots: int,
    bits: tuple[int, int],
    block: int,
    size: int,
    max_updates: int,
    halted: NDArray[np.bool_],
    requests: bool = False,
) -> list[Outbox]:
    """Returns an outbox for each thread, for updates of so many ``slots``.

    Updates wait in ``size`` bytes, but not in less than `open_bytes`. Besides there is space for a batch of
    ``max_updates`` updates of every thread: so what waits does not depend on the number of threads. Memory is used when
    blocks are, so that space takes none, for batches are far smaller than the largest possible one. ``bits`` are the
    binary logarithm of the slots of a tile, and the bits of a payload; ``requests`` says that the updates are requests.
    """
    tiles, dtype, each = -(-slots >> bits[0]), update_type(*bits), update_bytes(bits, requests)
    blocks = max(size // (block * each + BLOCK_BYTES), threads * tiles)
    blocks += threads * reserved_blocks(tiles, block, max_updates)
    owners, counts, order, taken = (np.empty(length, np.int64) for length in (blocks, blocks, blocks, 1))
    shared = owners, counts, order, taken, halted
    waiting, log = np.empty(blocks * block, dtype), 0
    if requests:
        log = 4 + max(2 * max_updates, int(LOG_SHARE * blocks * block) // threads)
    made = list[Outbox]()
    for number in range(threads):
        heads = np.arange(number * tiles, (number + 1) * tiles) * block
        made.append(Outbox(np.array([bits[0], threads]), waiting, heads, *shared, np.zeros(log, np.int64)))
    taken[0], order[:] = threads * tiles, np.arange(blocks)
    owners[: threads * tiles] = np.tile(np.arange(tiles), threads)
    clear(made, range(tiles))
    return made


def clear(made: Sequence[Outbox], tiles: range) -> None:
    """Discards the updates for some tiles in the outboxes of a shard, because they were applied."""
    if not made:
        return
    first = made[0]
    block, used = len(first.blocks) // len(first.owners), first.order[: first.taken[0]].copy()
    free = np.ones(len(first.owners), np.bool_)
    for outbox in made:
        blocks = outbox.heads // block
        free[blocks] = False
        outbox.heads[tiles.start : tiles.stop] = blocks[tiles.start : tiles.stop] * block
        outbox.log[:2] = 3 + outbox.log[2:3]
    free = free[used] & (first.owners[used] >= tiles.start) & (first.owners[used] < tiles.stop)
    first.order[: len(used)] = np.concatenate([used[~free], used[free]])
    first.taken[0] -= np.count_nonzero(free)


def waiting(made: Sequence[Outbox]) -> list[Parcel]:
    """Returns the updates in the outboxes of a shard, a parcel for each tile."""
    if not made:
        return []
    first = made[0]
    block = len(first.blocks) // len(first.owners)
    for outbox in made:
        first.counts[outbox.heads // block] = outbox.heads % block
    used = first.order[: first.taken[0]]
    used = used[first.counts[used] > 0]
    if not len(used):
        return []
    used = used[np.argsort(first.owners[used], kind="stable")]
    tiles, begins = np.unique(first.owners[used], return_index=True)
    sizes = np.add.reduceat(first.counts[used], begins)
    ends = [*begins[1:].tolist(), len(used)]
    each = zip(tiles.tolist(), begins.tolist(), ends, sizes.tolist(), strict=True)
    return [Parcel(tile, first, used[begin:end], size) for tile, begin, end, size in each]


class Parcel(NamedTuple):
    """Updates for one tile: the numbers of their blocks in an outbox, and how many there are."""

    tile: int
    outbox: Outbox
    blocks: Numbers
    size: int


def by_tile(parcels: Iterable[Parcel]) -> list[tuple[int, list[Parcel]]]:
    """Returns the tiles in order, each with its parcels."""
    tiles = defaultdict(list)
    for parcel in parcels:
        tiles[parcel.tile].append(parcel)
    return sorted(tiles.items())
