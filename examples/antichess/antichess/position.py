"""Positions: two men as the player to move sees them, and the index of all of them.

    key     kind * SQUARES**2 + square of the mover's man * SQUARES + square of the opponent's man
    kind    index into KINDS: the mover's piece and the opponent's; EN_PASSANT: two pawns of which the opponent's has
            just made two steps and can be captured
    square  SIZE * row + file; the mover's pawn goes to higher rows

Fewer pawns come first, because the number of pawns, which no move raises, is the tier.
"""

from __future__ import annotations

from itertools import pairwise, product

from retro.indexing.folding import legal_index

from .options import SIZE

SQUARES = SIZE * SIZE
KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(6)
LETTERS = "KQRBNP"
KINDS = tuple(sorted(product(range(6), repeat=2), key=lambda kind: kind.count(PAWN)))
EN_PASSANT = len(KINDS)
KIND = tuple(KINDS.index((own, other)) for own, other in product(range(6), repeat=2))
"""The kind by 6 * the mover's piece + the opponent's."""
OWN = (*(own for own, _ in KINDS), PAWN)
OTHER = (*(other for _, other in KINDS), PAWN)
PAWNS = tuple((own == PAWN) + (other == PAWN) for own, other in zip(OWN, OTHER, strict=True))
GROUP = 2
PASSED_ROW = SIZE - 4
"""The row of an opponent's pawn that has made two steps."""


def image(key: int, g: int) -> int:
    """Element 1 exchanges left and right."""
    if g == 0:
        return key
    own, other = key // SQUARES % SQUARES, key % SQUARES
    return key + SQUARES * (SIZE - 1 - 2 * (own % SIZE)) + SIZE - 1 - 2 * (other % SIZE)


def legal(key: int) -> bool:
    """Whether the men are on two squares, and pawns where they can stand."""
    kind, own, other = key // SQUARES**2, key // SQUARES % SQUARES, key % SQUARES
    if own == other:
        return False
    if OWN[kind] == PAWN and not 0 < own // SIZE < SIZE - 1:
        return False
    if OTHER[kind] == PAWN and not 0 < other // SIZE < SIZE - 1:
        return False
    if kind < EN_PASSANT:
        return True
    return SIZE > 4 and own // SIZE == other // SIZE == PASSED_ROW and abs(own - other) == 1


SLOTS, rank, unrank = legal_index(range((EN_PASSANT + 1) * SQUARES**2), legal, image, GROUP)


def _bounds() -> list[int]:
    """The first slot of each kind, and the number of all slots."""
    firsts = []
    for kind in range(EN_PASSANT + 1):
        keys = range(kind * SQUARES**2, (kind + 1) * SQUARES**2)
        slots = [rank(key)[0] for key in keys if legal(key)]
        firsts.append(min(slots, default=SLOTS))
    return [*firsts, SLOTS]


NAMES = (*(f"{LETTERS[own]} against {LETTERS[other]}" for own, other in KINDS), "en passant")
SECTIONS = tuple((name, *bounds) for name, bounds in zip(NAMES, pairwise(_bounds()), strict=True))


def tier(key: int) -> int:
    return PAWNS[key // SQUARES**2]
