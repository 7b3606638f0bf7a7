"""Positions and moves by their names."""

from .rules import MOVES, NAMES


def draw(key):
    return NAMES[key]


def format(key):
    return NAMES[key]


def parse(text):
    if text not in NAMES:
        raise ValueError(f"a position is one of {', '.join(NAMES)}")
    return NAMES.index(text)


def format_move(key, code):
    return MOVES[code]
