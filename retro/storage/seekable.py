"""The zstd seekable format: independent frames, then a table of their sizes in a skippable frame.

    frame 0 | frame 1 | ... | seek table

    seek table    magic 0x184D2A5E   u32    a skippable frame: the ordinary zstd tool passes over it
                  bytes that follow  u32
                  per frame          3 u32  compressed bytes, plain bytes, low half of the XXH64 of the plain bytes
                  number of frames   u32
                  descriptor         u8     bit 7: entries have a checksum; bits 6 to 2 are reserved and must be 0
                  magic 0x8F92EAB1   u32

All little-endian. Source: "Zstandard Seekable Format", version 0.1.0, contrib/seekable_format in zstd's repository.
Any one frame can be read without the others; ``zstd -d`` writes them all out one after another.
"""

from __future__ import annotations

import hashlib
import os
import struct
import threading
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import xxhash
import zstandard
from numpy.typing import NDArray

from retro.storage import Closed, Damaged, DatabaseError
from retro.storage.reading import readable
from retro.system.files import File, opened

REMEDY = "solve the game again"
HELD = 4 << 20
"""Plain bytes for each thread that wait to be compressed and written."""
MOST_FRAMES = 1 << 22
MOST_PLAIN = 1 << 25
"""Bytes of a frame at most. What a seek table or a frame says of its size costs no more memory than that."""

_TABLE_MAGIC = 0x184D2A5E
_FOOTER_MAGIC = 0x8F92EAB1
_HAS_CHECKSUMS = 0x80
_RESERVED = 0x7C
_HEADER = struct.Struct("<II")
_ENTRY = np.dtype([("compressed", "<u4"), ("plain", "<u4"), ("checksum", "<u4")])
_FOOTER = struct.Struct("<IBI")


def checksum(plain: bytes | memoryview) -> int:
    """The checksum that the seek table keeps of a frame's plain bytes."""
    return xxhash.xxh64_intdigest(plain) & 0xFFFFFFFF


class Frame(NamedTuple):
    """A compressed frame, and what the seek table says of its plain bytes."""

    data: bytes
    plain_bytes: int
    checksum: int


def framed(plain: bytes | memoryview, level: int) -> Frame:
    """One frame, by itself."""
    return _frame(zstandard.ZstdCompressor(level, write_checksum=True), plain)


def _frame(compressor: zstandard.ZstdCompressor, plain: bytes | memoryview) -> Frame:
    return Frame(compressor.compress(plain), len(plain), checksum(plain))


@dataclass(frozen=True)
class BlockFile:
    """Length and SHA-256 of a finished file, and SHA-256 of its seek table, which opening compares; in hexadecimal.

    With that every frame is known by its checksum: frames of different files or places are not taken for each other.
    """

    bytes: int
    sha256: str
    table_sha256: str


def _most_compressed(plain: NDArray[np.int64]) -> NDArray[np.int64]:
    """Bytes of the longest zstd frames with so many plain bytes, and some to spare."""
    return plain + (plain >> 7) + 512


class SeekableWriter:
    """Compresses frames in ``threads`` threads and writes them in the order in which they came.

    Holds `HELD` bytes per thread in memory, or one frame if that is larger. As a context manager it gives its threads
    and its file back; only `finish` completes the file.
    """

    def __init__(self, path: Path, level: int, threads: int) -> None:
        self._file = File(path)
        self._level = level
        self._local = threading.local()
        self._pool = ThreadPoolExecutor(threads, "compress")
        self._most, self._held = HELD * threads, 0
        self._pending: deque[Future[Frame]] = deque()
        self._entries: list[tuple[int, int, int]] = []
        self._hash = hashlib.sha256()
        self._bytes = 0

    def write(self, plain: bytes | memoryview) -> None:
        """Append one frame; waits while too many are under way."""
        while self._pending and self._held + len(plain) > self._most:
            self._collect()
        self._held += len(plain)
        self._pending.append(self._pool.submit(self._compress, plain))

    def add(self, frame: Frame) -> None:
        """Append one that was made elsewhere."""
        while self._pending:
            self._collect()
        self._add(frame)

    def finish(self) -> BlockFile:
        """Write what is left and the seek table, and sync the file to disk."""
        while self._pending:
            self._collect()
        entries = np.array(self._entries, _ENTRY).tobytes()
        footer = _FOOTER.pack(len(self._entries), _HAS_CHECKSUMS, _FOOTER_MAGIC)
        table = _HEADER.pack(_TABLE_MAGIC, len(entries) + len(footer)) + entries + footer
        self._append(table)
        self._file.sync()
        return BlockFile(self._bytes, self._hash.hexdigest(), hashlib.sha256(table).hexdigest())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._file.close()

    def _compress(self, plain: bytes | memoryview) -> Frame:
        compressor = getattr(self._local, "compressor", None)
        if compressor is None:
            compressor = self._local.compressor = zstandard.ZstdCompressor(self._level, write_checksum=True)
        return _frame(compressor, plain)

    def _collect(self) -> None:
        frame = self._pending.popleft().result()
        self._held -= frame.plain_bytes
        self._add(frame)

    def _add(self, frame: Frame) -> None:
        self._entries.append((len(frame.data), frame.plain_bytes, frame.checksum))
        self._append(frame.data)

    def _append(self, data: bytes) -> None:
        self._file.write(data)
        self._hash.update(data)
        self._bytes += len(data)


