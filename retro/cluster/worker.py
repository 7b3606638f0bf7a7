"""A worker: what runs on every machine. It has a shard, with its records and flags, and messages for other workers.

A round has two calls. In `step`, a worker expands its positions; the updates for tiles of other workers stay in its
outboxes. When all workers have done that, each gets the call `apply`: it fetches the messages of the others (`give`)
and applies them to its records. So the driver calls each worker once, instead of once for each pair of workers. A
message is for a group of tiles, and a worker fetches the messages of all others for one group before those for the
next: so it opens a tile once a round, and only some groups are in memory. If the updates are requests, each worker gets
the call `request` instead: it sends them to the others, group by group, and these return the answers (`answer`).

Before the first round of a game without ``unmoves`` its edges are transposed, in two calls: `find_edges` sends runs to
the owners of their pages (`receive`), and `write_lists` makes lists of the runs that have arrived
(`retro.cluster.runs`).

Other threads than that of the calls above run `give`, `answer` and `receive`; `status` and `halt`; and `relay`, by
which the first worker of a team calls the others for the driver (`retro.cluster.calls`). Calls contain the number of
the round: late or repeated ones are refused, because updates must not be applied twice.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from retro.cluster.calls import EXCHANGE, Arguments, called, relayed
from retro.cluster.messages import (
    Answers,
    IndexMessage,
    Message,
    Updates,
    as_if_writable,
    bound,
    message_of,
    parcels_of,
)
from retro.cluster.plan import AHEAD
from retro.cluster.runs import Runs, RunStorage
from retro.cluster.task import EdgesResult, RoundResult, StepResult, Task
from retro.game import fingerprint, loading, plugins
from retro.game.rules import IndexedRules
from retro.solving import transposed
from retro.solving.below import Below, in_tiers, takes_back
from retro.solving.engine import Local
from retro.solving.flags import Due, Flags
from retro.solving.outbox import Parcel, by_tile
from retro.solving.record import Records
from retro.solving.shard import Making, Shard, Step, TaskResult, TileUpdates, pages_of, tiles_of
from retro.solving.stores import Store
from retro.solving.tiles import FILES
from retro.system import machine
from retro.system.errors import GameError, ResourceError, WentWrong


class Worker:
    """Shard ``number`` of ``shards``."""

    def __init__(self, number: int, shards: int) -> None:
        self._number, self._shards = number, shards
        self._round, self._applying, self._result = 0, False, TaskResult(0, np.zeros(0, np.int64))
        self._updates: dict[int, list[Parcel]] = {}

    def begin(self, given: tuple[Task, Sequence[Any]], index: IndexMessage | None) -> tuple[str, int]:
        """Loads the game and prepares the shard. ``given`` has the task and the handles of all workers.

        ``index`` has the keys of enumerated positions, None for other games. Returns the name of the machine in Ray,
        and the number of the process. Raises GameError if the machine has another version of the game, ResourceError if
        it has too little memory.
        """
        task, peers = given
        game = plugins.load(task.game)
        rules = loading.load(game, task.options)
        name = f"worker {self._number} on {ray.util.get_node_ip_address()}"
        if rules.digest != task.digest or fingerprint.installation() != task.engine:
            raise GameError(f"{name} has another version of {task.game} or of retro: install the same everywhere")
        available = machine.usable_memory()
        if task.memory_bytes > available:
            needed = f"{task.memory_bytes:,} needed, {available:,} available"
            raise ResourceError(f"{name} has too little memory ({needed}): more workers take less each")
        if index is not None:
            rules = bound(rules, index)
        assert isinstance(rules, IndexedRules)
        self._rules, self._peers, self._patience = rules, peers, task.patience
        if task.tiles.kind == FILES:
            assert task.tiles.scratch is not None
            task.tiles.scratch.mkdir(parents=True, exist_ok=True)
        self._threads, tiles = (
            (ThreadPoolExecutor(task.threads), task.threads),
            replace(task.tiles, shards=self._shards),
        )
        self._local = Local(rules, tiles, *self._threads, range(self._number, self._number + 1))
        return ray.get_runtime_context().get_node_id(), os.getpid()

    def begin_tier(self, making: Making, below: Below, bits: int) -> None:
        """Begins a tier, in tiles of 2**``bits`` slots (`retro.solving.engine.Engine.begin`)."""
        self._local.tiles = tiles = replace(self._local.tiles, bits=bits)
        assert isinstance(below.indices, np.ndarray)
        below = below._replace(values=as_if_writable(below.values), indices=as_if_writable(below.indices))
        self._local.begin(making, below)
        if not takes_back(self._rules):
            pages, size = len(self._store.pages), tiles.sizes.message_bytes
            self._runs = RunStorage(tiles.pieces(), self._owner, self._number, pages, size)

    def go_on(self, making: Making, convert: Callable[[Records], Records] | None) -> None:
        """See `retro.solving.engine.Engine`."""
        self._local.go_on(making, convert)

    @property
    def _shard(self) -> Shard:
        return self._local.shards[0]

    @property
    def _store(self) -> Store:
        return self._local.records

    @property
    def _module(self) -> ModuleType:
        return self._local.module

    def step(self, number: int, step: Step, sending: bool | None) -> StepResult:
        """Does a step, after `retro.solving.engine.Engine.equip` with ``sending`` unless that is None."""
        self._begin_round(number)
        if not self._module.REQUESTS:  # the other workers have fetched all updates
            deque(self._shard.delivered(), 0)
        if sending is not None:
            self._local.equip(sending)
        remaining = False
        for result in step(self._shard):
            remaining |= not result.slots
            self._count(result)
        parcels = self._shard.parcels()
        self._updates = dict(by_tile(parcels))
        sent = np.zeros(self._shards, np.int64)
        for parcel in parcels:
            sent[parcel.tile % self._shards] += parcel.size * parcel.outbox.blocks.itemsize
        sent[self._number] = 0
        return StepResult(remaining, self._result, int(sent.sum()), int(sent.max()), np.packbits(sent > 0))

    def find_edges(self, number: int, lookahead: bool, memory: int) -> EdgesResult:
        """Finds the edges that leave the worker's slots, and sends runs to the owners of the pages that they lead to.

        ``memory`` is the number of bytes for edges that wait to be sorted. For ``lookahead`` see
        `transposed.transpose`.
        """
        self._begin_round(number)
        pending, edges, sent = deque[Any](), 0, 0
        bits, unordered = self._store.page.bit_length() - 1, self._shards > 1
        arguments = *self._threads, self._runs, memory, bits, self._local.below, unordered, self._local.tiles.sizes
        module = self._local.transposing(lookahead, in_tiers(self._rules))
        self._transposing = transposed.Transposing(self._rules, module, *arguments)
        own = [self._store.pages[page] for page in self._pages]
        for slots, count in chain(self._transposing.find_edges(own), [(0, 0)]):
            edges += count
            self._count(TaskResult(slots, self._no_result().counters))
            for owner, runs in self._runs.outgoing():
                sent += runs.data.nbytes
                pending.append(called(self._peers[owner], "receive", (number, runs), EXCHANGE))
                if len(pending) > AHEAD:
                    ray.get(pending.popleft(), timeout=self._patience)
        for call in pending:
            ray.get(call, timeout=self._patience)
        return EdgesResult(self._result, edges, sent)

    def receive(self, number: int, runs: Runs) -> None:
        """Stores runs of edges that lead to the worker's pages. They may arrive before its own `find_edges` begins."""
        if number - self._round not in (0, 1):
            raise WentWrong(f"edges of round {number} came in round {self._round}")
        self._runs.receive(runs)

    def write_lists(self, number: int) -> EdgesResult:
        """Makes the predecessor lists of the worker's pages, from all runs that have arrived."""
        self._begin_round(number)
        for slots, edges in self._transposing.write_lists(self._pages, self._runs.n_runs):
            self._local.edges = replace(edges, storage=self._runs.own)
            self._count(TaskResult(slots, self._no_result().counters))
        del self._transposing  # and the memory for tasks
        return EdgesResult(self._result, self._local.edges.count)

    def give(self, number: int, to: int, group: int, groups: int) -> Message:
        """Returns the updates for the tiles of a group of another worker."""
        if number != self._round:
            raise WentWrong(f"updates of round {number} were requested in round {self._round}")
        return message_of(self._for_group(to, group, groups))

    def apply(self, number: int, level: int, groups: int, senders: NDArray[np.uint8]) -> RoundResult:
        """Fetches the updates for the worker's tiles and applies them. ``senders`` has a bit for each worker."""
        self._begin_exchange(number)
        for result in self._shard.apply(level, self._fetched(groups, self._numbers(senders))):
            self._count(result)
        return RoundResult(self._result, self._shard.due(), 0)

    def request(self, number: int, level: int, groups: int, owners: NDArray[np.uint8]) -> RoundResult:
        """Sends requests to other workers, answers those for the worker's own tiles, and has the shard count the
        answers.

        ``owners`` has a bit for each worker for which there are requests.
        """
        self._begin_exchange(number)
        own = [(tile, parcels) for tile, parcels in self._updates.items() if tile % self._shards == self._number]
        answered = 0
        for result in self._shard.apply(level, own):
            self._count(result)
        receivers = [(to, group) for group in range(groups) for to in self._numbers(owners)]
        for requests, answers in self._answered(receivers, groups):
            answered += answers.values.nbytes
            self._count(TaskResult(0, answers.counters))
            first = 0
            for each in requests:
                each[:] = answers.values[first : first + len(each)]
                first += len(each)
        for result in self._shard.delivered():
            self._count(result)
        return RoundResult(self._result, self._shard.due(), answered)

    def answer(self, number: int, message: Message) -> Answers:
        """Returns the answers to another worker's requests for the tiles of this one."""
        if number != self._round:
            raise WentWrong(f"requests of round {number} came in round {self._round}")
        message = message._replace(updates=message.updates.copy())
        counters, no_flags = self._no_result().counters, (self._shard.pending[0, :0], self._shard.later[:0])
        for tile, outbox, blocks, _ in parcels_of(message, self._store.bits):
            start = tile << self._store.bits
            records = self._store.read(start, min(start + (1 << self._store.bits), len(self._store)))
            self._module.apply(records, outbox, blocks, 0, *no_flags, counters)
        return Answers(message.updates.astype(self._store.dtype), counters)

    def _begin_round(self, number: int) -> None:
        if number != self._round + 1:
            raise WentWrong(f"round {number} was begun after round {self._round}")
        self._round, self._applying, self._result = number, False, self._no_result()

    def _begin_exchange(self, number: int) -> None:
        if number != self._round or self._applying:
            raise WentWrong(f"updates of round {number} came late or twice, in round {self._round}")
        self._applying, self._result = True, self._no_result()

    def _answered(self, receivers: list[tuple[int, int]], groups: int) -> Iterator[tuple[list[Updates], Answers]]:
        """Yields requests, as views of outboxes, with their answers; the next requests are sent meanwhile."""
        pending: deque[tuple[list[Updates], Any]] = deque()
        for to, group in [*receivers, *[(-1, 0)] * AHEAD]:
            if to >= 0:
                tiles = self._for_group(to, group, groups)
                requests = [updates for _, listed in tiles for updates in listed]
                arguments = self._round, message_of(tiles)
                pending.append((requests, called(self._peers[to], "answer", arguments, EXCHANGE)))
            if len(pending) > AHEAD or (to < 0 and pending):
                requests, call = pending.popleft()
                yield requests, ray.get(call, timeout=self._patience)

    def _for_group(self, to: int, group: int, groups: int) -> list[tuple[int, list[Updates]]]:
        """Returns the updates for each tile of a group, as views of outboxes."""
        return [
            (tile, [updates for _, box, blocks, _ in self._updates[tile] for updates in box.updates(blocks)])
            for tile in self._group(to, group, groups)
            if tile in self._updates
        ]

    def relay(self, numbers: range, method: str, arguments: Arguments, group: str | None) -> list[Any]:
        """Calls a method of the workers of a team. Returns their answers in order."""
        return relayed(self._peers, numbers, method, arguments, group, self._patience)

    def status(self) -> tuple[int, bool, TaskResult]:
        """Returns the round, whether its updates are being applied, and the result so far of the call in progress."""
        return self._round, self._applying, self._result

    def halt(self, number: int) -> None:
        """Makes the step of round ``number`` end soon."""
        if number == self._round:
            self._shard.halt()

    def flags(self) -> Flags:
        """Returns the flags of the worker's pages."""
        return self._local.flags().of(self._pages)

    def set_flags(self, flags: Flags) -> Due:
        """Sets the flags of the worker's pages. Returns the levels that are due then."""
        self._local.flags().put(self._pages, flags)
        return self._local.due()

    def read(self, start: int, stop: int) -> Records:
        """Returns the records of slots start..stop-1 of one tile."""
        return self._store.read(start, stop)

    def each(self, start: int, stop: int, function: Callable[[Records], Any], size: int) -> list[Any]:
        """Returns the results of a function for each ``size`` of the records of slots start..stop-1 of one page."""
        records = self._store.read(start, stop)
        return [function(records[first : first + size]) for first in range(0, len(records), size)]

    def fill(self, page: int, data: bytes) -> None:
        """Restores a page of records."""
        self._store.fill_page(page, data)

    def spent(self) -> tuple[float, int]:
        """Returns the seconds of processor, and the largest number of bytes of memory, of this process."""
        return time.process_time(), machine.peak_memory()

    def written(self) -> int:
        """Returns the bytes that were written to files."""
        return self._local.written

    def _fetched(self, groups: int, senders: list[int]) -> Iterator[TileUpdates]:
        """Yields the updates for each tile, group after group, while messages for the next groups are under way."""
        pending: deque[list[Any]] = deque()
        for group in range(groups + AHEAD):
            if group < groups:
                arguments = self._round, self._number, group, groups
                pending.append([called(self._peers[sender], "give", arguments, EXCHANGE) for sender in senders])
            if group >= AHEAD:
                messages = ray.get(pending.popleft(), timeout=self._patience)
                tiles = self._group(self._number, group - AHEAD, groups)
                own = [parcel for tile in tiles for parcel in self._updates.get(tile, [])]
                received = [parcel for message in messages for parcel in parcels_of(message, self._store.bits)]
                yield from by_tile([*own, *received])

    @property
    def _pages(self) -> list[int]:
        return pages_of(len(self._store), self._store, self._number, self._shards)

    def _owner(self, page: int) -> int:
        """Returns the number of the worker that has a page."""
        return (self._store.pages[page][0] >> self._store.bits) % self._shards

    def _numbers(self, bits: NDArray[np.uint8]) -> list[int]:
        """Returns the numbers of the workers whose bits are set."""
        numbers: list[int] = np.flatnonzero(np.unpackbits(bits, count=self._shards)).tolist()
        return numbers

    def _group(self, worker: int, group: int, groups: int) -> range:
        """Returns the tiles of a group of a worker."""
        tiles = tiles_of(len(self._store), self._store, worker, self._shards)
        return tiles[len(tiles) * group // groups : len(tiles) * (group + 1) // groups]

    def _no_result(self) -> TaskResult:
        return TaskResult(0, np.zeros(self._module.COUNTERS, np.int64))

    def _count(self, result: TaskResult) -> None:
        """Adds a result. It replaces the sum at once: `status`, in another thread, returns the old or the new one."""
        self._result += result
