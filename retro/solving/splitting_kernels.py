"""Kernels that split packed pages (`retro.solving.packed`): settled records apart from live ones.

A record is settled at a level if it has all of its values and none is of a later level. Once the states of that level
have sent their updates, nothing changes it any more, and nothing reads it before the game is solved. Settled records
are packed with as many zeros as possible, because most of them differ in the best value only.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    COUNT_MASK,
    MOVE_SHIFT,
    NO_MOVE,
    SECOND_SHIFT,
    VALUE_MASK,
    WORD,
)
from retro.compiling.roles import inner, kernel

LOST = 2
"""The value of a position that is lost at once."""
ASIDE = LOST << BEST_SHIFT | LOST << SECOND_SHIFT | NO_MOVE << MOVE_SHIFT
"""A settled record, which no update changes and which is of no level that is expanded after the first."""

GAP_LIMIT = 1 << 15
"""Slots at multiples of this count as live, so that a gap takes two bytes."""

ROWS = np.dtype(WORD).itemsize // 2
"""Rows of records, of 16 bits each. The lowest bits are a count and a sum of codes, which hardly shrink."""


@inner
def is_live(word, level):
    """Returns whether a record is not settled at ``level``."""
    in_best, max_best = WORD(VALUE_MASK << BEST_SHIFT), WORD((2 * level + 3) << BEST_SHIFT)
    settled_now = ((word & in_best) != 0) & ((word & in_best) <= max_best)
    in_second, max_second = WORD(VALUE_MASK << SECOND_SHIFT), WORD((2 * level + 3) << SECOND_SHIFT)
    settled_now &= ((word & in_second) != 0) & ((word & in_second) <= max_second)
    wins = WORD(1 << BEST_SHIFT | 1 << SECOND_SHIFT)  # a loss may be a bound as long as there are candidates
    settled_now &= ((word & WORD(COUNT_MASK)) == 0) | ((word & wins) == wins)
    return not settled_now


@inner
def stays(word, slot, level):
    """Returns whether a record belongs to the live ones of its page."""
    return is_live(word, level) | (slot & (GAP_LIMIT - 1) == 0)


@kernel
def count_live(records, level):
    """Returns how many records of a page would be live if it was split now."""
    count = 0
    for slot in range(len(records)):
        count += stays(records[slot], slot, level)
    return count


@inner
def normalised(word):
    """Returns a record with second value 0 where it equals the best, and only move 0 where there is none; or the
    inverse. Without a repetition rule there is no second value."""
    second = ((word >> BEST_SHIFT) & VALUE_MASK) << SECOND_SHIFT & ((1 << BEST_SHIFT) - 1)
    return word ^ (second | NO_MOVE << MOVE_SHIFT)


@inner
def write_record(word, rows, i):
    """Writes record i of some to their ``rows``."""
    for row in range(ROWS):
        rows[row, i] = np.uint16(word >> WORD(16 * row))


@inner
def read_record(rows, i):
    """Returns record i of those in ``rows``."""
    word = WORD(0)
    for row in range(ROWS):
        word |= WORD(rows[row, i]) << WORD(16 * row)
    return word


@kernel
def split(records, level, gaps, live, settled):
    """Writes the live records of a page to rows ``live``, the others to ``settled``.

    ``gaps`` gets the distance of each live slot from the one before, of the first from the page's first slot.
    """
    count, before = 0, 0
    for slot in range(len(records)):
        if stays(records[slot], slot, level):
            gaps[count] = slot - before
            write_record(records[slot], live, count)
            before = slot
            count += 1
        else:
            write_record(WORD(normalised(np.int64(records[slot]))), settled, slot - count)


@kernel
def restore_settled(records, gaps, settled):
    """Writes settled records to all slots that are not live. Returns False unless each slot gets one."""
    count, which, live = 0, 0, -1
    if len(gaps):
        live = np.int64(gaps[0])
    for slot in range(len(records)):
        if slot == live:
            which += 1
            live = slot + np.int64(gaps[which]) if which < len(gaps) else -1
            continue
        if count == settled.shape[1]:
            return False
        records[slot] = normalised(np.int64(read_record(settled, count)))
        count += 1
    return count == settled.shape[1]


@kernel
def spread(records, gaps, live):
    """Writes live records to their slots. Returns False if one of these is outside the page."""
    slot = 0
    for i in range(len(gaps)):
        slot += np.int64(gaps[i])
        if slot >= len(records):
            return False
        records[slot] = read_record(live, i)
    return True


@kernel
def gather(records, gaps, live, level):
    """Copies live records from their slots to ``live``, and sets the slots to ASIDE.

    Returns whether a record differs from the one that ``live`` had, and the number of records that stay live if the
    page is split now.
    """
    slot, changed, count = 0, False, 0
    for i in range(len(gaps)):
        slot += np.int64(gaps[i])
        word = records[slot]
        changed |= read_record(live, i) != word
        write_record(word, live, i)
        count += stays(word, slot, level)
        records[slot] = ASIDE
    return changed, count
