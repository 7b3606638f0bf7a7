"""Ostle's index (`pairs`), with the hole as the special square.

Blocks go by piece counts, most pieces first, and then by the hole's class, as in table 1 of the paper.
"""

from __future__ import annotations

from retro.game.bits import POSITIVE, lowest

from .board import ALL, CODE_IMAGE, CODES, HOLE, SQUARES, pack, square_name
from .pair_tables import BLOCKS, FEWEST, SLOTS
from .pairs import image_set, rank_pair, unrank_pair

__all__ = ["FEWEST", "SECTIONS", "SLOTS", "image", "image_code", "image_set", "rank", "unrank"]

BOUNDS_CHECKED = False  # as in rules.py

SECTIONS = tuple((f"{square_name(s)} {m} {o}", start, stop) for s, m, o, start, stop in BLOCKS)


def rank(key: int) -> tuple[int, int, bool]:
    return rank_pair(key >> HOLE, key & ALL, (key >> SQUARES) & ALL)


def unrank(index: int) -> int:
    square, mover, opponent = unrank_pair(index)
    if square < 0:
        return -1
    return pack(square, mover, opponent)


def image(key: int, g: int) -> int:
    square = lowest(image_set(1 << (key >> HOLE), g))
    return pack(square, image_set(key & ALL, g), image_set((key >> SQUARES) & ALL, g))


def image_code(code: int, g: int) -> int:
    return int(CODE_IMAGE[(g * CODES + code) & POSITIVE])
