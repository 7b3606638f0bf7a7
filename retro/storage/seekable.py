"""The zstd seekable format: independent frames, then a table of their sizes in a skippable frame.

    frame 0 | frame 1 | ... | seek table

    seek table    magic 0x184D2A5E   u32    a skippable frame: the ordinary zstd tool passes over it
                  bytes that follow  u32
                  per frame          3 u32  compressed bytes, plain bytes, low half of the XXH64 of the plain bytes
                  number of frames   u32
                  descriptor         u8     bit 7: entries have a checksum; bits 6 to 2 are reserved and must be 0
                  magic 0x8F92EAB1   u32

All little-endian. Source: "Zstandard Seekable Format", version 0.1.0, contrib/seekable_format in zstd's repository.
Any frame can be read without the others; ``zstd -d`` decompresses all of them, one after another.
"""

from __future__ import annotations

import hashlib
import os
import struct
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import xxhash
import zstandard

from retro.storage import SOLVE_AGAIN, Damaged, DatabaseError, readable
from retro.system.checkpointing import in_order
from retro.system.errors import GameError
from retro.system.files import Closing, File, OpenFile, opened

MAX_FRAMES = 1 << 22
MAX_FRAME_BYTES = 1 << 26
"""Plain bytes of a frame. Memory is allocated for no more, whatever size a seek table or a frame declares."""

_TABLE_MAGIC = 0x184D2A5E
_FOOTER_MAGIC = 0x8F92EAB1
_HAS_CHECKSUMS = 0x80
_RESERVED = 0x7C
_HEADER = struct.Struct("<II")
ENTRY = np.dtype([("compressed", "<u4"), ("plain", "<u4"), ("checksum", "<u4")])
_FOOTER = struct.Struct("<IBI")


def checksum(plain: bytes | memoryview) -> int:
    """Returns the checksum that the seek table has of a frame's plain bytes."""
    return xxhash.xxh64_intdigest(plain) & 0xFFFFFFFF


class _Contexts(threading.local):
    """What zstd uses again from one frame to the next, for each thread."""

    def __init__(self) -> None:
        self.decompressor = zstandard.ZstdDecompressor(max_window_size=MAX_FRAME_BYTES)
        self.compressors: dict[int, zstandard.ZstdCompressor] = {}


_contexts = _Contexts()


def decompressed(data: bytes | memoryview, plain_bytes: int, expected: int) -> bytes:
    """Returns the plain bytes of a frame; ValueError, with the reason, unless length and checksum are as expected."""
    # a damaged header could ask for any amount of memory: compare before decompressing
    try:
        if zstandard.frame_content_size(data) != plain_bytes:
            raise ValueError("has the wrong length")
        plain = _contexts.decompressor.decompress(data)
    except zstandard.ZstdError as error:
        raise ValueError("cannot be decompressed") from error
    if checksum(plain) != expected:
        raise ValueError("has the wrong checksum")
    return plain


class Frame(NamedTuple):
    """A compressed frame, and length and checksum of its plain bytes for the seek table."""

    data: bytes
    plain_bytes: int
    checksum: int


def framed(plain: bytes | memoryview, level: int) -> Frame:
    """Returns the compressed frame of these bytes."""
    compressors = _contexts.compressors
    if level not in compressors:
        compressors[level] = zstandard.ZstdCompressor(level, write_checksum=True)
    return Frame(compressors[level].compress(plain), len(plain), checksum(plain))


@dataclass(frozen=True)
class BlockFile:
    """Length of a finished file, SHA-256 of the file and of its seek table, in hexadecimal.

    Opening a file compares the SHA-256 of its seek table. The table has the checksum of every frame, so a frame of
    another file, or from another position in the same file, is noticed.
    """

    bytes: int
    sha256: str
    table_sha256: str


class SeekableWriter(Closing):
    """Writes frames, which it compresses in ``threads`` threads. A context manager.

    Leaving the context ends its threads and closes its file; only `finish` completes the file.

    Raises GameError for more frames, or longer ones, than a reader accepts: for ``frames``, the number of all frames if
    it is known, before the file is created. A reader accepts ``max_frames``.
    """

    def __init__(self, path: Path, level: int, threads: int, frames: int = 0, max_frames: int = MAX_FRAMES) -> None:
        self._path, self._max_frames = path, max_frames
        self._check(frames, "frames", max_frames)
        self._file = File(path)
        self._level = level
        self._pool, self._threads = ThreadPoolExecutor(threads, "compress"), threads
        self._entries: list[tuple[int, int, int]] = []
        self._hash = hashlib.sha256()
        self._bytes = 0

    def write(self, plain: bytes | memoryview) -> None:
        """Append a frame of these bytes."""
        self.add(self._framed(plain))

    def write_all(self, frames: Iterable[bytes | memoryview]) -> None:
        """Append frames of these bytes, of which one more than there are threads are in memory."""
        for _, frame in in_order(self._pool, self._threads, self._framed, frames):
            self.add(frame)

    def add(self, frame: Frame) -> None:
        """Append a frame that is compressed already."""
        self._check(len(self._entries) + 1, "frames", self._max_frames)
        self._entries.append((len(frame.data), frame.plain_bytes, frame.checksum))
        self._append(frame.data)

    def finish(self) -> BlockFile:
        """Write the seek table, and sync the file to disk. Returns length and checksums."""
        entries = np.array(self._entries, ENTRY).tobytes()
        footer = _FOOTER.pack(len(self._entries), _HAS_CHECKSUMS, _FOOTER_MAGIC)
        table = _HEADER.pack(_TABLE_MAGIC, len(entries) + len(footer)) + entries + footer
        self._append(table)
        self._file.sync()
        return BlockFile(self._bytes, self._hash.hexdigest(), hashlib.sha256(table).hexdigest())

    def close(self) -> None:
        """Ends the threads and closes the file, complete or not."""
        self._pool.shutdown(cancel_futures=True)
        self._file.close()

    def _framed(self, plain: bytes | memoryview) -> Frame:
        self._check(len(plain), "bytes in a frame", MAX_FRAME_BYTES)
        return framed(plain, self._level)

    def _check(self, count: int, counted: str, limit: int) -> None:
        if count > limit:
            advice = "choose options of the game with fewer positions or tiers"
            raise GameError(f"{self._path} would have {count:,} {counted}, and readers accept {limit:,}: {advice}")

    def _append(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)
        self._bytes += len(data)


