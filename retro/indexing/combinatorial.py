"""A perfect index for boards with one special square, a set of mover's pieces and a set of opponent's pieces.

The index uses symmetry without search. A table gives the group element that maps the special square to the first square
of its orbit, the class. The stabiliser of that square then maps the mover's set to the first set of its orbit. The
opponent's set is ranked among the free squares:

    index = first slot of the block + row(mover's set) x C(free squares, opponent's pieces) + column(opponent's set)

A block is a class with two piece counts. Rows and columns are combinatorial numbers in colexicographic order, read from
tables of 12 bits each. If a symmetry maps the mover's set to itself, several columns of its row are the same position:
the smallest is canonical and the others are holes.

Masks that seem to change nothing help the compiler: see `retro.game.bits.POSITIVE`.

`PairIndex` computes the tables and binds them as globals to the scalar functions below it, which a game's rules call
and the engine compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import POSITIVE, pdep, pext, popcount
from retro.indexing.binding import FROZEN_BYTES, bound, check_size
from retro.indexing.boards import group, products, starts, subsets

# Placeholders: PairIndex binds the tables of each index under these names.
SQUARES = ALL = SIZES = COARSE = 0
ROWS_HALF = ORBIT_HALF = 0
IMAGE_LOW = IMAGE_MIDDLE = IMAGE_HIGH = TURN = CLASS = CLASS_SQUARE = STABILISER = STABILISERS = PRODUCT = np.zeros(0)
COLEX_LOW = COLEX_HIGH = ORBIT_ROW = ORBIT_TURN = ORBIT_FIRST = ROWS = ROW_FIRST = SUBSETS = SUBSET_FIRST = np.zeros(0)
ORBIT_ROW_MORE = ROWS_MORE = np.zeros(0)
BLOCK_OF = FIRST = COLUMNS = BLOCK_CLASS = BLOCK_MOVER = BLOCK_OPPONENT = BLOCK_AT = np.zeros(0)


def image_set(squares: int, g: int) -> int:
    """The set of squares turned by group element ``g``."""
    squares &= ALL
    return int(
        IMAGE_LOW[(g << 9) | (squares & 511)]
        | IMAGE_MIDDLE[(g << 8) | ((squares >> 9) & 255)]
        | IMAGE_HIGH[(g << 8) | (squares >> 17)]
    )


def colex(subset: int, size: int) -> int:
    """Rank of a subset among those of its size, in colexicographic order."""
    subset &= ALL
    return (int(COLEX_LOW[subset & 4095]) + int(COLEX_HIGH[(size << 12) | (subset >> 12)])) & POSITIVE


def column(mover: int, opponent: int, square: int, size: int) -> int:
    """Rank of the opponent's set among the squares that are free."""
    return colex(pext(opponent, ALL ^ mover ^ (1 << square)), size)


def orbit_row(place: int) -> int:
    """The lower 16 bits of a row, from one table, or from two if one would be too large."""
    if ORBIT_HALF and place >= ORBIT_HALF:
        return int(ORBIT_ROW_MORE[(place - ORBIT_HALF) & POSITIVE]) & 0xFFFF
    return int(ORBIT_ROW[place]) & 0xFFFF


def set_of_row(place: int) -> int:
    """The mover's set of a row, and a bit above it if it is its own image; from one table or two."""
    if ROWS_HALF and place >= ROWS_HALF:
        return int(ROWS_MORE[(place - ROWS_HALF) & POSITIVE])
    return int(ROWS[place])


