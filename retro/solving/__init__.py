"""Solving: from rules to one record per position, with the plan of a run and the back ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from retro.compiling.compile import explained
from retro.game.rules import IndexedRules
from retro.solving.backends import BACKENDS
from retro.solving.plan import Plan, plans
from retro.solving.tiles import IN_MEMORY, Tiles
from retro.storage.solution import Solution
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint
from retro.system.progress import Progress

if TYPE_CHECKING:
    from retro.solving.engine import Engine

__all__ = ["Plan", "plans", "solve"]


def solve(
    rules: IndexedRules,
    backend: str,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Solution:
    """Solves a game whose positions have an index, with a backend that `plans` chose; ``checkpoint`` saves the run.

    The reference backend saves nothing: it is for small games. The queue backend uses ``engine``.
    Raises GameError, which names plugin and function, if the game's functions cannot be compiled.
    """
    module = BACKENDS[backend]
    with explained(rules):
        more: dict[str, Any] = {"tiles": tiles, "engine": engine} if backend != "reference" else {}
        how = (progress,) if backend == "reference" else (threads, progress, checkpoint)
        solution: Solution = module.solve(rules, *how, **more)
    return solution
