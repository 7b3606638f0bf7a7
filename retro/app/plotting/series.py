"""The numbers of the plots that follow from the statistics of a database."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import NamedTuple

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
    by_dtm: dict[str, Numbers] = {"win": {}, "loss": {}}
    for value, count in states:
        if (plies := about.kind.dtm(value)) is not None:
            by_dtm[about.kind.outcome(value)][plies] = count
    won, lost = (dict(sorted(each.items())) for each in by_dtm.values())
    drawn = about.count("draw")
    decided = sum(won.values()) + sum(lost.values())
    return Lengths(won, lost, drawn, sum(count for _, count in states) - drawn - decided)


def scores(about: Manifest) -> Numbers:
    """Returns states by points, for a game with scores."""
    by_points = Counter[int]()
    for value, count in about.statistics.states.items():
        by_points[about.kind.result(value)] += count
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
