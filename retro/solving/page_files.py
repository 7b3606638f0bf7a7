"""Where packed pages are kept, part by part: in memory, or in files of a directory."""

from __future__ import annotations

import mmap
import threading
from abc import ABC, abstractmethod
from pathlib import Path

from retro.system import files

Place = tuple[int, str]
"""Number of a page, and what of it."""
Data = bytes | memoryview

APART = 1 << 16
"""Bytes from which on there is memory of their own for them, which the system has back at once. In the heap larger and
smaller ones that come and go leave gaps."""


class Places(ABC):
    """Bytes by place; several threads may ask, each for places of its own."""

    held = 0
    """Bytes in memory."""
    written = 0
    """Bytes written to disk so far."""

    @abstractmethod
    def __contains__(self, place: Place) -> bool:
        """Whether there is something."""

    @abstractmethod
    def get(self, place: Place) -> Data:
        """What there is."""

    @abstractmethod
    def put(self, place: Place, data: Data) -> None:
        """In place of what may be there."""

    @abstractmethod
    def remove(self, place: Place) -> None:
        """What is there."""


class Memory(Places):
    """In memory."""

    def __init__(self) -> None:
        self._there: dict[Place, Data] = {}
        self._counting = threading.Lock()

    def __contains__(self, place: Place) -> bool:
        return place in self._there

    def get(self, place: Place) -> Data:
        return self._there[place]

    def put(self, place: Place, data: Data) -> None:
        before = len(self._there.get(place, b""))
        self._there[place] = _kept(data)
        with self._counting:
            self.held += len(data) - before

    def remove(self, place: Place) -> None:
        data = self._there.pop(place)
        with self._counting:
            self.held -= len(data)


def _kept(data: Data) -> Data:
    """A copy, of its own size: what a packer returns may be cut from something larger."""
    if len(data) < APART:
        return bytes(memoryview(data))
    try:
        memory = mmap.mmap(-1, len(data), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError:  # the system counts such pieces, and has no more of them
        return bytes(memoryview(data))
    memory[:] = data
    return memoryview(memory)


class Files(Places):
    """Each in a file of a directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._there: set[Place] = set()
        self._counting = threading.Lock()

    def __contains__(self, place: Place) -> bool:
        return place in self._there

    def get(self, place: Place) -> bytes:
        return self._path(place).read_bytes()

    def put(self, place: Place, data: Data) -> None:
        path = self._path(place)
        with files.enough(path, len(data)):
            path.write_bytes(data)
        self._there.add(place)
        with self._counting:
            self.written += len(data)

    def remove(self, place: Place) -> None:
        self._there.remove(place)
        self._path(place).unlink()

    def _path(self, place: Place) -> Path:
        page, what = place
        return self._directory / f"{page}.{what}"
