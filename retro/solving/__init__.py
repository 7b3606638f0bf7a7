"""From rules to one record per position: the plan of what it takes, and the backends."""

from __future__ import annotations

from retro.compile import Rules
from retro.solving.plan import Plan, plan
from retro.solving.progress import Progress
from retro.solving.solution import Solution

__all__ = ["Plan", "plan", "solve"]


def solve(rules: Rules, backend: str, threads: int, progress: Progress) -> Solution:
    """Solve a game with the backend that `plan` chose."""
    if backend == "reference":
        from retro.solving import reference

        return reference.solve(rules, progress)
    if backend == "sweep":
        from retro.solving import sweep

        return sweep.solve(rules, threads, progress)
    from retro.solving import queue

    return queue.solve(rules, threads, progress)
