"""How a long run tells what it is doing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Forecast:
    """How many seconds a run is predicted to take.

    begun       until the first of its phases begins
    phases      each of them, by name, in their order; levels are one phase, which advances as positions get values
    by_level    of that, what they take one as much as the other, however many positions get values
    levels      how many there are taken to be
    """

    begun: float = 0.0
    phases: Mapping[str, float] = field(default_factory=dict)
    by_level: float = 0.0
    levels: int = 0

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.begun + sum(self.phases.values())


class Progress:
    """Receives the course of a run, from one thread; what a class does not override passes unheard."""

    def expect(self, forecast: Forecast) -> None:
        """All phases of a run begin, or go on where they were; so much is predicted for them."""

    def phase(self, name: str, total: int, level: int | None, found: str = "", of: int = 0) -> None:
        """A new phase begins; ``total`` is its work in the units of `advance`.

        A phase with a level is one of many, and how many are still to come nobody knows: there ``of`` says how many
        positions there are that may get a value, if that is known, or ``found`` what a search has found so far.
        """

    def advance(self, done: int, decided: int) -> None:
        """So much more work is done; so many positions have a value now."""

    def close(self) -> None:
        """Nothing more comes."""


class Silent(Progress):
    """Says nothing."""


class Stopwatch(Progress):
    """Passes everything on and keeps the seconds of ``clock`` that each phase took; levels count as one phase."""

    def __init__(self, progress: Progress, clock: Callable[[], float] = time.perf_counter) -> None:
        self._progress, self._clock = progress, clock
        self._name, self._began = "", clock()
        self.seconds: dict[str, float] = {}

    def expect(self, forecast: Forecast) -> None:
        self._progress.expect(forecast)

    def phase(self, name: str, total: int, level: int | None, found: str = "", of: int = 0) -> None:
        self._stop(name)
        self._progress.phase(name, total, level, found, of)

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
