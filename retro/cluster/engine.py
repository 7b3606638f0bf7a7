"""An engine whose shards are workers on Ray: rounds, progress, records, and the detection of workers that are lost."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import ray

from retro.cluster import calls
from retro.cluster.calls import GROUPS, PAGES, Arguments, Count
from retro.cluster.messages import index_of
from retro.cluster.task import EdgesResult, RoundResult, StepResult, Task
from retro.cluster.worker import Worker
from retro.game.rules import IndexedRules
from retro.solving import audit, edge_memory
from retro.solving.below import Below
from retro.solving.engine import Engine
from retro.solving.flags import Due, Flags, cleared_flags
from retro.solving.outbox_kernels import NEVER
from retro.solving.paged_values import PagedValues
from retro.solving.record import Records
from retro.solving.sample import sampled
from retro.solving.shard import Making, Shards, Step, TaskResult, pages_of
from retro.solving.stores import RecordPages
from retro.system.checkpointing import Checkpoint
from retro.system.files import Closing
from retro.system.progress import Progress
from retro.system.ranges import aligned_ranges

START_SECONDS = 120.0
"""Seconds within which a worker's process has to start."""
PAGES_AHEAD, CACHED_PAGES = 4, 8
"""Pages of records that are requested before they are read, and pages that are cached."""


