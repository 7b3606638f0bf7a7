"""Progress on stderr: phase, level, how much is done and how much time is left, positions decided or found.

Of a run in levels the share is that of all its positions, never that of a level. Time is what is left of everything
(`retro.app.remaining`), and not less than what the phase, or all levels together, need at the pace they had so far.

On a terminal one line that is written over again and again; elsewhere (a log file, a terminal without escape sequences)
a line every ten seconds.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TextIO

from retro.app.remaining import Remaining
from retro.system.progress import Forecast, Progress

_ON_TERMINAL, _IN_LOG = 0.1, 10.0
_BAR = 20
_ENOUGH = 0.02
"""Of a phase, to tell by how long it took how long the rest takes."""


class Display(Progress):
    """Shows the course of a run."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
        self._pause = _ON_TERMINAL if self._terminal else _IN_LOG
        self._next = time.monotonic() + self._pause
        self._name, self._total, self._done, self._decided, self._found, self._of = "", 0, 0, 0, "", 0
        self._level: int | None = None
        self._began = time.monotonic()
        self._remaining: Remaining | None = None
        self._levels: tuple[float, float] | None = None  # when the first of them began, and the share then
        self._shown = False

    def expect(self, forecast: Forecast) -> None:
        """A run of so much begins."""
        self._remaining = Remaining(forecast, time.monotonic())

    def phase(self, name: str, total: int, level: int | None, found: str = "", of: int = 0) -> None:
        """A new phase begins."""
        self._name = name if level is None else f"{name}, level {level}" if found else f"{name} {level}"
        self._level, self._found, self._of = level, found, of
        self._total, self._done, self._began = total, 0, time.monotonic()
        if level is None or not of:
            self._levels = None
        elif self._levels is None:
            self._levels = self._began, self._decided / of
        if self._remaining:
            self._remaining.phase(name, self._began, self._share(), level)
        self._show()

    def advance(self, done: int, decided: int) -> None:
        """So much more work is done; so many positions have a value now."""
        self._done += done
        self._decided = decided
        self._show()

    def close(self) -> None:
        """Leave the line to others. A later phase takes it again."""
        if self._shown and self._terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
        self._shown = False

    def _show(self) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + self._pause
        line = self._line(now)
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[K{line[:width]}")
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()
        self._shown = True

    def _line(self, now: float) -> str:
        share, told = self._share(), []
        if share is not None:
            bar = f" [{'#' * round(share * _BAR):<{_BAR}}]" if self._terminal else ""
            told.append(f"{share:.0%}{bar}")
        began, before = self._levels or (self._began, 0.0)
        known = share is not None and share - before >= _ENOUGH and (self._level is None or self._levels)
        needed = (now - began) * (1 - share) / (share - before) if known and share is not None else 0.0
        if self._remaining:
            needed = max(needed, self._remaining.left(now, share, self._level))
        if needed > 0:
            told.append(f"about {duration(needed)} {'left in all' if self._remaining else 'left'}")
        if self._found:
            told.append(self._found)
        elif self._decided:
            told.append(f"{self._decided:,}{f' of {self._of:,}' if self._of else ''} decided")
        return f"{self._name}: {', '.join(told)}" if told else self._name

    def _share(self) -> float | None:
        """Of all positions, or of a phase that is not one of many; None if nobody knows."""
        done, total = (self._decided, self._of) if self._level is not None else (self._done, self._total)
        if self._level is not None and not total:
            return None
        return min(1.0, done / total) if total else 1.0


def duration(seconds: float) -> str:
    """Hours, minutes and seconds, as ``1:02:03`` or ``2:03``."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
