"""Extremes of a solved game: the longest wins, single winning moves among many, and what a forbidden move changes.

States are counted as in `retro.puzzles.matching`. Where values are scores there is no DTM; the most points take the
place of the longest win. The longest wins and losses are presets of `retro.puzzles.search.find`; a histogram of the
records shows which values occur in a section, so that few searches are needed.
"""

from __future__ import annotations

import glob
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.added import Added
from retro.game import NONE, dtm, loss, outcome_name, score, tags, win
from retro.game.endless import ENDLESS_LOSS, ENDLESS_WIN, has_dtm, points_of
from retro.game.values import OUTCOMES
from retro.lookup import scan
from retro.lookup.pages import Task
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.puzzles import extremes_kernels, search
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching_kernels import FORBIDDEN, UNIQUE, WITHOUT
from retro.puzzles.search import SampleState
from retro.storage.manifest import Manifest
from retro.system.progress import Progress


@dataclass(frozen=True)
class Longest:
    """The longest wins, or losses, of a section.

    value   packed, for the player to move, also where scores are for the first player
    states  number of states with that value
    """

    value: int
    states: int
    samples: list[SampleState]


@dataclass(frozen=True)
class Single:
    """The positions with the most legal moves in which exactly one move wins, with nothing forbidden.

    moves   number of legal moves
    states  number of such positions
    """

    moves: int
    states: int
    samples: list[SampleState]


@dataclass(frozen=True)
class ForbiddenChange:
    """The states whose outcome or DTM changes because a move is forbidden, for one pair of outcomes.

    outcomes  without and with the forbidden move
    states    number of such states
    sample    the state with the longest delay, if the outcome stays; else the one whose games end soonest
    before    packed value of the sample's position with nothing forbidden
    """

    outcomes: tuple[str, str]
    states: int
    sample: SampleState
    before: int


@dataclass(frozen=True)
class Extremes:
    """All extremes of a game.

    longest  by section ("" is the whole game) and outcome; None where no state has the outcome
    single   None if there is no such position
    changes  one for each pair of outcomes that occurs
    """

    longest: dict[str, dict[str, Longest | None]]
    single: Single | None
    changes: list[ForbiddenChange]


def find(table: RecordTable, about: Manifest, limit: int, threads: int, progress: Progress) -> Extremes:
    """Returns the extremes, with at most ``limit`` samples of each."""
    return _ExtremeSearch(table, about, limit, threads, progress).run()


