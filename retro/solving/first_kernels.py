"""Kernels that fill the queue's records with what the moves of each position decide at once."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    CODES,
    LOOKAHEAD,
    MAX_MOVES,
    NO_MOVE,
    NO_OUTCOME,
    ORBITS,
    REPETITION,
    SECOND_SHIFT,
    URGENT,
    VALUE_MASK,
    note,
    raw_moves,
    unrank,
    urgent,
    wins,
)
from retro.compiling.faults import MOVES
from retro.compiling.faults import URGENT as NOTED_URGENT
from retro.compiling.roles import inner, kernel
from retro.game import DRAW, LOSS, NONE, ONGOING, SLACK, UNKNOWN, WIN, loss
from retro.solving.outbox_kernels import CHUNK_BITS
from retro.solving.symmetry_kernels import images
from retro.solving.update_kernels import CHECKMATES, DECIDED, OTHERS, POSITIONS, STORED, checkmate, record
from retro.solving.value_kernels import terminal_value

LOSS_IN_2 = loss(2)

FINAL = OTHERS
"""Positions without a legal move, by value."""
FIRST_LEVELS = FINAL + 4
"""Stored positions by the level of their first value."""
EXPANDED = FIRST_LEVELS + 3
"""Stored positions that sent their value to their predecessors: the lost, and the won ones."""
ENDED = EXPANDED + 2
"""Stored positions that have a value in the end, and the sum of `retro.solving.audit.mixed` values."""
RECORDS = ENDED + 2
"""Records in the end."""
COUNTERS = RECORDS + 1


@inner
def decided_terminal_value(key):
    """Returns the value of a terminal position as records have it: UNKNOWN for a draw."""
    value = terminal_value(key)
    return value if value > DRAW else UNKNOWN


@inner
def record_of(key, candidates, codes, worst, next_worst, worst_code):
    """Returns the first record of a position in which no move wins at once.

    ``candidates`` moves are not known to lose, ``codes`` is the exclusive-or of their codes; of the others, ``worst``
    is the latest loss, by the move ``worst_code``, and ``next_worst`` the latest by any other; 0 if there is none.
    """
    if candidates > 1 or (candidates and not REPETITION):
        return record(0, 0, codes, candidates)
    if candidates == 1:
        return record(0, worst if worst else decided_terminal_value(key), codes, 1)
    if worst == 0:
        return record(decided_terminal_value(key), decided_terminal_value(key), NO_MOVE, 0)
    # Moves that end the game are never forbidden: then, and on a tie, forbidding one makes no difference.
    if worst == LOSS or worst == next_worst:
        return record(worst, worst, NO_MOVE, 0)
    return record(worst, next_worst if next_worst else decided_terminal_value(key), worst_code, 0)


@kernel
def initialise(records, base, pending, move_counts, counters):
    """Writes the first record of each position, from its moves alone; ``records`` begin with slot ``base``.

    A position whose entry of ``move_counts`` is not 0 has so many moves, and none of them decides anything at once.
    ``move_counts`` may be empty.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    stored, positions, checkmates, decided = 0, 0, 0, 0
    for index in range(base, base + len(records)):
        key = unrank(index)
        if key < 0:
            records[index - base] = 0
            continue
        candidates, codes, worst, next_worst, worst_code = 0, 0, 0, 0, NONE
        if len(move_counts):
            candidates = np.int64(move_counts[index - base])
        won, wrong = LOOKAHEAD and candidates == 0 and wins(key), False
        if not won and candidates == 0:
            if URGENT:
                count, candidates, codes = urgent(key, out)
            else:
                count = raw_moves(key, out)
            for i in range(count):
                successor, code, outcome = out[i, 0], out[i, 1], out[i, 2]
                if np.uint64(code) >= np.uint64(CODES):
                    wrong = True
                    break
                if outcome == ONGOING:
                    if successor < 0:
                        wrong = True
                        break
                    if LOOKAHEAD and wins(successor):
                        outcome = LOSS_IN_2
                elif outcome == WIN:
                    won = True
                    break
                elif outcome & NO_OUTCOME != 0:
                    wrong = True
                    break
                if outcome <= DRAW:
                    candidates += 1
                    codes ^= code
                elif outcome >= worst:
                    worst, next_worst, worst_code = outcome, worst, code
                elif outcome > next_worst:
                    next_worst = outcome
            if wrong:
                note(NOTED_URGENT if URGENT else MOVES, key, count)
                continue
        if won:
            new = checkmate()
        else:
            new = record_of(key, candidates, codes, worst, next_worst, worst_code)
        records[index - base] = new
        best = new >> BEST_SHIFT
        weight = images(key) if ORBITS else 1
        stored += 1
        positions += weight
        if best == WIN:
            checkmates += weight
        elif candidates == 0 and worst == 0:
            counters[FINAL + terminal_value(key)] += weight
        if best:
            decided += 1
            counters[FIRST_LEVELS + (best >> 1) - 1] += 1
            pending[((best >> 1) - 1) & 3, index >> CHUNK_BITS] = 1
        if REPETITION:
            second = (new >> SECOND_SHIFT) & VALUE_MASK
            if second:
                pending[((second >> 1) - 1) & 3, index >> CHUNK_BITS] = 1
    counters[STORED] += stored
    counters[POSITIONS] += positions
    counters[CHECKMATES] += checkmates
    counters[DECIDED] += decided
