"""Positions and moves as text: edges by their points, and by whom the next one is drawn."""

from retro.game.scene import Piece, Scene, grid

from .options import HIGH, TURN
from .rules import ALL, BOXES, EDGES, GRID, PLACES

NAMES = tuple(f"{chr(97 + x)}{y + 1}" for x, y in PLACES)
PLAYERS = {"en": ("Left", "Right")}


def format(key):
    drawn = "".join(name for edge, name in enumerate(NAMES) if key >> edge & 1) or "-"
    return f"{drawn} {PLAYERS['en'][key >> EDGES & 1]} {(key >> EDGES + 1) - BOXES:+d}"


def parse(text):
    drawn, turn, lead = text.split()
    edges = sum(1 << edge for edge, name in enumerate(NAMES) if name in drawn)
    return edges | PLAYERS["en"].index(turn) << EDGES | int(lead) + BOXES << EDGES + 1


def format_move(key, code):
    return NAMES[code]


def scene(key):
    edges = key & ALL
    turn = {"right": key >> EDGES & 1, "alternating": edges.bit_count() % 2, "none": -1}[TURN] + 1
    places = grid(GRID, 2 * HIGH + 1)
    points = {name: places[name] for name in NAMES}
    pieces = tuple(Piece("block", name) for edge, name in enumerate(NAMES) if edges >> edge & 1)
    return Scene(points, pieces, notes=(f"lead {(key >> EDGES + 1) - BOXES:+d}",), turn=turn)
