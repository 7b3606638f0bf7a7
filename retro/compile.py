"""From a game's plain functions to machine code, without ever running stale code.

For each choice of options the game's modules are imported afresh under a package of their own, beside an ``options``
module that holds the chosen values. Kernels (``retro.solving.*_kernels``) are copied into a module per game, options
and processor in the cache directory: its name is a hash of every source that takes part and of the versions of numba
and LLVM, so an edited plugin gets a new module and numba's disk cache, which looks at one file only, can be trusted.
The kernels find the game's functions as globals, compiled on the way; small tables are frozen into the code.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np

import retro
from retro.game import NONE, SLACK, Game, GameError, loss

REQUIRED = ("MAX_MOVES", "MAX_UNMOVES", "CODES", "INITIAL", "SLOTS", "TIERS", "moves", "unmoves", "rank", "unrank")
DECLARATIONS = {"GROUP": 1, "NO_MOVES": loss(0), "REPETITION": False, "COUNTED": "classes"}
NOT_RULES = ("__init__.py", "options.py", "plugin.py", "text.py")
FUNCTIONS = ("moves", "unmoves", "wins", "undo", "restorable", "rank", "unrank", "image", "image_code")


def _same(value: int, g: int) -> int:
    """`image` and `image_code` of a game without symmetry."""
    return value


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
    "wins": _unknown,
    "undo": _never,
    "restorable": _perhaps,
    "image": _same,
    "image_code": _same,
}


class Move(NamedTuple):
    """One move of a position; ``outcome`` as in the contract."""

    code: int
    outcome: int
    successor: int


@dataclass(frozen=True)
class Rules:
    """A game with its options chosen: declarations, the plain functions, and calls for ordinary Python."""

    game: Game
    options: dict[str, int | str]
    digest: str
    module: ModuleType
    text: ModuleType
    functions: dict[str, Callable[..., Any]]
    max_moves: int
    max_unmoves: int
    codes: int
    initial: int
    slots: int
    tiers: tuple[tuple[str, int, int], ...]
    group: int
    no_moves: int
    repetition: bool
    counted: str

    def moves(self, key: int) -> list[Move]:
        """All moves of a position sorted by code, which is the game's order, whatever is forbidden."""
        out = np.zeros((self.max_moves + SLACK, 3), np.int64)
        count = self.functions["moves"](key, out)
        return sorted(Move(code, outcome, successor) for successor, code, outcome in out[:count].tolist())

    def undo(self, key: int, code: int, successor: int) -> int:
        """Code of the move that ``code`` forbids in its successor, or NONE."""
        return int(self.functions["undo"](key, code, successor))

    def rank(self, key: int) -> tuple[int, int, bool]:
        """Slot, group element and whether the position is its own mirror image, as in the contract."""
        index, g, fixed = self.functions["rank"](key)
        return int(index), int(g), bool(fixed)

    def unrank(self, index: int) -> int:
        """Canonical position of a slot, or -1."""
        return int(self.functions["unrank"](index))

    def image(self, key: int, g: int) -> int:
        """Image of a position."""
        return int(self.functions["image"](key, g))

    def image_code(self, code: int, g: int) -> int:
        """Image of a move's code."""
        return int(self.functions["image_code"](code, g))


_COMPILED: dict[str, dict[Any, Any]] = {}
"""Compiled functions of rules by digest: all kernels of a game share them."""


def _source(module: str) -> str:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise GameError(f"module {module} has no source file")
    return Path(spec.origin).read_text(encoding="utf-8")


