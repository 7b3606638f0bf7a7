"""Shards in workers on Ray, driven from here: rounds, progress, records, and what becomes of a worker that is lost."""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from retro.cluster import calls
from retro.cluster.calls import GROUPS, MAKING, TELLING, Arguments, Team
from retro.cluster.plan import PIECE
from retro.cluster.worker import Applied, Task, Told, Worker
from retro.game.rules import IndexedRules
from retro.solving.engine import Engine
from retro.solving.record import Records
from retro.solving.shard import Counters, Done, Marks, Part, Work, pages_of, unmarked
from retro.solving.stores import Plain, Store
from retro.solving.transposed import Edges
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, PageFunction
from retro.system.ranges import aligned_ranges

BEGINNING = 120.0
"""Seconds within which a worker's process has to run."""
PAGES_AHEAD, PAGES_KEPT = 4, 8
"""Pages of records that are asked for before anybody reads them, and that are not asked for again."""

Count = Callable[[Done], None]


class Remote(Engine):
    """A worker for each shard, on whatever machines Ray finds; ``cores`` are taken from Ray for each. A context manager
    that ends them."""

    def __init__(self, rules: IndexedRules, work: Work, task: Task, shards: int, cores: int) -> None:
        """ResourceError if they cannot begin, Lost if Ray does not start them or one of them dies."""
        self._slots, self.shards, self._patience = rules.slots, shards, task.patience
        self._like = Plain(rules, task.tiles.record(rules))
        self._acts = work.acts
        self._module = next(iter(work.acts.values())).module
        self._round, self._edges, self._sent = 0, 0, 0
        self._telling: bool | None = None
        self._waiting: Counters = np.zeros(4, np.int64)
        self._places: list[tuple[str, int]] = []
        self._workers = self._hired(cores, task.threads)
        self.records: Pages = Pages(self, self._like)
        try:
            self._form(1)  # they do not know each other yet
            given = ray.put((task, self._workers))  # once: each of so many workers is told of all others
            begun = _Course(self._teams, max(BEGINNING, task.patience))
            self._places = self._all("begin", [(given,)] * shards, begun)
            self._form()
        except BaseException:
            self.close()
            raise

    def _hired(self, cores: int, threads: int) -> list[Any]:
        """The workers, in order; each makes things in so many threads."""
        options = {"num_cpus": cores, "max_restarts": 0, "max_task_retries": 0, "scheduling_strategy": "SPREAD"}
        actor = ray.remote(**options, concurrency_groups=GROUPS | {MAKING: threads})(Worker)
        return [actor.remote(number, self.shards) for number in range(self.shards)]

    def _form(self, size: int = 0) -> None:
        """Teams, by their first workers."""
        self._teams = {team.numbers.start: team for team in calls.teams(self._workers, size)}

    def __enter__(self) -> Remote:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End all workers, whatever they do."""
        here = ray.get_runtime_context().get_node_id() if ray.is_initialized() else ""
        for node, process in self._places:
            if node == here:  # Ray cannot end one that is stopped
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        for worker in self._workers:
            with suppress(Exception):  # it is gone already, or Ray is
                ray.kill(worker)
        self._workers, self._places, self._teams = [], [], {}

    def told(self) -> str:
        """What went over the network so far, and what workers took, in words."""
        each = self._sent / max(1, self._edges)
        seconds, memory = map(max, zip(*self._all("spent"), strict=True))
        sent = f"{self._sent:,} bytes went from worker to worker, {each:.2f} for each edge"
        return f"{sent}; each took {seconds:,.1f} s of processor and {memory / 2**20:,.0f} MiB of memory at most"

    @property
    def written(self) -> int:
        return sum(self._all("written"))

    def enter(self, act: str) -> None:
        self._module = self._acts[act].module
        self._all("enter", [(act,)] * self.shards)

    def equip(self, edges: Edges, telling: bool) -> None:
        self._telling = telling  # with the next round: a call less

    def round(self, part: Part, level: int, count: Count, checkpoint: Checkpoint) -> tuple[bool, bool]:
        self.records.forget()
        self._round += 1
        parting = _Course(self._teams, self._patience, (self._round, False), count, checkpoint)
        told: list[Told] = self._all("part", [(self._round, part, level, self._telling)] * self.shards, parting)
        self._telling = None
        self._edges += sum(int(each.done.counters[self._module.EDGES]) for each in told)
        groups = max(1, -(-max(each.most for each in told) // PIECE))
        asking = self._module.ASKING
        among = np.unpackbits([each.whom for each in told], axis=1, count=self.shards)
        listed = [(self._round, level, groups, each) for each in np.packbits(among if asking else among.T, axis=1)]
        course = _Course(self._teams, self._patience, (self._round, True), count)
        applied: list[Applied] = self._all("ask" if asking else "apply", listed, course)
        self._sent += sum(each.sent for each in told) + sum(each.answered for each in applied)
        self._waiting = np.sum([each.waiting for each in applied], axis=0)
        return any(each.left for each in told), parting.due or checkpoint.due()

    def anew(self) -> None:
        pending, done = self.marks()
        self.mark((pending, np.zeros_like(done)))

    def waiting(self) -> Counters:
        return self._waiting

    def marks(self) -> Marks:
        pending, done = unmarked(self._like, self._module)
        by_page = self._by_page(pending)
        for number, marks in enumerate(self._all("marks")):
            pages = self._pages(number)
            by_page[:, pages], done[pages] = marks
        return pending, done

    def mark(self, marks: Marks) -> None:
        pending, done = marks
        pages = [self._pages(number) for number in range(self.shards)]
        by_page = self._by_page(pending)
        self._waiting = sum(self._all("mark", [((by_page[:, each], done[each]),) for each in pages]))

    def ask(self, slot: int, method: str, *arguments: Any, group: str | None = None) -> Any:
        """Have the owner of a slot do something, in threads of a group; what `answer` waits for."""
        return calls.called(self._workers[(slot >> self._like.bits) % self.shards], method, arguments, group)

    def answer(self, asked: Any) -> Any:
        """What came of it. Whatever a worker raises that is no fault of Ray's, or Lost."""
        return calls.answer(asked, None, self._patience)

    def _all(self, method: str, arguments: Arguments | None = None, course: _Course | None = None) -> list[Any]:
        """Have all workers do something, and wait; what came of it, in order. Lost if one does not answer meanwhile."""
        given = arguments or [()] * self.shards
        course = course or _Course(self._teams, self._patience)
        asked = {
            team.call(method, [given[each] for each in team.numbers]): first for first, team in self._teams.items()
        }
        found: list[Any] = [None] * self.shards
        for came, left in calls.arrivals(asked, self._patience):
            for first, told in came.items():
                for number, each in self._teams[first].each(told):
                    found[number] = each
                    course.ended(number, each)
                course.over(first)
            course.ask(left)
        return found

    def _pages(self, number: int) -> list[int]:
        return pages_of(self._slots, self._like, number, self.shards)

    def _by_page(self, pending: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return pending.reshape(4, len(self._like.pages), -1)


class _Course:
    """A call to all workers while it is under way: each is asked how far it is, and has to answer within ``patience``.

    ``stage`` is the round, and whether it is being applied; what is done then is counted as workers tell of it.
    ``due`` says whether it was time to save, and they were told to come to an end.
    """

    def __init__(
        self,
        teams: Mapping[int, Team],
        patience: float,
        stage: tuple[int, bool] | None = None,
        count: Count = lambda done: None,
        checkpoint: Checkpoint = NO_CHECKPOINT,
    ) -> None:
        self._teams, self._patience = teams, patience
        self._stage, self._count, self._saver = stage, count, checkpoint
        self._told: dict[int, Done] = {}
        self._asked: dict[int, tuple[Any, float]] = {}
        self.due = False

    def ask(self, left: list[int]) -> None:
        """Look at what teams have answered, and ask those again that are ``left``. Lost if one has not for too long."""
        for first, (asked, when) in list(self._asked.items()):
            team = self._teams[first]
            if ray.wait([asked], timeout=0)[0]:
                del self._asked[first]
                for number, (*stage, done) in team.each(calls.answer(asked, first, self._patience)):
                    if tuple(stage) == self._stage:
                        self._tell(number, done)
            elif first in left and time.monotonic() - when > self._patience + team.slack:
                raise calls.silent(f"worker {first}", self._patience)
        for first in left:
            if first not in self._asked:
                self._asked[first] = self._to(first, "status"), time.monotonic()
        self.due = self.due or self._saver.due()
        if self.due and self._stage and left:
            for first in self._teams:
                self._to(first, "halt", self._stage[0])

    def ended(self, number: int, found: Any) -> None:
        """A worker has done it."""
        if self._stage:
            self._tell(number, found.done)

    def over(self, first: int) -> None:
        """So has all of its team: how far it was meanwhile is of no interest."""
        self._asked.pop(first, None)

    def _to(self, first: int, method: str, *arguments: Any) -> Any:
        team = self._teams[first]
        return team.call(method, [arguments] * len(team.numbers), TELLING)

    def _tell(self, number: int, done: Done) -> None:
        before = self._told.get(number) or replace(done, slots=0, counters=0 * done.counters, sections={})
        sections = {name: many - before.sections.get(name, 0) for name, many in done.sections.items()}
        self._count(Done(done.slots - before.slots, done.counters - before.counters, sections))
        self._told[number] = done


class Pages:
    """The records of all workers (`retro.solving.engine.Kept`): read in order, the next pages are asked for before."""

    def __init__(self, remote: Remote, like: Store) -> None:
        self._remote, self._like = remote, like
        self.dtype, self.shape, self.page_bytes = like.dtype, like.shape, like.page_bytes
        self._asked: dict[int, Any] = {}
        self._kept: dict[int, Records] = {}

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, slots: slice) -> Records:
        start, stop, _ = slots.indices(len(self))
        return self.read(start, stop)

    def forget(self) -> None:
        """They change from now on."""
        self._asked.clear()
        self._kept.clear()

    def read_page(self, number: int) -> NDArray[np.uint8]:
        """See `retro.system.checkpointing.PagedArray`."""
        return np.ascontiguousarray(self._page(number)).view(np.uint8)

    def fill_page(self, number: int, data: bytes) -> None:
        """See `retro.system.checkpointing.PagedArray`."""
        self._remote.answer(self._remote.ask(self._like.pages[number][0], "fill", number, data))

    def map_pages(self, function: PageFunction) -> Iterator[Any]:
        """See `retro.system.checkpointing.PagedArray`: each worker is asked for the pages of its next tile before the
        others are done."""
        pages, given = self._like.pages, ray.put(function)
        ahead = self._remote.shards * ((1 << self._like.bits) // self._like.page)
        coming: deque[Any] = deque()
        for number in range(len(pages) + ahead):
            if number < len(pages):
                coming.append(self._remote.ask(pages[number][0], "each", number, given, group=MAKING))
            if number >= ahead:
                yield self._remote.answer(coming.popleft())

    def read(self, start: int, stop: int) -> Records:
        """Records of slots start..stop-1, not to be changed."""
        page, found = self._like.page, []
        scattered = len(self._like.pages) > PAGES_KEPT and (stop - start) * PAGES_KEPT < page
        for first, last in aligned_ranges(start, stop, page):
            number, base = first // page, first // page * page
            if scattered and number not in self._kept:
                found.append(self._remote.answer(self._remote.ask(first, "read", first, last)))
            else:
                found.append(self._page(number)[first - base : last - base])
        return found[0] if len(found) == 1 else np.concatenate(found)

    def _page(self, number: int) -> Records:
        if number in self._kept:
            return self._kept[number]
        for each in range(number, min(number + 1 + PAGES_AHEAD, len(self._like.pages))):
            if each not in self._asked and each not in self._kept:
                start, stop = self._like.pages[each]
                self._asked[each] = self._remote.ask(start, "read", start, stop)
        self._kept[number] = self._remote.answer(self._asked.pop(number))
        while len(self._kept) > PAGES_KEPT:
            del self._kept[next(iter(self._kept))]
        return self._kept[number]
