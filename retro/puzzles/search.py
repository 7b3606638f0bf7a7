"""Search a solved game for states that meet conditions: their number, and the best of them as samples."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.lookup.table import RecordTable, counted_by_value
from retro.puzzles import unique_lines
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import ALL_STATES, MATCH_COLUMNS, NO_STATES, Matches, Matching
from retro.puzzles.matching_kernels import ALL, LENGTH, MOVES
from retro.storage.page_runs import Task
from retro.system.progress import Progress


@dataclass(frozen=True)
class SampleState:
    """A state that meets the conditions: a position, the move forbidden in it (or NONE), and its value."""

    key: int
    forbidden: int
    value: int


@dataclass(frozen=True)
class MatchingStates:
    """The states that meet conditions.

    states     their number by value, counted as the game counts states
    positions  number of positions that have at least one of them
    samples    those with the highest DTM, or most points for the player to move; then by slot, then by forbidden move
    highest    of a search for the highest states: their plies (0 if they have none), points of either player, or legal
               moves; None if there are none
    """

    states: dict[int, int]
    positions: int
    samples: list[SampleState]
    highest: int | None = None

    @property
    def count(self) -> int:
        return sum(self.states.values())


def find(table: RecordTable, conditions: Conditions, limit: int, threads: int, progress: Progress) -> MatchingStates:
    """Returns the states that meet ``conditions``, with at most ``limit`` samples; GameError for contradictory ones."""
    matching = Matching(table, conditions, threads, progress)
    return _search(unique_lines.narrowed(matching, threads, progress), "positions", limit)[0]


def longest(
    table: RecordTable, outcome: str, limit: int, threads: int, progress: Progress
) -> dict[str, MatchingStates]:
    """Returns by section the wins, or losses, of the most plies or points; if none has any, those without end."""
    matching = Matching(table, Conditions(value=outcome), threads, progress, LENGTH)
    sections = sorted(table.rules.sections, key=lambda section: section[1:])
    results = _search(matching, f"longest {outcome}", limit, [start for _, start, _ in sections])
    return {name: result for (name, _, _), result in zip(sections, results, strict=True)}


def single(table: RecordTable, limit: int, threads: int, progress: Progress) -> MatchingStates:
    """Returns, of the states with nothing forbidden in which one of several moves wins, those with the most moves."""
    matching = Matching(table, Conditions(unique=True, forbidden="no"), threads, progress, MOVES)
    return _search(matching, "single winning moves", limit)[0]


def _search(matching: Matching, phase: str, limit: int, starts: Sequence[int] = (0,)) -> list[MatchingStates]:
    """Returns the matching states, or the highest, of each range of slots, by their ``starts``, from one scan."""
    highest, rules = matching.highest, matching.table.rules
    rows_kept = max(limit, 1) if highest else limit
    above = [{ALL: ALL_STATES if limit else NO_STATES, LENGTH: ALL_STATES, MOVES: 1}[highest]] * len(starts)
    counts = [matching.no_counts() for _ in starts]
    best = [np.zeros((0, MATCH_COLUMNS), np.int64) for _ in starts]

    def work(task: Task) -> tuple[NDArray[np.int64], Matches]:
        """Returns counts and best states of a task; several threads may call it at once."""
        counted, bound = matching.no_counts(), above[bisect_right(starts, task[0]) - 1]
        return counted, np.concatenate([_best(rows, rows_kept) for rows in matching.pieces(task, counted, bound)])

    for (start, _), (counted, rows) in matching.over(phase, work):
        at = bisect_right(starts, start) - 1
        if highest and len(rows):
            top = int(rows[:, 3].max())
            if top <= above[at]:
                continue
            if top > above[at] + 1:
                above[at], counts[at], best[at] = top - 1, matching.no_counts(), best[at][:0]
            rows = rows[rows[:, 3] == top]
        counts[at] += counted
        best[at] = _best(np.concatenate((best[at], rows)), rows_kept)
        if not highest and limit and len(best[at]) == limit:
            above[at] = int(best[at][-1, 3])  # equal states in later slots come after those that are here
    results = []
    for counted, rows in zip(counts, best, strict=True):
        by_value = counted_by_value(rules.players * counted[:-1], matching.table.values)
        states = dict(sorted(by_value.items()))
        samples = [SampleState(key, forbidden, value) for _, forbidden, value, _, key in rows[:limit].tolist()]
        order = int(rows[0, 3]) if highest and len(rows) else None
        results.append(MatchingStates(states, int(counted[-1]), samples, order))
    return results


def _best(rows: Matches, limit: int) -> Matches:
    """Returns the first ``limit`` rows in the order of samples; ``rows`` are sorted by slot, then by forbidden move."""
    return rows[np.argsort(-rows[:, 3], kind="stable")[:limit]]
