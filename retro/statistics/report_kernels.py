"""Kernels that count moves by their effect (`retro.statistics.census`) and play games (`trial_games`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    MAX_MOVES,
    REPETITION,
    image,
    image_code,
    undo,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import GAIN_SHIFT, NONE, SLACK, goes_on
from retro.lookup.table_kernels import best_index, best_of, latest_rank
from retro.lookup.whole_kernels import FAR, distance_of, has_distances
from retro.puzzles.export_kernels import rate
from retro.solving.symmetry_kernels import times_counted
from retro.solving.value_kernels import endless_points, points_in, result_of, same_player, sign_of, terminal_value

POSITIONS, SINGLE, FREE, WRONG, TURNING, LOST = range(6)
"""Rows of the census: positions; positions with several moves of which exactly one, or all, keep the value; moves that
do not keep it; moves that change the outcome; points lost by all moves together."""
N_KINDS = 6
LENGTH, DECIDED, CHANGES, RESULT, ENDED, MISTAKES, ANSWERED, HIDDEN = range(8)
"""Columns of a trial game (`retro.statistics.trial_games`)."""
KEY, FORBIDDEN, SIDE, COLLECTED, BEFORE = range(8, 13)
"""Columns with which a game that is not over goes on."""
GAME_COLUMNS = 13
NO_OUTCOME = 2


@inner
def sign(number):
    return 1 if number > 0 else -1 if number < 0 else 0


@inner
def best_among(ratings, count):
    """Returns the highest of ``count`` values."""
    best = ratings[0]
    for j in range(1, count):
        best = max(best, ratings[j])
    return best


@kernel
def census(start, stop, latest, records, values, distances, counts, by_value):
    """Count the positions of slots start..stop-1, with nothing forbidden: in row 0 all, in row 1 those with a distance.

    ``counts[row, kind, outcome, moves]``: outcome is 0 for a win, 1 for a draw, 2 for a loss. ``by_value[row, index]``:
    positions as for `retro.lookup.table.counted_by_value`.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    after = np.empty((MAX_MOVES + SLACK, 2), np.int64)
    ratings = np.empty(MAX_MOVES + SLACK, np.int64)
    effects = np.empty(N_KINDS, np.int64)
    for index in range(start, stop):
        key = unrank(index)
        if key < 0:
            continue
        weight = times_counted(key)
        outcome = 1 - sign(points_in(best_of(index, records, values)))
        count = rate(key, out, after, ratings, latest, records, values)
        effects[:] = 0
        effects[POSITIONS] = 1
        if count:
            best = best_among(ratings, count)
            for j in range(count):
                effects[WRONG] += result_of(ratings[j]) != result_of(best)
                effects[TURNING] += sign(points_in(ratings[j])) != sign(points_in(best))
                effects[LOST] += result_of(best) - result_of(ratings[j])
            effects[SINGLE] = effects[WRONG] == count - 1 > 0
            effects[FREE] = effects[WRONG] == 0 and count > 1
        for row in range(2 if has_distances(distances) and distance_of(index, distances) < FAR else 1):
            by_value[row, best_index(index, records) + (len(values) if sign_of(key) < 0 else 0)] += weight
            for kind in range(N_KINDS):
                counts[row, kind, outcome, count] += weight * effects[kind]


@inner
def permitted(count, forbidden, out, ratings):
    """Move the moves that are not forbidden to the front; returns their number."""
    legal = 0
    for j in range(count):
        if out[j, 1] != forbidden:
            out[legal], ratings[legal] = out[j], ratings[j]
            legal += 1
    return legal


@inner
def chosen(count, ratings, best, perfect, chance):
    """Returns a move, all with the same probability; with ``perfect``, one of the best moves."""
    among = 0
    for j in range(count):
        among += not perfect or ratings[j] == best
    left = min(np.int64(chance * among), among - 1)
    for j in range(count):
        if not perfect or ratings[j] == best:
            if left == 0:
                return j
            left -= 1
    return 0


@kernel
def play(starts, chance, skill, latest, records, values, games):
    """Play a game from each of ``starts``, or go on with it, and write its columns into the row of ``games``.

    RESULT is for the player who begins; it counts all points of the game, and of a game that is not over what play
    without end is worth.

    ``chance[game, ply]`` has two random numbers from 0 to 1: if the first is below ``skill``, one of the best moves is
    played, else any legal move; the second one chooses it. A game is not over when there are no more numbers: it goes
    on when this is called again with the same row and further numbers.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    after = np.empty((MAX_MOVES + SLACK, 2), np.int64)
    ratings = np.empty(MAX_MOVES + SLACK, np.int64)
    for number in range(len(games)):
        game = games[number]
        if game[ENDED]:
            continue
        first = game[LENGTH]
        if first == 0:
            game[KEY], game[FORBIDDEN], game[SIDE] = starts[number], NONE, 1
            game[BEFORE] = NO_OUTCOME
        key, forbidden, side, collected = game[KEY], game[FORBIDDEN], game[SIDE], game[COLLECTED]
        plies, before, erred, ended = first, game[BEFORE], False, False
        while True:
            count = permitted(rate(key, out, after, ratings, latest, records, values), forbidden, out, ratings)
            if count:
                best = best_among(ratings, count)
            else:
                best = terminal_value(key)
            expected = sign(collected + side * points_in(best))
            if expected != before:
                game[CHANGES] += before != NO_OUTCOME
                game[DECIDED], before = plies, expected
            if erred and count:  # the other player is to move
                keeping = 0
                for j in range(count):
                    keeping += result_of(ratings[j]) == result_of(best)
                game[ANSWERED] += 1
                game[HIDDEN] += keeping == 1 and count > 1
            ended = count == 0
            if ended or plies - first == chance.shape[1]:
                break
            perfect = chance[number, plies - first, 0] < skill
            j = chosen(count, ratings, best, perfect, chance[number, plies - first, 1])
            erred = result_of(ratings[j]) != result_of(best)
            game[MISTAKES] += erred
            plies += 1
            if not goes_on(out[j, 2]):
                expected = sign(collected + side * points_in(ratings[j]))
                if expected != before:
                    game[CHANGES] += 1
                    game[DECIDED], before = plies, expected
                ended = True
                break
            # as in `value_of_move`, the forbidden move is that of the canonical position
            _, g = latest_rank(out[j, 0], latest)
            successor = image(out[j, 0], g)
            if REPETITION:
                forbidden = np.int64(undo(image(key, g), image_code(out[j, 1], g), successor))
            follows = side if same_player(key, successor, out[j, 2]) else -side
            collected += side * (out[j, 2] >> GAIN_SHIFT)
            erred = erred and follows != side
            key, side = successor, follows
        game[LENGTH], game[RESULT], game[ENDED] = plies, before, ended
        game[KEY], game[FORBIDDEN], game[SIDE], game[COLLECTED], game[BEFORE] = key, forbidden, side, collected, before
        if not ended:
            without_end = endless_points(key)
            game[RESULT] = sign(collected + side * without_end)
