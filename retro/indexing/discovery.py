"""Enumerates the positions of a game: breadth-first search from the starts, tier by tier, up to symmetry.

No move raises the tier, so a tier is complete before the next lower one begins. Threads make the moves of positions and
sort the successors. These wait until there are many; then they are added to the set of positions of their tier
(`retro.indexing.key_sets`). The successors that the set did not have are the positions whose moves are made next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from heapq import heappop, heappush

import numpy as np

from retro.compiling.compile import chosen_plain
from retro.compiling.kernels import kernels_of
from retro.game.rules import IndexedRules, Rules
from retro.indexing import discovery_kernels, image_tables, sorted_kernels
from retro.indexing.enumerated import EdgeSample, bind, canonical_of
from retro.indexing.image_tables import ImageTables
from retro.indexing.key_sets import Piece, PieceArrays, Pieces, Sorting
from retro.indexing.packed_keys import Keys
from retro.indexing.tier_positions import Layout, TierPositions, ordered
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, ResumableRun, in_order
from retro.system.errors import GameError, ResourceError
from retro.system.page_files import FileStorage
from retro.system.progress import Progress, Silent
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, Sizes

Batch = list[tuple[int, Keys]]
"""Tiers, and sorted keys of each without repetitions."""
EDGES = "edges"
"""Name of the sampled edges in a checkpoint."""
Task = tuple[Piece, int, int]
"""Some keys of a piece: the first and one past the last."""

BUFFER = 1 << 19
"""Successors for which a task has memory; it writes and sorts that many, or fewer, at once."""
SAMPLED_EDGES = 1 << 14
"""The most edges that a task adds to the sample; about one of 1,000 edges is in it."""
BATCH_SHARE = 4
"""Successors wait until there are `Sizes.min_batch`, or 1/BATCH_SHARE of the positions found if that is more."""
FEW_TIERS = 8
"""Successors in no more tiers are not sorted by tier."""
MEMORY_SHARE = 4
"""Successors that wait take at most 1/MEMORY_SHARE of the available memory."""


@dataclass(frozen=True)
class Limits:
    """Limits of an enumeration.

    max_positions  the search raises ResourceError when there are more
    check_count    function that is called repeatedly with a lower bound of the number of positions; its exceptions end
                   the search
    memory         bytes for the sets of positions, which take about 5 for each position
    scratch        function that returns a storage in files; the sets move there when they take half of ``memory``. None
                   if they must stay in memory
    sizes          of tasks, of batches of successors, and of segments of the sets
    """

    max_positions: int
    check_count: Callable[[int], object] = int
    memory: int = 1 << 62
    scratch: Callable[[], FileStorage] | None = None
    sizes: Sizes = PRODUCTION


def enumerate_positions(
    rules: Rules, threads: int, progress: Progress, limits: Limits, checkpoint: Checkpoint = NO_CHECKPOINT
) -> IndexedRules:
    """Returns the rules with an index of all positions that can be reached from the starts.

    The index takes 2 to 3 bytes of memory for each position, the search about 5, or less if it may use files. Raises
    ResourceError if there are more positions than ``limits`` allow, GameError if a function of the game returns an
    impossible result.
    """
    rules.moves(rules.initial)  # reports a mistake that every position has before anything is compiled
    tables = None if rules.plain else image_tables.learned(rules)
    with ThreadPoolExecutor(threads) as pool:
        arguments = rules, pool, 2 * threads, progress, limits, checkpoint
        if tables:
            try:
                found = _ByTables(*arguments, tables).run()
                image_tables.note_agreement(rules)
                return found
            except image_tables.Differing as difference:
                image_tables.check_symmetric(rules, difference.key)
        return _Discovery(*arguments).run()


def with_few_positions(rules: Rules) -> Rules:
    """Returns the rules with an index of all positions if the game is small; otherwise the rules as they are.

    Plain Python enumerates the positions of a game without an index, until there are more than a small game has.
    Returns the rules as they are, too, if they break the contract: `retro.conformance.quick` says how.
    """
    if not isinstance(rules, IndexedRules) and rules.starts and not chosen_plain():
        try:
            return enumerate_positions(replace(rules, plain=True), 1, Silent(), Limits(rules.few_positions))
        except (GameError, ResourceError):
            pass
    return rules


class _Discovery(ResumableRun):
    """The state of the search.

    tiers    the positions of each tier
    lower    the numbers of tiers that are not complete, negative, as a heap: the highest tier first
    size     the number of positions in the sets of all tiers
    waiting  the number of successors that wait in all tiers
    number   the tier that the search is completing
    level    number of the current step of the search in this tier; a step makes the moves of `TierPositions.new`
    done     number of positions of the first piece of `TierPositions.new` whose moves were made
    edges    sampled edges, in arrays with a row for each: keys of target and source
    layout   result of `TierPositions.layout` by tier, for a checkpoint
    """

    name = "positions"
    state = ("number", "level", "done", "layout")

    def __init__(
        self,
        rules: Rules,
        pool: ThreadPoolExecutor,
        ahead: int,
        progress: Progress,
        limits: Limits,
        checkpoint: Checkpoint,
        tables: ImageTables | None = None,
    ) -> None:
        self.rules, self.pool, self.ahead, self.progress = rules, pool, ahead, progress
        self.limits, self.checkpoint = limits, checkpoint
        functions = {"canonical": tables.canonical if tables else canonical_of(rules)}
        self.kernels = kernels_of(rules, discovery_kernels, functions=functions)
        self.compare = image_tables.comparison(rules) if tables else None
        self.pieces, self.sorting = Pieces(), Sorting(kernels_of(rules, sorted_kernels), limits.sizes)
        self.edges = [np.empty((0, 2), np.int64)]
        self._compile()
        self.tiers: dict[int, TierPositions] = {}
        self.lower, self.size, self.waiting = list[int](), 0, 0
        self.number, self.level, self.done = -1, -1, 0
        self.layout: dict[str, Layout] = {}
        saved = self.resume()
        if saved is None:
            canonical = canonical_of(rules)
            self._wait(self._by_tier(np.unique(np.array([canonical(key)[0] for key in rules.starts], np.int64))))
        else:
            self.edges = [saved[EDGES]]
            for number, layout in self.layout.items():
                tier = self._tier(int(number))
                tier.restore(number, layout, saved)
                self.size += tier.known.size
            self.lower = sorted(-number for number, tier in self.tiers.items() if not tier.complete)

    def _compile(self) -> None:
        """Compiles the kernels, or loads them from the cache, in a phase of their own."""
        self.progress.phase("compiling", 1, None)
        none = np.empty(0, np.int64)
        self.kernels.expand(none, none, self.edges[0])
        if self.compare:
            self.compare(none)
        self.sorting.compile()
        if self.rules.defines("tier"):
            self.kernels.tiers_of(none, none)

    def save(self) -> None:
        for tier in self.tiers.values():
            self._unite(tier)
        self.layout = {str(number): tier.layout for number, tier in self.tiers.items()}
        super().save()

    def arrays(self) -> PieceArrays:
        named = {
            f"{number} {name} {i}": piece
            for number, tier in self.tiers.items()
            for name, pieces in tier.pieces_by_name.items()
            for i, piece in enumerate(pieces)
        }
        self.edges = [np.concatenate(self.edges)]
        return PieceArrays(self.pieces, named, {EDGES: self.edges[0]})

    def run(self) -> IndexedRules:
        while self.lower:
            number = -self.lower[0]
            if self.number != number:
                self.number, self.level, self.done = number, -1, 0
            self._complete(self.tiers[number])
            heappop(self.lower)
        if self.checkpoint.due():
            self.save()
        self.progress.close()
        positions, tiers = ordered(self.tiers, self.pool)
        edges = np.concatenate(self.edges)
        if positions.key_bits:
            edges = edges | self._numbers(edges.ravel()).reshape(edges.shape) << positions.key_bits
        positions.sample = EdgeSample.of(positions, edges, 1 << discovery_kernels.SAMPLE_BITS)
        return bind(self.rules, positions, tiers)

    def _tier(self, number: int) -> TierPositions:
        if number not in self.tiers:
            self.tiers[number] = TierPositions(self.pieces, self.sorting)
            heappush(self.lower, -number)
        return self.tiers[number]

    def _complete(self, tier: TierPositions) -> None:
        """Finds all positions of a tier; successors in lower tiers wait."""
        while not tier.complete:
            if not tier.new:
                self._add(tier)
                tier.new, tier.next = tier.next, []
                self.level += 1
            new = sum(piece.size for piece in tier.new) - self.done
            self.progress.phase("positions", new, self.level, self._progress_text(new))
            for (piece, start, stop), (batch, edges) in self._successors(tier):
                if batch and batch[-1][0] > self.number:
                    raise self._raised(self.pieces.keys(piece, start, stop))
                self._wait(batch)
                self.edges.append(edges)
                self.done = stop
                if stop == piece.size:
                    self.pieces.remove(tier.new.pop(0))
                    self.done = 0
                self.progress.advance(stop - start, 0)

    def _progress_text(self, new: int) -> str:
        """Returns a text with the number of positions that were found so far."""
        tier = f"tier {self.number}, " if self.rules.defines("tier") else ""
        return f"{tier}{self.size:,} found, {new:,} of them new"

    def _successors(self, tier: TierPositions) -> Iterator[tuple[Task, tuple[Batch, Keys]]]:
        """Yields tasks for the new positions of a tier with their results; few run in advance, to limit memory."""
        tasks = [
            (piece, start, stop)
            for i, piece in enumerate(tier.new)
            for start, stop in ranges(0 if i else self.done, piece.size, self.limits.sizes.task_positions)
        ]
        return in_order(self.pool, self.ahead, self._expand, tasks, self.checkpoint, lambda finished: self.save())

    def _expand(self, task: Task) -> tuple[Batch, Keys]:
        """Returns the canonical successors of some positions by tier, in order of tiers, and sampled edges.

        Raises `image_tables.Differing` if the tables and `image` give different images of one of the positions.
        """
        keys = self.pieces.keys(*task)
        if self.compare:
            self.compare(keys)
        size = max(BUFFER, self.rules.max_moves)
        successors, arrays = self.sorting.buffers.of("successors", size)[:size], list[Keys]()
        edges, n_edges = np.empty((SAMPLED_EDGES, 2), np.int64), 0
        while len(keys):
            count, done, more = self.kernels.expand(keys, successors, edges[n_edges:])
            n_edges += more
            if count < 0:
                raise self._wrong("moves", int(keys[done]))
            arrays.append(self.sorting.unique(successors[:count]).copy())
            keys = keys[done:]
        every = arrays[0] if len(arrays) == 1 else self.sorting.unique(np.concatenate(arrays)).copy()
        return self._by_tier(every), edges[:n_edges].copy()

    def _by_tier(self, keys: Keys) -> Batch:
        """Returns keys by tier, in order of tiers."""
        if not self.rules.defines("tier"):
            return [(0, keys)] if len(keys) else []
        tiers = self._numbers(keys)
        numbers = np.unique(tiers)
        if len(numbers) <= FEW_TIERS:
            return [(number, keys if len(numbers) == 1 else keys[tiers == number]) for number in numbers.tolist()]
        order = np.argsort(tiers, kind="stable")
        bounds = np.searchsorted(tiers[order], numbers[1:])
        return list(zip(numbers.tolist(), np.split(keys[order], bounds), strict=True))

    def _numbers(self, keys: Keys) -> Keys:
        """Returns the tiers of keys."""
        tiers = np.empty(len(keys), np.int64)
        wrong = self.kernels.tiers_of(keys, tiers)
        if wrong >= 0:
            raise self._wrong("tier", int(keys[wrong]))
        return tiers

    def _wait(self, batch: Batch) -> None:
        """Lets successors wait, each in its tier. If too many wait, those of the tiers with most are added to sets."""
        for number, keys in batch:
            self._tier(number).wait(keys)
            self.waiting += len(keys)
        limit = min(self.size // BATCH_SHARE, self.limits.memory // MEMORY_SHARE // 8)
        limit = max(self.limits.sizes.min_batch, limit)
        if self.waiting > limit:
            for _, number in sorted(((tier.waiting_size, number) for number, tier in self.tiers.items()), reverse=True):
                self._add(self.tiers[number])
                if self.waiting <= limit // 2:
                    break

    def _unite(self, tier: TierPositions) -> None:
        """Adds the successors that wait in a tier to its set."""
        self.waiting -= tier.waiting_size
        self.size += tier.add(self.pool)

    def _add(self, tier: TierPositions) -> None:
        """Adds the successors that wait in a tier to its set, and checks the limits."""
        self._unite(tier)
        size = self.size
        self.limits.check_count(size)
        if size > self.limits.max_positions:
            limit = f"{self.limits.max_positions:,} positions, and memory holds no more"
            raise ResourceError(f"{self.rules.game.name} has more than {limit}")
        if self.limits.scratch and self.pieces.held > self.limits.memory // 2:
            self.pieces.move(self.limits.scratch(), self.arrays().named.values())

    def _raised(self, keys: Keys) -> GameError:
        """Returns the error that names the move from one of these positions to a higher tier."""
        for key in keys.tolist():
            for move in self.rules.moves(key):
                if move.goes_on and self.rules.tier(move.successor) > self.rules.tier(key):
                    shown = self.rules.text.format_move(key, move.code)
                    lower, higher = self.rules.tier(key), self.rules.tier(move.successor)
                    return self.rules.wrong("tier", f"rises from {lower} to {higher} by the move {shown}", key)
        return GameError(f"plugin {self.rules.game.name}: tier is not the same for all images of a position")

    def _wrong(self, name: str, key: int) -> GameError:
        """Returns the error for an impossible compiled result. Raises another if plain Python has that result, too."""
        self.rules.moves(key)
        for move in self.rules.moves(key):
            if move.goes_on:
                self.rules.tier(move.successor)
        return GameError(f"plugin {self.rules.game.name}: {name} returns something else compiled than in Python")


class _ByTables(_Discovery):
    """The search that computes canonical positions by tables. Its checkpoints have another name, so that a search which
    begins anew without tables does not resume them."""

    name = "positions by tables"
