"""States with their legal moves and, where the game is solved, the values of these.

Where only values matter, all images of a state share one object, and recent ones are cached (`States.folded`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from retro.game import NONE, move_values, values
from retro.game.rules import IndexedRules, Move, Rules
from retro.game.values import ReadRecord, Value
from retro.system.errors import GameError

CACHED_STATES = 1 << 12
"""Size of the cache of states, which is cleared when it is full; a state with a hundred moves takes 40 KiB."""


class Choice(NamedTuple):
    """A legal move and its value for the player who makes it: the larger the better (`retro.game.values`).

    In a game that is not solved, all moves have the value 0, as if all were draws.
    """

    move: Move
    value: int


class Replies(NamedTuple):
    """Numbers of the opponent's replies to a move: all ``legal`` ones, and those ``holding`` the value that he has."""

    holding: int
    legal: int

    def __str__(self) -> str:
        return f"{self.holding:,} of {self.legal:,}"


Result = TypeVar("Result")


class _ComputedOnce(Generic[Result]):
    """An attribute that is computed when it is read first.

    `functools.cached_property` of Python 3.11 has one lock for all objects, so threads of a server would wait for it.
    """

    def __init__(self, compute: Callable[[Any], Result]) -> None:
        self._compute, self.__doc__ = compute, compute.__doc__

    def __get__(self, state: Any, owner: type) -> Result:
        value: Result = self._compute(state)
        vars(state)[self._compute.__name__] = value  # read before this descriptor from now on
        return value


class State:
    """A position and the move forbidden in it, or NONE; created by `States`."""

    def __init__(self, states: States, key: int, forbidden: int) -> None:
        self.states, self.rules, self.key, self.forbidden = states, states.rules, key, forbidden
        self._folded: dict[int, State | None] = {}

    @_ComputedOnce
    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the plugin's order; none if the game is over."""
        return tuple(move for move in self.rules.moves(self.key) if move.code != self.forbidden)

    @_ComputedOnce
    def choices(self) -> tuple[Choice, ...]:
        """The legal moves with their values, in the plugin's order."""
        return tuple(map(self.choice, self.moves))

    def choice(self, move: Move) -> Choice:
        """Returns a move of the position with its value. GameError if the move leads to no position."""
        solved = self.states.solved
        if solved is None:
            return Choice(move, 0)
        rules, records = solved
        try:
            value = move_values.move_value(rules, records, self.key, move)
        except IndexError:
            raise GameError(f"{rules.game.name}: a move leads to no position; check the plugin (retro check)") from None
        return Choice(move, value)

    @_ComputedOnce
    def best(self) -> int:
        """The value of the best move. The state must have moves."""
        return self.best_choice.value

    @property
    def best_choice(self) -> Choice:
        """The first of the best moves. The state must have moves."""
        return max(self.choices, key=lambda choice: choice.value)

    def text(self, choice: Choice) -> str:
        """Returns a move of the state as the game writes it."""
        return str(self.rules.text.format_move(self.key, choice.move.code))

    @_ComputedOnce
    def keeping(self) -> tuple[Choice, ...]:
        """The moves that keep the outcome, or the points, of the player to move, regardless of plies."""
        result = self.rules.kind.result
        return tuple(choice for choice in self.choices if result(choice.value) == result(self.best))

    def needs_an_end(self, choice: Choice) -> bool:
        """Whether the value of a move is more than play without end is worth to the player to move."""
        return values.needs_an_end(choice.value, self.rules.kind.bits)

    def replies(self, choice: Choice) -> Replies | None:
        """Returns how many replies to a move keep the opponent's outcome, or lose no points.

        None where the opponent cannot keep anything: he has lost, the game is over, he has no reply, or the same player
        moves again.
        """
        after = None if self.rules.kind.wins(choice.value) or choice.move.again else self.after(choice)
        return Replies(len(after.keeping), len(after.choices)) if after is not None and after.choices else None

    def value(self, choice: Choice | None = None) -> Value:
        """Returns the value of the state, or of one of its moves. The game must be solved."""
        if choice is None and self.choices:
            choice = self.best_choice
        value = move_values.without_moves(self.rules, self.key) if choice is None else choice.value
        return self.rules.words(self.key, value)

    def after(self, choice: Choice) -> State | None:
        """Returns the state that a move leads to; None if it ends the game."""
        move = choice.move
        if not move.goes_on:
            return None
        return State(self.states, move.successor, self.rules.undo(self.key, move.code, move.successor))

    def folded_after(self, choice: Choice) -> State | None:
        """Returns `after` as `States.folded` does; cached."""
        code = choice.move.code
        if code not in self._folded:
            after = self.after(choice)
            self._folded[code] = None if after is None else self.states.folded(after)
        return self._folded[code]


def best_play(state: State, choose: Callable[[State], Choice]) -> Iterator[tuple[State, Choice]]:
    """Yields the states to the end of the game, each with the best move that ``choose`` returns and that is made."""
    here: State | None = state
    while here is not None and here.choices:
        choice = choose(here)
        yield here, choice
        here = here.after(choice)


class States:
    """The states of a game; with the ``records`` of its database, by slot, also the values of their moves."""

    def __init__(self, rules: Rules, records: ReadRecord | None = None) -> None:
        """``rules`` must have an index if there are records."""
        self.rules = rules
        self.solved: tuple[IndexedRules, ReadRecord] | None = None
        if records is not None:
            assert isinstance(rules, IndexedRules)
            self.solved = rules, records
        self._cache: dict[tuple[int, int], State] = {}

    def at(self, key: int, forbidden: int = NONE) -> State:
        """Returns the state of a position and a forbidden move, or NONE; neither is checked."""
        return State(self, key, forbidden)

    def folded(self, state: State) -> State:
        """Returns the image of a state whose position is canonical; it has the same value. The game must be solved.

        The same object for the same state while it is cached; safe to call from several threads.
        """
        assert self.solved is not None
        rules, _ = self.solved
        _, g, _ = rules.rank(state.key)
        image = rules.image(state.key, g), rules.image_code(state.forbidden, g)
        if image not in self._cache and len(self._cache) >= CACHED_STATES:
            self._cache.clear()
        return self._cache.setdefault(image, State(self, *image))
