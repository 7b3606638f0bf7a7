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
    PLY_BITS,
    REPETITION,
    image_code,
    moves,
    rank,
    tags,
    undo,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import GAIN_SHIFT, NONE, SLACK, goes_on
from retro.game.values import WIN_POINTS, value_of
from retro.lookup.states_kernels import is_checkmate, states_of, weight_of
from retro.lookup.table_kernels import (
    best_index,
    best_of,
    only_move_of,
    second_index,
    second_of,
    value_of_move,
)
from retro.lookup.whole_kernels import distance_of, has_distances, prefetch_record
from retro.solving.value_kernels import FIRST, points_in, same_player, sign_of

FORBIDDEN, ONLY, NO, LOSES, UNIQUE, UNIQUE_LINE, WITHIN, HIGHEST = range(8)
"""Indices into the array of requirements (see `Conditions`): tags are bits, yes is 1."""
ALL, LENGTH, MOVES = range(3)
"""Values of HIGHEST: all states, those with the highest order, those with the most legal moves."""
ANY, WITHOUT, WITH = range(3)
"""Values of FORBIDDEN: all states, those with nothing forbidden, those with a forbidden move."""
WINS, EXCLUDES = 1, 2
"""Marks of a move: it wins; a state in which it is legal does not match."""
PREFETCHED = 4
"""Successors whose records are prefetched together, where a few of them may decide."""
PREFETCHED_ALONG_LINE = 32
"""The same along a line, where nearly all are read."""
MAX_LINE = 1 << 30
"""Plies of a line after which it does not count as unique."""
NO_ROW = -1
"""Index of a move where there is none."""
NO_CODE = 1 << 62
"""Above all codes."""
WON_AT_ONCE = value_of(WIN_POINTS, 1, 0, PLY_BITS)
"""The value of a position in which a move may end the game with a win, where there is a repetition rule."""


@inner
def must_not_win(bits, required):
    """Whether a move with these tags must not win, according to the requirements."""
    return (bits & required[ONLY]) != required[ONLY] or (bits & required[NO]) != 0


@inner
def judge(key, count, out, bits, marks, todo, index, records, values, required):
    """Write tags into ``bits`` and WINS or EXCLUDES into ``marks``, where needed; returns False if no state matches.

    Where states with a forbidden move may match, one wrong move, or one win too many, may be the forbidden one.
    """
    spare = 0 if required[FORBIDDEN] == WITHOUT else 1
    tagged = required[ONLY] | required[NO] | required[LOSES]
    union, n_todo = 0, 0
    for j in range(count):
        bits[j], marks[j] = tags(key, out[j, 1], out[j, 0], out[j, 2]) | 0 if tagged else 0, 0
        union |= bits[j]
        if required[UNIQUE] or must_not_win(bits[j], required) or (bits[j] & required[LOSES]) != 0:
            todo[n_todo, 0] = j
            n_todo += 1
    if (union & required[LOSES]) != required[LOSES]:
        return False
    only_move = only_move_of(index, records)
    alone = False
    if only_move != NONE and points_in(best_of(index, records, values)) > 0:
        alone = points_in(second_of(index, records, values)) <= 0
        if required[UNIQUE] and not alone and not spare:
            return False
    alone = alone and not required[LOSES]  # a move that does not win may draw: which others lose is unknown
    wrong, wins = 0, 0
    for begin in range(0, n_todo, PREFETCHED):
        end = min(begin + PREFETCHED, n_todo)
        for i in range(begin, end):
            j = todo[i, 0]
            if not alone and goes_on(out[j, 2]):
                target, g, _ = rank(out[j, 0])
                prefetch_record(target, records)
                todo[i, 1], todo[i, 2] = target, g
        for i in range(begin, end):
            j = todo[i, 0]
            if alone:
                rating = 1 if out[j, 1] == only_move else 0
            else:
                value = value_of_move(todo[i, 1], todo[i, 2], key, out[j, 1], out[j, 0], out[j, 2], records, values)
                rating = points_in(value)
            if rating > 0:
                marks[j] |= WINS
                wins += 1
            if (rating > 0 and must_not_win(bits[j], required)) or (rating >= 0 and (bits[j] & required[LOSES]) != 0):
                marks[j] |= EXCLUDES
                wrong += 1
            if wrong > spare or (required[UNIQUE] and wins > 1 + spare):
                return False
    return True


