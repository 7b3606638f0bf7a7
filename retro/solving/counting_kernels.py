"""What kernels count: the counters of a task, and positions or states by their values."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.roles import inner
from retro.game.bits import low_product

MULTIPLIER = 0x5851F42D4C957F2D
"""Of Knuth's generator MMIX."""

LOST, WON, DRAWN, FORBIDDING, POSITIONS, CHECKMATES, UNENTERED, DECIDED, STORED = range(9)
EDGES, APPLIED, LEAVING, OTHERS = range(9, 13)
"""Counters: states that are lost and won with the DTM of the level, drawn states, then others; LEAVING are edges that
leave the tier, EDGES those inside it; then those below."""

FINAL = OTHERS
"""Positions without a legal move of a game with a repetition rule: the drawn, the lost and the won ones."""
FIRST_LEVELS = FINAL + 3
"""Stored positions by the level of their first value, in a game that is one tier."""
EXPANDED = FIRST_LEVELS + 3
"""Stored positions that sent their value to their predecessors: the lost, and the won ones, and the sum of
`mixed` values of all."""
ENDED = EXPANDED + 3
"""Stored positions that have a value in the end, and the sum of `mixed` values."""
RECORDS = ENDED + 2
"""Records in the end."""
COUNTERS = RECORDS + 1

IMPOSSIBLE = 1 << 48
"""More than all positions of any game that can be solved."""

TALLY_SLOTS = 1 << 15
"""Records that are counted by value at a time."""
TALLY = 2 * TALLY_SLOTS
"""Entries of the table in which they are counted."""


@inner
def mixed(value):
    """Returns a number below 2**32 for a value below 2**31. A sum of such numbers shows which values were added."""
    return low_product(value, MULTIPLIER) >> 31


@inner
def tally(number, weight, numbers, counts):
    """Counts a number in a table of TALLY entries."""
    entry = low_product(number, MULTIPLIER) >> 40 & (TALLY - 1)
    while counts[entry] != 0 and numbers[entry] != number:
        entry = (entry + 1) & (TALLY - 1)
    numbers[entry] = number
    counts[entry] += weight
