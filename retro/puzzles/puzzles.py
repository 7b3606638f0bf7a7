"""States of a solved game by condition: what a composer of puzzles looks for. How many there are, and the best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.lookup.scan import Task
from retro.lookup.table import RecordTable
from retro.puzzles import unique_lines
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import COLUMNS, EVERYTHING, NOTHING, Matches, Matching
from retro.storage.manifest import Manifest
from retro.system.progress import Progress


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
    table: RecordTable,
    about: Manifest,
    conditions: Conditions,
    limit: int,
    threads: int,
    progress: Progress,
) -> Found:
    """The states that meet ``conditions``, with ``limit`` samples at most; GameError for those that make no sense."""
    matching = Matching(table, about, conditions, threads, progress)
    matching = unique_lines.narrowed(matching, about, threads, progress)
    counts, best = matching.no_counts(), np.zeros((0, COLUMNS), np.int64)
    least = EVERYTHING if limit else NOTHING

    def look(task: Task) -> tuple[NDArray[np.int64], Matches]:
        """Counts and states of a task. Several threads may look at once."""
        here = matching.no_counts()
        return here, np.concatenate([_best(rows, limit) for rows in matching.pieces(task, here, least)])

    for _, (here, rows) in matching.over("positions", look):
        counts += here
        best = _best(np.concatenate((best, rows)), limit)
        if limit and len(best) == limit:
            least = int(best[-1, 3])  # later slots come after equals
    by_value = zip(table.values.tolist(), counts[:-1].tolist(), strict=True)
    states = {value: table.rules.players * count for value, count in sorted(by_value) if count}
    samples = [State(key, forbidden, value) for _, forbidden, value, _, key in best.tolist()]
    return Found(states, int(counts[-1]), samples)


def _best(rows: Matches, limit: int) -> Matches:
    """The first rows in the order in which states are shown; they come by slot, then by forbidden move."""
    return rows[np.argsort(-rows[:, 3], kind="stable")[:limit]]
