"""Kernels that compute a record after an update (`retro.solving.record`), and find the records of a level.

They import nothing of the game, so games whose records are alike share them. An update has the code of a move and one
bit: the position that the move leads to is won, or lost, for the player who moves there.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
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

LOST, WON, DRAWN, FORBIDDING, POSITIONS, CHECKMATES, UNENTERED, DECIDED, STORED, EDGES, APPLIED, OTHERS = range(12)
"""Counters: states that are lost and won with the DTM of the level, drawn states, then others; from OTHERS on those of
`retro.solving.first_kernels`."""

IMPOSSIBLE = 1 << 48
"""More than all positions of any game that can be solved."""


@inner
def record(best, second, only_move, count):
    if REPETITION:
        return (best << BEST_SHIFT) | (second << SECOND_SHIFT) | (only_move << MOVE_SHIFT) | count
    return (best << BEST_SHIFT) | count


@inner
def checkmate():
    """Returns the record of a position in which a move wins at once. Its count differs from that of any other position
    that wins in one ply, because a move leads to a lost terminal position."""
    return record(WIN, WIN, NO_MOVE, 1 if REPETITION else 0)


@inner
def updated(old, code, won, level):
    """Returns the record after an update at ``level``: the same one if nothing changes, -1 if it is impossible."""
    best = old >> BEST_SHIFT
    if REPETITION:
        second = (old >> SECOND_SHIFT) & VALUE_MASK
        if best and second:
            return old
        only_move = (old >> MOVE_SHIFT) & NO_MOVE
        count = old & COUNT_MASK
        if won:
            count -= 1
            lost = 2 * level + 4
            if best:
                if count == 0:
                    second = lost
            elif second:
                best, count = lost, 0
                if second == best:
                    only_move = NO_MOVE
            elif count == 0:
                best = lost
            else:
                only_move ^= code
                if count == 1:
                    second = lost
        else:
            won_value = 2 * level + 5
            if best:
                second, count = won_value, 0
                if second == best:
                    only_move = NO_MOVE
            elif second:
                best, count = won_value, 0
            else:
                best, only_move = won_value, code
                count -= 1
        return record(best, second, only_move, count)  # -1 if it got updates of more moves than it has
    if best:
        return old
    if won:
        if (old & COUNT_MASK) == 1:
            return record(2 * level + 4, 0, 0, 0)
        return old - 1 if old & COUNT_MASK else -1
    return record(2 * level + 5, 0, 0, old & COUNT_MASK)


@inner
def mark(records, level, marks):
    """Sets marks[i] to whether records[i] has a value of ``level``. It compiles to vector instructions."""
    in_best = WORD(VALUE_MASK << BEST_SHIFT)
    won_best, lost_best = WORD((2 * level + 3) << BEST_SHIFT), WORD((2 * level + 2) << BEST_SHIFT)
    in_second = WORD(VALUE_MASK << SECOND_SHIFT)
    won_second, lost_second = WORD((2 * level + 3) << SECOND_SHIFT), WORD((2 * level + 2) << SECOND_SHIFT)
    for i in range(len(records)):
        word = records[i]
        marked = ((word & in_best) == won_best) | ((word & in_best) == lost_best)
        if REPETITION:
            marked |= ((word & in_second) == won_second) | ((word & in_second) == lost_second)
        marks[i] = marked


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
