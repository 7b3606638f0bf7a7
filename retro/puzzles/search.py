"""Search a solved game for states that meet conditions: their number, and the best of them as samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.lookup.pages import Task
from retro.lookup.table import RecordTable
from retro.puzzles import unique_lines
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import ALL_STATES, MATCH_COLUMNS, NO_STATES, Matches, Matching
from retro.storage.manifest import Manifest
from retro.system.progress import Progress


@dataclass(frozen=True)
class SampleState:
    """A state that meets the conditions: a position, the move forbidden in it (or NONE), and its packed value."""

    key: int
    forbidden: int
    value: int


@dataclass(frozen=True)
class MatchingStates:
    """The states that meet conditions.

    states     their number by packed value, counted as the game counts states
    positions  number of positions that have at least one of them
    samples    those with the highest DTM, or most points for the player to move; then by slot, then by forbidden move
    """

    states: dict[int, int]
    positions: int
    samples: list[SampleState]

    @property
    def count(self) -> int:
        return sum(self.states.values())


def find(
    table: RecordTable,
    about: Manifest,
    conditions: Conditions,
    limit: int,
    threads: int,
    progress: Progress,
) -> MatchingStates:
    """Returns the states that meet ``conditions``, with at most ``limit`` samples; GameError for contradictory ones."""
    matching = Matching(table, about, conditions, threads, progress)
    matching = unique_lines.narrowed(matching, about, threads, progress)
    counts, best = matching.no_counts(), np.zeros((0, MATCH_COLUMNS), np.int64)
    above = ALL_STATES if limit else NO_STATES

    def work(task: Task) -> tuple[NDArray[np.int64], Matches]:
        """Returns counts and best states of a task; several threads may call it at once."""
        counted = matching.no_counts()
        return counted, np.concatenate([_best(rows, limit) for rows in matching.pieces(task, counted, above)])

    for _, (counted, rows) in matching.over("positions", work):
        counts += counted
        best = _best(np.concatenate((best, rows)), limit)
        if limit and len(best) == limit:
            above = int(best[-1, 3])  # equal states in later slots come after those that are here
    by_value = zip(table.values.tolist(), counts[:-1].tolist(), strict=True)
    states = {value: table.rules.players * count for value, count in sorted(by_value) if count}
    samples = [SampleState(key, forbidden, value) for _, forbidden, value, _, key in best.tolist()]
    return MatchingStates(states, int(counts[-1]), samples)


def _best(rows: Matches, limit: int) -> Matches:
    """Returns the first ``limit`` rows in the order of samples; ``rows`` are sorted by slot, then by forbidden move."""
    return rows[np.argsort(-rows[:, 3], kind="stable")[:limit]]
