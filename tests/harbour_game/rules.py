"""A position is a place and the player to move, 0 or 1; the key is its index in NAMES.

In the bay players wait or go east or west. In the eastern harbour player 0 may slip, and then player 1 wins at once; in
the western one player 1 may. At sea players wait or enter the bay; adrift the player to move must enter it.
"""

from retro.game import ONGOING, WIN

NAMES = ("sea0", "sea1", "adrift0", "bay0", "bay1", "east0", "east1", "slipped1", "west0", "west1", "slipped0")
MOVES = ("wait", "enter", "east", "west", "slip", "win")
TO = {
    "sea0": {"wait": "sea1", "enter": "bay1"},
    "sea1": {"wait": "sea0", "enter": "bay0"},
    "adrift0": {"enter": "bay1"},
    "bay0": {"wait": "bay1", "east": "east1", "west": "west1"},
    "bay1": {"wait": "bay0", "east": "east0", "west": "west0"},
    "east0": {"wait": "east1", "slip": "slipped1"},
    "east1": {"wait": "east0"},
    "slipped1": {"win": ""},
    "west0": {"wait": "west1"},
    "west1": {"wait": "west0", "slip": "slipped0"},
    "slipped0": {"win": ""},
}
INITIAL = (NAMES.index("sea0"), NAMES.index("adrift0"))
CODES = MAX_MOVES = len(MOVES)
SUCCESSORS = tuple(tuple(NAMES.index(TO[name][move]) if TO[name].get(move) else -1 for move in MOVES) for name in NAMES)
WINS = tuple("win" in TO[name] for name in NAMES)
HEIGHTS = (2, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0)


def moves(key, out):
    n = 0
    for code in range(len(SUCCESSORS[key])):
        if SUCCESSORS[key][code] >= 0:
            out[n, 0], out[n, 1], out[n, 2] = SUCCESSORS[key][code], code, ONGOING
            n += 1
    if WINS[key]:
        out[n, 0], out[n, 1], out[n, 2] = 0, 5, WIN
        n += 1
    return n


def tier(key):
    return HEIGHTS[key]
