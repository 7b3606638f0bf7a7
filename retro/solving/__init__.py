"""From rules to one record per position: the plan of what it takes, and the backends."""

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

__all__ = ["Plan", "plans", "solve", "sources"]


def solve(
    rules: IndexedRules,
    backend: str,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Solution:
    """Solve a game, whose positions have an index, with a backend that `plans` chose; ``checkpoint`` saves the run.

    The reference backend saves nothing: it is for small games. Only the queue backend uses ``tiles`` and ``engine``.
    GameError, naming plugin and function, if the game's functions cannot be compiled.
    """
    module = BACKENDS[backend]
    if backend == "reference":
        found: Solution = module.solve(rules, progress)
        return found
    with explained(rules):
        more: dict[str, Any] = {"tiles": tiles, "engine": engine} if backend == "queue" else {}
        found = module.solve(rules, threads, progress, checkpoint, **more)
        return found


def sources(backend: str) -> tuple[str, ...]:
    """The modules that make and change what ``backend`` has in memory, with all that they import: of other ones nothing
    saved can be used."""
    return (BACKENDS[backend].__name__,)
