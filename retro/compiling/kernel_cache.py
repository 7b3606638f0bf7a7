"""Compiled code on disk: numba's cache, but what it holds is checked before it is run, and made anew if not whole.

numba unpickles what it finds and hands the machine code to the linker. A file that a crash or a full disk cut short, or
of which a bit was flipped, would be an exception at best. Here every file begins with a checksum of the rest.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import xxhash
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from retro.compiling.cache_directory import check, not_saved
from retro.compiling.inner_code import linked
from retro.compiling.roles import Role

_CHECKSUM_BYTES = 16


class _Sealed(IndexDataCacheFile):
    """The files of one function. A file that is not whole, or cannot be read, counts as missing."""

    def _load_index(self) -> dict[Any, str]:
        found = self._unsealed(Path(self._index_path))
        version, stamp, overloads = found or (None, None, {})
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._seal(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._unsealed(Path(self._cache_path, name))

    def _save_data(self, name: str, data: Any) -> None:
        self._seal(str(Path(self._cache_path, name)), data)

    def _seal(self, path: str, content: Any) -> None:
        plain = self._dump(content)  # type: ignore[no-untyped-call]
        with self._open_for_write(path) as file:
            file.write(xxhash.xxh3_128_digest(plain) + plain)

    def _unsealed(self, path: Path) -> Any:
        try:
            data = path.read_bytes()
        except OSError:  # what cannot be read is not there either
            return None
        checksum, plain = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        return pickle.loads(plain) if xxhash.xxh3_128_digest(plain) == checksum else None


class _Place(CompileResultCacheImpl):
    """How the code of a function is written and read: its name says what it reaches, so its source is not compared."""

    def __init__(self, directory: Path) -> None:
        self._locator: Any = self
        self._py_file, self._lineno = str(directory), 0  # where numba's warnings say that they come from

    def ensure_cache_path(self) -> None:
        os.makedirs(self._py_file, exist_ok=True)


class _InnerPlace(_Place):
    """The same for a function that compiled code alone calls."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        with linked(target_context.codegen()):
            return super().rebuild(target_context, payload)  # type: ignore[no-untyped-call]


class _Cache(FunctionCache):
    def __init__(self, dispatcher: Any, directory: Path, name: str, inside: bool) -> None:
        self._dispatcher, self._py_func, self._name = dispatcher, dispatcher.py_func, name
        self._directory, place = directory, directory / ("kernels" if _is_kernel(dispatcher) else "functions")
        self._impl, self._cache_path = (_InnerPlace if inside else _Place)(place), str(place)
        self._cache_file = _Sealed(str(place), name, "")  # type: ignore[no-untyped-call]
        self.enable()  # type: ignore[no-untyped-call]

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        check(self._directory)
        return super().load_overload(signature, target_context)  # type: ignore[no-untyped-call]

    def save_overload(self, signature: Any, found: Any) -> None:
        if not _saved(self._dispatcher, found):
            return
        try:
            super().save_overload(signature, found)  # type: ignore[no-untyped-call]
        except OSError as error:
            # an error inside a function that compiled code calls would look like one of numba's
            not_saved(self._directory, error, raising=_is_kernel(self._dispatcher))


def _is_kernel(dispatcher: Any) -> bool:
    return getattr(dispatcher, "role", None) is Role.KERNEL


def _saved(dispatcher: Any, found: Any) -> bool:
    """Whether code is to be saved: not that of a function of the game that computes with floats, or calls one that
    does, for `floats` finds none in what comes from disk."""
    return _is_kernel(dispatcher) or not (any(_floats_in(found.type_annotation)) or any(floats(dispatcher)))


def save_in(directory: Path, dispatcher: Any, name: str, inside: bool) -> None:
    """Has numba save what it compiles of a function in the cache ``directory``, and read it from there.

    No other function or version has this ``name``; ``inside`` if compiled code alone calls it.
    """
    dispatcher._cache = _Cache(dispatcher, directory, name, inside)


def floats(dispatcher: Any, seen: set[int] | None = None) -> Iterator[tuple[Any, Any, str, Any]]:
    """Where a compiled function, or one that it calls, computes with floats: the function, numba's annotation of it,
    the variable and its type."""
    for overload in dispatcher.overloads.values():
        for variable, kind in _floats_in(overload.type_annotation):
            yield dispatcher.py_func, overload.type_annotation, variable, kind
    seen = set() if seen is None else seen
    seen.add(id(dispatcher))
    for name in dispatcher.py_func.__code__.co_names:
        called = dispatcher.py_func.__globals__.get(name)
        if hasattr(called, "overloads") and hasattr(called, "py_func") and id(called) not in seen:
            yield from floats(called, seen)


def _floats_in(annotation: Any) -> Iterator[tuple[str, Any]]:
    """Variables that are floats, with their types; none of what comes from disk, where numba has forgotten them."""
    types = {} if isinstance(annotation, str) else annotation.typemap
    return ((variable, kind) for variable, kind in types.items() if "float" in str(kind))


def is_saved(dispatcher: Any) -> bool:
    """Whether there is machine code of a function in the cache."""
    return os.path.exists(dispatcher._cache._cache_file._index_path)
