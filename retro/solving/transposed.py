"""Transposed edges: how the queue backend finds the predecessors of a position in a game without ``unmoves``.

Each edge is found once, from the position that it leaves, and written where the position that it leads to lies:

1.  **Edges.** Threads make the moves of neighbouring positions and sort the edges by the page of their target, which
    is a key where positions are enumerated. When the memory of a round is full, the edges of each page are sorted; a
    target's slot follows from merging them with the keys of the page, so that no key is looked up by itself. They are
    stored as a run (`retro.solving.runs_kernels`), in 2.7 bytes each where there is no repetition rule.
2.  **Predecessor lists.** The runs of a page are decoded into its predecessor lists (`retro.solving.lists_kernels`),
    which take 1 to 4 bytes an edge, because the sources of a list are often near to each other.

Runs and lists are in memory, or in files of a directory (`retro.system.page_files`). The lists do not depend on the
number of threads, nor on the memory of a round.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import ONGOING
from retro.game.rules import IndexedRules, Rules
from retro.indexing.enumerated import EdgeSample, find_all_of
from retro.indexing.image_tables import fastest_canonical
from retro.solving import lists_kernels, transposed_kernels
from retro.solving.sample import sampled
from retro.solving.stores import PAGE_BITS, tile_bits
from retro.solving.tiles import PLAIN, Tiles
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, in_order
from retro.system.errors import GameError
from retro.system.page_files import FileStorage, MemoryStorage, PageStorage
from retro.system.progress import Progress
from retro.system.ranges import aligned_ranges, ranges

TASK_MOVES = 1 << 16
"""The most edges of a task: its arrays fit into a processor's cache."""
MIN_ROUND_BYTES, MAX_ROUND_BYTES, ROUND_SHARE = 16 << 20, 512 << 20, 1 / 6
"""Memory for the edges of a round: ROUND_SHARE of that of all runs, between these bounds. Each round unpacks the keys
of all pages, so rounds should be few."""
EDGE_BYTES = 12
"""Bytes of an edge in a round: target and source."""
PAYLOAD_BYTES = 4
"""Bytes of an edge for its codes, with a repetition rule, in a round and in a list."""
LIST_BYTES = 2.5
"""Assumed bytes of an edge in a list, besides its codes: 1.5 to 4 in the games of `benchmarks/simple_games.py`."""
MIN_SAMPLE = 1000
"""Fewer sampled edges do not predict the bytes of lists."""
RUN_BYTES = 2.8
"""Assumed bytes of an edge in a run, besides its codes."""
RUN_EDGES = 1 << 20
"""The most edges of a run; each thread sorts one at a time."""
SORTING_BYTES = 28
"""Bytes of each edge that is being sorted, besides EDGE_BYTES."""
LISTS = "lists"
"""Name of the piece of a page that has its lists; runs have numbers as names."""
WORD_BITS = 64
MIN_NUMBER_BITS = 14
"""A key is sorted together with the number of its edge, in one word. If the number has fewer bits than these, runs
would be too short, so keys are replaced by their slots first."""
MISSING = np.iinfo(np.uint32).max
"""Stands for the slot of a key that is not in the index."""
HEAD_WORDS = 4
"""Words before a page's lists: first slot, bytes of the first source of a list, and what `encode_lists` counts."""


class Lists(NamedTuple):
    """Predecessor lists of neighbouring slots, for kernels (`retro.solving.lists_kernels`).

    first    the first slot
    width    bytes of the first source of a list
    longest  a bound of the number of edges of one list
    starts   by group of slots, the index of its first list in ``data``
    data     the lists
    """

    first: int
    width: int
    longest: int
    starts: NDArray[np.int64]
    data: NDArray[np.uint8]


NO_LISTS = Lists(0, 1, 0, np.zeros(1, np.int64), np.zeros(0, np.uint8))
"""For a game that defines ``unmoves``."""


NO_COUNTS = np.empty(0, np.uint8)


