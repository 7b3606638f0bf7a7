"""Tags of moves: burn fuel, leave by either end, agree on a draw."""

from retro.game import ONGOING

from .rules import AGREE, BURN

TAGS = ("burns", "leaves", "agrees")


def tags(key, code, successor, outcome):
    if code == AGREE:
        return 4
    return 1 if code == BURN else 2 if outcome != ONGOING else 0
