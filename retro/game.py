"""The contract between a game and the engine, and nothing else.

A game is a Python package with three modules:

    options.py   its options as plain constants, upper case, with their defaults: ``SIZE = 5``
    rules.py     the rules as scalar functions over integers (below); compiled by the engine
    text.py      positions and moves for people: ordinary Python (below)

and a plugin module that hands a `Game` to the engine (see `retro.plugins`). ``rules.py`` and ``text.py`` import
options by ``from .options import SIZE``. For every choice of options the engine imports fresh copies of both
modules beside an ``options`` module that holds the chosen values, so tables may be computed at import.

Positions
---------
A position (board and side to move) is one integer, its *key*: 0 <= key < 2**63. Codes, indices and outcomes are
integers too. Everything is signed 64-bit once compiled: no unsigned arithmetic, no surprises with literals. The side
to move is best folded away (*mover* and *opponent* swap at each move).

rules.py: declarations
----------------------
    MAX_MOVES        most moves in any position
    MAX_UNMOVES      most predecessor edges of any position
    CODES            move codes lie in 0..CODES-1
    INITIAL          key of the position in which the game starts, or -1 if these options have none
    SLOTS            size of the index; slots that hold no position are allowed
    TIERS            ((name, first slot, one past the last), ...) in index order, for statistics
    GROUP            order of the symmetry group, default 1; element 0 is the identity
    NO_MOVES         value for the mover who has no legal move, default ``loss(0)``
    REPETITION       default False; True if a move may be forbidden because it takes the last one back
    COUNTED          default "classes": positions are counted up to symmetry, each once. "positions": each
                     position counts as often as it has images, and every position for either player to move

rules.py: functions
-------------------
    moves(key, out) -> n            out[i] = successor, code, outcome for each of the n moves. ``outcome`` is
                                    ONGOING, or how the move ends the game: WIN, LOSS or DRAW; the successor is then
                                    ignored. Codes are unique within a position; any order.
    unmoves(key, out) -> n          out[i] = predecessor, code of its move that leads here, undo: every edge (a move
                                    with outcome ONGOING) into the position. ``undo`` is the code of the move
                                    that the edge forbids in this position, or NONE.
    wins(key) -> bool               optional: whether some move has the outcome WIN. If it costs little, it saves
                                    much: edges into such positions are then never walked
    undo(key, code, successor)      the same for one edge, seen from before the move; only with REPETITION
    restorable(key, code) -> bool   optional, with REPETITION: False if no edge into the position forbids ``code``
    rank(key) -> index, g, fixed    slot of the position's class, the group element whose image of ``key`` is the
                                    class's canonical position, and whether some g > 0 maps ``key`` to itself
    unrank(index) -> key            canonical position of a slot, -1 if the slot holds none
    image(key, g) -> key            image of a position under a group element; only with GROUP > 1
    image_code(code, g) -> code     image of a move; only with GROUP > 1

A move that ends the game is never the one forbidden. ``out`` is an int64 array with three columns and SLACK more rows
than the game asks for, so that a function may write a few too many and count afterwards.
Functions are plain Python: no decorators, no allocation, no objects; they may call each other, `retro.bits`, and read
module globals (integers, and arrays below 1 MB, which are frozen into the machine code).

text.py
-------
    parse(text) -> key                  ValueError with one clear line if it is no position of this game
    format(key) -> text                 one line; parse(format(key)) == key
    draw(key) -> text                   several lines, for the eye
    parse_move(key, text) -> code       ValueError with one clear line if there is no such move
    format_move(key, code) -> text

Values
------
A value says who wins and when: DTM is the number of plies to the end of the game under best play. It is packed into
one integer: 0 unknown (a draw once solving is over), 1 a draw known at once, and

    loss(d) = 2 d + 2      win(d) = 2 d + 1      so that (value - 1) >> 1 is the DTM and value & 1 tells a win
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

NONE = -1
"""No move: nothing is forbidden."""

SLACK = 8
"""Rows of ``out`` beyond MAX_MOVES or MAX_UNMOVES."""

ONGOING = 0
UNKNOWN = 0
DRAW = 1
WIN = 3
LOSS = 4


def win(dtm: int) -> int:
    """The value of a win in ``dtm`` plies."""
    return 2 * dtm + 1


def loss(dtm: int) -> int:
    """The value of a loss in ``dtm`` plies."""
    return 2 * dtm + 2


def dtm(value: int) -> int:
    """Plies to the end of the game; meaningless for draws."""
    return (value - 1) >> 1


def outcome_name(value: int) -> str:
    """``win``, ``loss`` or ``draw``."""
    if value <= DRAW:
        return "draw"
    return "win" if value & 1 else "loss"


class GameError(Exception):
    """Something a person must mend in a plugin or in a request; its text is one clear line."""


class OptionError(GameError):
    """An option that does not exist, or a value it cannot have."""


@dataclass(frozen=True)
class Option:
    """One option of a game: ``choices`` are its values, all of the type of ``default``."""

    name: str
    default: int | str
    choices: tuple[int | str, ...]
    help: str

    def read(self, text: str) -> int | str:
        """The value written as ``text``; OptionError names the choices."""
        for choice in self.choices:
            if str(choice) == text:
                return choice
        known = ", ".join(map(str, self.choices))
        raise OptionError(f"option {self.name} cannot be {text[:40]!r}; choose from {known}")


def _as_given(options: dict[str, int | str]) -> dict[str, int | str]:
    return options


@dataclass(frozen=True)
class Game:
    """What a plugin hands to the engine.

    package   dotted name of the package that holds options.py, rules.py and text.py
    complete  gets every option the user set; returns all options with their values, raises OptionError for a
              combination that makes no sense. The default fills in each option's own default.
    notes     counting conventions and the like, in words; they go into every database
    """

    name: str
    title: str
    package: str
    options: tuple[Option, ...] = ()
    complete: Callable[[dict[str, int | str]], dict[str, int | str]] = field(default=_as_given)
    notes: tuple[str, ...] = ()

    def choose(self, given: Mapping[str, str]) -> dict[str, int | str]:
        """All options with their values, from those the user wrote as text."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise OptionError(f"{self.name} has no option {name[:40]!r}; its options: {names}")
        chosen = self.complete({name: known[name].read(text) for name, text in given.items()})
        return {option.name: chosen.get(option.name, option.default) for option in self.options}
