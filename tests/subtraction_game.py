"""The source of a game's rules: the player who takes the last of nine stones wins, one to three at a time."""

RULES = """
from retro.game import ONGOING, WIN

INITIAL = 9
MAX_MOVES = 3


def moves(key, out):
    n = min(key, 3)
    for i in range(n):
        out[i, 0], out[i, 1], out[i, 2] = key - i - 1, i, WIN if key == i + 1 else ONGOING
    return n


def tier(key):
    return key
"""
