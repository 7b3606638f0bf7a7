"""Kernels that grade drawn states (`retro.grading.grading`).

A row of grades has the grade of a position with nothing forbidden and its plies; with a repetition rule also the only
best move plus 1, and grade and plies with that move forbidden.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    MAX_MOVES,
    MAX_UNMOVES,
    REPETITION,
    TRANSPOSED,
    image,
    image_code,
    moves,
    no_moves,
    rank,
    tier,
    undo,
    unmoves,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import DRAW, NONE, SLACK, goes_on
from retro.lookup.table_kernels import best_of, edge_value_at, second_of
from retro.solving.value_kernels import moves_again, preference

GRADE, PLIES, ONLY_MOVE, SECOND_GRADE, SECOND_PLIES = range(5)
"""Columns of a row."""
NOT_DRAWN = -(1 << 15)
"""Instead of the grade of a state that is won or lost."""
NEVER = (1 << 15) - 1
"""Plies that are not known yet."""
WON, DRAWN, LOST = 2, 1, 0
CLASS_SHIFT, GRADE_SHIFT = 40, 16
"""A move's rating has its class above its grade, and its plies below."""
NO_POSITION = -1


@kernel
def classify(start, stop, records, values, tiers, drawn):
    """Writes by slot the tier of its position, or NO_POSITION, and whether one of the position's states is drawn."""
    for index in range(start, stop):
        key = unrank(index)
        tiers[index - start], drawn[index - start] = NO_POSITION, False
        if key >= 0:
            tiers[index - start] = tier(key)
            drawn[index - start] = best_of(index, records, values) <= DRAW or second_of(index, records, values) <= DRAW


@inner
def root_of(index, parents, odd):
    """Returns the root of a slot's set, and whether an odd number of turns lies between; halves the path."""
    turns = np.int64(0)
    while parents[index] != index:
        parent = parents[index]
        if parents[parent] != parent:
            odd[index] ^= odd[parent]
            parents[index] = parents[parent]
        turns ^= np.int64(odd[index])
        index = parents[index]
    return index, turns


