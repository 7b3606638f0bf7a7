"""Kernels that find the states of a solved game that match conditions (`retro.puzzles.matching`).

They check a position in steps, and reject nearly all positions in the first: its own value; the tags of its moves; the
values of a few moves; the values of all others; and last, which of its states exist.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    MAX_MOVES,
    MAX_UNMOVES,
    REPETITION,
    SCORES,
    first_to_move,
    image_code,
    moves,
    rank,
    tags,
    tier,
    undo,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import NONE, ONGOING, SLACK, WIN
from retro.lookup.states_kernels import is_checkmate, states_of, weight_of
from retro.lookup.table_kernels import (
    best_index,
    best_of,
    edge_value_at,
    mover_preference,
    only_move_of,
    second_index,
    second_of,
    sign_of,
)
from retro.lookup.whole_kernels import distance_of, has_distances, prefetch_record

FORBIDDEN, ONLY, NO, LOSES, UNIQUE, UNIQUE_LINE, WITHIN, HOME = range(8)
"""What is asked (see `Conditions`): tags as bits, yes as 1."""
ANY, WITHOUT, WITH = range(3)
"""Of FORBIDDEN: all states, those with nothing forbidden, those with a forbidden move."""
WINS, WRONG = 1, 2
"""Of a move: it wins; a state in which it may be played is not looked for."""
AHEAD = 4
"""Successors whose records are asked for together, where few of them may be enough."""
TOGETHER = 32
"""The same along a line, where nearly all are looked at."""
MOST_PLIES = 1 << 16
NOTHING = -1
"""In place of a move's row: there is none."""
HIGHEST = 1 << 62
"""Above all codes."""


@inner
def must_not_win(bits, asked):
    """Whether a move with these tags is not to win."""
    return (bits & asked[ONLY]) != asked[ONLY] or (bits & asked[NO]) != 0


@inner
def judge(key, count, out, bits, marks, todo, index, records, values, asked):
    """Write tags into ``bits`` and WINS and WRONG into ``marks``, as far as needed; False if no state is looked for.

    One wrong move, or one win too many, may be the forbidden one, where states with a forbidden move are looked for.
    """
    spare = 0 if asked[FORBIDDEN] == WITHOUT else 1
    tagged = asked[ONLY] | asked[NO] | asked[LOSES]
    union, many = 0, 0
    for j in range(count):
        bits[j], marks[j] = tags(key, out[j, 1], out[j, 0], out[j, 2]) | 0 if tagged else 0, 0
        union |= bits[j]
        if asked[UNIQUE] or must_not_win(bits[j], asked) or (bits[j] & asked[LOSES]) != 0:
            todo[many, 0] = j
            many += 1
    if (union & asked[LOSES]) != asked[LOSES]:
        return False
    sign = sign_of(key)
    only_move = only_move_of(index, records)
    alone = False
    if only_move != NONE and mover_preference(best_of(index, records, values), sign) > 0:
        alone = mover_preference(second_of(index, records, values), sign) <= 0
        if asked[UNIQUE] and not alone and not spare:
            return False
    alone = alone and not asked[LOSES]  # whether no other move wins says nothing of which others lose
    wrong, wins = 0, 0
    for begin in range(0, many, AHEAD):
        end = min(begin + AHEAD, many)
        for i in range(begin, end):
            j = todo[i, 0]
            if not alone and out[j, 2] == ONGOING:
                target, g, _ = rank(out[j, 0])
                prefetch_record(target, records)
                todo[i, 1], todo[i, 2] = target, g
        for i in range(begin, end):
            j = todo[i, 0]
            if alone:
                liked = 1 if out[j, 1] == only_move else 0
            else:
                value = out[j, 2]
                if value == ONGOING:
                    value = edge_value_at(todo[i, 1], todo[i, 2], key, out[j, 1], out[j, 0], records, values)
                liked = mover_preference(value, sign)
            if liked > 0:
                marks[j] |= WINS
                wins += 1
            if (liked > 0 and must_not_win(bits[j], asked)) or (liked >= 0 and (bits[j] & asked[LOSES]) != 0):
                marks[j] |= WRONG
                wrong += 1
            if wrong > spare or (asked[UNIQUE] and wins > 1 + spare):
                return False
    return True


@inner
def fits(forbidden, count, out, bits, marks, asked):
    """Whether the moves that may be played in a state are as they are looked for."""
    union, wins = 0, 0
    for j in range(count):
        if out[j, 1] != forbidden:
            if marks[j] & WRONG:
                return False
            union |= bits[j]
            wins += marks[j] & WINS
    return (union & asked[LOSES]) == asked[LOSES] and (not asked[UNIQUE] or wins == 1)


@inner
def value_in(index, g, forbidden, records, values):
    """The packed value of a state that a move leads to, for the player to move; ``index`` and ``g`` are rank's."""
    only_move = only_move_of(index, records)
    if REPETITION and only_move != NONE and forbidden != NONE and image_code(forbidden, g) == only_move:
        return second_of(index, records, values)
    return best_of(index, records, values)


