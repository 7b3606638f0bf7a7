"""Writing a solution as a database, as a whole.

All files are written into a hidden directory beside the database's path and synced to disk; then it is renamed. A
crash at any moment leaves the old database or the new one: between the two renames that replace one by the other,
readers find the old one under its temporary name (see `retro.storage.manifest.present_path`). After that the user's
files in the old directory are moved to the new one (see `retro.storage.owned_files`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from retro.indexing.packed_keys import Keys
from retro.storage import keys as keys_file
from retro.storage import owned_files
from retro.storage.block import BLOCK_SLOTS, DATABASE_ZSTD_LEVEL, VALUE_BYTES, BlockEncoder, BlockLayout, TooManyValues
from retro.storage.location import replaced_path
from retro.storage.manifest import KEYS_FILE, MANIFEST_FILE, VALUES_FILE, Manifest
from retro.storage.run import SOLVE_RUN_FILE, Run
from retro.storage.seekable import Frame, SeekableWriter, framed
from retro.storage.solution import PackedValues, Planes, Solution
from retro.system import files
from retro.system.atomic import replace_directory
from retro.system.files import check_writable, writing_in
from retro.system.locks import exclusive_lock
from retro.system.ranges import ranges

_BATCH = 16
"""Blocks that are read from a solution at a time, 6 MiB in all."""

Advance = Callable[[int], None]


def alone(path: Path) -> AbstractContextManager[None]:
    """A block that only one process runs at a time for the database at ``path``.

    Busy if another process solves or writes it; other errors as from `check`.
    """
    check(path)
    return exclusive_lock(path.with_name(f".{path.name}.lock"), f"another process is solving or writing {path}")


def write(
    path: Path,
    solution: Solution,
    about: Manifest,
    finish: Callable[[], Run],
    threads: int,
    advance: Advance,
    keys: Keys | None = None,
) -> Manifest:
    """Write ``solution`` as the database at ``path``, which replaces an old one. Returns its complete manifest.

    To be called inside `alone`. ``about`` is the manifest without its values and files, which are known once they are
    written; ``finish`` is called then and returns the run. ``keys`` are the sorted keys of a game that enumerates its
    positions. ``advance`` is called with the number of slots of each batch. ResourceError if the disk is full, OSError
    if it fails; GameError or DatabaseError, before anything is written, if readers would refuse the database.
    """
    about.check()
    _clear_up(path)
    old = replaced_path(path)
    with files.space_for(path, 1):
        new = Path(tempfile.mkdtemp(prefix=owned_files.writing_prefix(path), dir=path.parent))
    try:
        about = _fill(new, solution, about, threads, advance)
        if keys is not None:
            written = keys_file.write(new / KEYS_FILE, keys, threads, advance)
            about = replace(about, files=about.files | {KEYS_FILE: written})
        files.write_text(new / MANIFEST_FILE, about.to_json())
        files.write_text(new / SOLVE_RUN_FILE, finish().to_json())
        new.chmod(0o755)
        files.sync(new)
        replace_directory(new, path, old)
    except BaseException:
        owned_files.discard(new)
        raise
    if old.exists():
        owned_files.carry(old, path)
    return about


def check(path: Path) -> None:
    """Check, before much work is done, that a database can be written at ``path``.

    DatabaseError if writing would destroy files of the user there, or if nothing can be written there; ResourceError if
    the disk is full.
    """
    with writing_in(path.parent):
        owned_files.check(path)
        with files.space_for(path, 1):
            path.parent.mkdir(parents=True, exist_ok=True)
    check_writable(path.parent)


def _fill(new: Path, solution: Solution, about: Manifest, threads: int, advance: Advance) -> Manifest:
    """Write the file of records with the narrowest fields that suffice. Returns the manifest with values and files."""
    frames = -(-solution.statistics.slots // BLOCK_SLOTS)
    for value_bytes in VALUE_BYTES:
        encoder = BlockEncoder(BlockLayout.of(about.repetition, about.codes, value_bytes))
        try:
            with SeekableWriter(new / VALUES_FILE, DATABASE_ZSTD_LEVEL, threads, frames) as writer:
                if not _write_mapped(solution, encoder, writer, advance):
                    for block in _blocks(solution, encoder, advance):
                        writer.write(block)
                written = writer.finish()
        except TooManyValues:
            (new / VALUES_FILE).unlink()
            continue
        values, listed = tuple(encoder.values), {VALUES_FILE: written}
        return replace(about, block=BLOCK_SLOTS, value_bytes=value_bytes, values=values, files=listed)
    raise AssertionError("there are fewer packed values than four bytes can number")


def _write_mapped(solution: Solution, encoder: BlockEncoder, writer: SeekableWriter, advance: Advance) -> bool:
    """Write blocks that are encoded by the processes that hold the records. Returns False if this process holds them.

    The bytes are the same as those of `_blocks`: a first pass collects the values in the order of the blocks.
    """
    map_blocks, slots = solution.map_blocks, solution.statistics.slots
    distinct = None if map_blocks is None else map_blocks(partial(distinct_values, encoder.value_planes), BLOCK_SLOTS)
    if map_blocks is None or distinct is None:
        return False
    sizes = [stop - start for start, stop in ranges(0, slots, BLOCK_SLOTS)]
    for planes, size in zip(distinct, sizes, strict=True):
        for values in planes:
            encoder.collect(values)
        advance(size // 2)
    for frame, size in zip(map_blocks(partial(_framed, encoder), BLOCK_SLOTS) or (), sizes, strict=True):
        writer.add(frame)
        advance(size - size // 2)
    return True


def distinct_values(value_planes: int, planes: Planes) -> list[PackedValues]:
    """Returns the distinct values, sorted, of each of the first ``value_planes`` planes of a block."""
    return [np.unique(values) for values in planes[:value_planes]]


def _framed(encoder: BlockEncoder, planes: Planes) -> Frame:
    return framed(encoder.encode(planes), DATABASE_ZSTD_LEVEL)


def _blocks(solution: Solution, encoder: BlockEncoder, advance: Advance) -> Iterator[bytes]:
    slots = solution.statistics.slots
    for start, stop in ranges(0, slots, _BATCH * BLOCK_SLOTS):
        best, second, only_move = solution.planes(start, stop)
        for first in range(0, stop - start, BLOCK_SLOTS):
            block = slice(first, first + BLOCK_SLOTS)
            yield encoder.encode((best[block], second[block], only_move[block]))
        advance(stop - start)


def _clear_up(path: Path) -> None:
    """Rename or remove what a crash may have left."""
    old = replaced_path(path)
    if old.exists():
        if path.exists():
            owned_files.carry(old, path)
        else:
            old.rename(path)
    for left in owned_files.unfinished(path):
        owned_files.discard(left)