@kernel
def join(start, stop, tiers, parents, odd, both):
    """Joins positions of slots start..stop-1 to the successors in their tier.

    ``odd`` tells whether the players to move in a slot and in its parent differ, ``both`` of a root whether the set has
    both players to move in the same position.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        if tiers[index] == NO_POSITION:
            continue
        for j in range(moves(unrank(index), out)):
            if not goes_on(out[j, 2]):
                continue
            target = rank(out[j, 0])[0]
            if tiers[target] != tiers[index]:
                continue
            one, turns = root_of(index, parents, odd)
            other, more = root_of(target, parents, odd)
            turns ^= more ^ (0 if moves_again(out[j, 2]) else 1)
            if one == other:
                both[one] |= turns != 0
            else:
                low, high = min(one, other), max(one, other)
                parents[high], odd[high] = low, turns
                both[low] |= both[high]


@kernel
def tally(start, stop, tiers, records, values, parents, odd, sums, counts):
    """Adds won minus lost positions of slots start..stop-1, as the mover of the root sees them, and their number."""
    for index in range(start, stop):
        if tiers[index] != NO_POSITION:
            root, turns = root_of(index, parents, odd)
            rating = preference(best_of(index, records, values))
            outcome = 1 if rating > 0 else -1 if rating < 0 else 0
            sums[root] += -outcome if turns else outcome
            counts[root] += 1


@kernel
def share_out(start, stop, unit, tiers, parents, odd, both, sums, counts, staying):
    """Writes ``unit`` times the sum of a set, divided by its number of positions and rounded, as the mover sees it."""
    for index in range(start, stop):
        staying[index] = 0
        if tiers[index] != NO_POSITION:
            root, turns = root_of(index, parents, odd)
            if not both[root]:
                number = (2 * unit * abs(sums[root]) + counts[root]) // (2 * counts[root])
                staying[index] = number if (sums[root] < 0) == (turns != 0) else -number


@inner
def rating_of(kind, grade, plies, stays):
    """Returns a number that is larger for a better move: by its class, then its grade, then its plies.

    A grade above that of staying is reached soon, one below it late.
    """
    rating = np.int64(kind) << CLASS_SHIFT
    if kind != DRAWN:
        return rating
    rating += (np.int64(grade) - NOT_DRAWN) << GRADE_SHIFT
    if grade > stays:
        return rating + NEVER - plies
    return rating + plies if grade < stays else rating


@inner
def write(rating, stays, row, column):
    """Writes grade and plies of a state's best move, from the move's rating, into two columns of a row."""
    row[column], row[column + 1] = NOT_DRAWN, 0
    if rating >> CLASS_SHIFT == DRAWN:
        grade = ((rating - (np.int64(DRAWN) << CLASS_SHIFT)) >> GRADE_SHIFT) + NOT_DRAWN
        plies = rating & ((1 << GRADE_SHIFT) - 1)
        row[column] = grade
        row[column + 1] = NEVER - plies if grade > stays else plies if grade < stays else 0


@inner
def flag(index, key, edges, tiers, due):
    """Sets ``due`` of the predecessors of a position in its tier."""
    for j in range(unmoves(key, edges)):
        target = rank(edges[j, 0])[0]
        if tiers[target] == tiers[index]:
            due[target] = True


@kernel
def improve(slots, with_plies, records, values, tiers, staying, grades, better, due):
    """Grades the positions ``slots``, which are drawn and of one tier, by the ``grades`` of their successors.

    Writes a row of ``better`` for each; plies only if ``with_plies``. Where the row differs from that in ``grades``,
    ``due`` of the predecessors is set, if it is not empty and the game defines ``unmoves``. Returns the number of rows
    that differ, and a slot from which a move stays in the tier although ``staying`` is another there, or -1.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    changed, wrong = 0, np.int64(-1)
    for i in range(len(slots)):
        index = slots[i]
        key, stays = unrank(index), np.int64(staying[index])
        count = moves(key, out)
        best, second, only_move = np.int64(-1), np.int64(-1), NONE
        if count == 0:
            best = second = rating_of(DRAWN, 0, 0, stays)
        for j in range(count):
            value, grade, plies = out[j, 2], np.int64(0), np.int64(1)
            if goes_on(out[j, 2]):
                target, g, _ = rank(out[j, 0])
                again = moves_again(out[j, 2])
                value = edge_value_at(target, g, key, out[j, 1], out[j, 0], out[j, 2], records, values)
                if preference(value) == 0:
                    column = GRADE
                    if REPETITION and grades[target, ONLY_MOVE] != 0:
                        forbidden = undo(image(key, g), image_code(out[j, 1], g), image(out[j, 0], g))
                        if forbidden == np.int64(grades[target, ONLY_MOVE]) - 1:
                            column = SECOND_GRADE
                    grade = np.int64(grades[target, column])
                    if not again:
                        grade = -grade
                    if tiers[target] == tiers[index]:
                        plies = min(NEVER, 1 + np.int64(grades[target, column + 1]))
                        if np.int64(staying[target]) != (stays if again else -stays):
                            wrong = index
            rating = preference(value)
            kind = WON if rating > 0 else LOST if rating < 0 else DRAWN
            rating = rating_of(kind, grade, plies if with_plies else 0, stays)
            if rating > best:
                best, second, only_move = rating, best, out[j, 1]
            elif rating > second:
                second = rating
        if count == 1 and no_moves(key) == DRAW:
            second = rating_of(DRAWN, 0, 0, stays)
        row = better[i]
        write(best, stays, row, GRADE)
        if REPETITION:
            row[ONLY_MOVE] = 1 + only_move if second != best else 0
            write(second, stays, row, SECOND_GRADE)
        for column in range(len(row)):
            if row[column] != grades[index, column]:
                changed += 1
                if not TRANSPOSED and len(due):
                    flag(index, key, edges, tiers, due)
                break
    return changed, wrong
