"""Ostle by pieces: what it takes to solve a smaller Ostle one tier after the other, compared with one tier.

    python benchmarks/pieces.py [KEY=VALUE ...]

The options choose an Ostle in which pieces can be lost, by default three men a side that lose up to two. It is solved
with one thread in two ways, in turn: in one tier, and as it is, in tiers, which are the numbers of pieces. For both the
output has the processor seconds of the fastest of three runs, by phase, and their ratio to the first.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from retro.game import plugins
from retro.game.loading import hashed, load
from retro.game.rules import IndexedRules
from retro.solving import solve
from retro.solving.below import in_tiers, whole
from retro.system.progress import Progress, Silent

RUNS = 3
OPTIONS = "men=3", "left=1"


class Phases(Silent):
    """Processor seconds of each phase."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._name, self._began = "", 0.0

    def phase(self, name: str, total: int, level: int | None, results: str = "", of: int = 0) -> None:
        self.close()
        self._name, self._began = name, time.process_time()

    def close(self) -> None:
        if self._name:
            self.seconds[self._name] += time.process_time() - self._began
        self._name = ""


def ways(rules: IndexedRules) -> dict[str, IndexedRules]:
    """Returns the rules by the way in which they are solved."""
    one = replace(rules, tiers=(whole(rules),), digest=hashed([rules.digest, "one tier"]))
    assert in_tiers(rules) and not in_tiers(one)
    return {"one tier": one, "tiers": rules}


def seconds_of(solve: Callable[[Progress], Any]) -> dict[str, float]:
    """Returns the processor seconds of a run by phase."""
    phases = Phases()
    solve(phases)
    return dict(phases.seconds)


def main() -> None:
    """Prints the times."""
    game = plugins.load("ostle")
    options = game.choose(dict(each.split("=", 1) for each in sys.argv[1:] or OPTIONS))
    rules = load(game, options)
    assert isinstance(rules, IndexedRules)
    chosen = ways(rules)
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in chosen}
    for number in range(1 + RUNS):  # kernels are compiled in the first
        for name, each in chosen.items():
            taken = seconds_of(lambda progress, each=each: solve(each, "queue", 1, progress))  # type: ignore[misc]
            runs[name] += [taken] if number else []
    best = {name: min(taken, key=lambda phases: sum(phases.values())) for name, taken in runs.items()}
    first = sum(next(iter(best.values())).values())
    for name, phases in best.items():
        total = sum(phases.values())
        by_phase = ", ".join(f"{phase} {seconds:.2f}" for phase, seconds in phases.items())
        print(f"{name:18}{total:8.2f} s{total / first:6.2f}  {by_phase}")


if __name__ == "__main__":
    main()