class Remote(Engine, Closing):
    """A worker for each shard, on the machines that Ray has; each takes ``cores`` of Ray's cores.

    It is a context manager that ends the workers (`close`).
    """

    def __init__(self, rules: IndexedRules, task: Task, shards: int, cores: int) -> None:
        """Raises ResourceError if the workers cannot begin, Lost if Ray does not start them or one of them dies."""
        self._rules, self.shards, self._patience, self.sizes = rules, shards, task.patience, task.tiles.sizes
        self._round_limit = edge_memory.round_limit(task.tiles)
        self._made: Callable[[Making], Shards] = cache(lambda making: making(rules))
        self._round, self._edges, self._sent = 0, 0, 0
        self._sending: bool | None = None
        self._processes: list[tuple[str, int]] = []
        options = {"num_cpus": cores, "max_restarts": 0, "max_task_retries": 0, "scheduling_strategy": "SPREAD"}
        actor = ray.remote(**options, concurrency_groups=GROUPS | {PAGES: task.threads})(Worker)
        self._workers = [actor.remote(number, shards) for number in range(shards)]
        try:
            self._form_teams(1)  # workers do not have the handles of each other yet
            given = ray.put((task, self._workers))  # stored once: every worker gets the handles of all others
            index = ray.put(index_of(rules))  # once for each machine
            begun = calls.Call(self._teams, max(START_SECONDS, task.patience))
            self._processes = self._all("begin", [(given, index)] * shards, begun)
            self._form_teams()
        except BaseException:
            self.close()
            raise

    def _form_teams(self, size: int = 0) -> None:
        """Divides the workers into teams of ``size`` (see `calls.teams`), by the number of their first worker."""
        self._teams = {team.numbers.start: team for team in calls.teams(self._workers, size, self.sizes.few_workers)}

    def _lay_out(self, made: Shards, slots: int) -> None:
        """Notes how records are laid out now; none is cached."""
        self.module, self.records = made.module, Pages(self, slots, made)

    def close(self) -> None:
        """Ends all workers, also while they run a call."""
        here = ray.get_runtime_context().get_node_id() if ray.is_initialized() else ""
        for node, process in self._processes:
            if node == here:  # Ray cannot end a process that is stopped
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        for worker in self._workers:
            with suppress(Exception):  # the worker, or Ray, has ended before
                ray.kill(worker)
        self._workers, self._processes, self._teams = [], [], {}

    def summary(self) -> str:
        """Returns a sentence about the bytes that were sent, and the time and memory of workers."""
        each = self._sent / max(1, self._edges)
        seconds, memory = map(max, zip(*self._all("spent"), strict=True))
        sent = f"{self._sent:,} bytes went from worker to worker, {each:.2f} for each edge"
        return f"{sent}; each took {seconds:,.1f} s of processor and {memory / 2**20:,.0f} MiB of memory at most"

    @property
    def written(self) -> int:
        return sum(self._all("written"))

    def begin(self, making: Making, below: Below, paged: PagedValues | None = None) -> None:
        assert paged is None, "plans for workers have all values in memory"
        self._lay_out(self._made(making), below.slots)
        self._due = Due(np.zeros(4, np.int64), NEVER, 0)
        given = ray.put(below)  # once for each machine
        self._all("begin_tier", [(making, given, self.records.bits)] * self.shards)

    def go_on(self, making: Making, convert: Callable[[Records], Records] | None = None) -> None:
        self._lay_out(self._made(making), len(self.records))
        self._all("go_on", [(making, convert)] * self.shards)

    def transpose(self, lookahead: bool, progress: Progress, checkpoint: Checkpoint) -> None:
        def count(result: TaskResult) -> None:
            progress.advance(result.slots, 0)
            checkpoint.raise_if_interrupted()

        edges = sampled(self._rules).edges // self.shards
        memory = edge_memory.round_bytes(self._rules, edges, self._round_limit, self.sizes)
        progress.phase("edges", len(self.records), None)
        found = self._numbered("find_edges", count, lookahead, memory)
        progress.phase("predecessor lists", len(self.records), None)
        listed = self._numbered("write_lists", count)
        self._sent += sum(each.sent for each in found)
        n_found, n_listed = (sum(each.edges for each in results) for results in (found, listed))
        audit.agree(n_found, n_listed, "transposing", "edges were found", "listed")

    def _numbered(self, method: str, count: Count, *arguments: Any) -> list[EdgesResult]:
        """Calls a method of all workers, which counts as a round. Returns their answers in order."""
        self._round += 1
        call = calls.Call(self._teams, self._patience, (self._round, False), count)
        return self._all(method, [(self._round, *arguments)] * self.shards, call)

    def equip(self, sending: bool) -> None:
        self._sending = sending  # workers get it with the next round, which saves a call

    def round(self, step: Step, level: int, count: Count, checkpoint: Checkpoint) -> tuple[bool, bool]:
        self.records.forget()
        self._round += 1
        call = calls.Call(self._teams, self._patience, (self._round, False), count, checkpoint)
        steps: list[StepResult] = self._all("step", [(self._round, step, self._sending)] * self.shards, call)
        self._sending = None
        self._edges += sum(int(each.result.counters[self.module.EDGES]) for each in steps)
        groups = max(1, -(-max(each.max_sent for each in steps) // self.sizes.message_bytes))
        requests = self.module.REQUESTS
        receivers = np.unpackbits([each.receivers for each in steps], axis=1, count=self.shards)
        peers = np.packbits(receivers if requests else receivers.T, axis=1)
        arguments = [(self._round, level, groups, each) for each in peers]
        exchange = calls.Call(self._teams, self._patience, (self._round, True), count)
        rounds: list[RoundResult] = self._all("request" if requests else "apply", arguments, exchange)
        self._sent += sum(each.sent for each in steps) + sum(each.answered for each in rounds)
        self._due = Due.of_all([each.due for each in rounds])
        return any(each.remaining for each in steps), call.due or checkpoint.due()

    def due(self) -> Due:
        return self._due

    def flags(self) -> Flags:
        every = cleared_flags(self.records)
        for number, flags in enumerate(self._all("flags")):
            every.put(self._pages(number), flags)
        return every

    def set_flags(self, flags: Flags) -> None:
        of_workers = [(flags.of(self._pages(number)),) for number in range(self.shards)]
        self._due = Due.of_all(self._all("set_flags", of_workers))

    def call(self, slot: int, method: str, *arguments: Any, group: str | None = None) -> Any:
        """Calls a method of the worker that owns a slot, in threads of a group. Returns the pending call (`answer`)."""
        return calls.called(self._workers[(slot >> self.records.bits) % self.shards], method, arguments, group)

    def answer(self, call: Any) -> Any:
        """Returns the answer to a pending call. Raises the worker's exception, or Lost for an error of Ray."""
        return calls.answer(call, None, self._patience)

    def _all(self, method: str, arguments: Arguments | None = None, call: calls.Call | None = None) -> list[Any]:
        """Calls a method of all workers. Returns their answers in order; raises Lost if one does not answer."""
        given = arguments or [()] * self.shards
        call = call or calls.Call(self._teams, self._patience)
        pending = {
            team.call(method, [given[number] for number in team.numbers]): first for first, team in self._teams.items()
        }
        answers: list[Any] = [None] * self.shards
        for arrived, missing in calls.arrivals(pending, self._patience):
            for first, of_team in arrived.items():
                for number, each in self._teams[first].each(of_team):
                    answers[number] = each
                    call.ended(number, each)
            call.poll(missing)
        return answers

    def _pages(self, number: int) -> list[int]:
        return pages_of(len(self.records), self.records, number, self.shards)


class Pages(RecordPages):
    """Records of all workers: pages that are read in order are prefetched."""

    def __init__(self, remote: Remote, slots: int, made: Shards) -> None:
        super().__init__(slots, made.dtype, made.blank, sizes=remote.sizes)
        self._remote = remote
        self._requested: dict[int, Any] = {}
        self._cache: dict[int, Records] = {}

    def forget(self) -> None:
        """Clears the cache, because records are going to change."""
        self._requested.clear()
        self._cache.clear()

    def fill_page(self, number: int, data: bytes) -> None:
        self._remote.answer(self._remote.call(self.pages[number][0], "fill", number, data))

    def blocks(self, function: Callable[[Records], Any], size: int) -> Iterator[Any] | None:
        return None if len(self.pages) > 1 and self.page % size else self._blocks(ray.put(function), size)

    def _blocks(self, function: Any, size: int) -> Iterator[Any]:
        """Yields the results of a function: each worker gets the pages of its next tile in advance."""
        ahead, pending = self._remote.shards * ((1 << self.bits) // self.page), deque[Any]()
        for number in range(len(self.pages) + ahead):
            if number < len(self.pages):
                start, stop = self.pages[number]
                pending.append(self._remote.call(start, "each", start, stop, function, size, group=PAGES))
            if number >= ahead:
                yield from self._remote.answer(pending.popleft())

    def read(self, start: int, stop: int) -> Records:
        page, pieces = self.page, []
        scattered = len(self.pages) > CACHED_PAGES and (stop - start) * CACHED_PAGES < page
        for first, last in aligned_ranges(start, stop, page):
            number, base = first // page, first // page * page
            if scattered and number not in self._cache:
                pieces.append(self._remote.answer(self._remote.call(first, "read", first, last)))
            else:
                pieces.append(self._page(number)[first - base : last - base])
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)

    def _page(self, number: int) -> Records:
        if number in self._cache:
            return self._cache[number]
        for each in range(number, min(number + 1 + PAGES_AHEAD, len(self.pages))):
            if each not in self._requested and each not in self._cache:
                start, stop = self.pages[each]
                self._requested[each] = self._remote.call(start, "read", start, stop)
        self._cache[number] = self._remote.answer(self._requested.pop(number))
        while len(self._cache) > CACHED_PAGES:
            del self._cache[next(iter(self._cache))]
        return self._cache[number]
