"""Compiled kernels on disk: numba's cache, but what it holds is checked before it is run, and made anew if not whole.

numba unpickles what it finds and hands the machine code to the linker. A file that a crash or a full disk cut short, or
of which a bit was flipped, would be an exception at best. Here every file begins with a checksum of the rest.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import xxhash
from numba.core.caching import FunctionCache, IndexDataCacheFile

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


def keep_on_disk(dispatcher: Any) -> None:
    """Keep what numba compiles of a function, whose module has a file, beside that file."""
    dispatcher._cache = _Cache(dispatcher.py_func)