class _ExtremeSearch:
    """Passes over the records of a game, one after the other."""

    def __init__(self, table: RecordTable, about: Manifest, limit: int, threads: int, progress: Progress) -> None:
        self._table, self._rules, self._about = table, table.rules, about
        self._limit, self._threads, self._progress = limit, threads, progress
        added = Added.of_tags(tags.load(table.rules))
        self._scan = Scan(table.rules, extremes_kernels, threads, progress, added=added, pages=table.pages)
        self._module = self._scan.kernels
        self._entering = scan.entering(self._rules, threads, progress)

    def run(self) -> Extremes:
        histograms, first = self._histograms()
        changes = self._changes(np.sum(list(histograms.values()), axis=0), first)
        return Extremes(self._longest(histograms), self._single(), changes)

    def _histograms(self) -> tuple[dict[str, NDArray[np.int64]], NDArray[np.int64]]:
        """Returns, by section, the number of records by best and second value, each by its index in the table.

        And for each pair of values, the first slot of the game whose record has it, or -1.
        """
        table, sections = self._table, self._rules.sections
        distinct = len(table.values)
        shape = distinct, distinct if self._rules.repetition else 1

        def work(task: Task) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            counts, slots = np.zeros(shape, np.int64), np.full(shape, -1, np.int64)
            self._module.pairs(*task, table.view, counts, slots)
            return counts, slots

        named = {name: np.zeros(shape, np.int64) for name, _, _ in sections}
        first = np.full(shape, -1, np.int64)
        tasks = scan.tasks_of((start, stop) for _, start, stop in sections)
        for (start, _), (counts, slots) in self._scan.each("values", tasks, work):
            named[next(name for name, begin, stop in sections if begin <= start < stop)] += counts
            first = np.where(first < 0, slots, first)
        return named, first

    def _longest(self, histograms: dict[str, NDArray[np.int64]]) -> dict[str, dict[str, Longest | None]]:
        occurring = {name: self._occurring(counts) for name, counts in histograms.items()}
        whole = {"": set[int]().union(*occurring.values())}
        return {
            name: {outcome: self._longest_of(outcome, values, name) for outcome in ("win", "loss")}
            for name, values in (whole | occurring if len(occurring) > 1 else whole).items()
        }

    def _occurring(self, counts: NDArray[np.int64]) -> set[int]:
        best, second = np.nonzero(counts)
        return set(self._table.values[np.concatenate((best, second if self._rules.repetition else best))].tolist())

    def _longest_of(self, outcome: str, values: set[int], section: str) -> Longest | None:
        """Search for states with the largest DTM (or points) first.

        A value is skipped if only positions that no move leads to have it: they have no states. Wins and losses without
        end have no length: they are returned if there are no others.
        """
        rules, won = self._rules, outcome == "win"
        if rules.scores:
            numbers = {abs(points_of(value)) for value in values} - {0}
        else:
            numbers = {dtm(value) for value in values if has_dtm(value) and outcome_name(value) == outcome}
        sections = (glob.escape(section),) if section else ()
        for number in sorted(numbers, reverse=True):
            bound: dict[str, Any] = {"min_margin" if rules.scores else "min_dtm": number}
            conditions = Conditions(value=outcome, tiers=sections, **bound)
            result = search.find(self._table, self._about, conditions, self._limit, self._threads, self._progress)
            if result.count:
                value = win(number) if won else loss(number)
                if rules.scores:
                    value = score(number if won else -number)
                return Longest(value, result.count, result.samples)
        if (endless := ENDLESS_WIN if won else ENDLESS_LOSS) in values and not rules.scores:
            conditions = Conditions(value=outcome, tiers=sections)
            result = search.find(self._table, self._about, conditions, self._limit, self._threads, self._progress)
            return Longest(endless, result.count, result.samples) if result.count else None
        return None

    def _single(self) -> Single | None:
        table, module, wins = self._table, self._module, Conditions(value="win")
        requirements = np.zeros(8, np.int64)
        requirements[FORBIDDEN], requirements[UNIQUE] = WITHOUT, 1
        values = table.values.tolist()
        winning = np.array([any(wins.match(value, self._rules, first) for first in (True, False)) for value in values])
        winning &= ~table.of_checkmates()
        max_moves, positions = 2, 0
        samples: list[int] = []

        def work(task: Task) -> tuple[int, int, list[int]]:
            slots = np.empty(self._limit, np.int64)
            entering = self._entering._replace(distances=table.distance_view(wanted=False))
            moves, count, written = module.single(
                *task, table.view, table.values, entering, requirements, winning, max_moves, slots
            )
            return moves, count, slots[:written].tolist()

        for _, (moves, count, slots) in self._scan.all("single winning moves", work):
            if count and moves > max_moves:
                max_moves, positions, samples = moves, 0, []
            if moves == max_moves:
                positions += count
                samples += slots[: self._limit - len(samples)]
        if not positions:
            return None
        states = [SampleState(self._rules.unrank(slot), NONE, table.record(slot)[0]) for slot in samples]
        return Single(max_moves, positions * self._rules.players, states)

    def _changes(self, counts: NDArray[np.int64], first: NDArray[np.int64]) -> list[ForbiddenChange]:
        if not self._rules.repetition:
            return []
        values, states = self._table.values.tolist(), Counter[tuple[str, str]]()
        slots = {}
        for best, second in np.argwhere(counts).tolist():
            if best != second:  # records without an only move have the same value twice
                states[outcome_name(values[best]), outcome_name(values[second])] += int(counts[best, second])
                slots[values[best], values[second]] = int(first[best, second])
        changes = []
        for outcomes, pair in most_striking(slots).items():
            best, second, only_move = self._table.record(slots[pair])
            sample = SampleState(self._rules.unrank(slots[pair]), only_move, second)
            changes.append(ForbiddenChange(outcomes, states[outcomes] * self._rules.players, sample, best))
        return changes


def most_striking(first: Mapping[tuple[int, int], int]) -> dict[tuple[str, str], tuple[int, int]]:
    """Returns the most striking pair of values (before, after) for each pair of outcomes; not for scores.

    ``first`` gives, for each pair of packed values, the first slot where the value changes so. If the outcome stays,
    the pair with the longest delay is the most striking, else the one whose games end soonest; among equals, the one
    with the lowest slot. The result is ordered win, draw, loss, by the outcome before and then after.
    """
    chosen: dict[tuple[str, str], tuple[tuple[int, int], tuple[int, int]]] = {}
    for pair, slot in first.items():
        outcomes = outcome_name(pair[0]), outcome_name(pair[1])
        order = -_striking(*pair), slot
        if outcomes not in chosen or order < chosen[outcomes][0]:
            chosen[outcomes] = order, pair
    listed = sorted(chosen, key=lambda outcomes: [OUTCOMES.index(outcome) for outcome in outcomes])
    return {outcomes: chosen[outcomes][1] for outcomes in listed}


def _striking(before: int, after: int) -> int:
    """Plies of delay if the outcome stays, else minus the plies to both ends."""
    outcomes = outcome_name(before), outcome_name(after)
    if outcomes[0] == outcomes[1] != "draw":
        return abs(dtm(after) - dtm(before))
    return -sum(dtm(value) for value, outcome in zip((before, after), outcomes, strict=True) if outcome != "draw")