def _digest(texts: list[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def _package_sources(package: str) -> list[str]:
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise GameError(f"package {package} cannot be found")
    folder = Path(spec.submodule_search_locations[0])
    rules = [path for path in sorted(folder.glob("*.py")) if path.name not in NOT_RULES]
    return [f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in rules]


def load(game: Game, options: dict[str, int | str]) -> Rules:
    """The rules of ``game`` for ``options`` (all of them, see `Game.choose`)."""
    chosen = repr(sorted(options.items()))
    indexing = [_source(f"retro.indexing.{name}") for name in ("bitvector", "combinatorial", "dense")]
    digest = _digest([*_package_sources(game.package), *indexing, _source("retro.bits"), chosen])
    package = f"{game.package}__{digest[:16]}"
    if package not in sys.modules:
        shell = ModuleType(package)
        shell.__path__ = list(importlib.import_module(game.package).__path__)
        given = ModuleType(f"{package}.options")
        for name, value in options.items():
            setattr(given, name.upper(), value)
        sys.modules[package], sys.modules[given.__name__] = shell, given
        vars(shell)["options"] = given
    try:
        module = importlib.import_module(f"{package}.rules")
        text = importlib.import_module(f"{package}.text")
    except Exception as error:
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            del sys.modules[name]
        raise GameError(f"the rules of {game.name} cannot be imported: {type(error).__name__}: {error}") from error
    for name in REQUIRED:
        if not hasattr(module, name):
            raise GameError(f"the rules of {game.name} do not define {name}")
    functions = {name: getattr(module, name, DEFAULTS.get(name)) for name in FUNCTIONS}
    declared = {name.lower(): getattr(module, name, default) for name, default in DECLARATIONS.items()}
    required = {name.lower(): getattr(module, name) for name in REQUIRED if name.isupper()}
    return Rules(game, options, digest, module, text, functions, **required, **declared)  # type: ignore[arg-type]


def jit(function: Callable[..., Any], compiled: dict[Any, Any]) -> Any:
    """The compiled form of a plain function and of every plain function it calls; ``compiled`` remembers them."""
    from numba import njit

    from retro.intrinsics import SUBSTITUTES

    if function in SUBSTITUTES:
        return SUBSTITUTES[function]
    if function not in compiled:
        assert isinstance(function, FunctionType)
        names = function.__code__.co_names
        namespace = dict(function.__globals__)
        for name in names:
            value = namespace.get(name)
            if isinstance(value, FunctionType):
                namespace[name] = jit(value, compiled)
        bound = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
        compiled[function] = njit(bound, error_model="numpy", nogil=True)
    return compiled[function]


def cache_directory() -> Path:
    """Where compiled kernels are kept between runs; ``RETRO_CACHE`` overrides the user's cache directory."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("RETRO_CACHE") or user_cache_path("retro", appauthor=False))


def kernels(rules: Rules, templates: Sequence[str], constants: dict[str, Any]) -> ModuleType:
    """The kernels of the last of the modules ``templates`` for these rules.

    Each is compiled with the game's functions, ``constants`` and the kernels of the templates before it as globals.
    """
    compiled = _COMPILED.setdefault(rules.digest, {})
    names = {name: jit(function, compiled) for name, function in rules.functions.items()} | constants
    module = ModuleType("none")
    for template in templates:
        module = _instance(rules, template, names, [_source(each) for each in templates], constants)
        names |= {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return module


def _instance(
    rules: Rules, template: str, names: dict[str, Any], sources: list[str], constants: dict[str, Any]
) -> ModuleType:
    import llvmlite
    import numba

    from retro.intrinsics import PORTABLE

    versions = f"{retro.__version__} {numba.__version__} {llvmlite.__version__} {sys.version_info[:2]} {PORTABLE}"
    shared = [_source("retro.game"), _source("retro.intrinsics")]
    parts = [rules.digest, *sources, *shared, versions, repr(sorted(constants.items()))]
    name = f"{rules.game.name}_{template.rsplit('.', 1)[-1]}_{_digest(parts)[:20]}"
    qualified = f"retro_kernels_{name}"
    if qualified in sys.modules:
        return sys.modules[qualified]
    source = _source(template)
    path = cache_directory() / f"{name}.py"
    if not path.exists():
        _keep(path, source)
    module = ModuleType(qualified)
    module.__file__ = str(path)
    vars(module).update(names, __name__=qualified)
    sys.modules[qualified] = module
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module


def _keep(path: Path, source: str) -> None:
    """Write a module's source into the cache, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False, encoding="utf-8") as file:
            file.write(source)
        os.replace(file.name, path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise GameError(f"cannot keep compiled code in {path.parent}: {reason}; set RETRO_CACHE") from error
