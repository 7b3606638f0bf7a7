"""Kernels that find extreme states of a solved game (`retro.puzzles.extremes`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import CODES, MAX_MOVES, MAX_UNMOVES, REPETITION, moves, unrank
from retro.compiling.roles import kernel
from retro.game import NONE, SLACK
from retro.lookup.states_kernels import is_checkmate, states_of, weight_of
from retro.lookup.table_kernels import best_index, best_of, mover_preference, second_index
from retro.puzzles.matching_kernels import judge
from retro.solving.value_kernels import sign_of, worth


@kernel
def pairs(start, stop, records, counts, first):
    """Count the records of slots start..stop-1 by the indices of best and second.

    Without a repetition rule, second is 0. ``first[best, second]`` becomes the first slot with them.
    """
    for index in range(start, stop):
        best, second = best_index(index, records), second_index(index, records) if REPETITION else 0
        counts[best, second] += 1
        if first[best, second] < 0:
            first[best, second] = index


@kernel
def single(start, stop, records, values, entering, required, winning, min_moves, slots):
    """Find the positions of slots start..stop-1 with the most moves in which exactly one wins, with nothing forbidden.

    ``winning`` says by index whether a value is a win for some player. Returns the largest number of moves, not below
    ``min_moves``; the number of such positions; and the number of slots written to ``slots``, in order.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((max(MAX_UNMOVES, entering.lists.longest) + SLACK, 3), np.int64)
    codes = np.empty(CODES + 1, np.int64)
    bits = np.zeros(MAX_MOVES + SLACK, np.int64)
    marks = np.zeros(MAX_MOVES + SLACK, np.int64)
    todo = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    max_moves, positions, written = np.int64(min_moves), 0, 0
    for index in range(start, stop):
        if not winning[best_index(index, records)]:
            continue
        key = unrank(index)
        if key < 0 or worth(mover_preference(best_of(index, records, values), sign_of(key))) <= 0:
            continue
        count = moves(key, out)
        if count < max_moves or (REPETITION and is_checkmate(count, out)):
            continue
        if not judge(key, count, out, bits, marks, todo, index, records, values, required):
            continue
        entered = False
        for i in range(states_of(index, key, edges, codes, entering, 0)):
            entered |= codes[i] == NONE
        if not entered:
            continue
        if count > max_moves:
            max_moves, positions, written = count, 0, 0
        positions += weight_of(key)
        if written < len(slots):
            slots[written] = index
            written += 1
    return max_moves, positions, written
