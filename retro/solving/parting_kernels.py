"""Kernels that part packed pages (`retro.solving.packed`): records that are settled from those that are live.

A record is settled at a level if it has all of its values and none is of a later level. If all that states of that
level have to tell was told, nothing changes it any more, and nobody has to see it before the game is solved. This
source is compiled after ``update_kernels``; it asks the game nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.compile import inner, kernel

if TYPE_CHECKING:
    from retro.kernel_names import BEST_SHIFT, NO_SLOT, REPETITION, SECOND_SHIFT, SLOT_SHIFT, VALUE_MASK, WORD

LOST = 2
"""The value of a position that is lost at once."""
ASIDE = LOST << BEST_SHIFT | (LOST << SECOND_SHIFT | NO_SLOT << SLOT_SHIFT if REPETITION else 0)
"""A settled record, which no update changes and which is of no level that is expanded after the first."""

LONGEST = 1 << 15
"""Slots at multiples of that count as live, so that a gap takes two bytes."""


@inner
def is_live(word, level):
    """Whether a record is not settled."""
    in_best, most_best = WORD(VALUE_MASK << BEST_SHIFT), WORD((2 * level + 3) << BEST_SHIFT)
    known = ((word & in_best) != 0) & ((word & in_best) <= most_best)
    if REPETITION:
        in_second, most_second = WORD(VALUE_MASK << SECOND_SHIFT), WORD((2 * level + 3) << SECOND_SHIFT)
        known &= ((word & in_second) != 0) & ((word & in_second) <= most_second)
    return not known


@kernel
def count_live(records, level):
    """How many of these are live."""
    count = 0
    for i in range(len(records)):
        count += is_live(records[i], level)
    return count


@kernel
def part(records, level, gaps, live):
    """Take the live records of a page out, and leave zeros; how many there are.

    They are written to ``live``, and to ``gaps`` how far each slot is from the one before, the first from the page's.
    """
    count, before = 0, 0
    for slot in range(len(records)):
        if is_live(records[slot], level) or slot & (LONGEST - 1) == 0:
            gaps[count], live[count] = slot - before, records[slot]
            records[slot] = 0
            before = slot
            count += 1
    return count


@kernel
def spread(records, gaps, live):
    """Bring live records to their slots; False if one of these is none of the page."""
    slot = 0
    for i in range(len(gaps)):
        slot += np.int64(gaps[i])
        if slot >= len(records):
            return False
        records[slot] = live[i]
    return True


@kernel
def gather(records, gaps, live):
    """Bring live records back from their slots, and leave others aside; whether they have changed."""
    slot, changed = 0, False
    for i in range(len(gaps)):
        slot += np.int64(gaps[i])
        changed |= live[i] != records[slot]
        live[i] = records[slot]
        records[slot] = ASIDE
    return changed
