"""Are all files of a database what was written? Their checksums tell, without a look at what they mean.

The JSON files carry their own (`retro.storage.sealed`); those of the others are in the manifest and in reach.json.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from retro.storage import Damaged, NotSolved, distances, manifest, run, sealed, sections
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.reading import readable
from retro.storage.seekable import BlockFile, SeekableReader
from retro.system.progress import Progress

Told = TypeVar("Told")

CHUNK = 4 << 20
"""Bytes read at a time; the disk is asked for the next ones meanwhile."""
_PAUSE = 0.1


@dataclass(frozen=True)
class Checked:
    """A file of a database, how long it is, and what is wrong with it; "" if nothing is."""

    path: Path
    bytes: int
    problem: str


def check(path: Path, digest: str, threads: int, progress: Progress) -> list[Checked]:
    """Check all files of the database at ``path``, and those of a search from the start if there was one.

    NotSolved if there is no database, Unusable if it is of other rules than those with the ``digest`` or in another
    format, Unreadable if the system cannot read a file. Files that no sound file describes are left out.
    """
    folder = manifest.settled(path)
    found: dict[str, Checked] = {}

    def told(name: str, read: Callable[[], Told]) -> Told | None:
        """What a JSON file says; None if it is not sound."""
        said, problem = None, ""
        try:
            said = read()
        except Damaged as error:
            problem = str(error)
        found[name] = Checked(folder / name, _length(folder / name), problem)
        return said

    about = told(manifest.NAME, lambda: manifest.read(path, digest))
    large = dict(about.files) if about else {}
    told(run.SOLVED, lambda: run.read(folder / run.SOLVED, "solve the game again"))
    if (folder / distances.NAME).exists():
        reach = told(distances.NAME, lambda: distances.read(path, digest))
        if reach:
            large[distances.FILE] = reach.file
        told(run.REACHED, lambda: run.read(folder / run.REACHED, distances.REMEDY))
    elif (folder / distances.FILE).exists():
        remedy = f"{folder / distances.NAME} is missing; {distances.REMEDY}"
        found[distances.NAME] = Checked(folder / distances.NAME, 0, remedy)
    with suppress(FileNotFoundError):  # nobody has counted them
        told(sections.NAME, lambda: sealed.read(folder / sections.NAME, sections.FORMAT, {}, sections.REMEDY))
    found |= _hashed(folder, large, threads, progress)
    if not any(each.problem for each in found.values()):
        found |= _together(path, digest, found)
    return list(found.values())


def _hashed(folder: Path, files: dict[str, BlockFile], threads: int, progress: Progress) -> dict[str, Checked]:
    """The large files, each in a thread of its own."""
    done, lock = [0], threading.Lock()

    def advance(size: int) -> None:
        with lock:
            done[0] += size

    progress.phase("reading", sum(each.bytes for each in files.values()), None)
    with ThreadPoolExecutor(threads) as pool:
        futures = {name: pool.submit(_check, folder / name, listed, advance) for name, listed in files.items()}
        left, shown = set(futures.values()), 0
        while left:
            left = wait(left, _PAUSE).not_done
            progress.advance(done[0] - shown, 0)
            shown = done[0]
    progress.close()
    return {name: future.result() for name, future in futures.items()}


def _check(path: Path, listed: BlockFile, advance: Callable[[int], None]) -> Checked:
    """One large file; no more of it is read than there should be."""
    length = _length(path)
    if not path.exists():
        return Checked(path, length, "it is missing")
    if length != listed.bytes:
        return Checked(path, length, f"it has {length:,} bytes and should have {listed.bytes:,}")
    digest = hashlib.sha256()
    with readable(path, "solve the game again"):
        for part in _parts(path, listed.bytes):
            digest.update(part)
            advance(len(part))
    if digest.hexdigest() == listed.sha256:
        return Checked(path, length, "")
    return Checked(path, length, f"its checksum is wrong: {_where(path, listed)}")


def _parts(path: Path, length: int) -> Iterator[memoryview]:
    """The bytes of a file; each part only until the next one is asked for."""
    buffer = memoryview(bytearray(CHUNK))
    with path.open("rb", buffering=0) as file:
        place = 0
        while place < length and (size := file.readinto(buffer)):
            place += size
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(file.fileno(), place, CHUNK, os.POSIX_FADV_WILLNEED)
            yield buffer[:size]


def _where(path: Path, listed: BlockFile) -> str:
    """Which part of a file with a wrong checksum is damaged, if that can be told."""
    try:
        frames = SeekableReader(path)
    except Damaged:
        return "its seek table is damaged"
    with closing(frames):
        if frames.table_sha256 != listed.table_sha256:
            return "its seek table is damaged"
        for number in range(len(frames)):
            try:
                frames.frame(number)
            except Damaged:
                return f"frame {number:,} of {len(frames):,} is damaged"
    return "bytes of it that reading passes over have changed"


def _together(path: Path, digest: str, found: dict[str, Checked]) -> dict[str, Checked]:
    """What is wrong with files that are as they were written, but do not belong together."""
    folder = manifest.settled(path)
    name, slots = manifest.VALUES, 0
    try:
        with Database(path, digest) as database:
            slots = database.slots
        name = distances.FILE
        DistanceFile(path, slots, digest).close()
    except NotSolved:
        return {}
    except Damaged as error:
        return {name: Checked(folder / name, found[name].bytes, str(error))}
    return {}


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
