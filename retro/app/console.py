"""Progress on stderr: phase, level, positions decided or found, rate and time left.

On a terminal one line that is written over again and again; elsewhere (a log file) a line every ten seconds.
"""

from __future__ import annotations

import shutil
import sys
import time
from typing import TextIO

_ON_TERMINAL, _IN_LOG = 0.1, 10.0
_BAR = 20


class Display:
    """Shows the course of a run; see `retro.progress.Progress`."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._pause = _ON_TERMINAL if self._terminal else _IN_LOG
        self._next = time.monotonic() + self._pause
        self._name, self._total, self._done, self._decided, self._found = "", 0, 0, 0, ""
        self._began = time.monotonic()
        self._shown = False

    def phase(self, name: str, total: int, level: int | None, found: str = "") -> None:
        """A new phase begins; of one that finds something, no time left is shown."""
        self._name = name if level is None else f"{name}, level {level}" if found else f"{name} {level}"
        self._found = found
        self._total, self._done, self._began = total, 0, time.monotonic()
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
        line = self._line(now - self._began)
        if self._terminal:
            width = shutil.get_terminal_size().columns - 1
            self._stream.write(f"\r\x1b[K{line[:width]}")
        else:
            self._stream.write(f"{line}\n")
        self._stream.flush()
        self._shown = True

    def _line(self, seconds: float) -> str:
        share = min(1.0, self._done / self._total) if self._total else 1.0
        bar = "#" * round(share * _BAR) if self._terminal else ""
        parts = [f"{self._name}: {share:4.0%}" + (f" [{bar:<{_BAR}}]" if self._terminal else "")]
        if self._found:
            parts.append(self._found)
        elif self._decided:
            parts.append(f"{self._decided:,} decided")
        if self._done and seconds > 0:
            rate = self._done / seconds
            parts.append(f"{rate / 1e6:,.1f} M/s" if rate >= 1e5 else f"{rate:,.0f}/s")
            if not self._found:
                parts.append(f"{duration((self._total - self._done) / rate)} left")
        return ", ".join(parts)


def duration(seconds: float) -> str:
    """Hours, minutes and seconds, as ``1:02:03`` or ``2:03``."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
