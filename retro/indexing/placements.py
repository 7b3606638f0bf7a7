"""A perfect index of the ways to place pieces of several kinds on the squares of a board, up to symmetry.

It takes any number of kinds and up to 63 squares, and has no table over all sets of squares: a set has a combinatorial
number in colexicographic order, a sum of binomial coefficients, one for each piece. `unrank` finds the pieces one by
one until the number is small enough for a table of the first subsets of each size.

    index = first slot of the block + row(first set) x columns of the block + column(other sets)

All positions of a block have the same number of pieces of each kind. A row is a set of the first kind that is the
smallest of its images; a bitvector counts them. A column is the number of the second set among the subsets of the free
squares, times the number of ways to place the other sets, plus the number of these. If a symmetry maps the first set to
itself, several columns of its row are the same position: the smallest is canonical and the others are holes.

`PlacementIndex` computes the tables, which are globals of the functions above it in instances of this module
(`retro.game.instances`). `_counted`, `_column` and `_sets` handle one kind each: there is an instance for each kind,
which calls that of the next kind. `rank` and `image_set` are for groups of up to 62 elements, a bit each in a set of
elements; larger groups, such as the 720 orders of the points of Sim, have `rank_of_many` and `image_set_of_many`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb, prod
from typing import Any

import numpy as np

from retro.game.bits import lowest, pdep, pext, popcount
from retro.game.instances import instance
from retro.indexing import bitvector
from retro.indexing.boards import by_bytes, first_subsets, group, smallest_images, starts, subsets
from retro.indexing.table_limits import INSTEAD, SOME_MEN, check_size, check_sizes
from retro.system.errors import GameError

MAX_SQUARES = 63
"""Limit of squares: a set has a bit for each, and is never negative."""
FEW_ELEMENTS = 62
"""Elements up to which a group has a table for eight squares at once."""
MAX_SLOTS = 1 << 62
TABLE_SUBSETS = 100_000
"""Subsets in the table; `_subset` searches for the highest elements of others."""

# Placeholders: PlacementIndex gives them the tables of each index.
SQUARES = ALL = CHUNKS = GROUP = KIND = WIDTH = COARSE = 0
BINOMIAL = IMAGE = PLACES = LINES = SAMPLES = BLOCK_AT = BLOCK_OF = FIRST = np.zeros(0, np.int64)
COLUMNS = ROWS_FROM = ROWS_BEFORE = SIZES = KNOWN = SUBSETS = SUBSETS_FROM = np.zeros(0, np.int64)
_rows_before = bitvector.rank
_row = bitvector.select


def image_set(squares: int, g: int) -> int:
    """The set of squares turned by group element ``g``."""
    turned = 0
    for chunk in range(CHUNKS):
        turned |= int(IMAGE[(g * CHUNKS + chunk) << 8 | (squares >> (chunk << 3) & 255)])
    return turned


def image_set_of_many(squares: int, g: int) -> int:
    """`image_set` without a table for sets of squares."""
    turned = 0
    squares &= ALL
    while squares:
        turned |= 1 << int(PLACES[g * SQUARES + lowest(squares)])
        squares &= squares - 1
    return turned


def _number(subset: int) -> int:
    """Rank of a subset among those of its size, in colexicographic order."""
    number, nth = 0, 64
    while subset:
        number += int(BINOMIAL[(nth | lowest(subset)) & 4095])
        subset &= subset - 1
        nth += 64
    return number


def _subset(number: int, size: int, universe: int) -> int:
    """The subset of 0..universe-1 with this number among those of its size."""
    found, element = 0, universe
    while number >= KNOWN[size]:
        element -= 1
        while BINOMIAL[size << 6 | element] > number:
            element -= 1
        number -= int(BINOMIAL[size << 6 | element])
        found |= 1 << element
        size -= 1
    return found | int(SUBSETS[int(SUBSETS_FROM[size]) + number])


def _counted(sets: tuple[int, ...], taken: int, number: int) -> int:
    """Place in BLOCK_OF of how many pieces there are of KIND and later kinds; 0 if sets have a square in common."""
    squares = sets[KIND]
    if squares & taken:
        return 0
    return _counted_next(sets, taken | squares, number * WIDTH + min(popcount(squares), WIDTH - 1))


def _counted_last(sets: tuple[int, ...], taken: int, number: int) -> int:
    return 1 + number


def _column(sets: tuple[int, ...], free: int, g: int, column: int) -> int:
    """Column of the sets from KIND on, all turned by ``g``, on squares that are free."""
    squares = image_set(sets[KIND], g)
    column = column * int(BINOMIAL[popcount(squares) << 6 | popcount(free)]) + _number(pext(squares, free))
    return _column_next(sets, free ^ squares, g, column)


def _column_last(sets: tuple[int, ...], free: int, g: int, column: int) -> int:
    return column


def _sets(block: int, column: int, free: int) -> tuple[int, ...]:
    """The sets from KIND on of a column."""
    number = column // int(COLUMNS[block])
    squares = pdep(_subset(number, int(SIZES[block]), popcount(free)), free)
    return (squares, *_sets_next(block, column - number * int(COLUMNS[block]), free ^ squares))


def _sets_last(block: int, column: int, free: int) -> tuple[int, ...]:
    return ()


_counted_next, _column_next, _sets_next = _counted_last, _column_last, _sets_last


def rank(*sets: int) -> tuple[int, int, bool]:
    """Slot of a set of each kind, group element to the canonical position, and whether the position is its own image.

    Slot -1 if sets have a square in common, one has a square off the board, or no block has these numbers of pieces.
    """
    block = int(BLOCK_OF[_counted(sets, ~ALL, 0)])
    if block < 0:
        return -1, 0, False
    least, turns = sets[0], 1
    for g in range(1, GROUP):
        turned = image_set(sets[0], g)
        if turned < least:
            least, turns = turned, 1 << g
        elif turned == least:
            turns |= 1 << g
    column, to, fixed = -1, 0, False
    while turns:
        g = lowest(turns)
        turns &= turns - 1
        found = _column_next(sets, ALL ^ least, g, 0)
        if column < 0 or found < column:
            column, to = found, g
        elif found == column:
            fixed = True
    row = _number(least)
    if GROUP > 1:
        row = int(_rows_before(LINES, int(ROWS_FROM[block]) + row)) - int(ROWS_BEFORE[block])
    return int(FIRST[block]) + row * int(COLUMNS[block]) + column, to, fixed


def rank_of_many(*sets: int) -> tuple[int, int, bool]:
    """`rank` without a set of group elements."""
    block = int(BLOCK_OF[_counted(sets, ~ALL, 0)])
    if block < 0:
        return -1, 0, False
    least, column, to, fixed = ALL, -1, 0, False
    for g in range(GROUP):
        turned = image_set(sets[0], g)
        if turned < least:
            least, column = turned, -1
        if turned == least:
            found = _column_next(sets, ALL ^ least, g, 0)
            if column < 0 or found < column:
                column, to = found, g
            elif found == column:
                fixed = True
    row = int(_rows_before(LINES, int(ROWS_FROM[block]) + _number(least))) - int(ROWS_BEFORE[block])
    return int(FIRST[block]) + row * int(COLUMNS[block]) + column, to, fixed


def unrank(index: int) -> tuple[int, ...]:
    """The sets of all kinds of a slot; the first is -1 if the slot is a hole."""
    block = int(BLOCK_AT[index >> COARSE])
    while index >= FIRST[block + 1]:
        block += 1
    place = index - int(FIRST[block])
    row = place // int(COLUMNS[block])
    column = place - row * int(COLUMNS[block])
    if GROUP > 1:
        row = int(_row(LINES, SAMPLES, int(ROWS_BEFORE[block]) + row)) - int(ROWS_FROM[block])
    first = _subset(row, int(SIZES[block]), SQUARES)
    others = _sets_next(block, column, ALL ^ first)
    for g in range(1, GROUP):
        if image_set(first, g) == first and _column_next((first, *others), ALL ^ first, g, 0) < column:
            first = -1
            break
    return (first, *others)


class PlacementIndex:
    """The index of all placements on one board.

    permutations  the symmetry group: permutations[g][square] is the image of a square; element 0 is the identity. For a
                  board without symmetry ``[range(squares)]``. At most 63 squares
    counts        numbers of pieces of each kind, by block, in index order: ``[(5, 5), (5, 4)]`` for two kinds. If
                  there is symmetry, each set of the first kind takes 1.14 bits of a table of at most 2**20 bytes, so
                  the kind with the fewest sets should come first
    slots         size of the index
    blocks        (numbers of pieces, first slot, one past the last), in index order
    rank          (set, set, ...) -> slot, g, fixed; see `rank`
    unrank        slot -> (set, set, ...); see `unrank`
    image_set     (set, g) -> set

    ValueError if permutations or counts are impossible; GameError if tables or the index would be too large.
    """

    def __init__(self, permutations: Sequence[Sequence[int]], counts: Sequence[Sequence[int]]) -> None:
        self.permutations = group(permutations)
        self.order, self.squares = self.permutations.shape
        if self.squares > MAX_SQUARES:
            limit = f"a PlacementIndex has at most {MAX_SQUARES}: use {SOME_MEN}, or {INSTEAD}"
            raise ValueError(f"{self.squares} squares are too many; {limit}")
        self.counts = [tuple(each) for each in counts]
        if not counts or len(set(self.counts)) < len(self.counts) or len({len(each) for each in self.counts}) > 1:
            raise ValueError("counts must have as many numbers of pieces each, at least one, and no two be the same")
        if any(not each or min(each) < 0 or sum(each) > self.squares for each in self.counts):
            raise ValueError(f"counts must be numbers of pieces that fit on {self.squares} squares")
        self.rank: Callable[..., tuple[int, int, bool]]
        self.unrank: Callable[[int], tuple[int, ...]]
        self.image_set: Callable[[int, int], int]
        self._bind(self._shared() | self._turning() | self._rows())

    def _shared(self) -> dict[str, Any]:
        known, table = first_subsets(self.squares, max(map(max, self.counts)), TABLE_SUBSETS)
        binomial = [comb(place, nth) for nth in range(64) for place in range(64)]
        return {
            "SQUARES": self.squares,
            "ALL": (1 << self.squares) - 1,
            "GROUP": self.order,
            "BINOMIAL": np.array(binomial, np.int64),
            "KNOWN": known,
            "SUBSETS_FROM": np.cumsum(known) - known,
            "SUBSETS": table,
        }

    def _turning(self) -> dict[str, Any]:
        """The tables of `image_set`, or of `image_set_of_many`."""
        if self.order > FEW_ELEMENTS:
            return {"PLACES": self.permutations.astype(np.int8).ravel()}
        image = np.stack([by_bytes(places) for places in self.permutations])
        return {"CHUNKS": image.shape[1], "IMAGE": image.ravel()}

    def _rows(self) -> dict[str, Any]:
        """The bitvector of the sets of the first kind that are rows, and where each block's rows begin in it."""
        sizes = sorted({each[0] for each in self.counts})
        ways = [comb(self.squares, size) for size in sizes]
        first = dict(zip(sizes, np.cumsum([0, *ways]).tolist(), strict=False))
        self._row_count = dict(zip(sizes, ways, strict=True))
        if self.order == 1:
            return {}
        check_size("LINES", sum(ways) // bitvector.LINE * 64)
        least = [smallest_images(subsets(self.squares, size), self.permutations) for size in sizes]
        vector = bitvector.Bitvector.from_flags(np.concatenate(least))
        self._row_count = {size: int(flags.sum()) for size, flags in zip(sizes, least, strict=True)}
        before = dict(zip(sizes, np.cumsum([0, *self._row_count.values()]).tolist(), strict=False))
        return {
            "LINES": vector.lines,
            "SAMPLES": vector.samples,
            "ROWS_FROM": np.array([first[each[0]] for each in self.counts], np.int64),
            "ROWS_BEFORE": np.array([before[each[0]] for each in self.counts], np.int64),
        }

    def _bind(self, tables: dict[str, Any]) -> None:
        kinds = len(self.counts[0])
        widths = [2 + max(sizes) for sizes in zip(*self.counts, strict=True)]  # the last entry stands for more pieces
        check_size("BLOCK_OF", (1 + prod(widths)) * 4)
        block_of = np.full(1 + prod(widths), -1, np.int32)
        block_of[1 + np.ravel_multi_index(np.array(self.counts).T, widths)] = range(len(self.counts))
        columns = [[self._ways(each, kind + 1) for kind in range(kinds)] for each in self.counts]
        firsts = [0]
        for each, (later, *_) in zip(self.counts, columns, strict=True):
            firsts.append(firsts[-1] + self._row_count[each[0]] * later)
        self.slots = firsts[-1]
        if self.slots >= MAX_SLOTS:
            raise GameError(f"the index would have {self.slots:,} slots; there can be at most 2**62: {INSTEAD}")
        self.blocks = list(zip(self.counts, firsts, firsts[1:], strict=False))
        coarse, at = starts(np.array(firsts, np.int64))
        few = self.order <= FEW_ELEMENTS
        turning = instance(__name__, tables)
        self.image_set = turning.image_set if few else turning.image_set_of_many
        tables |= {"image_set": self.image_set, "_number": turning._number, "_subset": turning._subset}
        tables |= {"BLOCK_OF": block_of, "FIRST": np.array(firsts, np.int64), "BLOCK_AT": at, "COARSE": coarse}
        for kind in reversed(range(kinds)):
            tables |= {
                "KIND": kind,
                "WIDTH": widths[kind],
                "SIZES": np.array([each[kind] for each in self.counts], np.int64),
                "COLUMNS": np.array([later[kind] for later in columns], np.int64),
            }
            own = vars(instance(__name__, tables))
            if kind:
                tables |= {f"{step}_next": own[step] for step in ("_counted", "_column", "_sets")}
        check_sizes(tables)
        self.rank, self.unrank = own["rank" if few else "rank_of_many"], own["unrank"]

    def _ways(self, count: tuple[int, ...], kind: int) -> int:
        """The number of ways to place the sets from ``kind`` on, beside those before."""
        return prod(comb(self.squares - sum(count[:later]), count[later]) for later in range(kind, len(count)))
