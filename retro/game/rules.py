"""A game with its options chosen, as ordinary Python calls it: the plugin's functions, and what they return checked.

What a plugin's functions do wrong is told in one line that names plugin, function and position; compiled code is not
looked after like that, so solvers come here when something looks wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro.game import DRAW, LOSS, NONE, ONGOING, SLACK, WIN, Game, loss
from retro.game.text import Text
from retro.system.errors import GameError, RetroError, described

FUNCTIONS = {
    "moves": ("key", "out"),
    "no_moves": ("key",),
    "tier": ("key",),
    "first_to_move": ("key",),
    "rank": ("key",),
    "unrank": ("index",),
    "unmoves": ("key", "out"),
    "wins": ("key",),
    "urgent": ("key", "out"),
    "undo": ("key", "code", "successor"),
    "restorable": ("key", "code"),
    "image": ("key", "g"),
    "image_code": ("code", "g"),
}
"""What rules.py may define, with the names of the parameters."""
TRIPLES = {"rank": "(index, g, fixed)", "urgent": "(rows, others, codes)"}
"""What those of them return that return three numbers."""
MOST_TIERS = 255


def _lost(key: int) -> int:
    """`no_moves` of a game in which who cannot move has lost."""
    return 2


def _one_tier(key: int) -> int:
    """`tier` of a game that does not define it."""
    return 0


def _same(value: int, g: int) -> int:
    """`image` and `image_code` of a game without symmetry."""
    return value


def _nobody(key: int) -> bool:
    """`first_to_move` of a game whose scores are not for the first player."""
    return True


def _nowhere(key: int, out: Any) -> int:
    """`unmoves` of a game that does not define it."""
    return 0


def _never(key: int, code: int, successor: int) -> int:
    """`undo` of a game without a repetition rule."""
    return NONE


def _unknown(key: int) -> bool:
    """`wins` of a game that does not define it."""
    return False


def _none_aside(key: int, out: Any) -> tuple[int, int, int]:
    """`urgent` of a game that does not define it; nobody asks."""
    return 0, 0, 0


def _perhaps(key: int, code: int) -> bool:
    """`restorable` of a game that does not define it."""
    return True


DEFAULTS: dict[str, Callable[..., Any]] = {
    "no_moves": _lost,
    "tier": _one_tier,
    "first_to_move": _nobody,
    "unmoves": _nowhere,
    "wins": _unknown,
    "urgent": _none_aside,
    "undo": _never,
    "restorable": _perhaps,
    "image": _same,
    "image_code": _same,
}
assert loss(0) == 2


class Move(NamedTuple):
    """One move of a position; ``outcome`` as in the contract."""

    code: int
    outcome: int
    successor: int


@dataclass(frozen=True)
class Rules:
    """A game with its options chosen: declarations, the plain functions, and calls for ordinary Python.

    ``functions`` has a default for each that the game may leave out, but for `rank` and `unrank`: whoever needs these
    asks for `IndexedRules`.
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
    initial: int
    group: int
    repetition: bool
    scores: str
    counted: str

    @property
    def enumerated(self) -> bool:
        """Whether the game leaves the index of its positions to the engine."""
        return True

    @property
    def players(self) -> int:
        """How often a state counts that kernels count once: twice where it counts for either player to move."""
        return 2 if self.counted == "sides" else 1

    @property
    def counts_images(self) -> bool:
        """Whether a position counts as often as it has images, not once for all of them."""
        return self.counted != "classes"

    def defines(self, name: str) -> bool:
        """Whether the game itself brings the function ``name``."""
        return self.functions.get(name) not in (None, DEFAULTS.get(name))

    @property
    def changed(self) -> list[str]:
        """The options that are not the default, each as ``KEY=VALUE``."""
        return self.game.changed(self.options)

    def command(self, name: str) -> str:
        """The command line that does ``name`` with this game and these options."""
        return self.game.command(name, self.options)

    def moves(self, key: int) -> list[Move]:
        """All moves of a position sorted by code, which is the game's order, whatever is forbidden.

        GameError if what the plugin returns is not what the contract asks for.
        """
        out = np.full((self.max_moves + SLACK, 3), NONE, np.int64)
        count = self.call("moves", key, out)
        if not isinstance(count, int | np.integer) or not 0 <= count <= self.max_moves:
            raise self.wrong("moves", f"returned {count!r:.40}, not a number of moves from 0 to {self.max_moves}", key)
        found = sorted(Move(code, outcome, successor) for successor, code, outcome in out[:count].tolist())
        for place, move in enumerate(found):
            if not 0 <= move.code < self.codes:
                raise self.wrong("moves", f"gave a move the code {move.code}, not 0 to {self.codes - 1}", key)
            if place and found[place - 1].code == move.code:
                raise self.wrong("moves", f"gave two moves the code {move.code}", key)
            if move.outcome == ONGOING and move.successor < 0:
                raise self.wrong("moves", f"gave move {move.code} the successor {move.successor}, which is no key", key)
            if not self._allowed(move.outcome):
                raise self.wrong("moves", f"gave move {move.code} the outcome {move.outcome}", key)
        return found

    def unmoves(self, key: int) -> list[tuple[int, int, int]]:
        """All moves taken back from a position: predecessor, code of its move, and the code that this forbids.

        GameError if what the plugin returns is not what the contract asks for.
        """
        out = np.full((self.max_unmoves + SLACK, 3), NONE, np.int64)
        count = self.call("unmoves", key, out)
        if not isinstance(count, int | np.integer) or not 0 <= count <= self.max_unmoves:
            most = f"not a number of edges from 0 to {self.max_unmoves}"
            raise self.wrong("unmoves", f"returned {count!r:.40}, {most}", key)
        found = [(int(before), int(code), int(undone)) for before, code, undone in out[:count].tolist()]
        for before, code, undone in found:
            if before < 0:
                raise self.wrong("unmoves", f"gave the predecessor {before}, which is no key", key)
            if not 0 <= code < self.codes or (self.repetition and not NONE <= undone < self.codes):
                codes = f"the codes {code} and {undone}, not 0 to {self.codes - 1}"
                raise self.wrong("unmoves", f"gave an edge {codes}", key)
        return found

    def no_moves(self, key: int) -> int:
        """Value of a position whose mover has no legal move."""
        value = int(self.call("no_moves", key))
        if not (0 < value < 1 << 15 if self.scores else value == DRAW or value in (2, 3)):
            raise self.wrong("no_moves", f"returned {value}, which is no value of a position without moves", key)
        return value

    def tier(self, key: int) -> int:
        """Number of the position's tier."""
        found = int(self.call("tier", key))
        if not 0 <= found < MOST_TIERS:
            raise self.wrong("tier", f"returned {found}, not a number from 0 to {MOST_TIERS - 1}", key)
        return found

    def first_to_move(self, key: int) -> bool:
        """Whether the player who made the game's first move is to move."""
        return bool(self.call("first_to_move", key))

    def undo(self, key: int, code: int, successor: int) -> int:
        """Code of the move that ``code`` forbids in its successor, or NONE: so without a repetition rule."""
        return int(self.call("undo", key, code, successor)) if self.repetition else NONE

    def image(self, key: int, g: int) -> int:
        """Image of a position."""
        return int(self.call("image", key, g))

    def image_code(self, code: int, g: int) -> int:
        """Image of a move's code."""
        return int(self.call("image_code", code, g))

    def call(self, name: str, *arguments: Any) -> Any:
        """What the plugin's function ``name`` returns; GameError if it raises."""
        try:
            return self.functions[name](*arguments)
        except (RetroError, MemoryError):  # of the database, where positions are enumerated
            raise
        except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
            raise self.wrong(name, f"raised {described(error)}", arguments[0]) from error

    def wrong(self, name: str, what: str, key: int) -> GameError:
        """An error that names plugin, function and position (or slot)."""
        try:
            shown = "" if name == "unrank" else f", in {self.text.format(key)}"
        except Exception:
            shown = ""
        called = "slot" if name == "unrank" else "position"
        return GameError(f"plugin {self.game.name}: {name} {what} ({called} {int(key)}{shown})")

    def _allowed(self, outcome: int) -> bool:
        if self.scores:
            return outcome == ONGOING or 0 < outcome < 1 << 15
        return outcome in (ONGOING, WIN, LOSS, DRAW)


