"""What modules of kernels import: functions and constants of the game that they are compiled for, and of a backend.

The values here are stand-ins, with which a module of kernels can be imported by itself; the functions do nothing. For a
game, `retro.compiling.kernels` runs the source of the module once more, and there an import from this module gives the
functions and constants of the game. Each name is bound to one value within a game. Importing a name that has no value
for this game raises ImportError.

Functions return and take 64-bit integers; ``Rows`` are arrays of three columns (see `retro.game`).
"""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]


# Functions of the rules, guarded (`retro.compiling.guards`). Those that the game does not define have a default.


def moves(key: int, out: Rows) -> int:
    """Writes the moves of a position into ``out`` (successor, code, outcome); returns how many there are."""


def unmoves(key: int, out: Rows) -> int:
    """Writes the edges into a position into ``out`` (predecessor, code, undo or, with MOVES_AGAIN, outcome); returns
    how many there are.
    """


def raw_moves(key: int, out: Rows) -> int:
    """`moves`, of which only the number of rows is checked: the kernel checks each row that it reads."""


def raw_unmoves(key: int, out: Rows) -> int:
    """`unmoves`, of which only the number of rows is checked: the kernel checks each row that it reads."""


def wins(key: int) -> bool:
    """Returns whether the mover wins at once."""


def no_moves(key: int) -> int:
    """Returns the outcome of a terminal position."""


def endless(key: int) -> int:
    """Returns what play without end is worth: an outcome for the player to move, or a `score`."""


def tier(key: int) -> int:
    """Returns the tier of a position, 0 to 2**31 - 1."""


def first_to_move(key: int) -> bool:
    """Returns whether the first player is to move."""


def undo(key: int, code: int, successor: int) -> int:
    """Returns the code that a move forbids in its successor, NONE if it forbids nothing."""


def restorable(key: int, code: int) -> bool:
    """Returns whether some move into the position may forbid the code."""


def rank(key: int) -> tuple[int, int, bool]:
    """Returns a position's slot, the group element that makes it canonical, and whether another element fixes it."""


def unrank(index: int) -> int:
    """Returns the canonical position of a slot, -1 if it holds none."""


def image(key: int, g: int) -> int:
    """Returns the image of a position under a group element."""


def image_code(code: int, g: int) -> int:
    """Returns the image of a code under a group element."""


# Functions that the engine or another module of the plugin adds.


def note(which: int, argument: int, given: int) -> None:
    """Reports that a function of the game returned what the contract rules out (`retro.compiling.faults`)."""


def canonical(key: int) -> tuple[int, int, bool]:
    """Returns the smallest image of a position, the element that makes it, and whether another element fixes it."""


def image_by_table(key: int, g: int) -> int:
    """Returns the image of a position as `retro.indexing.image_tables` computes it."""


def stored(key: int) -> int:
    """Returns the word of a canonical position in the index of enumerated positions."""


def find_all(wanted: NDArray[np.int64], count: int, found: NDArray[np.int64]) -> None:
    """Writes the slots of the first ``count`` words of ``wanted``, -1 for those not enumerated."""


def tags(key: int, code: int, successor: int, outcome: int) -> int:
    """Returns the tags of a move, a bit each (`retro.game.tags`)."""


def rating(key: int, code: int, successor: int) -> int:
    """Returns the rating of a move by a heuristic."""


def other_unmoves(key: int, out: Rows) -> int:
    """`unmoves` of the second of two compared games (`docs/results/comparing_kernels.py`)."""


# Declarations of the rules.

CODES = 1
"""Codes are 0 to CODES - 1."""
GROUP = 1
"""Elements of the symmetry group."""
MAX_MOVES = 1
MAX_UNMOVES = 1
NO_OUTCOME = -1
"""Bits that no outcome of a move that ends the game has; whatever is not such an outcome has one of them."""
GAIN_BIAS, NO_GAIN = 0, -1
"""The same bits of an outcome of a move that goes on, after GAIN_BIAS was added to it. AGAIN is one of them unless the
same player moves again after some moves."""
REPETITION = False
"""Whether the game has a repetition rule."""
SCORES = ""
"""Whose points values are (``first`` or ``mover``), empty where values are win, loss and draw."""
STATE_BITS = False
"""Whether bits say which states exist (`retro.solving.state_bits`), because the game does not define ``unmoves``."""
PLY_BITS, TOP = 21, 2
"""Bits of a value that have its plies, and the largest difference of points (`retro.game.values`)."""
ENDLESS = False
"""Whether the game defines `endless`."""
LOOKAHEAD = False
"""Whether the game defines `wins`."""
ORBITS = False
"""Whether a position is counted as often as it has images."""
ENUMERATED = False
"""Whether the engine enumerates the positions, as the game has no index of its own."""

# What a backend adds.

TIERED = False
"""Whether the game has tiers that are solved one after the other (`retro.solving.below`)."""
BOUNDS = False
"""Whether the value of a record may be a bound until its level has come (`retro.solving.update_kernels`)."""
TRANSPOSED = False
"""Whether the kernel reads transposed edges (`retro.solving.transposed`) in place of `unmoves`."""
PAYLOAD_BITS = 1
"""Bits of an update besides the index (`retro.solving.outbox`)."""
DISTANCE_BYTES = 1
"""Bytes of a distance from the start (`retro.storage.distances`)."""
REQUESTS = False
"""Whether updates are questions, which the owner of the tile overwrites with answers."""
BEST_SHIFT, SECOND_SHIFT, MOVE_SHIFT = 23, 14, 7
"""Where fields of a record begin (`retro.solving.record`, as all constants below)."""
COUNT_MASK, NO_MOVE, VALUE_MASK = 127, 127, 511
WORD: type[np.unsignedinteger[Any]] = np.uint32
"""The type of a record."""
