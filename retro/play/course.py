"""A game in progress: the moves made, moves taken back, and its end.

The players are 0, the first, and 1, the second. The position determines who is to move where the game defines that;
else one player begins and turns alternate (`retro.game.turns`). Besides the ends that the rules define, a game ends
when a state occurs for the third time with the same player to move, and after a given number of plies: drawn, unless
the game says what play without end is worth (``endless``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from retro.game import NONE, turns
from retro.game.notation import move_code, read_code
from retro.game.rules import Rules
from retro.play.states import Choice, State, States
from retro.system.errors import GameError

PLAYERS_IN_JSON = ("first", "second")
"""The players' names in JSON; messages have the names that the game gives them (`retro.game.text.Text.player`)."""
REPEATED = 3
"""A game ends when a state occurs so many times."""
FOR_EVER, IN_A_DRAW = "goes on for ever", "ended in a draw"
"""Of a game: it repeats, and what that is worth is a rule of the game; it is a draw by its rules."""
DEFAULT_PLIES = 200
"""A game is stopped after so many plies, and those that the longest win takes, unless the user says otherwise."""
MAX_GAME_PLIES = 1 << 30
"""Highest number of plies after which a game can be stopped; no win takes so many."""


def default_plies(rules: Rules, longest: int = 0) -> int:
    """Returns the plies after which a game is stopped; ``longest`` is `Manifest.longest_play` of a solved game.

    So a win that arises within the first DEFAULT_PLIES is played to its end. A game whose values are scores, and in
    which play cannot go on for ever, ends by itself.
    """
    if rules.always_ends:
        return MAX_GAME_PLIES
    return min(DEFAULT_PLIES + longest, MAX_GAME_PLIES)


class Ending(NamedTuple):
    """The end of a game.

    winner  the player, None for a draw; ``name`` is his name
    score   points of the winner, gained by all moves and at the end; None for a draw or where values are not scores
    kind    ``move`` (the last move ended it), ``stuck`` (no legal move), ``repeated``, ``endless`` (repeated in a game
            that says what play without end is worth) or ``plies`` (stopped after the greatest number of plies)
    why     the reason, in words
    """

    winner: int | None
    name: str
    score: int | None
    kind: str
    why: str

    def __str__(self) -> str:
        if self.winner is None:
            how = {"endless": FOR_EVER, "repeated": "draw", "plies": "draw"}.get(self.kind, IN_A_DRAW)
            return f"{how}: {self.why}"
        by = "" if self.score is None else f" by {self.score}"
        return f"{self.name} wins{by}: {self.why}"


class Made(NamedTuple):
    """A move that was made: the state before it, the move, and the player."""

    state: State
    choice: Choice
    player: int

    @property
    def text(self) -> str:
        """The move as the game writes it."""
        return self.state.text(self.choice)


