"""Kernels of the sweep backend: algorithms 6, 7 and 8 of Takizawa (2023) for any game of the contract.

States are numbered

    index * WIDTH + 1 + rank of the forbidden move among the moves of the canonical position, sorted by code
    index * WIDTH             if no move is forbidden

with WIDTH = 1 for games without a repetition rule, where every position is one state. ``lines`` is a bitvector of the
states that have a value of their own (`retro.indexing.bitvector`), ``values`` holds these values only.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    LOOKAHEAD,
    MAX_MOVES,
    ORBITS,
    REPETITION,
    WIDTH,
    image,
    image_code,
    moves,
    rank,
    undo,
    unrank,
    wins,
)
from retro.compiling.instructions import atomic_or
from retro.compiling.roles import inner, kernel
from retro.game import NONE, ONGOING, SLACK, UNKNOWN, WIN, loss
from retro.indexing.bitvector import get as is_set
from retro.indexing.bitvector import rank as ones_before
from retro.solving.symmetry_kernels import first_image, images
from retro.solving.value_kernels import WON, move_value, preference, terminal_value, value_of

LOSS_IN_2 = loss(2)
CHECKMATE = -1
"""Instead of the number of a state: the mover wins at once, and no value is stored."""

POSITIONS, CHECKMATES, STORED, FORBIDDING, UNENTERED, CHANGED, LATER = range(7)
FINAL = 7
COUNTERS = 11
"""Counters: what `Statistics` counts, states that got a value, and whether values of later levels were seen.

From FINAL on, positions without a legal move by value; there are four values that they can have.
"""


@inner
def is_checkmate(key, out):
    """Returns whether the mover wins at once; overwrites ``out``."""
    if LOOKAHEAD:
        return wins(key)
    for i in range(moves(key, out)):
        if out[i, 2] == WIN:
            return True
    return False


@inner
def successor_state(key, code, successor, out):
    """Returns the number of the state to which a move leads, or CHECKMATE; overwrites ``out``."""
    if not REPETITION:
        return rank(successor)[0]
    if LOOKAHEAD and wins(successor):
        return CHECKMATE
    index, g, fixed = rank(successor)
    # The forbidden move is that of the canonical position: it may depend on how the board lies. (Ostle's
    # reading `paper` takes the first of several moves in their order.)
    canonical = image(successor, g)
    forbidden = undo(image(key, g), image_code(code, g), canonical)
    if LOOKAHEAD and forbidden == NONE:
        return index * WIDTH
    if fixed and forbidden != NONE:
        forbidden = first_image(forbidden, canonical)
    move_rank = 0
    for i in range(moves(canonical, out)):
        if out[i, 2] == WIN:
            return CHECKMATE
        if out[i, 1] < forbidden:
            move_rank += 1
    return index * WIDTH if forbidden == NONE else index * WIDTH + 1 + move_rank


@kernel
def enter(start, stop, counters, words):
    """Algorithm 6: sets the bit of every state to which a move from slots start..stop-1 leads.

    ``words`` is the vector as 64-bit words, shared by all threads. Without a repetition rule every position has a bit.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    other = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        key = unrank(index)
        if key < 0:
            continue
        weight = images(key) if ORBITS else 1
        counters[STORED] += 1
        counters[POSITIONS] += weight
        if is_checkmate(key, out):
            counters[CHECKMATES] += weight
        elif moves(key, out) == 0:
            counters[FINAL + terminal_value(key)] += weight
        if not REPETITION:
            atomic_or(words, index >> 6, np.int64(1) << (index & 63))
            continue
        for i in range(moves(key, out)):
            if out[i, 2] == ONGOING:
                state = successor_state(key, out[i, 1], out[i, 0], other)
                if state != CHECKMATE:
                    bit = np.int64(1) << (state & 63)
                    if words[state >> 6] & bit == 0:
                        atomic_or(words, state >> 6, bit)


@inner
def two_best(key, lines, values, out, other):
    """Returns the preferences of the best and the next best move, as far as they are known, and the rank of the
    best."""
    count = moves(key, out)
    best, following, code = -2 * WON, -2 * WON, NONE
    for i in range(count):
        value = out[i, 2]
        if value == ONGOING:
            state = successor_state(key, out[i, 1], out[i, 0], other)
            value = LOSS_IN_2
            if state != CHECKMATE:
                value = np.int64(values[ones_before(lines, state)])
                value = move_value(value)
        rated = preference(value)
        if rated > best:
            best, following, code = rated, best, out[i, 1]
        elif rated > following:
            following = rated
    move_rank = 0
    for i in range(count):
        if out[i, 1] < code:
            move_rank += 1
    if count <= 1:
        following = preference(terminal_value(key))
    if count == 0:
        best = following
    return best, following, move_rank


@kernel
def improve(start, stop, counters, lines, values, level):
    """Algorithms 7 and 8: gives all states of slots start..stop-1 their values whose DTM is at most ``level``.

    Algorithm 7 writes to a second array, so that a sweep sees nothing of what it changes. Here the bound on the DTM
    does that: a value rated in this sweep is of this level, so what follows from it has a higher DTM and has to wait.
    Hence after a sweep exactly the values up to its level are known, whatever the order, and each is set once.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    other = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        first = ones_before(lines, index * WIDTH)
        last = ones_before(lines, (index + 1) * WIDTH)
        undecided = False
        for k in range(first, last):
            if values[k] == UNKNOWN:
                undecided = True
        if not undecided:
            continue
        best, following, move_rank = two_best(unrank(index), lines, values, out, other)
        k = first
        for j in range(WIDTH):
            if is_set(lines, index * WIDTH + j):
                if values[k] == UNKNOWN:
                    value = value_of(following if j == move_rank + 1 else best)
                    if value != UNKNOWN:
                        if (value >> 1) - 1 <= level:
                            values[k] = value
                            counters[CHANGED] += 1
                        else:
                            counters[LATER] = 1
                k += 1


@kernel
def describe(start, stop, counters, lines, values, best, second, slot, states):
    """Writes the records of slots start..stop-1 and counts their states by value."""
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    other = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        i = index - start
        best[i], second[i], slot[i] = UNKNOWN, UNKNOWN, NONE
        key = unrank(index)
        if key < 0:
            continue
        k = ones_before(lines, index * WIDTH)
        if not REPETITION:
            best[i] = second[i] = values[k]
            states[values[k]] += images(key) if ORBITS else 1
            continue
        if is_checkmate(key, out):
            best[i] = second[i] = WIN
            continue
        if is_set(lines, index * WIDTH):
            value = np.int64(values[k])
            states[value] += 1
            k += 1
        else:
            value = value_of(two_best(key, lines, values, out, other)[0])
            counters[UNENTERED] += 1
        best[i] = second[i] = value
        for j in range(1, WIDTH):
            if is_set(lines, index * WIDTH + j):
                states[values[k]] += 1
                counters[FORBIDDING] += 1
                if values[k] != value:
                    second[i] = values[k]
                    slot[i] = code_at(j - 1, moves(key, out), out)
                k += 1


@inner
def code_at(move_rank, count, out):
    """Returns the code of the move with ``move_rank`` smaller codes."""
    for i in range(count):
        smaller = 0
        for j in range(count):
            if out[j, 1] < out[i, 1]:
                smaller += 1
        if smaller == move_rank:
            return out[i, 1]
    return NONE
