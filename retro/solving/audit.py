"""Whether a run of the queue backend has gone wrong: sums that must agree after every level, and in the end.

Memory and processors err now and then. What a solver counts as it goes says so in time: how many positions were told
their value must be how many are found with it a level later, every edge that was sent must have been applied, no
record may be told of more moves than it has, and in the end every value must be there as often as it was expanded.
Counting costs nothing that could be measured. What slips through is left to `retro verify`.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.system.errors import WentWrong

Counters = NDArray[np.int64]


def after_level(module: ModuleType, total: Counters, level: int, decided: int) -> None:
    """After a level: ``decided`` is how many positions were known when it began. WentWrong if sums do not agree."""
    agree(int(total[module.EDGES]), int(total[module.APPLIED]), f"in level {level}", "edges were sent", "applied")
    if decided < 0 or total[module.DECIDED] < 0:
        raise _wrong(f"in level {level} there was a record that cannot be")
    values = np.arange(module.STATES)
    later = int(total[module.FIRST_VALUES :][: module.STATES][(values >> 1) - 1 > level].sum())
    found = int(total[module.EXPANDED_VALUES :][: module.STATES].sum())
    if found != decided - later:
        raise _wrong(f"up to level {level} {decided - later:,} positions were decided, and {found:,} are")


def in_the_end(module: ModuleType, total: Counters, slots: int) -> None:
    """When all records are final. WentWrong if sums do not agree."""
    if total[module.DECIDED] < 0:
        raise _wrong("there is a record that cannot be")
    expanded, last = (total[start : start + module.STATES] for start in (module.EXPANDED_VALUES, module.LAST_VALUES))
    for value in np.flatnonzero(expanded[2:] != last[2:]) + 2:
        told = f"{int(expanded[value]):,} positions, and {int(last[value]):,} have it in the end"
        raise _wrong(f"the packed value {value} was found in {told}")
    if int(last.sum()) != slots or last[1]:
        raise _wrong(f"there are {int(last.sum()):,} records of {slots:,}")


def agree(one: int, other: int, where: str, counted: str, again: str) -> None:
    """WentWrong if two counts of the same differ; ``counted`` and ``again`` say of what they are."""
    if one != other:
        raise _wrong(f"{where} {one:,} {counted} and {other:,} {again}")


def _wrong(what: str) -> WentWrong:
    advice = "a fault of memory or processor, or of the program; nothing was written"
    return WentWrong(f"solving has gone wrong: {what}; {advice}: begin anew with --restart, and test the machine")
