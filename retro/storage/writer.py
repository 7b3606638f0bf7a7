"""Writing a solution as a database, as a whole.

All files are written into a hidden directory beside the database's path and synced to disk; then it is renamed. A
crash at any moment leaves the old database or the new one: between the two renames that replace one by the other,
readers find the old one under its temporary name (see `retro.storage.manifest.present_path`). After that the user's
files in the old directory are moved to the new one (see `retro.storage.owned_files`).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from retro.indexing.packed_keys import Keys
from retro.storage import content, owned_files
from retro.storage import keys as keys_file
from retro.storage.block import DATABASE_ZSTD_LEVEL, VALUE_BYTES, BlockEncoder, BlockLayout, TooManyValues, block_for
from retro.storage.location import replaced_path
from retro.storage.manifest import KEYS_FILE, MANIFEST_FILE, VALUES_FILE, Manifest
from retro.storage.run import SOLVE_RUN_FILE, Run
from retro.storage.seekable import Frame, SeekableWriter, framed
from retro.storage.solution import Planes, Solution, Values
from retro.system import files
from retro.system.atomic import replace_directory
from retro.system.checkpointing import in_order
from retro.system.files import check_writable, writing_in
from retro.system.locks import exclusive_lock
from retro.system.ranges import ranges

_BATCH = 1 << 20
"""Slots that are read from a solution at a time, 10 MiB of records; more if a frame has more."""

Advance = Callable[[int], None]
Encoded = tuple[Frame, list[bytes]]
"""A frame of records, and the SHA-256 of each piece of their content."""


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
            written = keys_file.write(new / KEYS_FILE, keys, about.block, threads, advance)
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
    slots = solution.statistics.slots
    block = block_for(slots, about.repetition)
    for value_bytes in VALUE_BYTES:
        encoder = BlockEncoder(BlockLayout.of(about.repetition, about.codes, value_bytes))
        try:
            with (
                SeekableWriter(new / VALUES_FILE, DATABASE_ZSTD_LEVEL, 1, -(-slots // block)) as writer,
                ThreadPoolExecutor(threads) as pool,
            ):
                digest = content.whole(_written(writer, solution, encoder, block, pool, threads, advance))
                written = writer.finish()
        except TooManyValues:
            (new / VALUES_FILE).unlink()
            continue
        values, listed = tuple(encoder.values), {VALUES_FILE: written}
        return replace(about, block=block, value_bytes=value_bytes, values=values, files=listed, content=digest)
    raise AssertionError("there are fewer values than four bytes can number")


def _written(
    writer: SeekableWriter,
    solution: Solution,
    encoder: BlockEncoder,
    block: int,
    pool: ThreadPoolExecutor,
    threads: int,
    advance: Advance,
) -> Iterator[bytes]:
    """Writes all blocks. Yields the SHA-256 of each piece of their content."""
    sizes = [stop - start for start, stop in ranges(0, solution.statistics.slots, block)]
    there = _encoded_there(solution, encoder, block, sizes, advance)
    blocks = _encoded_here(solution, encoder, block, pool, threads) if there is None else there
    for (frame, hashes), size in zip(blocks, sizes, strict=True):
        writer.add(frame)
        yield from hashes
        advance(size if there is None else size - size // 2)


def _encoded_there(
    solution: Solution, encoder: BlockEncoder, block: int, sizes: Sequence[int], advance: Advance
) -> Iterator[Encoded] | None:
    """Returns the blocks, encoded by the processes that hold the records; None if this process holds them.

    The bytes are the same as those of `_encoded_here`: a first pass collects the values in the order of the blocks.
    """
    blocks = solution.blocks
    distinct = None if blocks is None else blocks(partial(distinct_values, encoder.value_planes), block)
    if blocks is None or distinct is None:
        return None
    for planes, size in zip(distinct, sizes, strict=True):
        for values in planes:
            encoder.collect(values)
        advance(size // 2)
    return blocks(partial(_encoded, encoder), block)


def distinct_values(value_planes: int, planes: Planes) -> list[Values]:
    """Returns the distinct values, sorted, of each of the first ``value_planes`` planes of a block."""
    return [np.unique(values) for values in planes[:value_planes]]


def _encoded(encoder: BlockEncoder, planes: Planes) -> Encoded:
    return framed(encoder.encode(planes), DATABASE_ZSTD_LEVEL), content.pieces(planes)


def _encoded_here(
    solution: Solution, encoder: BlockEncoder, block: int, pool: ThreadPoolExecutor, threads: int
) -> Iterator[Encoded]:
    """Yields the blocks: the calling thread encodes them in order, those of the ``pool`` compress them."""

    def encoded() -> Iterator[tuple[bytes, Planes]]:
        for start, stop in ranges(0, solution.statistics.slots, max(block, _BATCH)):
            best, second, only_move = solution.planes(start, stop)
            for piece in (slice(*each) for each in ranges(0, stop - start, block)):
                planes = best[piece], second[piece], only_move[piece]
                yield encoder.encode(planes), planes

    def compressed(each: tuple[bytes, Planes]) -> Encoded:
        return framed(each[0], DATABASE_ZSTD_LEVEL), content.pieces(each[1])

    return (result for _, result in in_order(pool, 2 * threads, compressed, encoded()))


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
