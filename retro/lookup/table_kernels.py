"""Kernels that look up the values of moves in a table of all records (`retro.lookup.table`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    ENUMERATED,
    GROUP,
    REPETITION,
    image,
    image_code,
    rank,
    undo,
)
from retro.compiling.roles import inner
from retro.game import NONE, goes_on
from retro.game.bits import low_product
from retro.lookup.whole_kernels import field_at, row_of
from retro.solving.value_kernels import ended_value, move_value
from retro.storage.block import read_move

SPREADING = 0x1E3779B97F4A7C15
"""An odd number; the highest bits of the product with it spread keys over a table."""
LOWER_BITS = 40
"""Lowest bits of the product, which are not used."""


@inner
def latest_rank(key, latest):
    """Returns slot and group element of a position, from the table ``latest`` if that has them (`latest_ranks`)."""
    if ENUMERATED and GROUP > 1:
        row = low_product(key, SPREADING) >> LOWER_BITS & len(latest) - 1
        if latest[row, 0] != key:
            index, g, _ = rank(key)
            latest[row, 0], latest[row, 1], latest[row, 2] = key, index, g
        return latest[row, 1], latest[row, 2]
    index, g, _ = rank(key)
    return np.int64(index), np.int64(g)


@inner
def best_index(index, records):
    """Returns the index in ``values`` of a position's value with nothing forbidden."""
    return np.int64(field_at(row_of(index, records), 0, records))


@inner
def second_index(index, records):
    """Returns the index of its value with the only move forbidden; that of best if it has none."""
    return np.int64(field_at(row_of(index, records), 1 if REPETITION else 0, records))


@inner
def best_at(row, records, values):
    """Returns the value, with nothing forbidden, of the record in a row."""
    return np.int64(values[field_at(row, 0, records)])


@inner
def second_at(row, records, values):
    """Returns the value, with the only move forbidden, of the record in a row; best if it has none."""
    return np.int64(values[field_at(row, 1 if REPETITION else 0, records)])


@inner
def only_move_at(row, records):
    """Returns the only move of the record in a row, or NONE."""
    return read_move(np.int64(field_at(row, 2, records))) if REPETITION else NONE


@inner
def has_second(row, held):
    """Returns whether the position of a record is worth something else with one of its moves forbidden."""
    return only_move_at(row, held[0]) != NONE


@inner
def value_after(row, forbidden, key, held):
    """Returns the value of the position of a record with a move forbidden; ``held`` has the records, and ``values``."""
    records, values = held
    if REPETITION and forbidden != NONE and forbidden == only_move_at(row, records):
        return second_at(row, records, values)
    return best_at(row, records, values)


@inner
def best_of(index, records, values):
    """Returns the value of a position with nothing forbidden."""
    return best_at(row_of(index, records), records, values)


@inner
def second_of(index, records, values):
    """Returns the value of a position with its only move forbidden; best if it has none."""
    return second_at(row_of(index, records), records, values)


@inner
def only_move_of(index, records):
    """Returns the only move of a position, or NONE."""
    return only_move_at(row_of(index, records), records)


@inner
def value_of_move(index, g, key, code, successor, outcome, records, values):
    """Returns the value of a move for the player who makes it.

    If the game goes on, ``index`` and ``g`` come from `rank` of the successor.
    """
    if not goes_on(outcome):
        return ended_value(outcome, 1, key)
    row, forbidden = row_of(index, records), NONE
    if REPETITION and only_move_at(row, records) != NONE:
        # As in the solvers, the forbidden move is that of the canonical position. A symmetry of a position maps its
        # only best move to itself, so images of the only move need not be compared.
        forbidden = undo(image(key, g), image_code(code, g), image(successor, g))
    return move_value(value_after(row, forbidden, successor, (records, values)), outcome, key, successor)
