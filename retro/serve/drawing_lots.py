"""A random position of a value: a random frame of the database, and in it a random one of those that fit."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.api import Tablebase
from retro.game import DRAW, GameError, outcome_name
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
    """What is wanted, where nothing is forbidden; the same ``seed`` draws the same position."""

    value: str | None
    min_dtm: int | None
    max_dtm: int | None
    seed: int

    def draw(self, table: Tablebase) -> int:
        """The key of a position.

        Each position of a frame is as likely as the others. Unknown if none of the frames that were looked at has one,
        which are all frames of a small game; GameError if DTM is asked of scores.
        """
        for key in self.drawn(table):
            return key
        every = -(-table.database.slots // table.database.manifest.block) <= MOST_FRAMES
        raise Unknown("there is no such position" if every else "no such position was found; ask again")

    def drawn(self, table: Tablebase, each: int = MOST_TRIES) -> Iterator[int]:
        """The keys of positions, so many of a frame at most; GameError as of `draw`."""
        rules, database, lots = table.rules, table.database, random.Random(self.seed)
        if rules.scores and not (self.min_dtm is None and self.max_dtm is None):
            raise GameError(f"values of {rules.game.name} are scores: there is no DTM")
        block = database.manifest.block
        frames = -(-database.slots // block)
        for frame in lots.sample(range(frames), min(frames, MOST_FRAMES)):
            start = frame * block
            best, _, _ = database.planes(start, min(start + block, database.slots))
            fitting = np.flatnonzero(self._fits(best, rules.scores)).tolist()
            for place in lots.sample(fitting, min(len(fitting), each)):
                key = rules.unrank(start + place)
                if key >= 0 and (not rules.scores or self._points(table, key, int(best[place]))):
                    yield key

    def _fits(self, best: NDArray[np.uint16], scores: str) -> NDArray[np.bool_]:
        if scores:
            return np.ones(len(best), bool)
        worth = best.astype(np.int32)
        decided, won, plies = worth > DRAW, worth & 1 == 1, (worth >> 1) - 1
        asked = {"win": decided & won, "loss": decided & ~won, "draw": ~decided}
        fits = asked[self.value] if self.value else np.ones(len(best), bool)
        if self.min_dtm is not None:
            fits = fits & decided & (plies >= self.min_dtm)
        if self.max_dtm is not None:
            fits = fits & decided & (plies <= self.max_dtm)
        return fits

    def _points(self, table: Tablebase, key: int, packed: int) -> bool:
        mine = for_mover(table.rules, packed, table.rules.first_to_move(key))
        return self.value in (None, outcome_name(mine, table.rules.scores))
