"""Where shards are, and how they are driven: what the loop over levels (`retro.solving.queue`) asks of them.

An engine has all shards do a part of a phase, brings what they have for each other to the owners of the tiles, and
gives records and marks, wherever they lie, to whoever saves or writes them. `Local` is a list of shards in this
process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from retro.game.rules import IndexedRules
from retro.solving.compressed_updates import Stowed
from retro.solving.outbox import Parcel, visits
from retro.solving.record import Records
from retro.solving.shard import Counters, Done, Marks, Part, Work, unmarked
from retro.solving.tiles import Tiles
from retro.solving.transposed import Edges
from retro.system.checkpointing import Checkpoint, PagedArray


class Kept(PagedArray, Protocol):
    """The records of all shards, page by page."""

    def read(self, start: int, stop: int) -> Records:
        """Records of slots start..stop-1, not to be changed."""

    def __len__(self) -> int: ...

    def __getitem__(self, slots: slice) -> Records: ...


class Engine(ABC):
    """Shards that have all tiles of a game together, called from one thread.

    records  those of all slots
    """

    records: Kept

    @property
    @abstractmethod
    def written(self) -> int:
        """Bytes that were written to files of tiles so far."""

    @abstractmethod
    def enter(self, act: str) -> None:
        """Shards begin another act of their work, with the same records and marks; nothing is on its way."""

    @abstractmethod
    def equip(self, edges: Edges, telling: bool) -> None:
        """Room for updates of the next rounds, as much as there is memory for, or none if nothing is to be told.

        Where records are packed there is less for each round than for the one before. ``edges`` are empty if the game
        takes moves back.
        """

    @abstractmethod
    def round(self, part: Part, level: int, count: Callable[[Done], None], checkpoint: Checkpoint) -> tuple[bool, bool]:
        """Each shard does a part of a phase, and applies what it and the others have for its tiles.

        Whether anything is left to do, and whether it is time to save: nothing is on its way then. ``count`` is told of
        all that is done, not later than when it is.
        """

    @abstractmethod
    def anew(self) -> None:
        """No page is done with any more."""

    @abstractmethod
    def waiting(self) -> Counters:
        """By level (modulo 4), the slots of all pages in which something got a value of that level."""

    @abstractmethod
    def marks(self) -> Marks:
        """The marks of all shards."""

    @abstractmethod
    def mark(self, marks: Marks) -> None:
        """Take up `marks` that were saved."""


class Local(Engine):
    """Shards in this process, as many as ``tiles`` says, with one store and one pool of threads."""

    def __init__(self, rules: IndexedRules, work: Work, tiles: Tiles, pool: ThreadPoolExecutor, threads: int) -> None:
        self._rules, self._acts, self._tiles = rules, work.acts, tiles
        self.records = self._store = tiles.store(rules, work.blank, work.parting)
        first = next(iter(work.acts))
        self._marks = unmarked(self._store, work.acts[first].module)
        self._threads = pool, threads
        self.enter(first)

    @property
    def written(self) -> int:
        return self._store.written

    def enter(self, act: str) -> None:
        kind, module = self._acts[act]
        self._shards = [
            kind(self._rules, module, self._store, self._marks, *self._threads, number, self._tiles.shards)
            for number in range(self._tiles.shards)
        ]

    def equip(self, edges: Edges, telling: bool) -> None:
        room = self._tiles.for_updates(self._store) if telling else 0
        for shard in self._shards:
            shard.equip(edges, room // len(self._shards), stowing=True)

    def round(self, part: Part, level: int, count: Callable[[Done], None], checkpoint: Checkpoint) -> tuple[bool, bool]:
        left = due = False
        for shard in self._shards:
            while True:
                more = False
                for done in shard.do(part, level):
                    more |= not done.slots
                    count(done)
                    due = due or checkpoint.due()
                    if due:
                        shard.halt()
                if due or not more or not shard.stow():
                    break
            left |= more
        parcels: list[Parcel | Stowed] = []
        for shard in self._shards:
            parcels += shard.parcels()
            parcels += shard.stowed
        for shard in self._shards:
            for done in shard.apply(level, visits(parcel for parcel in parcels if parcel.tile in shard.tiles)):
                count(done)
        for shard in self._shards:
            for done in shard.delivered():
                count(done)
        return left, due

    def anew(self) -> None:
        self._marks[1][:] = False

    def waiting(self) -> Counters:
        found: Counters = sum(shard.waiting() for shard in self._shards)  # type: ignore[assignment]
        return found

    def marks(self) -> Marks:
        return self._marks

    def mark(self, marks: Marks) -> None:
        for own, saved in zip(self._marks, marks, strict=True):
            own[:] = saved
