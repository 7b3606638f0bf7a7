"""Pages of rows, read from compressed frames (`retro.storage.page_cache`)."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from retro.storage.finished_records import NO_FRAME, Piece
from retro.system.checkpointing import all_results
from retro.system.progress import Progress
from retro.system.ranges import ranges

FRAMES_PER_CALL = 4
"""Frames that a thread reads in one call."""

Rows = NDArray[np.unsignedinteger[Any]]


class Source(Protocol):
    """Frames that pages are loaded from; a frame has the rows of neighbouring slots.

    slots   the number of all slots
    fields  fields of a row
    dtype   type of a field; it may become wider
    """

    @property
    def slots(self) -> int: ...
    @property
    def fields(self) -> int: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...

    def frames_of(self, slots: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the frame of each slot, NO_FRAME if there is none yet, and the number of its row in it."""

    def pieces(self, start: int, stop: int) -> Iterable[Piece]:
        """Returns the pieces of slots start..stop-1, in order."""

    def rows(self, frame: int) -> Rows:
        """Returns the rows of a frame; several threads may call it at once."""


def ends(source: Source, pages: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the first and the last slots of pages of ``size`` slots."""
    first = pages * size
    return first, np.minimum(first + size, source.slots) - 1


def load(source: Source, pages: NDArray[np.int64], buffer: Rows, pool: ThreadPoolExecutor, progress: Progress) -> None:
    """Reads pages, which are in order, into a buffer of pages, slots and fields; rows without a frame are zeros.

    Each frame is read once, and those between two pages once more.
    """
    size = buffer.shape[1]
    first, last = ends(source, pages, size)
    (frames, offsets), (last_frames, _) = map(source.frames_of, (first, last))
    whole = (frames == last_frames) & (frames != NO_FRAME) & (last - first == size - 1)
    inside = np.flatnonzero(whole)
    cuts = [0, *(np.flatnonzero(np.diff(frames[inside])) + 1).tolist(), len(inside)] if len(inside) else []
    parts = [inside[start:stop] for start, stop in pairwise(cuts)]

    def read(call: tuple[int, int]) -> None:
        for part in parts[slice(*call)]:
            windows = sliding_window_view(source.rows(int(frames[part[0]])), size, 0)
            buffer[part] = windows.swapaxes(1, 2)[offsets[part]]

    for _ in all_results(pool, read, ranges(0, len(parts), FRAMES_PER_CALL)):
        progress.advance(0, 0)
    number, rows = NO_FRAME, buffer[:0, 0]
    for page in np.flatnonzero(~whole).tolist():
        buffer[page] = 0
        for frame, offset, start, stop in source.pieces(int(first[page]), int(last[page]) + 1):
            if frame not in (number, NO_FRAME):  # the next page is likely to begin in the frame in which this one ends
                number, rows = frame, source.rows(frame)
            if frame != NO_FRAME:
                at = start - int(first[page])
                buffer[page, at : at + stop - start] = rows[offset : offset + stop - start]
