"""From rules to one record per position: the plan of what it takes, and the backends."""

from __future__ import annotations

from retro.compile import explained
from retro.progress import Progress
from retro.rules import Rules
from retro.solving.plan import Plan, plan
from retro.solving.solution import Solution

__all__ = ["Plan", "plan", "solve"]


def solve(rules: Rules, backend: str, threads: int, progress: Progress) -> Solution:
    """Solve a game, whose positions have an index, with the backend that `plan` chose.

    GameError, naming plugin and function, if the game's functions cannot be compiled.
    """
    if backend == "reference":
        from retro.solving import reference

        return reference.solve(rules, progress)
    with explained(rules):
        if backend == "acyclic":
            from retro.solving import acyclic

            return acyclic.solve(rules, threads, progress)
        if backend == "sweep":
            from retro.solving import sweep

            return sweep.solve(rules, threads, progress)
        from retro.solving import queue

        return queue.solve(rules, threads, progress)