def rank_pair(square: int, mover: int, opponent: int) -> tuple[int, int, bool]:
    """Slot, group element to the canonical position, and whether the position is its own image.

    With numbers of pieces that the index does not have, the slot is beyond the last.
    """
    square &= 31
    g = int(TURN[square]) & 7
    if g != 0:
        mover = image_set(mover, g)
        opponent = image_set(opponent, g)
    kind = int(CLASS[square]) & 31
    square = int(CLASS_SQUARE[kind]) & 31
    mover_size = popcount(mover & ALL)
    opponent_size = popcount(opponent & ALL)
    below = (1 << square) - 1
    row = colex((mover & below) | ((mover >> 1) & ~below), mover_size)
    fixed = False
    symmetric = 0
    first = int(ORBIT_FIRST[kind * SIZES + mover_size])
    if first >= 0:
        turn = int(ORBIT_TURN[first + row])
        row = (orbit_row(first + row) | (turn & 16) << 12) & POSITIVE
        symmetric = turn & 8
        turn &= 7
        mover = image_set(mover, turn)
        opponent = image_set(opponent, turn)
        g = int(PRODUCT[(turn << 3) | g]) & 7
    place = column(mover, opponent, square, opponent_size)
    if symmetric:
        unturned = opponent
        before = g
        for i in range(1, int(STABILISERS[kind])):
            turn = int(STABILISER[(kind << 3) | i])
            if image_set(mover, turn) == mover:
                turned = image_set(unturned, turn)
                if turned == unturned:
                    fixed = True
                other = column(mover, turned, square, opponent_size)
                if other < place:
                    place = other
                    g = int(PRODUCT[(turn << 3) | before])
    block = int(BLOCK_OF[(kind * SIZES + mover_size) * SIZES + opponent_size]) & POSITIVE
    return int(FIRST[block]) + row * int(COLUMNS[block]) + place, g, fixed


def unrank_pair(index: int) -> tuple[int, int, int]:
    """Special square, mover's set and opponent's set of a slot; square -1 if the slot is a hole."""
    block = int(BLOCK_AT[index >> COARSE])
    while index >= FIRST[block + 1]:
        block += 1
    offset = index - int(FIRST[block])
    row = offset // int(COLUMNS[block])
    place = offset - row * int(COLUMNS[block])
    kind = int(BLOCK_CLASS[block])
    square = int(CLASS_SQUARE[kind])
    opponent_size = int(BLOCK_OPPONENT[block])
    mover = set_of_row(int(ROW_FIRST[kind * SIZES + int(BLOCK_MOVER[block])]) + row)
    symmetric = mover >> 30
    mover &= ALL
    free = ALL ^ mover ^ (1 << square)
    opponent = pdep(int(SUBSETS[int(SUBSET_FIRST[opponent_size]) + place]), free)
    if symmetric:
        for i in range(1, int(STABILISERS[kind])):
            turn = int(STABILISER[(kind << 3) | i])
            if image_set(mover, turn) == mover:
                if column(mover, image_set(opponent, turn), square, opponent_size) < place:
                    square = -1
                    break
    return square, mover, opponent


_BOUND = (image_set, colex, column, orbit_row, set_of_row, rank_pair, unrank_pair)


