"""Kernels that fill the queue's records with what the moves of each position decide at once."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    BOUNDS,
    CODES,
    COUNT_MASK,
    LOOKAHEAD,
    MAX_MOVES,
    NO_MOVE,
    REPETITION,
    SECOND_SHIFT,
    TIERED,
    TOP,
    VALUE_MASK,
    note,
    raw_moves,
    tier,
    unrank,
    wins,
)
from retro.compiling.faults import MOVES
from retro.compiling.roles import inner, kernel
from retro.game import DRAW, GAIN_SHIFT, LOSS, NONE, SLACK, loss
from retro.game.values import UNDECIDED, WIN_POINTS
from retro.solving.below_kernels import value_below
from retro.solving.counting_kernels import CHECKMATES, DECIDED, FINAL, FIRST_LEVELS, LEAVING, POSITIONS, STORED
from retro.solving.finished_kernels import incomplete
from retro.solving.outbox_kernels import CHUNK_BITS
from retro.solving.symmetry_kernels import times_counted
from retro.solving.unfinished_kernels import among
from retro.solving.update_kernels import best_is_set, checkmate, record, second_is_set
from retro.solving.value_kernels import (
    code_in,
    continues,
    ended_value,
    impossible,
    move_value,
    terminal_value,
    wins_at_once,
)

LOSS_IN_2 = loss(2)
ONE_LEVEL = TOP == WIN_POINTS
"""Whether results of moves are their codes in records: levels are plies."""

ROWS = 4
"""Rows of ``pending``: a value of a level is flagged in the row of that level, modulo ROWS."""


@inner
def terminal_code(key):
    """Returns level and won of a position without moves."""
    return code_in(terminal_value(key), key)


@inner
def record_of(key, candidates, codes, bound, worst, next_worst, worst_code):
    """Returns the first record of a position in which no move is known to win.

    ``candidates`` moves are not known to lose, ``codes`` is the exclusive-or of their codes. Of the moves out of the
    tier that lose, the latest loses with ``bound``; of all others that lose, ``worst`` is the latest loss, by the move
    ``worst_code``, and ``next_worst`` the latest by any other; 0 if there is none.
    """
    if candidates > 1 or (candidates and not REPETITION):
        return record(bound, 0, codes, candidates)
    if candidates == 1:
        second = max(bound, worst)
        return record(bound, second if second else terminal_code(key), codes, 1)
    best = max(bound, worst)
    if best == 0:
        return record(terminal_code(key), terminal_code(key), NO_MOVE, 0)
    # Moves that end the game or leave the tier are never forbidden: then, and on a tie, forbidding one makes no
    # difference.
    if best == LOSS or best == bound or best == next_worst:
        return record(best, best, NO_MOVE, 0)
    second = max(bound, next_worst)
    return record(best, second if second else terminal_code(key), worst_code, 0)


@inner
def flag_first(value, chunk, pending, later):
    """Flags the chunk of a record that has a value."""
    level = (value >> 1) - 1
    if level < ROWS:
        pending[level & (ROWS - 1), chunk] = 1
    elif level < later[chunk]:
        later[chunk] = level


@kernel
def initialise(records, base, pending, later, below, move_counts, counters):
    """Writes the first record of each position, from its moves alone; ``records`` begin with record ``base``.

    A position whose entry of ``move_counts`` is not 0 has so many moves, and none of them decides anything at once.
    ``move_counts`` may be empty. Positions at the end of moves that leave the tier have values (``below``).

    Returns the key of a position that is not of the tier, has a move that raises it or gains points inside it, or has
    more points than values hold; -2 - n if a move enters tier n, which is not finished; -1 if all is well.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    faulty = -1
    for index in range(base, base + len(records)):
        key = unrank(below.first + index)
        if key < 0:
            records[index - base] = 0
            continue
        if TIERED and tier(key) != below.number:
            faulty = key
            continue
        candidates, codes, worst, next_worst, worst_code = 0, 0, 0, 0, NONE
        quickest, bound = 0, 0
        if len(move_counts):
            candidates = np.int64(move_counts[index - base])
        won, wrong = LOOKAHEAD and candidates == 0 and wins(key), False
        if not won and candidates == 0:
            count = raw_moves(key, out)
            for i in range(count):
                successor, code, outcome, bounding = out[i, 0], out[i, 1], out[i, 2], False
                if np.uint64(code) >= np.uint64(CODES):
                    wrong = True
                    break
                if continues(outcome):
                    if successor < 0 or impossible(outcome):
                        wrong = True
                        break
                    if LOOKAHEAD and wins(successor):
                        outcome = LOSS_IN_2
                    elif TIERED and tier(successor) != below.number:
                        entered = tier(successor)
                        if entered > below.number:
                            faulty = key
                        elif among(entered, below.unfinished):
                            return -2 - entered
                        counters[LEAVING] += 1
                        value = move_value(value_below(successor, below), outcome, key, successor)
                        outcome, bounding = code_in(value, key), True
                    else:
                        if outcome >> GAIN_SHIFT != 0:
                            faulty = key
                        outcome = UNDECIDED
                elif impossible(outcome):
                    wrong = True
                    break
                elif wins_at_once(outcome):
                    won = True
                    if ONE_LEVEL:
                        break
                if not ONE_LEVEL and not continues(out[i, 2]):
                    outcome, bounding = code_in(ended_value(outcome, 1, key), key), True
                if bounding and outcome > DRAW:
                    if outcome & 1 == 0:
                        bound = max(bound, outcome)
                    elif quickest == 0 or outcome < quickest:
                        quickest = outcome
                elif outcome <= DRAW:
                    if outcome < UNDECIDED:  # more points than any level has
                        faulty = key
                    candidates += 1
                    codes ^= code
                elif outcome >= worst:
                    worst, next_worst, worst_code = outcome, worst, code
                elif outcome > next_worst:
                    next_worst = outcome
            if wrong:
                note(MOVES, key, count)
                continue
        if TIERED and incomplete(below):
            continue
        if ONE_LEVEL and won:
            new = checkmate()
        elif quickest:
            new = record(quickest, quickest, NO_MOVE, 0 if REPETITION else 1)  # not as `checkmate`
        else:
            new = record_of(key, candidates, codes, bound, worst, next_worst, worst_code)
        if new < 0:
            faulty = key
            continue
        records[index - base] = new
        best = new >> BEST_SHIFT
        weight = times_counted(key)
        counters[STORED] += 1
        counters[POSITIONS] += weight
        if won:
            counters[CHECKMATES] += weight
        elif candidates == 0 and worst == 0 and bound == 0 and quickest == 0:
            code = terminal_code(key)
            counters[FINAL + (0 if code == UNDECIDED else 1 + (code & 1))] += weight
        if best_is_set(best, new & COUNT_MASK):
            counters[DECIDED] += 1
            if not BOUNDS:
                counters[FIRST_LEVELS + (best >> 1) - 1] += 1
            flag_first(best, index >> CHUNK_BITS, pending, later)
        if REPETITION:
            second = (new >> SECOND_SHIFT) & VALUE_MASK
            if second_is_set(best, second, new & COUNT_MASK):
                flag_first(second, index >> CHUNK_BITS, pending, later)
    return faulty
