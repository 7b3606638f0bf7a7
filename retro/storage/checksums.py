"""Checks all files of a database against their checksums, without interpreting them.

JSON files have their own checksums (`retro.storage.checked_json`); those of ``.zst`` files are in manifest.json and
reach.json.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from retro.storage import (
    SOLVE_AGAIN,
    Damaged,
    NotSolved,
    Unusable,
    checked_json,
    distances,
    manifest,
    readable,
    run,
    sections,
)
from retro.storage.database import Database
from retro.storage.distances import DISTANCES_FILE, REACH_FILE, SEARCH_AGAIN, DistanceFile
from retro.storage.manifest import MANIFEST_FILE, VALUES_FILE
from retro.storage.run import REACH_RUN_FILE, SOLVE_RUN_FILE
from retro.storage.sections import SECTIONS_FILE
from retro.storage.seekable import BlockFile, SeekableReader
from retro.system.checkpointing import all_results
from retro.system.progress import Progress

Content = TypeVar("Content")

READ_BYTES = 4 << 20
"""Bytes read at a time; the system is advised to read the next ones meanwhile."""


@dataclass(frozen=True)
class Checked:
    """A file of a database, its bytes, and what is wrong with it; "" if nothing is."""

    path: Path
    bytes: int
    problem: str


def check(path: Path, digest: str, threads: int, progress: Progress) -> list[Checked]:
    """Check all files of the database at ``path``, also those of a search from the start. Returns an entry for each.

    NotSolved if there is no database, Unusable if it is of other rules than those with the ``digest`` or in another
    format, Unreadable if the system cannot read a file. Files that no sound file describes are left out.
    """
    folder = manifest.present_path(path)
    checked: dict[str, Checked] = {}

    def content(name: str, read: Callable[[], Content]) -> Content | None:
        """Returns the content of a JSON file; None if it is not sound."""
        result, problem = None, ""
        try:
            result = read()
        except (Damaged, Unusable) as error:
            if isinstance(error, Unusable) and name not in (SOLVE_RUN_FILE, REACH_RUN_FILE):  # these are optional
                raise
            problem = str(error)
        checked[name] = Checked(folder / name, _length(folder / name), problem)
        return result

    about = content(MANIFEST_FILE, lambda: manifest.read(path, digest))
    large = dict(about.files) if about else {}
    content(SOLVE_RUN_FILE, lambda: run.read(folder / SOLVE_RUN_FILE, SOLVE_AGAIN))
    if (folder / REACH_FILE).exists():
        reach = content(REACH_FILE, lambda: distances.read(path, about.digest if about else digest))
        if reach:
            large[DISTANCES_FILE] = reach.file
        content(REACH_RUN_FILE, lambda: run.read(folder / REACH_RUN_FILE, SEARCH_AGAIN))
    elif (folder / DISTANCES_FILE).exists():
        checked[REACH_FILE] = Checked(folder / REACH_FILE, 0, f"{folder / REACH_FILE} is missing; {SEARCH_AGAIN}")
    with suppress(FileNotFoundError):  # it is optional
        file, remedy = folder / SECTIONS_FILE, sections.COUNT_AGAIN
        content(SECTIONS_FILE, lambda: checked_json.read(file, sections.SectionsFile, sections.FORMATS, remedy))
    checked |= _check_large(folder, large, threads, progress)
    if not any(each.problem for each in checked.values()):
        checked |= _check_together(path, digest, checked)
    return list(checked.values())


def _check_large(folder: Path, files: dict[str, BlockFile], threads: int, progress: Progress) -> dict[str, Checked]:
    """Check the large files, each in its own thread. Returns the entries by name."""
    lock = threading.Lock()

    def advance(size: int) -> None:
        with lock:
            progress.advance(size, 0)

    progress.phase("reading", sum(each.bytes for each in files.values()), None)
    with ThreadPoolExecutor(threads) as pool:
        checked = all_results(pool, lambda name: _check(folder / name, files[name], advance), list(files))
        by_name = dict(zip(files, checked, strict=True))
    progress.close()
    return by_name


def _check(path: Path, listed: BlockFile, advance: Callable[[int], None]) -> Checked:
    """Check one large file, which must have its ``listed`` length."""
    length = _length(path)
    if not path.exists():
        return Checked(path, length, "it is missing")
    if length != listed.bytes:
        return Checked(path, length, f"it has {length:,} bytes and should have {listed.bytes:,}")
    digest = hashlib.sha256()
    with readable(path, SOLVE_AGAIN), path.open("rb", buffering=0) as file:
        while piece := file.read(READ_BYTES):
            if hasattr(os, "posix_fadvise"):
                os.posix_fadvise(file.fileno(), file.tell(), READ_BYTES, os.POSIX_FADV_WILLNEED)
            digest.update(piece)
            advance(len(piece))
    if digest.hexdigest() == listed.sha256:
        return Checked(path, length, "")
    return Checked(path, length, f"its checksum is wrong: {_damage(path, listed)}")


def _damage(path: Path, listed: BlockFile) -> str:
    """Returns, in words, where a file with a wrong checksum is damaged."""
    try:
        frames = SeekableReader(path)
    except Damaged:
        return "its seek table is damaged"
    with frames:
        if frames.table_sha256 != listed.table_sha256:
            return "its seek table is damaged"
        for number in range(len(frames)):
            try:
                frames.frame(number)
            except Damaged:
                return f"frame {number:,} of {len(frames):,} is damaged"
    return "bytes of it that reading passes over have changed"


def _check_together(path: Path, digest: str, checked: dict[str, Checked]) -> dict[str, Checked]:
    """Returns an entry for a file that is as it was written, but does not belong to the others; empty if all do."""
    name, slots = VALUES_FILE, 0
    try:
        with Database(path, digest) as database:
            slots = database.slots
        name = DISTANCES_FILE
        with suppress(NotSolved):
            DistanceFile(path, slots, database.manifest.digest).close()
    except Damaged as error:
        return {name: Checked(checked[name].path, checked[name].bytes, str(error))}
    return {}


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