@dataclass(frozen=True)
class Edges:
    """The predecessor lists of a game, page by page.

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
        """Returns the lists of the page of a slot."""
        return _opened(self.storage.get((slot >> self.page_bits, LISTS)), self.page_bits, self.slots)

    def sources(self, rules: IndexedRules, slot: int) -> list[int]:
        """Returns the slots from which edges lead to a slot, each once."""
        module = compiled_kernels(rules, lists_kernels)
        edges = np.empty((self.longest, 3), np.int64)
        return np.unique(edges[: module.edges_of(self.lists(slot), slot, edges), 0]).tolist()  # type: ignore[no-any-return]

    @cached_property
    def whole(self) -> Lists:
        """The lists of all pages in one piece of memory, and removed from the storage.

        A shard has the lists of its own pages only. For slots of other pages ``starts`` has entries, but no lists.
        """
        if not self.slots:
            return NO_LISTS
        pages = [page for page in range(-(-self.slots >> self.page_bits)) if (page, LISTS) in self.storage]
        opened = [self.lists(page << self.page_bits) for page in pages]
        starts = np.zeros((self.slots - 1 >> lists_kernels.GROUP_BITS) + 2, np.int64)
        data = np.empty(sum(len(lists.data) for lists in opened), np.uint8)
        at, width = 0, opened[0].width if opened else 1
        for page in pages:
            first, _, _, page_starts, page_data = opened.pop(0)
            group = first >> lists_kernels.GROUP_BITS
            starts[group : group + len(page_starts)] = page_starts + at
            data[at : at + len(page_data)] = page_data
            at += len(page_data)
            del page_starts, page_data
            self.storage.remove((page, LISTS))
        return Lists(0, width, self.longest, starts, data)


def _opened(piece: Any, page_bits: int, slots: int) -> Lists:
    head = np.frombuffer(piece, np.int64, HEAD_WORDS)
    first, width, longest, _ = head.tolist()
    groups = -(-min(1 << page_bits, slots - first) >> lists_kernels.GROUP_BITS)
    starts = np.frombuffer(piece, np.int64, groups + 1, head.nbytes)
    return Lists(first, width, longest, starts, np.frombuffer(piece, np.uint8, -1, head.nbytes + starts.nbytes))


NO_EDGES = Edges(MemoryStorage(), PAGE_BITS, 0, 0, 0, 0)
"""For a game that defines ``unmoves``."""


def edge_bytes(rules: Rules) -> float:
    """Returns the estimated bytes of an edge in a predecessor list; every slot takes about one more."""
    return LIST_BYTES + (PAYLOAD_BYTES if rules.repetition else 0)


def lists_bytes(rules: IndexedRules, edges: int | None = None) -> int:
    """Returns the estimated bytes of the predecessor lists if they have ``edges``, by default all edges of the game."""
    every = sampled(rules).edges
    size = _sampled_list_bytes(rules) or every * edge_bytes(rules)
    return int(size if edges is None else size * edges / max(1, every)) + rules.slots


def _sampled_list_bytes(rules: IndexedRules) -> float:
    """Returns the bytes of all lists without their lengths, estimated from the lists of sampled positions.

    Returns 0 if the sample has fewer than MIN_SAMPLE edges.
    """
    sample: EdgeSample | None = getattr(rules.index, "sample", None) if rules.enumerated else None
    if sample is None or len(sample.sources) < MIN_SAMPLE:
        return 0
    steps, first = np.diff(sample.sources, prepend=0), np.diff(sample.targets, prepend=-1) != 0
    varints = 1 + sum((steps >> shift > 0).astype(np.int64) for shift in range(7, WORD_BITS, 7))
    size = int(np.where(first, _source_bytes(rules), varints).sum())
    return sample.share * (size + len(steps) * (PAYLOAD_BYTES if rules.repetition else 0))


def _source_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of the first source of a list."""
    return max(1, -(-(rules.slots - 1).bit_length() // 8))


def round_limit(tiles: Tiles) -> int:
    """Returns the most bytes for the edges of a round. The budget of packed records is free, as there are none yet."""
    return MAX_ROUND_BYTES if tiles.kind == PLAIN else tiles.budget


def round_bytes(rules: IndexedRules, edges: int, limit: int) -> int:
    """Returns the bytes for the edges of a round, at most ``limit`` unless that is too few for any round."""
    share = int(ROUND_SHARE * edges * run_bytes(rules))
    return max(MIN_ROUND_BYTES, min(share, MAX_ROUND_BYTES, limit))


def run_bytes(rules: Rules) -> float:
    """Returns the estimated bytes of an edge in a run."""
    return RUN_BYTES + (PAYLOAD_BYTES if rules.repetition else 0)


def peak_bytes(rules: IndexedRules, edges: int, threads: int, limit: int, in_files: bool) -> int:
    """Returns the estimated bytes of memory while edges are transposed, with rounds of at most ``limit`` bytes."""
    runs = 0 if in_files else int(edges * run_bytes(rules))
    sorting = threads * (RUN_EDGES * SORTING_BYTES + TASK_MOVES * 4 * EDGE_BYTES)
    return round_bytes(rules, edges, limit) + sorting + runs + rules.slots


def scratch_bytes(rules: IndexedRules, edges: int) -> int:
    """Returns the estimated bytes of disk for runs and lists in files."""
    return int(edges * run_bytes(rules)) + lists_bytes(rules, edges) // 4


def page_bits(rules: IndexedRules) -> int:
    """Returns the binary logarithm of the slots of a page: that of a store's pages."""
    return min(PAGE_BITS, tile_bits(rules))


class _Found(NamedTuple):
    """Edges of a task, sorted by the page of their target; by page, ``ends`` is the index after its last edge."""

    targets: NDArray[np.int64]
    sources: NDArray[np.unsignedinteger[Any]]
    payloads: NDArray[np.uint32]
    ends: NDArray[np.int64]

    def of_page(self, page: int) -> tuple[int, int]:
        """Returns the range of edges to a page."""
        return int(self.ends[page - 1]) if page else 0, int(self.ends[page])


class _Buffers(threading.local):
    """Arrays for the edges of a task, which each thread allocates once: unsorted, their pages, and sorted."""

    def __init__(self, size: int, source_type: type[np.unsignedinteger[Any]], with_payload: bool) -> None:
        edges = np.empty(size, np.int64), np.empty(size, source_type), np.empty(size if with_payload else 0, np.uint32)
        self.arrays = *edges, np.empty(size, np.uint32), *(np.empty_like(each) for each in edges)

    def of_thread(self) -> tuple[NDArray[Any], ...]:
        """Returns the arrays of this thread."""
        return self.arrays


class Transposing:
    """Transposing the edges of a game, or those of a shard, whose storage sends runs to the owners of pages.

    memory     bytes for the edges of a round
    bits       binary logarithm of the slots of a page
    unordered  whether the runs of a page may come in another order than that of their sources; lists are then sorted
    """

    def __init__(
        self,
        rules: IndexedRules,
        lookahead: bool,
        pool: ThreadPoolExecutor,
        threads: int,
        storage: PageStorage,
        memory: int,
        bits: int,
        unordered: bool = False,
    ) -> None:
        functions: dict[str, Callable[..., Any]] = {
            "canonical": fastest_canonical(rules),
            "find_all": find_all_of(rules),
        }
        self.module = compiled_kernels(rules, transposed_kernels, {"LOOKAHEAD": lookahead}, functions)
        self.rules, self.pool, self.ahead, self.storage = rules, pool, 2 * threads, storage
        self.bits, self.unordered = bits, unordered
        self.pages = aligned_ranges(0, rules.slots, 1 << self.bits)
        self.source_type: type[np.unsignedinteger[Any]] = np.uint64 if rules.slots >= 1 << 32 else np.uint32
        self.payload_bytes = PAYLOAD_BYTES if rules.repetition else 0
        self.round_edges = max(1, memory // (EDGE_BYTES + self.payload_bytes))
        self.bases = np.array([start for start, _ in self.pages], np.int64)
        if rules.enumerated:
            self.bases = np.array([rules.index.key_at(start) for start, _ in self.pages], np.int64)
        self.spans = [stop - start - 1 for start, stop in self.pages]
        if rules.enumerated:
            self.spans = [rules.index.key_at(stop - 1) - rules.index.key_at(start) for start, stop in self.pages]
        self.tops = np.ascontiguousarray(self.bases[:: transposed_kernels.PAGES_AT_ONCE])
        self.n_runs = [0] * len(self.pages)
        self.move_counts = np.zeros(rules.slots, np.uint8)
        self.task_slots = max(1, TASK_MOVES // rules.max_moves)
        self.buffers = _Buffers(self.task_slots * rules.max_moves, self.source_type, rules.repetition)

    def find_edges(self, slots: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Finds the edges that leave ranges of slots, and stores them as runs.

        Yields the number of slots and of edges of each task; all runs are stored after the last one.
        """
        found, waiting = list[_Found](), 0
        tasks = (task for start, stop in slots for task in ranges(start, stop, self.task_slots))
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
        edges = Edges(self.storage, self.bits, self.rules.slots, 0, 0, 0, self.move_counts)
        write = partial(self.write_lists_of, n_runs)
        for page, (count, longest, total) in in_order(self.pool, self.ahead, write, pages):
            start, stop = self.pages[page]
            longest = max(longest, edges.longest)
            edges = replace(edges, count=edges.count + count, longest=longest, total=edges.total + total)
            yield stop - start, edges

    def find(self, task: tuple[int, int]) -> _Found:
        """Returns the edges that leave a range of slots."""
        buffers = self.buffers.of_thread()
        ends = np.empty(len(self.pages), np.int64)
        count = self.module.find_edges(*task, self.bits, self.tops, self.bases, *buffers, ends, self.move_counts)
        if count < 0:
            raise self.lost(range(*task))
        *_, targets, sources, payloads = buffers
        return _Found(targets[:count].copy(), sources[:count].copy(), payloads[:count].copy(), ends)

    def write_runs(self, found: list[_Found]) -> None:
        """Stores the edges of a round as runs, page by page, and clears ``found``."""
        for page, runs in enumerate(self.pool.map(lambda page: self.write_page(found, page), range(len(self.pages)))):
            self.n_runs[page] += runs
        found.clear()

    def write_page(self, found: list[_Found], page: int) -> int:
        """Stores the edges of a round to one page. Returns the number of runs.

        A word has the distance of a key from the first one of the page and the number of the edge in its run. A run has
        no more edges than the remaining bits can number.
        """
        bits = WORD_BITS - self.spans[page].bit_length()
        limit = min(RUN_EDGES, 1 << bits if bits >= MIN_NUMBER_BITS else 1 << WORD_BITS - self.bits)
        batch, size, runs = list[tuple[_Found, slice]](), 0, 0
        for each in found:
            begin, end = each.of_page(page)
            while begin < end:
                stop = min(end, begin + limit - size)
                batch.append((each, slice(begin, stop)))
                size, begin = size + stop - begin, stop
                if size == limit:
                    self.write_run(batch, size, page, self.n_runs[page] + runs)
                    batch, size, runs = [], 0, runs + 1
        if size:
            self.write_run(batch, size, page, self.n_runs[page] + runs)
            runs += 1
        return runs

    def write_run(self, batch: list[tuple[_Found, slice]], count: int, page: int, number: int) -> None:
        """Stores ``count`` edges to one page as a run."""
        (start, stop), bits = self.pages[page], max(1, (count - 1).bit_length())
        words, sources = np.empty(count, np.uint64), np.empty(count, self.source_type)
        payloads = np.empty(count if self.rules.repetition else 0, np.uint32)
        by_key = self.rules.enumerated and self.spans[page].bit_length() + bits <= WORD_BITS
        begin = 0
        for each, part in batch:
            targets = each.targets[part]
            if self.rules.enumerated and not by_key:
                targets = self.slots_of(targets)
            base = int(self.bases[page]) if by_key else start
            more = each.payloads[part] if self.rules.repetition else payloads
            self.module.gather(targets, each.sources[part], more, base, bits, begin, words, sources, payloads)
            begin += len(targets)
        spare = np.empty_like(words)
        words = spare if self.module.sort(words, spare, bits) else words
        del spare
        slots = self.joined(page, words, bits, sources) if by_key else (words >> np.uint64(bits)).astype(np.uint32)
        first_source = int(sources.min())
        source_bits = int(sources.max() - first_source).bit_length()
        low = max(0, ((stop - start) // count).bit_length() - 1)
        each_bits = low + source_bits + 8 * self.payload_bytes
        size = self.module.HEAD + 4 + ((count + ((stop - start) >> low) + count * each_bits) >> 6)
        run = np.zeros(size, np.uint64)
        used = self.module.encode_run(words, bits, slots, sources, payloads, first_source, source_bits, low, run)
        self.storage.put((page, str(number)), run[:used].view(np.uint8).data)

    def slots_of(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns the slots of keys, looked up, where a word has no bits left to sort keys with their numbers."""
        slots = np.empty(len(keys), np.int64)
        self.module.slots_of(keys, slots)
        if len(slots) and slots.min() < 0:
            raise self.lost(range(self.rules.slots))
        return slots

    def joined(
        self, page: int, words: NDArray[np.uint64], bits: int, sources: NDArray[np.unsignedinteger[Any]]
    ) -> NDArray[np.uint32]:
        """Returns the slots, within the page, of the keys in sorted ``words``."""
        (start, stop), base = self.pages[page], int(self.bases[page])
        slots, count = np.full(len(words), MISSING, np.uint32), 0
        for first, last in ranges(start, stop, 1 << 16):
            count += self.module.join(words, bits, base, self.rules.index[first:last], first - start, slots)
        if count < len(words):
            numbers = words[slots == MISSING] & np.uint64((1 << bits) - 1)
            raise self.lost(np.unique(sources[numbers.astype(np.int64)]).tolist())
        return slots

    def write_lists_of(self, n_runs: Sequence[int], page: int) -> tuple[int, int, int]:
        """Replaces the runs of a page by its lists. Returns `Edges.count`, `Edges.longest` and `Edges.total` of it."""
        start, stop = self.pages[page]
        slots, width = stop - start, _source_bytes(self.rules)
        runs = [np.frombuffer(self.storage.get((page, str(number))), np.uint64) for number in range(n_runs[page])]
        ends = np.zeros(slots, np.int64)
        for number in range(len(runs)):
            self.module.count_targets(runs[number], ends)
        np.cumsum(ends, out=ends)
        count = int(ends[-1])
        heads = np.concatenate([np.zeros(1, np.int64), ends[:-1]])
        sources = np.empty(count, self.source_type)
        payloads = np.empty(count if self.rules.repetition else 0, np.uint32)
        for number in range(len(runs)):
            self.module.fill_sources(runs[number], heads, sources, payloads)
            runs[number] = NO_RUN
            self.storage.remove((page, str(number)))
        if self.unordered:
            self.module.order_lists(ends, sources, payloads)
        del heads
        head, figures = np.zeros(HEAD_WORDS, np.int64), np.zeros(2, np.int64)
        starts = np.empty((slots - 1 >> lists_kernels.GROUP_BITS) + 2, np.int64)
        before = head.nbytes + starts.nbytes
        most = slots * (width + 5) + count * (5 + self.payload_bytes)
        piece = np.empty(before + most, np.uint8)  # pages that are never written to take no memory
        used = self.module.encode_lists(ends, sources, payloads, width, starts, piece[before:], figures)
        piece[: head.nbytes].view(np.int64)[:] = start, width, figures[0], figures[1]
        piece[head.nbytes : before] = starts.view(np.uint8)
        self.storage.put((page, LISTS), piece[: before + used].data)
        return count, int(figures[0]), int(figures[1])

    def lost(self, slots: Iterable[int]) -> GameError:
        """Returns the error that names a move from one of these slots to a position that is not in the index."""
        rules = self.rules
        for slot in slots:
            key = rules.unrank(slot)
            for move in rules.moves(key) if key >= 0 else ():
                if move.outcome == ONGOING and not 0 <= rules.rank(move.successor)[0] < rules.slots:
                    shown = rules.text.format_move(key, move.code)
                    return rules.wrong(
                        "moves", f"leads to a position that is not in the index by the move {shown}", key
                    )
        return GameError(f"plugin {rules.game.name}: moves or image is not the same compiled as in Python")


NO_RUN = np.empty(0, np.uint64)


def transpose(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    lookahead: bool,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    directory: Path | None = None,
    limit: int = MAX_ROUND_BYTES,
) -> Edges:
    """Returns all edges of the game.

    With ``lookahead``, edges to positions that their mover wins at once are omitted: a solver need not walk them. Runs
    and lists are in files of ``directory``, if one is given; a round takes ``limit`` bytes at most. Raises GameError if
    a move leads to a position that the index does not have.
    """
    storage: PageStorage = MemoryStorage() if directory is None else FileStorage(directory)
    with ThreadPoolExecutor(threads) as pool:
        memory = round_bytes(rules, sampled(rules).edges, limit)
        work = Transposing(rules, lookahead, pool, threads, storage, memory, page_bits(rules))
        progress.phase("edges", rules.slots, None)
        for slots, _ in work.find_edges([(0, rules.slots)]):
            progress.advance(slots, 0)
            checkpoint.raise_if_interrupted()
        progress.phase("predecessor lists", rules.slots, None)
        edges = NO_EDGES
        for slots, listed in work.write_lists(range(len(work.pages)), work.n_runs):
            edges = listed
            progress.advance(slots, 0)
            checkpoint.raise_if_interrupted()
    return edges
