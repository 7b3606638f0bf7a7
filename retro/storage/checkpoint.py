"""The checkpoint of a long run: one file beside the database, from which the run is resumed after an interruption.

    frames of the arrays, one array after another | one frame of JSON       zstd seekable format

The JSON has the run's `Identity`, its state, and name, type and shape of each array. A new checkpoint replaces the old
one by one rename, after it is on disk, so there is always a complete one.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.storage import Damaged
from retro.storage.location import growing_path
from retro.storage.seekable import Frame, SeekableReader, SeekableWriter, framed
from retro.system.atomic import replacing, temporary_path
from retro.system.checkpointing import NO_ARRAYS, Arrays, Checkpoint, PagedArray, RunState, all_results, paged
from retro.system.errors import GameError
from retro.system.files import check_ordinary
from retro.system.progress import Stopwatch

CHECKPOINT_FORMAT = 2
SMALL_INTERVAL = 10.0
"""Most seconds between checkpoints that are saved in a moment."""
CHECKPOINT_ZSTD_LEVEL = 1
"""At this level Ostle's records shrink to between a fifth and a fifteenth, faster than most disks write."""


@dataclass(frozen=True)
class Identity:
    """What must be the same for a run to be resumed: the checkpoint of any other run is refused.

    rules     digest of the game's rules and options, plugin source included
    engine    digest of the source of the engine that makes and changes the arrays
    database  digest of the records that the run reads, if it reads some
    """

    job: str
    game: str
    options: dict[str, int | str]
    rules: str
    engine: str
    backend: str
    database: str = ""
    byteorder: str = sys.byteorder
    format: int = CHECKPOINT_FORMAT


_DIFFERENCES = {
    "job": "another job",
    "game": "another game",
    "options": "other options",
    "rules": "another plugin source or index",
    "engine": "another version of the engine",
    "backend": "another backend",
    "database": "another database",
    "byteorder": "a machine of the other byte order",
    "format": "another format",
}


class Refused(GameError):
    """A checkpoint is damaged or of another run; the text has the differences and the remedy."""


