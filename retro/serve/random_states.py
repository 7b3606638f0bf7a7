"""A state of a value: a random one of a random frame of the database, or the first one, however rare it is."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, NONE, outcome_name, score
from retro.game.values import for_mover
from retro.query.api import Tablebase
from retro.serve.requests import Unknown
from retro.system.errors import GameError

MOST_FRAMES = 32
MOST_TRIES = 2_000
"""In a frame: slots that fit by their records, but may be nobody's."""
NOT_THERE = "there is no such position"
NONE_FOUND = "none of the records drawn is of such a position; try again, or use example, which reads all records"
State = tuple[int, int]
"""The key of a position and the code of the move that is forbidden in it, or NONE."""


def any_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbits(32)


@dataclass(frozen=True)
class Lots:
    """What is wanted; the same ``seed`` draws the same position. ``points`` are counted as the game's values are."""

    value: str | None
    min_dtm: int | None
    max_dtm: int | None
    seed: int = 0
    points: int | None = None

    def draw(self, table: Tablebase) -> State:
        """A random state; one with a forbidden move only if no other fits.

        Each position of a frame is as likely as the others. Unknown if none of the frames that were looked at has one,
        which are all frames of a small game; GameError if DTM is asked of scores, or points where there are none.
        """
        for forbidding in (False, True) if table.rules.repetition else (False,):
            for state in self._states(table, MOST_TRIES, forbidding):
                return state
        raise Unknown(NONE_FOUND if _frames(table) > MOST_FRAMES else NOT_THERE)

    def first(self, table: Tablebase, proceed: Callable[[], None]) -> State:
        """The first state in the order of the database; one with a forbidden move only if no other fits.

        Frames are read until one has it; `proceed` is called before each. Unknown if none has; GameError as of `draw`.
        """
        fits = self._fitting(table)
        otherwise: State | None = None
        for frame in range(_frames(table)) if fits.any() else ():
            proceed()
            for state in self._of_frame(table, fits, frame, False, _all):
                return state
            if table.rules.repetition and otherwise is None:
                otherwise = next(self._of_frame(table, fits, frame, True, _all), None)
        if otherwise is None:
            raise Unknown(NOT_THERE)
        return otherwise

    def drawn(self, table: Tablebase, each: int) -> Iterator[int]:
        """The keys of positions where nothing is forbidden, so many of a frame at most; GameError as of `draw`."""
        return (key for key, _ in self._states(table, each, False))

    def _states(self, table: Tablebase, each: int, forbidding: bool) -> Iterator[State]:
        """Of records that name a move, the states in which it is forbidden, or of all those in which nothing is."""
        lots, fits, frames = random.Random(self.seed), self._fitting(table), _frames(table)
        for frame in lots.sample(range(frames), min(frames, MOST_FRAMES)):
            yield from self._of_frame(table, fits, frame, forbidding, lambda fit: lots.sample(fit, min(len(fit), each)))

    def _of_frame(
        self,
        table: Tablebase,
        fits: NDArray[np.bool_],
        frame: int,
        forbidding: bool,
        chosen: Callable[[list[int]], Sequence[int]],
    ) -> Iterator[State]:
        """Those of a frame, of the records that are ``chosen`` among those that fit."""
        rules, database = table.rules, table.database
        best, second, codes = database.fields(frame)
        worth = second if forbidding else best
        for place in chosen(np.flatnonzero(fits[worth] & (codes != 0 if forbidding else True)).tolist()):
            key = rules.unrank(frame * database.manifest.block + place)
            if key >= 0 and (not rules.scores or self._outcome(table, key, database.manifest.values[worth[place]])):
                yield key, int(codes[place]) - 1 if forbidding else NONE

    def _fitting(self, table: Tablebase) -> NDArray[np.bool_]:
        """Which of the values that occur fit, in the order of the manifest; GameError as of `draw`."""
        rules = table.rules
        if rules.scores and not (self.min_dtm is None and self.max_dtm is None):
            raise GameError(f"values of {rules.game.name} are scores: there is no DTM")
        if self.points is not None and not rules.scores:
            raise GameError(f"values of {rules.game.name} are no scores: there are no points")
        return self._fits(np.array(table.database.manifest.values, np.int32), rules.scores)

    def _fits(self, worth: NDArray[np.int32], scores: str) -> NDArray[np.bool_]:
        if scores:
            return np.ones(len(worth), bool) if self.points is None else worth == score(self.points)
        decided, won, plies = worth > DRAW, worth & 1 == 1, (worth >> 1) - 1
        asked = {"win": decided & won, "loss": decided & ~won, "draw": ~decided}
        fits = asked[self.value] if self.value else np.ones(len(worth), bool)
        if self.min_dtm is not None:
            fits = fits & decided & (plies >= self.min_dtm)
        if self.max_dtm is not None:
            fits = fits & decided & (plies <= self.max_dtm)
        return fits

    def _outcome(self, table: Tablebase, key: int, packed: int) -> bool:
        mine = for_mover(table.rules, packed, table.rules.first_to_move(key))
        return self.value in (None, outcome_name(mine, table.rules.scores))


def _frames(table: Tablebase) -> int:
    return -(-table.database.slots // table.database.manifest.block)


def _all(fit: list[int]) -> list[int]:
    return fit
