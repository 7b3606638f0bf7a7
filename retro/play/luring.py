"""A player who sets traps: among best moves, those after which the opponent is most likely to make a mistake.

The player has a model of the opponent (`retro.play.models`) and searches some replies deep. At the opponent's moves the
search averages over the replies with the model's probabilities, at its own moves it takes the maximum, and at the end
it takes the value of the state. So the player gives away nothing, but of two draws it chooses the one that more often
becomes a win. If it loses, any move may be a trap. Where play without end is worth less to it than the position, it
takes the shortest way to the end: a win, points, or a draw by rule could otherwise be postponed for ever.

The search goes one reply deeper after another while it has examined fewer than a given number of states; expectations
are cached between moves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from retro.play.models import Model, seen
from retro.play.players import PerfectPlayer
from retro.play.states import Choice, State

REPLIES = 3
"""Depth of the search in replies of the opponent."""
MAX_SEARCHED = 300
"""States examined for a move, unless a depth of one reply takes more."""
CACHED_EXPECTATIONS = 1 << 18
"""Size of the cache; when it is full, it is cleared."""
LENGTH_WEIGHT = 1e-3
"""Weight of the length of a game beside its outcome: it decides between moves of about the same expectation."""


class _Enough(Exception):
    """The search has examined its number of states."""


class TrapPlayer(PerfectPlayer):
    """A player who sets traps."""

    def __init__(self, source: Random, model: Model, replies: int = REPLIES, max_states: float = MAX_SEARCHED) -> None:
        super().__init__(source)
        self._model, self._replies, self._max_states = model, replies, max_states
        self._expected: dict[tuple[State, int, bool], float] = {}
        self._left = 0.0

    def good(self, state: State) -> Sequence[Choice]:
        """Returns the moves that keep the outcome, or the points; only the best if the player needs an end of play."""
        return super().good(state) if state.needs_an_end(state.best_choice) else state.keeping

    def ratings(self, state: State, good: Sequence[Choice]) -> Sequence[float]:
        """Returns the expectation of each move."""
        if len(self._expected) > CACHED_EXPECTATIONS:
            self._expected.clear()
        expected: Sequence[float] = ()
        for ahead in range(1, self._replies + 1):
            self._left = self._max_states if expected else math.inf
            try:
                expected = [self._made(state, choice, ahead) for choice in good]
            except _Enough:
                break
        return expected

    def _made(self, state: State, choice: Choice, ahead: int) -> float:
        """Returns the expectation of an own move at a depth of ``ahead`` replies."""
        after = state.folded_after(choice)
        if after is None or not after.choices:
            return _prospect(state, choice)
        return choice.move.gained + self._of(after, ahead, mine=choice.move.again)

    def _answered(self, state: State, choice: Choice, ahead: int) -> float:
        """Returns the expectation after a move of the opponent."""
        after = state.folded_after(choice) if ahead else None
        if after is None or not after.choices or after.rules.kind.wins(after.best):  # nothing better can be expected
            return -_prospect(state, choice)
        return self._of(after, ahead, mine=not choice.move.again) - choice.move.gained

    def _of(self, state: State, ahead: int, mine: bool) -> float:
        """Returns the expectation of a state in which this player is to move (``mine``), or the opponent; cached."""
        entry = state, ahead, mine
        if entry not in self._expected:
            self._left -= 1
            if self._left < 0:
                raise _Enough
            if mine:
                self._expected[entry] = self._of_mine(state, ahead)
            else:
                chances = zip(self._model.chances(state), state.choices, strict=True)
                answers = (chance * self._answered(state, reply, ahead - 1) for chance, reply in chances)
                self._expected[entry] = math.fsum(answers)
        return self._expected[entry]

    def _of_mine(self, state: State, ahead: int) -> float:
        """Returns the expectation of a state in which this player is to move.

        His moves may lead back to it before the opponent moves: such a circle is worth the state's value.
        """
        entry = state, ahead, True
        self._expected[entry] = _prospect(state, state.best_choice)
        try:
            return max(self._made(state, each, ahead) for each in self.good(state))
        finally:
            del self._expected[entry]


def _prospect(state: State, choice: Choice) -> float:
    """Returns points, or 1 for a win and -1 for a loss, plus a small number for the length, for the player to move."""
    kind, look = state.rules.kind, seen(choice.value, state.rules.kind)
    return look if kind.scores else kind.result(choice.value) + LENGTH_WEIGHT * look
