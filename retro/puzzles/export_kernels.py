"""Kernels that describe states that match conditions (`retro.puzzles.export`): their best moves and their weights."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, image_code, moves, rank
from retro.compiling.roles import inner, kernel
from retro.game import NONE, SLACK, goes_on
from retro.lookup.states_kernels import weight_of
from retro.lookup.table_kernels import latest_rank, value_of_move
from retro.lookup.whole_kernels import prefetch_record


@inner
def rate(key, out, after, ratings, latest, records, values):
    """Write the moves of a position into ``out`` and their values into ``ratings``; returns the number of moves.

    All records are prefetched before the first is read; ``after``
    is a buffer for slots and group elements, ``latest`` a table of the latest ranks.
    """
    count = moves(key, out)
    for j in range(count):
        if goes_on(out[j, 2]):
            index, g = latest_rank(out[j, 0], latest)
            prefetch_record(index, records)
            after[j, 0], after[j, 1] = index, g
    for j in range(count):
        ratings[j] = value_of_move(after[j, 0], after[j, 1], key, out[j, 1], out[j, 0], out[j, 2], records, values)
    return count


@kernel
def describe(forbidden, keys, best, weights, ends, optimal, latest, records, values):
    """Write best moves and weights of states, given by key and forbidden move, into ``best`` and ``weights``.

    Of equally good moves, the best move is the one whose image in the canonical position has the lowest code; NONE if
    no move is legal. If ``ends`` is not empty, all best moves are written into ``optimal``, in that order; those of a
    row end before its end. States of a position must be adjacent.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    after = np.empty((MAX_MOVES + SLACK, 2), np.int64)
    ratings = np.empty(MAX_MOVES + SLACK, np.int64)
    count, weight, last, turn, written = 0, 0, -1, 0, 0
    for row in range(len(keys)):
        key = keys[row]
        if key != last:
            count, weight, last = rate(key, out, after, ratings, latest, records, values), weight_of(key), key
            _, turn, _ = rank(key)
        chosen, lowest = -1, 0
        for j in range(count):
            image = image_code(out[j, 1], turn)
            if out[j, 1] != forbidden[row] and (
                chosen < 0 or ratings[j] > ratings[chosen] or (ratings[j] == ratings[chosen] and image < lowest)
            ):
                chosen, lowest = j, image
        best[row] = out[chosen, 1] if chosen >= 0 else NONE
        weights[row] = weight
        if len(ends):
            begun = written
            for j in range(count if chosen >= 0 else 0):
                if out[j, 1] != forbidden[row] and ratings[j] == ratings[chosen]:
                    image, at = image_code(out[j, 1], turn), written
                    while at > begun and image_code(optimal[at - 1], turn) > image:
                        optimal[at] = optimal[at - 1]
                        at -= 1
                    optimal[at], written = out[j, 1], written + 1
            ends[row] = written
