"""Progress of a long run: its phases, their work, and the seconds that they took."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Progress:
    """Receives reports on a run, from one thread. This class ignores them; subclasses override its methods."""

    def tier(self, name: str, share: float) -> None:
        """The next tier begins when a ``share`` (0 to 1) of all tiers is finished; "" if all of them are."""

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

    def tier(self, name: str, share: float) -> None:
        self._progress.tier(name, share)

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
