"""Loads a plugin for chosen options: imports its modules and checks its declarations (`retro.game.rules.Rules`).

For each choice of options the game's modules are imported anew under a package of their own, beside an ``options``
module that holds the chosen values.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import redirect_stdout
from functools import wraps
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

import numpy as np

from retro.game import Game, notation, text
from retro.game.fingerprint import FINGERPRINTS, Fingerprints, Unreadable
from retro.game.functions import DEFAULTS, FUNCTIONS
from retro.game.rules import IndexedRules, Rules
from retro.game.syntax import read
from retro.game.widening import widened
from retro.system.errors import GameError, RetroError, described

DEFAULT_CODES = 255
_NOT_OF_PLUGINS = ("<", f"{Path(importlib.__file__).parent}{os.sep}", f"{Path(__file__).parents[1]}{os.sep}")
"""Beginnings of files of frames that import a module of a plugin, or that it calls."""
NUMBERS = {"CODES": 1, "MAX_MOVES": 1, "MAX_UNMOVES": 0, "SLOTS": 1, "GROUP": 1}
"""Declarations that are whole numbers, with the smallest value of each."""
DECLARED = ("INITIAL", *NUMBERS, "SECTIONS", "REPETITION", "SCORES", "MOVES_AGAIN", "COUNTED")
COUNTED = ("classes", "positions", "sides")


def load(game: Game, options: dict[str, int | str]) -> Rules:
    """The rules of ``game`` for ``options`` (all of them, see `Game.choose`).

    GameError, which names the plugin, if a module cannot be imported or its declarations are incomplete or wrong.
    """
    sources = [*_package_sources(game), repr(sorted(options.items()))]
    package = _shell(game, options, f"{game.package}__{hashed(sources)[:16]}")
    module, text_module = imported(game, package, "rules"), imported(game, package, "text")
    without_use = unused(vars(module))
    declared = {name: value for name, value in vars(module).items() if name not in without_use}
    problem = _problem(game, declared)
    if problem:
        raise GameError(f"plugin {game.name}: {problem}")
    functions = DEFAULTS | {name: widened(declared[name]) for name in FUNCTIONS if name in declared}
    codes = declared.get("CODES", DEFAULT_CODES)

    def codes_of(key: int) -> list[int]:
        return [move.code for move in rules.moves(key)]

    own = text.of(game.name, text_module, codes_of)

    @wraps(own.format)
    def readable(key: int) -> str:
        """Writes the key in digits instead of a text that commands would not read as this position."""
        written = own.format(key)
        return str(key) if isinstance(written, str) and notation.reserved(rules, key, written) else written

    rules = Rules(
        game,
        options,
        digest(game, options, declared, FINGERPRINTS),
        module,
        own._replace(format=readable),
        functions,
        max_moves=declared.get("MAX_MOVES", codes),
        max_unmoves=declared.get("MAX_UNMOVES", 0),
        codes=codes,
        starts=_starts(declared["INITIAL"]),
        group=declared.get("GROUP", 1),
        repetition=bool(declared.get("REPETITION", False)),
        scores=declared.get("SCORES", ""),
        moves_again=bool(declared.get("MOVES_AGAIN", False)),
        counted=declared.get("COUNTED", "classes"),
        plain=False,
    )
    if "SLOTS" in declared:
        slots = declared["SLOTS"]
        known = vars(rules) | {"plain": slots <= rules.few_positions}
        rules = IndexedRules(**known, slots=slots, sections=tuple(declared.get("SECTIONS", (("all", 0, slots),))))
    return rules


def digest(game: Game, options: Mapping[str, int | str], declared: dict[str, Any], fingerprints: Fingerprints) -> str:
    """Returns the digest of a variant: of its options, and of all code and data that the functions of rules.py read.

    Databases and checkpoints are stored with this digest. Raises GameError if rules read what has no digest.
    """
    names = sorted(name for name in (*DECLARED, *FUNCTIONS) if name in declared and name not in unused(declared))
    try:
        digests = {name: fingerprints.of(declared[name], name) for name in names}
    except Unreadable as error:
        raise GameError(f"plugin {game.name}: {error}") from None
    fingerprints.read.update((name, each) for name, each in digests.items() if name in DECLARED)
    return hashed([*(f"{name} {each}" for name, each in digests.items()), repr(sorted(options.items()))])


def _problem(game: Game, declared: dict[str, Any]) -> str:
    """The mistake in the declarations and functions of rules.py, in words; "" if there is none."""
    for name in ("INITIAL", "moves"):
        if name not in declared:
            return f"rules.py does not define {name}"
    for name in FUNCTIONS:
        if name in declared and not callable(declared[name]):
            return f"{name} in rules.py is no function"
    problem = _starts_problem(declared["INITIAL"])
    if problem:
        return f"INITIAL in rules.py is {problem}"
    for name, minimum in NUMBERS.items():
        if name in declared and not _is_number(declared[name], minimum):
            return f"{name} in rules.py is {declared[name]!r:.40}, not a whole number of at least {minimum}"
    if declared.get("SCORES", "") not in ("", "mover", "first"):
        return f'SCORES in rules.py is {declared["SCORES"]!r:.40}; choose from "", "mover" and "first"'
    if declared.get("COUNTED", "classes") not in COUNTED:
        return f'COUNTED in rules.py is {declared["COUNTED"]!r:.40}; choose from "classes", "positions" and "sides"'
    if not isinstance(declared.get("SECTIONS", ()), tuple | list):
        given = f"{declared['SECTIONS']!r:.40}"
        return f"SECTIONS in rules.py is {given}, not a tuple of (name, first slot, one past the last)"
    indexed = [name for name in ("SLOTS", "rank", "unrank") if name in declared]
    if 0 < len(indexed) < 3:
        return f"rules.py defines {' and '.join(indexed)}; an index needs SLOTS, rank and unrank"
    if not indexed and not _starts(declared["INITIAL"]):
        return f"with these options {game.name} has no start, so its positions cannot be enumerated; define rank"
    scores, group = declared.get("SCORES", ""), declared.get("GROUP", 1) > 1
    repetition, unmoves = declared.get("REPETITION", False), "unmoves" in declared
    if scores and repetition:
        return "values cannot be scores in a game with a repetition rule"
    if scores and "wins" in declared:
        return "wins does not go with SCORES: where values are scores, no move wins"
    if "endless" in declared and repetition:
        return "endless does not go with REPETITION"
    if declared.get("MOVES_AGAIN", False):
        if repetition:
            return "MOVES_AGAIN does not go with REPETITION: who moves again could take no move back"
        if scores == "first":
            return 'MOVES_AGAIN does not go with SCORES = "first", where first_to_move says who moves again'
    requirements = {
        "MAX_UNMOVES": (unmoves, "unmoves"),
        "undo": (repetition, "REPETITION"),
        "image": (group, "GROUP > 1"),
        "image_code": (group and (repetition or unmoves), "GROUP > 1 and unmoves or REPETITION"),
        "no_moves": (scores, "SCORES"),
        "first_to_move": (scores == "first", 'SCORES = "first"'),
    }
    for name, (needed, why) in requirements.items():
        if needed and name not in declared:
            return f"rules.py does not define {name}, which {why} requires"
    return ""


def unused(declared: dict[str, Any]) -> dict[str, str]:
    """The names of rules.py that are ignored, as if they were not defined, each with the reason.

    So a game may define what only some of its options need.
    """
    order = declared.get("GROUP", 1)
    group = not _is_number(order, 1) or order > 1, "GROUP is 1"
    repetition = declared.get("REPETITION", False), "REPETITION is not True"
    uses = {
        "MAX_UNMOVES": ("unmoves" in declared, "unmoves is not defined"),
        "SECTIONS": ("SLOTS" in declared, "the game has no index of its own"),
        "first_to_move": (declared.get("SCORES", "") == "first", 'SCORES is not "first"'),
        "undo": repetition,
        "restorable": repetition,
        "image": group,
        "image_code": group,
    }
    return {name: why for name, (used, why) in uses.items() if name in declared and not used}


def _is_number(given: Any, minimum: int) -> bool:
    return isinstance(given, int | np.integer) and bool(minimum <= given < 1 << 63)


def _starts(initial: Any) -> tuple[int, ...]:
    """The keys of the starts in a valid `INITIAL`, none if it is -1."""
    return tuple(map(int, initial)) if isinstance(initial, tuple) else () if initial < 0 else (initial,)


def _starts_problem(initial: Any) -> str:
    """The mistake in `INITIAL`, as the rest of a sentence; "" if there is none."""
    if not isinstance(initial, tuple):
        return (
            "" if _is_number(initial, -1) else f"{initial!r:.40}, not a whole number of at least -1 or a tuple of keys"
        )
    if not initial:
        return "an empty tuple; it is -1 if these options have no start"
    wrong = next((number for number, key in enumerate(initial) if not _is_number(key, 0)), None)
    if wrong is not None:
        return f"a tuple whose element {wrong} is {initial[wrong]!r:.40}, not a key from 0 to 2**63 - 1"
    key, count = Counter(initial).most_common(1)[0]
    return f"a tuple that has the key {key} twice" if count > 1 else ""


def _shell(game: Game, options: dict[str, int | str], package: str) -> str:
    """Creates the package in which the game's modules are imported for the chosen options; returns its name."""
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
        for module in [module for module in sys.modules if module.split(".")[0] == package]:
            del sys.modules[module]
        raise


