"""A file beside a database with a row of numbers for each slot, in frames of BLOCK_SLOTS rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retro.storage import Damaged
from retro.storage.block import BLOCK_SLOTS, DATABASE_ZSTD_LEVEL
from retro.storage.seekable import BlockFile, SeekableReader, SeekableWriter
from retro.system.files import Closing

CACHE_BYTES = 16 << 20
"""Memory for frames that were read last."""
_BATCH = 16 * BLOCK_SLOTS
"""Rows read at a time: at least as many as a packed page has while a game is searched."""


class SlotRows(Protocol):
    """Rows of all slots, in memory, in files or in other processes."""

    def __len__(self) -> int: ...

    def __getitem__(self, slots: slice, /) -> NDArray[Any]: ...


def write(path: Path, rows: SlotRows, threads: int, advance: Callable[[int], None]) -> BlockFile:
    """Writes the file. ``advance`` is called with the number of slots of each batch. OSError if it fails."""
    with SeekableWriter(path, DATABASE_ZSTD_LEVEL, threads, -(-len(rows) // BLOCK_SLOTS)) as writer:
        for first in range(0, len(rows), _BATCH):
            batch = rows[first : first + _BATCH]
            for start in range(0, len(batch), BLOCK_SLOTS):
                writer.write(batch[start : start + BLOCK_SLOTS].tobytes())
            advance(len(batch))
        return writer.finish()


class SlotFile(Closing):
    """The rows of a file; safe to share between threads."""

    def __init__(self, path: Path, about: BlockFile, slots: int, dtype: str, columns: int, remedy: str) -> None:
        """Opens the file, which must be as ``about`` describes it; Damaged, with the ``remedy``, if it is not."""
        self._path, self._slots, self._remedy = path, slots, remedy
        self._dtype, self._columns = np.dtype(dtype), columns
        bytes_per_slot = self._dtype.itemsize * columns
        try:
            self._frames = SeekableReader(path)
        except Damaged as error:
            raise self._damaged() from error
        if self._frames.table_sha256 != about.table_sha256 or not self._frames.has_units(
            slots, BLOCK_SLOTS, bytes_per_slot
        ):
            raise self._damaged()
        self._cache = lru_cache(max(1, CACHE_BYTES // (BLOCK_SLOTS * bytes_per_slot)))(self._frame)

    def row(self, index: int) -> list[int]:
        """Returns the row of a slot.

        IndexError if there is no such slot, Damaged if the frame is not what was written, Unreadable if the system
        cannot read it, Closed after `close`.
        """
        self._frames.check_open()
        if not 0 <= index < self._slots:
            raise IndexError(index)
        number, offset = divmod(index, BLOCK_SLOTS)
        row: list[int] = self._cache(number)[offset].tolist()
        return row

    def rows(self, start: int, stop: int) -> NDArray[Any]:
        """Returns the rows of slots start..stop-1; errors as for `row`."""
        if not 0 <= start <= stop <= self._slots:
            raise IndexError(f"{start}:{stop}")
        pieces = [np.empty((0, self._columns), self._dtype)]
        for number in range(start // BLOCK_SLOTS, -(-stop // BLOCK_SLOTS)):
            frame = self._frame(number)
            pieces.append(frame[max(start - number * BLOCK_SLOTS, 0) : stop - number * BLOCK_SLOTS])
        return np.concatenate(pieces)

    def close(self) -> None:
        self._frames.close()

    def _frame(self, number: int) -> NDArray[Any]:
        try:
            return np.frombuffer(self._frames.frame(number), self._dtype).reshape(-1, self._columns)
        except Damaged as error:
            raise self._damaged() from error

    def _damaged(self) -> Damaged:
        return Damaged(f"{self._path} is missing or damaged; {self._remedy}")
