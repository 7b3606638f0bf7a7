"""Kernels that compare two solutions of a game, state by state (`comparing_solutions`).

``other_unmoves`` is the second game's `unmoves`; it lists the same edges in the same order, and only what they forbid
may differ.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    GROUP,
    MAX_MOVES,
    MAX_UNMOVES,
    moves,
    other_unmoves,
    rank,
    unmoves,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import NONE, SLACK
from retro.lookup.states_kernels import is_checkmate
from retro.solving.symmetry_kernels import first_image

STATES, POSITIONS, MOVES = range(3)
"""Kinds of comparison: states of both games; positions without a forbidden move; states that the same move leads to."""
FIRST_GAME, SECOND_GAME = range(2)
SAME = -1


@inner
def valued(code, best, second, only_move):
    """Returns the index of the value of a state, from the record of its position."""
    return second if code == only_move else best


@inner
def count_pair(kind, before, after, index, what, counts, first):
    """Counts a pair of values; stores ``index`` and ``what`` of the first one in ``first``."""
    if counts[kind, before, after] == 0:
        first[kind, before, after, 0], first[kind, before, after, 1] = index, what
    counts[kind, before, after] += 1


@inner
def forbids(code, edges, count):
    """Returns whether one of ``count`` edges forbids ``code``."""
    for i in range(count):
        if edges[i, 2] == code:
            return True
    return False


@kernel
def compare(start, stop, planes, other_planes, won, counts, first, alone):
    """Compares slots start..stop-1, whose records are ``planes`` and ``other_planes``, with indices in place of values;
    ``won`` is that of a win in one ply.

    ``counts[kind, before, after]`` counts pairs of values; for each pair, ``first`` has the slot of the first one and
    its forbidden code, or for MOVES the index of the edge. ``alone[game, value]`` counts states that only one game has.
    Returns the number of positions whose states differ, and the first slot whose edges differ, or SAME.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    others = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    codes = np.empty(MAX_UNMOVES, np.int64)
    # For each forbidden code + 1, the last slot that has such a state, and the last one where only the second game has
    # it. For each pair of codes of both games, the last slot into which a move with these codes leads.
    listed = np.full(CODES + 1, -1, np.int64)
    alien = np.full(CODES + 1, -1, np.int64)
    paired = np.full((CODES + 1, CODES + 1), -1, np.int64)
    best, second, only_move = planes
    other_best, other_second, other_only_move = other_planes
    differing = 0
    for index in range(start, stop):
        key = unrank(index)
        if key < 0:
            continue
        offset = index - start
        one = np.int64(best[offset]), np.int64(second[offset]), np.int64(only_move[offset])
        other = np.int64(other_best[offset]), np.int64(other_second[offset]), np.int64(other_only_move[offset])
        before, after = valued(NONE, *one), valued(NONE, *other)
        count_pair(POSITIONS, before, after, index, NONE, counts, first)
        if before == won and is_checkmate(moves(key, out), out):
            continue
        count = unmoves(key, edges)
        if other_unmoves(key, others) != count:
            return differing, index
        fixed = rank(key)[2] if GROUP > 1 else False
        n_codes, apart = 0, 0
        for i in range(count):
            if edges[i, 0] != others[i, 0] or edges[i, 1] != others[i, 1]:
                return differing, index
            code, other_code = edges[i, 2], others[i, 2]
            if fixed:
                code = first_image(code, key) if code != NONE else NONE
                other_code = first_image(other_code, key) if other_code != NONE else NONE
                edges[i, 2], others[i, 2] = code, other_code
            if listed[code + 1] != index:
                listed[code + 1] = index
                codes[n_codes] = code
                n_codes += 1
            apart |= code ^ other_code
        differs = False
        for i in range(n_codes):
            before = valued(codes[i], *one)
            if apart and not forbids(codes[i], others, count):
                alone[FIRST_GAME, before] += 1
                differs = True
                continue
            after = valued(codes[i], *other)
            count_pair(STATES, before, after, index, codes[i], counts, first)
        for i in range(count if apart else 0):
            code, other_code = edges[i, 2], others[i, 2]
            before, after = valued(code, *one), valued(other_code, *other)
            if listed[other_code + 1] != index and alien[other_code + 1] != index:
                alien[other_code + 1] = index
                alone[SECOND_GAME, after] += 1
                differs = True
            if code != other_code and paired[code + 1, other_code + 1] != index:
                paired[code + 1, other_code + 1] = index
                count_pair(MOVES, before, after, index, i, counts, first)
        differing += differs
    return differing, SAME
