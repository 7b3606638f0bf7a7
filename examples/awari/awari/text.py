"""Boards and moves for people.

A board is the stones of the twelve pits in the order of sowing, the six of the player to move first:
``1 1 1 1 1 2 4 2 3 0 0 0``. A move is the letter of a pit, ``a`` to ``f`` in that order, or ``A`` to ``F`` as the other
player sees it.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, Step

from .options import STONES
from .rules import BITS, OWN, PITS, stones_in, turned

NAMES = (*(f"{letter}1" for letter in "abcdef"), *(f"{letter}2" for letter in "fedcba"))
"""The pits from the player to move, counter-clockwise."""
PLACES = {name: ("abcdef".index(name[0]), int(name[1]) - 1) for name in NAMES}


def format(key: int) -> str:
    return " ".join(str(stones_in(key, pit)) for pit in range(PITS))


def parse(text: str) -> int:
    numbers = text.split()
    if len(numbers) != PITS or not all(each.isdecimal() and len(each) < 3 for each in numbers):
        raise ValueError(f"a board is the stones of {PITS} pits, as in '1 1 1 0 0 0 2 0 0 0 0 0', not {text[:60]!a}")
    if sum(map(int, numbers)) > STONES:
        raise ValueError(f"there are {sum(map(int, numbers))} stones, with these options at most {STONES}")
    return sum(int(each) << BITS * pit for pit, each in enumerate(numbers))


def format_move(key: int, code: int) -> str:
    return "abcdef"[code]


def swapped(key: int) -> int:
    """The board from the other side."""
    return turned(key)


def swapped_move(key: int, code: int) -> str:
    return "ABCDEF"[code]


def scene(key: int) -> Scene:
    pieces = (
        Piece("stone", name, 1 if pit < OWN else 2, str(stones_in(key, pit)))
        for pit, name in enumerate(NAMES)
        if stones_in(key, pit)
    )
    return Scene(PLACES, tuple(pieces))


def shown(key: int, code: int) -> tuple[Step, ...]:
    return (Step("point", (NAMES[code],)),)
