"""The value of a position: the best of its moves, from the values of the positions that they lead to.

Settling a tier in one pass, sweeping over a tier, and verifying records value positions in this way and no other. They
differ in where values of successors are: a copy of these kernels for one of them looks them up with its own module in
place of `retro.solving.sweep_value_kernels`.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import (
    ENUMERATED,
    REPETITION,
    canonical,
    find_all,
    image,
    image_code,
    moves,
    rank,
    stored,
    undo,
)
from retro.compiling.roles import borrowing, inner
from retro.game import NONE, goes_on
from retro.game.values import NO_VALUE
from retro.solving.sweep_value_kernels import has_second, value_after
from retro.solving.value_kernels import ended_value, move_value, terminal_value, wins_at_once

OUTCOME, CODE, SUCCESSOR, ELEMENT, FIXED, COLUMNS = range(6)
"""Columns of collected moves, and their number. Of a move that goes on: its successor, the group element that makes it
canonical, and whether another element fixes it."""


@inner
def place_of(key):
    """Returns what `rank` returns, but the word of an enumerated position in place of its slot."""
    if not ENUMERATED:
        return rank(key)
    target, g, fixed = canonical(key)
    return stored(target), g, fixed


@inner
def gather(key, out, edges, places, collected):
    """Appends the moves of a position to ``edges``, which has ``collected`` of them. Returns how many it has then.

    ``places`` get the slot of each successor, or its word if positions are enumerated: then `slots_at` finds the
    slots of many. A move that ends the game gets -1.
    """
    for j in range(moves(key, out)):
        edges[collected, OUTCOME], edges[collected, CODE], places[collected] = out[j, 2], out[j, 1], -1
        if goes_on(out[j, 2]):
            places[collected], g, fixed = place_of(out[j, 0])
            edges[collected, SUCCESSOR], edges[collected, ELEMENT], edges[collected, FIXED] = out[j, 0], g, fixed
        collected += 1
    return collected


@inner
def slots_at(places, count, found):
    """Returns the slots of successors, given the first ``count`` places of `gather`; they may be in ``found``."""
    if not ENUMERATED:
        return places
    find_all(places, count, found)
    return found


@inner
def forbidden_after(key, move, edges):
    """Returns the canonical image of the position after a move, and the code that the move forbids there, or NONE."""
    g = edges[move, ELEMENT]
    after = image(edges[move, SUCCESSOR], g)
    return after, undo(image(key, g), image_code(edges[move, CODE], g), after)


@borrowing
def valued(key, first, last, edges, places, held):
    """Returns the best value, that with the only best move forbidden, this move, and whether some move wins at once.

    The moves of the position are ``edges[first:last]``; ``held`` has the values of their successors at ``places``. If
    forbidding a single move makes no difference, the two values are the same and the move is NONE.
    """
    best, following, only, checkmate = NO_VALUE, NO_VALUE, NONE, False
    for move in range(first, last):
        value, code = edges[move, OUTCOME], NONE  # a move that ends the game is never forbidden
        if goes_on(value):
            forbidden, successor = NONE, edges[move, SUCCESSOR]
            if REPETITION:
                code = edges[move, CODE]
                if has_second(places[move], held):  # otherwise it makes no difference what is forbidden
                    forbidden = forbidden_after(key, move, edges)[1]
            value = move_value(value_after(places[move], forbidden, successor, held), value, key, successor)
        else:
            checkmate |= wins_at_once(value)
            value = ended_value(value, 1, key)
        if value > best:
            best, following, only = value, best, code
        elif value > following:
            following = value
    if first == last:
        best = terminal_value(key)
    elif last - first == 1:
        following = terminal_value(key)
    if only == NONE or following == best:
        return best, best, NONE, checkmate
    return best, following, only, checkmate
