"""Distances from the start: three more files in a database's directory, written by `retro reach`.

reach.json       results of the search, and length and checksums of the next file
distances.zst    zstd seekable format, frames of equally many slots but for the last: plies from the start, or UNREACHED
reach-run.json   machine, time and memory; optional

The first two follow from the rules alone. When they are written again, each replaces the old one as a whole, the
distances first.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retro.storage import Busy, Damaged, NotSolved, Unusable, checked_json
from retro.storage.block import DATABASE_ZSTD_LEVEL, block_for
from retro.storage.checked_json import MAX_INTEGER, among, where
from retro.storage.location import lock_path
from retro.storage.manifest import present_path
from retro.storage.run import REACH_RUN_FILE, Run
from retro.storage.seekable import BlockFile, SeekableReader, SeekableWriter
from retro.system import files
from retro.system.atomic import check_replaceable, replacing
from retro.system.files import Closing
from retro.system.locks import exclusive_lock
from retro.system.ranges import ranges

REACH_FILE = "reach.json"
DISTANCES_FILE = "distances.zst"
FORMATS = {2: {"distance_bytes": 1}, 3: {}}
"""Formats of reach.json: 2 with distances of one byte, 3 of two or four."""
REACH_FILES = (DISTANCES_FILE, REACH_RUN_FILE, REACH_FILE)
"""In the order in which they are replaced. reach.json is last: a database with this file has distances."""
UNREACHED = 255
"""Instead of a distance of one byte; see `unreached`."""
DISTANCE_BYTES = (1, 2, 4)
SEARCH_AGAIN = "search again"
"""The remedy for damaged files of a search."""
CACHE_BYTES = 16 << 20
"""Memory for frames that were read last."""
_BATCH = 1 << 20
"""Distances written at a time: at least as many as a packed page has while a game is searched."""

Distances = NDArray[np.unsignedinteger[Any]]


class SlotDistances(Protocol):
    """Distances of all slots, of one type: in memory, in files or in other processes."""

    @property
    def dtype(self) -> np.dtype[Any]: ...

    def __len__(self) -> int: ...

    def __getitem__(self, slots: slice, /) -> Distances: ...


@dataclass(frozen=True)
class Reach:
    """Results of a search from the start, counted as the game counts.

    digest          hash of the rules and options, as in the manifest
    states          number of states by distance; distance 0 is the start
    positions       number of positions that can be reached
    file            length and checksums of the file of distances
    distance_bytes  bytes of a distance in that file: 1, 2 or 4
    """

    digest: str
    states: Annotated[tuple[int, ...], where(bool)]
    positions: int
    file: BlockFile
    distance_bytes: Annotated[int, among(DISTANCE_BYTES[1:])] = 1


def type_of(distance_bytes: int) -> np.dtype[Any]:
    """Returns the type of distances that take so many bytes."""
    return np.dtype(f"<u{distance_bytes}")


def type_for(longest: int) -> np.dtype[Any]:
    """Returns the narrowest type of distances up to ``longest``."""
    return next(dtype for dtype in map(type_of, DISTANCE_BYTES) if longest < unreached(dtype))


def unreached(dtype: np.dtype[Any]) -> int:
    """Returns the number that stands for an unreachable position: the largest of the type."""
    return int(np.iinfo(dtype).max)


def converted(distances: Distances, dtype: np.dtype[Any]) -> Distances:
    """Returns distances as another type, which is wide enough."""
    if distances.dtype == dtype:
        return distances
    result = distances.astype(dtype)
    result[distances == unreached(distances.dtype)] = unreached(dtype)
    return result


def check(path: Path) -> None:
    """Checks that distances can be written into the database at ``path``; errors as from `check_replaceable`."""
    check_replaceable(*(present_path(path) / name for name in REACH_FILES))


def alone(path: Path) -> AbstractContextManager[None]:
    """A block that only one process runs at a time for the database at ``path``; Busy if another process does."""
    return exclusive_lock(lock_path(path, "reach"), f"another process is searching {path}")


def write(
    path: Path,
    distances: SlotDistances,
    results: Callable[[BlockFile], Reach],
    finish: Callable[[], Run],
    threads: int,
    advance: Callable[[int], None],
) -> Reach:
    """Writes all files into the database at ``path``. Returns the content of reach.json.

    To be called inside `alone`. After the distances are written, ``results`` and ``finish`` are called: they return the
    contents of reach.json and of reach-run.json. ``advance`` is called with the number of slots of each batch. Busy if
    the database is gone, ResourceError if the disk is full, OSError if it fails.
    """
    folder = present_path(path)
    longest = results(BlockFile(MAX_INTEGER, "", ""))
    checked_json.check(checked_json.dumps(checked_json.fields_of(longest, FORMATS)), Reach, FORMATS)
    try:
        with replacing(*(folder / name for name in REACH_FILES)) as new:
            written = write_file(new[0], distances, threads, advance)
            about = results(written)
            files.write_text(new[1], finish().to_json())
            files.write_text(new[2], checked_json.dumps(checked_json.fields_of(about, FORMATS)))
    except FileNotFoundError as error:
        raise Busy(f"{path} was replaced in the meantime; search again") from error
    return about


def write_file(path: Path, distances: SlotDistances, threads: int, advance: Callable[[int], None]) -> BlockFile:
    """Writes the file of distances. ``advance`` is called with the slots of each batch. OSError if it fails."""
    block = block_for(len(distances))
    with SeekableWriter(path, DATABASE_ZSTD_LEVEL, threads, -(-len(distances) // block)) as writer:
        for first, last in ranges(0, len(distances), max(block, _BATCH)):
            batch = distances[first:last]
            writer.write_all(batch[start:stop].tobytes() for start, stop in ranges(0, len(batch), block))
            advance(len(batch))
        return writer.finish()


def read(path: Path, digest: str) -> Reach:
    """Returns the results of the search; NotSolved if there was none, Unusable if it had other rules.

    Other errors as from `retro.storage.checked_json.read`.
    """
    file = present_path(path) / REACH_FILE
    try:
        about = checked_json.read(file, Reach, FORMATS, SEARCH_AGAIN)
    except FileNotFoundError as error:
        raise NotSolved(f"not searched yet: {path} has no distances from the start") from error
    if about.digest != digest:
        raise Unusable(f"{file} cannot be used: it was found by other rules; {SEARCH_AGAIN}")
    return about


class DistanceFile(Closing):
    """Distances by slot; safe to share between threads."""

    def __init__(self, path: Path, slots: int, digest: str) -> None:
        """Open the distances of the database at ``path``; errors as from `read`, Damaged if the file is not sound."""
        self.about = read(path, digest)
        self.dtype = type_of(self.about.distance_bytes)
        file, self._slots = present_path(path) / DISTANCES_FILE, slots
        self._frames = SeekableReader(file, SEARCH_AGAIN)
        first = self._frames.plain_bytes(0) if len(self._frames) else 0
        self._block = max(1, first // self.dtype.itemsize)
        complete = self._frames.has_units(slots, self._block, self.dtype.itemsize)
        if self._frames.table_sha256 != self.about.file.table_sha256 or not complete:
            raise Damaged(f"{file} is damaged: it is not the file that {REACH_FILE} describes; {SEARCH_AGAIN}")
        self._cache = lru_cache(max(1, CACHE_BYTES // max(1, first)))(self._frame)

    def distance(self, index: int) -> int | None:
        """Returns the plies from the nearest start to the position of a slot; None if it cannot be reached.

        IndexError if there is no such slot, Damaged if the frame is not what was written, Unreadable if the system
        cannot read it, Closed after `close`.
        """
        self._frames.check_open()
        if not 0 <= index < self._slots:
            raise IndexError(index)
        number, offset = divmod(index, self._block)
        distance = int(self._cache(number)[offset])
        return None if distance == unreached(self.dtype) else distance

    def distances(self, start: int, stop: int) -> Distances:
        """Returns the distances of slots start..stop-1, `unreached` for positions that cannot be reached.

        Errors as from `distance`.
        """
        if not 0 <= start <= stop <= self._slots:
            raise IndexError(f"{start}:{stop}")
        pieces = [np.empty(0, self.dtype)]
        for number in range(start // self._block, -(-stop // self._block)):
            frame = self._frame(number)
            pieces.append(frame[max(start - number * self._block, 0) : stop - number * self._block])
        return np.concatenate(pieces)

    def close(self) -> None:
        self._frames.close()

    def _frame(self, number: int) -> Distances:
        return np.frombuffer(self._frames.frame(number), self.dtype)
