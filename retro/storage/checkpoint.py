"""What a long run found so far, in one file beside the database, from which it goes on after an interruption.

    frames of the arrays, one array after another | one frame of JSON       zstd seekable format

The JSON says what run it is (`Identity`), where it was, and what arrays there are. A new checkpoint takes the place of
the old one in one rename, after it is on disk: there is always a whole one.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.storage import Damaged
from retro.storage.seekable import Frame, SeekableReader, SeekableWriter, framed
from retro.system.atomic import replacing, temporary_path
from retro.system.checkpointing import EMPTY, Arrays, Each, Parts, Saver, Where
from retro.system.errors import GameError
from retro.system.files import check_ordinary
from retro.system.progress import Stopwatch

FORMAT = 1
LEVEL = 1
"""zstd level: of Ostle's records a fifteenth to a fifth is left, faster than most disks write that."""
FRAME = 4 << 20
"""Plain bytes of a frame of an array."""


@dataclass(frozen=True)
class Identity:
    """What must be the same for a run to go on: a checkpoint of anything else is refused.

    rules   digest of the game's rules and options, plugin source included
    engine  digest of the part of the engine that makes and changes the arrays
    """

    job: str
    game: str
    options: dict[str, int | str]
    rules: str
    engine: str
    backend: str
    byteorder: str = sys.byteorder
    format: int = FORMAT


_MEANING = {
    "job": "another job",
    "game": "another game",
    "options": "other options",
    "rules": "another plugin source or index",
    "engine": "another version of the engine",
    "backend": "another backend",
    "byteorder": "a machine of the other byte order",
    "format": "another format",
}


class Refused(GameError):
    """A checkpoint is of something else, or damaged; the text says what differs and what to do."""


