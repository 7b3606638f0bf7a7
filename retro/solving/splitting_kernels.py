"""Kernels that split packed pages (`retro.solving.packed`): settled records apart from live ones.

A record is settled at a level if it has all of its values and none is of a later level. Once the states of that level
have sent their updates, nothing changes it any more, and nothing reads it before the game is solved. Settled records
are packed field by field, in planes of a byte each: most of them differ in the best value only.
"""

# mypy: ignore-errors
from __future__ import annotations

from itertools import pairwise

import numpy as np

from retro.compiling.contract import BEST_SHIFT, MOVE_SHIFT, NO_MOVE, REPETITION, SECOND_SHIFT, VALUE_MASK, WORD
from retro.compiling.roles import inner, kernel

LOST = 2
"""The value of a position that is lost at once."""
ASIDE = LOST << BEST_SHIFT | (LOST << SECOND_SHIFT | NO_MOVE << MOVE_SHIFT if REPETITION else 0)
"""A settled record, which no update changes and which is of no level that is expanded after the first."""

LONGEST = 1 << 15
"""Slots at multiples of that count as live, so that a gap takes two bytes."""

CUTS = 0, MOVE_SHIFT, SECOND_SHIFT, BEST_SHIFT, BEST_SHIFT + VALUE_MASK.bit_length()
"""Bits where fields begin, and the last one ends."""
_PLANES = [(shift, min(8, stop - shift)) for start, stop in pairwise(CUTS) for shift in range(start, stop, 8)]
SHIFTS = np.array([shift for shift, _ in _PLANES], np.int64)
MASKS = np.array([(1 << bits) - 1 for _, bits in _PLANES], np.int64)
PLANES = len(SHIFTS)
"""A plane has eight bits of a field, or what is left of it."""
ROWS = np.dtype(WORD).itemsize // 2
"""Of live records, 16 bits each. The lowest are a count and a sum of codes, which hardly shrink."""


@inner
def is_live(word, level):
    """Whether a record is not settled."""
    in_best, most_best = WORD(VALUE_MASK << BEST_SHIFT), WORD((2 * level + 3) << BEST_SHIFT)
    known = ((word & in_best) != 0) & ((word & in_best) <= most_best)
    if REPETITION:
        in_second, most_second = WORD(VALUE_MASK << SECOND_SHIFT), WORD((2 * level + 3) << SECOND_SHIFT)
        known &= ((word & in_second) != 0) & ((word & in_second) <= most_second)
    return not known


@inner
def stays(word, slot, level):
    """Whether a record is with the live ones of its page."""
    return is_live(word, level) | (slot & (LONGEST - 1) == 0)


@kernel
def count_live(records, level):
    """How many records of a page would be with the live ones, if it was parted now."""
    count = 0
    for slot in range(len(records)):
        count += stays(records[slot], slot, level)
    return count


@inner
def alike(word):
    """A record whose second value is 0 where it is the best, and whose slot is 0 where there is none; and back."""
    if REPETITION:
        return word ^ (((word >> BEST_SHIFT) & VALUE_MASK) << SECOND_SHIFT | NO_MOVE << MOVE_SHIFT)
    return word


@inner
def halve(word, live, i):
    """Write a record to ``live``, 16 bits to a row."""
    for row in range(ROWS):
        live[row, i] = np.uint16(word >> WORD(16 * row))


@kernel
def part(records, level, gaps, live, planes):
    """Write the live records of a page to ``live``, the others to ``planes``.

    ``gaps`` says how far each live slot is from the one before, the first from the page's.
    """
    count, settled, before = 0, 0, 0
    for slot in range(len(records)):
        if stays(records[slot], slot, level):
            gaps[count] = slot - before
            halve(records[slot], live, count)
            before = slot
            count += 1
        else:
            word = alike(np.int64(records[slot]))
            for plane in range(PLANES):
                planes[plane, settled] = (word >> SHIFTS[plane]) & MASKS[plane]
            settled += 1


@kernel
def fill_in(records, gaps, planes):
    """Bring settled records back to all slots that are not live; False if there are more or fewer of them."""
    count, which, live = 0, 0, -1
    most = planes.shape[1]
    if len(gaps):
        live = np.int64(gaps[0])
    for slot in range(len(records)):
        if slot == live:
            which += 1
            live = slot + np.int64(gaps[which]) if which < len(gaps) else -1
            continue
        if count == most:
            return False
        word = 0
        for plane in range(PLANES):
            word |= np.int64(planes[plane, count]) << SHIFTS[plane]
        records[slot] = alike(word)
        count += 1
    return count == most


@kernel
def spread(records, gaps, live):
    """Bring live records to their slots; False if one of these is none of the page."""
    slot = 0
    for i in range(len(gaps)):
        slot += np.int64(gaps[i])
        if slot >= len(records):
            return False
        word = WORD(0)
        for row in range(ROWS):
            word |= WORD(live[row, i]) << WORD(16 * row)
        records[slot] = word
    return True


@kernel
def gather(records, gaps, live, level):
    """Bring live records back from their slots, and leave others aside.

    Whether they have changed, and how many of them would stay, if the page was parted now.
    """
    slot, changed, count = 0, False, 0
    for i in range(len(gaps)):
        slot += np.int64(gaps[i])
        word = records[slot]
        for row in range(ROWS):
            changed |= live[row, i] != np.uint16(word >> WORD(16 * row))
        halve(word, live, i)
        count += stays(word, slot, level)
        records[slot] = ASIDE
    return changed, count