class CheckpointFile(Checkpoint):
    """Saves a run in the file ``path``, every ``interval`` seconds and when the user interrupts the run.

    ``stopping`` returns True once the user has interrupted it; after saving, KeyboardInterrupt is raised. The file also
    has the number of times that the run was ``resumed``, and the seconds of the run and of its phases, counted by
    ``watch`` and added up over all processes. ``saves`` is the number of times that this process has saved the run.
    """

    def __init__(
        self,
        path: Path,
        identity: Identity,
        threads: int,
        stopping: Callable[[], bool],
        watch: Stopwatch,
        interval: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """DatabaseError if anything but an ordinary file is at a path that is written to."""
        self.path, self.identity, self.watch, self.resumed, self.saves = path, identity, watch, 0, 0
        for each in (path, temporary_path(path), growing_path(path)):
            check_ordinary(each)
        self._threads, self._stopping, self._interval, self._clock = threads, stopping, interval, clock
        self._last_save = self._start = clock()
        self._seconds_before = 0.0
        self._end: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds of the run until now, or until `stop`, added up over all processes that worked on it."""
        return self._seconds_before + (self._clock() if self._end is None else self._end) - self._start

    def stop(self) -> None:
        """Stop the clock of `seconds`; the file stays."""
        self._end = self._clock()

    def check(self) -> bool:
        """Returns whether there is a checkpoint to resume from; if so, `seconds` includes those of the checkpoint.

        Raises an error if the checkpoint is damaged or of another run.
        """
        with self._read() as saved:
            if saved is None:
                return False
            header, _ = saved
            self._compare(header["identity"])
            self._seconds_before, self.resumed = float(header["seconds"]), int(header["resumed"]) + 1
            phases = self.watch.seconds
            for name, seconds in dict(header["phases"]).items():
                phases[name] = phases.get(name, 0.0) + float(seconds)
            return True

    def resume(
        self, name: str, into: Mapping[str, PagedArray] = NO_ARRAYS
    ) -> tuple[RunState, dict[str, NDArray[Any]]] | None:
        """See `retro.system.checkpointing.Checkpoint`. Refused if the checkpoint is damaged or of another run."""
        with self._read() as saved:
            if saved is None or saved[0]["name"] != name:
                return None
            header, reader = saved
            self._compare(header["identity"])
            arrays = _read_arrays(reader, header["arrays"], into, self._threads)
            self._last_save = self._clock()
            return dict(header["where"]), arrays

    def state(self, name: str) -> RunState:
        """See `retro.system.checkpointing.Checkpoint`."""
        with self._read() as saved:
            return dict(saved[0]["where"]) if saved and saved[0]["name"] == name else {}

    def due(self) -> bool:
        return self._is_due(self._interval)

    def due_if_small(self) -> bool:
        return self._is_due(self._interval if self._interval == math.inf else min(self._interval, SMALL_INTERVAL))

    def _is_due(self, interval: float) -> bool:
        return self._stopping() or self._clock() - self._last_save >= interval

    def growing_file(self) -> Path:
        return growing_path(self.path)

    def save(self, name: str, state: RunState, arrays: Arrays) -> None:
        """See `retro.system.checkpointing.Checkpoint`. If the disk is full, ResourceError, and the last checkpoint
        stays."""
        with self.watch.aside("checkpoints"):
            self._write(name, state, arrays)
        self.saves += 1
        self._last_save = self._clock()
        self.raise_if_interrupted()

    def raise_if_interrupted(self) -> None:
        if self._stopping():
            raise KeyboardInterrupt

    def discard(self) -> None:
        """Removes the files, also a half-written one of a killed process: the run has ended, or starts anew."""
        for each in (self.path, temporary_path(self.path), growing_path(self.path)):
            each.unlink(missing_ok=True)

    def discard_unsaved(self) -> None:
        """Remove the growing file if there is no checkpoint, which would say how much of it counts."""
        if not self.path.exists():
            growing_path(self.path).unlink(missing_ok=True)

    def _write(self, name: str, state: RunState, arrays: Arrays) -> None:
        header = {
            "name": name,
            "where": state,
            "identity": asdict(self.identity),
            "seconds": self.seconds,
            "phases": self.watch.seconds,
            "resumed": self.resumed,
            "arrays": [(each, array.dtype.str, array.shape) for each, array in arrays.items()],
        }
        with replacing(self.path) as [new], SeekableWriter(new, CHECKPOINT_ZSTD_LEVEL, self._threads) as writer:
            for array in map(paged, arrays.values()):
                frames = array.blocks(_frame, array.page_bytes[0] // array.dtype.itemsize) if array.page_bytes else None
                if frames is None:
                    writer.write_all(array.read_page(number).data for number in range(len(array.page_bytes)))
                else:
                    for frame in frames:
                        writer.add(frame)
            writer.write(json.dumps(header).encode())
            writer.finish()

    @contextmanager
    def _read(self) -> Iterator[tuple[dict[str, Any], SeekableReader] | None]:
        """A block that gets the header and a reader of the other frames; None if there is no file.

        Refused if the file is damaged, Unreadable if the system cannot read it.
        """
        if not self.path.exists():
            yield None
            return
        try:
            with SeekableReader(self.path) as reader:
                yield _header(reader), reader
        except (Damaged, KeyError, TypeError, ValueError) as error:
            raise self._refused("it is damaged") from error

    def _compare(self, saved: dict[str, Any]) -> None:
        own = asdict(self.identity)
        names = [field.name for field in fields(Identity) if saved.get(field.name) != own[field.name]]
        if names:
            differences = [
                f"{_DIFFERENCES[name]} ({_shown(saved.get(name))}, now {_shown(own[name])})" for name in names
            ]
            raise self._refused(f"it is of {', '.join(differences)}")

    def _refused(self, why: str) -> Refused:
        return Refused(f"cannot go on from {self.path}: {why}; --restart discards it and begins anew")


class Saved(NamedTuple):
    """What the checkpoint of a run holds besides arrays: `Identity` by field, state, and seconds until it was saved."""

    name: str = ""
    identity: Mapping[str, Any] = MappingProxyType({})
    state: Mapping[str, Any] = MappingProxyType({})
    seconds: float = 0.0


def saved(path: Path) -> Saved:
    """Returns what the checkpoint at ``path`` holds, of any run; empty if there is none that can be read."""
    try:
        with SeekableReader(path) as reader:
            header = _header(reader)
            return Saved(header["name"], dict(header["identity"]), dict(header["where"]), float(header["seconds"]))
    except (Damaged, KeyError, TypeError, ValueError):
        return Saved()


def _header(reader: SeekableReader) -> dict[str, Any]:
    """Returns the JSON of the last frame; ValueError or TypeError if there is none."""
    if not len(reader):
        raise ValueError("there is no frame")
    header = json.loads(reader.frame(len(reader) - 1))
    if not isinstance(header, dict):
        raise TypeError("it is no object")
    return header


def _read_arrays(
    reader: SeekableReader, listed: list[Any], into: Mapping[str, PagedArray], threads: int
) -> dict[str, NDArray[Any]]:
    """Reads the ``listed`` arrays. Fills those that ``into`` has, and returns the others by name.

    Raises ValueError if the frames of the file do not have the lengths that such arrays require.
    """
    frame_bytes = [reader.plain_bytes(number) for number in range(len(reader) - 1)]
    if sum(math.prod(shape) * np.dtype(dtype).itemsize for _, dtype, shape in listed) != sum(frame_bytes):
        raise ValueError("its frames are not those of its arrays")  # before memory is allocated
    arrays = {name: np.empty(shape, dtype) for name, dtype, shape in listed if name not in into}
    targets = [into.get(name) or paged(arrays[name]) for name, _, _ in listed]
    if [[array.dtype.str, list(array.shape)] for array in targets] != [[dtype, shape] for _, dtype, shape in listed]:
        raise ValueError("its arrays are not those of this run")
    pages = [(array, number) for array in targets for number in range(len(array.page_bytes))]
    if [size for array in targets for size in array.page_bytes] != frame_bytes:
        raise ValueError("its frames are not those of its arrays")

    def read(frame: int) -> None:
        array, number = pages[frame]
        array.fill_page(number, reader.frame(frame))

    with ThreadPoolExecutor(threads) as pool:
        for _ in all_results(pool, read, range(len(pages))):
            pass
    return arrays


def _frame(block: NDArray[Any]) -> Frame:
    return framed(np.ascontiguousarray(block).view(np.uint8).data, CHECKPOINT_ZSTD_LEVEL)


def _shown(value: Any) -> str:
    """Returns a field of the identity as text for people; of hashes only the beginning."""
    if isinstance(value, dict):
        return " ".join(f"{name}={choice}" for name, choice in islice(value.items(), 20))[:80]
    return str(value)[:12]
