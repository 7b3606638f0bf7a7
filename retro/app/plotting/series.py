"""The numbers behind the plots that follow from a database's statistics: no drawing."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from retro.game import DRAW, dtm, points
from retro.game.rules import Rules
from retro.storage.manifest import Manifest

Numbers = dict[int, int]
"""States by DTM, or by points, in ascending order."""


class Lengths(NamedTuple):
    """States that are won and lost by DTM, and how many are drawn."""

    won: Numbers
    lost: Numbers
    drawn: int

    @property
    def states(self) -> int:
        """All of them."""
        return sum(self.won.values()) + sum(self.lost.values()) + self.drawn


class Decided(NamedTuple):
    """Shares of all states, 0 to 1, that are won and lost in at most ``plies``, one for each; and that are drawn."""

    plies: list[int]
    won: list[float]
    lost: list[float]
    drawn: float


def title(rules: Rules) -> str:
    """The game, and those of its options that are not the default."""
    return f"{rules.game.title} ({', '.join(rules.changed)})" if rules.changed else rules.game.title


def lengths(about: Manifest) -> Lengths:
    """States by DTM, where values have one."""
    states = sorted((value, count) for value, count in about.statistics.states.items() if count)
    won = {dtm(value): count for value, count in states if value > DRAW and value & 1}
    lost = {dtm(value): count for value, count in states if value > DRAW and not value & 1}
    return Lengths(won, lost, sum(count for value, count in states if value <= DRAW))


def scores(about: Manifest) -> Numbers:
    """States by points, where values are scores."""
    return {points(value): count for value, count in sorted(about.statistics.states.items()) if count}


def decided(about: Manifest) -> Decided:
    """What part of all states is known after so many plies of looking ahead, from one ply on or, if there are such, 0.

    A state that is won in d plies is known to be won when d plies have been looked at; a draw never is known.
    """
    known = lengths(about)
    ends = [*known.won, *known.lost]
    plies = list(range(min([1, *ends]), max([1, *ends]) + 1))

    def shares(states: Numbers) -> list[float]:
        return [total / max(1, known.states) for total in accumulate(states.get(ply, 0) for ply in plies)]

    return Decided(plies, shares(known.won), shares(known.lost), known.drawn / max(1, known.states))
