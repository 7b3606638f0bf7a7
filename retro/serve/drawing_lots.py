"""A random state of a value: a random frame of the database, and in it a random one of those that fit."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.api import Tablebase
from retro.game import DRAW, NONE, GameError, outcome_name, score
from retro.serve.asked import Unknown
from retro.values import for_mover

MOST_FRAMES = 32
MOST_TRIES = 2_000
"""In a frame: slots that fit by their records, but may be nobody's."""


def any_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbits(32)


@dataclass(frozen=True)
class Lots:
    """What is wanted; the same ``seed`` draws the same position. ``points`` are counted as the game's values are."""

    value: str | None
    min_dtm: int | None
    max_dtm: int | None
    seed: int
    points: int | None = None

    def draw(self, table: Tablebase) -> tuple[int, int]:
        """The key of a position, and the code of the move that is forbidden: NONE, if any state without one fits.

        Each position of a frame is as likely as the others. Unknown if none of the frames that were looked at has one,
        which are all frames of a small game; GameError if DTM is asked of scores, or points where there are none.
        """
        for forbidding in (False, True) if table.rules.repetition else (False,):
            for state in self._states(table, MOST_TRIES, forbidding):
                return state
        every = -(-table.database.slots // table.database.manifest.block) <= MOST_FRAMES
        raise Unknown("there is no such position" if every else "no such position was found; ask again")

    def drawn(self, table: Tablebase, each: int) -> Iterator[int]:
        """The keys of positions where nothing is forbidden, so many of a frame at most; GameError as of `draw`."""
        return (key for key, _ in self._states(table, each, False))

    def _states(self, table: Tablebase, each: int, forbidding: bool) -> Iterator[tuple[int, int]]:
        """Of records that name a move, the states in which it is forbidden, or of all those in which nothing is."""
        rules, database, lots = table.rules, table.database, random.Random(self.seed)
        if rules.scores and not (self.min_dtm is None and self.max_dtm is None):
            raise GameError(f"values of {rules.game.name} are scores: there is no DTM")
        if self.points is not None and not rules.scores:
            raise GameError(f"values of {rules.game.name} are no scores: there are no points")
        block = database.manifest.block
        frames = -(-database.slots // block)
        for frame in lots.sample(range(frames), min(frames, MOST_FRAMES)):
            start = frame * block
            best, second, slots = database.planes(start, min(start + block, database.slots))
            worth = second if forbidding else best
            fits = self._fits(worth, rules.scores) & (slots != NONE if forbidding else True)
            fitting = np.flatnonzero(fits).tolist()
            for place in lots.sample(fitting, min(len(fitting), each)):
                key = rules.unrank(start + place)
                if key >= 0 and (not rules.scores or self._outcome(table, key, int(worth[place]))):
                    yield key, int(slots[place]) if forbidding else NONE

    def _fits(self, values: NDArray[np.uint16], scores: str) -> NDArray[np.bool_]:
        worth = values.astype(np.int32)
        if scores:
            return np.ones(len(values), bool) if self.points is None else worth == score(self.points)
        decided, won, plies = worth > DRAW, worth & 1 == 1, (worth >> 1) - 1
        asked = {"win": decided & won, "loss": decided & ~won, "draw": ~decided}
        fits = asked[self.value] if self.value else np.ones(len(values), bool)
        if self.min_dtm is not None:
            fits = fits & decided & (plies >= self.min_dtm)
        if self.max_dtm is not None:
            fits = fits & decided & (plies <= self.max_dtm)
        return fits

    def _outcome(self, table: Tablebase, key: int, packed: int) -> bool:
        mine = for_mover(table.rules, packed, table.rules.first_to_move(key))
        return self.value in (None, outcome_name(mine, table.rules.scores))
