"""Scans of a solved game: kernels that threads run over ranges of slots, and the sections and edges that they need."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fnmatch import fnmatchcase
from functools import partial
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

from retro.compiling.added import Added
from retro.compiling.kernels import AS_IT_IS, Variant, kernels_of
from retro.game.rules import IndexedRules, Rules
from retro.indexing.bitvector import Words
from retro.lookup import paged_kernels, whole_kernels
from retro.lookup.pages import NO_DISTANCES, PagedRecords
from retro.solving import state_bits
from retro.solving.state_bits import NO_STATES, Chosen
from retro.storage import page_runs
from retro.storage.distances import Distances
from retro.storage.page_cache import Pages
from retro.storage.page_runs import TASKS_AHEAD, Result, Task
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, in_order
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.ranges import Pieces
from retro.system.sizes import PRODUCTION

SCAN_SLOTS = PRODUCTION.scan_slots
LONGEST_PATTERN = 200
"""Characters of a section pattern; `fnmatch` takes time that grows with the square of its length."""


class Entering(NamedTuple):
    """What says which states a position has, for `retro.lookup.states_kernels.states_of`.

    states     bits of states (`retro.solving.state_bits`); empty if the game defines ``unmoves``
    distances  distances from the start (`RecordTable.distance_view`)
    """

    states: Words
    distances: Distances | Pages = NO_DISTANCES


def has_state_bits(rules: Rules) -> bool:
    """Returns whether the states of a position can only be listed from the moves of all positions."""
    return rules.repetition and not rules.defines("unmoves")


def states_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of memory that `entering` takes."""
    return state_bits.memory_bytes(rules) if has_state_bits(rules) else 0


def entering(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    near: Chosen | None = None,
) -> Entering:
    """Returns what says which states a position has, those after moves from positions that are ``near`` if it is given.

    Of a game without ``unmoves`` all moves are made. The ``checkpoint`` says whether the user has interrupted the run;
    nothing is saved.
    """
    if not has_state_bits(rules):
        return Entering(NO_STATES)
    return Entering(state_bits.entered(rules, threads, progress, checkpoint, near))


def chosen(rules: IndexedRules, patterns: Iterable[str]) -> list[Task]:
    """Returns the slots of the sections whose names match one of the patterns (``*`` and ``?`` match anything).

    GameError if there is none.
    """
    wanted = list(patterns)
    usable = [pattern for pattern in wanted if len(pattern) <= LONGEST_PATTERN]
    matches = [
        (start, stop) for name, start, stop in rules.sections if any(fnmatchcase(name, pattern) for pattern in usable)
    ]
    if not matches:
        names = ", ".join(name for name, _, _ in rules.sections)
        raise GameError(f"no section of {rules.game.name} is called {' or '.join(wanted)[:80]}; its sections: {names}")
    return matches


def tasks_of(wanted: Iterable[Task], slots: int = SCAN_SLOTS) -> Pieces:
    """The union of ranges of slots, in order, cut into tasks of at most ``slots``."""
    parts: list[Task] = []
    last = 0
    for first, stop in sorted(wanted):
        parts.append((max(first, last), stop))
        last = max(last, stop)
    return Pieces(parts, slots)


def in_random_order(wanted: Iterable[Task], slots: int) -> Iterator[Task]:
    """Yields ranges of slots that do not overlap, cut into tasks of at most ``slots``, without storing these.

    The step from one task to the next is always the same, between a third and two thirds of all tasks.
    """
    tasks = Pieces(wanted, slots)
    count = len(tasks)
    number, step = random.randrange(max(1, count)), random.randint(count // 3, 2 * count // 3)
    while math.gcd(step, count) > 1:
        step += 1
    for _ in range(count):
        yield tasks[number]
        number = (number + step) % count


class Scan:
    """Passes of several threads over a solved game; ``kernels`` is the module of compiled kernels."""

    def __init__(
        self,
        rules: IndexedRules,
        kernels: ModuleType,
        threads: int,
        progress: Progress,
        functions: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
        added: Added | None = None,
        pages: PagedRecords | None = None,
        constants: Mapping[str, Any] = MappingProxyType({}),
        variant: Variant = AS_IT_IS,
    ) -> None:
        """``functions``, ``constants``, ``variant`` and ``added`` are what the kernels need besides the game's rules.

        Kernels look records up in ``pages``; without these all records are in memory.
        """
        self._rules, self._threads, self._progress, self._added = rules, threads, progress, added
        self._pages = pages
        if added:
            functions = {**functions, added.name: added.function}
        with self._explained():
            paged = {whole_kernels: paged_kernels} if pages else AS_IT_IS
            self.kernels: Any = kernels_of(rules, kernels, constants, functions, {**variant, **paged})

    def each(
        self,
        phase: str,
        tasks: Sequence[Task],
        work: Callable[[Task], Result],
        level: int | None = None,
        total: int | None = None,
    ) -> Generator[tuple[Task, Result], None, None]:
        """Yields every task with the result of ``work``, in order. A first call with no slots compiles the kernels.

        The phase has ``total`` slots, by default those of the tasks; with 0 it has begun already.

        Where records are in pages, tasks may be cut, and ``work`` is called several times for each: it must have no
        side effects.
        """
        with self._explained():
            work((0, 0))
        if total != 0:
            self._progress.phase(phase, total or total_of(tasks), level)
        return (partial(page_runs.run, self._pages) if self._pages else run)(tasks, self._threads, work, self._progress)

    def complete(self, call: Callable[[], Result]) -> Result:
        """Returns the result of ``call``, which runs kernels, has no side effects and may be called several times."""
        return page_runs.complete(self._pages, call) if self._pages else call()

    def all(self, phase: str, work: Callable[[Task], Result]) -> Iterator[tuple[Task, Result]]:
        """`each` for all slots."""
        return self.each(phase, tasks_of([(0, self._rules.slots)]), work)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raises GameError for a function of the plugin besides its rules that numba cannot compile."""
        try:
            yield
        except Exception as error:
            if self._added and (problem := self._added.problem()):
                raise GameError(f"plugin {self._rules.game.name}: {self._added.called} {problem}") from error
            raise


def total_of(tasks: Sequence[Task]) -> int:
    """Returns the number of slots of all tasks."""
    return tasks.total if isinstance(tasks, Pieces) else sum(stop - start for start, stop in tasks)


def run(
    tasks: Sequence[Task], threads: int, work: Callable[[Task], Result], progress: Progress
) -> Generator[tuple[Task, Result], None, None]:
    """Yields every task with its result, in order.

    At most TASKS_AHEAD tasks per thread start before the result of the first is consumed, so results do not pile up.
    """
    with ThreadPoolExecutor(threads) as pool:
        for task, result in in_order(pool, TASKS_AHEAD * threads - 1, work, tasks):
            yield task, result
            progress.advance(task[1] - task[0], 0)
