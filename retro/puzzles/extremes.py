"""What is extreme in a solved game: the longest wins, single winning moves among many, what a forbidden move changes.

States are counted as in `retro.puzzles.matching`. Where values are scores there is no DTM, and no longest win either:
most points stand in for it.
"""

from __future__ import annotations

import glob
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, dtm, loss, outcome_name, points, score, tags, win
from retro.game.rules import MOST_TIERS
from retro.lookup import scan
from retro.lookup.scan import Entering, Scan, Task
from retro.lookup.table import RecordTable
from retro.puzzles import extremes_kernels, puzzles
from retro.puzzles.changes import most_striking
from retro.puzzles.conditions import Conditions
from retro.puzzles.puzzles import State
from retro.puzzles.puzzles_kernels import FORBIDDEN, UNIQUE, WITHOUT
from retro.storage.manifest import Manifest
from retro.system.progress import Progress


@dataclass(frozen=True)
class Longest:
    """The longest wins, or losses, of a section of the game: how many states there are, and some of them.

    ``value`` is their packed value; a score is one for the player to move, whoever scores are for.
    """

    value: int
    states: int
    samples: list[State]


@dataclass(frozen=True)
class Single:
    """Positions in which exactly one of most moves wins, nothing being forbidden."""

    moves: int
    states: int
    samples: list[State]


@dataclass(frozen=True)
class Change:
    """States whose value changes because a move is forbidden, by outcome without and with that.

    sample  where the delay is longest, if the outcome stays; else where the ends come soonest
    before  its value if nothing were forbidden
    """

    outcomes: tuple[str, str]
    states: int
    sample: State
    before: int


@dataclass(frozen=True)
class Extremes:
    """All of them; longest wins and losses by section, None where there are none; "" stands for the whole game."""

    longest: dict[str, dict[str, Longest | None]]
    single: Single | None
    changes: list[Change]


def find(table: RecordTable, about: Manifest, limit: int, threads: int, progress: Progress) -> Extremes:
    """The extremes, with ``limit`` samples of each at most."""
    return _Passes(table, about, limit, threads, progress).all()


