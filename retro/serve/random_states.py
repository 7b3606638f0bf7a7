"""States that meet conditions on their value: random ones of random frames of the database, or the first one."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from retro.game import NONE
from retro.game.tags import Tags
from retro.puzzles.conditions import Conditions, check
from retro.query.api import Tablebase
from retro.serve.requests import NotFound

MAX_FRAMES_READ = 128
MAX_TRIES = 500
"""Records of a frame that meet the conditions; the slot of each may still have no position."""
NO_SUCH_POSITION = "there is no such position"
NONE_FOUND = "none of the records drawn is of such a position; try again, or use example, which reads all records"
StateKey = tuple[int, int]
"""The key of a position and the code of the move that is forbidden in it, or NONE."""


def any_seed() -> int:
    return secrets.randbits(32)


class Sampler:
    """Draws states of a database that meet conditions on values; conditions on moves are ignored.

    ``seed`` determines random choices. ``proceed`` is called before each frame and before each record that is read.
    GameError if the conditions do not fit the game (`retro.puzzles.conditions.check`).
    """

    def __init__(
        self, table: Tablebase, conditions: Conditions, seed: int = 0, proceed: Callable[[], None] = lambda: None
    ) -> None:
        rules, about = table.rules, table.database.manifest
        check(rules, conditions, Tags())
        self._table, self._conditions, self._seed, self._proceed = table, conditions, seed, proceed
        self._frames = -(-table.database.slots // about.block)
        # points may be those of the first player, so that those of each position are checked later
        some = replace(conditions, min_score=None, max_score=None)
        self._fits = np.array([False, *(some.match(value, rules, True) for value in about.values[1:])])
        """For each value in the manifest's list, whether it meets the conditions."""

    def draw(self) -> StateKey:
        """A random state; one with a forbidden move only if no other meets the conditions.

        Each position of a frame is equally likely. NotFound if no state is in the frames that were read, which are all
        frames of a small game.
        """
        for forbidding in (False, True) if self._table.rules.repetition else (False,):
            for state in self._states(MAX_TRIES, forbidding):
                return state
        raise NotFound(NONE_FOUND if self._frames > MAX_FRAMES_READ else NO_SUCH_POSITION)

    def first(self) -> StateKey:
        """The first state in the order of the database; one with a forbidden move only if no other fits.

        Reads frames until one has it. NotFound if none has.
        """
        forbidding: StateKey | None = None
        for frame in range(self._frames) if self._fits.any() else ():
            self._proceed()
            for state in self._of_frame(frame, False, range):
                return state
            if self._table.rules.repetition and forbidding is None:
                forbidding = next(self._of_frame(frame, True, range), None)
        if forbidding is None:
            raise NotFound(NO_SUCH_POSITION)
        return forbidding

    def keys(self, max_of_frame: int) -> Iterator[int]:
        """Random positions where nothing is forbidden, at most so many of a frame."""
        return (key for key, _ in self._states(max_of_frame, False))

    def _states(self, max_of_frame: int, forbidding: bool) -> Iterator[StateKey]:
        """Random states, all with a forbidden move or, unless ``forbidding``, all without."""
        source = random.Random(self._seed)

        def chosen(count: int) -> Sequence[int]:
            return source.sample(range(count), min(count, max_of_frame))

        for frame in source.sample(range(self._frames), min(self._frames, MAX_FRAMES_READ)):
            self._proceed()
            yield from self._of_frame(frame, forbidding, chosen)

    def _of_frame(self, frame: int, forbidding: bool, chosen: Callable[[int], Sequence[int]]) -> Iterator[StateKey]:
        """The states of some records of a frame: ``chosen(count)`` returns places among the ``count`` that fit."""
        rules, database = self._table.rules, self._table.database
        best, second, codes = database.fields(frame)
        values = second if forbidding else best
        fitting = np.flatnonzero(self._fits[values] & (codes != 0 if forbidding else True))
        for index in map(int, fitting[chosen(len(fitting))]):
            self._proceed()
            key = rules.unrank(frame * database.manifest.block + index)
            value = database.manifest.values[values[index]]
            if key >= 0 and self._conditions.match(value, rules, rules.first_to_move(key)):
                yield key, int(codes[index]) - 1 if forbidding else NONE
