"""Compiled code on disk: numba's cache, but what it holds is checked before it is run, and made anew if not whole.

numba unpickles what it finds and hands the machine code to the linker. A file that a crash or a full disk cut short, or
of which a bit was flipped, would be an exception at best. Here every file begins with a checksum of the rest.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import xxhash
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from retro.inner_code import linked

_CHECKSUM_BYTES = 16


class _Sealed(IndexDataCacheFile):
    """The files of one function: what is not whole is not there."""

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
        except FileNotFoundError:
            return None
        checksum, plain = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        return pickle.loads(plain) if xxhash.xxh3_128_digest(plain) == checksum else None


class _Cache(FunctionCache):
    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = _Sealed(self._cache_path, self._impl.filename_base, stamp)  # type: ignore[no-untyped-call]


class _Linked(CompileResultCacheImpl):
    """How functions are written and read that compiled code alone calls."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        with linked(target_context.codegen()):
            return super().rebuild(target_context, payload)  # type: ignore[no-untyped-call]


class _InnerCache(_Cache):
    _impl_class: Any = _Linked

    def __init__(self, dispatcher: Any) -> None:
        super().__init__(dispatcher.py_func)
        self._dispatcher = dispatcher

    def save_overload(self, signature: Any, found: Any) -> None:
        if _fit_to_be_kept(self._dispatcher, found):
            super().save_overload(signature, found)  # type: ignore[no-untyped-call]


class _Named(CompileResultCacheImpl):
    """How functions are written whose names tell what they reach: there is no source to be compared with."""

    def __init__(self, folder: Path) -> None:
        self._locator: Any = self
        self._py_file, self._lineno = str(folder), 0  # where warnings say that they come from

    def ensure_cache_path(self) -> None:
        os.makedirs(self._py_file, exist_ok=True)


class _NamedLinked(_Named, _Linked):
    pass


class _NamedCache(FunctionCache):
    def __init__(self, dispatcher: Any, folder: Path, name: str, inside: bool) -> None:
        self._dispatcher, self._py_func = dispatcher, dispatcher.py_func
        self._impl = (_NamedLinked if inside else _Named)(folder)
        self._name, self._cache_path = name, str(folder)
        self._cache_file = _Sealed(str(folder), name, "")  # type: ignore[no-untyped-call]
        self.enable()  # type: ignore[no-untyped-call]

    def save_overload(self, signature: Any, found: Any) -> None:
        if _fit_to_be_kept(self._dispatcher, found):
            with suppress(OSError):  # the next process compiles it again; kernels, without which nothing runs, say why
                super().save_overload(signature, found)  # type: ignore[no-untyped-call]


def _fit_to_be_kept(dispatcher: Any, found: Any) -> bool:
    """Not what computes with floats, or calls what does: of what comes from disk nobody could tell (`floats`)."""
    return not (any(_floats_in(found.type_annotation)) or any(floats(dispatcher)))


def keep_named(dispatcher: Any, folder: Path, name: str, inside: bool) -> None:
    """Keep what numba compiles of a function in ``folder``, under a name that no other function and version has;
    ``inside`` if compiled code alone calls it."""
    dispatcher._cache = _NamedCache(dispatcher, folder, name, inside)


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


def keep_on_disk(dispatcher: Any) -> None:
    """Keep what numba compiles of a function, whose module has a file, beside that file."""
    dispatcher._cache = _Cache(dispatcher.py_func) if hasattr(dispatcher, "kernel") else _InnerCache(dispatcher)


def is_kept(dispatcher: Any) -> bool:
    """Whether there is machine code on disk of a function that is kept there."""
    return os.path.exists(dispatcher._cache._cache_file._index_path)
