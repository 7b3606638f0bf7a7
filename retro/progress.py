"""How a long run tells what it is doing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Progress(Protocol):
    """Receives the course of a run; called from one thread."""

    def phase(self, name: str, total: int, level: int | None, found: str = "") -> None:
        """A new phase begins; ``total`` is its work in the units of `advance`.

        ``found`` is what a search has found so far: how many levels are still to come nobody knows then.
        """

    def advance(self, done: int, decided: int) -> None:
        """So much more work is done; so many positions have a value now."""

    def close(self) -> None:
        """Nothing more comes."""


class Silent:
    """Says nothing."""

    def phase(self, name: str, total: int, level: int | None, found: str = "") -> None:
        pass

    def advance(self, done: int, decided: int) -> None:
        pass

    def close(self) -> None:
        pass


class Stopwatch:
    """Passes everything on and keeps the seconds of ``clock`` that each phase took; levels count as one phase."""

    def __init__(self, progress: Progress, clock: Callable[[], float] = time.perf_counter) -> None:
        self._progress, self._clock = progress, clock
        self._name, self._began = "", clock()
        self.seconds: dict[str, float] = {}

    def phase(self, name: str, total: int, level: int | None, found: str = "") -> None:
        self._stop(name)
        self._progress.phase(name, total, level, found)

    def advance(self, done: int, decided: int) -> None:
        self._progress.advance(done, decided)

    def close(self) -> None:
        self._stop("")
        self._progress.close()

    @contextmanager
    def aside(self, name: str) -> Iterator[None]:
        """Something that is done in the middle of a phase and is counted as a phase of its own."""
        phase = self._name
        self._stop(name)
        try:
            yield
        finally:
            self._stop(phase)

    def _stop(self, following: str) -> None:
        now = self._clock()
        if self._name:
            self.seconds[self._name] = self.seconds.get(self._name, 0.0) + now - self._began
        self._name, self._began = following, now
