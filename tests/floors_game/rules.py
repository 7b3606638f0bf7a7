"""A token goes round the rooms of a floor, or down one floor or two; on the lowest floor some rooms end the game.

Keys are sorted by room first, tiers are floors.
"""

from retro.game import LOSS, ONGOING, WIN

from .options import BITS, FLOORS, STEP

ROOMS = 8
INITIAL = FLOORS - 1 << BITS
CODES = 3


def key_of(floor, room):
    return room * FLOORS + floor << BITS


def moves(key, out):
    floor, room = (key >> BITS) % FLOORS, (key >> BITS) // FLOORS
    out[0, 0], out[0, 1], out[0, 2] = key_of(floor, (room + 1) % ROOMS), 0, ONGOING
    n = 1
    if floor > 0:
        out[n, 0], out[n, 1], out[n, 2] = key_of(floor - 1, (2 * room + floor) % ROOMS), 1, ONGOING
        n += 1
    elif room % 3 < 2:
        out[n, 0], out[n, 1], out[n, 2] = 0, 1, WIN if room % 3 else LOSS
        n += 1
    if floor > 1:
        out[n, 0], out[n, 1], out[n, 2] = key_of(floor - 2, room), 2, ONGOING
        n += 1
    return n


def tier(key):
    return (key >> BITS) % FLOORS * STEP
