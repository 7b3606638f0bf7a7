"""Stderr: remarks, and the progress of a command: phase, level, share done, time left, positions decided or found.

In a run with levels the share is that of all positions, never that of one level. The time left is that of the phase, or
of all levels, at the pace so far. In a run with tiers, as soon as one is finished, it is that of all tiers.

On a terminal progress is one line that is overwritten; elsewhere (a log file, a terminal without escape sequences) it
is a line every ten seconds.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import TextIO

import typer

from retro.system.progress import Progress

_TERMINAL_SECONDS, _LOG_SECONDS = 0.1, 10.0
"""Seconds from one update of the progress to the next: on a terminal, elsewhere."""
_BAR_CHARACTERS = 20
"""Characters of the progress bar."""
_MIN_SHARE = 0.02
"""Share of a phase after which its pace predicts the rest."""


def remark(line: str) -> None:
    """Prints one line on stderr while a command works."""
    typer.echo(line, err=True)


class Display(Progress):
    """Prints the progress of a run on ``stream``, by default stderr."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")
        self._pause = _TERMINAL_SECONDS if self._terminal else _LOG_SECONDS
        self._next = time.monotonic() + self._pause
        self._name, self._total, self._done, self._decided, self._states, self._of = "", 0, 0, 0, "", 0
        self._level: int | None = None
        self._tier = ""
        self._began = time.monotonic()
        self._levels: tuple[float, float] | None = None  # when the first level began, and the share done by then
        self._tiers: tuple[float, float] | None = None  # the same of the first tier of this run
        self._end: float | None = None  # when all tiers will be finished, at the pace of those that are
        self._shown = False

    def tier(self, name: str, share: float) -> None:
        """Begins a tier, or ends the last one."""
        self._tier, self._levels, self._end, now = name, None, None, time.monotonic()
        self._tiers = began, before = self._tiers or (now, share)
        if name and share > before:
            self._end = now + (now - began) * (1 - share) / (share - before)

    def phase(self, name: str, total: int, level: int | None, results: str = "", of: int = 0) -> None:
        """Begins a phase."""
        self._name = name if level is None else f"{name}, level {level}" if results else f"{name} {level}"
        if self._tier:
            self._name = f"{self._tier}, {self._name}"
        self._level, self._states, self._of = level, results, of
        self._total, self._done, self._began = total, 0, time.monotonic()
        if level is None or not of:
            self._levels = None
        elif self._levels is None:
            self._levels = self._began, self._decided / of
        self._show()

    def advance(self, done: int, decided: int) -> None:
        """Counts ``done`` more units of work; ``decided`` positions have a value now."""
        self._done += done
        self._decided = decided
        self._show()

    def close(self) -> None:
        """Clears the line, for other output. A later phase writes it again."""
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
        share, words = self._share(), []
        if share is not None:
            bar = f" [{'#' * round(share * _BAR_CHARACTERS):<{_BAR_CHARACTERS}}]" if self._terminal else ""
            words.append(f"{share:.0%}{bar}")
        began, before = self._levels or (self._began, 0.0)
        predictable = share is not None and share - before >= _MIN_SHARE and (self._level is None or self._levels)
        needed = (now - began) * (1 - share) / (share - before) if predictable and share is not None else 0.0
        if self._end is not None:
            needed = max(needed, self._end - now)
        if needed > 0:
            words.append(f"about {duration(needed)} left{'' if self._end is None else ' in all tiers'}")
        if self._states:
            words.append(self._states)
        elif self._decided:
            words.append(f"{self._decided:,}{f' of {self._of:,}' if self._of else ''} decided")
        return f"{self._name}: {', '.join(words)}" if words else self._name

    def _share(self) -> float | None:
        """Returns the share done, 0 to 1: of all positions in a level, else of the phase; None if it is unknown."""
        done, total = (self._decided, self._of) if self._level is not None else (self._done, self._total)
        if self._level is not None and not total:
            return None
        return min(1.0, done / total) if total else 1.0


def duration(seconds: float) -> str:
    """Returns seconds as ``1:02:03`` or ``2:03``."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
