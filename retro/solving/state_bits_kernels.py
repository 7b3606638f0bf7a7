"""Kernels for the bits of states (`retro.solving.state_bits`): to set them, to read and to count them.

The bits of a slot are neighbours, WIDTH of them: first that of the position with nothing forbidden, then one for each
of its moves, by code.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import GROUP, MAX_MOVES, image, image_code, moves, rank, undo, unrank
from retro.compiling.instructions import atomic_or
from retro.compiling.roles import borrowing, inner, kernel
from retro.game import NONE, SLACK, goes_on
from retro.indexing.bitvector import get
from retro.indexing.bitvector import rank as ones_before
from retro.solving.symmetry_kernels import first_image

WIDTH = MAX_MOVES + 1


@inner
def place_of(code, count, out):
    """Returns the place, among the bits of a position, of the state with a move forbidden; it has ``count`` moves."""
    if code == NONE:
        return 0
    place = 1
    for i in range(count):
        if out[i, 1] < code:
            place += 1
    return place


@borrowing
def exists(index, place, lines):
    """Returns whether some move leads to the state at a place among the bits of a slot."""
    return get(lines, index * WIDTH + place) != 0


@borrowing
def states_of(index, lines):
    """Returns the number of states of a slot's position."""
    return ones_before(lines, (index + 1) * WIDTH) - ones_before(lines, index * WIDTH)


@inner
def entering_codes(index, key, lines, edges):
    """Writes to the third column of ``edges`` the code that is forbidden in each state of a position, or NONE.

    Returns their number. ``edges`` has rows for all moves of the position, and one more.
    """
    count, states = moves(key, edges), 0
    for i in range(-1, count):
        code = NONE if i < 0 else edges[i, 1]
        if exists(index, place_of(code, count, edges), lines):
            edges[states, 2] = code
            states += 1
    return states


@kernel
def enter(start, stop, chosen, words):
    """Sets the bit of every state to which a move from slots start..stop-1 leads, of those that are ``chosen``.

    ``chosen`` has a flag for each of these slots, or is empty: then all are. ``words`` has all bits, 64 in a word, and
    is shared by all threads. Returns the number of bits that were not set before, or -1 - n if a move of slot n leads
    to a position that is not in the index.
    """
    out, of_successor = np.empty((MAX_MOVES + SLACK, 3), np.int64), np.empty((MAX_MOVES + SLACK, 3), np.int64)
    new = 0
    for index in range(start, stop):
        if len(chosen) > 0 and not chosen[index - start]:
            continue
        key = unrank(index)
        if key < 0:
            continue
        for i in range(moves(key, out)):
            if goes_on(out[i, 2]):
                target, g, fixed = rank(out[i, 0])
                if target < 0 or target * WIDTH >> 6 >= len(words):
                    return -1 - index
                # The forbidden move is that of the canonical position: it may depend on how the board lies.
                after = image(out[i, 0], g)
                forbidden = undo(image(key, g), image_code(out[i, 1], g), after)
                if GROUP > 1 and fixed and forbidden != NONE:
                    forbidden = first_image(forbidden, after)
                count = 0 if forbidden == NONE else moves(after, of_successor)
                bit = target * WIDTH + place_of(forbidden, count, of_successor)
                word, mask = bit >> 6, np.int64(1) << (bit & 63)
                if words[word] & mask == 0:
                    new += atomic_or(words, word, mask) & mask == 0
    return new
