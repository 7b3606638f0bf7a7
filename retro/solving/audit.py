"""Checks of a run of the queue backend: sums that must agree after every level, and in the end.

Faults of memory and processor are rare but do occur. The counters of a run reveal most of them at once:

- In each level, the positions that were expanded must be as many as those that got the value of the level before.
- Every update that was sent must have been applied.
- No record may get updates of more moves than it has.
- In the end every value must occur in as many records as were expanded with it.

The time that counting takes is too small to be measured. `retro verify` finds the remaining faults.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.system.errors import WentWrong

Counters = NDArray[np.int64]


def after_level(module: ModuleType, total: Counters, level: int, decided: int) -> None:
    """Checks the counters after a level; ``decided`` positions had a value when it began. Raises WentWrong."""
    agree(int(total[module.EDGES]), int(total[module.APPLIED]), f"in level {level}", "edges were sent", "applied")
    if decided < 0 or total[module.DECIDED] < 0:
        raise _wrong(f"in level {level} there was an impossible record")
    values = np.arange(module.STATES)
    later = int(total[module.FIRST_VALUES :][: module.STATES][(values >> 1) - 1 > level].sum())
    expanded_now = int(total[module.EXPANDED_VALUES :][: module.STATES].sum())
    if expanded_now != decided - later:
        raise _wrong(f"up to level {level} {decided - later:,} positions were decided, and {expanded_now:,} are")


def in_the_end(module: ModuleType, total: Counters, slots: int) -> None:
    """Checks the counters when all records are final. Raises WentWrong if sums do not agree."""
    if total[module.DECIDED] < 0:
        raise _wrong("there is an impossible record")
    expanded, last = (total[start : start + module.STATES] for start in (module.EXPANDED_VALUES, module.LAST_VALUES))
    for value in np.flatnonzero(expanded[2:] != last[2:]) + 2:
        counts = f"{int(expanded[value]):,} positions, and {int(last[value]):,} have it in the end"
        raise _wrong(f"the packed value {value} was found in {counts}")
    if int(last.sum()) != slots or last[1]:
        raise _wrong(f"there are {int(last.sum()):,} records of {slots:,}")


def agree(one: int, other: int, where: str, counted: str, again: str) -> None:
    """Raises WentWrong if two counts of the same thing differ; ``counted`` and ``again`` name them in the message."""
    if one != other:
        raise _wrong(f"{where} {one:,} {counted} and {other:,} {again}")


def _wrong(what: str) -> WentWrong:
    advice = "a fault of memory or processor, or of the program; nothing was written"
    return WentWrong(f"solving has gone wrong: {what}; {advice}: start again with --restart, and test the machine")
