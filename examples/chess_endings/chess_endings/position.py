"""Positions: the material, the key, what is legal, and the index of all legal positions.

The material is a tier: a capture or a promotion lowers it. Slots are ordered by tier, then by the side to move.
"""

from __future__ import annotations

from retro.indexing.folding import legal_index

from .board import NO_PIECE, PAWN, QUEEN, ROOK, SQUARES, attacks, beside, turned
from .options import MATERIAL, SIZE

MATERIALS = {
    "KRvK": ((ROOK, NO_PIECE),),
    "KPvK": ((ROOK, NO_PIECE), (QUEEN, NO_PIECE), (PAWN, NO_PIECE)),
    "KQvKR": ((QUEEN, NO_PIECE), (NO_PIECE, ROOK), (QUEEN, ROOK)),
}[MATERIAL]
"""By tier, the man of White and that of Black."""
GROUP = 2 if "P" in MATERIAL else 8


def place(tier: int, side: int, white: int, black: int, white_man: int, black_man: int) -> int:
    """The key of a position: side to move, squares of the kings and of the men, -1 where a side has none."""
    men = max(white_man, 0) * SQUARES + max(black_man, 0)
    return ((2 * tier + side) * SQUARES**2 + men) * SQUARES**2 + white * SQUARES + black


def tier(key: int) -> int:
    return key // SQUARES**4 // 2


def side_to_move(key: int) -> int:
    """0 for White, 1 for Black."""
    return key // SQUARES**4 % 2


def white_king(key: int) -> int:
    return key // SQUARES % SQUARES


def black_king(key: int) -> int:
    return key % SQUARES


def white_man(key: int) -> int:
    """The square of White's man; -1 without one."""
    return key // SQUARES**3 % SQUARES if MATERIALS[tier(key)][0] else -1


def black_man(key: int) -> int:
    """The square of Black's man; -1 without one."""
    return key // SQUARES**2 % SQUARES if MATERIALS[tier(key)][1] else -1


def image(key: int, g: int) -> int:
    one, other = white_man(key), black_man(key)
    if one >= 0:
        one = turned(one, g)
    if other >= 0:
        other = turned(other, g)
    return place(tier(key), side_to_move(key), turned(white_king(key), g), turned(black_king(key), g), one, other)


def legal(key: int) -> bool:
    """Whether no men share a square, no pawn stands where it cannot, and no king can be captured."""
    white, black, one, other = white_king(key), black_king(key), white_man(key), black_man(key)
    pieces = MATERIALS[tier(key)]
    if one in (white, black) or other in (white, black, one) or beside(white, black):
        return False
    if pieces[0] == PAWN and not 0 < one // SIZE < SIZE - 1:
        return False
    if side_to_move(key) == 0:
        return not attacks(pieces[0], one, black, white, other)
    return not attacks(pieces[1], other, white, black, one)


def apart(kings: int) -> bool:
    return not beside(kings // SQUARES, kings % SQUARES)


def image_of_kings(kings: int, g: int) -> int:
    return turned(kings // SQUARES, g) * SQUARES + turned(kings % SQUARES, g)


KINGS, rank_kings, kings_of = legal_index(range(SQUARES**2), apart, image_of_kings, GROUP)
MEN = tuple(SQUARES ** sum(piece != NO_PIECE for piece in pieces) for pieces in MATERIALS)
"""By tier, the numbers of placements of the men."""
FIRST = tuple(2 * KINGS * sum(MEN[:number]) for number in range(len(MEN) + 1))
"""By tier, the first slot; at the end, the number of all slots."""
SLOTS = FIRST[-1]
LETTERS = ("", "P", "R", "Q")
NAMES = tuple(f"K{LETTERS[white]}vK{LETTERS[black]}" for white, black in MATERIALS)
SECTIONS = tuple(
    (f"{NAMES[number]}, {('White', 'Black')[side]} to move", first, first + KINGS * MEN[number])
    for number in range(len(MATERIALS))
    for side, first in enumerate((FIRST[number], FIRST[number] + KINGS * MEN[number]))
)


def number_of_men(key: int, g: int) -> int:
    """The placement of the men in an image of a position, as a number."""
    one, other = white_man(key), black_man(key)
    number = turned(one, g) if one >= 0 else 0
    return number * (SQUARES if one >= 0 else 1) + turned(other, g) if other >= 0 else number


def rank(key: int) -> tuple[int, int, bool]:
    """The kings have the smallest number of their images, and of two images with the same kings the men."""
    kings, here = key % SQUARES**2, tier(key)
    index, g, fixed = rank_kings(kings)
    if index < 0:
        return -1, 0, False
    number, same = number_of_men(key, g), False
    if fixed:
        for h in range(GROUP):
            if h != g and image_of_kings(kings, h) == kings_of(index):
                other = number_of_men(key, h)
                same = other == number
                if other < number:
                    number, g = other, h
    return FIRST[here] + (side_to_move(key) * KINGS + index) * MEN[here] + number, g, same


def unrank(slot: int) -> int:
    here = 0
    while slot >= FIRST[here + 1]:
        here += 1
    number = (slot - FIRST[here]) % MEN[here]
    kings = (slot - FIRST[here]) // MEN[here]
    key = (2 * here + kings // KINGS) * SQUARES**4 + kings_of(kings % KINGS)
    if MATERIALS[here][1]:
        key += number % SQUARES * SQUARES**2
        number //= SQUARES
    if MATERIALS[here][0]:
        key += number * SQUARES**3
    return key if legal(key) and rank(key)[0] == slot else -1