def _imported(game: Game, module: str, label: str) -> ModuleType:
    """A module; GameError, in which it is called ``label``, if it raises anything."""
    try:
        with redirect_stdout(sys.stderr):  # what a plugin prints does not belong to a command's output
            return importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # foreign code may raise anything
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise GameError(f"plugin {game.name}: package {game.package} has no {label}") from error
        # no cause: an OSError of the plugin must not set the exit code
        raise GameError(f"plugin {game.name}: {label} cannot be imported: {described(error)}{_line(error)}") from None


def _line(error: BaseException) -> str:
    """Returns file and line of a plugin in which an exception arose, in brackets; empty if its text has them."""
    frames = [each for each in extract_tb(error.__traceback__) if not each.filename.startswith(_NOT_OF_PLUGINS)]
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def hashed(texts: list[str]) -> str:
    """SHA-256 of several texts in hexadecimal."""
    digest = hashlib.sha256()
    for each in texts:
        digest.update(each.encode() + b"\0")
    return digest.hexdigest()


def _package_sources(game: Game) -> list[str]:
    """The source of all modules of a package: when one changes, all are imported anew."""
    try:
        spec = importlib.util.find_spec(game.package)
    except Exception:  # its parent is no package, cannot be imported, or its name is no name
        spec = None
    if spec is None:
        raise GameError(f"plugin {game.name}: package {game.package!r:.80} cannot be found")
    if not spec.submodule_search_locations:
        raise GameError(f"plugin {game.name}: {game.package} is no package that holds rules.py and text.py")
    folder = Path(spec.submodule_search_locations[0])
    subject = f"plugin {game.name}: "
    return [f"{path.relative_to(folder)}\n{read(path, subject)}" for path in sorted(folder.rglob("*.py"))]