class FrameFile(OpenFile):
    """A file with compressed frames; ``remedy`` is what its errors say."""

    def __init__(self, path: Path, remedy: str) -> None:
        super().__init__(path)
        self._remedy = remedy

    def read_frame(self, number: int, start: int, length: int, plain_bytes: int, checksum: int) -> bytes:
        """Returns the plain bytes of a frame.

        Damaged if they are not as expected, Unreadable if the system cannot read them, Closed after `close`.
        """
        self.check_open()
        try:
            with readable(self._path, self._remedy):
                data = os.pread(self._descriptor, length, start)
            return decompressed(data, plain_bytes, checksum)
        except (ValueError, DatabaseError) as error:
            self.check_open()  # another thread may have closed the file, and the system given its number to another
            if isinstance(error, DatabaseError):
                raise
            raise self.damaged(f"frame {number} {error}") from error

    def damaged(self, why: str) -> Damaged:
        return Damaged(f"{self._path} is damaged: {why}; {self._remedy}")


class SeekableReader(FrameFile):
    """Random access to the frames of one file; safe to share between threads."""

    def __init__(self, path: Path, remedy: str = SOLVE_AGAIN) -> None:
        """Damaged if the file is missing or its seek table is not sound, Unreadable if the system cannot read it.

        ``remedy`` is what these errors say, and those of `frame`.
        """
        super().__init__(path, remedy)
        with readable(path, remedy):
            self._descriptor = opened(path)
            self._read_table()

    def __len__(self) -> int:
        """Returns the number of frames in the file."""
        return len(self._entries)

    def plain_bytes(self, number: int) -> int:
        """Returns the length of a frame once decompressed."""
        return int(self._entries["plain"][number])

    def has_units(self, units: int, per_frame: int, unit_bytes: int, extra_frame: int = 0) -> bool:
        """Returns whether the frames have the plain lengths that they must have for ``units`` of ``unit_bytes`` each.

        Every frame holds ``per_frame`` units; a last one holds the rest, if any. ``extra_frame`` is the length of one
        more frame at the end, 0 if there is none.
        """
        whole, rest = divmod(units, per_frame)
        lengths = [rest * unit_bytes] * (rest > 0) + [extra_frame] * (extra_frame > 0)
        if len(self) != whole + len(lengths):
            return False
        plain = self._entries["plain"]
        return bool(np.all(plain[:whole] == per_frame * unit_bytes)) and plain[whole:].tolist() == lengths

    def frame(self, number: int) -> bytes:
        """Returns the plain bytes of a frame.

        IndexError if there is no such frame; other errors as from `read_frame`.
        """
        if not 0 <= number < len(self):
            raise IndexError(number)
        start, stop = int(self._starts[number]), int(self._starts[number + 1])
        expected = int(self._entries["checksum"][number])
        return self.read_frame(number, start, stop - start, self.plain_bytes(number), expected)

    def _read_table(self) -> None:
        length = os.fstat(self._descriptor).st_size
        min_bytes = _HEADER.size + _FOOTER.size
        if length < min_bytes:
            raise self.damaged("it is cut short")
        frames, descriptor, magic = _FOOTER.unpack(os.pread(self._descriptor, _FOOTER.size, length - _FOOTER.size))
        table_bytes: int = min_bytes + frames * ENTRY.itemsize
        if magic != _FOOTER_MAGIC or not descriptor & _HAS_CHECKSUMS or descriptor & _RESERVED:
            raise self.damaged("it does not end in a seek table with checksums")
        if frames > MAX_FRAMES or table_bytes > length:
            raise self.damaged("its seek table is too long")
        table = os.pread(self._descriptor, table_bytes, length - table_bytes)
        if _HEADER.unpack_from(table) != (_TABLE_MAGIC, table_bytes - _HEADER.size):
            raise self.damaged("its seek table does not begin where it should")
        self._entries = np.frombuffer(table, ENTRY, frames, _HEADER.size)
        self._starts = np.concatenate(([0], np.cumsum(self._entries["compressed"], dtype=np.int64)))
        if int(self._starts[-1]) + table_bytes != length:
            raise self.damaged("its frames do not fill the file")
        plain = self._entries["plain"].astype(np.int64)
        max_compressed = plain + (plain >> 7) + 512  # zstd needs fewer bytes for a frame
        if np.any(plain > MAX_FRAME_BYTES) or np.any(self._entries["compressed"] > max_compressed):
            raise self.damaged("its seek table has frames that are too long")
        self.table_sha256: str = hashlib.sha256(table).hexdigest()
