"""The acyclic backend: one pass over the tiers of a game in which every move lowers the tier.

The lowest tier first: when a position is looked at, all its successors have their values. Positions of a tier do not
depend on each other and are dealt out to threads. It solves games with scores, for which no other backend but the
reference is made, and any other game without cycles and without a repetition rule.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling import compile as compiling
from retro.game import DRAW, NONE, UNKNOWN
from retro.game.rules import MOST_TIERS, IndexedRules
from retro.indexing import enumerated
from retro.solving.tiers import TEMPLATE as TIERS
from retro.solving.tiers import not_lower, tasks_by_tier
from retro.storage.solution import Planes, Solution, Statistics, by_value
from retro.system.checkpointing import NO_SAVER, Saver, in_order
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.ranges import Range

TEMPLATES = (
    "retro.solving.symmetry_kernels",
    "retro.solving.value_kernels",
    TIERS,
    "retro.solving.acyclic_kernels",
)


def kernels(rules: IndexedRules) -> ModuleType:
    """The compiled kernels of a game."""
    functions: dict[str, Callable[..., Any]] = {
        "canonical": enumerated.canonical_of(rules),
        "find_all": enumerated.find_all_of(rules),
    }
    return compiling.kernels(rules, TEMPLATES, {"CHECKED": not rules.acyclic}, functions)


class _Counters(threading.local):
    """The kernels' counters, of each thread its own: there are many, and a task touches few of them."""

    def __init__(self, size: int, everyone: list[NDArray[np.int64]]) -> None:
        self.own = np.zeros(size, np.int64)
        everyone.append(self.own)


def solve(rules: IndexedRules, threads: int, progress: Progress, saver: Saver = NO_SAVER) -> Solution:
    """Solve a game; memory is three bytes per slot.

    NotLower if a move does not lower the tier.
    """
    module = kernels(rules)
    numbers = np.zeros(rules.slots, np.uint8)
    where, kept = saver.resume("acyclic") or (
        {"tier": -1, "done": 0, "sections": {}},
        {"values": np.zeros(rules.slots, np.uint16), "total": np.zeros(module.COUNTERS, np.int64)},
    )
    current, done, sections = where["tier"], where["done"], where["sections"]  # the lowest tier comes first
    values, total = kept["values"], kept["total"]
    counted: list[NDArray[np.int64]] = []
    counters = _Counters(module.COUNTERS, counted)

    def gather() -> None:
        """Between tasks: what the threads counted becomes part of the total."""
        for each in counted:
            np.add(total, each, out=total)
            each[:] = 0

    with ThreadPoolExecutor(threads) as pool:
        tasks = tasks_by_tier(rules, module, numbers, pool, progress)
        stored = int(total[module.STORED])
        every = int(np.count_nonzero(numbers != module.EMPTY))
        for number in [number for number in tasks if number >= current]:
            begun = done if number == current else 0

            def one(task: Range, number: int = number) -> tuple[int, int]:
                """How many positions are done, as the game counts them and as they are stored."""
                own = counters.own
                before = int(own[module.POSITIONS]), int(own[module.STORED])
                index = module.settle(*task, numbers, number, values, own)
                if index >= 0:
                    raise _problem(rules, rules.unrank(index))
                return int(own[module.POSITIONS]) - before[0], int(own[module.STORED]) - before[1]

            def save(more: int, number: int = number, begun: int = begun) -> None:
                gather()
                saver.save("acyclic", {"tier": number, "done": begun + more, "sections": sections}, kept)

            left = tasks[number][begun:]
            progress.phase("tier", sum(stop - start for start, stop in left), number, of=every)
            for (start, stop), (positions, more) in in_order(pool, 16 * threads, one, left, saver, save):
                section = _section(rules, start, number)
                sections[section] = sections.get(section, 0) + positions
                stored += more
                progress.advance(stop - start, stored)
        gather()
    solved = "acyclic", {"tier": MOST_TIERS, "done": 0, "sections": sections}, kept
    progress.close()
    if not rules.enumerated:
        sections = {name: sections.get(name, 0) for name, _, _ in rules.sections}
    statistics = _statistics(rules, module, total, sections)

    def planes(start: int, stop: int) -> Planes:
        best = values[start:stop]
        if not rules.scores:
            best = np.where(best == DRAW, np.uint16(UNKNOWN), best)
        return best, best, np.full(len(best), NONE, np.int16)

    return Solution(planes, statistics, int(total[module.EDGES]), solved)


def _section(rules: IndexedRules, slot: int, number: int) -> str:
    """The section in which a slot's position is counted: where positions are enumerated, its tier."""
    if rules.enumerated:
        return f"tier {number}"
    return next(name for name, start, stop in rules.sections if start <= slot < stop)


def _problem(rules: IndexedRules, key: int) -> GameError:
    """Why a position cannot have a value: what it is worth without a move, or a move that does not lower the tier."""
    if not rules.moves(key):
        rules.no_moves(key)
    return not_lower(rules, key, "the game cannot be solved in one pass")


def _statistics(
    rules: IndexedRules, module: ModuleType, total: NDArray[np.int64], sections: dict[str, int]
) -> Statistics:
    """The kernels' counters by name."""
    return Statistics(
        states=by_value(rules, total[: module.VALUES]),
        final=by_value(rules, total[module.VALUES : 2 * module.VALUES]),
        positions=int(total[module.POSITIONS]),
        checkmates=int(total[module.CHECKMATES]),
        sections=sections,
        slots=rules.slots,
        stored=int(total[module.STORED]),
    )
