"""A game with its options chosen: its modules imported for them, looked through, and called from ordinary Python.

For each choice of options the game's modules are imported afresh under a package of their own, beside an ``options``
module that holds the chosen values. What a plugin's functions do wrong is told in one line that names plugin, function
and position; compiled code is not looked after like that, so solvers come here when something looks wrong.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro import text
from retro.game import DRAW, LOSS, NONE, ONGOING, SLACK, WIN, Game, GameError, loss
from retro.text import Text

DEFAULT_CODES = 255
NOT_RULES = ("__init__.py", "heuristics.py", "options.py", "plugin.py", "tags.py", "text.py")
INDEXING = {True: ("enumerated",), False: ("bitvector", "combinatorial", "dense")}
"""Modules of `retro.indexing` that take part in a game, by whether its positions are enumerated."""
FUNCTIONS = {
    "moves": ("key", "out"),
    "no_moves": ("key",),
    "tier": ("key",),
    "first_to_move": ("key",),
    "rank": ("key",),
    "unrank": ("index",),
    "unmoves": ("key", "out"),
    "wins": ("key",),
    "undo": ("key", "code", "successor"),
    "restorable": ("key", "code"),
    "image": ("key", "g"),
    "image_code": ("code", "g"),
}
"""What rules.py may define, with the names of the parameters."""
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


def _perhaps(key: int, code: int) -> bool:
    """`restorable` of a game that does not define it."""
    return True


DEFAULTS: dict[str, Callable[..., Any]] = {
    "no_moves": _lost,
    "tier": _one_tier,
    "first_to_move": _nobody,
    "unmoves": _nowhere,
    "wins": _unknown,
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

    ``functions`` has a default for each that the game may leave out, but for `rank` and `unrank`: without them a game
    is `enumerated` and has no slots (-1) until `retro.indexing.enumerated.bind` gives it an ``index``. ``acyclic`` is
    True if every move is known to lower the tier.
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
    slots: int
    tiers: tuple[tuple[str, int, int], ...]
    group: int
    repetition: bool
    scores: str
    counted: str
    acyclic: bool = False
    index: Any = None

    @property
    def enumerated(self) -> bool:
        """Whether the positions have to be found before they have an index."""
        return self.index is not None or "rank" not in self.functions

    def defines(self, name: str) -> bool:
        """Whether the game itself brings the function ``name``."""
        return self.functions.get(name) not in (None, DEFAULTS.get(name))

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
        """Code of the move that ``code`` forbids in its successor, or NONE."""
        return int(self.call("undo", key, code, successor))

    def rank(self, key: int) -> tuple[int, int, bool]:
        """Slot, group element and whether the position is its own mirror image, as in the contract.

        The slot of a key that is no position may be anything, but is -1 where positions are enumerated.
        """
        index, g, fixed = self.call("rank", key)
        return int(index), int(g), bool(fixed)

    def unrank(self, index: int) -> int:
        """Canonical position of a slot, or -1."""
        return int(self.call("unrank", index))

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
        except GameError:
            raise
        except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
            raised = f"raised {type(error).__name__}: {' '.join(str(error).split())}"
            raise self.wrong(name, raised, arguments[0]) from error

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


def load(game: Game, options: dict[str, int | str]) -> Rules:
    """The rules of ``game`` for ``options`` (all of them, see `Game.choose`).

    GameError, naming the plugin, if its modules cannot be imported or do not define what belongs together.
    """
    sources = [*_package_sources(game.package), source("retro.bits"), repr(sorted(options.items()))]
    package = _shell(game, options, f"{game.package}__{hashed(sources)[:16]}")
    module, words = imported(game, package, "rules"), imported(game, package, "text")
    known = vars(module)
    problem = _problem(game, known)
    if problem:
        raise GameError(f"plugin {game.name}: {problem}")
    indexing = [source(f"retro.indexing.{name}") for name in INDEXING["rank" not in known]]
    functions = DEFAULTS | {name: known[name] for name in FUNCTIONS if name in known}
    codes, slots = known.get("CODES", DEFAULT_CODES), known.get("SLOTS", -1)

    def codes_of(key: int) -> list[int]:
        return [move.code for move in rules.moves(key)]

    rules = Rules(
        game,
        options,
        hashed([*sources, *indexing]),
        module,
        text.of(game.name, words, codes_of),
        functions,
        max_moves=known.get("MAX_MOVES", codes),
        max_unmoves=known.get("MAX_UNMOVES", 0),
        codes=codes,
        initial=known["INITIAL"],
        slots=slots,
        tiers=tuple(known.get("TIERS", (("all", 0, slots),))),
        group=known.get("GROUP", 1),
        repetition=bool(known.get("REPETITION", False)),
        scores=known.get("SCORES", ""),
        counted=known.get("COUNTED", "classes"),
    )
    return rules


def _problem(game: Game, known: dict[str, Any]) -> str:
    """What is wrong with the declarations and functions of rules.py, in words; empty if nothing is."""
    for name in ("INITIAL", "moves"):
        if name not in known:
            return f"rules.py does not define {name}"
    for name in FUNCTIONS:
        if name in known and not callable(known[name]):
            return f"{name} in rules.py is no function"
    whole = {"INITIAL": -1, "CODES": 1, "MAX_MOVES": 1, "MAX_UNMOVES": 0, "SLOTS": 1, "GROUP": 1}
    for name, least in whole.items():
        if name in known and (not isinstance(known[name], int | np.integer) or not least <= known[name] < 1 << 63):
            return f"{name} in rules.py is {known[name]!r:.40}, not a whole number of at least {least}"
    if known.get("SCORES", "") not in ("", "mover", "first"):
        return f'SCORES in rules.py is {known["SCORES"]!r:.40}; choose from "", "mover" and "first"'
    if known.get("COUNTED", "classes") not in ("classes", "positions"):
        return f'COUNTED in rules.py is {known["COUNTED"]!r:.40}; choose from "classes" and "positions"'
    indexed = [name for name in ("SLOTS", "rank", "unrank") if name in known]
    if 0 < len(indexed) < 3:
        return f"rules.py defines {' and '.join(indexed)}; an index needs SLOTS, rank and unrank"
    if not indexed and known["INITIAL"] < 0:
        return f"with these options {game.name} has no start, so its positions cannot be enumerated; define rank"
    scores, group = known.get("SCORES", ""), known.get("GROUP", 1) > 1
    repetition, unmoves = known.get("REPETITION", False), "unmoves" in known
    if scores and repetition:
        return "values cannot be scores in a game with a repetition rule"
    wanted = {
        "MAX_UNMOVES": (unmoves, "unmoves"),
        "undo": (repetition, "REPETITION"),
        "image": (group, "GROUP > 1"),
        "image_code": (group and (repetition or unmoves), "GROUP > 1 and unmoves or REPETITION"),
        "no_moves": (scores, "SCORES"),
        "tier": (scores, "SCORES"),
        "first_to_move": (scores == "first", 'SCORES = "first"'),
    }
    for name, (needed, why) in wanted.items():
        if needed and name not in known:
            return f"rules.py does not define {name}, which {why} asks for"
    return ""


def _shell(game: Game, options: dict[str, int | str], package: str) -> str:
    """A package beside the game's own in which its modules find the chosen options; its name."""
    if package not in sys.modules:
        shell = ModuleType(package)
        shell.__path__ = list(importlib.import_module(game.package).__path__)
        given = ModuleType(f"{package}.options")
        for name, value in options.items():
            setattr(given, name.upper(), value)
        sys.modules[package], sys.modules[given.__name__] = shell, given
        vars(shell)["options"] = given
    return package


def imported(game: Game, package: str, name: str) -> ModuleType:
    """A module of the game for its chosen options; GameError if it cannot be imported."""
    try:
        return importlib.import_module(f"{package}.{name}")
    except Exception as error:
        for known in [known for known in sys.modules if known.split(".")[0] == package]:
            del sys.modules[known]
        why = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise GameError(f"plugin {game.name}: {name}.py cannot be imported: {why}") from error


def source(module: str) -> str:
    """The text of a module, which need not be imported."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise GameError(f"module {module} has no source file")
    return Path(spec.origin).read_text(encoding="utf-8")


def hashed(texts: list[str]) -> str:
    """SHA-256 of several texts in hexadecimal."""
    digest = hashlib.sha256()
    for each in texts:
        digest.update(each.encode() + b"\0")
    return digest.hexdigest()


def _package_sources(package: str) -> list[str]:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise GameError(f"package {package} cannot be found")
    folder = Path(spec.submodule_search_locations[0])
    rules = [path for path in sorted(folder.glob("*.py")) if path.name not in NOT_RULES]
    return [f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in rules]
