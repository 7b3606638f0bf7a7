"""Extremes of a solved game: the longest wins, single winning moves among many, and what a forbidden move changes.

States are counted as in `retro.puzzles.matching`. Where values are scores there is no DTM; the most points take the
place of the longest win. Wins, losses and single winning moves are presets of `retro.puzzles.search`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.game.values import OUTCOMES, Kind, Value
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.puzzles import extremes_kernels, search
from retro.puzzles.search import MatchingStates, SampleState
from retro.storage.page_runs import Task
from retro.system.progress import Progress


@dataclass(frozen=True)
class ForbiddenChange:
    """The states whose outcome or DTM changes because a move is forbidden, for one pair of outcomes.

    outcomes  without and with the forbidden move
    states    number of such states
    sample    the state with the longest delay, if the outcome stays; else the one whose games end soonest
    before    value of the sample's position with nothing forbidden
    """

    outcomes: tuple[str, str]
    states: int
    sample: SampleState
    before: int


@dataclass(frozen=True)
class Extremes:
    """All extremes of a game; searches for the highest states.

    longest  wins and losses by section ("" is the whole game; a single section is omitted) and outcome
    single   the positions with the most legal moves in which exactly one move wins, with nothing forbidden
    changes  one for each pair of outcomes that occurs
    """

    longest: dict[str, dict[str, MatchingStates]]
    single: MatchingStates
    changes: list[ForbiddenChange]


def find(table: RecordTable, limit: int, threads: int, progress: Progress) -> Extremes:
    """Returns the extremes, with at most ``limit`` samples of each."""
    given = limit, threads, progress
    by_outcome = {outcome: search.longest(table, outcome, *given) for outcome in ("win", "loss")}
    whole = {outcome: _highest(by_section.values(), limit) for outcome, by_section in by_outcome.items()}
    names = [name for name, _, _ in table.rules.sections] if len(table.rules.sections) > 1 else []
    longest = {name: {outcome: each[name] for outcome, each in by_outcome.items()} for name in names}
    single = search.single(table, *given)
    return Extremes({"": whole, **longest}, single, _changes(table, threads, progress))


def value(rules: IndexedRules, outcome: str, longest: MatchingStates) -> Value:
    """Returns the value of the longest wins or losses, of which there is one at least, for the player to move."""
    if rules.scores:
        points = longest.highest or 0
        return Value(points if outcome == "win" else -points, None)
    return rules.kind.words(next(iter(longest.states)))


def _highest(found: Iterable[MatchingStates], limit: int) -> MatchingStates:
    """Returns the highest states of all sections, which are in the order of their slots."""
    occurring = [each for each in found if each.highest is not None]
    top = max((each.highest or 0 for each in occurring), default=None)
    states, positions, samples = Counter[int](), 0, list[SampleState]()
    for each in occurring:
        if each.highest == top:
            states.update(each.states)
            positions, samples = positions + each.positions, samples + each.samples
    return MatchingStates(dict(states), positions, samples[:limit], top)


def _changes(table: RecordTable, threads: int, progress: Progress) -> list[ForbiddenChange]:
    rules = table.rules
    if not rules.repetition:
        return []
    counted = Scan(rules, extremes_kernels, threads, progress, pages=table.pages)
    shape = len(table.values), len(table.values)
    counts, first = np.zeros(shape, np.int64), np.full(shape, -1, np.int64)

    def work(task: Task) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        some, slots = np.zeros(shape, np.int64), np.full(shape, -1, np.int64)
        counted.kernels.pairs(*task, table.view, some, slots)
        return some, slots

    for _, (some, slots) in counted.all("forbidden moves", work):
        counts += some
        first = np.where(first < 0, slots, first)
    values, states, pairs = table.values.tolist(), Counter[tuple[str, str]](), {}
    for best, second in np.argwhere(counts).tolist():
        if best != second:  # records without an only move have the same value twice
            states[rules.kind.outcome(values[best]), rules.kind.outcome(values[second])] += int(counts[best, second])
            pairs[values[best], values[second]] = int(first[best, second])
    changes = []
    for outcomes, pair in most_striking(pairs, rules.kind).items():
        best, second, only_move = table.record(pairs[pair])
        sample = SampleState(rules.unrank(pairs[pair]), only_move, second)
        changes.append(ForbiddenChange(outcomes, states[outcomes] * rules.players, sample, best))
    return changes


def most_striking(first: Mapping[tuple[int, int], int], kind: Kind) -> dict[tuple[str, str], tuple[int, int]]:
    """Returns the most striking pair of values (before, after) for each pair of outcomes; not for scores.

    ``first`` gives, for each pair of values, the first slot where the value changes so. If the outcome stays,
    the pair with the longest delay is the most striking, else the one whose games end soonest; among equals, the one
    with the lowest slot. The result is ordered win, draw, loss, by the outcome before and then after.
    """
    chosen: dict[tuple[str, str], tuple[int, int]] = {}
    for pair in sorted(first, key=lambda pair: (-_striking(pair[0], pair[1], kind), first[pair])):
        chosen.setdefault((kind.outcome(pair[0]), kind.outcome(pair[1])), pair)
    return dict(sorted(chosen.items(), key=lambda item: [OUTCOMES.index(outcome) for outcome in item[0]]))


def _striking(before: int, after: int, kind: Kind) -> int:
    """Plies of delay if the outcome stays, else minus the plies to both ends."""
    plies = [kind.dtm(value) or 0 for value in (before, after)]
    if kind.outcome(before) == kind.outcome(after) != "draw":
        return abs(plies[1] - plies[0])
    return -sum(plies)