@dataclass(frozen=True)
class IndexedRules(Rules):
    """Rules and an index of their positions: the game's own, or one of enumerated positions.

    slots    of the index, some of which may hold no position
    sections  ranges of slots for statistics: name, first slot, one past the last
    acyclic  whether every move lowers the tier, None if nobody looked
    index    the enumerated positions (`retro.indexing.enumerated.Index`), None if the game has an index of its own
    """

    slots: int
    sections: tuple[tuple[str, int, int], ...]
    acyclic: bool | None = None
    index: Any = None

    @property
    def enumerated(self) -> bool:
        return self.index is not None

    def without_index(self) -> Rules:
        """The same rules, for the engine to find their positions."""
        known = {each.name: getattr(self, each.name) for each in fields(Rules)}
        functions = {name: each for name, each in self.functions.items() if name not in ("rank", "unrank")}
        return Rules(**known | {"functions": functions})

    def rank(self, key: int) -> tuple[int, int, bool]:
        """Slot, group element and whether the position is its own mirror image, as in the contract.

        The slot of a key that is no position may be anything, but is -1 where positions are enumerated.
        """
        index, g, fixed = self.call("rank", key)
        return int(index), int(g), bool(fixed)

    @property
    def home(self) -> int:
        """Slot of the start, -1 if these options have none; GameError if the index does not hold it."""
        if self.initial < 0:
            return -1
        index, _, _ = self.rank(self.initial)
        if not 0 <= index < self.slots:
            raise self.wrong(
                "rank", f"returned the slot {index} for the start, not 0 to {self.slots - 1}", self.initial
            )
        return index

    def unrank(self, index: int) -> int:
        """Canonical position of a slot, or -1."""
        return int(self.call("unrank", index))
