"""A game with its options chosen: the plugin's declarations and functions, and checked calls from ordinary Python.

A mistake of a plugin's function raises a GameError that names plugin, function and position. Compiled code has simpler
checks (`retro.compiling.guards`); when one fails, the same call is made here for the error message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro.game import AGAIN, DRAW, GAIN_SHIFT, LOSS, NONE, SCORE_ZERO, SLACK, WIN, Game, goes_on
from retro.game.functions import DEFAULTS
from retro.game.text import Text
from retro.game.values import MAX_SCORE, WIN_POINTS, Kind, Value
from retro.system.errors import GameError, RetroError, described

MAX_TIERS = 1 << 31
"""Tiers are numbers below this."""
FEW_MOVES = 200_000
"""Plain Python solves a game with so many moves in a few seconds, sooner than its functions are compiled."""
OUTCOME_PLY_BITS, SCORE_PLY_BITS = 21, 14
"""Bits of plies in values (`retro.game.values`): wins and losses take up to a million plies, scores 8,190."""


class Move(NamedTuple):
    """A move of a position, as a row of `moves` in the contract.

    points  of the result if the move ends the game, else those that it gains; for the player who makes it
    again   whether the same player moves again
    """

    code: int
    outcome: int
    successor: int
    points: int = 0
    again: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether the move leads to its successor; otherwise it ends the game."""
        return goes_on(self.outcome)

    @property
    def gained(self) -> int:
        """The points that the move gains for the player who makes it; 0 if it ends the game."""
        return self.points if self.goes_on else 0


class Tier(NamedTuple):
    """The slots start..stop-1, whose positions are those of the tier ``number``; some of the slots may be empty."""

    number: int
    start: int
    stop: int