class _Passes:
    """One pass after the other over the table.

    For each section and the whole game, a histogram of the records by best and second value shows which wins there are
    to look for, and how many states a forbidden move changes.
    """

    def __init__(self, table: RecordTable, about: Manifest, limit: int, threads: int, progress: Progress) -> None:
        self._table, self._rules, self._about = table, table.rules, about
        self._limit, self._threads, self._progress = limit, threads, progress
        added = tags.load(table.rules).added
        self._scan = Scan(table.rules, extremes_kernels, threads, progress, added=added, pages=table.pages)
        self._module = self._scan.kernels
        self._entering: Entering = scan.entering(self._rules, threads, progress)

    def all(self) -> Extremes:
        """Everything."""
        rows, first = self._pairs()
        return Extremes(self._longest(rows), self._singles(), self._changed(np.sum(list(rows.values()), axis=0), first))

    def _pairs(self) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.int64]]:
        """Of each section by name how many records have which best and second value, by their places in the table.

        And the first slot of the whole game that has them.
        """
        table, sections = self._table, scan.sections(self._rules, self._about)
        by_tier = any(section.tier >= 0 for section in sections)
        known = len(table.values)
        shape = known, known if self._rules.repetition else 1

        def one(task: Task) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            counts = np.zeros((MOST_TIERS if by_tier else 1, *shape), np.int64)
            slots = np.full(shape, -1, np.int64)
            self._module.pairs(*task, table.view, by_tier, counts, slots)
            return counts, slots

        # one pass is of all sections, where they lie among each other
        ranges = [(0, self._rules.slots)] if by_tier else [(section.start, section.stop) for section in sections]
        rows, first = (
            np.zeros((MOST_TIERS if by_tier else len(sections), *shape), np.int64),
            np.full(shape, -1, np.int64),
        )
        for (start, _), (counts, slots) in self._scan.each("values", scan.tasks_of(ranges), one):
            number = next(number for number, (first_slot, stop) in enumerate(ranges) if first_slot <= start < stop)
            rows[number : number + len(counts)] += counts
            first = np.where(first < 0, slots, first)
        return {
            section.name: rows[section.tier if by_tier else number] for number, section in enumerate(sections)
        }, first

    # Longest.

    def _longest(self, rows: dict[str, NDArray[np.int64]]) -> dict[str, dict[str, Longest | None]]:
        there = {name: self._there(counts) for name, counts in rows.items()}
        everything = {"": set[int]().union(*there.values())}
        return {
            name: {outcome: self._longest_of(outcome, values, name) for outcome in ("win", "loss")}
            for name, values in (everything | there if len(there) > 1 else everything).items()
        }

    def _there(self, counts: NDArray[np.int64]) -> set[int]:
        """Every value that a record has."""
        best, second = np.nonzero(counts)
        return set(self._table.values[np.concatenate((best, second if self._rules.repetition else best))].tolist())

    def _longest_of(self, outcome: str, values: set[int], section: str) -> Longest | None:
        """Longest first, for a value that only positions have that no move leads to is none of a state."""
        rules, won = self._rules, outcome == "win"
        if rules.scores:
            numbers = {abs(points(value)) for value in values} - {0}
        else:
            numbers = {dtm(value) for value in values if outcome_name(value) == outcome}
        tiers = (glob.escape(section),) if section else ()
        for number in sorted(numbers, reverse=True):
            bound: dict[str, Any] = {"min_margin" if rules.scores else "min_dtm": number}
            conditions = Conditions(value=outcome, tiers=tiers, **bound)
            found = puzzles.find(self._table, self._about, conditions, self._limit, self._threads, self._progress)
            if found.count:
                value = win(number) if won else loss(number)
                if rules.scores:
                    value = score(number if won else -number)
                return Longest(value, found.count, found.samples)
        return None

    # One winning move among many.

    def _singles(self) -> Single | None:
        table, module, wins = self._table, self._module, Conditions(value="win")
        asked = np.zeros(8, np.int64)
        asked[FORBIDDEN], asked[UNIQUE] = WITHOUT, 1
        known = table.values.tolist()
        wanted = np.array([any(wins.wants(value, self._rules, first) for first in (True, False)) for value in known])
        wanted &= ~table.of_checkmates()
        most, positions = 2, 0
        samples: list[int] = []

        def one(task: Task) -> tuple[int, int, list[int]]:
            found = np.empty(self._limit, np.int64)
            entering = self._entering._replace(distances=table.distance_view(wanted=False))
            moves, count, many = module.single(*task, table.view, table.values, entering, asked, wanted, most, found)
            return moves, count, found[:many].tolist()

        for _, (moves, count, slots) in self._scan.all("single winning moves", one):
            if count and moves > most:
                most, positions, samples = moves, 0, []
            if moves == most:
                positions += count
                samples += slots[: self._limit - len(samples)]
        if not positions:
            return None
        states = [State(self._rules.unrank(slot), NONE, self._table.record(slot)[0]) for slot in samples]
        return Single(most, positions * self._rules.players, states)

    # What a forbidden move changes.

    def _changed(self, counts: NDArray[np.int64], first: NDArray[np.int64]) -> list[Change]:
        if not self._rules.repetition:
            return []
        values, states = self._table.values.tolist(), Counter[tuple[str, str]]()
        slots = {}
        for best, second in np.argwhere(counts).tolist():
            if best != second:  # else nothing that may be forbidden makes a difference
                states[outcome_name(values[best]), outcome_name(values[second])] += int(counts[best, second])
                slots[values[best], values[second]] = int(first[best, second])
        found = []
        for outcomes, pair in most_striking(slots).items():
            best, second, only_move = self._table.record(slots[pair])
            sample = State(self._rules.unrank(slots[pair]), only_move, second)
            found.append(Change(outcomes, states[outcomes] * self._rules.players, sample, best))
        return found
