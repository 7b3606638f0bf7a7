"""Kernels that look up the values of moves in a table of all records (`retro.lookup.table`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import REPETITION, SCORES, first_to_move, image, image_code, rank, undo
from retro.compiling.roles import inner
from retro.game import NONE
from retro.lookup.whole_kernels import field_at, row_of
from retro.solving.value_kernels import move_value, preference


@inner
def best_index(index, records):
    """Place in ``values`` of the value of a position with nothing forbidden."""
    return np.int64(field_at(row_of(index, records), 0, records))


@inner
def second_index(index, records):
    """The same with its only move forbidden; the same as best if it has none."""
    return np.int64(field_at(row_of(index, records), 1 if REPETITION else 0, records))


@inner
def best_at(row, records, values):
    """Value, with nothing forbidden, of the position whose record lies there."""
    return np.int64(values[field_at(row, 0, records)])


@inner
def second_at(row, records, values):
    """Value, with its only move forbidden, of the position whose record lies there; the same as best if it has none."""
    return np.int64(values[field_at(row, 1 if REPETITION else 0, records)])


@inner
def only_move_at(row, records):
    """The only best move, if forbidding it makes a difference, of the position whose record lies there, or NONE."""
    return np.int64(field_at(row, 2, records)) - 1 if REPETITION else NONE


@inner
def best_of(index, records, values):
    """Value of a position with nothing forbidden."""
    return best_at(row_of(index, records), records, values)


@inner
def second_of(index, records, values):
    """Value of a position with its only move forbidden; the same as best if it has none."""
    return second_at(row_of(index, records), records, values)


@inner
def only_move_of(index, records):
    """The only best move of a position where forbidding it makes a difference, or NONE."""
    return only_move_at(row_of(index, records), records)


@inner
def edge_value_at(index, g, key, code, successor, records, values):
    """The value of an edge for the player who moves; ``index`` and ``g`` are what rank says of the successor."""
    row = row_of(index, records)
    value = best_at(row, records, values)
    if REPETITION:
        # As the solvers do, the canonical position is asked which move is forbidden. The only best move of a position
        # that is its own image is its own image, too: the only move need not be looked for among images.
        only_move = only_move_at(row, records)
        if only_move != NONE and only_move == undo(image(key, g), image_code(code, g), image(successor, g)):
            value = second_at(row, records, values)
    return move_value(value)


@inner
def edge_value(key, code, successor, records, values):
    """The value of an edge for the player who moves, where nothing is forbidden before it."""
    index, g, _ = rank(successor)
    return edge_value_at(index, g, key, code, successor, records, values)


@inner
def sign_of(key):
    """-1 if high scores are bad for the player to move, else 1."""
    return -1 if SCORES == "first" and not first_to_move(key) else 1


@inner
def mover_preference(value, sign):
    """How the player to move likes a value: above 0 a win, the quicker the better, 0 a draw, below 0 a loss."""
    return sign * preference(value)


@inner
def points_of(value):
    """Points; where values are none, 1 for a win, 0 for a draw, -1 for a loss."""
    liked = preference(value)
    if SCORES:
        return liked
    return 1 if liked > 0 else -1 if liked < 0 else 0
