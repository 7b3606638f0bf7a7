"""Two solutions of one game side by side, whose options differ in nothing but which moves are forbidden.

Both have the same positions, the same moves and the same index. A state is a position and the move forbidden in it, so
there are states of both and states of one only; and a move may lead to one state here and to another there. Both
databases are read once, a few blocks at a time; nothing is held in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import comparing_kernels
import numpy as np
from numpy.typing import NDArray

from retro.compiling.guards import guarded
from retro.game import DRAW, dtm, outcome_name
from retro.game.rules import IndexedRules
from retro.game.values import OUTCOMES
from retro.lookup import scan
from retro.lookup.scan import Scan, Task
from retro.puzzles.extremes import most_striking
from retro.storage.database import Database
from retro.system.errors import GameError
from retro.system.progress import Progress


class Solved(NamedTuple):
    """Rules and their database."""

    rules: IndexedRules
    database: Database


@dataclass(frozen=True)
class Change:
    """A state, or two that the same move leads to, with another value in the second solution.

    codes  what is forbidden in the first and in the second, or NONE
    edge   the move that leads to both, as its position and code; None if this is one state
    """

    key: int
    codes: tuple[int, int]
    edge: tuple[int, int] | None


@dataclass(frozen=True)
class Values:
    """What values things have in either solution: ``counts[first, second]`` by packed value, draws at 0."""

    counts: NDArray[np.int64]

    @property
    def total(self) -> int:
        """How many there are."""
        return int(self.counts.sum())

    @property
    def changed(self) -> int:
        """How many have another value."""
        return self.total - int(np.trace(self.counts))

    def by_outcome(self) -> dict[tuple[str, str], int]:
        """How many there are by outcome in either solution."""
        found = {(before, after): 0 for before in OUTCOMES for after in OUTCOMES}
        for before, after in np.argwhere(self.counts).tolist():
            found[outcome_name(before), outcome_name(after)] += int(self.counts[before, after])
        return found

    def delays(self) -> dict[str, dict[int, int]]:
        """Of wins and losses that stay what they are but for their DTM: how many end so many plies later."""
        found: dict[str, dict[int, int]] = {"win": {}, "loss": {}}
        for before, after in np.argwhere(self.counts).tolist():
            outcome = outcome_name(before)
            if before != after and outcome == outcome_name(after):
                delay = dtm(after) - dtm(before)
                found[outcome][delay] = found[outcome].get(delay, 0) + int(self.counts[before, after])
        return {outcome: dict(sorted(counts.items())) for outcome, counts in found.items()}


@dataclass(frozen=True)
class Comparison:
    """Two solutions, or a part of them, side by side. Checkmate positions have no states that count.

    states     of both solutions
    positions  with nothing forbidden, whether or not a game comes to them so; checkmates included
    moves      pairs of states that some move leads to, where it forbids one move in the first solution and another in
               the second
    alone      states that only the first solution has, and those that only the second has, by value
    differing  positions that do not have the same states in both
    """

    states: Values
    positions: Values
    moves: Values
    alone: tuple[dict[int, int], dict[int, int]]
    differing: int

    def counted(self, which: int) -> dict[int, int]:
        """All states of the first solution (0) or the second (1) by value, from its sections."""
        of_both = self.states.counts.sum(axis=1 - which)
        found = {value: int(of_both[value]) for value in np.flatnonzero(of_both).tolist()}
        for value, states in self.alone[which].items():
            found[value] = found.get(value, 0) + states
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Compared:
    """The whole game, its sections by name, and of every kind the most striking change by outcome in either solution.

    `retro.puzzles.extremes.most_striking` defines what is striking. Kinds are named as in `Comparison`.
    """

    whole: Comparison
    sections: dict[str, Comparison]
    changes: dict[str, dict[tuple[str, str], Change]]


def compare(first: Solved, second: Solved, threads: int, progress: Progress) -> Compared:
    """Both solutions side by side; GameError if positions, moves or index are not the same in both."""
    one, other = first.rules, second.rules
    for rules in (one, other):
        if rules.enumerated or not rules.repetition or not rules.defines("unmoves") or rules.counts_images:
            raise GameError(
                f"cannot compare solutions of {rules.game.name}: it forbids no moves that unmoves could tell"
            )
    if (one.game.name, one.slots, one.sections) != (other.game.name, other.slots, other.sections):
        raise GameError(f"cannot compare solutions of {one.game.name} that have other positions")
    return _Comparer(first, second, threads, progress).compared()


class _Counts:
    """What kernels count, and the first place of each pair of values."""

    def __init__(self, size: int) -> None:
        self.counts = np.zeros((3, size, size), np.int64)
        self.first = np.zeros((3, size, size, 2), np.int64)
        self.alone = np.zeros((2, size), np.int64)
        self.differing = 0

    def add(self, other: _Counts) -> None:
        """What was counted after this."""
        new = (self.counts == 0) & (other.counts > 0)
        self.first[new] = other.first[new]
        self.counts += other.counts
        self.alone += other.alone
        self.differing += other.differing

    def comparison(self) -> Comparison:
        states, positions, moves = map(Values, self.counts)
        first, second = (
            {value: int(counts[value]) for value in np.flatnonzero(counts).tolist()} for counts in self.alone
        )
        return Comparison(states, positions, moves, (first, second), self.differing)


class _Comparer:
    """One pass over two databases."""

    def __init__(self, first: Solved, second: Solved, threads: int, progress: Progress) -> None:
        self._first, self._second = first, second
        self._rules = first.rules
        self._size = 1 + max(DRAW, *first.database.manifest.values, *second.database.manifest.values)
        others = {"other_unmoves": guarded(second.rules)["unmoves"]}
        self._scan = Scan(self._rules, comparing_kernels, threads, progress, others)
        self._module = self._scan.kernels

    def compared(self) -> Compared:
        sections = scan.sections(self._rules, self._first.database.manifest)
        dealt = [
            (section.name, task) for section in sections for task in scan.tasks_of([(section.start, section.stop)])
        ]
        found = {section.name: _Counts(self._size) for section in sections}
        looked = self._scan.each("comparing", [task for _, task in dealt], self._look)
        for (name, _), (_, counts) in zip(dealt, looked, strict=True):
            found[name].add(counts)
        whole = _Counts(self._size)
        for each in found.values():
            whole.add(each)
        kinds = {"states": self._module.STATES, "positions": self._module.POSITIONS, "moves": self._module.MOVES}
        changes = {name: self._changes(kind, whole) for name, kind in kinds.items()}
        comparisons = {name: each.comparison() for name, each in found.items()}
        return Compared(whole.comparison(), comparisons, changes)

    def _look(self, task: Task) -> _Counts:
        found = _Counts(self._size)
        first, second = self._first.database.planes(*task), self._second.database.planes(*task)
        found.differing, wrong = self._module.compare(*task, first, second, found.counts, found.first, found.alone)
        if wrong != self._module.SAME:
            raise GameError(f"cannot compare solutions of {self._rules.game.name} that have other moves (slot {wrong})")
        return found

    def _changes(self, kind: int, whole: _Counts) -> dict[tuple[str, str], Change]:
        pairs = [(before, after) for before, after in np.argwhere(whole.counts[kind]).tolist() if before != after]
        chosen = most_striking({pair: int(whole.first[kind, *pair, 0]) for pair in pairs})
        changes = {}
        for outcomes, pair in chosen.items():
            index, what = whole.first[kind, *pair].tolist()
            changes[outcomes] = self._change(index, what, kind == self._module.MOVES)
        return changes

    def _change(self, index: int, what: int, moved: bool) -> Change:
        key = self._rules.unrank(index)
        if not moved:
            return Change(key, (what, what), None)
        source, code, one = self._rules.unmoves(key)[what]
        _, _, other = self._second.rules.unmoves(key)[what]
        return Change(key, (one, other), (source, code))