@dataclass(frozen=True)
class Rules:
    """A game with its options chosen: declarations, plain functions, and checked calls for ordinary Python.

    ``functions`` has the default of each function that the game leaves out. `rank` and `unrank` have none: code that
    needs them takes `IndexedRules`. ``starts`` are the keys in `INITIAL`, none if these options have no start.
    ``plain`` says that the game is small (`few_positions`): its functions run in plain Python and are not compiled.
    """

    game: Game
    options: dict[str, int | str]
    digest: str
    module: ModuleType
    text: Text
    functions: dict[str, Callable[..., Any]]
    max_moves: int
    max_unmoves: int
    codes: int
    starts: tuple[int, ...]
    group: int
    repetition: bool
    scores: str
    moves_again: bool
    counted: str
    plain: bool

    @property
    def few_positions(self) -> int:
        """The positions of a small game at most: with all of their images they have FEW_MOVES moves, or fewer.

        What counts is the largest number of moves that a position may have, so it is known before a move is made.
        """
        return FEW_MOVES // (self.group * max(1, self.max_moves))

    @property
    def initial(self) -> int:
        """Key of the start, the first one if there are several; -1 if these options have no start."""
        return self.starts[0] if self.starts else NONE

    @property
    def enumerated(self) -> bool:
        """Whether the engine enumerates the positions, because the game has no index of its own."""
        return True

    @property
    def players(self) -> int:
        """The number by which statistics multiply states: 2 if a state counts for either player to move, else 1."""
        return 2 if self.counted == "sides" else 1

    @property
    def counts_images(self) -> bool:
        """Whether statistics count a position once for each image, not once for all."""
        return self.counted != "classes"

    def defines(self, name: str) -> bool:
        """Whether the game itself defines the function ``name``."""
        return self.functions.get(name) not in (None, DEFAULTS.get(name))

    @property
    def kind(self) -> Kind:
        """The class of the game's values."""
        if not self.scores:
            return Kind("", OUTCOME_PLY_BITS)
        return Kind(self.scores, 0 if self.always_ends else SCORE_PLY_BITS)

    @property
    def top(self) -> int:
        """The largest difference of points and those of play without end (`retro.game.values`)."""
        if self.scores:
            return MAX_SCORE + self.thresholds
        return WIN_POINTS + self.defines("endless")

    @property
    def thresholds(self) -> bool:
        """Whether several differences of points are solved, one after the other (`retro.game.values`).

        Otherwise play without end is a draw, or impossible because values are scores and every move lowers the tier.
        """
        return self.defines("endless") or (bool(self.scores) and not self.defines("tier"))

    @property
    def gains(self) -> bool:
        """Whether moves that lower the tier may gain points, and change what play without end is worth.

        So tiers must be solved one after the other, and their slots be in order.
        """
        return bool(self.scores)

    @property
    def always_ends(self) -> bool:
        """Whether values are scores and every move lowers the tier: all play ends, and plies do not count."""
        return bool(self.scores) and not self.thresholds

    @property
    def looks_ahead(self) -> bool:
        """Whether first records have moves to positions in which `wins` is true as losses in two plies.

        They do not with `no_moves`, by which a player who cannot move may have won: if all other moves lose in one ply,
        the record would have forgotten the one that loses in two. Nor do they where the mover may move again: the move
        is then a win in two plies, and another one may win in one. With `endless`, wins are not those of the first
        level.
        """
        after = "no_moves", "endless"
        return self.defines("wins") and not any(map(self.defines, after)) and not self.moves_again

    @property
    def unmoves_lists_all(self) -> bool:
        """Whether `unmoves` lists every move into a position. With `tier` it may leave out those from higher tiers.

        Where a repetition rule makes states of a position and the moves into it, it lists all.
        """
        return self.defines("unmoves") and (self.repetition or not self.defines("tier"))

    @property
    def changed(self) -> list[str]:
        """The options whose value is not the default, each as ``KEY=VALUE``."""
        return self.game.changed(self.options)

    def command(self, name: str) -> str:
        """The command line of the command ``name`` for this game with these options."""
        return self.game.command(name, self.options)

    def moves(self, key: int) -> list[Move]:
        """All moves of a position, sorted by code, forbidden ones included.

        GameError if the result of the plugin's function breaks the contract.
        """
        out = np.full((self.max_moves + SLACK, 3), NONE, np.int64)
        count = self.call("moves", key, out)
        if not isinstance(count, int | np.integer) or not 0 <= count <= self.max_moves:
            raise self.wrong("moves", f"returned {count!r:.40}, not a number of moves from 0 to {self.max_moves}", key)
        listed = sorted(self.move(key, *row) for row in out[:count].tolist())
        for i, move in enumerate(listed):
            if not 0 <= move.code < self.codes:
                raise self.wrong("moves", f"gave a move the code {move.code}, not 0 to {self.codes - 1}", key)
            if i and listed[i - 1].code == move.code:
                raise self.wrong("moves", f"gave two moves the code {move.code}", key)
            if move.goes_on and move.successor < 0:
                raise self.wrong("moves", f"gave move {move.code} the successor {move.successor}, which is no key", key)
            problem = self.problem_of(move.outcome)
            if problem:
                raise self.wrong("moves", f"gave move {move.code} the outcome {move.outcome}{problem}", key)
        return listed

    def move(self, key: int, successor: int, code: int, outcome: int) -> Move:
        """The move of a row that the plugin's function `moves` gave."""
        if not goes_on(outcome):
            return Move(code, outcome, successor, self._points(key, outcome))
        again = outcome & AGAIN != 0
        if self.kind.of_first and successor >= 0:
            again = self.first_to_move(key) == self.first_to_move(successor)
        return Move(code, outcome, successor, outcome >> GAIN_SHIFT, again)

    def _points(self, key: int, outcome: int) -> int:
        """The points of a result for the player to move."""
        if self.scores:
            return self.counted_value(key, outcome - SCORE_ZERO)
        return 0 if outcome == DRAW else WIN_POINTS if outcome & 1 else -WIN_POINTS

    def counted_value(self, key: int, value: int) -> int:
        """A value or points of the player to move, as counts and words have them: for the first player if the game's
        SCORES are."""
        return -value if self.kind.of_first and not self.first_to_move(key) else value

    def words(self, key: int, value: int) -> Value:
        """The value of a position, or of one of its moves, in words."""
        return self.kind.words(self.counted_value(key, value))

    def unmoves(self, key: int) -> list[tuple[int, int, int]]:
        """All edges into a position: predecessor, code of its move, and the code that the edge forbids.

        In a game with MOVES_AGAIN the last is the outcome of the move.

        GameError if the result of the plugin's function breaks the contract.
        """
        out = np.full((self.max_unmoves + SLACK, 3), NONE, np.int64)
        count = self.call("unmoves", key, out)
        if not isinstance(count, int | np.integer) or not 0 <= count <= self.max_unmoves:
            limits = f"not a number of edges from 0 to {self.max_unmoves}"
            raise self.wrong("unmoves", f"returned {count!r:.40}, {limits}", key)
        edges = [(int(before), int(code), int(undone)) for before, code, undone in out[:count].tolist()]
        for before, code, undone in edges:
            if before < 0:
                raise self.wrong("unmoves", f"gave the predecessor {before}, which is no key", key)
            if not 0 <= code < self.codes or (self.repetition and not NONE <= undone < self.codes):
                codes = f"the codes {code} and {undone}, not 0 to {self.codes - 1}"
                raise self.wrong("unmoves", f"gave an edge {codes}", key)
            if self.moves_again and (not goes_on(undone) or self.problem_of(undone)):
                raise self.wrong("unmoves", f"gave an edge the outcome {undone}, not that of a move that goes on", key)
        return edges

    def no_moves(self, key: int) -> int:
        """Points of a mover who has no legal move; GameError if the plugin returns an impossible value."""
        value = int(self.call("no_moves", key))
        if not (0 < value < 1 << 15 if self.scores else value == DRAW or value in (2, 3)):
            raise self.wrong("no_moves", f"returned {value}, which is no value of a position without moves", key)
        return self._points(key, value)

    def endless(self, key: int) -> int:
        """Points of the player to move if play from a position goes on without end.

        GameError if the plugin returns what is no outcome.
        """
        if not self.defines("endless"):
            return 0
        value = int(self.call("endless", key))
        if not (0 < value < 1 << 15 if self.scores else value in (WIN, LOSS, DRAW)):
            raise self.wrong("endless", f"returned {value}, which is no outcome", key)
        return self._points(key, value) // (1 if self.scores else WIN_POINTS)

    def tier(self, key: int) -> int:
        """Number of the position's tier; GameError if it is out of range."""
        number = int(self.call("tier", key))
        if not 0 <= number < MAX_TIERS:
            raise self.wrong("tier", f"returned {number}, not a number from 0 to {MAX_TIERS - 1}", key)
        return number

    def first_to_move(self, key: int) -> bool:
        """Whether the player who made the game's first move is to move in the position."""
        return bool(self.call("first_to_move", key))

    def undo(self, key: int, code: int, successor: int) -> int:
        """Code of the move that ``code`` forbids in its successor; NONE if it forbids none or there is no such rule."""
        return int(self.call("undo", key, code, successor)) if self.repetition else NONE

    def image(self, key: int, g: int) -> int:
        """Image of a position under a group element."""
        return int(self.call("image", key, g))

    def weight(self, key: int) -> int:
        """Returns how many times a state of a position is counted."""
        if not self.counts_images or self.repetition:
            return 1
        return len({self.image(key, g) for g in range(self.group)})

    def image_code(self, code: int, g: int) -> int:
        """Image of a move's code under a group element; NONE for NONE."""
        return code if code == NONE else int(self.call("image_code", code, g))

    def move_text(self, key: int, code: int) -> str | None:
        """A move of a position as text; None for NONE."""
        return None if code == NONE else str(self.text.format_move(key, code))

    def call(self, name: str, *arguments: Any) -> Any:
        """The result of the plugin's function ``name``; GameError if it raises an exception."""
        try:
            return self.functions[name](*arguments)
        except (RetroError, MemoryError):  # of the database, if it holds the enumerated positions
            raise
        except Exception as error:  # foreign code may raise anything
            raise self.wrong(name, f"raised {described(error)}", arguments[0]) from error

    def wrong(self, name: str, what: str, key: int) -> GameError:
        """A GameError about the function ``name``: it names plugin, function and position (or slot)."""
        try:
            shown = "" if name == "unrank" else f", in {self.text.format(key)}"
        except Exception:
            shown = ""
        kind = "slot" if name == "unrank" else "position"
        return GameError(f"plugin {self.game.name}: {name} {what} ({kind} {int(key)}{shown})")

    def problem_of(self, outcome: int) -> str:
        """Why no move of the game can have an outcome, as the end of a sentence; empty if one can."""
        if not goes_on(outcome):
            choices = "ONGOING or score(points)" if self.scores else "ONGOING, WIN, LOSS or DRAW"
            possible = 0 < outcome < 1 << 15 if self.scores else outcome in (WIN, LOSS, DRAW)
            return "" if possible else f", not {choices}"
        if outcome & AGAIN and not self.moves_again:
            return ", with AGAIN, but rules.py does not say MOVES_AGAIN = True"
        if outcome >> GAIN_SHIFT and not self.scores:
            return ", a gain, but rules.py does not define SCORES"
        limit = SCORE_ZERO - 1
        return "" if abs(outcome >> GAIN_SHIFT) <= limit else f", a gain of more than {limit:,} points"


