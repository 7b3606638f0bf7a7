"""A position is the counters and the player to move, as in ``9 A``; a move takes the last two or four."""

from retro.game.scene import Piece, Scene, Step, grid

POINTS = grid(10, 1)


def format(key):
    return f"{key >> 1} {'AB'[key & 1]}"


def parse(text):
    counters, _, player = text.partition(" ")
    if not counters.isdecimal() or player not in ("A", "B") or int(counters) > 9:
        raise ValueError("a position is counters, at most nine, and A or B, as in 9 A")
    return 2 * int(counters) + "AB".index(player)


def scene(key):
    return Scene(POINTS, tuple(Piece("stone", f"{chr(97 + i)}1") for i in range(key >> 1)), turn=1 + (key & 1))


def shown(key, code):
    return (Step("point", (f"{chr(97 + (key >> 1) - 2 * code - 2)}1",)),)
