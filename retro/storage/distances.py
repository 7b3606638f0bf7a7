"""How far from the start every position is: three more files of a database's directory, which searching writes.

reach.json       what was found, and length and checksums of the next file
distances.zst    zstd seekable format, frames of BLOCK bytes, one for each slot: plies from the start, or UNREACHED
reach-run.json   machine, time and memory

The first two follow from the rules alone. When they are written again, each takes the place of the old one as a whole,
the distances first.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retro.storage import Busy, Damaged, NotSolved, Unusable, run, sealed
from retro.storage.block import BLOCK
from retro.storage.manifest import block_file, settled
from retro.storage.run import REACHED, Run
from retro.storage.sealed import Readers
from retro.storage.seekable import BlockFile, SeekableReader, SeekableWriter
from retro.system import files
from retro.system.atomic import replacing, temporary_path
from retro.system.files import check_ordinary, check_writable
from retro.system.locks import exclusive_lock

NAME = "reach.json"
FILE = "distances.zst"
FORMAT = 2
NAMES = (FILE, REACHED, NAME)
"""In the order in which they take their places: what says that there are distances comes when they are there."""
WRITING = tuple(temporary_path(Path(name)).name for name in NAMES)
UNREACHED = 255
LEVEL = 3
CACHE_BYTES = 16 << 20
REMEDY = "search again"

_BATCH = 16 * BLOCK
"""Slots that are asked for at a time: at least as many as are packed together while a game is searched."""

Distances = NDArray[np.uint8]


class Slots(Protocol):
    """Distances of all slots, wherever they lie."""

    def __len__(self) -> int: ...

    def __getitem__(self, slots: slice, /) -> Distances: ...


@dataclass(frozen=True)
class Reach:
    """What a search from the start found; numbers are counted as the game counts them.

    digest      hash of the rules and options, as in the manifest
    states      by distance, first those at distance 0, which is the start
    positions   that a game comes to
    file        length and checksums of the file of distances
    """

    digest: str
    states: tuple[int, ...]
    positions: int
    file: BlockFile


def check(path: Path) -> None:
    """Check, before much work is done, that distances can be written into the database at ``path``.

    DatabaseError, with the reason, if they cannot, ResourceError if the disk is full.
    """
    folder = settled(path)
    check_writable(folder)
    for name in (*NAMES, *WRITING):
        check_ordinary(folder / name)


def alone(path: Path) -> AbstractContextManager[None]:
    """Nobody else searches the game meanwhile whose database is at ``path``; DatabaseError if somebody does."""
    return exclusive_lock(path.with_name(f".{path.name}.reach.lock"), f"another process is searching {path}")


def write(
    path: Path,
    distances: Slots,
    found: Callable[[BlockFile], Reach],
    finished: Callable[[], Run],
    threads: int,
    advance: Callable[[int], None],
) -> Reach:
    """Write all files into the database at ``path``; what reach.json says.

    To be called by who is `alone` there. ``found`` is asked for it once the distances are written, ``finished`` for the
    run; ``advance`` is told how many more slots are written. DatabaseError if the database is gone, ResourceError if
    the disk is full, OSError if it fails.
    """
    folder = settled(path)
    try:
        with replacing(*(folder / name for name in NAMES)) as new:
            with SeekableWriter(new[0], LEVEL, threads) as writer:
                for first in range(0, len(distances), _BATCH):
                    batch = distances[first : first + _BATCH]
                    for start in range(0, len(batch), BLOCK):
                        writer.write(batch[start : start + BLOCK].tobytes())
                    advance(len(batch))
                written = writer.finish()
            about = found(written)
            files.write_text(new[1], finished().to_json())
            files.write_text(new[2], sealed.sealed({"format": FORMAT, **asdict(about)}))
    except FileNotFoundError as error:
        raise Busy(f"{path} was replaced in the meantime; search again") from error
    return about


def read(path: Path, digest: str) -> Reach:
    """What was found; NotSolved if nothing was, Unusable if it is of other rules, or as `retro.storage.sealed.read`."""
    place = settled(path) / NAME
    try:
        about = Reach(**sealed.read(place, FORMAT, _FIELDS, REMEDY))
    except FileNotFoundError as error:
        raise NotSolved(f"not searched yet: {path} has no distances from the start") from error
    if about.digest != digest:
        raise Unusable(f"{place} cannot be used: it was found by other rules; {REMEDY}")
    return about


def _states(found: Any) -> tuple[int, ...]:
    """Of this there is one entry at least, the start."""
    if not sealed.listed(found):
        raise ValueError
    return tuple(sealed.whole(count) for count in found)


_FIELDS: Readers = {
    "digest": sealed.text,
    "states": _states,
    "positions": sealed.whole,
    "file": block_file,
}


class DistanceFile:
    """Distances by slot; safe to share between threads."""

    def __init__(self, path: Path, slots: int, digest: str) -> None:
        """Of the database at ``path``. NotSolved if nobody searched, DatabaseError if what was found cannot be used."""
        self.about = read(path, digest)
        self.run = run.read(settled(path) / REACHED, REMEDY)
        self._path, self._slots = path, slots
        try:
            self._frames = SeekableReader(settled(path) / FILE)
        except Damaged as error:
            raise self._damaged() from error
        if self._frames.table_sha256 != self.about.file.table_sha256 or not self._frames.has(slots, BLOCK, 1):
            raise self._damaged()
        self._cache = lru_cache(CACHE_BYTES // BLOCK)(self._frame)

    def distance(self, index: int) -> int | None:
        """Plies from the start to the position of a slot; None if no game comes to it.

        IndexError if there is no such slot, Damaged if the frame is not what was written, Unreadable if the system
        cannot read it, Closed after `close`.
        """
        self._frames.check_open()
        if not 0 <= index < self._slots:
            raise IndexError(index)
        number, place = divmod(index, BLOCK)
        found = self._cache(number)[place]
        return None if found == UNREACHED else found

    def distances(self, start: int, stop: int) -> Distances:
        """Of slots start..stop-1, UNREACHED for those to which no game comes."""
        if not 0 <= start <= stop <= self._slots:
            raise IndexError(f"{start}:{stop}")
        parts = [np.empty(0, np.uint8)]
        for number in range(start // BLOCK, -(-stop // BLOCK)):
            part = np.frombuffer(self._frame(number), np.uint8)
            parts.append(part[max(start - number * BLOCK, 0) : stop - number * BLOCK])
        return np.concatenate(parts)

    def close(self) -> None:
        """Give the file back."""
        self._frames.close()

    def _frame(self, number: int) -> bytes:
        try:
            return self._frames.frame(number)
        except Damaged as error:
            raise self._damaged() from error

    def _damaged(self) -> Damaged:
        return Damaged(f"{settled(self._path) / FILE} is missing or damaged; {REMEDY}")