class SeekableReader:
    """Random access to the frames of one file; safe to share between threads."""

    def __init__(self, path: Path) -> None:
        """Damaged if the file is missing or its seek table is not sound, Unreadable if the system cannot read it."""
        self._path = path
        with readable(path, REMEDY):
            self._descriptor = opened(path)
            self._read_table()
        self._local = threading.local()

    def __len__(self) -> int:
        """How many frames there are."""
        return len(self._entries)

    @property
    def length(self) -> int:
        """Bytes of the file."""
        return int(self._starts[-1]) + self._table_bytes

    def plain_bytes(self, number: int) -> int:
        """Length of a frame once decompressed."""
        plain: int = self._entries["plain"][number].item()
        return plain

    def has(self, units: int, most: int, width: int, more: int = 0) -> bool:
        """Whether the frames hold as many units of ``width`` bytes, ``most`` in each but the last.

        ``more`` is the length of one further frame, 0 if there is none.
        """
        whole, rest = divmod(units, most)
        lengths = [rest * width] * (rest > 0) + [more] * (more > 0)
        if len(self) != whole + len(lengths):
            return False
        plain = self._entries["plain"]
        return bool(np.all(plain[:whole] == most * width)) and plain[whole:].tolist() == lengths

    def frame(self, number: int) -> bytes:
        """The plain bytes of a frame.

        Damaged if they are not what was written, Unreadable if the system cannot read them, Closed after `close`.
        """
        self.check_open()
        try:
            return self._frame(number)
        except DatabaseError:
            self.check_open()  # another thread may have closed the file, and the system given its number to another
            raise

    def check_open(self) -> None:
        """Closed if `close` was called."""
        if self._descriptor < 0:
            raise Closed(f"{self._path} was closed")

    def _frame(self, number: int) -> bytes:
        if not 0 <= number < len(self):
            raise IndexError(number)
        start, stop = int(self._starts[number]), int(self._starts[number + 1])
        plain_bytes = self.plain_bytes(number)
        with readable(self._path, REMEDY):
            data = os.pread(self._descriptor, stop - start, start)
        try:
            # a damaged header could ask for any amount of memory: compare before decompressing
            if zstandard.frame_content_size(data) != plain_bytes:
                raise self._damaged(f"frame {number} has the wrong length")
            plain = self._decompressor().decompress(data)
        except zstandard.ZstdError as error:
            raise self._damaged(f"frame {number} cannot be decompressed") from error
        if checksum(plain) != int(self._entries["checksum"][number]):
            raise self._damaged(f"frame {number} has the wrong checksum")
        return plain

    def close(self) -> None:
        """Give the file back; the reader cannot be used any more."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            os.close(descriptor)

    def __del__(self) -> None:
        # a reader whose constructor raised an error has no other owner
        if getattr(self, "_descriptor", -1) >= 0:
            self.close()

    def _decompressor(self) -> zstandard.ZstdDecompressor:
        decompressor = getattr(self._local, "decompressor", None)
        if decompressor is None:
            decompressor = self._local.decompressor = zstandard.ZstdDecompressor(max_window_size=MOST_PLAIN)
        return decompressor

    def _read_table(self) -> None:
        length = os.fstat(self._descriptor).st_size
        least = _HEADER.size + _FOOTER.size
        if length < least:
            raise self._damaged("it is cut short")
        frames, descriptor, magic = _FOOTER.unpack(os.pread(self._descriptor, _FOOTER.size, length - _FOOTER.size))
        self._table_bytes: int = least + frames * _ENTRY.itemsize
        if magic != _FOOTER_MAGIC or not descriptor & _HAS_CHECKSUMS or descriptor & _RESERVED:
            raise self._damaged("it does not end in a seek table with checksums")
        if frames > MOST_FRAMES or self._table_bytes > length:
            raise self._damaged("its seek table is too long")
        table = os.pread(self._descriptor, self._table_bytes, length - self._table_bytes)
        if _HEADER.unpack_from(table) != (_TABLE_MAGIC, self._table_bytes - _HEADER.size):
            raise self._damaged("its seek table does not begin where it should")
        self._entries = np.frombuffer(table, _ENTRY, frames, _HEADER.size)
        self._starts = np.concatenate(([0], np.cumsum(self._entries["compressed"], dtype=np.int64)))
        if self.length != length:
            raise self._damaged("its frames do not fill the file")
        plain = self._entries["plain"].astype(np.int64)
        if np.any(plain > MOST_PLAIN) or np.any(self._entries["compressed"] > _most_compressed(plain)):
            raise self._damaged("its seek table has frames that are too long")
        self.table_sha256: str = hashlib.sha256(table).hexdigest()

    def _damaged(self, why: str) -> Damaged:
        return Damaged(f"{self._path} is damaged: {why}; {REMEDY}")
