"""SIGINT and SIGTERM while a long run works: it is asked to save what it found; asked again, it stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupted(KeyboardInterrupt):
    """A run was stopped by a signal; the text says what is left of it."""

    def __init__(self, text: str, number: int) -> None:
        super().__init__(text)
        self.signal = number


class Stopping:
    """Whether somebody asked to stop. A ``patient`` one leaves it to the run, which asks soon enough; KeyboardInterrupt
    comes only if somebody asks again.

    ``signal`` is the number of the signal, 0 if there was none.
    """

    def __init__(self, patient: bool = False) -> None:
        self.signal = 0
        self._patient = patient

    def __call__(self) -> bool:
        return self.signal != 0

    @contextmanager
    def watching(self, left: Callable[[], str]) -> Iterator[None]:
        """While signals are looked after, if this is the main thread; Interrupted tells what is ``left``."""
        main = threading.current_thread() is threading.main_thread()
        before = {number: signal.signal(number, self._on_signal) for number in SIGNALS if main}
        try:
            yield
        except KeyboardInterrupt as error:
            raise Interrupted(f"interrupted; {left()}", self.signal or signal.SIGINT) from error
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        again, self.signal = self.signal != 0, number
        if again or not self._patient:
            raise KeyboardInterrupt
