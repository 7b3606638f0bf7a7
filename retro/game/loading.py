"""From an installed plugin to `retro.game.rules.Rules`: its modules imported for the chosen options and looked through.

For each choice of options the game's modules are imported afresh under a package of their own, beside an ``options``
module that holds the chosen values.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from retro.game import Game, text
from retro.game.fingerprint import SOURCE
from retro.game.rules import DEFAULTS, FUNCTIONS, IndexedRules, Rules
from retro.game.widening import widened
from retro.system.errors import GameError, RetroError, described

DEFAULT_CODES = 255
NUMBERS = {"INITIAL": -1, "CODES": 1, "MAX_MOVES": 1, "MAX_UNMOVES": 0, "SLOTS": 1, "GROUP": 1}
"""Declarations that are whole numbers, and the least that each may be."""
DECLARED = (*NUMBERS, "SECTIONS", "REPETITION", "SCORES", "COUNTED")
COUNTED = {"classes": "classes", "positions": "each image", "sides": "positions"}
"""What COUNTED may be, and what stands for it in digests: older databases know "sides" by the name "positions"."""
IN_DIGESTS = {"SECTIONS": "TIERS"}
"""Declarations that digests know by an older name."""


def load(game: Game, options: dict[str, int | str]) -> Rules:
    """The rules of ``game`` for ``options`` (all of them, see `Game.choose`).

    GameError, naming the plugin, if its modules cannot be imported or do not define what belongs together.
    """
    sources = [*_package_sources(game), repr(sorted(options.items()))]
    package = _shell(game, options, f"{game.package}__{hashed(sources)[:16]}")
    module, words = imported(game, package, "rules"), imported(game, package, "text")
    known = vars(module)
    problem = _problem(game, known)
    if problem:
        raise GameError(f"plugin {game.name}: {problem}")
    functions = DEFAULTS | {name: widened(known[name]) for name in FUNCTIONS if name in known}
    codes = known.get("CODES", DEFAULT_CODES)

    def codes_of(key: int) -> list[int]:
        return [move.code for move in rules.moves(key)]

    rules = Rules(
        game,
        options,
        _digest(options, known),
        module,
        text.of(game.name, words, codes_of),
        functions,
        max_moves=known.get("MAX_MOVES", codes),
        max_unmoves=known.get("MAX_UNMOVES", 0),
        codes=codes,
        initial=known["INITIAL"],
        group=known.get("GROUP", 1),
        repetition=bool(known.get("REPETITION", False)),
        scores=known.get("SCORES", ""),
        counted=known.get("COUNTED", "classes"),
    )
    if "SLOTS" in known:
        slots = known["SLOTS"]
        rules = IndexedRules(**vars(rules), slots=slots, sections=tuple(known.get("SECTIONS", (("all", 0, slots),))))
    return rules


def _digest(options: dict[str, int | str], known: dict[str, Any]) -> str:
    """What a database and machine code belong to: the options, and all that the functions of rules.py reach."""
    if "COUNTED" in known:
        known = {**known, "COUNTED": COUNTED[known["COUNTED"]]}
    names = {IN_DIGESTS.get(name, name): name for name in (*DECLARED, *FUNCTIONS) if name in known}
    reached = [f"{written} {SOURCE.of(known[name])}" for written, name in sorted(names.items())]
    return hashed([*reached, repr(sorted(options.items()))])


def _problem(game: Game, known: dict[str, Any]) -> str:
    """What is wrong with the declarations and functions of rules.py, in words; empty if nothing is."""
    if "TIERS" in known:
        return "TIERS in rules.py is now called SECTIONS: rename it"
    for name in ("INITIAL", "moves"):
        if name not in known:
            return f"rules.py does not define {name}"
    for name in FUNCTIONS:
        if name in known and not callable(known[name]):
            return f"{name} in rules.py is no function"
    for name, least in NUMBERS.items():
        if name in known and (not isinstance(known[name], int | np.integer) or not least <= known[name] < 1 << 63):
            return f"{name} in rules.py is {known[name]!r:.40}, not a whole number of at least {least}"
    if known.get("SCORES", "") not in ("", "mover", "first"):
        return f'SCORES in rules.py is {known["SCORES"]!r:.40}; choose from "", "mover" and "first"'
    if known.get("COUNTED", "classes") not in tuple(COUNTED):
        return f'COUNTED in rules.py is {known["COUNTED"]!r:.40}; choose from "classes", "positions" and "sides"'
    if not isinstance(known.get("SECTIONS", ()), tuple | list):
        return (
            f"SECTIONS in rules.py is {known['SECTIONS']!r:.40}, not a tuple of (name, first slot, one past the last)"
        )
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
        shell.__path__ = list(_imported(game, game.package, game.package).__path__)
        given = ModuleType(f"{package}.options")
        for name, value in options.items():
            setattr(given, name.upper(), value)
        sys.modules[package], sys.modules[given.__name__] = shell, given
        vars(shell)["options"] = given
    return package


def imported(game: Game, package: str, name: str) -> ModuleType:
    """A module of the game for its chosen options; GameError if it cannot be imported."""
    try:
        return _imported(game, f"{package}.{name}", f"{name}.py")
    except RetroError:
        for known in [known for known in sys.modules if known.split(".")[0] == package]:
            del sys.modules[known]
        raise


def _imported(game: Game, module: str, called: str) -> ModuleType:
    """A module; GameError that calls it ``called`` if it cannot be imported, whatever it raises."""
    try:
        with redirect_stdout(sys.stderr):  # what a stranger prints is no result of ours
            return importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's code: whatever it raises is its own failure, not ours
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise GameError(f"plugin {game.name}: package {game.package} has no {called}") from error
        # no cause: an OSError that the plugin raises does not say how the command ends
        raise GameError(f"plugin {game.name}: {called} cannot be imported: {described(error)}") from None


def source(module: str) -> str:
    """The text of a module, which need not be imported."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise GameError(f"module {module} has no source file")
    return _text(Path(spec.origin))


def _text(path: Path, whose: str = "") -> str:
    """A source file, in the encoding that it declares; GameError, which begins with ``whose``, if it is in none."""
    try:
        return importlib.util.decode_source(path.read_bytes())
    except (SyntaxError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise GameError(f"{whose}{path.name} cannot be read: {why}; sources are UTF-8") from error


def hashed(texts: list[str]) -> str:
    """SHA-256 of several texts in hexadecimal."""
    digest = hashlib.sha256()
    for each in texts:
        digest.update(each.encode() + b"\0")
    return digest.hexdigest()


def _package_sources(game: Game) -> list[str]:
    """All of a package's source: its modules are imported afresh when any of it has changed."""
    try:
        spec = importlib.util.find_spec(game.package)
    except Exception:  # its parent is no package, cannot be imported, or its name is no name
        spec = None
    if spec is None:
        raise GameError(f"plugin {game.name}: package {game.package!r:.80} cannot be found")
    if not spec.submodule_search_locations:
        raise GameError(f"plugin {game.name}: {game.package} is no package that holds rules.py and text.py")
    folder = Path(spec.submodule_search_locations[0])
    whose = f"plugin {game.name}: "
    return [f"{path.relative_to(folder)}\n{_text(path, whose)}" for path in sorted(folder.rglob("*.py"))]
