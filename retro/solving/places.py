"""Where packed pages are kept, part by part: in memory, or in files of a directory."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from pathlib import Path

from retro import files

Place = tuple[int, str]
"""Number of a page, and what of it."""


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
    def get(self, place: Place) -> bytes:
        """What there is."""

    @abstractmethod
    def put(self, place: Place, data: bytes) -> None:
        """In place of what may be there."""

    @abstractmethod
    def remove(self, place: Place) -> None:
        """What is there."""


class Memory(Places):
    """In memory."""

    def __init__(self) -> None:
        self._there: dict[Place, bytes] = {}
        self._counting = threading.Lock()

    def __contains__(self, place: Place) -> bool:
        return place in self._there

    def get(self, place: Place) -> bytes:
        return self._there[place]

    def put(self, place: Place, data: bytes) -> None:
        before = len(self._there.get(place, b""))
        self._there[place] = data
        with self._counting:
            self.held += len(data) - before

    def remove(self, place: Place) -> None:
        data = self._there.pop(place)
        with self._counting:
            self.held -= len(data)


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

    def put(self, place: Place, data: bytes) -> None:
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
