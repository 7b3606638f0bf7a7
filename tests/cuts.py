"""Solutions of random graphs, cut into tiers, compared with the reference backend record by record."""

from __future__ import annotations

import pytest
from small_games import lgame_rules

from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE, plies_of
from retro.solving import reference, solve
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.solution import Solution
from retro.system.progress import Silent
from retro.system.sizes import TINY

KINDS = PLAIN, PACKED, FILES
SEEDS = [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 30))]


def in_slot_order(solution: Solution, rules: IndexedRules) -> dict[int, tuple[int, int, int]]:
    """The records by position."""
    planes = [plane.tolist() for plane in solution.planes(0, rules.slots)]
    records = {rules.unrank(slot): record for slot, record in enumerate(zip(*planes, strict=True))}
    assert records.pop(-1) == (NO_VALUE, NO_VALUE, -1)  # of empty slots
    return records


def without_slots(solution: Solution) -> dict[str, object]:
    """The statistics that do not depend on the empty slots of a cut."""
    return {name: value for name, value in vars(solution.statistics).items() if name not in ("slots", "sections")}


def check_cuts(graph, tmp_path, seed, **options) -> int:
    """Compares every cut with the reference. Returns the most plies of a value."""
    expected, statistics = None, None
    for number, tier in enumerate(graph.cuts(seed, 2)):
        for with_unmoves in (True, False):
            rules = graph.rules(tier, lgame_rules(), with_unmoves=with_unmoves, **options)
            if expected is None:
                solution = reference.solve(rules, Silent())
                expected, statistics = in_slot_order(solution, rules), without_slots(solution)
            finished = None if number % 2 else 1
            tiles = Tiles(KINDS[(number + seed) % 3], 1 << 16, tmp_path, finished=finished, sizes=TINY)
            by_updates = with_unmoves or not options.get("repetition")
            for backend in ("queue", "sweep")[not by_updates :]:
                solution = solve(rules, backend, 1, Silent(), tiles=tiles)
                assert in_slot_order(solution, rules) == expected, (backend, tier, with_unmoves)
                assert without_slots(solution) == statistics, (backend, tier, with_unmoves)
                assert sum(solution.statistics.sections.values()) == solution.statistics.positions
    return max(plies_of(value, rules.kind.bits) for best, second, _ in expected.values() for value in (best, second))