class PairIndex:
    """The tables for one board.

    permutations  the symmetry group: permutations[g][square] is the image of a square; element 0 is the identity,
                  at most 8 elements, at most 25 squares
    counts        (mover's pieces, opponent's pieces) of the blocks, in index order; each is split into classes
    blocks        (class square, mover's pieces, opponent's pieces, first slot, one past the last), in index order

    ValueError if there are more symmetries or squares, or if counts are impossible; GameError if a table would be too
    large for machine code.
    """

    def __init__(self, permutations: Sequence[Sequence[int]], counts: Sequence[tuple[int, int]]) -> None:
        self.permutations = group(permutations)
        self.order, self.squares = self.permutations.shape
        if self.order > 8 or self.squares > 25:
            raise ValueError("a PairIndex has at most 8 symmetries and 25 squares: use a PlacementIndex")
        self.counts = list(counts)
        if not counts or len(set(counts)) < len(counts):
            raise ValueError("counts must be pairs of numbers of pieces, at least one, and no two the same")
        if any(min(pair) < 0 or sum(pair) >= self.squares for pair in counts):
            raise ValueError(f"counts must be pairs of numbers of pieces that fit on {self.squares - 1} squares")
        self.tables: dict[str, Any] = {"SQUARES": self.squares, "ALL": (1 << self.squares) - 1}
        self.sizes = self.tables["SIZES"] = self.squares + 1  # no number of pieces reads beyond a table
        self._images()
        self._classes()
        self._check_sizes()
        self._subsets()
        self._orbits()
        self._blocks()
        self.rank: Callable[[int, int, int], tuple[int, int, bool]]
        self.unrank: Callable[[int], tuple[int, int, int]]
        self.image_set: Callable[[int, int], int]
        self.image_set, *_, self.rank, self.unrank = bound(_BOUND, self.tables)

    def _turned(self, sets: NDArray[np.int64], g: int) -> NDArray[np.int64]:
        turned = np.zeros_like(sets)
        for square in range(self.squares):
            turned |= ((sets >> square) & 1) << self.permutations[g, square]
        return turned

    def _images(self) -> None:
        for name, start, width in (("LOW", 0, 9), ("MIDDLE", 9, 8), ("HIGH", 17, 8)):
            sets = (np.arange(1 << width, dtype=np.int64) << start) & self.tables["ALL"]
            images = [self._turned(sets, g) for g in range(self.order)]
            self.tables[f"IMAGE_{name}"] = np.concatenate(images).astype(np.int32)
        product = np.zeros((8, 8), np.int32)
        product[: self.order, : self.order] = products(self.permutations)
        self.tables["PRODUCT"] = product.ravel()

    def _classes(self) -> None:
        smallest = self.permutations.min(axis=0)
        self.class_squares = sorted(set(smallest.tolist()))
        self.tables["CLASS"] = _padded([self.class_squares.index(s) for s in smallest.tolist()])
        self.tables["CLASS_SQUARE"] = np.array(self.class_squares, np.int32)
        turns = [int(np.argmax(self.permutations[:, s] == smallest[s])) for s in range(self.squares)]
        self.tables["TURN"] = _padded(turns)
        self.stabilisers = [[g for g in range(self.order) if self.permutations[g, s] == s] for s in self.class_squares]
        table = np.zeros((len(self.class_squares), 8), np.int32)
        for kind, stabiliser in enumerate(self.stabilisers):
            table[kind, : len(stabiliser)] = stabiliser
        self.tables["STABILISER"] = table.ravel()
        self.tables["STABILISERS"] = np.array([len(s) for s in self.stabilisers], np.int32)

    def _check_sizes(self) -> None:
        """Raise GameError if a table would be too large, before anything large is computed."""
        sets = sum(comb(self.squares - 1, size) for size in {mover for mover, _ in self.counts})
        orders = [len(stabiliser) for stabiliser in self.stabilisers]
        check_size("ROWS", sum(sets // order for order in orders) * 4 // 2)
        check_size("ORBIT_TURN", sets * sum(order > 1 for order in orders))
        check_size("SUBSETS", sum(comb(self._universe(size), size) for size in range(self.sizes)) * 4)

    def _universe(self, size: int) -> int:
        """The most squares that are free when the opponent has ``size`` pieces; 0 if no block has so many."""
        return max((self.squares - 1 - mover for mover, opponent in self.counts if opponent == size), default=0)

    def _subsets(self) -> None:
        bits = np.arange(4096)
        members = (bits[:, None] >> np.arange(12)) & 1
        nth = np.cumsum(members, axis=1)

        def numbers(first: int, already: NDArray[np.int64]) -> NDArray[np.int32]:
            binomials = np.array([[comb(first + s, n) for n in range(26)] for s in range(12)], np.int64)
            chosen = np.clip(nth + already[:, None], 0, 25)
            return np.asarray((members * binomials[np.arange(12), chosen]).sum(axis=1), np.int32)

        self.tables["COLEX_LOW"] = numbers(0, np.zeros(4096, np.int64))
        self.tables["COLEX_HIGH"] = np.concatenate([numbers(12, size - nth[:, -1]) for size in range(self.sizes)])
        tables = [subsets(self._universe(size), size) for size in range(self.sizes)]
        self.tables["SUBSETS"] = np.concatenate(tables).astype(np.int32)
        self.tables["SUBSET_FIRST"] = np.cumsum([0] + [len(t) for t in tables[:-1]]).astype(np.int32)

    def _orbits(self) -> None:
        """Tables, by class and size of the mover's set, of the rows, and of the row and group element of each set."""
        classes = len(self.class_squares)
        orbit_first = np.full((classes, self.sizes), -1, np.int32)
        row_first = np.zeros((classes, self.sizes), np.int32)
        self.row_count: dict[tuple[int, int], int] = {}
        orbit_row: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
        orbit_turn: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
        rows: list[NDArray[np.int64]] = []
        for kind, square in enumerate(self.class_squares):
            for size in sorted({mover for mover, _ in self.counts}):
                squeezed = subsets(self.squares - 1, size)
                below = (1 << square) - 1
                sets = (squeezed & below) | ((squeezed & ~below) << 1)
                images = np.stack([self._turned(sets, g) for g in self.stabilisers[kind]])
                first = images.min(axis=0)
                canonical = first == sets
                symmetric = (images[1:] == images[0]).any(axis=0)
                row_first[kind, size] = sum(map(len, rows))
                rows.append(sets[canonical] | (symmetric[canonical].astype(np.int64) << 30))
                self.row_count[kind, size] = int(canonical.sum())
                if len(self.stabilisers[kind]) > 1:
                    orbit_first[kind, size] = sum(map(len, orbit_row))
                    turn = np.array(self.stabilisers[kind])[(images == first).argmax(axis=0)]
                    orbit_row.append(np.searchsorted(sets[canonical], first))
                    orbit_turn.append(turn | (symmetric.astype(np.int64) << 3))
        all_rows = np.concatenate(orbit_row)
        self.tables |= {
            "ORBIT_TURN": (np.concatenate(orbit_turn) | all_rows >> 16 << 4).astype(np.int8),
            "ORBIT_FIRST": orbit_first.ravel(),
            "ROW_FIRST": row_first.ravel(),
        }
        self._halve("ORBIT_ROW", "ORBIT_HALF", (all_rows & 0xFFFF).astype(np.uint16).view(np.int16))
        self._halve("ROWS", "ROWS_HALF", np.concatenate(rows).astype(np.int32))

    def _halve(self, name: str, half: str, table: NDArray[Any]) -> None:
        """Store a table as one, or, if too large for machine code, as two and the index where the second begins."""
        middle = 0 if table.nbytes <= FROZEN_BYTES else (len(table) + 1) // 2
        self.tables |= {half: middle, name: table[: middle or None], f"{name}_MORE": table[middle or len(table) :]}

    def _blocks(self) -> None:
        classes = len(self.class_squares)
        block_of = np.full((classes, self.sizes, self.sizes), classes * len(self.counts), np.int32)
        self.blocks: list[tuple[int, int, int, int, int]] = []
        columns, kinds, start = [], [], 0
        for mover, opponent in self.counts:
            for kind, square in enumerate(self.class_squares):
                block_of[kind, mover, opponent] = len(self.blocks)
                columns.append(comb(self.squares - 1 - mover, opponent))
                kinds.append(kind)
                stop = start + self.row_count[kind, mover] * columns[-1]
                self.blocks.append((square, mover, opponent, start, stop))
                start = stop
        self.slots = start
        firsts = np.array([block[3] for block in self.blocks] + [self.slots], np.int64)
        coarse, at = starts(firsts)
        self.tables |= {
            "COARSE": coarse,
            "BLOCK_OF": block_of.ravel(),
            "FIRST": firsts,
            "COLUMNS": np.array([*columns, 0], np.int64),  # the last entry stands for counts that no block has
            "BLOCK_CLASS": np.array(kinds, np.int32),
            "BLOCK_MOVER": np.array([block[1] for block in self.blocks], np.int32),
            "BLOCK_OPPONENT": np.array([block[2] for block in self.blocks], np.int32),
            "BLOCK_AT": at.astype(np.int32),
        }


def _padded(entries: list[int]) -> NDArray[np.int32]:
    """The entries and zeros, 32 in all: no number of a square, masked to 5 bits, reads beyond them."""
    table = np.zeros(32, np.int32)
    table[: len(entries)] = entries
    return table
