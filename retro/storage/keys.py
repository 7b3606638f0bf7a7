"""The sorted words of a game whose positions are enumerated (`retro.indexing.enumerated`), in a file of their own.

A word is a key, or a tier and a key.

    frame 0 | frame 1 | ... | directory                    zstd seekable format, see `retro.storage.seekable`

    frame       the words of a frame of records: the first, then the differences of neighbours, as unsigned 64-bit
                numbers in eight planes, one after another: all lowest bytes, all second bytes, ..., all highest bytes
    directory   the first word of every frame, unsigned 64-bit, little-endian

Neighbouring words differ little, so the planes of the high bytes are nearly all zeros. A look-up searches the
directory, reads one frame and searches that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np

from retro.indexing.enumerated import Positions
from retro.indexing.packed_keys import Keys, joined
from retro.storage import SOLVE_AGAIN, Damaged
from retro.storage.block import DATABASE_ZSTD_LEVEL
from retro.storage.seekable import BlockFile, SeekableReader, SeekableWriter
from retro.system.errors import ResourceError
from retro.system.ranges import ranges

KEY_BYTES = 8
"""Plain bytes of a key."""
KEY_CACHE_BYTES = 32 << 20
"""Memory for frames of keys that were read last."""


def encode(keys: Keys) -> bytes:
    """Returns the plain bytes of a frame."""
    steps = np.diff(keys, prepend=0).astype("<u8")
    return steps.view(np.uint8).reshape(len(keys), KEY_BYTES).T.tobytes()


def decode(data: bytes) -> Keys:
    """Returns the keys of a frame; ValueError if they are negative or not in ascending order."""
    planes = np.frombuffer(data, np.uint8).reshape(KEY_BYTES, -1)
    steps = np.ascontiguousarray(planes.T).view("<i8").reshape(-1)
    keys = np.cumsum(steps, dtype=np.int64)
    if len(keys) == 0 or keys[0] < 0 or np.any(keys[1:] <= keys[:-1]):
        raise ValueError("keys are not in ascending order")
    return keys


def write(path: Path, keys: Keys, block: int, threads: int, advance: Callable[[int], None]) -> BlockFile:
    """Write the sorted ``keys`` in frames of ``block``; ``advance`` is called with the number of keys of each frame."""

    def frames() -> Iterator[bytes]:
        for start, stop in ranges(0, len(keys), block):
            yield encode(keys[start:stop])
            advance(stop - start)

    with SeekableWriter(path, DATABASE_ZSTD_LEVEL, threads, -(-len(keys) // block) + 1) as writer:
        writer.write_all(frames())
        writer.write(keys[::block].astype("<u8").tobytes())
        return writer.finish()


class KeyFile:
    """Sorted words on disk, an index as in `retro.indexing.enumerated`; safe to share between threads."""

    in_memory = False

    def __init__(self, path: Path, slots: int, block: int, key_bits: int = 0) -> None:
        """Damaged if the file is missing, damaged, or does not hold ``slots`` words in frames of ``block``."""
        self._path, self.slots, self._block, self.key_bits = path, slots, block, key_bits
        self.frames = SeekableReader(path)
        frames = -(-slots // block)
        if not self.frames.has_units(slots, block, KEY_BYTES, KEY_BYTES * frames):
            raise self._damaged()
        self._directory = np.frombuffer(self.frames.frame(frames), "<i8").astype(np.int64)
        if self._directory[0] < 0 or np.any(self._directory[1:] <= self._directory[:-1]):
            raise self._damaged()
        self._cache = lru_cache(max(1, KEY_CACHE_BYTES // (KEY_BYTES * block)))(self._read)

    def find(self, word: int) -> int:
        """Returns the slot of a word, -1 if the file lacks it. Closed after `close`, Damaged for a damaged frame."""
        self.frames.check_open()
        number = int(np.searchsorted(self._directory, word, side="right")) - 1
        if number < 0:
            return -1
        words = self._cache(number)
        offset = int(np.searchsorted(words, word))
        return number * self._block + offset if offset < len(words) and words[offset] == word else -1

    def word_at(self, index: int) -> int:
        """Returns the word of a slot; IndexError if there is none, otherwise as `find`."""
        self.frames.check_open()
        if not 0 <= index < self.slots:
            raise IndexError(index)
        number, offset = divmod(index, self._block)
        return int(self._cache(number)[offset])

    def positions(self) -> Positions:
        """Returns all words as an index in memory."""
        frames = (self._read(number) for number in range(len(self._directory)))
        return Positions(joined(frames, self.slots), self.key_bits)

    def close(self) -> None:
        self.frames.close()

    def _read(self, number: int) -> Keys:
        try:
            keys = decode(self.frames.frame(number))
        except ValueError as error:
            raise self._damaged() from error
        except MemoryError as error:  # a plugin raises it for a number that is no key
            raise ResourceError(f"out of memory while {self._path} was read") from error
        following = self._directory[number + 1] if number + 1 < len(self._directory) else None
        if keys[0] != self._directory[number] or (following is not None and keys[-1] >= following):
            raise self._damaged()
        return keys

    def _damaged(self) -> Damaged:
        return Damaged(f"{self._path} is damaged: its keys are not what they should be; {SOLVE_AGAIN}")
