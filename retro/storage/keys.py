"""The keys of a game whose positions are enumerated, sorted, in a file of their own.

    frame 0 | frame 1 | ... | directory                    zstd seekable format, see `retro.storage.seekable`

    frame       up to BLOCK keys: the first one, then what each has more than the one before, as unsigned 64-bit numbers
                in eight planes, one after another: all lowest bytes, all second bytes, ..., all highest bytes
    directory   the first key of every frame, unsigned 64-bit, little-endian

Neighbouring keys differ little: the planes of the high bytes are nearly empty. A look-up searches the directory, reads
one frame and searches that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from retro.storage import Damaged
from retro.storage.block import BLOCK
from retro.storage.seekable import BlockFile, SeekableReader, SeekableWriter
from retro.system.errors import ResourceError

KEY_BYTES = 8
CACHE_BYTES = 32 << 20

Keys = NDArray[np.int64]


def encode(keys: Keys) -> bytes:
    """The plain bytes of a frame."""
    steps = np.diff(keys, prepend=0).astype("<u8")
    return steps.view(np.uint8).reshape(len(keys), KEY_BYTES).T.tobytes()


def decode(data: bytes) -> Keys:
    """The keys of a frame; ValueError if they are not positions in ascending order."""
    planes = np.frombuffer(data, np.uint8).reshape(KEY_BYTES, -1)
    steps = np.ascontiguousarray(planes.T).view("<i8").reshape(-1)
    keys = np.cumsum(steps, dtype=np.int64)
    if len(keys) == 0 or keys[0] < 0 or np.any(keys[1:] <= keys[:-1]):
        raise ValueError("keys are not in ascending order")
    return keys


def write(path: Path, keys: Keys, level: int, threads: int, advance: Callable[[int], None]) -> BlockFile:
    """Write the sorted ``keys``; ``advance`` is told how many more are written."""
    with SeekableWriter(path, level, threads) as writer:
        for start in range(0, len(keys), BLOCK):
            part = keys[start : start + BLOCK]
            writer.write(encode(part))
            advance(len(part))
        writer.write(keys[::BLOCK].astype("<u8").tobytes())
        return writer.finish()


class KeyFile:
    """Sorted keys on disk; safe to share between threads. An index as `retro.indexing.enumerated` has them."""

    def __init__(self, path: Path, slots: int, block: int) -> None:
        """Damaged if the file is missing, damaged, or does not hold ``slots`` keys in frames of ``block``."""
        self._path, self.slots, self._block = path, slots, block
        self._frames = SeekableReader(path)
        frames = -(-slots // block)
        if not self._frames.has(slots, block, KEY_BYTES, KEY_BYTES * frames):
            raise self._damaged()
        self._directory = np.frombuffer(self._frames.frame(frames), "<i8").astype(np.int64)
        if self._directory[0] < 0 or np.any(self._directory[1:] <= self._directory[:-1]):
            raise self._damaged()
        self._cache = lru_cache(max(1, CACHE_BYTES // (KEY_BYTES * block)))(self._read)

    @property
    def table_sha256(self) -> str:
        """Of the file's seek table."""
        return self._frames.table_sha256

    def find(self, key: int) -> int:
        """Place of a key in sorted order, -1 if it is not there. Closed after `close`, Damaged for a damaged frame."""
        self._frames.check_open()
        number = int(np.searchsorted(self._directory, key, side="right")) - 1
        if number < 0:
            return -1
        keys = self._cache(number)
        place = int(np.searchsorted(keys, key))
        return number * self._block + place if place < len(keys) and keys[place] == key else -1

    def key_at(self, index: int) -> int:
        """The key at a place; IndexError if there is none. Closed after `close`, Damaged for a damaged frame."""
        self._frames.check_open()
        if not 0 <= index < self.slots:
            raise IndexError(index)
        number, place = divmod(index, self._block)
        return int(self._cache(number)[place])

    def all(self) -> Keys:
        """All keys in memory."""
        keys = np.empty(self.slots, np.int64)
        for number in range(len(self._directory)):
            part = self._read(number)
            keys[number * self._block : number * self._block + len(part)] = part
        return keys

    def close(self) -> None:
        """Give the file back."""
        self._frames.close()

    def _read(self, number: int) -> Keys:
        try:
            keys = decode(self._frames.frame(number))
        except ValueError as error:
            raise self._damaged() from error
        except MemoryError as error:  # a plugin raises it for a number that is no key
            raise ResourceError(f"out of memory while {self._path} was read") from error
        following = self._directory[number + 1] if number + 1 < len(self._directory) else None
        if keys[0] != self._directory[number] or (following is not None and keys[-1] >= following):
            raise self._damaged()
        return keys

    def _damaged(self) -> Damaged:
        return Damaged(f"{self._path} is damaged: its keys are not what they should be; solve the game again")
