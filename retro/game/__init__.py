"""The contract between a game and the engine: what a plugin defines, the constants it imports, `Game` and `Option`.

This is an overview; docs/reference/names.md describes every name. A game is a Python package with these files:

    rules.py        required: the rules as functions over integers, compiled by the engine
    text.py         required: positions and moves as text and drawings; ordinary Python
    plugin.py       required: returns a `Game` to the engine (see `retro.game.plugins`)
    options.py      the game's options as upper-case constants with their defaults: ``SIZE = 5``
    heuristics.py   rules of thumb, compared with perfect play: name(key, code, successor) -> rating
    tags.py         names for what moves do: TAGS, and tags(key, code, successor, outcome) -> bits
    published.toml  published results, for ``retro reproduce`` (see `retro.verify.published`)
    rules.en.md     the rules for people, likewise in other languages (see `retro.game.how_to_play`)
    words.json      translations for the page of ``retro serve`` (see `retro.serve.plugin_words`)

The smallest game defines INITIAL, `moves` and `draw`. Every other name has a default or makes solving faster.
``retro check`` lists what is missing, what that costs, and whether the rest is right.

rules.py: declarations
----------------------
    INITIAL          required: key of the start, or a tuple of keys; -1 if there is none
    CODES            move codes are 0..CODES-1; default 255
    MAX_MOVES        the most moves of a position; default CODES
    MAX_UNMOVES      the most edges into a position; with `unmoves`
    SLOTS            size of the index; with `rank` and `unrank`
    SECTIONS         ((name, first slot, one past the last), ...): ranges of slots that statistics list
    GROUP            order of the symmetry group; default 1
    REPETITION       True if a move may be forbidden because it takes the last one back; default False
    SCORES           whether values are scores, and for which player: "" (the default), "mover" or "first"
    MOVES_AGAIN      True if after some moves the same player moves again (`AGAIN`); default False
    COUNTED          how statistics count images: "classes" (the default), "positions" or "sides"

rules.py: functions
-------------------
    moves(key, out) -> n            required: out[i] = successor, code, outcome for each of the n moves
    no_moves(key) -> value          value of a position without moves; default ``loss(0)``
    endless(key) -> outcome         what play without end is worth for the player to move: WIN, LOSS or DRAW, the
                                    default; or points, as ``no_moves`` does
    tier(key) -> number             0..2**31 - 1; no move raises it; positions are solved one tier after the other
    first_to_move(key) -> bool      whether the player who made the game's first move is to move
    rank(key) -> index, g, fixed    the slot of a position, the group element that leads to the canonical position, and
                                    whether another one maps the position to itself
    unrank(index) -> key            the canonical position of a slot, -1 if there is none
    unmoves(key, out) -> n          out[i] = predecessor, code, undo for each of the n edges into a position; with
                                    MOVES_AGAIN the outcome of the move in place of undo; with `tier` and without
                                    REPETITION only for those inside the tier; without `rank`, predecessors that no
                                    game reaches are ignored
    wins(key) -> bool               whether some move has the outcome WIN
    undo(key, code, successor) -> code          the move that an edge forbids in its end, or NONE
    restorable(key, code) -> bool   whether some edge into the position forbids ``code``
    image(key, g) -> key            image of a position under a group element
    image_code(code, g) -> code     image of a move

text.py
-------
    draw(key) -> text                   the position in several lines
    format(key) -> text                 the position in one line
    parse(text) -> key                  inverse of format; ValueError if the text is no position of the game
    format_move(key, code) -> text      a move
    parse_move(key, text) -> code       inverse of format_move; ValueError if there is no such move
    why_forbidden(key, code) -> text    why a move is forbidden, as the end of a sentence
    swapped(key) -> key                 the board from the view of the other player, to be drawn
    swapped_move(key, code) -> text     a move, as it is written on that board
    section(name) -> text               what plots call a section
    squares(key) -> {name: number}      what stands on each square, for exports
    scene(key) -> Scene                 the board as data (`retro.game.scene`)
    shown(key, code) -> steps           how a move is drawn on the scene and clicked
    final_scene(key, code) -> Scene     the board after a move that ends the game
    PLAYERS                             names of the players by language

Outcomes
--------
The outcome of a move that ends the game is WIN, LOSS or DRAW for the player who makes it; a position without moves is
loss(0), win(0) or DRAW. If values are scores, each is score(points), from 1 to 2**15 - 1. Outcomes of moves that go on
have zeros in their lowest 15 bits:

    ONGOING, gain(points), and these | AGAIN

`retro.game.values` says what a position is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from retro.system.errors import GameError as GameError
from retro.system.errors import NoSuchState as NoSuchState
from retro.system.errors import OptionError as OptionError
from retro.system.errors import ResourceError as ResourceError
from retro.system.errors import RetroError as RetroError
from retro.system.errors import described
from retro.system.suggestions import suggestion

NONE = -1
"""The code that stands for no move: nothing is forbidden."""

SLACK = 8
"""The rows that ``out`` has beyond MAX_MOVES or MAX_UNMOVES."""

ONGOING = 0
DRAW = 1
WIN = 5
LOSS = 4

ENDS = (1 << 15) - 1
"""Bits of an outcome: one of them is set if the move ends the game."""
AGAIN = 1 << 15
"""Flag of a move that goes on: the player who makes it moves again."""
GAIN_SHIFT = 16
"""The points that a move gains begin at this bit of its outcome."""


def gain(points: int) -> int:
    """The outcome of a move that goes on and gains ``points``, which may be negative, for the player who makes it."""
    return points * 65536


def goes_on(outcome: int) -> bool:
    """Whether the game goes on after a move with this outcome."""
    return outcome & ENDS == 0


def win(dtm: int) -> int:
    """The value of a win in ``dtm`` plies."""
    return 2 * dtm + 3


def loss(dtm: int) -> int:
    """The value of a loss in ``dtm`` plies."""
    return 2 * dtm + 2


SCORE_ZERO = 1 << 14
"""`score` of no points; points are -SCORE_ZERO + 1 to SCORE_ZERO - 1."""


def dtm(value: int) -> int:
    """The plies of ``win`` or ``loss``."""
    return (value >> 1) - 1


def score(points: int) -> int:
    """A score as a value."""
    return points + SCORE_ZERO


def points(value: int) -> int:
    """The points of a score."""
    return value - SCORE_ZERO


@dataclass(frozen=True)
class Option:
    """An option of a game. ``choices`` are all values that it may have, of the type of ``default``."""

    name: str
    default: int | str
    choices: tuple[int | str, ...]
    help: str

    def read(self, text: str, game: str) -> int | str:
        """The choice that ``text`` names; OptionError, which lists the choices, if there is none."""
        for choice in self.choices:
            if str(choice) == text:
                return choice
        choices = ", ".join(map(str, self.choices))
        words = [choice for choice in self.choices if isinstance(choice, str)]  # a similar number is no suggestion
        wrong = f"{text[:40]!r}{suggestion(text, words)}"
        raise OptionError(f"option {self.name} of {game} cannot be {wrong}; choose from {choices}")


@dataclass(frozen=True)
class Game:
    """A game as its plugin describes it.

    name        the game's name, as in the entry point
    title       the game's name for people
    package     dotted name of the package that holds rules.py and text.py
    options     the game's options
    complete    function from the options that the user set to some or all options; missing ones have their default.
                It raises OptionError for options that exclude each other
    notes       counting conventions and similar remarks, which are stored in every database
    small       options, as text, of a variant with at most 20,000 positions, images counted one by one. ``retro check``
                compares all its values with a solver that shares no code with the others. Empty if there is none, or if
                the game itself is that small
    heuristics  names of functions in heuristics.py
    """

    name: str
    title: str
    package: str
    options: tuple[Option, ...] = ()
    complete: Callable[[dict[str, int | str]], dict[str, int | str]] = dict
    notes: tuple[str, ...] = ()
    small: Mapping[str, str] = field(default_factory=dict)
    heuristics: tuple[str, ...] = ()

    def choose(self, given: Mapping[str, str]) -> dict[str, int | str]:
        """The values of all options, from the text of those that the user set; OptionError for an invalid one."""
        by_name = {option.name: option for option in self.options}
        for name in given:
            if name not in by_name:
                names = ", ".join(by_name) or "none"
                raise OptionError(
                    f"{self.name} has no option {name[:40]!r}{suggestion(name, by_name)}; its options: {names}"
                )
        read = {name: by_name[name].read(text, self.name) for name, text in given.items()}
        try:
            chosen = dict(self.complete(read))
        except GameError:
            raise
        except Exception as error:  # foreign code may raise anything
            raise GameError(f"plugin {self.name}: complete raised {described(error)}") from error
        return {option.name: chosen.get(option.name, option.default) for option in self.options}

    def changed(self, options: Mapping[str, int | str]) -> list[str]:
        """The options whose value is not the default, each as ``KEY=VALUE``."""
        return [
            f"{option.name}={options[option.name]}" for option in self.options if options[option.name] != option.default
        ]

    def command(self, name: str, options: Mapping[str, int | str]) -> str:
        """The command line of the command ``name`` for this game with these options."""
        return f"retro {name} {self.name}{''.join(f' --set {each}' for each in self.changed(options))}"
