"""The contract between a game and the engine: what a plugin defines, the constants it imports, `Game` and `Option`.

A game is a Python package with up to six modules and two data files:

    rules.py        required: the rules as functions over integers (below), compiled by the engine
    text.py         required: positions and moves as text and drawings; ordinary Python (below)
    plugin.py       required: returns a `Game` to the engine (see `retro.game.plugins`)
    options.py      the game's options as upper-case constants with their defaults: ``SIZE = 5``
    heuristics.py   rules of thumb that are compared with perfect play (below)
    tags.py         names for what moves do, for searches (below)
    published.toml  published results, for ``retro reproduce`` (see `retro.verify.published`)
    words.json      translations for the page of ``retro serve`` (see `retro.serve.plugin_words`)

``rules.py``, ``text.py``, ``heuristics.py`` and ``tags.py`` import options by ``from .options import SIZE``. The engine
imports these modules anew for each choice of options, beside an ``options`` module with the chosen values, so a module
may compute tables at import.

The smallest game defines INITIAL, `moves` and `draw`. Every other name has a default or makes solving faster.
``retro check`` lists what is missing, what that costs, and whether the rest is right.

Positions
---------
A position is a board and the side to move. It is one integer, its *key*: 0 <= key < 2**63. Codes, slots and outcomes
are integers, too. Compiled code computes with signed 64-bit integers. A result that needs more bits is undefined (it
does not wrap around), and so is a shift by a negative number or by 64 and more. If possible, write the board from the
view of the player to move: then *mover* and *opponent* swap at each move, and there are half as many positions.

rules.py: declarations
----------------------
    INITIAL          required: key of the position in which the game starts; -1 if these options have none (such a game
                     needs an index of its own)
    CODES            move codes are 0..CODES-1; default 255
    MAX_MOVES        the most moves of a position; default CODES
    MAX_UNMOVES      the most edges into a position; with `unmoves`
    SLOTS            size of the index; with `rank` and `unrank`. A slot may hold no position
    SECTIONS         ((name, first slot, one past the last), ...) in index order: sections of the index, which
                     statistics list; default one section, ``all``. Where positions are enumerated, tiers are sections
    GROUP            order of the symmetry group; default 1. Element 0 is the identity
    REPETITION       True if a move may be forbidden because it takes the last one back; default False
    SCORES           "", the default: values are win, loss or draw, with DTM. "mover": values are scores for the player
                     to move. "first": values are scores for the player who made the game's first move
    COUNTED          "classes", the default: statistics count a position once for all its images. "positions": once for
                     each image. "sides": once for each image, and states twice, for either player to move

rules.py: functions
-------------------
    moves(key, out) -> n            required. Writes a row for each of the n moves, in any order: out[i] = successor,
                                    code, outcome. ``outcome`` is ONGOING, or how the move ends the game: WIN, LOSS or
                                    DRAW for the player who makes it, or ``score(points)``; the successor is then
                                    ignored. The codes of a position's moves differ
    no_moves(key) -> value          value of a position without legal moves; default ``loss(0)``. Also DRAW, win(0), or
                                    ``score(points)`` if values are scores (required then)
    tier(key) -> number             optional: 0 <= number < 255, and no move raises it. If every move lowers it, the
                                    game has no cycles, and one pass solves it
    first_to_move(key) -> bool      whether the player who made the game's first move is to move; required with SCORES
                                    "first". Turns need not alternate
    rank(key) -> index, g, fixed    optional: the slot of the position's class; the group element whose image of ``key``
                                    is the class's canonical position; whether some g > 0 maps ``key`` to itself.
                                    Without it the engine enumerates the positions that can be reached from INITIAL, and
                                    the image with the smallest key is canonical
    unrank(index) -> key            canonical position of a slot, -1 if the slot holds none; required with `rank`
    unmoves(key, out) -> n          optional: out[i] = predecessor, code, undo for every edge into the position. An edge
                                    is a move with outcome ONGOING; ``code`` is that of the move. ``undo`` is the code
                                    of the move that the edge forbids in this position, or NONE. Without it the engine
                                    transposes all edges in memory or, if they do not fit, uses the sweep backend
    wins(key) -> bool               optional: whether some move has the outcome WIN. If it is cheap it saves much time:
                                    edges into such positions are not visited
    urgent(key, out) -> rows, others, codes     optional: for a position without a winning move, rows as of `moves` for
                                    every move that ends the game or leads to a position in which `wins` is true (and
                                    any others); the number of the other moves; the exclusive-or of their codes. If it
                                    is cheaper than `moves`, the first records of the queue backend take less time
    undo(key, code, successor) -> code      the ``undo`` of `unmoves` for one edge; required with REPETITION
    restorable(key, code) -> bool   optional, with REPETITION: False if no edge into the position forbids ``code``
    image(key, g) -> key            image of a position under a group element; required with GROUP > 1
    image_code(code, g) -> code     image of a move; required with GROUP > 1 and either `unmoves` or REPETITION

A move that ends the game is never forbidden. ``out`` is an int64 array with three columns. It has SLACK rows more than
MAX_MOVES or MAX_UNMOVES, so a function may write a few rows too many and return a smaller n.
Functions are plain Python without decorators, allocation and objects. They may call each other and `retro.game.bits`,
and read module globals: integers, tuples of integers, and arrays of integers of at most 2**20 bytes, which become
constants of the machine code.

text.py
-------
    draw(key) -> text                   the position in several lines; default format(key)
    format(key) -> text                 the position in one line; default the key in digits. Define draw, format or both
    parse(text) -> key                  inverse of format, required with it; ValueError with one clear line if the text
                                        is no position of the game. Default: reads the key in digits
    format_move(key, code) -> text      a move; default the code in digits
    parse_move(key, text) -> code       inverse of format_move; ValueError with one clear line if there is no such move.
                                        Default: compares the text with that of each move
    why_forbidden(key, code) -> text    why a move is forbidden, as the end of a sentence: "it takes the last move
                                        back"; default "the rules forbid it after the last move"
    swapped(key) -> key                 the board from the view of the other player, to be drawn and written; it need
                                        not be a position. Default the key
    section(name) -> text               what plots call a section, which SECTIONS names, or else ``tier 7``; sections
                                        of the same text are one there; default the name
    squares(key) -> {name: number}      optional, for exports: what stands on each square, 0 to 127; the same names in
                                        the same order for all positions
    scene(key) -> Scene                 optional: the board as data, to be drawn (`retro.game.scene`); default: the grid
                                        that draw prints
    shown(key, code) -> steps           optional: how a move is drawn on the scene and clicked, a sequence of
                                        `retro.game.scene.Step`; default: the points that format_move names
    final_scene(key, code) -> Scene     optional: the board after a move that ends the game, players as in scene(key);
                                        default: the board before it, with the move
    PLAYERS                             optional: names of the first and the second player by language:
                                        ``{"en": ("Blue", "Amber"), "ja": ("青", "黄")}``; default: none

heuristics.py
-------------
    name(key, code, successor) -> rating    integer rating of a move; the heuristic plays a move with the highest.
                                            Compiled. If the move ends the game, the successor may be any number.
                                            ``Game.heuristics`` lists the names

tags.py
-------
    TAGS                                    at most 62 names for what moves do: ``("captures", "sacrifices")``
    tags(key, code, successor, outcome) -> bits    bit i is set if the move does TAGS[i]. Compiled. Images of a move
                                            have the same tags. If the move ends the game, the successor may be any
                                            number. Tags do not belong to the rules: a database stays
                                            valid when they change

Values
------
A value says who wins and when: DTM is the number of plies to the end of the game under best play. A value is packed
into one integer: 0 unknown (a draw once solving is over), 1 a draw, and

    loss(d) = 2 d + 2      win(d) = 2 d + 3      so that (value >> 1) - 1 is the DTM, and value & 1 is 1 for a win

If values are scores, they are packed as score(points) = points + 2**14, and 0 is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from retro.system.errors import GameError as GameError
from retro.system.errors import NoSuchState as NoSuchState
from retro.system.errors import OptionError as OptionError
from retro.system.errors import RetroError as RetroError
from retro.system.errors import described
from retro.system.suggestions import suggestion

NONE = -1
"""The code that stands for no move: nothing is forbidden."""

SLACK = 8
"""The rows that ``out`` has beyond MAX_MOVES or MAX_UNMOVES."""

ONGOING = 0
UNKNOWN = 0
DRAW = 1
WIN = 5
LOSS = 4


def win(dtm: int) -> int:
    """The value of a win in ``dtm`` plies."""
    return 2 * dtm + 3


def loss(dtm: int) -> int:
    """The value of a loss in ``dtm`` plies."""
    return 2 * dtm + 2


def dtm(value: int) -> int:
    """Plies to the end of the game; meaningless for draws."""
    return (value >> 1) - 1


SCORE_ZERO = 1 << 14
"""The packed score of no points; points are -SCORE_ZERO + 1 to SCORE_ZERO - 1."""


def score(points: int) -> int:
    """A score as a value."""
    return points + SCORE_ZERO


def points(value: int) -> int:
    """The points of a value that is a score."""
    return value - SCORE_ZERO


def outcome_name(value: int, scores: str = "") -> str:
    """``win``, ``loss`` or ``draw``; a score, if values are ``scores``, by its sign."""
    if scores:
        return "draw" if value == SCORE_ZERO else "win" if value > SCORE_ZERO else "loss"
    if value <= DRAW:
        return "draw"
    return "win" if value & 1 else "loss"


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
