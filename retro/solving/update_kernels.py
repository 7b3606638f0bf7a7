"""Kernels that compute a record after an update (`retro.solving.record`), and find the records of a level.

They import nothing of the game, so games whose records are alike share them. An update has the code of a move and one
bit: the position that the move leads to is won, or lost, for the player who moves there.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    BOUNDS,
    COUNT_MASK,
    MOVE_SHIFT,
    NO_MOVE,
    REPETITION,
    SECOND_SHIFT,
    VALUE_MASK,
    WORD,
)
from retro.compiling.roles import inner
from retro.game import WIN
from retro.game.bits import lowest
from retro.solving.outbox_kernels import NEVER


@inner
def record(best, second, only_move, count):
    if REPETITION:
        return (best << BEST_SHIFT) | (second << SECOND_SHIFT) | (only_move << MOVE_SHIFT) | count
    return (best << BEST_SHIFT) | count


@inner
def checkmate():
    """Returns the record of a position in which a move ends the game with a win.

    Its count differs from that of all others that are won in one ply, by a move to a lost position: with a repetition
    rule these have a count of 0, without one they have a candidate at least.
    """
    return record(WIN, WIN, NO_MOVE, 1 if REPETITION else 0)


@inner
def best_is_set(best, count):
    """Returns whether the best value of a record is its value once its level has come.

    In a tier above others, and with thresholds, a value may be a bound (BOUNDS). A loss is one while there are
    candidates: it is the latest loss among the moves out of the tier, and the position is lost then only if all
    candidates lose, too.
    """
    return best != 0 and (not BOUNDS or best & 1 != 0 or count == 0)


@inner
def second_is_set(best, second, count):
    """Returns the same for the second value, which is a bound only if the best value is a win."""
    return second != 0 and (not BOUNDS or second & 1 != 0 or count == 0 or best & 1 == 0)


@inner
def updated(old, code, won, level):
    """Returns the record after an update at ``level``: the same one if nothing changes, -1 if it is impossible.

    Moves out of the tier give bounds: a quicker win inside the tier replaces a win, and no loss is quicker than the
    one that the record has already.
    """
    best, count = old >> BEST_SHIFT, old & COUNT_MASK
    won_value, lost = 2 * level + 5, 2 * level + 4
    if not REPETITION:
        if best and (not BOUNDS or (best & 1 and (won or best <= won_value)) or (best & 1 == 0 and count == 0)):
            return old
        if not won:
            return record(won_value, 0, 0, count)
        if count == 1:
            return record(max(lost, best), 0, 0, 0)
        return old - 1 if count else -1
    second = (old >> SECOND_SHIFT) & VALUE_MASK
    if best and second and (not BOUNDS or (best & 1 == 0 and count == 0)):
        return old
    only_move = (old >> MOVE_SHIFT) & NO_MOVE
    if won and best & 1:
        if second_is_set(best, second, count):
            return old
        count -= 1
        if count == 0:
            second = max(lost, second)
    elif won:
        count -= 1
        if second:
            best, count = max(lost, best), 0
            if second == best:
                only_move = NO_MOVE
        elif count == 0:
            best = max(lost, best)
        else:
            only_move ^= code
            if count == 1:
                second = max(lost, best)
    elif best & 1 and best > won_value:
        best, only_move = won_value, code
    elif best & 1:
        if second_is_set(best, second, count) and (second & 1 == 0 or second <= won_value):
            return old
        second, count = won_value, 0
        if second == best:
            only_move = NO_MOVE
    elif second:
        best, count = won_value, 0
    else:
        best, second, only_move, count = won_value, best, code, count - 1
    return record(best, second, only_move, count)  # -1 if it got updates of more moves than it has


@inner
def mark(records, level, marks):
    """Sets marks[i] to whether records[i] has a value of ``level``. It compiles to vector instructions."""
    in_best, in_count = WORD(VALUE_MASK << BEST_SHIFT), WORD(COUNT_MASK)
    won_best, lost_best = WORD((2 * level + 3) << BEST_SHIFT), WORD((2 * level + 2) << BEST_SHIFT)
    in_second, best_won = WORD(VALUE_MASK << SECOND_SHIFT), WORD(1 << BEST_SHIFT)
    won_second, lost_second = WORD((2 * level + 3) << SECOND_SHIFT), WORD((2 * level + 2) << SECOND_SHIFT)
    for i in range(len(records)):
        word = records[i]
        marked = ((word & in_best) == won_best) | ((word & (in_best | in_count)) == lost_best)
        if REPETITION:
            lost = (word & in_second) == lost_second
            if BOUNDS:
                lost &= ((word & in_count) == 0) | ((word & best_won) == 0)
            marked |= ((word & in_second) == won_second) | lost
        marks[i] = marked


@inner
def next_level(records, level):
    """Returns the lowest level above ``level`` of which one of the records has a value, NEVER if there is none."""
    least = NEVER
    for i in range(len(records)):
        old = np.int64(records[i])
        best, count = old >> BEST_SHIFT, old & COUNT_MASK
        if best_is_set(best, count) and (best >> 1) - 1 > level:
            least = min(least, (best >> 1) - 1)
        if REPETITION:
            second = (old >> SECOND_SHIFT) & VALUE_MASK
            if second_is_set(best, second, count) and (second >> 1) - 1 > level:
                least = min(least, (second >> 1) - 1)
    return least


@inner
def collect(marks, first, positions):
    """Writes first + i to ``positions`` for every marked i. Returns their number. It reads eight marks at once."""
    eights = marks.view(np.int64)
    count = 0
    for eight in range(len(eights)):
        marked = eights[eight]
        while marked:
            positions[count] = first + (eight << 3) + (lowest(marked) >> 3)
            count += 1
            marked &= marked - 1
    return count
