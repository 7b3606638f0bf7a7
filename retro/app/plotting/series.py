"""The numbers of the plots that follow from the statistics of a database."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import NamedTuple

from retro.game import dtm, outcome_name
from retro.game.endless import has_dtm, points_of
from retro.game.rules import Rules
from retro.storage.manifest import Manifest

Numbers = dict[int, int]
"""States by DTM, or by points, in ascending order."""


class Lengths(NamedTuple):
    """Won and lost states by DTM, and the numbers of drawn ones and of those won or lost by play without end."""

    won: Numbers
    lost: Numbers
    drawn: int
    endless: int

    @property
    def states(self) -> int:
        """The number of all states."""
        return sum(self.won.values()) + sum(self.lost.values()) + self.drawn + self.endless


class Decided(NamedTuple):
    """Shares of all states, 0 to 1: won and lost within each number of ``plies``, drawn, and decided without end."""

    plies: list[int]
    won: list[float]
    lost: list[float]
    drawn: float
    endless: float


def title(rules: Rules) -> str:
    """Returns the title of the game, and its options that are not the default."""
    return f"{rules.game.title} ({', '.join(rules.changed)})" if rules.changed else rules.game.title


def lengths(about: Manifest) -> Lengths:
    """Returns states by DTM, for a game without scores."""
    states = sorted((value, count) for value, count in about.statistics.states.items() if count)
    won = {dtm(value): count for value, count in states if has_dtm(value) and value & 1}
    lost = {dtm(value): count for value, count in states if has_dtm(value) and not value & 1}
    drawn = sum(count for value, count in states if outcome_name(value) == "draw")
    endless = sum(count for value, count in states if not has_dtm(value)) - drawn
    return Lengths(won, lost, drawn, endless)


def scores(about: Manifest) -> Numbers:
    """Returns states by points, for a game with scores."""
    by_points = Counter[int]()
    for value, count in about.statistics.states.items():
        by_points[points_of(value)] += count
    return {points: count for points, count in sorted(by_points.items()) if count}


def decided(about: Manifest) -> Decided:
    """Returns the shares of states that are won or lost within each number of plies, from the least DTM, 0 or 1."""
    states = lengths(about)
    count = max(1, states.states)
    ends = [*states.won, *states.lost]
    plies = list(range(min([1, *ends]), max([1, *ends]) + 1))

    def shares(numbers: Numbers) -> list[float]:
        return [total / count for total in accumulate(numbers.get(ply, 0) for ply in plies)]

    return Decided(plies, shares(states.won), shares(states.lost), states.drawn / count, states.endless / count)
