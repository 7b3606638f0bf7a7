"""The queue backend: level by level, every state that got its value tells its predecessors.

Level L is one ply of DTM. What a move decides at once is read off each position (`initialise`); then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge of the game is walked once. ``pending`` says in which
chunks of the index something got a value of a level (modulo 4: only the next one is ever written to), so sparse levels
touch few chunks.

Work is cut into tasks of neighbouring slots for a pool of threads; the kernels release the interpreter lock.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro import compile as compiling
from retro.game import GameError
from retro.progress import Progress
from retro.rules import Rules
from retro.solving import reverse
from retro.solving.record import LEVELS, Layout, Records
from retro.solving.solution import Solution, Statistics, final_states

TASK_SLOTS = 1 << 20
TEMPLATES = (
    "retro.solving.symmetry_kernels",
    "retro.solving.value_kernels",
    "retro.solving.update_kernels",
    "retro.solving.first_kernels",
    "retro.solving.queue_kernels",
)

Task = tuple[int, int]


def kernels(rules: Rules) -> ModuleType:
    """The compiled kernels of a game."""
    layout = Layout.of(rules)
    constants = layout.constants() | {
        "BUILT": not rules.defines("unmoves"),
        "CODES": rules.codes,
        "GROUP": rules.group,
        "LOOKAHEAD": rules.defines("wins"),
        "MAX_MOVES": rules.max_moves,
        "MAX_UNMOVES": rules.max_unmoves,
        "ORBITS": rules.counted == "positions",
        "REPETITION": rules.repetition,
        "SCORES": "",
    }
    return compiling.kernels(rules, TEMPLATES, constants)


class QueueSolution(Solution):
    """Records in memory."""

    def __init__(self, layout: Layout, records: Records, statistics: Statistics) -> None:
        self.layout, self.records, self.statistics = layout, records, statistics

    def planes(self, start: int, stop: int) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.int16]]:
        return self.layout.planes(self.records[start:stop])


def tasks_of(start: int, stop: int) -> list[Task]:
    """Slots start..stop-1, cut where TASK_SLOTS divides them."""
    cuts = range((start // TASK_SLOTS + 1) * TASK_SLOTS, stop, TASK_SLOTS)
    return list(zip([start, *cuts], [*cuts, stop], strict=True))


def solve(rules: Rules, threads: int, progress: Progress) -> QueueSolution:
    """Solve a game; memory is one record per slot (`Layout.dtype`) and little more, if the game takes moves back.

    If it does not, its edges are turned around in memory (`retro.solving.reverse`).
    """
    module = kernels(rules)
    if rules.defines("unmoves"):
        edges = reverse.none(rules)
    else:
        edges = reverse.turned_around(rules, threads, progress, rules.defines("wins"))
    layout = Layout.of(rules)
    records: Records = np.empty(rules.slots, layout.dtype)
    everything = tasks_of(0, rules.slots)
    pending = np.zeros((4, len(everything) * (TASK_SLOTS >> module.CHUNK_BITS)), np.bool_)
    total = np.zeros(module.COUNTERS, np.int64)

    with ThreadPoolExecutor(threads) as pool:

        def run(kernel: Callable[..., None], tasks: list[Task], *arguments: object) -> NDArray[np.int64]:
            """The kernel's counters, added up over tasks."""

            def one(task: Task) -> NDArray[np.int64]:
                counters = np.zeros(module.COUNTERS, np.int64)
                kernel(records, *task, *arguments, counters)
                return counters

            before = total.copy()
            for (start, stop), counters in zip(tasks, pool.map(one, tasks), strict=True):
                np.add(total, counters, out=total)
                progress.advance(stop - start, int(total[module.DECIDED]))
            return total - before

        progress.phase("first records", rules.slots, None)
        tiers = {}
        for name, start, stop in rules.tiers:
            tiers[name] = int(run(module.initialise, tasks_of(start, stop), pending)[module.POSITIONS])
        for level in range(LEVELS + 1):
            if not pending.any():
                break
            waiting = pending[level & 3].reshape(len(everything), -1).any(axis=1)
            tasks = [task for task, some in zip(everything, waiting.tolist(), strict=True) if some]
            if tasks and level == LEVELS:
                raise GameError(f"{rules.game.name} has wins longer than {LEVELS} plies; records hold no more")
            progress.phase("level", sum(stop - start for start, stop in tasks), level)
            run(module.expand, tasks, level, pending, *edges)
        progress.phase("draws", rules.slots, None)
        run(module.finish, everything, edges.first, edges.undos)
        progress.close()
    return QueueSolution(layout, records, statistics_of(rules, module, total, tiers))


def statistics_of(rules: Rules, module: ModuleType, total: NDArray[np.int64], tiers: dict[str, int]) -> Statistics:
    """The kernels' counters by name."""
    weight = 2 if rules.counted == "positions" else 1
    values = np.flatnonzero(total[: module.STATES])
    return Statistics(
        states={int(value): int(total[value]) * weight for value in values},
        final=final_states(rules, total[module.FINAL :] * weight),
        forbidding=int(total[module.FORBIDDING]),
        positions=int(total[module.POSITIONS]),
        checkmates=int(total[module.CHECKMATES]),
        unentered=int(total[module.UNENTERED]),
        tiers=tiers,
        slots=rules.slots,
        stored=int(total[module.STORED]),
        edges=int(total[module.EDGES]),
    )
