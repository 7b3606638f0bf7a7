"""Who chooses the moves. A player is any object with the method of `Player`.

One of your own is a class whose objects are made with a source of random numbers:

    class Careful:
        def __init__(self, source):
            self.source = source

        def choose(self, state):
            return min(state.choices, key=lambda choice: choice.order)

`retro play GAME --second mymodule:Careful` plays against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from retro.play.models import Model
from retro.play.states import Choice, State


class Player(Protocol):
    """Somebody who chooses moves."""

    def choose(self, state: State) -> Choice:
        """One of ``state.choices``, of which there is at least one."""
        ...


class Anyhow:
    """Every move is equally likely; the game need not be solved."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, state: State) -> Choice:
        """As `Player.choose`."""
        return self._source.choice(state.choices)


class Fallible:
    """Makes mistakes as a model says."""

    def __init__(self, source: Random, model: Model) -> None:
        self._source, self._model = source, model

    def choose(self, state: State) -> Choice:
        """As `Player.choose`."""
        [choice] = self._source.choices(state.choices, self._model.chances(state))
        return choice


class Keeper:
    """Never gives away what he has: wins as soon as he can, loses as late as he can, and loses no points.

    Among moves that are equally good one with the highest rating, which kinds of this player differ in; here all have
    the same.
    """

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, state: State) -> Choice:
        """As `Player.choose`."""
        good = self.good(state)
        ratings = self.ratings(state, good) if len(good) > 1 else [0.0]
        most = max(ratings)
        return self._source.choice([choice for choice, rating in zip(good, ratings, strict=True) if rating == most])

    def good(self, state: State) -> Sequence[Choice]:
        """The moves to choose from."""
        return [choice for choice in state.choices if choice.order == state.best]

    def ratings(self, state: State, good: Sequence[Choice]) -> Sequence[float]:
        """A rating of each of the moves that are ``good``, of which there are several."""
        return [0.0] * len(good)
