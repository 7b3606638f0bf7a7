"""Compiled code on disk: a file for each signature of a function, with a checksum and in place of numba's cache.

numba unpickles a file and passes the machine code to the linker. A file that a crash or a full disk cut short, or in
which a bit was flipped, would be an exception at best. Here every file begins with a checksum of the rest, and one that
is damaged, cannot be read, or may be written by others counts as missing: its code is compiled again. A file is
unpickled only if it and its directory can be written by no other user (`retro.compiling.cache_directory`).
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import xxhash
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from retro.compiling.cache_directory import check, is_trusted, make, not_saved
from retro.compiling.inner_code import context_of
from retro.compiling.roles import is_kernel

_CHECKSUM_BYTES = 16

loaded = set[str]()
"""Names of the functions whose machine code this process has loaded or compiled."""


class _Cache:
    """What numba calls before and after it compiles a function, which has the name ``cache_path.name`` in the cache."""

    def __init__(self, dispatcher: Any, directory: Path, name: str, inside: bool) -> None:
        self._dispatcher, self._directory, self._inside = dispatcher, directory, inside
        self.cache_path = directory / ("kernels" if is_kernel(dispatcher) else "functions") / name

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Returns what numba compiled for a signature, None if there is nothing on disk."""
        check(self._directory)
        loaded.add(self.cache_path.name)
        target_context.refresh()
        key, path = self._key(signature, target_context.codegen())
        saved = _read(path)
        if saved is None or saved[0] != key:
            return None
        return CompileResult._rebuild(context_of(target_context, self._inside), *saved[1])  # type: ignore[no-untyped-call]

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Writes what numba has compiled for a signature."""
        if not _is_saved(self._dispatcher, compiled):
            return
        try:
            key, path = self._key(signature, compiled.codegen)
            _write(path, (key, compiled._reduce()))
        except OSError as error:
            # an error inside a function that compiled code calls would look like one of numba's
            not_saved(self._directory, error, raising=is_kernel(self._dispatcher))

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, Path]:
        """Returns what a file is for, the signature and the processor, and the path of the file."""
        key = signature, codegen.magic_tuple()
        return key, self.cache_path.with_name(
            f"{self.cache_path.name}.{xxhash.xxh3_64_hexdigest(repr(key).encode())}.nbc"
        )


def _write(path: Path, content: Any) -> None:
    plain = dumps(content)  # type: ignore[no-untyped-call]
    make(path.parent)
    new = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        with new.open("wb") as file:
            os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode & 0o755)
            file.write(xxhash.xxh3_128_digest(plain) + plain)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _read(path: Path) -> Any:
    """Returns the content of a file, None if it counts as missing."""
    try:
        with path.open("rb") as file:
            data = file.read() if is_trusted(os.fstat(file.fileno())) else b""
        checksum, plain = data[:_CHECKSUM_BYTES], data[_CHECKSUM_BYTES:]
        return pickle.loads(plain) if xxhash.xxh3_128_digest(plain) == checksum else None
    except (AttributeError, ImportError, OSError):  # a type was in another module of the version that wrote it
        return None


def _is_saved(dispatcher: Any, compiled: Any) -> bool:
    """Returns whether code is saved: not that of a function of the game that computes with floats, or calls one that
    does, because `floats` finds none in code from disk."""
    return is_kernel(dispatcher) or not (any(_floats_in(compiled.type_annotation)) or any(floats(dispatcher)))


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


def any_saved(dispatchers: Iterable[Any]) -> bool:
    """Returns whether the cache has machine code of one of these functions."""
    paths = [each._cache.cache_path for each in dispatchers]
    return any(next(path.parent.glob(f"{path.name}.*.nbc"), None) for path in paths)
