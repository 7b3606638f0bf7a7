"""The numbers of the plots that follow from the statistics of a database."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from retro.game import DRAW, dtm, points
from retro.game.rules import Rules
from retro.storage.manifest import Manifest

Numbers = dict[int, int]
"""States by DTM, or by points, in ascending order."""


class Lengths(NamedTuple):
    """Won and lost states by DTM, and the number of drawn ones."""

    won: Numbers
    lost: Numbers
    drawn: int

    @property
    def states(self) -> int:
        """The number of all states."""
        return sum(self.won.values()) + sum(self.lost.values()) + self.drawn


class Decided(NamedTuple):
    """Shares of all states, 0 to 1: won and lost within each number of ``plies``, and drawn."""

    plies: list[int]
    won: list[float]
    lost: list[float]
    drawn: float


def title(rules: Rules) -> str:
    """Returns the title of the game, and its options that are not the default."""
    return f"{rules.game.title} ({', '.join(rules.changed)})" if rules.changed else rules.game.title


def lengths(about: Manifest) -> Lengths:
    """Returns states by DTM, for a game without scores."""
    states = sorted((value, count) for value, count in about.statistics.states.items() if count)
    won = {dtm(value): count for value, count in states if value > DRAW and value & 1}
    lost = {dtm(value): count for value, count in states if value > DRAW and not value & 1}
    return Lengths(won, lost, sum(count for value, count in states if value <= DRAW))


def scores(about: Manifest) -> Numbers:
    """Returns states by points, for a game with scores."""
    return {points(value): count for value, count in sorted(about.statistics.states.items()) if count}


def decided(about: Manifest) -> Decided:
    """Returns the shares of states that are won or lost within each number of plies, from the least DTM, 0 or 1."""
    states = lengths(about)
    count = max(1, states.states)
    ends = [*states.won, *states.lost]
    plies = list(range(min([1, *ends]), max([1, *ends]) + 1))

    def shares(numbers: Numbers) -> list[float]:
        return [total / count for total in accumulate(numbers.get(ply, 0) for ply in plies)]

    return Decided(plies, shares(states.won), shares(states.lost), states.drawn / count)
