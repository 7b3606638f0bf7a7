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
from retro.game import DRAW, NONE, SLACK, UNKNOWN, WIN
from retro.lookup.states_kernels import is_checkmate
from retro.solving.symmetry_kernels import first_image

STATES, POSITIONS, MOVES = range(3)
"""What is compared: states of both games; positions, nothing forbidden; states that the same move leads to."""
FIRST, SECOND = range(2)
SAME = -1


@inner
def valued(code, best, second, only_move):
    """The value of a state by its position's record; draws are UNKNOWN."""
    value = second if code == only_move else best
    return value if value > DRAW else UNKNOWN


@inner
def count_pair(kind, before, after, index, what, counts, first):
    """Count a pair of values; of the first of each ``first`` keeps ``index`` and ``what``."""
    if counts[kind, before, after] == 0:
        first[kind, before, after, 0], first[kind, before, after, 1] = index, what
    counts[kind, before, after] += 1


@inner
def forbids(code, edges, count):
    """Whether one of ``count`` edges forbids ``code``."""
    for i in range(count):
        if edges[i, 2] == code:
            return True
    return False


@kernel
def compare(start, stop, planes, other_planes, counts, first, alone):
    """Compare slots start..stop-1, whose records are ``planes`` and ``other_planes``.

    ``counts[kind, before, after]`` by value in either game; where that is not 0, ``first`` has the slot of the first
    and what was forbidden: a code, or for MOVES the number of the edge. ``alone[game, value]`` counts states that only
    one game has. Returns how many positions have other states in the second game, and the first slot whose edges do not
    fit together, or SAME.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    others = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    codes = np.empty(MAX_UNMOVES, np.int64)
    # By forbidden code + 1 the last slot that has such a state, and the last where only the second game has it; by the
    # codes of both games the last slot into which one move leads with these.
    known = np.full(CODES + 1, -1, np.int64)
    alien = np.full(CODES + 1, -1, np.int64)
    paired = np.full((CODES + 1, CODES + 1), -1, np.int64)
    best, second, only_move = planes
    other_best, other_second, other_only_move = other_planes
    differing = 0
    for index in range(start, stop):
        key = unrank(index)
        if key < 0:
            continue
        place = index - start
        one = np.int64(best[place]), np.int64(second[place]), np.int64(only_move[place])
        other = np.int64(other_best[place]), np.int64(other_second[place]), np.int64(other_only_move[place])
        before, after = valued(NONE, *one), valued(NONE, *other)
        count_pair(POSITIONS, before, after, index, NONE, counts, first)
        if before == WIN and is_checkmate(moves(key, out), out):
            continue
        count = unmoves(key, edges)
        if other_unmoves(key, others) != count:
            return differing, index
        fixed = rank(key)[2] if GROUP > 1 else False
        many, apart = 0, 0
        for i in range(count):
            if edges[i, 0] != others[i, 0] or edges[i, 1] != others[i, 1]:
                return differing, index
            code, other_code = edges[i, 2], others[i, 2]
            if fixed:
                code = first_image(code, key) if code != NONE else NONE
                other_code = first_image(other_code, key) if other_code != NONE else NONE
                edges[i, 2], others[i, 2] = code, other_code
            if known[code + 1] != index:
                known[code + 1] = index
                codes[many] = code
                many += 1
            apart |= code ^ other_code
        differs = False
        for i in range(many):
            before = valued(codes[i], *one)
            if apart and not forbids(codes[i], others, count):
                alone[FIRST, before] += 1
                differs = True
                continue
            after = valued(codes[i], *other)
            count_pair(STATES, before, after, index, codes[i], counts, first)
        for i in range(count if apart else 0):
            code, other_code = edges[i, 2], others[i, 2]
            before, after = valued(code, *one), valued(other_code, *other)
            if known[other_code + 1] != index and alien[other_code + 1] != index:
                alien[other_code + 1] = index
                alone[SECOND, after] += 1
                differs = True
            if code != other_code and paired[code + 1, other_code + 1] != index:
                paired[code + 1, other_code + 1] = index
                count_pair(MOVES, before, after, index, i, counts, first)
        differing += differs
    return differing, SAME
