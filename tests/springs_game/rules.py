"""Two runners on a track step one place back, or one or two ahead; who reaches its end first wins.

Every third place is a spring: who lands there moves again. A place is taken by one runner only; who cannot step loses.
key     LENGTH * place of the mover + place of the opponent
code    1 + the places by which the runner steps ahead
"""

from retro.game import AGAIN, ONGOING, WIN

from .options import LENGTH

STEPS = (-1, 1, 2)
INITIAL = LENGTH // 3
CODES = 4
MAX_MOVES = 3
MAX_UNMOVES = 6
MOVES_AGAIN = True
SLOTS = LENGTH * LENGTH


def rank(key):
    return key, 0, False


def unrank(index):
    mine, theirs = index // LENGTH, index % LENGTH
    return index if mine != theirs and mine < LENGTH - 1 and theirs < LENGTH - 1 else -1


def moves(key, out):
    mine, theirs, n = key // LENGTH, key % LENGTH, 0
    for step in STEPS:
        place = mine + step
        if 0 <= place < LENGTH and place != theirs:
            again = place % 3 == 2
            out[n, 0] = LENGTH * place + theirs if again else LENGTH * theirs + place
            out[n, 1] = step + 1
            out[n, 2] = WIN if place == LENGTH - 1 else ONGOING | AGAIN if again else ONGOING
            n += 1
    return n


def unmoves(key, out):
    mine, theirs, n = key // LENGTH, key % LENGTH, 0
    for step in STEPS:
        for again in (False, True):
            place, other = (mine, theirs) if again else (theirs, mine)
            before = place - step
            if (place % 3 == 2) == again and 0 <= before < LENGTH - 1 and before != other:
                out[n, 0], out[n, 1] = LENGTH * before + other, step + 1
                out[n, 2] = ONGOING | AGAIN if again else ONGOING
                n += 1
    return n


def wins(key):
    mine, theirs = key // LENGTH, key % LENGTH
    return mine >= LENGTH - 3 and theirs != LENGTH - 1
