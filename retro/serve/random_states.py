"""States that meet conditions on their value: random ones of random frames of the database, or the first one."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE
from retro.game.tags import Tags
from retro.puzzles.conditions import Conditions, check
from retro.query.api import Tablebase
from retro.serve.requests import NotFound

MAX_FRAMES_READ = 32
MAX_TRIES = 2_000
"""Records of a frame that meet the conditions; the slot of each may still have no position."""
NO_SUCH_POSITION = "there is no such position"
NONE_FOUND = "none of the records drawn is of such a position; try again, or use example, which reads all records"
StateKey = tuple[int, int]
"""The key of a position and the code of the move that is forbidden in it, or NONE."""


def any_seed() -> int:
    return secrets.randbits(32)


@dataclass(frozen=True)
class Sampler:
    """Conditions on values, and the ``seed`` of random choices; conditions on moves are ignored."""

    conditions: Conditions
    seed: int = 0

    def draw(self, table: Tablebase, proceed: Callable[[], None]) -> StateKey:
        """A random state; one with a forbidden move only if no other meets the conditions.

        Each position of a frame is equally likely. Calls ``proceed`` before each record. NotFound if no state is in the
        frames that were read, which are all frames of a small game; GameError if the conditions do not fit the game
        (`retro.puzzles.conditions.check`).
        """
        for forbidding in (False, True) if table.rules.repetition else (False,):
            for state in self._states(table, proceed, MAX_TRIES, forbidding):
                return state
        raise NotFound(NONE_FOUND if _frames(table) > MAX_FRAMES_READ else NO_SUCH_POSITION)

    def first(self, table: Tablebase, proceed: Callable[[], None]) -> StateKey:
        """The first state in the order of the database; one with a forbidden move only if no other fits.

        Reads frames until one has it; calls ``proceed`` before each and before each record. NotFound if none has,
        GameError as of `draw`.
        """
        fits = self._fitting(table)
        forbidding: StateKey | None = None
        for frame in range(_frames(table)) if fits.any() else ():
            proceed()
            for state in self._of_frame(table, proceed, fits, frame, False, range):
                return state
            if table.rules.repetition and forbidding is None:
                forbidding = next(self._of_frame(table, proceed, fits, frame, True, range), None)
        if forbidding is None:
            raise NotFound(NO_SUCH_POSITION)
        return forbidding

    def keys(self, table: Tablebase, max_of_frame: int) -> Iterator[int]:
        """Random positions where nothing is forbidden, at most so many of a frame; GameError as of `draw`."""
        return (key for key, _ in self._states(table, lambda: None, max_of_frame, False))

    def _states(
        self, table: Tablebase, proceed: Callable[[], None], max_of_frame: int, forbidding: bool
    ) -> Iterator[StateKey]:
        """Random states, all with a forbidden move or, unless ``forbidding``, all without."""
        source, fits, frames = random.Random(self.seed), self._fitting(table), _frames(table)

        def chosen(count: int) -> Sequence[int]:
            return source.sample(range(count), min(count, max_of_frame))

        for frame in source.sample(range(frames), min(frames, MAX_FRAMES_READ)):
            proceed()
            yield from self._of_frame(table, proceed, fits, frame, forbidding, chosen)

    def _of_frame(
        self,
        table: Tablebase,
        proceed: Callable[[], None],
        fits: NDArray[np.bool_],
        frame: int,
        forbidding: bool,
        chosen: Callable[[int], Sequence[int]],
    ) -> Iterator[StateKey]:
        """The states of some records of a frame: ``chosen(count)`` returns places among the ``count`` that fit."""
        rules, database = table.rules, table.database
        best, second, codes = database.fields(frame)
        values = second if forbidding else best
        fitting = np.flatnonzero(fits[values] & (codes != 0 if forbidding else True))
        for index in map(int, fitting[chosen(len(fitting))]):
            proceed()
            key = rules.unrank(frame * database.manifest.block + index)
            value = database.manifest.values[values[index]]
            if key >= 0 and (not rules.scores or self.conditions.match(value, rules, rules.first_to_move(key))):
                yield key, int(codes[index]) - 1 if forbidding else NONE

    def _fitting(self, table: Tablebase) -> NDArray[np.bool_]:
        """For each value in the manifest's list, whether it meets the conditions; GameError as of `draw`."""
        rules = table.rules
        check(rules, self.conditions, Tags())
        # the outcome of a score may depend on the player to move, so that of each position is checked later
        conditions = replace(self.conditions, value="") if rules.scores else self.conditions
        return np.array([conditions.match(value, rules, True) for value in table.database.manifest.values])


def _frames(table: Tablebase) -> int:
    return -(-table.database.slots // table.database.manifest.block)
