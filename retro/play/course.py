"""A game that is being played: the moves made, moves taken back, and how it ends.

The players are 0, the first, and 1, the second. Who is to move follows from the position where the game says so, else
one of them begins and turns alternate (`retro.game.turns`). Besides the ends that the rules know, a game is drawn when
a state comes for the third time with the same player to move, and after so many plies as were agreed on.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from retro.game import NONE, outcome_name, points, turns
from retro.game.notation import move_code
from retro.game.values import for_mover
from retro.play.states import Choice, State, States
from retro.system.errors import GameError

NAMES = ("first", "second")
"""Of the players, for programs; people read what the game calls them (`retro.game.text.Text.player`)."""
REPEATED = 3
"""A game is drawn when a state comes so often."""
MOST_PLIES = 100_000


class Ending(NamedTuple):
    """How a game ended: who won (None if nobody), what he is called, with what score (None if it has none), and why.

    kind  ``move`` (the last one ended it), ``stuck`` (there is none), ``repeated`` or ``plies``
    why   in words
    """

    winner: int | None
    name: str
    score: int | None
    kind: str
    why: str

    def __str__(self) -> str:
        if self.winner is None:
            return f"draw: {self.why}"
        by = "" if self.score is None else f" by {self.score}"
        return f"{self.name} wins{by}: {self.why}"


class Made(NamedTuple):
    """A move that was made, by whom, and where."""

    state: State
    choice: Choice
    player: int

    @property
    def text(self) -> str:
        return str(self.state.states.rules.text.format_move(self.state.key, self.choice.move.code))


class Course:
    """A game from a state on.

    state   where it stands now: where the last move was made, if that ended the game
    player  who is to move there, 0 or 1
    """

    def __init__(self, states: States, key: int, forbidden: int, plies: int, player: int = 0) -> None:
        """``player`` begins where the position does not say whose turn it is.

        GameError if ``plies``, after which the game is drawn, are not 1 to MOST_PLIES.
        """
        if not 1 <= plies <= MOST_PLIES:
            raise GameError(f"a game has 1 to {MOST_PLIES:,} plies, not {plies}")
        self.states, self.plies = states, plies
        self.state = states.at(key, forbidden)
        self.made: list[Made] = []
        self.player = turns.player(states.rules, key, player)
        self._over = False
        self._seen = Counter([self._here])

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.states.rules.text.player(player)

    @property
    def _here(self) -> tuple[int, int, int]:
        return self.state.key, self.state.forbidden, self.player

    def named(self, move: str) -> Choice:
        """The move that somebody writes; GameError if it cannot be made."""
        rules, key = self.states.rules, self.state.key
        code = move_code(rules, key, move)
        for choice in self.state.choices:
            if choice.move.code == code:
                return choice
        raise GameError(f"{rules.text.format_move(key, code)} is forbidden: {rules.text.why_forbidden(key, code)}")

    def make(self, choice: Choice) -> None:
        """Make a move; the game must not be over."""
        after = self.state.after(choice)
        self.made.append(Made(self.state, choice, self.player))
        if after is None:
            self._over = True
            return
        self.state, self.player = after, turns.following(self.states.rules, after.key, self.player)
        self._seen[self._here] += 1

    def back(self) -> None:
        """Take the last move back, of which there must be one."""
        if not self._over:
            self._seen[self._here] -= 1
        self._over = False
        self.state, _, self.player = self.made.pop()

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None if it goes on."""
        if self._over:
            state, choice, player = last = self.made[-1]
            return self._ended(choice.move.outcome, state.key, player, "move", f"{last.text} ends the game")
        if not self.state.choices:
            rules = self.states.rules
            worth = rules.no_moves(self.state.key)
            why = "no move is left" if rules.scores else f"{self.name(self.player)} cannot move"
            if self.state.forbidden != NONE and rules.moves(self.state.key):
                why += ", for the only move is forbidden"
            return self._ended(worth, self.state.key, self.player, "stuck", why)
        if self._seen[self._here] >= REPEATED:
            return Ending(None, "", None, "repeated", f"the same position for the {_TIMES[REPEATED]} time")
        if len(self.made) >= self.plies:
            return Ending(None, "", None, "plies", f"{self.plies:,} plies without an end")
        return None

    def _ended(self, worth: int, key: int, player: int, kind: str, why: str) -> Ending:
        """By an end that is ``worth`` so much, packed, to a player who was to move."""
        rules = self.states.rules
        worth = for_mover(rules, worth, rules.first_to_move(key))
        outcome, score = outcome_name(worth, rules.scores), abs(points(worth)) if rules.scores else None
        winner = None if outcome == "draw" else player if outcome == "win" else 1 - player
        return Ending(winner, "" if winner is None else self.name(winner), score or None, kind, why)


_TIMES = {3: "third"}
