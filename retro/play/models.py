"""Models of a player who makes mistakes: the probability of each move.

A model is any object with the method of `Model`. In the model here the player sees the end of the game less clearly the
farther away it is, and plays a move less often the more it loses in his view:

    a move with an end in d plies looks like 2^(-d / HALF_LIFE) if it wins, minus that if it loses, and 0 if it draws
    a move is played with a probability proportional to exp(skill * what it looks like)

With skill 0 all moves are equally likely. With skill 5 a move that loses in two plies is played 67 times less often
than one that holds a draw, with skill 10 4,487 times; but one that loses in 24 plies only 1.9 and 3.5 times less often.
Where values are scores, the distance does not matter: a move that loses p points is played exp(-skill * p) times as
often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from retro.game.values import Kind
from retro.play.states import State
from retro.system.errors import GameError

HALF_LIFE = 8.0
"""Plies after which the end of the game counts half."""
MAX_SKILL = 1000.0
"""Highest skill of a player."""


class Model(Protocol):
    """How a player chooses in any state of a solved game that has moves."""

    def chances(self, state: State) -> Sequence[float]:
        """Returns the probability of each of ``state.choices``; none is negative, and their sum is 1."""


def seen(value: int, kind: Kind) -> float:
    """Returns what a move with that value looks like: points, or -1 (lost at once) to 1 (won at once)."""
    result, plies = kind.result(value), kind.dtm(value)
    if kind.scores:
        return float(result)
    return 0.0 if plies is None else result * 2.0 ** (-plies / HALF_LIFE)


class Softmax:
    """The model described at the head of this module; ``skill`` is 0 to MAX_SKILL."""

    def __init__(self, skill: float) -> None:
        """GameError if ``skill`` is not from 0 to MAX_SKILL."""
        if not 0 <= skill <= MAX_SKILL:
            raise GameError(f"a player's skill is a number from 0 to {MAX_SKILL:.0f}, not {skill}")
        self.skill = skill

    def chances(self, state: State) -> list[float]:
        looks = [seen(choice.value, state.rules.kind) for choice in state.choices]
        highest = max(looks)
        weights = [math.exp(self.skill * (look - highest)) for look in looks]
        whole = math.fsum(weights)
        return [weight / whole for weight in weights]
