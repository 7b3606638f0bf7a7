"""Storage for packed pages: memory, or files in a directory."""

from __future__ import annotations

import mmap
import threading
from abc import ABC, abstractmethod
from pathlib import Path

from retro.system import files

PieceId = tuple[int, str]
"""The number of a page, and the name of a piece of it."""
Data = bytes | memoryview

MAPPED_BYTES = 1 << 16
"""Pieces of at least so many bytes have a memory mapping of their own, which the system gets back at once. In the heap,
smaller and larger ones that come and go would leave gaps."""


class PageStorage(ABC):
    """Pieces of pages. Several threads may use it at once, each for other pieces."""

    held = 0
    """Bytes in memory."""
    written = 0
    """Bytes written to disk so far."""

    def __init__(self) -> None:
        self._pieces: dict[PieceId, Data] = {}
        """The pieces that are stored, with their bytes if these are in memory."""
        self._counting = threading.Lock()

    def __contains__(self, piece: PieceId) -> bool:
        return piece in self._pieces

    @abstractmethod
    def get(self, piece: PieceId) -> Data:
        """Returns the bytes of a piece."""

    @abstractmethod
    def put(self, piece: PieceId, data: Data) -> None:
        """Stores a piece, and replaces the one that was stored before."""

    @abstractmethod
    def remove(self, piece: PieceId) -> None:
        """Deletes a piece."""

    def pieces(self) -> list[PieceId]:
        """Returns the pieces that are stored."""
        return list(self._pieces)

    def clear(self) -> None:
        """Deletes all pieces."""
        for piece in self.pieces():
            self.remove(piece)


class MemoryStorage(PageStorage):
    """Pieces in memory."""

    def get(self, piece: PieceId) -> Data:
        return self._pieces[piece]

    def put(self, piece: PieceId, data: Data) -> None:
        before = len(self._pieces.get(piece, b""))
        self._pieces[piece] = _copied(data)
        with self._counting:
            self.held += len(data) - before

    def remove(self, piece: PieceId) -> None:
        data = self._pieces.pop(piece)
        with self._counting:
            self.held -= len(data)


def _copied(data: Data) -> Data:
    """Returns a copy of exactly this size: the output of a compressor may be a slice of a larger buffer."""
    if len(data) < MAPPED_BYTES:
        return bytes(memoryview(data))
    try:
        memory = mmap.mmap(-1, len(data), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:  # a process can have a limited number of mappings
        return bytes(memoryview(data))
    memory[:] = data
    return memoryview(memory)


class FileStorage(PageStorage):
    """Pieces in files of a directory, each in its own."""

    def __init__(self, directory: Path) -> None:
        super().__init__()
        self._directory = directory

    def get(self, piece: PieceId) -> bytes:
        return self._path(piece).read_bytes()

    def put(self, piece: PieceId, data: Data) -> None:
        path = self._path(piece)
        with files.space_for(path, len(data)):
            path.write_bytes(data)
        self._pieces[piece] = b""
        with self._counting:
            self.written += len(data)

    def remove(self, piece: PieceId) -> None:
        del self._pieces[piece]
        self._path(piece).unlink()

    def _path(self, piece: PieceId) -> Path:
        page, name = piece
        return self._directory / f"{page}.{name}"
