"""A player who sets traps: among moves that give nothing away, those after which the other one is likely to go wrong.

He has a model of the other one (`retro.play.models`) and looks some of his replies ahead: at each of them the replies
as likely as the model says, at his own moves the best trap, at the end what the state is worth. So he gives up nothing,
but of two draws he takes the one that more often becomes a win. Where he wins anyway he wins as soon as he can; where
he loses, any move may be a trap.

He looks one reply deeper after the other, as long as there are not too many states to be looked at; those of earlier
moves are remembered.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from retro.play.models import Model, seen
from retro.play.players import Keeper
from retro.play.states import Choice, State

REPLIES = 3
"""Of the other player's, that he looks ahead."""
MOST_STATES = 300
"""That are looked at for a move, unless one reply ahead takes more."""
REMEMBERED = 1 << 18
"""Expectations that are kept at most; then all are forgotten."""
LENGTH = 1e-3
"""What the length of a game counts beside its outcome: it decides where prospects are about the same."""


class _Enough(Exception):
    """So many states were looked at."""


class Trapper(Keeper):
    """The player who sets traps."""

    def __init__(self, source: Random, model: Model, replies: int = REPLIES, most_states: float = MOST_STATES) -> None:
        super().__init__(source)
        self._model, self._replies, self._most = model, replies, most_states
        self._mine: dict[tuple[State, int], float] = {}
        self._theirs: dict[tuple[State, int], float] = {}
        self._left = 0.0

    def good(self, state: State) -> Sequence[Choice]:
        """Those that keep the outcome; of wins only the quickest, or he might never get there."""
        return super().good(state) if _won(state) else state.keeping

    def ratings(self, state: State, good: Sequence[Choice]) -> Sequence[float]:
        """What he expects of each move."""
        if len(self._mine) + len(self._theirs) > REMEMBERED:
            self._mine.clear()
            self._theirs.clear()
        found: Sequence[float] = ()
        for ahead in range(1, self._replies + 1):
            self._left = self._most if found else math.inf
            try:
                found = [self._made(state, choice, ahead) for choice in good]
            except _Enough:
                break
        return found

    def _made(self, state: State, choice: Choice, ahead: int) -> float:
        """What he expects of a move of his own when he looks so many replies ahead."""
        after = state.folded_after(choice)
        if after is None or not after.choices:
            return _prospect(state, choice)
        return self._of_mine(after, ahead) if state.again(choice) else self._of_theirs(after, ahead)

    def _answered(self, state: State, choice: Choice, ahead: int) -> float:
        """What he expects after a move of the other player."""
        after = state.folded_after(choice) if ahead else None
        if after is None or not after.choices or _won(after):
            return -_prospect(state, choice)
        return self._of_theirs(after, ahead) if state.again(choice) else self._of_mine(after, ahead)

    def _of_theirs(self, state: State, ahead: int) -> float:
        """What he expects of a state in which the other player is to move."""
        if (state, ahead) not in self._theirs:
            self._look()
            chances = zip(self._model.chances(state), state.choices, strict=True)
            expected = math.fsum(chance * self._answered(state, reply, ahead - 1) for chance, reply in chances)
            self._theirs[state, ahead] = expected
        return self._theirs[state, ahead]

    def _of_mine(self, state: State, ahead: int) -> float:
        """What he expects of a state in which he is to move himself."""
        if (state, ahead) not in self._mine:
            self._look()
            self._mine[state, ahead] = max(self._made(state, each, ahead) for each in self.good(state))
        return self._mine[state, ahead]

    def _look(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Enough


def _won(state: State) -> bool:
    """Whether the player to move wins: then there is nothing more to be had."""
    return not state.states.rules.scores and state.best[0] == 0


def _prospect(state: State, choice: Choice) -> float:
    """What a move is worth to who makes it: points, or 1 for a win and -1 for a loss, and a little for the length."""
    scores, look = state.states.rules.scores, seen(choice.order, state.states.rules.scores)
    return look if scores else 1 - choice.order[0] + LENGTH * look
