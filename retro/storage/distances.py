"""How far from the start every position is: two more files of a database's directory, which searching writes.

reach.json       what was found, and length and SHA-256 of the other file
distances.zst    zstd seekable format, frames of BLOCK bytes, one for each slot: plies from the start, or UNREACHED

Both follow from the rules alone. When they are written again, each takes the place of the old one as a whole, the
distances first.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.storage import DatabaseError, NotSolved
from retro.storage.block import BLOCK
from retro.storage.kept import Kept
from retro.storage.manifest import settled
from retro.storage.seekable import SeekableReader, SeekableWriter

NAME = "reach.json"
FILE = "distances.zst"
FORMAT = 1
UNREACHED = 255
LEVEL = 3
CACHE_BYTES = 16 << 20

Distances = NDArray[np.uint8]


@dataclass(frozen=True)
class Reach:
    """What a search from the start found; numbers are counted as the game counts them.

    digest      hash of the rules and options, as in the manifest
    states      by distance, first those at distance 0, which is the start
    positions   that a game comes to
    seconds, threads, peak_rss_bytes, engine, date   as in the manifest
    bytes, sha256   of the file of distances
    """

    digest: str
    states: list[int]
    positions: int
    seconds: float
    threads: int
    peak_rss_bytes: int
    engine: str
    date: str
    bytes: int = 0
    sha256: str = ""


def check(path: Path) -> None:
    """Make sure, before much work is done, that distances can be written into the database at ``path``."""
    if not os.access(settled(path), os.W_OK):
        raise DatabaseError(f"cannot write in {settled(path)}")


def write(
    path: Path, distances: Distances, finished: Callable[[], Reach], threads: int, advance: Callable[[int], None]
) -> Reach:
    """Write both files into the database at ``path``; what the first one says.

    ``finished`` is asked for it, but for what only writing can tell, once the other one is written; ``advance`` is told
    how many more slots are. DatabaseError if another process is writing them or the database is gone, OSError if the
    disk fails or is full.
    """
    folder = settled(path)
    with _alone(folder):
        places = folder / f".{FILE}.writing", folder / f".{NAME}.writing"
        try:
            for place in places:
                place.unlink(missing_ok=True)  # left by a crash
            with SeekableWriter(places[0], LEVEL, threads) as writer:
                for start in range(0, len(distances), BLOCK):
                    part = distances[start : start + BLOCK]
                    writer.write(part.tobytes())
                    advance(len(part))
                written = writer.finish()
            about = replace(finished(), bytes=written.bytes, sha256=written.sha256)
            _write_text(places[1], json.dumps({"format": FORMAT, **asdict(about)}, indent=1) + "\n")
            for place, name in zip(places, (FILE, NAME), strict=True):
                os.replace(place, folder / name)
        except FileNotFoundError as error:
            raise DatabaseError(f"{path} was replaced in the meantime; search again") from error
        except BaseException:
            for place in places:
                place.unlink(missing_ok=True)
            raise
    return about


def read(path: Path, digest: str) -> Reach:
    """What was found; NotSolved if nothing was, DatabaseError if it cannot be used or was found by other rules."""
    place = settled(path) / NAME
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise NotSolved(f"not searched yet: {path} has no distances from the start") from error
    except (OSError, ValueError, RecursionError) as error:
        raise _unusable(path, "it cannot be read") from error
    if not isinstance(found, dict) or found.pop("format", None) != FORMAT:
        raise _unusable(path, f"this program reads format {FORMAT}")
    try:
        about = Reach(**found)
    except TypeError as error:
        raise _unusable(path, "its fields are not what they should be") from error
    if not _sound(about):
        raise _unusable(path, "its fields are not what they should be")
    if about.digest != digest:
        raise _unusable(path, "it was found by other rules")
    return about


class DistanceFile:
    """Distances by slot; safe to share between threads."""

    def __init__(self, path: Path, slots: int, digest: str) -> None:
        """Of the database at ``path``. NotSolved if nobody searched, DatabaseError if what was found cannot be used."""
        self.about = read(path, digest)
        self._path, self._slots = path, slots
        try:
            self._frames = SeekableReader(settled(path) / FILE)
        except DatabaseError as error:
            raise self._damaged() from error
        sizes = [self._frames.plain_bytes(number) for number in range(len(self._frames))]
        expected = [min(BLOCK, slots - start) for start in range(0, slots, BLOCK)]
        if self._frames.length != self.about.bytes or sizes != expected:
            self.close()
            raise _unusable(path, f"{FILE} does not belong to it")
        self._kept = Kept(self._frame, CACHE_BYTES // BLOCK)

    def distance(self, index: int) -> int | None:
        """Plies from the start to the position of a slot; None if no game comes to it.

        IndexError if there is no such slot, DatabaseError if the frame is damaged.
        """
        if not 0 <= index < self._slots:
            raise IndexError(index)
        number, place = divmod(index, BLOCK)
        found = self._kept(number)[place]
        return None if found == UNREACHED else found

    def distances(self, start: int, stop: int) -> Distances:
        """Of slots start..stop-1, UNREACHED for those to which no game comes."""
        if not 0 <= start <= stop <= self._slots:
            raise IndexError(f"{start}:{stop}")
        found = np.empty(stop - start, np.uint8)
        for number in range(start // BLOCK, -(-stop // BLOCK)):
            first = number * BLOCK
            begin, end = max(start, first), min(stop, first + BLOCK)
            found[begin - start : end - start] = np.frombuffer(self._frame(number), np.uint8)[
                begin - first : end - first
            ]
        return found

    def close(self) -> None:
        """Give the file back."""
        self._frames.close()

    def _frame(self, number: int) -> bytes:
        try:
            return self._frames.frame(number)
        except DatabaseError as error:
            raise self._damaged() from error

    def _damaged(self) -> DatabaseError:
        return _unusable(self._path, f"{FILE} is missing or damaged")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else writes distances into this directory meanwhile; in the end it is synced to disk."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except FileNotFoundError as error:
        raise DatabaseError(f"there is no database at {folder} any more") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DatabaseError(f"another process is writing distances into {folder}") from error
        yield
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_text(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sound(about: Reach) -> bool:
    def counts(found: Any) -> bool:
        return isinstance(found, int) and not isinstance(found, bool) and found >= 0

    return (
        all(isinstance(text, str) for text in (about.digest, about.engine, about.date, about.sha256))
        and isinstance(about.states, list)
        and all(map(counts, [*about.states, about.positions, about.threads, about.peak_rss_bytes, about.bytes]))
        and isinstance(about.seconds, int | float)
    )


def _unusable(path: Path, why: str) -> DatabaseError:
    return DatabaseError(f"{settled(path) / NAME} cannot be used: {why}; search again")
