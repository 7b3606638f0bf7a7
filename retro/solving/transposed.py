"""Transposed edges: how the queue backend finds the predecessors of a position in a game without ``unmoves``.

Each edge is found once, from the position that it leaves, and written where the position that it leads to lies:

1.  **Edges.** Threads make the moves of neighbouring positions and sort the edges by the page of their target, which
    is a key where positions are enumerated. When the memory of a round is full, the edges of each page are sorted; a
    target's slot follows from merging them with the keys of the page, so that no key is looked up by itself. They are
    stored as a run (`retro.solving.runs_kernels`), in 2.7 bytes each.
2.  **Predecessor lists.** The runs of a page are decoded into its predecessor lists (`retro.solving.lists_kernels`),
    which take 1 to 4 bytes an edge, because the sources of a list are often near to each other.

Runs and lists are in memory, or in files of a directory (`retro.system.page_files`). The lists do not depend on the
number of threads, nor on the memory of a round.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from operator import add
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import kernels_of
from retro.game.rules import IndexedRules
from retro.indexing.image_tables import fastest_canonical
from retro.solving import lists_kernels, transposed_kernels
from retro.solving.below import Below, only_tier
from retro.solving.edge_memory import (
    EDGE_BYTES,
    RUN_EDGES,
    page_bits,
    round_bytes,
    round_limit,
)
from retro.solving.edges import LISTS, NO_EDGES, Edges
from retro.solving.sample import sampled
from retro.solving.tier_errors import missing_target
from retro.solving.tiles import IN_MEMORY, Tiles
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, in_order
from retro.system.errors import GameError
from retro.system.page_files import PageStorage
from retro.system.progress import Progress
from retro.system.ranges import aligned_ranges, ranges
from retro.system.sizes import PRODUCTION, Sizes

Entries = NDArray[np.unsignedinteger[Any]]
"""Edges without their targets (`retro.solving.lists_kernels`)."""
WORD_BITS = 64
MISSING = np.iinfo(np.uint32).max
"""Stands for the slot of a key that is not in the index."""


class _Found(NamedTuple):
    """Edges of a task, sorted by the page of their target; by page, ``ends`` is the index after its last edge."""

    targets: NDArray[np.int64]
    entries: Entries
    ends: NDArray[np.int64]

    def of_page(self, page: int) -> tuple[int, int]:
        """Returns the range of edges to a page."""
        return int(self.ends[page - 1]) if page else 0, int(self.ends[page])


class _Buffers(threading.local):
    """Arrays for the edges of a task, which each thread allocates once: unsorted, their pages, and sorted."""

    def __init__(self, size: int, entry_type: type[np.unsignedinteger[Any]]) -> None:
        kinds = np.int64, entry_type, np.uint32, np.int64, entry_type
        self.arrays: tuple[NDArray[Any], ...] = tuple(np.empty(size, kind) for kind in kinds)


def kernels(rules: IndexedRules, lookahead: bool, tiered: bool) -> ModuleType:
    """Returns the compiled kernels of a game, of which tiers are transposed one by one if it is ``tiered``."""
    functions = {"canonical": fastest_canonical(rules)}
    constants = {"LOOKAHEAD": lookahead, "TIERED": tiered}
    return kernels_of(rules, transposed_kernels, constants, functions)


class Transposing:
    """Transposing the edges inside a tier, or of a shard, whose storage sends runs to the owners of pages.

    Slots are numbers of records of the tier, from 0 on.

    memory     bytes for the edges of a round
    bits       binary logarithm of the slots of a page
    unordered  whether the runs of a page may come in another order than that of their sources; lists are then sorted
    """

    def __init__(
        self,
        rules: IndexedRules,
        module: ModuleType,
        pool: ThreadPoolExecutor,
        threads: int,
        storage: PageStorage,
        memory: int,
        bits: int,
        below: Below,
        unordered: bool = False,
        sizes: Sizes = PRODUCTION,
    ) -> None:
        self.module, self.rules, self.pool, self.ahead, self.storage = module, rules, pool, 2 * threads, storage
        self.bits, self.unordered = bits, unordered
        self.below, self.slots = below, below.slots
        self.pages = aligned_ranges(0, self.slots, 1 << self.bits)
        wide = self.slots << module.AGAIN_BITS >= 1 << 32
        self.entry_type: type[np.unsignedinteger[Any]] = np.uint64 if wide else np.uint32
        self.round_edges = max(1, memory // EDGE_BYTES)
        first_word = rules.index.word_at if rules.enumerated else partial(add, -below.first)
        self.bases = np.array([first_word(below.first + start) for start, _ in self.pages], np.int64)
        self.tops = np.ascontiguousarray(self.bases[:: transposed_kernels.PAGES_AT_ONCE])
        self.n_runs = [0] * len(self.pages)
        self.move_counts = np.zeros(self.slots, np.uint8)
        self.task_slots = max(1, sizes.task_moves // rules.max_moves)
        self.buffers = _Buffers(self.task_slots * rules.max_moves, self.entry_type)

    def find_edges(self, slots: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Finds the edges that leave ranges of slots, and stores them as runs.

        Yields the number of slots and of edges of each task; all runs are stored after the last one.
        """
        found, waiting = list[_Found](), 0
        every = (task for start, stop in slots for task in ranges(start, stop, self.task_slots))
        tasks = list(every) if self.slots <= self.task_slots else every
        for (start, stop), edges in in_order(self.pool, self.ahead, self.find, tasks):
            found.append(edges)
            waiting += len(edges.targets)
            if waiting >= self.round_edges:
                self.write_runs(found)
                waiting = 0
            yield stop - start, len(edges.targets)
        self.write_runs(found)

    def write_lists(self, pages: Iterable[int], n_runs: Sequence[int]) -> Iterator[tuple[int, Edges]]:
        """Replaces the runs of pages by their lists. ``n_runs`` has the number of runs of each page.

        Yields the number of slots of each task, and the edges that are listed so far.
        """
        edges = Edges(self.storage, self.bits, self.slots, 0, 0, 0, self.move_counts)
        write = partial(self.write_lists_of, n_runs)
        for page, (count, longest, total) in in_order(self.pool, self.ahead, write, pages):
            start, stop = self.pages[page]
            longest = max(longest, edges.longest)
            edges = replace(edges, count=edges.count + count, longest=longest, total=edges.total + total)
            yield stop - start, edges

    def find(self, task: tuple[int, int]) -> _Found:
        """Returns the edges that leave a range of slots."""
        buffers = self.buffers.arrays
        ends, below = np.empty(len(self.pages), np.int64), self.below
        arguments = below.first, below.number, self.bits, self.tops, self.bases
        count = self.module.find_edges(*task, *arguments, *buffers, ends, self.move_counts)
        if count < 0:
            raise self.missing_target(range(*task))
        *_, targets, entries = buffers
        return _Found(targets[:count].copy(), entries[:count].copy(), ends)

    def write_runs(self, found: list[_Found]) -> None:
        """Stores the edges of a round as runs, page by page, and clears ``found``."""
        tasks, write = range(len(self.pages) if found else 0), partial(self.write_page, found)
        for page, runs in in_order(self.pool, len(tasks), write, tasks):
            self.n_runs[page] += runs
        found.clear()

    def write_page(self, found: list[_Found], page: int) -> int:
        """Stores the edges of a round to one page. Returns the number of runs."""
        parts = [(each, slice(*each.of_page(page))) for each in found]
        targets = np.concatenate([each.targets[part] for each, part in parts])
        entries = np.concatenate([each.entries[part] for each, part in parts])
        runs = ranges(0, len(targets), RUN_EDGES)
        for number, (first, last) in enumerate(runs, self.n_runs[page]):
            self.write_run(targets[first:last], entries[first:last], page, number)
        return len(runs)

    def write_run(self, targets: NDArray[np.int64], entries: Entries, page: int, number: int) -> None:
        """Stores edges to one page as a run."""
        order = self.order(targets)
        targets, entries, (start, stop) = targets[order], entries[order], self.pages[page]
        slots = self.joined(page, targets, entries) if self.rules.enumerated else targets - start
        first_entry = int(entries.min())
        entry_bits = int(entries.max() - first_entry).bit_length()
        low = max(0, ((stop - start) // len(slots)).bit_length() - 1)
        bits = len(slots) * (1 + low + entry_bits) + ((stop - start) >> low)
        run = np.zeros(self.module.HEAD + 4 + (bits >> 6), np.uint64)
        used = self.module.encode_run(slots, entries, first_entry, entry_bits, low, run)
        self.storage.put((page, str(number)), run[:used].view(np.uint8).data)

    def order(self, targets: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns the order of edges to one page by their targets; those to the same one stay in order.

        The distance of a target from the first one, and the number of its edge, are sorted as one word if it has enough
        bits.
        """
        first, bits = targets.min(), max(1, (len(targets) - 1).bit_length())
        if int(targets.max() - first).bit_length() + bits > WORD_BITS:
            return np.argsort(targets, kind="stable")
        words = (targets - first).view(np.uint64) << np.uint64(bits)
        words |= np.arange(len(words), dtype=np.uint64)
        spare = np.empty_like(words)
        words = spare if self.module.sort(words, spare, bits) else words
        words &= np.uint64((1 << bits) - 1)
        order: NDArray[np.int64] = words.view(np.int64)
        return order

    def joined(self, page: int, targets: NDArray[np.int64], entries: Entries) -> NDArray[np.uint32]:
        """Returns the slots, within the page, of the keys in sorted ``targets``."""
        start, stop = self.pages[page]
        slots, count = np.full(len(targets), MISSING, np.uint32), 0
        for first, last in ranges(start, stop, 1 << 16):
            keys = self.rules.index[self.below.first + first : self.below.first + last]
            count += self.module.join(targets, keys, first - start, slots)
        if count < len(targets):
            raise self.missing_target(np.unique(entries[slots == MISSING] >> self.module.AGAIN_BITS).tolist())
        return slots

    def write_lists_of(self, n_runs: Sequence[int], page: int) -> tuple[int, int, int]:
        """Replaces the runs of a page by its lists. Returns `Edges.count`, `Edges.longest` and `Edges.total` of it."""
        start, stop = self.pages[page]
        runs = [np.frombuffer(self.storage.get((page, str(number))), np.uint64) for number in range(n_runs[page])]
        counts, none = np.zeros(stop - start, np.int64), np.empty(0, self.entry_type)
        for run in runs:
            self.module.decode_run(run, counts, none)
        ends = np.cumsum(counts)
        heads, entries = ends - counts, np.empty(ends[-1], self.entry_type)
        for number in range(len(runs)):
            self.module.decode_run(runs[number], heads, entries)
            runs[number] = NO_RUN
            self.storage.remove((page, str(number)))
        if self.unordered:
            entries = entries[
                np.lexsort((entries >> self.module.AGAIN_BITS, np.repeat(np.arange(len(counts)), counts)))
            ]
        del heads, counts
        starts, figures = np.empty((stop - start - 1 >> lists_kernels.GROUP_BITS) + 2, np.int64), np.zeros(2, np.int64)
        piece = np.empty(
            starts.nbytes + 5 * (len(ends) + 2 * len(entries)), np.uint8
        )  # what is never written takes no memory
        used = self.module.encode_lists(ends, entries, starts, piece[starts.nbytes :], figures)
        piece[: starts.nbytes] = starts.view(np.uint8)
        self.storage.put((page, LISTS), piece[: starts.nbytes + used].data)
        return len(entries), int(figures[0]), int(figures[1])

    def missing_target(self, numbers: Iterable[int]) -> GameError:
        """Returns the error that names a move of one of these records to a position that is not in the index."""
        return missing_target(self.rules, (self.below.first + number for number in numbers))


NO_RUN = np.empty(0, np.uint64)


def transpose(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    lookahead: bool,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    below: Below | None = None,
    module: ModuleType | None = None,
    bits: int | None = None,
) -> Edges:
    """Returns all edges inside a tier, by default all edges of a game; ``module`` has the `kernels` if they are loaded.

    With ``lookahead``, edges to positions that their mover wins at once are omitted: a solver need not walk them. Runs
    and lists lie where the records of ``tiles`` do. Raises GameError if a move leads to a position that the index does
    not have.
    """
    below = below or only_tier(rules.slots)
    slots, bits = below.slots, bits or page_bits(below.slots, tiles.sizes)
    module = module or kernels(rules, lookahead, slots < rules.slots)
    memory = round_bytes(rules, sampled(rules).edges * slots // rules.slots, round_limit(tiles), tiles.sizes)
    with ThreadPoolExecutor(threads) as pool:
        work = Transposing(rules, module, pool, threads, tiles.pieces(), memory, bits, below, sizes=tiles.sizes)
        progress.phase("edges", slots, None)
        for done, _ in work.find_edges([(0, slots)]):
            progress.advance(done, 0)
            checkpoint.raise_if_interrupted()
        progress.phase("predecessor lists", slots, None)
        edges = NO_EDGES
        for done, listed in work.write_lists(range(len(work.pages)), work.n_runs):
            edges = listed
            progress.advance(done, 0)
            checkpoint.raise_if_interrupted()
    return edges
