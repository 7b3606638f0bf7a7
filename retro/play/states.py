"""States as players see them: the moves that may be played and, where the game is solved, what they are worth.

A player asks for the same states again and again, so the last ones that were asked for are kept. Where only values
matter, images of a state are one (`States.folded`).
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from retro.game import NONE, ONGOING, UNKNOWN, turns, values
from retro.game.rules import IndexedRules, Move, Rules
from retro.game.values import Records, Value
from retro.system.errors import GameError

KEPT = 1 << 12
"""States that are kept; one with a hundred moves takes 40 KiB."""

Order = tuple[int, int]
"""Sorts the moves of a position best first, as `retro.game.values.order`: win, draw, loss and plies; or points."""
UNORDERED: Order = (1, 0)
"""Of all moves of a game that is not solved: as if all were draws."""


class Choice(NamedTuple):
    """A move that may be played, what it is worth to the player who makes it (packed), and how that is ordered."""

    move: Move
    value: int
    order: Order


class Replies(NamedTuple):
    """The opponent's ``legal`` replies to a move, and how many of them are ``holding`` what he has then."""

    holding: int
    legal: int

    def __str__(self) -> str:
        return f"{self.holding:,} of {self.legal:,}"


class State:
    """A position and the move that is forbidden in it, or NONE; made by `States`."""

    def __init__(self, states: States, key: int, forbidden: int) -> None:
        self.states, self.key, self.forbidden = states, key, forbidden
        self._folded: dict[int, State | None] = {}

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """The moves that may be played, in the plugin's order; none if the game is over."""
        rules = self.states.rules
        return tuple(self._choice(move) for move in rules.moves(self.key) if move.code != self.forbidden)

    @cached_property
    def best(self) -> Order:
        """The order of the best move: what the state is worth to the player to move. It must have moves."""
        return min(choice.order for choice in self.choices)

    def outcome(self, order: Order) -> Order | int:
        """What must not be given away: win, draw or loss, however long it takes; or the points."""
        return order if self.states.rules.scores else order[0]

    @cached_property
    def keeping(self) -> tuple[Choice, ...]:
        """The moves that keep what the player to move has."""
        kept = self.outcome(self.best) if self.choices else None
        return tuple(choice for choice in self.choices if self.outcome(choice.order) == kept)

    def replies(self, choice: Choice) -> Replies | None:
        """How many replies to a move keep what the opponent has then: of a draw, hold it; of points, lose none.

        None where there is nothing to hold: the opponent has lost, the game is over, there is no reply, or the same
        player moves again.
        """
        won = not self.states.rules.scores and choice.order[0] == 0
        after = None if won or self.again(choice) else self.after(choice)
        return Replies(len(after.keeping), len(after.choices)) if after is not None and after.choices else None

    def value(self, choice: Choice | None = None) -> Value:
        """What the state, or one of its moves, is worth, in words; of a game that is solved."""
        if choice is None and self.choices:
            choice = min(self.choices, key=lambda each: each.order)
        value = self.states.rules.no_moves(self.key) if choice is None else choice.value
        return Value.of(value, self.states.rules.scores)

    def after(self, choice: Choice) -> State | None:
        """The state that a move leads to; None if it ends the game."""
        move = choice.move
        if move.outcome != ONGOING:
            return None
        return State(self.states, move.successor, self.states.rules.undo(self.key, move.code, move.successor))

    def again(self, choice: Choice) -> bool:
        """Whether the player who makes a move is also the next to move."""
        move = choice.move
        return move.outcome == ONGOING and turns.again(self.states.rules, self.key, move.successor)

    def folded_after(self, choice: Choice) -> State | None:
        """The same, as `States.folded`; looked for once."""
        code = choice.move.code
        if code not in self._folded:
            after = self.after(choice)
            self._folded[code] = None if after is None else self.states.folded(after)
        return self._folded[code]

    def _choice(self, move: Move) -> Choice:
        solved = self.states.solved
        if solved is None:
            return Choice(move, UNKNOWN, UNORDERED)
        rules, records = solved
        try:
            value = values.move_value(rules, records, self.key, move)
        except IndexError:
            told = f"{rules.game.name}: a move leads to no position; check the plugin (retro check)"
            raise GameError(told) from None
        return Choice(move, value, values.order(rules, self.key, value))


class States:
    """The states of a game; with the ``records`` of its database, by slot, what their moves are worth."""

    def __init__(self, rules: Rules, records: Records | None = None, most: int = KEPT) -> None:
        """``rules`` must have an index if there are records; ``most`` states are kept, then all are forgotten."""
        self.rules = rules
        self.solved: tuple[IndexedRules, Records] | None = None
        if records is not None:
            assert isinstance(rules, IndexedRules)
            self.solved = rules, records
        self._most = most
        self._kept: dict[tuple[int, int], State] = {}

    def at(self, key: int, forbidden: int = NONE) -> State:
        """The state of a position and a forbidden move, or none; neither is looked at."""
        return State(self, key, forbidden)

    def folded(self, state: State) -> State:
        """The state, or that image of it whose position is canonical: worth the same. Of a game that is solved."""
        assert self.solved is not None
        rules, _ = self.solved
        _, g, _ = rules.rank(state.key)
        code = state.forbidden if state.forbidden == NONE else rules.image_code(state.forbidden, g)
        place = rules.image(state.key, g), code
        if place not in self._kept:
            if len(self._kept) >= self._most:
                self._kept.clear()
            self._kept[place] = State(self, *place)
        return self._kept[place]
