"""Enumerates the positions of a game: breadth-first search from the start, tier by tier, up to symmetry.

No move raises the tier, so a tier is complete before the next lower one begins. New positions are compared only with
those of the same tier; a game whose every move lowers the tier needs no comparison at all. Sets of positions are sorted
arrays of keys, merged and not hashed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import explained
from retro.compiling.kernels import compiled_kernels
from retro.game import ONGOING
from retro.game.rules import IndexedRules, Rules
from retro.indexing import discovery_kernels, sorted_kernels
from retro.indexing.enumerated import Positions, Sections, bind, canonical_of
from retro.system.checkpointing import NO_CHECKPOINT, Arrays, Checkpoint, ResumableRun
from retro.system.errors import GameError, ResourceError
from retro.system.progress import Progress

Keys = NDArray[np.int64]
Batch = tuple[Keys, NDArray[np.uint8]]
"""Sorted keys, each once, and their tiers."""

WAITING = "waiting "
"""Prefix of a checkpoint's arrays of keys that wait for their tier; the tier follows."""

BUFFER = 1 << 18
"""The most successors of one task, repetitions included."""

UNSORTED = 1 << 20
"""Keys of a waiting tier above which they are merged, or twice the keys after the last merge if that is more."""


class _Waiting:
    """Keys of a tier that was not begun yet: sorted arrays that may have keys in common.

    size      keys of all arrays
    distinct  keys after the last merge: a lower bound
    """

    def __init__(self, unique: Callable[[Keys], int]) -> None:
        self.unique, self.arrays, self.size, self.distinct = unique, list[Keys](), 0, 0

    def add(self, keys: Keys) -> None:
        """Add a sorted array, and merge if there are many keys."""
        self.arrays.append(keys)
        self.size += len(keys)
        if self.size > max(UNSORTED, 2 * self.distinct):
            self.merged()

    def merged(self) -> Keys:
        """All keys, sorted, each once."""
        if len(self.arrays) > 1:
            keys = np.concatenate(self.arrays)
            self.arrays.clear()
            keys.sort()
            self.arrays.append(keys[: self.unique(keys)].copy())
        self.size = self.distinct = len(self.arrays[0])
        return self.arrays[0]


def enumerate_positions(
    rules: Rules,
    threads: int,
    progress: Progress,
    max_positions: int,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    check_count: Callable[[int], object] = int,
) -> IndexedRules:
    """The rules with an index of all positions that can be reached from the start.

    Memory: 8 bytes for every position, and about three times as much for those of a tier while it is searched.
    ``check_count`` is called repeatedly with a lower bound of the number of positions; its exceptions end the search.
    ResourceError if there are more than ``max_positions``; GameError if a function of the game returns an impossible
    result.
    """
    rules.moves(rules.initial)  # reports a mistake that every position has before anything is compiled
    with explained(rules), ThreadPoolExecutor(threads) as pool:
        return _Discovery(rules, pool, 2 * threads, progress, max_positions, checkpoint, check_count).run()