class Checkpoint(Saver):
    """Keeps a run in the file ``path``.

    It is saved every ``interval`` seconds, and when ``stopping`` tells that the run was asked to stop: then
    KeyboardInterrupt follows. Kept with it are the seconds of all parts of the run, those of their phases (which
    ``watch`` counts), and how often it was ``resumed``. ``saves`` says how often it was saved so far.
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
        """DatabaseError if something lies where it is written that is no file."""
        self.path, self.identity, self.watch, self.resumed, self.saves = path, identity, watch, 0, 0
        for place in (path, temporary_path(path)):
            check_ordinary(place)
        self._threads, self._stopping, self._interval, self._clock = threads, stopping, interval, clock
        self._last = self._began = clock()
        self._before = 0.0
        self._ended: float | None = None

    @property
    def seconds(self) -> float:
        """How long the run has taken, all its parts together; until `stop`, if it was stopped."""
        return self._before + (self._clock() if self._ended is None else self._ended) - self._began

    def stop(self) -> None:
        """The run has ended, but what was saved is still of use."""
        self._ended = self._clock()

    def check(self) -> bool:
        """Whether there is a checkpoint to go on from; then `seconds` begins with its own. Refused if it is no use."""
        with self._read() as found:
            if found is None:
                return False
            about, _ = found
            self._compare(about["identity"])
            self._before, self.resumed = float(about["seconds"]), int(about["resumed"]) + 1
            phases = self.watch.seconds
            for name, spent in dict(about["phases"]).items():
                phases[name] = phases.get(name, 0.0) + float(spent)
            return True

    def resume(self, name: str, into: Mapping[str, Parts] = EMPTY) -> tuple[Where, dict[str, NDArray[Any]]] | None:
        """See `retro.system.checkpointing.Saver`. Refused if the checkpoint is of something else or damaged."""
        with self._read() as found:
            if found is None or found[0]["name"] != name:
                return None
            about, reader = found
            self._compare(about["identity"])
            arrays = _read(reader, about["arrays"], into, self._threads)
            self._last = self._clock()
            return dict(about["where"]), arrays

    def due(self) -> bool:
        """See `retro.system.checkpointing.Saver`."""
        return self._stopping() or self._clock() - self._last >= self._interval

    def save(self, name: str, where: Where, arrays: Arrays) -> None:
        """See `retro.system.checkpointing.Saver`. ResourceError if the disk is full; the last checkpoint is still
        there then."""
        with self.watch.aside("checkpoints"):
            self._write({"name": name, "where": where}, arrays)
        self.saves += 1
        self._last = self._clock()
        self.stop_if_asked()

    def stop_if_asked(self) -> None:
        """See `retro.system.checkpointing.Saver`."""
        if self._stopping():
            raise KeyboardInterrupt

    def discard(self) -> None:
        """The run has ended, or begins anew."""
        self.path.unlink(missing_ok=True)

    def _write(self, place: dict[str, Any], arrays: Arrays) -> None:
        about = place | {
            "identity": asdict(self.identity),
            "seconds": self.seconds,
            "phases": self.watch.seconds,
            "resumed": self.resumed,
            "arrays": [(each, array.dtype.str, array.shape) for each, array in arrays.items()],
        }
        with replacing(self.path) as [new], SeekableWriter(new, LEVEL, self._threads) as writer:
            for array in arrays.values():
                parts = _parts(array)
                made = parts.each(_framed)
                if made is not None:
                    for frame in made:
                        writer.add(frame)
                    continue
                for number in range(len(parts.sizes)):
                    writer.write(parts.part(number).data)
            writer.write(json.dumps(about).encode())
            writer.finish()

    @contextmanager
    def _read(self) -> Iterator[tuple[dict[str, Any], SeekableReader] | None]:
        """What the last frame says, and the reader of the others; None if there is no file.

        Refused if the file is damaged, Unreadable if the system cannot read it.
        """
        if not self.path.exists():
            yield None
            return
        try:
            with closing(SeekableReader(self.path)) as reader:
                yield _about(reader), reader
        except (Damaged, KeyError, TypeError, ValueError) as error:
            raise self._refused("it is damaged") from error

    def _compare(self, found: dict[str, Any]) -> None:
        own = asdict(self.identity)
        differs = [each.name for each in fields(Identity) if found.get(each.name) != own[each.name]]
        if differs:
            told = [f"{_MEANING[name]} ({_shown(found.get(name))}, now {_shown(own[name])})" for name in differs]
            raise self._refused(f"it is of {', '.join(told)}")

    def _refused(self, why: str) -> Refused:
        return Refused(f"cannot go on from {self.path}: {why}; --restart discards it and begins anew")


def identity_of(path: Path) -> dict[str, Any]:
    """What the checkpoint at ``path`` is of, field by field; empty if there is none that can be read."""
    try:
        with closing(SeekableReader(path)) as reader:
            return dict(_about(reader)["identity"])
    except (Damaged, KeyError, TypeError, ValueError):
        return {}


def _about(reader: SeekableReader) -> dict[str, Any]:
    if not len(reader):
        raise ValueError("there is no frame")
    found = json.loads(reader.frame(len(reader) - 1))
    if not isinstance(found, dict):
        raise TypeError("it is no object")
    return found


def _read(
    reader: SeekableReader, listed: list[Any], into: Mapping[str, Parts], threads: int
) -> dict[str, NDArray[Any]]:
    """The arrays, but for those in ``into``, which are filled in.

    ValueError if the file's frames are not those of arrays like these.
    """
    there = [reader.plain_bytes(number) for number in range(len(reader) - 1)]
    if sum(math.prod(shape) * np.dtype(dtype).itemsize for _, dtype, shape in listed) != sum(there):
        raise ValueError("its frames are not those of its arrays")  # before memory is asked for
    arrays = {name: np.empty(shape, dtype) for name, dtype, shape in listed if name not in into}
    found = [into.get(name) or _parts(arrays[name]) for name, _, _ in listed]
    if [[each.dtype.str, list(each.shape)] for each in found] != [[dtype, shape] for _, dtype, shape in listed]:
        raise ValueError("its arrays are not those of this run")
    parts = [(each, number) for each in found for number in range(len(each.sizes))]
    if [size for each in found for size in each.sizes] != there:
        raise ValueError("its frames are not those of its arrays")

    def read(frame: int) -> None:
        each, number = parts[frame]
        each.fill(number, reader.frame(frame))

    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(read, range(len(parts))):
            pass
    return arrays


class _Whole:
    """The parts of an array in memory: its bytes, not copied."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.dtype, self.shape, self._plain = array.dtype, array.shape, array.reshape(-1).view(np.uint8)

    @property
    def sizes(self) -> list[int]:
        return [len(self.part(number)) for number in range(-(-len(self._plain) // FRAME))]

    def part(self, number: int) -> NDArray[np.uint8]:
        return self._plain[number * FRAME : (number + 1) * FRAME]

    def fill(self, number: int, data: bytes) -> None:
        self.part(number)[:] = np.frombuffer(data, np.uint8)

    def each(self, function: Each) -> None:
        """They are here."""
        return None


def _framed(part: NDArray[np.uint8]) -> Frame:
    return framed(part.data, LEVEL)


def _parts(array: NDArray[Any] | Parts) -> Parts:
    return _Whole(array) if isinstance(array, np.ndarray) else array


def _shown(found: Any) -> str:
    """A field for people, not too long: of hashes the beginning is enough."""
    if isinstance(found, dict):
        return " ".join(f"{name}={value}" for name, value in islice(found.items(), 20))[:80]
    return str(found)[:12]
