"""A player who sets traps: among best moves, those after which the opponent is most likely to make a mistake.

The player has a model of the opponent (`retro.play.models`) and searches some replies deep. At the opponent's moves the
search averages over the replies with the model's probabilities, at its own moves it takes the maximum, and at the end
it takes the value of the state. So the player gives away nothing, but of two draws it chooses the one that more often
becomes a win. If it wins, it wins as soon as possible; if it loses, any move may be a trap.

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
MAX_STATES = 300
"""States examined for a move, unless a depth of one reply takes more."""
CACHED_EXPECTATIONS = 1 << 18
"""Size of the cache; when it is full, it is cleared."""
LENGTH = 1e-3
"""Weight of the length of a game beside its outcome: it decides between moves of about the same expectation."""


class _Enough(Exception):
    """The search has examined its number of states."""


class TrapPlayer(PerfectPlayer):
    """A player who sets traps."""

    def __init__(self, source: Random, model: Model, replies: int = REPLIES, max_states: float = MAX_STATES) -> None:
        super().__init__(source)
        self._model, self._replies, self._max_states = model, replies, max_states
        self._mine: dict[tuple[State, int], float] = {}
        self._theirs: dict[tuple[State, int], float] = {}
        self._left = 0.0

    def good(self, state: State) -> Sequence[Choice]:
        """Returns the moves that keep the outcome; of wins only the quickest, else the game might never end."""
        return super().good(state) if _won(state) else state.keeping

    def ratings(self, state: State, good: Sequence[Choice]) -> Sequence[float]:
        """Returns the expectation of each move."""
        if len(self._mine) + len(self._theirs) > CACHED_EXPECTATIONS:
            self._mine.clear()
            self._theirs.clear()
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
        return self._of_mine(after, ahead) if state.again(choice) else self._of_theirs(after, ahead)

    def _answered(self, state: State, choice: Choice, ahead: int) -> float:
        """Returns the expectation after a move of the opponent."""
        after = state.folded_after(choice) if ahead else None
        if after is None or not after.choices or _won(after):
            return -_prospect(state, choice)
        return self._of_theirs(after, ahead) if state.again(choice) else self._of_mine(after, ahead)

    def _of_theirs(self, state: State, ahead: int) -> float:
        """Returns the expectation of a state in which the opponent is to move."""
        if (state, ahead) not in self._theirs:
            self._count_state()
            chances = zip(self._model.chances(state), state.choices, strict=True)
            expected = math.fsum(chance * self._answered(state, reply, ahead - 1) for chance, reply in chances)
            self._theirs[state, ahead] = expected
        return self._theirs[state, ahead]

    def _of_mine(self, state: State, ahead: int) -> float:
        """Returns the expectation of a state in which this player is to move."""
        if (state, ahead) not in self._mine:
            self._count_state()
            self._mine[state, ahead] = max(self._made(state, each, ahead) for each in self.good(state))
        return self._mine[state, ahead]

    def _count_state(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Enough


def _won(state: State) -> bool:
    """Whether the player to move wins, so that nothing better can be expected."""
    return not state.states.rules.scores and state.best[0] == 0


def _prospect(state: State, choice: Choice) -> float:
    """Returns points, or 1 for a win and -1 for a loss, plus a small number for the length, for the player to move."""
    scores, look = state.states.rules.scores, seen(choice.order, state.states.rules.scores)
    return look if scores else 1 - choice.order[0] + LENGTH * look