@inner
def fits(forbidden, count, out, bits, marks, required):
    """Whether the legal moves of a state meet the requirements."""
    union, wins = 0, 0
    for j in range(count):
        if out[j, 1] != forbidden:
            if marks[j] & EXCLUDES:
                return False
            union |= bits[j]
            wins += marks[j] & WINS
    return (union & required[LOSES]) == required[LOSES] and (not required[UNIQUE] or wins == 1)


@inner
def value_in(index, g, forbidden, records, values):
    """Returns the value of a state; ``index`` and ``g`` are the results of `rank`."""
    only_move = only_move_of(index, records)
    if REPETITION and only_move != NONE and forbidden != NONE and image_code(forbidden, g) == only_move:
        return second_of(index, records, values)
    return best_of(index, records, values)


@inner
def next_of_line(key, forbidden, winning, collected, records, values, out, todo):
    """Returns the number of moves, and the row of ``out`` with the move that goes on with a line; NO_ROW if none does.

    If the winner of the line is to move, ``winning``, it is his only winning move: he has ``collected`` so many points
    more than the opponent since the line began. Else it is the move of best play; of equally good ones that whose image
    in the canonical position has the lowest code, so that images of a position have images of a line. Moves with a
    higher code than the best so far are skipped.
    """
    count = moves(key, out)
    index, turn, _ = rank(key)
    expected = value_in(index, turn, forbidden, records, values)
    chosen, lowest = NO_ROW, NO_CODE
    for begin in range(0, count, PREFETCHED_ALONG_LINE):
        end = min(begin + PREFETCHED_ALONG_LINE, count)
        for j in range(begin, end):
            if goes_on(out[j, 2]) and (winning or image_code(out[j, 1], turn) < lowest):
                target, g, _ = rank(out[j, 0])
                prefetch_record(target, records)
                todo[j, 1], todo[j, 2] = target, g
        for j in range(begin, end):
            code = out[j, 1]
            image = image_code(code, turn)
            if code == forbidden or (not winning and image >= lowest):
                continue
            value = value_of_move(todo[j, 1], todo[j, 2], key, code, out[j, 0], out[j, 2], records, values)
            if winning:
                if points_in(value) > -collected:
                    if chosen != NO_ROW:
                        return count, NO_ROW
                    chosen = j
            elif value == expected:
                chosen, lowest = j, image
    return count, chosen


@inner
def unique_after(key, code, successor, outcome, records, values, out, todo):
    """Whether the winner, who has just moved, has one winning move at every further move of best play."""
    winning, collected = True, 0  # whether the winner is to move, and the points that moves have gained for him
    for _ in range(MAX_LINE):
        collected += (outcome >> GAIN_SHIFT) if winning else -(outcome >> GAIN_SHIFT)
        if not same_player(key, successor, outcome):
            winning = not winning
        forbidden = undo(key, code, successor) if REPETITION else NONE
        key = successor
        count, chosen = next_of_line(key, forbidden, winning, collected, records, values, out, todo)
        if chosen == NO_ROW:  # no reply, or not one move that wins: several, or none because the game is over
            return not winning or count == 0
        if not goes_on(out[chosen, 2]):
            return True
        code, successor, outcome = out[chosen, 1], out[chosen, 0], out[chosen, 2]
    return False


@inner
def drop_lower(live, order, above):
    """Clear the flags ``live`` of values whose order is not above a bound."""
    for value in range(len(order)):
        live[:, value] &= order[value] > above


