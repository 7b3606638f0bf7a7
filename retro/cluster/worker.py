"""What runs on every machine: a shard, its records and marks, and the messages that it has for others.

A round has two calls. In `part` a worker expands its positions, and what it finds out about the tiles of others stays
in its outboxes. When all are done, each has `apply` fetch what the others have for it (`give`) and bring it to its
records, so that there is a call from whoever drives to each worker and not one for each pair. Fetched is by groups of
tiles, the same ones from all: a tile is opened once a round, and only some groups are in memory at a time. Where it has
questions, each has `ask` bring them to the others instead, group by group, who answer at once (`answer`).

`give` and `answer` have threads of their own while the worker is at work itself, and so have `status` and `halt`, and
`lead`, by which the first worker of a team calls the others for whoever drives (`retro.cluster.calls`). Calls carry the
number of the round: what comes late or twice is refused, because updates are no use a second time.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import ray
from numpy.typing import NDArray

from retro.cluster.calls import GIVING, Arguments, called, relayed
from retro.cluster.messages import Answers, Message, Updates, message_of, parcels_of
from retro.cluster.plan import AHEAD
from retro.compiling.compile import explained
from retro.game import fingerprint, loading, plugins
from retro.game.rules import IndexedRules
from retro.solving import transposed
from retro.solving.outbox import Parcel, visits
from retro.solving.record import Records
from retro.solving.shard import Counters, Done, Marks, Part, Visit, Work, tiles_of, unmarked
from retro.solving.tiles import FILES, Tiles
from retro.system import machine
from retro.system.checkpointing import PageFunction
from retro.system.errors import GameError, ResourceError, WentWrong

NOTHING_PENDING = np.zeros(0, np.bool_)


@dataclass(frozen=True)
class Task:
    """What workers are to solve, and how.

    work            makes what shards do, from the rules
    sources         modules that make and change records
    digest, engine  of the rules and of these modules: they must be the same everywhere
    tiles           of one worker; its scratch directory is for all, and each of its files for one worker
    memory_bytes    what a worker takes
    patience        seconds after which whoever does not answer is taken to be lost
    """

    work: Callable[[IndexedRules], Work]
    sources: tuple[str, ...]
    game: str
    options: dict[str, int | str]
    digest: str
    engine: str
    tiles: Tiles
    threads: int
    memory_bytes: int
    patience: float


class Told(NamedTuple):
    """What a part came to.

    left        whether it leaves anything
    done        all that was done
    sent, most  bytes on their way to other workers, and to any one of them at most
    whom        to which of them, a bit each
    """

    left: bool
    done: Done
    sent: int
    most: int
    whom: NDArray[np.uint8]


class Applied(NamedTuple):
    """What a round came to in the end: what was done, what waits in which level, and bytes of answers."""

    done: Done
    waiting: Counters
    answered: int


class Worker:
    """Shard ``number`` of ``shards``."""

    def __init__(self, number: int, shards: int) -> None:
        self._number, self._shards = number, shards
        self._round, self._applying, self._done = 0, False, Done(0, np.zeros(0, np.int64))
        self._waiting: dict[int, list[Parcel]] = {}

    def begin(self, given: tuple[Task, Sequence[Any]]) -> tuple[str, int]:
        """Load the game and be ready, with all workers as peers; the machine's name in Ray, and the process.

        GameError if it is another game here, ResourceError if there is too little memory.
        """
        task, peers = given
        game = plugins.load(task.game)
        rules = loading.load(game, task.options)
        where = f"worker {self._number} on {ray.util.get_node_ip_address()}"
        if rules.digest != task.digest or fingerprint.engine(task.sources) != task.engine:
            raise GameError(f"{where} has another version of {task.game} or of retro: install the same everywhere")
        available = machine.usable_memory()
        if task.memory_bytes > available:
            needed = f"{task.memory_bytes:,} needed, {available:,} available"
            raise ResourceError(f"{where} has too little memory ({needed}): more workers take less each")
        assert isinstance(rules, IndexedRules)
        self._rules, self._peers, self._patience, self._tiles = rules, peers, task.patience, task.tiles
        self._work = task.work(rules)
        if task.tiles.kind == FILES:
            assert task.tiles.scratch is not None
            task.tiles.scratch.mkdir(parents=True, exist_ok=True)
        self._store, self._edges = (
            task.tiles.store(rules, self._work.blank, self._work.parting),
            transposed.no_edges(rules),
        )
        self._more = ThreadPoolExecutor(task.threads), task.threads, self._number, self._shards
        first = next(iter(self._work.acts))
        self._marks = unmarked(self._store, self._work.acts[first].module)
        self.enter(first)
        return ray.get_runtime_context().get_node_id(), os.getpid()

    def enter(self, act: str) -> None:
        """Begin another act."""
        kind, self._module = self._work.acts[act]
        self._shard = kind(self._rules, self._module, self._store, self._marks, *self._more)

    def part(self, number: int, part: Part, level: int, telling: bool | None) -> Told:
        """A part of a phase; ``telling`` says whether there is to be room for updates, None that it stays as it is."""
        if number != self._round + 1:
            raise WentWrong(f"round {number} was begun after round {self._round}")
        if not self._module.ASKING:  # the others have fetched what there was
            deque(self._shard.delivered(), 0)
        if telling is not None:
            self._shard.equip(self._edges, self._tiles.for_updates(self._store) if telling else 0)
        self._round, self._applying, self._done, left = number, False, self._nothing(), False
        with explained(self._rules):
            for done in self._shard.do(part, level):
                left |= not done.slots
                self._count(done)
        parcels = self._shard.parcels()
        self._waiting = dict(visits(parcels))
        sent = np.zeros(self._shards, np.int64)
        for parcel in parcels:
            many = int(parcel.outbox.counts[parcel.blocks].sum())
            sent[parcel.tile % self._shards] += many * parcel.outbox.blocks.itemsize
        sent[self._number] = 0
        return Told(left, self._done, int(sent.sum()), int(sent.max()), np.packbits(sent > 0))

    def give(self, number: int, to: int, group: int, groups: int) -> Message:
        """What is on its way to the tiles of a group of another worker's."""
        if number != self._round:
            raise WentWrong(f"updates of round {number} were asked for in round {self._round}")
        return message_of(self._parts(to, group, groups))

    def apply(self, number: int, level: int, groups: int, senders: NDArray[np.uint8]) -> Applied:
        """Fetch and apply what ``senders``, a bit each, have for the tiles here."""
        self._begin(number)
        with explained(self._rules):
            for done in self._shard.apply(level, self._visits(groups, self._listed(senders))):
                self._count(done)
        return Applied(self._done, self._shard.waiting(), 0)

    def ask(self, number: int, level: int, groups: int, owners: NDArray[np.uint8]) -> Applied:
        """Ask the ``owners`` of other tiles, a bit each, and look at the own ones; then hear what was answered."""
        self._begin(number)
        own = [(tile, parcels) for tile, parcels in self._waiting.items() if tile % self._shards == self._number]
        answered = 0
        with explained(self._rules):
            for done in self._shard.apply(level, own):
                self._count(done)
            whom = [(to, group) for group in range(groups) for to in self._listed(owners)]
            for asked, answers in self._asked(whom, groups):
                answered += answers.found.nbytes
                self._count(Done(0, answers.applied))
                first = 0
                for part in asked:
                    part[:] = answers.found[first : first + len(part)]
                    first += len(part)
            for done in self._shard.delivered():
                self._count(done)
        return Applied(self._done, self._shard.waiting(), answered)

    def answer(self, number: int, message: Message) -> Answers:
        """What another asks about the tiles here."""
        if number != self._round:
            raise WentWrong(f"questions of round {number} were asked in round {self._round}")
        message = message._replace(updates=message.updates.copy())
        counters = self._nothing().counters
        for tile, outbox, blocks in parcels_of(message, self._store.bits):
            start = tile << self._store.bits
            records = self._store.read(start, min(start + (1 << self._store.bits), self._rules.slots))
            self._module.apply(records, outbox, blocks, 0, NOTHING_PENDING, counters)
        return Answers(message.updates.astype(self._store.dtype), counters)

    def _begin(self, number: int) -> None:
        if number != self._round or self._applying:
            raise WentWrong(f"updates of round {number} came late or twice, in round {self._round}")
        self._applying, self._done = True, self._nothing()

    def _asked(self, whom: list[tuple[int, int]], groups: int) -> Iterator[tuple[list[Updates], Answers]]:
        """What was asked, where it lies, and the answers, while the next ones are on their way."""
        coming: deque[tuple[list[Updates], Any]] = deque()
        for to, group in [*whom, *[(-1, 0)] * AHEAD]:
            if to >= 0:
                parts = self._parts(to, group, groups)
                listed = [each for _, listed in parts for each in listed]
                given = self._round, message_of(parts)
                coming.append((listed, called(self._peers[to], "answer", given, GIVING)))
            if len(coming) > AHEAD or (to < 0 and coming):
                asked, answers = coming.popleft()
                yield asked, ray.get(answers, timeout=self._patience)

    def _parts(self, to: int, group: int, groups: int) -> list[tuple[int, list[Updates]]]:
        """What is on its way to the tiles of a group, where it lies."""
        tiles = [tile for tile in self._group(to, group, groups) if tile in self._waiting]
        return [(t, [each for _, box, blocks in self._waiting[t] for each in box.taken_out(blocks)]) for t in tiles]

    def lead(self, numbers: range, method: str, arguments: Arguments, group: str | None) -> list[Any]:
        """Have workers do something; what came of it, in order."""
        return relayed(self._peers, numbers, method, arguments, group, self._patience)

    def status(self) -> tuple[int, bool, Done]:
        """The round, whether it is being applied, and what was done so far in the call that is under way."""
        return self._round, self._applying, self._done

    def halt(self, number: int) -> None:
        """Let the part of that round come to an end soon."""
        if number == self._round:
            self._shard.halt()

    def marks(self) -> Marks:
        """The marks of its pages."""
        return self._shard.marks

    def mark(self, marks: Marks) -> Counters:
        """Take marks up again; what waits in which level."""
        self._shard.mark(marks)
        return self._shard.waiting()

    def read(self, start: int, stop: int) -> Records:
        """Records of slots start..stop-1 of one tile."""
        return self._store.read(start, stop)

    def each(self, page: int, function: PageFunction) -> Any:
        """What a function makes of the bytes of a page."""
        return function(self._store.read_page(page))

    def fill(self, page: int, data: bytes) -> None:
        """Bring a page of records back."""
        self._store.fill_page(page, data)

    def spent(self) -> tuple[float, int]:
        """Seconds of processor, and bytes of memory at most."""
        return time.process_time(), machine.peak_memory()

    def written(self) -> int:
        """Bytes that were written to files."""
        return self._store.written

    def _visits(self, groups: int, senders: list[int]) -> Iterator[Visit]:
        """What there is for each tile, group after group, while the next ones are on their way."""
        coming: deque[list[Any]] = deque()
        for group in range(groups + AHEAD):
            if group < groups:
                asked = self._round, self._number, group, groups
                coming.append([called(self._peers[each], "give", asked, GIVING) for each in senders])
            if group >= AHEAD:
                arrived = ray.get(coming.popleft(), timeout=self._patience)
                own = [
                    parcel
                    for tile in self._group(self._number, group - AHEAD, groups)
                    for parcel in self._waiting.get(tile, [])
                ]
                yield from visits(
                    [*own, *(parcel for each in arrived for parcel in parcels_of(each, self._store.bits))]
                )

    def _listed(self, bits: NDArray[np.uint8]) -> list[int]:
        """Workers that have a bit each."""
        listed: list[int] = np.flatnonzero(np.unpackbits(bits, count=self._shards)).tolist()
        return listed

    def _group(self, of: int, group: int, groups: int) -> range:
        """The tiles of a group of a worker's."""
        tiles = tiles_of(self._rules.slots, self._store, of, self._shards)
        return tiles[len(tiles) * group // groups : len(tiles) * (group + 1) // groups]

    def _nothing(self) -> Done:
        return Done(0, np.zeros(self._module.COUNTERS, np.int64))

    def _count(self, done: Done) -> None:
        """Whoever asks for the status meanwhile gets what was there before, or what is there after."""
        before = self._done
        sections = {
            name: before.sections.get(name, 0) + done.sections.get(name, 0) for name in before.sections | done.sections
        }
        self._done = Done(before.slots + done.slots, before.counters + done.counters, sections)
