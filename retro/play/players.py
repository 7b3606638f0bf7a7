"""Players. A player is any object with the method of `Player`.

Your own player is a class whose constructor takes a source of random numbers:

    class Careful:
        def __init__(self, source):
            self.source = source

        def choose(self, state):
            return max(state.choices, key=lambda choice: choice.value)

`retro play GAME --second mymodule:Careful` plays against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from retro.play.states import Choice, State


class Player(Protocol):
    """A player of either side, who chooses a move in each state."""

    def choose(self, state: State) -> Choice:
        """Returns one of ``state.choices``, which are not empty."""


class RandomPlayer:
    """A player whose moves are all equally likely; the game need not be solved."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, state: State) -> Choice:
        return self._source.choice(state.choices)


class PerfectPlayer:
    """A player who always plays best: wins as soon as possible, loses as late as possible, and gives away no points.

    Among equally good moves it chooses one with the highest rating. Here all ratings are equal; subclasses override
    them.
    """

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, state: State) -> Choice:
        return self._source.choice(self.best(state))

    def best(self, state: State) -> Sequence[Choice]:
        """Returns the good moves of the highest rating."""
        good = self.good(state)
        ratings = self.ratings(state, good) if len(good) > 1 else [0.0]
        highest = max(ratings)
        return [choice for choice, rating in zip(good, ratings, strict=True) if rating == highest]

    def good(self, state: State) -> Sequence[Choice]:
        """Returns the moves to choose from."""
        return [choice for choice in state.choices if choice.value == state.best]

    def ratings(self, state: State, good: Sequence[Choice]) -> Sequence[float]:
        """Returns a rating for each of the ``good`` moves; called with at least two."""
        return [0.0] * len(good)
