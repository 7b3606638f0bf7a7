"""Opponents of eight levels, for any solved game.

A level looks some plies ahead, its *horizon*, and sees exact values there: within it, it never makes a mistake. Beyond
it, it sees to the end of the game in some positions, and overlooks what happens there in the others; `LEVELS` has the
share of these. Where it overlooks, all outcomes beyond the horizon are alike to it: it prefers the move that gains most
pieces, and avoids one after which the opponent gains more. So a level never gives a piece away for nothing, and its
mistakes are those of a player who has not looked far enough; `benchmarks/levels.py` counts them.

A mistake is in plain sight, so many plies ahead, if the loss of the game, or the win that it misses, takes no more
plies. Where values are scores, a loss of p points is in sight POINT_PLIES / p plies ahead. Where play without end is
worth less than the position, points and draws by rule within the horizon are in sight, too: a level that sees them
takes them, and does not go round in circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from retro.game.values import has_plies, plies_of
from retro.play import material
from retro.play.players import PerfectPlayer
from retro.play.states import Choice, State


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
_UNCLEAR = 0


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
        if state.rules.scores:
            if self._ends_in_sight(state, state.best_choice) and state.needs_an_end(state.best_choice):
                return self.good(state)
            points, horizon = state.rules.kind.result, self._level.horizon
            most = points(state.best)
            return [each for each in state.choices if (most - points(each.value)) * horizon < POINT_PLIES]
        seen = [each.value if self._sees(state, each) else _UNCLEAR for each in state.choices]
        best = max(seen)
        return [choice for choice, value in zip(state.choices, seen, strict=True) if value == best]

    def _sees(self, state: State, choice: Choice) -> bool:
        """Whether a win, a loss, or a draw by rule that is better than play without end is within the horizon."""
        lost = state.rules.kind.result(choice.value) < 0
        return self._ends_in_sight(state, choice) and (lost or state.needs_an_end(choice))

    def _ends_in_sight(self, state: State, choice: Choice) -> bool:
        value, bits = choice.value, state.rules.kind.bits
        return has_plies(value, bits) and plies_of(value, bits) <= self._level.horizon

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
