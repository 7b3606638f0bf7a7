"""Progress of a long run: its phases, their work, and the seconds that they are predicted to take and took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Forecast:
    """The predicted seconds of a run.

    begun       until the first phase begins
    phases      of each phase, by name, in order; all levels are one phase, which advances as positions get values
    once        number of phases at the end that come once, after all tiers. The others come once in each tier
    by_level    of the seconds of levels, those that each level takes in equal shares, whatever its number of positions
    levels      the predicted number of levels
    """

    begun: float = 0.0
    phases: Mapping[str, float] = field(default_factory=dict)
    once: int = 1
    by_level: float = 0.0
    levels: int = 0

    @property
    def seconds(self) -> float:
        """All predicted seconds of the run."""
        return self.begun + sum(self.phases.values())


class Progress:
    """Receives reports on a run, from one thread. This class ignores them; subclasses override its methods."""

    def expect(self, forecast: Forecast) -> None:
        """The phases of a run begin, or resume, with this prediction."""

    def tier(self, name: str, begin: float, end: float) -> None:
        """The next tier begins: its phases are from ``begin`` to ``end`` (0 to 1) of those of all tiers."""

    def phase(self, name: str, total: int, level: int | None, results: str = "", of: int = 0) -> None:
        """A new phase begins; ``total`` is its work in the units of `advance`.

        A phase with a level is one of an unknown number of such phases. For these, ``of`` is the number of positions
        that may get a value, 0 if it is unknown, and ``results`` describes, for people, what a search has found so far.
        """

    def advance(self, done: int, decided: int) -> None:
        """``done`` more units of work are done; ``decided`` positions have a value now.

        It is called with 0 units, too, while the next one takes long.
        """

    def close(self) -> None:
        """The last phase has ended."""


class Silent(Progress):
    """Progress that is not shown."""


class Stopwatch(Progress):
    """Forwards all reports, and adds up the ``seconds`` of each phase by ``clock``; levels count as one phase."""

    def __init__(self, progress: Progress, clock: Callable[[], float] = time.perf_counter) -> None:
        self._progress, self._clock = progress, clock
        self._name, self._began = "", clock()
        self.seconds: dict[str, float] = {}

    def expect(self, forecast: Forecast) -> None:
        self._progress.expect(forecast)

    def tier(self, name: str, begin: float, end: float) -> None:
        self._progress.tier(name, begin, end)

    def phase(self, name: str, total: int, level: int | None, results: str = "", of: int = 0) -> None:
        self._stop(name)
        self._progress.phase(name, total, level, results, of)

    def advance(self, done: int, decided: int) -> None:
        self._progress.advance(done, decided)

    def close(self) -> None:
        self._stop("")
        self._progress.close()

    @contextmanager
    def aside(self, name: str) -> Iterator[None]:
        """A block within a phase whose seconds count as a phase of their own, ``name``."""
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
