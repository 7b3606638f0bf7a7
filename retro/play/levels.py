"""Opponents of eight levels, for any solved game.

A level looks some plies ahead, its *horizon*, and sees exact values there: within it, it never makes a mistake. Beyond
it, it sees to the end of the game in some positions, and overlooks what happens there in the others; `LEVELS` has the
share of these. Where it overlooks, all outcomes beyond the horizon are alike to it: it prefers the move that gains most
pieces, and avoids one after which the opponent gains more. So a level never gives a piece away for nothing, and its
mistakes are those of a player who has not looked far enough; `benchmarks/levels.py` counts them.

A mistake is in plain sight, so many plies ahead, if the loss of the game, or the win that it misses, takes no more
plies. Where values are scores, they have no plies: a loss of p points is in sight POINT_PLIES / p plies ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from retro.play import material
from retro.play.players import PerfectPlayer
from retro.play.states import Choice, Order, State


class Level(NamedTuple):
    """What a level sees: ``horizon`` plies, and more except in a share ``overlooked`` of the positions."""

    horizon: int
    overlooked: float


LEVELS = (
    Level(2, 1.0),
    Level(2, 0.85),
    Level(2, 0.65),
    Level(3, 0.48),
    Level(3, 0.34),
    Level(4, 0.22),
    Level(5, 0.06),
    Level(0, 0.0),
)
"""The levels from 1 to 8; the last one plays perfectly."""
POINT_PLIES = 12
"""Plies ahead at which the loss of one point is in sight."""
_UNCLEAR: Order = (1, 0)


class LevelPlayer(PerfectPlayer):
    """A player of one of the LEVELS, 1 to 8."""

    def __init__(self, source: Random, level: int) -> None:
        super().__init__(source)
        self._level = LEVELS[level - 1]

    def choose(self, state: State) -> Choice:
        overlooks = self._source.random() < self._level.overlooked
        return self._careful(state, self._alike(state) if overlooks else self.best(state))

    def _alike(self, state: State) -> Sequence[Choice]:
        """Returns the moves that seem best if nothing is seen beyond the horizon."""
        horizon = self._level.horizon
        if state.rules.scores:
            least = state.best[0]
            return [each for each in state.choices if (each.order[0] - least) * horizon < POINT_PLIES]
        orders = [each.order for each in state.choices]
        seen = [order if order[0] != 1 and abs(order[1]) <= horizon else _UNCLEAR for order in orders]
        best = min(seen)
        return [choice for choice, order in zip(state.choices, seen, strict=True) if order == best]

    def _careful(self, state: State, choices: Sequence[Choice]) -> Choice:
        """Returns one of some moves: one that gains most pieces, unless the opponent then gains more."""
        if len(choices) == 1:
            return choices[0]
        rules, key = state.rules, state.key
        shuffled = self._source.sample(choices, len(choices))
        before = material.lead(rules, key)
        gains = {choice: material.gain(rules, key, choice.move, before) for choice in shuffled}
        best, least = shuffled[0], None
        for choice in sorted(shuffled, key=lambda each: -gains[each]):
            if least is not None and gains[choice] <= least:
                break
            kept = gains[choice] - material.reply_gain(rules, key, choice.move)
            if least is None or kept > least:
                best, least = choice, kept
            if kept >= 0:
                break
        return best