class _Discovery(ResumableRun):
    """The state of the search.

    keys      keys of the complete tiers, each tier sorted; ``ends`` has the range of each
    found     number of positions so far; ``complete`` of them are in ``keys``
    number    the tier that is being searched, -1 between tiers
    level     moves within the tier to its newest positions
    known     positions of the tier, sorted
    new       the newest of them; the successors of the first ``done`` were computed
    waiting   positions of lower tiers, and successors in this tier that were not compared with ``known`` yet
    """

    name = "positions"
    state = ("found", "complete", "number", "level", "done", "acyclic", "ends")

    def __init__(
        self,
        rules: Rules,
        pool: ThreadPoolExecutor,
        ahead: int,
        progress: Progress,
        max_positions: int,
        checkpoint: Checkpoint,
        check_count: Callable[[int], object],
    ) -> None:
        self.rules, self.pool, self.ahead, self.progress = rules, pool, ahead, progress
        self.checkpoint, self.max_positions, self.check_count = checkpoint, max_positions, check_count
        functions = {"canonical": canonical_of(rules)}
        self.kernels = compiled_kernels(rules, discovery_kernels, functions=functions)
        self.sets = compiled_kernels(rules, sorted_kernels)
        self._compile()
        self.keys = np.empty(max_positions, np.int64)  # pages that are never written to take no memory
        self.waiting: dict[int, _Waiting] = {}
        self.found, self.complete, self.number, self.level = 0, 0, -1, 0
        self.ends: dict[int, tuple[int, int]] = {}
        self.acyclic = rules.defines("tier")
        self.known = self.new = np.empty(0, np.int64)
        saved = self.resume()
        if saved is None:
            self._wait(*self._with_tiers(np.array([canonical_of(rules)(rules.initial)[0]], np.int64)))
        else:
            self.ends = {int(number): (start, stop) for number, (start, stop) in self.ends.items()}  # from JSON
            self.known, self.new = saved["known"], saved["new"]
            self.keys[: self.complete] = saved["keys"]
            for name in saved:
                if name.startswith(WAITING):
                    number = int(name.removeprefix(WAITING))
                    self.waiting[number] = _Waiting(self.sets.unique)
                    self.waiting[number].add(saved[name])

    def _compile(self) -> None:
        """Compile the kernels, or load them from the cache, in a phase of their own."""
        self.progress.phase("compiling", 1, None)
        none = np.empty(0, np.int64)
        self.kernels.expand(none, none)
        self.sets.unique(none)
        self.sets.merge(none, none, none)
        self.sets.without(none, none)
        if self.rules.defines("tier"):
            self.kernels.tiers_of(none, np.empty(0, np.uint8))

    def arrays(self) -> Arrays:
        return {
            "keys": self.keys[: self.complete],
            "known": self.known,
            "new": self.new,
            **{f"{WAITING}{number}": some.merged() for number, some in self.waiting.items()},
        }

    def run(self) -> IndexedRules:
        while self.number >= 0 or self.waiting:
            if self.number < 0:
                self.number, self.level = max(self.waiting), 0
                self.known = np.empty(0, np.int64)
                self._begin(self.waiting.pop(self.number).merged())
            self._complete()
            self.keys[self.complete : self.found] = self.known
            self.ends[self.number] = self.complete, self.found
            self.complete, self.number = self.found, -1
        if self.checkpoint.due():
            self.save()
        self.progress.close()
        keys = self.keys[: self.found]
        sections = self._sorted(keys, self.ends)  # before the keys are packed
        return bind(self.rules, Positions.of(keys), sections, self.acyclic)

    def _begin(self, new: Keys) -> None:
        """Add new positions of this tier, whose successors come next; ResourceError if there are too many positions."""
        self.new, self.done = new, 0
        self.known = self._union(self.known, new)
        self.found += len(new)
        self.check_count(self.found)
        if self.found > self.max_positions:
            limit = f"{self.max_positions:,} positions, and memory holds no more"
            raise ResourceError(f"{self.rules.game.name} has more than {limit}")

    @property
    def _min_count(self) -> int:
        """A lower bound of the number of positions: those found, and the merged positions of waiting tiers."""
        return self.found + sum(
            max(0, some.distinct - (len(self.known) if number == self.number else 0))
            for number, some in self.waiting.items()
        )

    def _progress_text(self) -> str:
        """The number of positions found so far, in words."""
        tier = f"tier {self.number}, " if self.rules.defines("tier") else ""
        return f"{tier}{self.found:,} found, {len(self.new):,} of them new"

    def _complete(self) -> None:
        """Find all positions of this tier; successors in lower tiers wait."""
        while len(self.new):
            left = self.new[self.done :]
            self.progress.phase("positions", len(left), self.level, self._progress_text())
            for chunk, (keys, tiers) in self._successors(left):
                if len(tiers) and tiers.max() > self.number:
                    raise self._raised(chunk)
                self._wait(keys, tiers)
                self.progress.advance(len(chunk), 0)
                self.check_count(self._min_count)
            if self.number not in self.waiting:
                break
            self.acyclic = False
            self.level += 1
            new = self.waiting.pop(self.number).merged()
            self._begin(new[: self.sets.without(new, self.known)])

    def _successors(self, keys: Keys) -> Iterator[tuple[Keys, Batch]]:
        """Each chunk of ``keys`` with its successors, in order; few chunks are computed ahead, to limit memory."""
        size = max(1, BUFFER // self.rules.max_moves)
        chunks = [keys[start : start + size] for start in range(0, len(keys), size)]
        return self.tasks(self.pool, self.ahead, self._expand, chunks, size)

    def _expand(self, chunk: Keys) -> Batch:
        """The canonical successors of a chunk and their tiers."""
        successors = np.empty(len(chunk) * self.rules.max_moves, np.int64)
        count, wrong = self.kernels.expand(chunk, successors)
        if count < 0:
            raise self._wrong("moves", int(chunk[wrong]))
        keys = successors[:count]
        keys.sort()
        return self._with_tiers(keys[: self.sets.unique(keys)].copy())

    def _with_tiers(self, keys: Keys) -> Batch:
        tiers = np.zeros(len(keys), np.uint8)
        if self.rules.defines("tier"):
            wrong = self.kernels.tiers_of(keys, tiers)
            if wrong >= 0:
                raise self._wrong("tier", int(keys[wrong]))
        return keys, tiers

    def _wait(self, keys: Keys, tiers: NDArray[np.uint8]) -> None:
        """Add keys to the waiting positions of their tiers."""
        for number in np.flatnonzero(np.bincount(tiers)).tolist():
            some = keys if tiers.min() == number == tiers.max() else keys[tiers == number]
            self.waiting.setdefault(number, _Waiting(self.sets.unique)).add(some)

    def _union(self, one: Keys, other: Keys) -> Keys:
        if not len(one):
            return other
        merged = np.empty(len(one) + len(other), np.int64)
        return merged[: self.sets.merge(one, other, merged)]

    def _sorted(self, keys: Keys, ends: dict[int, tuple[int, int]]) -> Sections:
        """Sort ``keys``, in which each tier is sorted; the tiers as sections, if they are ranges of slots."""
        if not self.rules.defines("tier"):
            return (("all", 0, len(keys)),)
        tiers = [
            (int(keys[start]), int(keys[stop - 1]), number, stop - start) for number, (start, stop) in ends.items()
        ]
        if np.any(keys[1:] < keys[:-1]):
            keys.sort()
        sections: list[tuple[str, int, int]] = []
        last, start = -1, 0
        for first, final, number, size in sorted(tiers):
            if first < last:
                return (("all", 0, len(keys)),)
            sections.append((f"tier {number}", start, start + size))
            last, start = final, start + size
        return tuple(sections)

    def _raised(self, chunk: Keys) -> GameError:
        """The error that names the move from one of these positions to a higher tier."""
        for key in chunk.tolist():
            for move in self.rules.moves(key):
                if move.outcome == ONGOING and self.rules.tier(move.successor) > self.rules.tier(key):
                    shown = self.rules.text.format_move(key, move.code)
                    lower, higher = self.rules.tier(key), self.rules.tier(move.successor)
                    return self.rules.wrong("tier", f"rises from {lower} to {higher} by the move {shown}", key)
        return GameError(f"plugin {self.rules.game.name}: tier is not the same for all images of a position")

    def _wrong(self, name: str, key: int) -> GameError:
        """The error of a function whose compiled result is impossible; raised here if plain Python has it, too."""
        self.rules.moves(key)
        for move in self.rules.moves(key):
            if move.outcome == ONGOING:
                self.rules.tier(move.successor)
        return GameError(f"plugin {self.rules.game.name}: {name} returns something else compiled than in Python")
