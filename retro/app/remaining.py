"""The time left of a run: the predicted time, corrected by the pace so far."""

from __future__ import annotations

from itertools import takewhile

from retro.system.progress import Forecast

_TRUSTED = 0.1
"""Share of a run after which the pace so far and the predicted pace have equal weight."""
_OPEN = 0.95
"""The largest share of a phase that counts as done while the amount of its work is unknown."""


class Remaining:
    """The time left of a run that begins, or is resumed, at ``now``. All times are in seconds."""

    def __init__(self, forecast: Forecast, now: float) -> None:
        self._forecast, self._began = forecast, now
        self._name, self._since, self._share = "", now, 0.0  # of the phase: its start, and its share done before
        self._over = 0.0  # predicted time of the phases that are over
        self._first: tuple[float, float] | None = None  # start of the first phase here, and what was done by then

    def phase(self, name: str, now: float, share: float | None, level: int | None) -> None:
        """Begins a phase, or the next level of it; ``share`` of it is done, None if that is unknown."""
        phases = self._forecast.phases
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
        if self._first is None:
            return whole + max(0.0, self._forecast.begun - (now - self._began))
        (since, before), done, trusted = self._first, self._done(now, share, level), _TRUSTED * whole
        pace = (now - since + trusted) / (done - before + trusted) if whole else 1.0
        return (whole - done) * pace

    def _done(self, now: float, share: float | None, level: int | None) -> float:
        """Predicted seconds of all work that is done."""
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
