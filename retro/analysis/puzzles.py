"""States of a solved game by condition: what a composer of puzzles looks for. How many there are, and the best."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.analysis import scan, solution_line, unique_lines
from retro.analysis.conditions import Conditions
from retro.analysis.matching import EVERYTHING, NOTHING, Matches, Matching
from retro.analysis.scan import Task
from retro.analysis.table import Table
from retro.progress import Progress
from retro.storage.manifest import Manifest


@dataclass(frozen=True)
class State:
    """A state that was found: a position, the move forbidden in it (or NONE), and its packed value."""

    key: int
    forbidden: int
    value: int


@dataclass(frozen=True)
class Found:
    """All states that were looked for.

    states     by packed value, in the game's own counting
    positions  how many positions have one of them at least
    samples    those with the highest DTM, or most points for the player to move; then by slot, then by forbidden move
    """

    states: dict[int, int]
    positions: int
    samples: list[State]

    @property
    def count(self) -> int:
        """How many states there are."""
        return sum(self.states.values())


def find(
    table: Table,
    about: Manifest,
    conditions: Conditions,
    limit: int,
    threads: int,
    progress: Progress,
    distances: NDArray[np.uint8] | None = None,
) -> Found:
    """The states that meet ``conditions``, with ``limit`` samples at most.

    ``distances`` from the start by slot, which ``within`` asks for. GameError for conditions that make no sense.
    """
    matching = Matching(table, about, conditions, threads, progress, distances)
    search = _Search(unique_lines.narrowed(matching, about, threads, progress), limit)
    for _, result in search.matching.over("positions", search.look):
        search.take(*result)
    return search.found()


class _Search:
    """One search, and what was found so far."""

    def __init__(self, matching: Matching, limit: int) -> None:
        self.matching, self._limit = matching, limit
        self._table, self._line = matching.table, matching.conditions.line
        self._counts = matching.no_counts()
        self._best: Matches = np.zeros((0, 4), np.int64)
        self._in_line: Counter[int] = Counter()
        self._positions_in_line = 0
        self._samples_in_line: list[tuple[int, int, State]] = []
        self._least = EVERYTHING if limit or self._line else NOTHING

    def look(self, task: Task) -> tuple[NDArray[np.int64], Matches]:
        """Counts and states of a task. Several threads may look at once."""
        counts = self.matching.no_counts()
        pieces = self.matching.pieces(task, counts, self._least)
        return counts, np.concatenate([each.copy() if self._line else _best(each, self._limit) for each in pieces])

    def take(self, counts: NDArray[np.int64], rows: Matches) -> None:
        """Add the result of the next task."""
        self._counts += counts
        if self._line:
            self._take_in_line(rows)
            return
        self._best = _best(np.concatenate((self._best, rows)), self._limit)
        if self._limit and len(self._best) == self._limit:
            self._least = int(self._best[-1, 3])  # later slots come after equals

    def _take_in_line(self, rows: Matches) -> None:
        last = -1
        for slot, forbidden, value, order in rows.tolist():
            key = self._table.rules.unrank(slot)
            shown = solution_line.followed(self._table, key, forbidden, self._line)
            if shown is not None:
                weight = scan.weight(self._table.rules, key)
                self._in_line[value] += weight * self._table.rules.players
                self._positions_in_line += weight * (slot != last)
                last = slot
                self._samples_in_line.append((-order, slot, State(*shown, value)))

    def found(self) -> Found:
        """What was found, all tasks being done."""
        rules = self._table.rules
        if self._line:
            samples = [each for _, _, each in sorted(self._samples_in_line, key=lambda each: each[:2])]
            return Found(dict(sorted(self._in_line.items())), self._positions_in_line, samples[: self._limit])
        states: Counter[int] = Counter()
        for value, count in zip(self._table.values.tolist(), self._counts[:-1].tolist(), strict=True):
            states[value] += rules.players * count
        best = [State(rules.unrank(slot), forbidden, value) for slot, forbidden, value, _ in self._best.tolist()]
        return Found({value: count for value, count in sorted(states.items()) if count}, int(self._counts[-1]), best)


def _best(rows: Matches, limit: int) -> Matches:
    """The first rows in the order in which states are shown."""
    return rows[np.lexsort((rows[:, 1], rows[:, 0], -rows[:, 3]))[:limit]]
