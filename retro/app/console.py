"""Stderr: remarks, and the progress of a command: phase, level, share done, time left, positions decided or found.

In a run with levels the share is that of all positions, never that of one level. The time left is that of the whole run
(`Remaining`). It is at least the time that the rest of the phase, or of all levels, takes at the pace so far.

On a terminal progress is one line that is overwritten; elsewhere (a log file, a terminal without escape sequences) it
is a line every ten seconds.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from itertools import takewhile
from typing import TextIO

import typer

from retro.system.progress import Forecast, Progress

_TERMINAL_SECONDS, _LOG_SECONDS = 0.1, 10.0
"""Seconds from one update of the progress to the next: on a terminal, elsewhere."""
_BAR_CHARACTERS = 20
"""Characters of the progress bar."""
_MIN_SHARE = 0.02
"""Share of a phase after which its pace predicts the rest."""
_TRUSTED = 0.1
"""Share of a run after which the pace so far and the predicted pace have equal weight."""
_OPEN = 0.95
"""The largest share of a phase that counts as done while the amount of its work is unknown."""


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
        self._remaining: Remaining | None = None
        self._levels: tuple[float, float] | None = None  # when the first level began, and the share done by then
        self._shown = False

    def expect(self, forecast: Forecast) -> None:
        """Begins a run whose time is predicted."""
        self._remaining = Remaining(forecast, time.monotonic())

    def tier(self, name: str, begin: float, end: float) -> None:
        """Begins a tier."""
        self._tier, self._levels = name, None
        if self._remaining:
            self._remaining.tier(begin, end)

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
        if self._remaining:
            self._remaining.phase(name, self._began, self._share(), level)
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
        if self._remaining:
            needed = max(needed, self._remaining.left(now, share, self._level))
        if needed > 0:
            words.append(f"about {duration(needed)} {'left in all' if self._remaining else 'left'}")
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


class Remaining:
    """The time left of a run that begins, or is resumed, at ``now``. All times are in seconds."""

    def __init__(self, forecast: Forecast, now: float) -> None:
        self._forecast, self._began = forecast, now
        self._name, self._since, self._share = "", now, 0.0  # of the phase: its start, and its share done before
        self._over = 0.0  # predicted time of the phases that are over
        self._tier: tuple[float, float] | None = None  # shares of the phases of all tiers when this one begins and ends
        self._first: tuple[float, float] | None = None  # start of the first phase here, and what was done by then

    def tier(self, begin: float, end: float) -> None:
        """Begins a tier, whose phases are from ``begin`` to ``end`` of those of all tiers."""
        self._tier, self._name, self._over = (begin, end), "", 0.0

    def phase(self, name: str, now: float, share: float | None, level: int | None) -> None:
        """Begins a phase, or the next level of it; ``share`` of it is done, None if that is unknown."""
        phases = self._forecast.phases
        if name in [*phases][-self._forecast.once :]:
            self._tier = None
        if name == self._name:
            return
        if name in phases:
            self._over = sum(phases[each] for each in takewhile(lambda each: each != name, phases))
        elif self._name:
            self._over += phases[self._name]
        self._name, self._since = name if name in phases else "", now
        fresh = level is not None and level <= 1
        self._share = share or 0.0 if fresh else 0.0  # positions that have values before the first level
        if self._name and self._first is None:
            self._first = now, self._done(now, share, level)

    def left(self, now: float, share: float | None, level: int | None) -> float:
        """Returns seconds left when ``share`` of the phase is done."""
        whole = sum(self._forecast.phases.values())
        done, trusted = self._done(now, share, level), _TRUSTED * whole
        if self._first is None:
            return whole - done + max(0.0, self._forecast.begun - (now - self._began))
        since, before = self._first
        pace = (now - since + trusted) / (done - before + trusted) if whole else 1.0
        return (whole - done) * pace

    def _done(self, now: float, share: float | None, level: int | None) -> float:
        """Predicted seconds of all work that is done."""
        done = self._done_in_tier(now, share, level)
        if self._tier is None:
            return done
        begin, end = self._tier
        whole = sum([*self._forecast.phases.values()][: -self._forecast.once])
        return begin * whole + (end - begin) * min(done, whole)

    def _done_in_tier(self, now: float, share: float | None, level: int | None) -> float:
        """Predicted seconds of what is done, if this tier were the whole game."""
        if not self._name:
            return self._over
        forecast = self._forecast
        whole = forecast.phases[self._name]
        if share is None:
            fraction = min(_OPEN, (now - self._since) / whole) if whole else 1.0
        else:
            fraction = (share - self._share) / (1 - self._share) if self._share < 1 else 1.0
        if level is None or not forecast.by_level:
            return self._over + whole * fraction
        levels = min(1.0, level / forecast.levels)
        return self._over + (whole - forecast.by_level) * fraction + forecast.by_level * levels


def duration(seconds: float) -> str:
    """Returns seconds as ``1:02:03`` or ``2:03``."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