@inner
def reply(key, forbidden, records, values, out, todo):
    """Which row of ``out`` best play takes; NOTHING if there is no move.

    Of equally good moves it is that whose image in the canonical position has the lowest code, so that images of a
    position have images of a line. Moves with a higher one than the best so far need not be looked at any more.
    """
    count, sign = moves(key, out), sign_of(key)
    index, turn, _ = rank(key)
    expected = mover_preference(value_in(index, turn, forbidden, records, values), sign)
    chosen, lowest = NOTHING, HIGHEST
    for begin in range(0, count, TOGETHER):
        end = min(begin + TOGETHER, count)
        for j in range(begin, end):
            if out[j, 2] == ONGOING and image_code(out[j, 1], turn) < lowest:
                target, g, _ = rank(out[j, 0])
                prefetch_record(target, records)
                todo[j, 1], todo[j, 2] = target, g
        for j in range(begin, end):
            code, value = out[j, 1], out[j, 2]
            place = image_code(code, turn)
            if place >= lowest or code == forbidden:
                continue
            if value == ONGOING:
                value = edge_value_at(todo[j, 1], todo[j, 2], key, code, out[j, 0], records, values)
            if mover_preference(value, sign) == expected:
                chosen, lowest = j, place
    return chosen


@inner
def single(key, forbidden, records, values, out, todo):
    """Which row of ``out`` wins, if no other one does; NOTHING if not."""
    count, sign = moves(key, out), sign_of(key)
    chosen = NOTHING
    for begin in range(0, count, TOGETHER):
        end = min(begin + TOGETHER, count)
        for j in range(begin, end):
            if out[j, 2] == ONGOING:
                target, g, _ = rank(out[j, 0])
                prefetch_record(target, records)
                todo[j, 1], todo[j, 2] = target, g
        for j in range(begin, end):
            code, value = out[j, 1], out[j, 2]
            if value == ONGOING and code != forbidden:
                value = edge_value_at(todo[j, 1], todo[j, 2], key, code, out[j, 0], records, values)
            if code != forbidden and mover_preference(value, sign) > 0:
                if chosen != NOTHING:
                    return NOTHING
                chosen = j
    return chosen


@inner
def unique_after(key, code, successor, records, values, out, todo):
    """Whether the winner, who has just moved, has one winning move at every further move of best play."""
    winning = True  # whether the winner is to move
    for _ in range(MOST_PLIES):
        if SCORES != "first" or first_to_move(key) != first_to_move(successor):
            winning = not winning
        forbidden = undo(key, code, successor) if REPETITION else NONE
        key = successor
        if winning:
            chosen = single(key, forbidden, records, values, out, todo)
        else:
            chosen = reply(key, forbidden, records, values, out, todo)
        if chosen == NOTHING:  # no reply, or not one move that wins: several, or none because the game is over
            return not winning or moves(key, out) == 0
        if out[chosen, 2] != ONGOING:
            return True
        code, successor = out[chosen, 1], out[chosen, 0]
    return False


@kernel
def scan(start, stop, listed, records, values, entering, wanted, order, tiers, asked, moving, least, counts, found):
    """Count the states of slots start..stop-1 that are looked for, and write down those worth showing.

    listed    if there are any, it is the slots in listed[start:stop]
    entering  see `states_of`
    wanted    which values are, by place; the second row is for the second player to move, where scores are for the
              first
    order     what samples are sorted by, likewise
    tiers     which tiers are; of no length if all are
    moving    whether moves have to be looked at
    least     states above that in ``order`` are written down
    counts    states by the place of their value, then positions
    found     rows of slot, forbidden move, packed value, place in the order, key

    Returns from where to go on because ``found`` is full, and how many rows it has.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    other = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    codes = np.empty(CODES + 1, np.int64)
    bits = np.zeros(MAX_MOVES + SLACK, np.int64)
    marks = np.zeros(MAX_MOVES + SLACK, np.int64)
    todo = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    distances = entering[3]
    many = 0
    for place in range(start, stop):
        if many + CODES + 1 > len(found):
            return place, many
        index = np.int64(listed[place]) if len(listed) else place
        best, second = best_index(index, records), second_index(index, records)
        if not (wanted[0, best] or wanted[0, second] or (SCORES == "first" and wanted[1, best])):
            continue
        if asked[FORBIDDEN] == WITHOUT and SCORES != "first" and not wanted[0, best]:
            continue
        if has_distances(distances) and distance_of(index, distances) > asked[WITHIN]:
            continue
        key = unrank(index)
        if key < 0 or (len(tiers) and not tiers[tier(key)]):
            continue
        row = 1 if SCORES == "first" and not first_to_move(key) else 0
        if not (wanted[row, best] or wanted[row, second]):
            continue
        count = 0
        if moving or values[best] == WIN:
            count = moves(key, out)
            if REPETITION and is_checkmate(count, out):
                continue
        if moving and not judge(key, count, out, bits, marks, todo, index, records, values, asked):
            continue
        only_move = only_move_of(index, records)
        weight = weight_of(key)
        states = 0
        winner, followed = NONE, False  # of most states the same move wins: its line is followed once
        for i in range(states_of(index, key, edges, codes, entering, asked[WITHIN], asked[HOME])):
            code = codes[i]
            if (asked[FORBIDDEN] == WITHOUT and code != NONE) or (asked[FORBIDDEN] == WITH and code == NONE):
                continue
            value = second if code != NONE and code == only_move else best
            if not wanted[row, value] or (moving and not fits(code, count, out, bits, marks, asked)):
                continue
            if asked[UNIQUE_LINE]:
                first = NOTHING
                for j in range(count):
                    if marks[j] & WINS and out[j, 1] != code:
                        first = j
                if out[first, 1] != winner:
                    winner, followed = out[first, 1], out[first, 2] != ONGOING
                    if not followed:
                        followed = unique_after(key, winner, out[first, 0], records, values, other, todo)
                if not followed:
                    continue
            states += 1
            counts[value] += weight
            if order[row, value] > least:
                found[many, 0], found[many, 1] = index, code
                found[many, 2], found[many, 3], found[many, 4] = values[value], order[row, value], key
                many += 1
        if states:
            counts[-1] += weight
    return stop, many
