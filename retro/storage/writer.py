"""A solution becomes a database: all of it or nothing.

Everything is written into a hidden directory beside the place where it shall lie, synced to disk and renamed. A crash
at any moment leaves the old database or the new one: between the two renames that replace one by the other, readers
find the old one under its other name (see `retro.storage.manifest.settled`). What is the user's in the directory of the
old one is moved to the new one after that (see `retro.storage.owned_files`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from retro.storage import DatabaseError, owned_files
from retro.storage import keys as keys_file
from retro.storage.block import BLOCK, BlockEncoder, BlockLayout, TooManyValues
from retro.storage.keys import Keys
from retro.storage.location import replaced_path
from retro.storage.manifest import KEYS, NAME, VALUES, Manifest
from retro.storage.run import SOLVED, Run
from retro.storage.seekable import Frame, SeekableWriter, framed
from retro.storage.solution import Planes, Solution
from retro.system import files
from retro.system.atomic import replace_directory
from retro.system.files import check_writable, writing_in
from retro.system.locks import exclusive_lock

LEVEL = 3
"""zstd level: higher ones take several times as long for a few per cent."""

_BATCH = 16
"""Blocks asked of a solution at a time: enough to make its work worth while, 6 MiB in all."""

Advance = Callable[[int], None]


def alone(path: Path) -> AbstractContextManager[None]:
    """Nobody else solves or writes the database at ``path`` meanwhile; errors as of `check`, and if somebody does."""
    check(path)
    return exclusive_lock(path.with_name(f".{path.name}.lock"), f"another process is solving or writing {path}")


def write(
    path: Path,
    solution: Solution,
    about: Manifest,
    finished: Callable[[], Run],
    threads: int,
    advance: Advance,
    keys: Keys | None = None,
) -> Manifest:
    """Write ``solution`` as the database at ``path``, in place of the one that may be there; its full manifest.

    To be called by who is `alone` there. ``about`` lacks what only writing can tell: values and files; ``finished`` is
    asked for the run when that is done. ``keys`` are the sorted keys of a game that enumerates its positions.
    ``advance`` is told how many more slots are written. ResourceError if the disk is full, OSError if it fails.
    """
    _settle(path)
    old = replaced_path(path)
    with files.enough(path, 1):
        place = Path(tempfile.mkdtemp(prefix=owned_files.writing_prefix(path), dir=path.parent))
    try:
        about = _fill(place, solution, about, threads, advance)
        if keys is not None:
            written = keys_file.write(place / KEYS, keys, LEVEL, threads, advance)
            about = replace(about, files=about.files | {KEYS: written})
        files.write_text(place / NAME, about.to_json())
        files.write_text(place / SOLVED, finished().to_json())
        place.chmod(0o755)
        files.sync(place)
        replace_directory(place, path, old)
    except BaseException:
        owned_files.discard(place)
        raise
    if old.exists():
        owned_files.carry(old, path)
    return about


def check(path: Path) -> None:
    """Make sure, before much work is done, that a database can be written at ``path``.

    DatabaseError if something else lies there or beside it, which writing would destroy, or if nothing can be written
    there; ResourceError if the disk is full.
    """
    with writing_in(path.parent):
        owned_files.check(path)
        with files.enough(path, 1):
            path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path.parent)


def _fill(place: Path, solution: Solution, about: Manifest, threads: int, advance: Advance) -> Manifest:
    """Write the block file, with the narrowest values that will do."""
    for value_bytes in (1, 2):
        encoder = BlockEncoder(BlockLayout.of(about.repetition, about.codes, value_bytes))
        try:
            with SeekableWriter(place / VALUES, LEVEL, threads) as writer:
                if not _made_elsewhere(solution, encoder, writer, advance):
                    for block in _blocks(solution, encoder, advance):
                        writer.write(block)
                written = writer.finish()
        except TooManyValues:
            (place / VALUES).unlink()
            continue
        values, made = tuple(encoder.values), {VALUES: written}
        return replace(about, block=BLOCK, value_bytes=value_bytes, values=values, files=made)
    raise DatabaseError("more than 65,535 distinct values: no database can hold them")


def _made_elsewhere(solution: Solution, encoder: BlockEncoder, writer: SeekableWriter, advance: Advance) -> bool:
    """Have blocks made where the records are, if they are elsewhere: then whether that was done.

    The same as `_blocks` makes: the values of a block have places in the order of all blocks, so these come first.
    """
    made, slots = solution.made, solution.statistics.slots
    found = None if made is None else made(Distinct(encoder.planes), BLOCK)
    if made is None or found is None:
        return False
    for planes, size in zip(found, _sizes(slots), strict=True):
        for values in planes:
            encoder.learn(values)
        advance(size // 2)
    for frame, size in zip(made(Packing(encoder, LEVEL), BLOCK) or (), _sizes(slots), strict=True):
        writer.add(frame)
        advance(size - size // 2)
    return True


def _sizes(slots: int) -> Iterator[int]:
    """Records of each block."""
    return (min(BLOCK, slots - first) for first in range(0, slots, BLOCK))


@dataclass(frozen=True)
class Distinct:
    """The values of a block in as many planes as are written, each once and in order."""

    planes: int

    def __call__(self, planes: Planes) -> list[NDArray[np.uint16]]:
        """Of best, and of second."""
        return [np.unique(values) for values in planes[: self.planes]]


@dataclass(frozen=True)
class Packing:
    """The frame of a block."""

    encoder: BlockEncoder
    level: int

    def __call__(self, planes: Planes) -> Frame:
        """Of all planes."""
        return framed(self.encoder.encode(planes), self.level)


def _blocks(solution: Solution, encoder: BlockEncoder, advance: Advance) -> Iterator[bytes]:
    slots = solution.statistics.slots
    for start in range(0, slots, _BATCH * BLOCK):
        stop = min(start + _BATCH * BLOCK, slots)
        best, second, only_move = solution.planes(start, stop)
        for first in range(0, stop - start, BLOCK):
            part = slice(first, first + BLOCK)
            yield encoder.encode((best[part], second[part], only_move[part]))
        advance(stop - start)


def _settle(path: Path) -> None:
    """Clear up what a crash may have left."""
    old = replaced_path(path)
    if old.exists():
        if path.exists():
            owned_files.carry(old, path)
        else:
            old.rename(path)
    for left in owned_files.unfinished(path):
        owned_files.discard(left)
