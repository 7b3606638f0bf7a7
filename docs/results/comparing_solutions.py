"""Comparison of two solutions of a game whose options differ only in which moves are forbidden.

Both have the same positions, moves and index. A state is a position and its forbidden move, so some states exist in
only one solution, and a move may lead to different states in the two. Both databases are read once, a few blocks at a
time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import comparing_kernels
import numpy as np
from numpy.typing import NDArray

from retro.compiling.guards import guarded
from retro.game.rules import IndexedRules
from retro.game.values import OUTCOMES, WIN_POINTS, Kind, value_of
from retro.lookup import scan
from retro.lookup.scan import Scan, Task
from retro.puzzles.extremes import most_striking
from retro.storage.database import Database
from retro.storage.solution import Planes
from retro.system.errors import GameError
from retro.system.progress import Progress


class Solution(NamedTuple):
    """The rules of a variant and its database."""

    rules: IndexedRules
    database: Database


@dataclass(frozen=True)
class ChangedState:
    """A state with different values in the two solutions, or two such states that the same move leads to.

    codes  the forbidden moves in the first and in the second solution, or NONE
    edge   the move that leads to both states, as position and code; None if it is one state
    """

    key: int
    codes: tuple[int, int]
    edge: tuple[int, int] | None


@dataclass(frozen=True)
class ValuePairs:
    """Pairs of values in the two solutions: ``counts[first, second]`` by the indices of ``values``, of one ``kind``."""

    counts: NDArray[np.int64]
    values: list[int]
    kind: Kind

    @property
    def total(self) -> int:
        """The number of all pairs."""
        return int(self.counts.sum())

    @property
    def changed(self) -> int:
        """The number of pairs with different values."""
        return self.total - int(np.trace(self.counts))

    def by_outcome(self) -> dict[tuple[str, str], int]:
        """Returns the number of pairs by the outcomes in both solutions."""
        found = {(before, after): 0 for before in OUTCOMES for after in OUTCOMES}
        for before, after, pairs in self._pairs():
            found[self.kind.outcome(before), self.kind.outcome(after)] += pairs
        return found

    def delays(self) -> dict[str, dict[int, int]]:
        """Returns the number of wins and losses by the difference of DTM, where it is not 0."""
        found: dict[str, dict[int, int]] = {"win": {}, "loss": {}}
        for before, after, pairs in self._pairs():
            outcome = self.kind.outcome(before)
            if before != after and outcome == self.kind.outcome(after):
                delay = (self.kind.dtm(after) or 0) - (self.kind.dtm(before) or 0)
                found[outcome][delay] = found[outcome].get(delay, 0) + pairs
        return {outcome: dict(sorted(counts.items())) for outcome, counts in found.items()}

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        """Yields the pairs of values that occur, and how often."""
        for before, after in np.argwhere(self.counts).tolist():
            yield self.values[before], self.values[after], int(self.counts[before, after])


@dataclass(frozen=True)
class Comparison:
    """Counts of two solutions, or of a section of them. States of checkmate positions do not count.

    states     of both solutions
    positions  without a forbidden move, whether or not such a state occurs; checkmates included
    moves      pairs of different states that one move leads to, because it forbids different moves
    alone      states that only the first solution has, and those that only the second has, by value
    differing  positions whose states are not the same in both
    """

    states: ValuePairs
    positions: ValuePairs
    moves: ValuePairs
    alone: tuple[dict[int, int], dict[int, int]]
    differing: int

    def counted(self, which: int) -> dict[int, int]:
        """Returns the number of states of the first solution (0) or the second (1) by value."""
        of_both = self.states.counts.sum(axis=1 - which)
        found = {self.states.values[at]: int(of_both[at]) for at in np.flatnonzero(of_both).tolist()}
        for value, states in self.alone[which].items():
            found[value] = found.get(value, 0) + states
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Compared:
    """The comparison of the whole game, of its sections by name, and the most striking changes.

    changes  by kind (as named in `Comparison`) and outcomes; `retro.puzzles.extremes.most_striking` chooses them
    """

    whole: Comparison
    sections: dict[str, Comparison]
    changes: dict[str, dict[tuple[str, str], ChangedState]]


def compare(first: Solution, second: Solution, threads: int, progress: Progress) -> Compared:
    """Compares two solutions. Raises GameError if positions, moves or index are not the same in both."""
    one, other = first.rules, second.rules
    for rules in (one, other):
        if rules.enumerated or not rules.repetition or not rules.defines("unmoves") or rules.counts_images:
            raise GameError(f"cannot compare solutions of {rules.game.name}: its unmoves does not list forbidden moves")
    if (one.game.name, one.slots, one.sections) != (other.game.name, other.slots, other.sections):
        raise GameError(f"cannot compare solutions of {one.game.name} that have other positions")
    return _Comparer(first, second, threads, progress).compared()


class _Counts:
    """The counters of kernels, and the first slot of each pair of values."""

    def __init__(self, size: int) -> None:
        self.counts = np.zeros((3, size, size), np.int64)
        self.first = np.zeros((3, size, size, 2), np.int64)
        self.alone = np.zeros((2, size), np.int64)
        self.differing = 0

    def add(self, other: _Counts) -> None:
        """Adds counts of later slots."""
        new = (self.counts == 0) & (other.counts > 0)
        self.first[new] = other.first[new]
        self.counts += other.counts
        self.alone += other.alone
        self.differing += other.differing

    def comparison(self, values: list[int], kind: Kind) -> Comparison:
        states, positions, moves = (ValuePairs(each, values, kind) for each in self.counts)
        first, second = (
            {values[at]: int(counts[at]) for at in np.flatnonzero(counts).tolist()} for counts in self.alone
        )
        return Comparison(states, positions, moves, (first, second), self.differing)


class _Comparer:
    """One scan of two databases."""

    def __init__(self, first: Solution, second: Solution, threads: int, progress: Progress) -> None:
        self._first, self._second = first, second
        self._rules = first.rules
        won = value_of(WIN_POINTS, 1, 0, first.rules.kind.bits)
        listed = {won, *first.database.manifest.values, *second.database.manifest.values}
        self._values = np.array(sorted(listed), np.int32)
        self._size, self._won = len(listed), sorted(listed).index(won)
        others = {"other_unmoves": guarded(second.rules)["unmoves"]}
        self._scan = Scan(self._rules, comparing_kernels, threads, progress, others)
        self._module = self._scan.kernels

    def compared(self) -> Compared:
        sections = self._rules.sections
        dealt = [(name, task) for name, start, stop in sections for task in scan.tasks_of([(start, stop)])]
        found = {name: _Counts(self._size) for name, _, _ in sections}
        looked = self._scan.each("comparing", [task for _, task in dealt], self._look)
        for (name, _), (_, counts) in zip(dealt, looked, strict=True):
            found[name].add(counts)
        whole = _Counts(self._size)
        for each in found.values():
            whole.add(each)
        kinds = {"states": self._module.STATES, "positions": self._module.POSITIONS, "moves": self._module.MOVES}
        changes = {name: self._changes(kind, whole) for name, kind in kinds.items()}
        scale = self._values.tolist(), self._rules.kind
        comparisons = {name: each.comparison(*scale) for name, each in found.items()}
        return Compared(whole.comparison(*scale), comparisons, changes)

    def _look(self, task: Task) -> _Counts:
        found = _Counts(self._size)
        planes = (self._indices(each.database.planes(*task)) for each in (self._first, self._second))
        counts = found.counts, found.first, found.alone
        found.differing, wrong = self._module.compare(*task, *planes, self._won, *counts)
        if wrong != self._module.SAME:
            raise GameError(f"cannot compare solutions of {self._rules.game.name} that have other moves (slot {wrong})")
        return found

    def _indices(self, planes: Planes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int16]]:
        """Returns planes with the indices of values."""
        best, second, only_move = planes
        return np.searchsorted(self._values, best), np.searchsorted(self._values, second), only_move

    def _changes(self, kind: int, whole: _Counts) -> dict[tuple[str, str], ChangedState]:
        first = {
            (int(self._values[before]), int(self._values[after])): whole.first[kind, before, after].tolist()
            for before, after in np.argwhere(whole.counts[kind]).tolist()
            if before != after
        }
        chosen = most_striking({pair: index for pair, (index, _) in first.items()}, self._rules.kind)
        changes = {}
        for outcomes, pair in chosen.items():
            index, what = first[pair]
            changes[outcomes] = self._change(index, what, kind == self._module.MOVES)
        return changes

    def _change(self, index: int, what: int, moved: bool) -> ChangedState:
        key = self._rules.unrank(index)
        if not moved:
            return ChangedState(key, (what, what), None)
        source, code, one = self._rules.unmoves(key)[what]
        _, _, other = self._second.rules.unmoves(key)[what]
        return ChangedState(key, (one, other), (source, code))
