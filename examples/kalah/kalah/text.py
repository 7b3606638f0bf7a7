"""Positions and moves for people.

A position is the stones in the pits of the mover, in the order in which he sows, then those of the opponent:
``3 3 3 3 / 3 3 3 3``. A move is the number of the pit, from 1; ``o1`` is the opponent's.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, Step

from .options import PITS, STONES
from .rules import SPAN, stones_in

ALL = 2 * PITS * STONES
MINE = tuple(str(pit + 1) for pit in range(PITS))
THEIRS = tuple(f"o{pit + 1}" for pit in range(PITS))
POINTS = {
    **{name: (pit, 0) for pit, name in enumerate(MINE)},
    **{name: (PITS - 1 - pit, 1) for pit, name in enumerate(THEIRS)},
}


def format(key: int) -> str:
    counts = [str(stones_in(key, pit)) for pit in range(2 * PITS)]
    return f"{' '.join(counts[:PITS])} / {' '.join(counts[PITS:])}"


def parse(text: str) -> int:
    sides = [side.split() for side in text.split("/")]
    counts = [count for side in sides for count in side]
    if [len(side) for side in sides] == [PITS, PITS] and all(count.isascii() and count.isdigit() for count in counts):
        numbers = [int(count) for count in counts]
        if sum(numbers) <= ALL and any(numbers[:PITS]) and any(numbers[PITS:]):
            return sum(number << SPAN * pit for pit, number in enumerate(numbers))
    raise ValueError(
        f"a position is the stones in {PITS} pits of the mover and {PITS} of the opponent, some on either side and at "
        f"most {ALL} in all, as in '{format(sum(STONES << SPAN * pit for pit in range(2 * PITS)))}', not {text[:60]!a}"
    )


def format_move(key: int, code: int) -> str:
    return str(code + 1)


def swapped(key: int) -> int:
    """The board from the other side."""
    counts = [stones_in(key, pit) for pit in range(2 * PITS)]
    return sum(count << SPAN * pit for pit, count in enumerate(counts[PITS:] + counts[:PITS]))


def swapped_move(key: int, code: int) -> str:
    return THEIRS[code]


def scene(key: int) -> Scene:
    pieces = [Piece("stone", name, 1, str(stones_in(key, pit))) for pit, name in enumerate(MINE)]
    pieces += [Piece("stone", name, 2, str(stones_in(key, PITS + pit))) for pit, name in enumerate(THEIRS)]
    return Scene(POINTS, tuple(piece for piece in pieces if piece.label != "0"))


def shown(key: int, code: int) -> tuple[Step, ...]:
    return (Step("point", (MINE[code],)),)
