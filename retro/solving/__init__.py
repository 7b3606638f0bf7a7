"""Solving: from rules to one record per position, with the plan of a run and the back ends."""

from __future__ import annotations

from retro.solving.loop import solve
from retro.solving.plan import Plan, plans

__all__ = ["Plan", "plans", "solve"]
