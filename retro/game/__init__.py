"""The contract between a game and the engine, and nothing else.

A game is a Python package with up to six modules and two files of data:

    rules.py        the rules as scalar functions over integers (below); compiled by the engine
    text.py         positions and moves for people: ordinary Python (below)
    plugin.py       hands a `Game` to the engine (see `retro.game.plugins`)
    options.py      its options as plain constants, upper case, with their defaults: ``SIZE = 5``; only if it has any
    heuristics.py   rules of thumb to test against perfect play (below); only if it has any
    tags.py         what moves do, for searches among positions (below); only if it has any
    published.toml  what is published of the game, for ``retro reproduce`` (see `retro.verify.published`)
    words.json      its texts in other languages, for the page of ``retro serve`` (see `retro.serve.plugin_words`)

``rules.py``, ``text.py``, ``heuristics.py`` and ``tags.py`` import options by ``from .options import SIZE``. For every
choice of options the engine imports fresh copies of them beside an ``options`` module that holds the chosen values, so
tables may be computed at import.

The smallest game is INITIAL, `moves` and `draw`. Everything else has a default or makes solving faster; ``retro check``
tells what is missing, what that costs, and whether what is there is right.

Positions
---------
A position (board and side to move) is one integer, its *key*: 0 <= key < 2**63. Codes, indices and outcomes are
integers too. Everything is signed 64-bit once compiled: no unsigned arithmetic, no surprises with literals. A result
that needs more, and a shift by a negative number or by 64 and more, is undefined there: it does not wrap around. The
side to move is best folded away (*mover* and *opponent* swap at each move).

rules.py: declarations
----------------------
    INITIAL          required: key of the position in which the game starts, or -1 if these options have none (a game
                     without a start needs an index of its own)
    CODES            move codes lie in 0..CODES-1; default 255
    MAX_MOVES        most moves in any position; default CODES
    MAX_UNMOVES      most predecessor edges of any position; with `unmoves`
    SLOTS            size of the index; with `rank` and `unrank`. Slots that hold no position are allowed
    SECTIONS         ((name, first slot, one past the last), ...) in index order: sections of the index, for
                     statistics; default one section, ``all``. Without an index of its own a game's sections are its
                     tiers
    GROUP            order of the symmetry group, default 1; element 0 is the identity
    REPETITION       default False; True if a move may be forbidden because it takes the last one back
    SCORES           default "": values are win, loss or draw, with DTM. "mover": values are scores, for the player to
                     move. "first": scores for the player who made the game's first move, whoever is to move
    COUNTED          default "classes": positions are counted up to symmetry, each once. "positions": each position
                     counts as often as it has images. "sides": so, too, and its states twice, for either player to move

rules.py: functions
-------------------
    moves(key, out) -> n            required. out[i] = successor, code, outcome for each of the n moves. ``outcome`` is
                                    ONGOING, or how the move ends the game: WIN, LOSS or DRAW for the player who makes
                                    it, or ``score(points)``; the successor is then ignored. Codes are unique within a
                                    position; any order.
    no_moves(key) -> value          value of a position without legal moves: default ``loss(0)``. May be DRAW, win(0)
                                    or, if values are scores, ``score(points)`` (then there is no default)
    tier(key) -> number             optional: 0 <= number < 255, never raised by a move. If every move lowers it, the
                                    game has no cycles, and one pass solves it
    first_to_move(key) -> bool      whether the player who made the game's first move is to move; with SCORES "first".
                                    Turns need not alternate
    rank(key) -> index, g, fixed    optional: slot of the position's class, the group element whose image of ``key`` is
                                    the class's canonical position, and whether some g > 0 maps ``key`` to itself.
                                    Without it, the positions that can be reached from INITIAL are enumerated, sorted
                                    and searched; the canonical one of a class is then the one with the smallest key
    unrank(index) -> key            with `rank`: canonical position of a slot, -1 if the slot holds none
    unmoves(key, out) -> n          optional: out[i] = predecessor, code of its move that leads here, undo: every edge
                                    (a move with outcome ONGOING) into the position. ``undo`` is the code of the move
                                    that the edge forbids in this position, or NONE. Without it, edges are turned
                                    around in memory, or positions are swept again and again
    wins(key) -> bool               optional: whether some move has the outcome WIN. If it costs little, it saves
                                    much: edges into such positions are then never walked
    urgent(key, out) -> rows, others, codes     optional: of a position in which no move wins, out[i] as of `moves` for
                                    each move that ends the game or after which `wins` is true (others may be among
                                    them), how many other moves there are, and the exclusive-or of their codes. If that
                                    costs less than all moves, the first records of the queue backend take less time
    undo(key, code, successor)      the same as the ``undo`` of unmoves for one edge, seen from before the move; with
                                    REPETITION
    restorable(key, code) -> bool   optional, with REPETITION: False if no edge into the position forbids ``code``
    image(key, g) -> key            image of a position under a group element; with GROUP > 1
    image_code(code, g) -> code     image of a move; with GROUP > 1 and either `unmoves` or REPETITION

A move that ends the game is never the one forbidden. ``out`` is an int64 array with three columns and SLACK more rows
than the game asks for, so that a function may write a few too many and count afterwards.
Functions are plain Python: no decorators, no allocation, no objects; they may call each other, `retro.game.bits`, and
read
module globals: integers, tuples of them, and arrays of integers up to 2**20 bytes, which are frozen into machine code.

text.py
-------
    draw(key) -> text                   several lines, for the eye; default format(key)
    format(key) -> text                 one line; default the key in digits. One of draw and format is required
    parse(text) -> key                  with `format`: parse(format(key)) == key; ValueError with one clear line if it
                                        is no position of this game. Without both, a position is written as its key
    format_move(key, code) -> text      default the code in digits
    parse_move(key, text) -> code       ValueError with one clear line if there is no such move; default: the move that
                                        format_move writes so
    why_forbidden(key, code) -> text    why a move is forbidden, the rest of a sentence: "it takes the last move back";
                                        default: the rules forbid it after the last move
    swapped(key) -> key                 the board as the other player sees it, to be drawn and written, whether or not
                                        it is a position; default the key, where players keep their signs anyway
    section(name) -> text               what plots call a section, which SECTIONS names, or else ``tier 7``; sections
                                        of the same text are one there; default the name
    squares(key) -> {name: number}      optional: what stands on each square, 0 to 127, for exports; the same names in
                                        the same order for all positions
    scene(key) -> Scene                 optional: points, what stands on them, and more, to be drawn
    (`retro.game.scene`);
                                        default: the grid that draw prints
    shown(key, code) -> steps           optional: how a move is drawn on the scene, and clicked, a sequence of
                                        `retro.game.scene.Step`; default: the points that format_move names
    final_scene(key, code) -> Scene     optional: the board after a move that ends the game, players as in scene(key);
                                        default: the board before it, with the move
    PLAYERS                             optional: what the first player and the second are called, by language:
                                        ``{"en": ("Blue", "Amber"), "ja": ("青", "黄")}``; default: the first player

heuristics.py
-------------
    name(key, code, successor) -> rating    of a move, a whole number: the heuristic plays the move with the highest;
                                            compiled. Of a move that ends the game the successor may be anything.
                                            ``Game.heuristics`` lists the names

tags.py
-------
    TAGS                                    names for what a move may do: ``("captures", "sacrifices")``, 62 at most
    tags(key, code, successor, outcome) -> bits    of a move: bit i if it does TAGS[i]; compiled. Moves that are images
                                            of each other have the same. Of a move that ends the game the successor may
                                            be anything. It is no part of the rules: databases stay as they are when it
                                            changes

Values
------
A value says who wins and when: DTM is the number of plies to the end of the game under best play. It is packed into
one integer: 0 unknown (a draw once solving is over), 1 a draw known at once, and

    loss(d) = 2 d + 2      win(d) = 2 d + 3      so that (value >> 1) - 1 is the DTM and value & 1 tells a win

Where values are scores they are packed as score(points) = points + 2**14, and 0 is unknown.
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
"""No move: nothing is forbidden."""

SLACK = 8
"""Rows of ``out`` beyond MAX_MOVES or MAX_UNMOVES."""

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
"""The packed score of no points; points lie in between -SCORE_ZERO + 1 and SCORE_ZERO - 1."""


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
    """One option of a game: ``choices`` are its values, all of the type of ``default``."""

    name: str
    default: int | str
    choices: tuple[int | str, ...]
    help: str

    def read(self, text: str, game: str) -> int | str:
        """The value written as ``text``; OptionError names the choices."""
        for choice in self.choices:
            if str(choice) == text:
                return choice
        known = ", ".join(map(str, self.choices))
        words = [choice for choice in self.choices if isinstance(choice, str)]  # a number like another tells nothing
        wrong = f"{text[:40]!r}{suggestion(text, words)}"
        raise OptionError(f"option {self.name} of {game} cannot be {wrong}; choose from {known}")


@dataclass(frozen=True)
class Game:
    """What a plugin hands to the engine.

    package   dotted name of the package that holds rules.py and text.py
    complete  gets every option the user set; returns all options with their values, raises OptionError for a
              combination that makes no sense. The default fills in each option's own default.
    notes     counting conventions and the like, in words; they go into every database
    small     options of a variant with at most 20,000 positions, images counted one by one, for ``retro check``: there
              everything is compared with a solver that shares no code with the rest; empty if there is none, or if the
              game is small itself
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
        """All options with their values, from those the user wrote as text."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "none"
                raise OptionError(
                    f"{self.name} has no option {name[:40]!r}{suggestion(name, known)}; its options: {names}"
                )
        read = {name: known[name].read(text, self.name) for name, text in given.items()}
        try:
            chosen = dict(self.complete(read))
        except GameError:
            raise
        except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
            raise GameError(f"plugin {self.name}: complete raised {described(error)}") from error
        return {option.name: chosen.get(option.name, option.default) for option in self.options}

    def changed(self, options: Mapping[str, int | str]) -> list[str]:
        """Those of all the options that are not the default, each as ``KEY=VALUE``."""
        return [
            f"{option.name}={options[option.name]}" for option in self.options if options[option.name] != option.default
        ]

    def command(self, name: str, options: Mapping[str, int | str]) -> str:
        """The command line that does ``name`` with this game and these options."""
        return f"retro {name} {self.name}{''.join(f' --set {each}' for each in self.changed(options))}"