@kernel
def scan(start, stop, listed, records, values, entering, matching, order, required, moving, above, counts, rows):
    """Count the matching states of slots start..stop-1, and write those with a high order.

    listed    if not empty, the slots are listed[start:stop]
    entering  see `states_of`
    matching  whether a value matches, by its index; where scores are for the first player, the second row is for states
              with the second player to move
    order     by index of the value, the number that samples are sorted by
    required  requirements, by the constants FORBIDDEN to HIGHEST
    moving    whether there are requirements on moves
    above     states whose order is higher are written to ``rows``
    counts    matching states as for `retro.lookup.table.counted_by_value`; the last entry is for positions
    rows      rows of slot, forbidden move, value, order, key

    With HIGHEST, states whose order (or number of legal moves) is not above ``above`` do not match, and a state with
    a higher order than those before discards their counts and rows.

    Returns the index at which to continue because ``rows`` is full, the number of its rows, and the bound ``above``
    with which to continue.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    other = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((max(MAX_MOVES, MAX_UNMOVES) + SLACK, 3), np.int64)
    codes = np.empty(CODES + 1, np.int64)
    bits = np.zeros(MAX_MOVES + SLACK, np.int64)
    marks = np.zeros(MAX_MOVES + SLACK, np.int64)
    todo = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    distances = entering.distances
    highest, live = required[HIGHEST], matching.copy()
    written = 0
    if highest == LENGTH:
        drop_lower(live, order, above)
    for at in range(start, stop):
        if written + CODES + 1 > len(rows):
            return at, written, above
        index = np.int64(listed[at]) if len(listed) else at
        best, second = best_index(index, records), second_index(index, records)
        if not (live[0, best] or live[0, second] or (FIRST and live[1, best])):
            continue
        if required[FORBIDDEN] == WITHOUT and not FIRST and not live[0, best]:
            continue
        if has_distances(distances) and distance_of(index, distances) > required[WITHIN]:
            continue
        key = unrank(index)
        if key < 0:
            continue
        row = 1 if sign_of(key) < 0 else 0
        if not (live[row, best] or live[row, second]):
            continue
        count = 0
        if moving or values[best] == WON_AT_ONCE:
            count = moves(key, out)
            if REPETITION and is_checkmate(count, out):
                continue
        if highest == MOVES and count <= above:
            continue
        if moving and not judge(key, count, out, bits, marks, todo, index, records, values, required):
            continue
        only_move = only_move_of(index, records)
        weight = weight_of(key)
        states = 0
        winner, followed = NONE, False  # in most states the same move wins: its line is followed once
        for i in range(states_of(index, key, edges, codes, entering, required[WITHIN])):
            code = codes[i]
            if (required[FORBIDDEN] == WITHOUT and code != NONE) or (required[FORBIDDEN] == WITH and code == NONE):
                continue
            value = second if code != NONE and code == only_move else best
            if not live[row, value] or (moving and not fits(code, count, out, bits, marks, required)):
                continue
            if required[UNIQUE_LINE]:
                first = NO_ROW
                for j in range(count):
                    if marks[j] & WINS and out[j, 1] != code:
                        first = j
                if out[first, 1] != winner:
                    winner, followed = out[first, 1], not goes_on(out[first, 2])
                    if not followed:
                        followed = unique_after(key, winner, out[first, 0], out[first, 2], records, values, other, todo)
                if not followed:
                    continue
            by = count if highest == MOVES else order[value]
            if highest and by > above + 1:
                above, written, states = by - 1, 0, 0
                counts[:] = 0
                if highest == LENGTH:
                    drop_lower(live, order, above)
            states += 1
            counts[value + row * len(values)] += weight
            if by > above:
                rows[written, 0], rows[written, 1] = index, code
                rows[written, 2], rows[written, 3], rows[written, 4] = values[value], by, key
                written += 1
        if states:
            counts[-1] += weight
    return stop, written, above
