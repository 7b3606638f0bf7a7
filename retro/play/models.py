"""Models of a player who makes mistakes: how likely he is to make each move.

A model is any object with the method of `Model`. The one here sees the end of the game the less clearly the farther it
is away, and makes a move the less often the more it loses in what he sees:

    an end in d plies counts as 2^(-d / HALF), for him if he wins and against him if he loses; a draw counts as 0
    a move is made with a probability proportional to exp(skill * what it is worth so)

With skill 0 all moves are equally likely. With skill 5 a move that loses in two plies is made 67 times less often than
one that holds a draw, with skill 10 4,487 times; but one that loses in 24 plies only 1.9 and 3.5 times less often.
Where values are scores, nothing is far away: a move that loses p points is made exp(-skill * p) times as often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from retro.play.states import Order, State
from retro.system.errors import GameError

HALF = 8.0
"""Plies after which the end of the game looks half as important."""
MOST_SKILL = 1000.0


class Model(Protocol):
    """How somebody plays: of any state of a solved game that has moves."""

    def chances(self, state: State) -> Sequence[float]:
        """The probability of each of ``state.choices``; not negative, and their sum is 1."""
        ...


def seen(order: Order, scores: str) -> float:
    """What a move of that order looks like to somebody who does not see far: points, or -1 (lost) to 1 (won)."""
    kind, by = order
    if scores:
        return float(-by)
    if kind == 1:
        return 0.0
    return math.copysign(2.0 ** (-abs(by) / HALF), 1 - kind)


class Softmax:
    """The model that is described above."""

    def __init__(self, skill: float) -> None:
        """GameError if ``skill`` is not from 0 to MOST_SKILL."""
        if not 0 <= skill <= MOST_SKILL:
            raise GameError(f"a player's skill is a number from 0 to {MOST_SKILL:.0f}, not {skill}")
        self.skill = skill

    def chances(self, state: State) -> list[float]:
        """As `Model.chances`."""
        scores = state.states.rules.scores
        looks = [seen(choice.order, scores) for choice in state.choices]
        most = max(looks)
        weights = [math.exp(self.skill * (look - most)) for look in looks]
        whole = math.fsum(weights)
        return [weight / whole for weight in weights]
