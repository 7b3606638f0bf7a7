"""How far from the start every state is: breadth-first search, algorithm 9 of Takizawa (2023), in a byte a position.

A move that takes the last one back never lies on a shortest way to a position, for it leads to one that was nearer. So
the distances of positions are the same whether a repetition rule is obeyed or not, and a state is one ply farther than
the nearest position from which a move leads to it. Like the published search this counts a state also where that last
move is one that the rule forbids; `retro.analysis.path` finds the shortest game that obeys it.

Positions that are the same up to symmetry are one, and as far from the start as the nearest of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro import compile as compiling
from retro.analysis import scan
from retro.analysis.scan import Result, Task
from retro.analysis.table import check_memory
from retro.game import GameError
from retro.progress import Progress
from retro.rules import IndexedRules
from retro.saver import NO_SAVER, Saver, Snapshot, in_order
from retro.solving import reverse
from retro.solving.plan import turned_around_bytes
from retro.storage.distances import UNREACHED, Distances

TASK_SLOTS = 1 << 20
TEMPLATES = ("retro.solving.symmetry_kernels", "retro.analysis.reach_kernels")
FARTHEST = UNREACHED - 1

SOURCES = (*TEMPLATES, __name__)
"""Modules that make and change what a saver saves, with all that they import."""
SPREAD, POSITIONS, STATES, FOUND = "search", "positions", "states", "found"
"""Phases."""
WHERE = ("phase", "level", "done", "entered", "positions", "states")


class Reachable(NamedTuple):
    """What a search from the start found; numbers are counted as the game counts them.

    distances  of every slot's position, UNREACHED for those that no game comes to
    positions  that a game comes to
    states     by distance, the start first
    state      what a saver saves of it
    """

    distances: Distances
    positions: int
    states: list[int]
    snapshot: Snapshot


def search(rules: IndexedRules, threads: int, progress: Progress, saver: Saver = NO_SAVER) -> Reachable:
    """Find the distance of every position and count the states.

    Memory is a byte per slot, and the game's edges where it has a repetition rule but cannot take moves back.
    GameError if the game has no start, or a position is farther than FARTHEST plies; ResourceError if memory will not
    do.
    """
    if rules.initial < 0:
        raise GameError(f"with these options {rules.game.name} has no start")
    check_memory(rules, memory_bytes(rules))
    try:
        with compiling.explained(rules), ThreadPoolExecutor(threads) as pool:
            return _BreadthFirst(rules, threads, pool, progress, saver).run()
    finally:
        progress.close()


def memory_bytes(rules: IndexedRules) -> int:
    """What a search takes, besides what the process and the positions of a game that enumerates them do."""
    return rules.slots + (turned_around_bytes(rules) if scan.built(rules) else 0)


class _BreadthFirst:
    """One search under way: ``phase`` says what it does, ``level`` from which distance it goes on, ``done`` how far.

    ``entered`` says whether a position got the next distance, ``counted`` what was counted in this phase so far.
    """

    def __init__(
        self, rules: IndexedRules, threads: int, pool: ThreadPoolExecutor, progress: Progress, saver: Saver
    ) -> None:
        self.rules, self.threads, self.pool, self.progress, self.saver = rules, threads, pool, progress, saver
        self.kernels = compiling.kernels(rules, TEMPLATES)
        self.tasks = scan.tasks_of([(0, rules.slots)], TASK_SLOTS)
        self.phase, self.level, self.done, self.entered = SPREAD, 0, 0, False
        self.positions: list[int] = []
        self.states: list[int] = []
        saved = saver.resume("search")
        if saved is None:
            self.distances = np.full(rules.slots, UNREACHED, np.uint8)
            self.distances[rules.home] = 0
            self.counted = np.zeros(self.kernels.NOWHERE + 1, np.int64)
        else:
            where, arrays = saved
            for name in WHERE:
                setattr(self, name, where[name])
            self.distances, self.counted = arrays["distances"], arrays["counted"]

    @property
    def snapshot(self) -> Snapshot:
        """What the saver keeps."""
        where = {name: getattr(self, name) for name in WHERE}
        return "search", where, {"distances": self.distances, "counted": self.counted}

    def run(self) -> Reachable:
        if self.phase == SPREAD:
            self._spread()
            self.phase = POSITIONS
        if self.phase == POSITIONS:
            self.positions = self._counts("positions", self.kernels.count_positions)
            self.phase = STATES
        if self.phase == STATES:
            self.states = self.positions
            if self.rules.repetition:
                self.states = self._counts("counting states", self.kernels.count_states, self._turned())
            self.phase = FOUND
        return Reachable(
            self.distances, sum(self.positions), [self.rules.players * count for count in self.states], self.snapshot
        )

    def _spread(self) -> None:
        """Give every position its distance, one ply after another."""
        self.progress.phase("search", self.rules.slots, None)
        while True:
            for _, (expanded, found) in self._in_order(self._expand):
                self.progress.advance(int(expanded), 0)
                self.entered |= bool(found)
            if not self.entered:
                return
            if self.level == FARTHEST:
                raise GameError(f"{self.rules.game.name} has positions more than {FARTHEST} plies from the start")
            self.level, self.entered = self.level + 1, False

    def _expand(self, task: Task) -> tuple[int, bool]:
        expanded, entered = self.kernels.expand(*task, self.level, self.distances)
        return expanded, entered

    def _counts(self, phase: str, kernel: Callable[..., None], *arguments: Any) -> list[int]:
        """What a kernel counts, by distance."""

        def one(task: Task) -> NDArray[np.int64]:
            histogram = np.zeros(self.kernels.NOWHERE + 1, np.int64)
            kernel(*task, self.distances, histogram, *arguments)
            return histogram

        self.progress.phase(phase, self.rules.slots, None)
        for (start, stop), histogram in self._in_order(one):
            self.counted += histogram
            self.progress.advance(stop - start, 0)
        counts: list[int] = np.trim_zeros(self.counted[: self.kernels.NOWHERE], "b").tolist()
        self.counted[:] = 0
        return counts

    def _turned(self) -> tuple[NDArray[Any], ...]:
        """What counting states has to know of edges that the game does not take back."""
        if not scan.built(self.rules):
            edges = reverse.none(self.rules)
        else:
            edges = reverse.turned_around(self.rules, self.threads, self.progress, lookahead=False, saver=self.saver)
        return edges.first, edges.sources, edges.undos

    def _in_order(self, one: Callable[[Task], Result]) -> Iterator[tuple[Task, Result]]:
        """The results of all tasks that are not done yet; then none is."""
        begun = self.done

        def save(number: int) -> None:
            self.done = begun + number
            self.saver.save(*self.snapshot)

        yield from in_order(self.pool, 2 * self.threads, one, self.tasks[begun:], self.saver, save)
        self.done = 0
