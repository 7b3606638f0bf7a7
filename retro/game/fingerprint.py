"""Fingerprints of code: digests of a function and of all functions, constants and tables that it reaches.

A function reaches the globals that it names, what these reach, and so on. So do classes and functions that numba has
compiled. Of libraries only the name is hashed: callers that store results add the versions of libraries.

There are two kinds. `BYTECODE` hashes the functions in memory, even if their files have changed since; machine code is
stored under these digests. `SOURCE` hashes the source text, which is the same for all versions of Python; databases
carry these digests.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.util import decode_source
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import xxhash

LIBRARIES = frozenset({"llvmlite", "numba", "numpy", *sys.stdlib_module_names})
"""Packages of which only names are hashed."""

WRAPPERS = frozenset({"no_cpython_wrapper", "no_cfunc_wrapper"})
"""Options of numba that decide how code outside can call a function."""

Digest = str


class Fingerprints:
    """Digests of values, 128 bits in hexadecimal; ``written`` returns the text of a function's code."""

    def __init__(self, written: Callable[[CodeType], str]) -> None:
        self._written = written
        self._cached: WeakKeyDictionary[Any, Digest] = WeakKeyDictionary()
        self._path: list[Any] = []
        self._highest = 0
        self._lock = RLock()

    def of(self, value: Any) -> Digest:
        """The digest of a value and of all that it reaches."""
        with self._lock:
            return self._of(value)

    def _of(self, value: Any) -> Digest:
        if isinstance(value, np.ndarray):
            return _digest("array", value.dtype.str, str(value.shape), np.ascontiguousarray(value).tobytes())
        if isinstance(value, bool | int | float | str | bytes | np.generic | np.dtype | None):
            return _digest(type(value).__name__, repr(value))
        if isinstance(value, tuple | list):
            return _digest(type(value).__name__, *(self._of(each) for each in value))
        if isinstance(value, set | frozenset):
            return _digest("set", *sorted(self._of(each) for each in value))
        if isinstance(value, Mapping):
            return _digest("mapping", *sorted(self._of(pair) for pair in value.items()))
        compiled = getattr(value, "py_func", None) or getattr(value, "_defn", None)  # numba's dispatcher, or intrinsic
        if isinstance(compiled, FunctionType):
            return _digest("compiled", self._of(_options(value)), self._of(compiled))
        if isinstance(value, property):
            return self._of(value.fget)
        if isinstance(value, classmethod | staticmethod):
            return self._of(value.__func__)
        if isinstance(value, FunctionType | type):
            return self._reaching(value)
        return _digest("other", _name(value))

    def _reaching(self, value: Any) -> Digest:
        """The digest of a function or class. For a recursive reference only the distance on the path is hashed."""
        if value in self._path:
            depth = self._path.index(value)
            self._highest = min(self._highest, depth)
            return _digest("again", str(len(self._path) - depth))
        if (value.__module__ or "").partition(".")[0] in LIBRARIES:
            return _digest("library", _name(value))
        cached = self._cached.get(value)
        if cached is not None:
            return cached
        before, self._highest = self._highest, len(self._path)
        self._path.append(value)
        try:
            parts = list(self._function(value) if isinstance(value, FunctionType) else self._class(value))
        finally:
            self._path.pop()
        digest = _digest(type(value).__name__, *parts)
        if self._highest >= len(self._path):  # otherwise the digest depends on the path
            self._cached[value] = digest
        self._highest = min(before, self._highest)
        return digest

    def _function(self, function: FunctionType) -> Iterator[str]:
        yield self._written(function.__code__)
        yield self._of((function.__defaults__, function.__kwdefaults__))
        reached = dict(zip(function.__code__.co_freevars, map(content, function.__closure__ or ()), strict=True))
        names = names_in(function.__code__)
        reached |= {name: function.__globals__[name] for name in names if name in function.__globals__}
        for name, value in reached.items():
            yield name
            if not isinstance(value, ModuleType):
                yield self._of(value)
            elif value.__name__.partition(".")[0] in LIBRARIES:
                yield value.__name__
            else:  # any name of the module may be used
                yield from (self._of(vars(value)[each]) for each in names if each in vars(value))

    def _class(self, value: type) -> Iterator[str]:
        yield value.__qualname__
        yield from (self._of(base) for base in value.__bases__)
        for name, content in sorted(vars(value).items()):
            if isinstance(content, int | str | FunctionType | property | classmethod | staticmethod):
                yield name
                yield self._of(content)


def _options(compiled: Any) -> dict[str, Any]:
    """The options with which a function is compiled, without those of its wrappers for Python."""
    options = getattr(compiled, "targetoptions", {})
    return {name: value for name, value in options.items() if name not in WRAPPERS}


def _digest(*parts: str | bytes) -> Digest:
    digest = xxhash.xxh3_128()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def content(cell: Any) -> Any:
    """The content of a cell of a closure; None if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def names_in(code: CodeType) -> list[str]:
    """Names of globals and attributes in code and its inner functions, sorted."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names.update(names_in(constant))
    return sorted(names)


def _name(value: Any) -> str:
    """The name of an object's type and its repr, without an address in memory."""
    named = value if hasattr(value, "__qualname__") else type(value)
    shown = "" if named is value or " at 0x" in repr(value) else repr(value)
    return f"{named.__module__}.{named.__qualname__} {shown}"


def _bytecode(code: CodeType) -> str:
    constants = [_bytecode(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return repr((code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants))


def _source(code: CodeType) -> str:
    """The source of a function; that of its module if it is not found there, its bytecode if there is no file."""
    try:
        text = decode_source(Path(code.co_filename).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return _bytecode(code)
    return _functions(text).get((code.co_name, code.co_firstlineno), text)


@lru_cache(maxsize=64)
def _functions(text: str) -> dict[tuple[str, int], str]:
    """The source of each function of a module, by name and first line."""
    lines, sources = text.splitlines(), {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            sources[node.name, first] = "\n".join(lines[first - 1 : node.end_lineno])
    return sources


BYTECODE = Fingerprints(_bytecode)
SOURCE = Fingerprints(_source)


@cache
def engine(modules: tuple[str, ...]) -> Digest:
    """The digest of the sources of modules of this package, and of all modules of it that they import.

    The files are read at the first call in a process. They may be newer than the code in memory, never older.
    """
    return _digest(*(part for item in sorted(imported_sources(modules).items()) for part in item))


def imported_sources(modules: Iterable[str]) -> dict[str, str]:
    """The sources of modules of this package, and of all modules of it that they import, by name."""
    sources: dict[str, str] = {}
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        module_path = Path(__file__).parents[1].joinpath(*name.split(".")[1:])
        path = next(
            (each for each in (module_path.with_suffix(".py"), module_path / "__init__.py") if each.exists()), None
        )
        if name not in sources and path is not None:  # the name may be of something inside a module
            sources[name] = path.read_text(encoding="utf-8")
            for module, names in _IMPORTS.findall(sources[name]):
                waiting += [module, *(f"{module}.{each}" for each in _WORDS.findall(names))]
    return sources


_IMPORTS = re.compile(r"^ *(?:from|import) (retro\b[\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
_WORDS = re.compile(r"\w+")