@dataclass(frozen=True)
class IndexedRules(Rules):
    """Rules and an index of their positions: the game's own, or one of enumerated positions.

    slots    size of the index; some slots may hold no position
    sections  ranges of slots for statistics: name, first slot, one past the last
    index    the enumerated positions (`retro.indexing.enumerated.KeyIndex`), None if the game has an index of its own
    tiers    ranges of slots, the lowest tier first; () if they are not known yet: `retro.indexing.tiers` finds them
    own      the game's functions in place of which ``functions`` has those of the index of enumerated positions
    """

    slots: int
    sections: tuple[tuple[str, int, int], ...]
    index: Any = None
    tiers: tuple[Tier, ...] = ()
    own: dict[str, Callable[..., Any]] = field(default_factory=dict)

    @property
    def enumerated(self) -> bool:
        return self.index is not None

    def without_index(self) -> Rules:
        """The same rules without their index, so that the engine enumerates the positions."""
        fixed = {each.name: getattr(self, each.name) for each in fields(Rules)}
        functions = {name: each for name, each in self.functions.items() if name not in ("rank", "unrank")} | self.own
        return Rules(**fixed | {"functions": functions, "plain": False})

    def rank(self, key: int) -> tuple[int, int, bool]:
        """Slot, group element, and whether a symmetry maps the position to itself, as in the contract.

        For a key that is no position the slot may be any number; it is -1 where positions are enumerated.
        """
        index, g, fixed = self.call("rank", key)
        return int(index), int(g), bool(fixed)

    @property
    def homes(self) -> list[int]:
        """Slots of the starts, in their order, equal for images of each other; GameError if one is out of range."""
        slots = [self.rank(key)[0] for key in self.starts]
        for key, index in zip(self.starts, slots, strict=True):
            if not 0 <= index < self.slots:
                raise self.wrong("rank", f"returned the slot {index} for a start, not 0 to {self.slots - 1}", key)
        return slots

    def unrank(self, index: int) -> int:
        """Key of the canonical position of a slot, -1 if the slot holds none."""
        return int(self.call("unrank", index))
