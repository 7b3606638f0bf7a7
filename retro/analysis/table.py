"""A solved game in memory: its rules with an index that compiled code can use, and the records of all its positions.

For analyses that go through a whole database; single questions are for `retro.api`, which reads as little as it can.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro import machine, values
from retro.game import NONE, ONGOING, ResourceError
from retro.indexing.enumerated import Positions, bind
from retro.progress import Progress
from retro.rules import Move, Rules
from retro.storage import DatabaseError
from retro.storage.database import Database

PROCESS_BYTES = 300 << 20
"""Interpreter, libraries, compiled code and buffers."""
KEY_BYTES = 20
"""Of an enumerated position: its key, and its part of a hash table at most."""
PIECE = 1 << 20
"""Slots read at once."""


@dataclass(frozen=True)
class Table:
    """The records of all slots, as `retro.solving.solution` describes them.

    In a game without a repetition rule ``best`` says it all, and ``slot`` is empty.
    """

    rules: Rules
    best: NDArray[np.uint16]
    second: NDArray[np.uint16]
    slot: NDArray[np.int16]

    @classmethod
    def of(cls, rules: Rules, best: NDArray[np.uint16]) -> Table:
        """Of a game without a repetition rule."""
        return cls(rules, best, best, np.empty(0, np.int16))

    def worth(self, key: int, move: Move) -> int:
        """The packed value of a move for the player who makes it, where nothing is forbidden before it."""
        if move.outcome != ONGOING:
            return move.outcome
        rules = self.rules
        index, g, _ = rules.rank(move.successor)
        value = self.best[index]
        if rules.repetition:
            before, code, after = rules.image(key, g), rules.image_code(move.code, g), rules.image(move.successor, g)
            forbidden = rules.undo(before, code, after)
            if forbidden != NONE and forbidden == self.slot[index]:
                value = self.second[index]
        return values.of_move(rules, int(value))


def load(rules: Rules, database: Database, progress: Progress) -> Table:
    """All of a database; ResourceError if memory does not hold it: two bytes per slot, or six with a repetition rule.

    Where positions are enumerated, 8 to 20 more for their index.
    """
    slots, repetition = database.slots, rules.repetition
    check_memory(rules, slots * ((6 if repetition else 2) + (KEY_BYTES if rules.enumerated else 0)))
    progress.phase("reading", slots, None)
    if rules.enumerated:
        if database.keys is None:
            raise DatabaseError(f"{database.path} is damaged: it has no keys; solve the game again")
        rules = bind(rules, Positions.of(database.keys.all()))
    best = np.empty(slots, np.uint16)
    second, slot = (
        (np.empty(slots, np.uint16), np.empty(slots, np.int16)) if repetition else (best, np.empty(0, np.int16))
    )
    for start in range(0, slots, PIECE):
        piece = slice(start, min(start + PIECE, slots))
        planes = database.planes(piece.start, piece.stop)
        best[piece] = planes[0]
        if repetition:
            second[piece], slot[piece] = planes[1:]
        progress.advance(piece.stop - start, 0)
    return Table(rules, best, second, slot)


def check_memory(rules: Rules, needed: int) -> None:
    """ResourceError if so many bytes, and what the process needs besides, are not available."""
    there = machine.available_memory()
    if needed + PROCESS_BYTES > there:
        missing = f"{needed + PROCESS_BYTES - there:,} bytes of memory are missing"
        raise ResourceError(
            f"cannot analyse {rules.game.name}: {missing} ({needed + PROCESS_BYTES:,} needed, {there:,} available)"
        )
