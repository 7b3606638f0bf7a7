"""Checks of a run of the queue backend: sums that must agree after every level, and in the end.

Faults of memory and processor are rare but do occur. The counters of a run reveal most of them at once:

- In each level, the positions that were expanded must be as many as those that got the value of the level before.
- Every update that was sent must have been applied.
- No record may get updates of more moves than it has.
- In the end as many records must have a value as were expanded, and sums over the values must be the same.

The time that counting takes is too small to be measured. `retro verify` finds the remaining faults.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.solving.counting_kernels import APPLIED, DECIDED, EDGES, EXPANDED, FIRST_LEVELS, RECORDS
from retro.system.errors import WentWrong

Counters = NDArray[np.int64]


def after_level(total: Counters, level: int, decided: int, bounds: bool) -> None:
    """Checks the counters after a level; ``decided`` positions had a value when it began. Raises WentWrong.

    Where values may be ``bounds``, they are of any later level, so how many were expanded is not checked here.
    """
    agree(int(total[EDGES]), int(total[APPLIED]), f"in level {level}", "edges were sent", "applied")
    if decided < 0 or total[DECIDED] < 0:
        raise _wrong(f"in level {level} there was an impossible record")
    if bounds:
        return
    later = int(total[FIRST_LEVELS:EXPANDED][level + 1 :].sum())
    expanded_now = int(total[EXPANDED:][:2].sum())
    if expanded_now != decided - later:
        raise _wrong(f"up to level {level} {decided - later:,} positions were decided, and {expanded_now:,} are")


def in_the_end(total: Counters, slots: int) -> None:
    """Checks the counters when all records are final. Raises WentWrong if sums do not agree."""
    if total[DECIDED] < 0:
        raise _wrong("there is an impossible record")
    lost, won, expanded_sum, ended, ended_sum = total[EXPANDED:][:5].tolist()
    if lost + won != ended:
        raise _wrong(f"{lost + won:,} positions were expanded, and {ended:,} have a value in the end")
    if expanded_sum != ended_sum:
        raise _wrong("values in the end are not those with which positions were expanded")
    if total[RECORDS] != slots:
        raise _wrong(f"there are {int(total[RECORDS]):,} records of {slots:,}")


def agree(one: int, other: int, where: str, counted: str, again: str) -> None:
    """Raises WentWrong if two counts of the same thing differ; ``counted`` and ``again`` name them in the message."""
    if one != other:
        raise _wrong(f"{where} {one:,} {counted} and {other:,} {again}")


def _wrong(what: str) -> WentWrong:
    advice = "a fault of memory or processor, or of the program; nothing was written"
    return WentWrong(f"solving has gone wrong: {what}; {advice}: start again with --restart, and test the machine")
