"""SIGINT and SIGTERM while a long run works: it is asked to save what it found; asked again, it stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stopping:
    """Whether somebody asked to stop. Between `begin` and `end` nothing else happens then; outside, KeyboardInterrupt.

    ``signal`` is the number of the signal, 0 if there was none.
    """

    def __init__(self) -> None:
        self.signal = 0
        self._patient = False

    def __call__(self) -> bool:
        return self.signal != 0

    @contextmanager
    def patience(self) -> Iterator[None]:
        """Where the run asks soon enough whether to stop."""
        self._patient = True
        try:
            yield
        finally:
            self._patient = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While signals are looked after, if this is the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._on_signal) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        again, self.signal = self.signal != 0, number
        if again or not self._patient:
            raise KeyboardInterrupt