class Course:
    """A game that begins in a given state.

    state   the current state; after a move that ended the game, the state before that move
    player  the player to move in it, 0 or 1
    """

    def __init__(self, states: States, key: int, forbidden: int, plies: int, player: int = 0, lead: int = 0) -> None:
        """``player`` begins where the position does not determine whose turn it is.

        ``lead`` is what moves before the state gained, as in `lead`. The game is stopped after ``plies``; GameError if
        that is not 1 to MAX_GAME_PLIES.
        """
        self.states, self.plies = states, _checked(plies)
        self.state = states.at(key, forbidden)
        self.made: list[Made] = []
        self.player = turns.player(states.rules, key, player)
        self._lead = lead
        self._over = False
        self._seen = Counter([self._current])

    def name(self, player: int) -> str:
        """Returns the name that the game gives to a player."""
        return self.states.rules.text.player(player)

    @property
    def _current(self) -> tuple[int, int, int]:
        return self.state.key, self.state.forbidden, self.player

    def named(self, move: str) -> Choice:
        """Returns the move that a text stands for; GameError if it is not legal."""
        rules, key = self.states.rules, self.state.key
        read = read_code(rules, key, move)
        for each in self.state.moves:
            if each.code == read:
                return self.state.choice(each)
        code = move_code(rules, key, move)
        raise GameError(f"{rules.text.format_move(key, code)} is forbidden: {rules.text.why_forbidden(key, code)}")

    def make(self, choice: Choice) -> None:
        """Make a move; the game must not be over."""
        after = self.state.after(choice)
        self.made.append(Made(self.state, choice, self.player))
        if after is None:
            self._over = True
            return
        self.state = self.states.at(after.key, after.forbidden)  # cached: other games may have come here
        self.player = turns.following(self.states.rules, after.key, self.player, choice.move.again)
        self._seen[self._current] += 1

    def replay(self, moves: Iterable[str]) -> None:
        """Make moves that are given as text; GameError, with the ply, if one cannot be made."""
        for ply, move in enumerate(moves, len(self.made) + 1):
            if self.ending is not None:
                raise GameError(f"there is a move after the end of the game, ply {ply}: {self.ending}")
            try:
                self.make(self.named(move))
            except GameError as error:
                raise GameError(f"ply {ply}: {error}") from error

    def begin_here(self, plies: int) -> None:
        """Begin the game anew in the current state, but keep what the moves so far gained, and count their states.

        They are no longer in `made`. The game is stopped after ``plies``. GameError as of the constructor, and if the
        last move ended the game.
        """
        if self._over:
            raise GameError(f"{self.made[-1].text} ends the game: no position follows")
        self._lead, self.made, self.plies = self.lead, [], _checked(plies)

    def look_up(self, states: States) -> None:
        """Take the current state, and those after it, from other ``states``, such as those of a solved game."""
        self.states, self.state = states, states.at(self.state.key, self.state.forbidden)

    def back(self) -> None:
        """Take the last move back, of which there must be one."""
        if not self._over:
            self._seen[self._current] -= 1
        self._over = False
        self.state, _, self.player = self.made.pop()

    @property
    def ending(self) -> Ending | None:
        """The end of the game; None if it is not over."""
        if self._over:
            last = self.made[-1]
            return self._ended(last.choice.move.points, last.player, "move", f"{last.text} ends the game")
        if not self.state.moves:
            rules = self.states.rules
            points = rules.no_moves(self.state.key)
            why = "no move is left" if rules.scores else f"{self.name(self.player)} cannot move"
            if self.state.forbidden != NONE and rules.moves(self.state.key):
                why += ", for the only move is forbidden"
            return self._ended(points, self.player, "stuck", why)
        if self._seen[self._current] >= REPEATED:
            kind = "endless" if self.states.rules.thresholds else "repeated"
            return self._without_end(kind, "the same position for the third time")
        if len(self.made) >= self.plies:
            return self._without_end("plies", f"{self.plies:,} plies without an end")
        return None

    @property
    def lead(self) -> int:
        """The points that moves have gained for the first player so far, minus those for the second."""
        return self._lead + sum(made.choice.move.gained * (1 if made.player == 0 else -1) for made in self.made)

    def _without_end(self, kind: str, why: str) -> Ending:
        rules = self.states.rules
        if not rules.thresholds:
            return Ending(None, "", None, kind, why)
        ending = self._ended(rules.endless(self.state.key), self.player, kind, why)
        return ending if ending.winner is None else ending._replace(why=f"{FOR_EVER}, {why}")

    def _ended(self, points: int, player: int, kind: str, why: str) -> Ending:
        """The ending with points of the ``player`` who was to move."""
        rules = self.states.rules
        lead = self.lead if rules.gains else 0
        result = points + (lead if player == 0 else -lead)
        if result == 0:
            return Ending(None, "", None, kind, why)
        winner = player if result > 0 else 1 - player
        return Ending(winner, self.name(winner), abs(result) if rules.scores else None, kind, why)


def _checked(plies: int) -> int:
    """Returns ``plies``; GameError if a game cannot be stopped after so many."""
    if not 1 <= plies <= MAX_GAME_PLIES:
        raise GameError(f"a game has 1 to {MAX_GAME_PLIES:,} plies, not {plies}")
    return plies
