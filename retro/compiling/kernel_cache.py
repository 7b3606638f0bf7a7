"""Compiled code on disk: numba's cache with checksums. Code in a damaged file is not run but compiled again.

numba unpickles a file and passes the machine code to the linker. A file that a crash or a full disk cut short, or in
which a bit was flipped, would be an exception at best. Here every file begins with a checksum of the rest. A file is
unpickled only if it and its directory can be written by no other user (`retro.compiling.cache_directory`).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import xxhash
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from retro.compiling.cache_directory import check, is_trusted, make, not_saved
from retro.compiling.inner_code import linked
from retro.compiling.roles import Role

_CHECKSUM_BYTES = 16

loaded = set[str]()
"""Names of the functions whose machine code this process has loaded or compiled."""


class _Sealed(IndexDataCacheFile):
    """The files of one function. One that is damaged, cannot be read, or may be written by others counts as missing."""

    def _load_index(self) -> dict[Any, str]:
        version, stamp, overloads = self._unsealed(Path(self._index_path)) or (None, None, {})
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
            os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode & 0o755)
            file.write(xxhash.xxh3_128_digest(plain) + plain)

    def _unsealed(self, path: Path) -> Any:
        try:
            with path.open("rb") as file:
                data = file.read() if is_trusted(os.fstat(file.fileno())) else b""
        except OSError:  # counts as missing
            return None
        checksum, plain = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        try:
            return pickle.loads(plain) if xxhash.xxh3_128_digest(plain) == checksum else None
        except (AttributeError, ImportError):  # an argument's type was in another module of the version that wrote it
            return None


class _Format(CompileResultCacheImpl):
    """How the code of a function is written and read. The name follows from the source, which is not compared."""

    def __init__(self, directory: Path) -> None:
        self._locator: Any = self
        self._py_file, self._lineno = str(directory), 0  # the place that numba's warnings name

    def ensure_cache_path(self) -> None:
        make(Path(self._py_file))


class _InnerFormat(_Format):
    """The same for a function that only compiled code calls."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        with linked(target_context.codegen()):
            return super().rebuild(target_context, payload)  # type: ignore[no-untyped-call]


class _Cache(FunctionCache):
    def __init__(self, dispatcher: Any, directory: Path, name: str, inside: bool) -> None:
        self._dispatcher, self._py_func, self._name = dispatcher, dispatcher.py_func, name
        self._directory, folder = directory, directory / ("kernels" if _is_kernel(dispatcher) else "functions")
        self._impl, self._cache_path = (_InnerFormat if inside else _Format)(folder), str(folder)
        self._cache_file = _Sealed(str(folder), name, "")  # type: ignore[no-untyped-call]
        self.enable()  # type: ignore[no-untyped-call]

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        check(self._directory)
        loaded.add(self._name)
        return super().load_overload(signature, target_context)  # type: ignore[no-untyped-call]

    def save_overload(self, signature: Any, compiled: Any) -> None:
        if not _is_saved(self._dispatcher, compiled):
            return
        try:
            super().save_overload(signature, compiled)  # type: ignore[no-untyped-call]
        except OSError as error:
            # an error inside a function that compiled code calls would look like one of numba's
            not_saved(self._directory, error, raising=_is_kernel(self._dispatcher))


def _is_kernel(dispatcher: Any) -> bool:
    return getattr(dispatcher, "role", None) is Role.KERNEL


def _is_saved(dispatcher: Any, compiled: Any) -> bool:
    """Returns whether code is saved: not that of a function of the game that computes with floats, or calls one that
    does, because `floats` finds none in code from disk."""
    return _is_kernel(dispatcher) or not (any(_floats_in(compiled.type_annotation)) or any(floats(dispatcher)))


def save_in(directory: Path, dispatcher: Any, name: str, inside: bool) -> None:
    """Makes numba save the machine code of a function in the cache ``directory``, and load it from there.

    ``name`` must belong to this version of this function alone. ``inside`` says that only compiled code calls it.
    """
    dispatcher._cache = _Cache(dispatcher, directory, name, inside)


def floats(dispatcher: Any, seen: set[int] | None = None) -> Iterator[tuple[Any, Any, str, Any]]:
    """Yields each variable that is a float in a compiled function or in one that it calls: the plain function, numba's
    annotation of it, the variable and its type."""
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
    """Yields the variables that are floats, with their types; none of code from disk, which has no types."""
    types = {} if isinstance(annotation, str) else annotation.typemap
    return ((variable, kind) for variable, kind in types.items() if "float" in str(kind))


def is_saved(dispatcher: Any) -> bool:
    """Returns whether the cache has machine code of a function."""
    return os.path.exists(dispatcher._cache._cache_file._index_path)
