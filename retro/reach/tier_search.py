"""The search from the start tier by tier, for games that fall into tiers: memory has the distances of one tier.

No move raises the tier, so play goes from the highest tier down. Positions of a tier are entered from higher tiers
(`retro.reach.entered`) at distances that are known when the search comes to the tier. In the tier it is a breadth-first
search, level by level: a position that was entered sends its distance to its successors at the level of this distance,
unless moves inside the tier lead to it sooner. Distances of tiers that were searched are in the file of the run.

A distance takes one byte; from 254 plies on all distances take two, and then four.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules, Tier
from retro.indexing.tiers import tiers_of
from retro.reach import entered, tier_search_kernels
from retro.reach.entered import NO_NUMBER, Entered
from retro.solving import audit
from retro.solving.tier_errors import wrong_tier
from retro.storage.distances import Distances, converted, type_for, type_of, unreached
from retro.storage.growing import GrowingFrames
from retro.storage.seekable import Frame, framed
from retro.system.checkpointing import Arrays, Checkpoint, ResumableRun, all_results, in_order
from retro.system.progress import Progress
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, Sizes

ZSTD_LEVEL = 1


class SearchedTier(NamedTuple):
    """What kernels read and write of the tier that is searched.

    distances  by slot of the tier
    pending    by parity of the level and chunk, whether a distance of the level was given to one of its positions
    later      by chunk, the lowest distance that entered positions had when the chunk was read, NEVER without any
    first      the first slot of the tier
    unreached  instead of a distance
    """

    distances: Distances
    pending: NDArray[np.bool_]
    later: NDArray[np.int32]
    first: int
    unreached: int


class SearchedDistances:
    """Distances by slot of the game, in the frames of tiers that were searched, of ``size`` slots each."""

    def __init__(self, tiers: Sequence[Tier], frames: GrowingFrames, size: int) -> None:
        self._frames, self._size = frames, size
        by_slot = sorted(range(len(tiers)), key=lambda number: tiers[number].start)
        self._bounds = np.array([[tiers[number].start, tiers[number].stop] for number in by_slot], np.int64).T
        self._row_of, self.first = np.argsort(by_slot), np.full(len(tiers), NO_NUMBER, np.int64)
        """``first``: by tier, in order of slots, its first frame, or NO_NUMBER if no position of it was reached."""
        self.dtype = type_of(1)
        self._frame = lru_cache(2)(self._read)

    def __len__(self) -> int:
        return int(self._bounds[1, -1])

    def __getitem__(self, slots: slice) -> Distances:
        (start, stop, _), size = slots.indices(len(self)), self._size
        distances = np.full(stop - start, unreached(self.dtype), self.dtype)
        row = int(np.searchsorted(self._bounds[0], start, "right")) - 1
        while row < len(self.first) and self._bounds[0, row] < stop:
            first, last = self._bounds[:, row].tolist()
            begin, end = max(start, first), min(stop, last)
            if self.first[row] != NO_NUMBER:
                for number in range((begin - first) // size, -((first - end) // size)):
                    base = first + number * size
                    frame = self._frame(int(self.first[row]) + number)
                    piece = slice(max(begin - base, 0), min(end - base, size))
                    distances[base + piece.start - start : base + piece.stop - start] = frame[piece]
            row += 1
        return distances

    def add(self, number: int, distances: Distances, pool: ThreadPoolExecutor, threads: int) -> None:
        """Appends the distances of a tier."""
        self.first[self._row_of[number]] = len(self._frames)
        width = bytes([distances.itemsize])

        def compressed(piece: tuple[int, int]) -> Frame:
            return framed(distances[slice(*piece)].tobytes() + width, ZSTD_LEVEL)

        for _, frame in in_order(pool, 2 * threads, compressed, ranges(0, len(distances), self._size)):
            self._frames.append(frame)

    def _read(self, number: int) -> Distances:
        data = self._frames.frame(number)
        return converted(np.frombuffer(data[:-1], type_of(data[-1])), self.dtype)


class TierSearch(ResumableRun):
    """A search of which the ``tier`` highest tiers are done.

    level     the level that was expanded last in the tier in progress
    expanded  positions of this tier whose moves were made
    counts    positions by distance, as the game counts them
    width     bytes of a distance
    frames    number of frames in the file of the run
    """

    name = "search by tier"
    state = ("tier", "level", "expanded", "counts", "width", "frames")

    def __init__(
        self,
        rules: IndexedRules,
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        checkpoint: Checkpoint,
        memory: int,
        sizes: Sizes = PRODUCTION,
    ) -> None:
        """Distances in tiers to come take ``memory`` bytes."""
        self.rules, self.progress, self.checkpoint, self._sizes = rules, progress, checkpoint, sizes
        self._pool, self._threads, self._tiers = pool, threads, tiers_of(rules)[::-1]
        self.module = compiled_kernels(rules, tier_search_kernels)
        saved, arrays = checkpoint.resume(self.name) or ({}, {})
        self.tier, self.level, self.expanded = (saved.get(name, 0) for name in ("tier", "level", "expanded"))
        self.counts: list[int] = saved.get("counts", [])
        self._frames = GrowingFrames(checkpoint.growing_file(), saved.get("frames", 0))
        self._entered = Entered(rules.slots, type_of(saved.get("width", 1)), self._frames, memory, pool, threads, sizes)
        self.distances = SearchedDistances(self._tiers, self._frames, sizes.frame_slots)
        ends = np.array([(tier.start, tier.stop) for tier in self._tiers[::-1]], np.int64).T
        self._ends = np.minimum.accumulate(ends[0])[::-1].tolist(), np.maximum.accumulate(ends[1])[::-1].tolist()
        self._searched: SearchedTier | None = None
        if not saved:
            for home in set(rules.homes):
                self._entered.enter(home)
            return
        self._entered.last, self.distances.first = arrays["last"], arrays["first"]
        for tier in self._tiers[: self.tier + ("later" in arrays)]:
            self._entered.leave(tier)
        if "later" in arrays:
            flags = arrays["pending"], arrays["later"]
            self._searched = self._of_tier(arrays["distances"], *flags)

    @property
    def width(self) -> int:
        """Bytes of a distance."""
        return int(self._entered.dtype.itemsize)

    @property
    def frames(self) -> int:
        """The number of frames in the file of the run."""
        return len(self._frames)

    def arrays(self) -> Arrays:
        arrays: Arrays = {"last": self._entered.last, "first": self.distances.first}
        if self._searched is not None:
            distances, pending, later, _, _ = self._searched
            arrays = {**arrays, "distances": distances, "pending": pending, "later": later}
        return arrays

    def save(self) -> None:
        self._entered.write()
        self._frames.sync()
        super().save()

    def run(self) -> None:
        """Searches the tiers that are not done."""
        self.progress.phase("search", self.rules.slots, None)
        begun = self.expanded if self._searched is not None else 0
        self.progress.advance(sum(stop - start for _, start, stop in self._tiers[: self.tier]) + begun, 0)
        while self.tier < len(self._tiers):
            self._search_tier(self._tiers[self.tier])
            self.tier += 1
            if self.checkpoint.due():
                self.save()
        self._entered.discard()
        self.distances.dtype = type_for(len(self.counts) - 1)
        self._frames.sync()

    def _search_tier(self, tier: Tier) -> None:
        if self._searched is None:
            self.level, self.expanded, distances = 0, 0, self._entered.take(tier)
            if distances is None:
                self.progress.advance(tier.stop - tier.start, 0)
                return
            chunks = -(-len(distances) >> self.module.CHUNK_BITS)
            pending, later = np.zeros((2, chunks), np.bool_), np.zeros(chunks, np.int32)
            self._searched = self._of_tier(distances, pending, later)
            self.module.read_later(self._searched)
        while (level := self._next_level()) < self.module.NEVER:
            self.level = level
            self._expand()
            if self.checkpoint.due():
                self.save()
        distances, self._searched = self._searched.distances, None
        reached = np.count_nonzero(distances != unreached(distances.dtype))
        audit.agree(self.expanded, int(reached), f"tier {tier.number}", "positions were expanded", "reached")
        self.distances.add(self.tier, distances, self._pool, self._threads)
        self.progress.advance(len(distances) - self.expanded, 0)

    def _next_level(self) -> int:
        """Returns the lowest level of which a position is to be expanded, NEVER if there is none."""
        assert self._searched is not None
        _, pending, later, _, _ = self._searched
        pending_levels = [level for level in (self.level, self.level + 1) if pending[level & 1].any()]
        lowest: int = min([int(later.min()), *pending_levels])
        return lowest

    def _expand(self) -> None:
        """Expands all positions of the level."""
        if self.level + 1 >= unreached(self._entered.dtype):
            self._widen()
        assert self._searched is not None
        _, pending, later, _, _ = self._searched
        due = np.flatnonzero(pending[self.level & 1] | (later == self.level))
        at_once, dropped, growing = len(due), False, False
        while len(due):
            counters = self._expanded(due[:at_once])
            self._count(counters)
            before, dropped = dropped, bool(counters[self.module.MISSING]) and self._entered.provide(growing)
            if dropped and before:  # the pages of these chunks do not fit into memory
                at_once = max(1, at_once // 2)
            growing = dropped and at_once == 1
            due = due[pending[self.level & 1, due] | (later[due] == self.level)]

    def _expanded(self, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns the counters of the kernel for these chunks."""
        waiting = self._entered.view(*(ends[self.tier + 1] if self.tier + 1 < len(ends) else 0 for ends in self._ends))

        def one(chunks: NDArray[np.int64]) -> NDArray[np.int64]:
            counters = np.zeros(self.module.COUNTERS, np.int64)
            self.module.expand(chunks, self.level, self._searched, waiting, counters)
            return counters

        if len(chunks) <= self._sizes.few_chunks:
            return one(chunks)
        pieces = [chunks[slice(*piece)] for piece in ranges(0, len(chunks), self._sizes.chunks_at_once)]
        results = list(all_results(self._pool, one, pieces))
        counted: NDArray[np.int64] = np.sum(results, axis=0)
        counted[self.module.WRONG] = max(each[self.module.WRONG] for each in results)
        return counted

    def _count(self, counters: NDArray[np.int64]) -> None:
        module = self.module
        if counters[module.WRONG]:
            raise wrong_tier(self.rules, self._tiers[self.tier].number, self.rules.unrank(counters[module.WRONG] - 1))
        self.counts += [0] * (self.level + 1 - len(self.counts))
        self.counts[self.level] += int(counters[module.COUNTED])
        self.expanded += int(counters[module.EXPANDED])
        self.progress.advance(int(counters[module.EXPANDED]), 0)

    def _widen(self) -> None:
        """Goes on with distances of twice as many bytes."""
        assert self._searched is not None
        dtype = type_of(2 * self.width)
        distances, pending, later, _, _ = self._searched
        self._entered.widen(dtype)
        self._searched = self._of_tier(converted(distances, dtype), pending, later)

    def _of_tier(self, distances: Distances, pending: NDArray[np.bool_], later: NDArray[np.int32]) -> SearchedTier:
        first = self._tiers[self.tier].start
        return SearchedTier(distances, pending, later, first, unreached(distances.dtype))


def goes_by_tier(rules: IndexedRules) -> bool:
    """Whether a game can be searched tier by tier: it has several, and no states besides positions."""
    return not rules.repetition and len(tiers_of(rules)) > 1


def tier_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of memory for the distances of the largest tier, while they widen, and for tables of pages."""
    largest = max(stop - start for _, start, stop in tiers_of(rules))
    return 3 * largest + entered.memory_bytes(rules.slots)
