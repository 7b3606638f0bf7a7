"""A token goes down a track: the move 0 takes it one step and forbids the same move afterwards; the move 1 takes it one
step, or three from every eighth square, and forbids nothing. Some squares have the move 0 only: who is not allowed to
make it wins there. Who cannot move at the end has lost.

CODES and MAX_MOVES leave values nine bits of a record of 32. The move 0 does not lead back, as a forbidden move does by
the contract; no backend depends on that.
"""

from retro.game import NONE, ONGOING, loss, win

from .options import LENGTH

INITIAL = LENGTH
CODES, MAX_MOVES, MAX_UNMOVES = 127, 63, 3
REPETITION = True


def moves(key, out):
    if key == 0:
        return 0
    out[0, 0], out[0, 1], out[0, 2] = key - 1, 0, ONGOING
    if key % 7 == 3:
        return 1
    out[1, 0], out[1, 1], out[1, 2] = key - (3 if key % 8 == 0 else 1), 1, ONGOING
    return 2


def unmoves(key, out):
    count = 0
    for code, steps in ((0, 1), (1, 1), (1, 3)):
        before = key + steps
        made = before % 7 != 3 and (steps == 3) == (before % 8 == 0)
        if before <= LENGTH and (code == 0 or made):
            out[count, 0], out[count, 1], out[count, 2] = before, code, NONE if code else 0
            count += 1
    return count


def no_moves(key):
    return win(0) if key else loss(0)


def wins(key):
    """No move ends the game: the last one leads to a position without moves."""
    return False


def undo(key, code, successor):
    return NONE if code else 0
