"""Finds all positions of a game: breadth-first from the start, tier by tier, up to symmetry.

Positions of a tier are complete before a lower tier is begun, because no move raises the tier: so what is known has to
be compared with what is found within one tier only, and a game whose every move lowers the tier needs no comparison at
all. Everything is a sorted array of keys; sets are merged, not hashed.
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
from retro.system.checkpointing import NO_CHECKPOINT, Arrays, Checkpoint
from retro.system.errors import GameError, ResourceError
from retro.system.progress import Progress
from retro.system.resumable import ResumableRun

Keys = NDArray[np.int64]
Batch = tuple[Keys, NDArray[np.uint8]]
"""Sorted keys, each once, and their tiers."""

WAITING = "waiting "
"""Names of the saved arrays of keys that wait for their tier begin so; the tier follows."""

BUFFER = 1 << 18
"""Keys found by one task, repetitions included."""

UNSORTED = 1 << 20
"""Keys that wait for their tier before they are merged, if they are not fewer than were left after the last merging."""


class _Waiting:
    """Keys of one tier, gathered in sorted arrays that may have keys in common."""

    def __init__(self, unique: Callable[[Keys], int]) -> None:
        self.unique, self.arrays, self.size, self.least = unique, list[Keys](), 0, 0

    def add(self, keys: Keys) -> None:
        """Some more, sorted."""
        self.arrays.append(keys)
        self.size += len(keys)
        if self.size > max(UNSORTED, 2 * self.least):
            self.merged()

    def merged(self) -> Keys:
        """All of them, sorted, each once."""
        if len(self.arrays) > 1:
            keys = np.concatenate(self.arrays)
            self.arrays.clear()
            keys.sort()
            self.arrays.append(keys[: self.unique(keys)].copy())
        self.size = self.least = len(self.arrays[0])
        return self.arrays[0]


def enumerate_positions(
    rules: Rules,
    threads: int,
    progress: Progress,
    most: int,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    room: Callable[[int], object] = int,
) -> IndexedRules:
    """The rules with an index of all positions that can be reached from the start.

    Memory: 8 bytes for every position, and about three times as much for those of a tier while it is searched.
    ResourceError if there are more positions than ``most``, GameError if the game's functions return what cannot be.
    ``room`` is told again and again how many there are at least; what it raises ends the search.
    """
    rules.moves(rules.initial)  # what is wrong in every position is better told before anything is compiled
    with explained(rules), ThreadPoolExecutor(threads) as pool:
        return _Discovery(rules, pool, 2 * threads, progress, most, checkpoint, room).run()


class _Discovery(ResumableRun):
    """The positions found so far and not yet looked at, by tier.

    keys      of the tiers that are complete, which ``ends`` has the places of, each tier sorted
    number    the tier that is being completed, -1 if none is
    level     how many moves within the tier led to what was found last
    known     its positions, sorted
    new       those of them that were found last; the first ``done`` are looked at
    waiting   positions of other tiers, and of this one that were found since
    """

    name = "positions"
    state = ("found", "complete", "number", "level", "done", "acyclic", "ends")

    def __init__(
        self,
        rules: Rules,
        pool: ThreadPoolExecutor,
        ahead: int,
        progress: Progress,
        most: int,
        checkpoint: Checkpoint,
        room: Callable[[int], object],
    ) -> None:
        self.rules, self.pool, self.ahead, self.progress, self.most = rules, pool, ahead, progress, most
        self.checkpoint, self.room = checkpoint, room
        functions = {"canonical": canonical_of(rules)}
        self.kernels = compiled_kernels(rules, discovery_kernels, functions=functions)
        self.sets = compiled_kernels(rules, sorted_kernels)
        self._compile()
        self.keys = np.empty(most, np.int64)  # pages that are never written to take no memory
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
        """Compile the kernels, or load them from the cache, before anything is asked of them."""
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
        return bind(self.rules, Positions.of(keys), self._sorted(keys, self.ends), self.acyclic)

    def _begin(self, new: Keys) -> None:
        """Positions of this tier that were not known, to be looked at next."""
        self.new, self.done = new, 0
        self.known = self._union(self.known, new)
        self.found += len(new)
        self.room(self.found)
        if self.found > self.most:
            limit = f"{self.most:,} positions, and memory holds no more"
            raise ResourceError(f"{self.rules.game.name} has more than {limit}")

    @property
    def _least(self) -> int:
        """How many positions there are at least: those of a tier that is not begun are new, each once if merged."""
        return self.found + sum(
            max(0, some.least - (len(self.known) if number == self.number else 0))
            for number, some in self.waiting.items()
        )

    def _told(self) -> str:
        """What was found so far, for people."""
        tier = f"tier {self.number}, " if self.rules.defines("tier") else ""
        return f"{tier}{self.found:,} found, {len(self.new):,} of them new"

    def _complete(self) -> None:
        """Find all positions of this tier; what they lead to waits in its own tier."""
        while len(self.new):
            left = self.new[self.done :]
            self.progress.phase("positions", len(left), self.level, self._told())
            for chunk, (keys, tiers) in self._successors(left):
                if len(tiers) and tiers.max() > self.number:
                    raise self._raised(chunk)
                self._wait(keys, tiers)
                self.progress.advance(len(chunk), 0)
                self.room(self._least)
            if self.number not in self.waiting:
                break
            self.acyclic = False
            self.level += 1
            new = self.waiting.pop(self.number).merged()
            self._begin(new[: self.sets.without(new, self.known)])

    def _successors(self, keys: Keys) -> Iterator[tuple[Keys, Batch]]:
        """What chunks of ``keys`` lead to, in order; a few are under way at once, so that memory does not fill up."""
        size = max(1, BUFFER // self.rules.max_moves)
        chunks = [keys[start : start + size] for start in range(0, len(keys), size)]
        return self.tasks(self.pool, self.ahead, self._expand, chunks, size)

    def _expand(self, chunk: Keys) -> Batch:
        found = np.empty(len(chunk) * self.rules.max_moves, np.int64)
        count, place = self.kernels.expand(chunk, found)
        if count < 0:
            raise self._wrong("moves", int(chunk[place]))
        keys = found[:count]
        keys.sort()
        return self._with_tiers(keys[: self.sets.unique(keys)].copy())

    def _with_tiers(self, keys: Keys) -> Batch:
        tiers = np.zeros(len(keys), np.uint8)
        if self.rules.defines("tier"):
            place = self.kernels.tiers_of(keys, tiers)
            if place >= 0:
                raise self._wrong("tier", int(keys[place]))
        return keys, tiers

    def _wait(self, keys: Keys, tiers: NDArray[np.uint8]) -> None:
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
        """The move that leads to a higher tier from one of these positions."""
        for key in chunk.tolist():
            for move in self.rules.moves(key):
                if move.outcome == ONGOING and self.rules.tier(move.successor) > self.rules.tier(key):
                    shown = self.rules.text.format_move(key, move.code)
                    lower, higher = self.rules.tier(key), self.rules.tier(move.successor)
                    return self.rules.wrong("tier", f"rises from {lower} to {higher} by the move {shown}", key)
        return GameError(f"plugin {self.rules.game.name}: tier is not the same for all images of a position")

    def _wrong(self, name: str, key: int) -> GameError:
        """What is wrong with what a function says of a position."""
        self.rules.moves(key)
        for move in self.rules.moves(key):
            if move.outcome == ONGOING:
                self.rules.tier(move.successor)
        return GameError(f"plugin {self.rules.game.name}: {name} does not say the same compiled as it does in Python")
