"""The solution of a tier, or of a whole game: its records, values and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from retro.game import loss, win
from retro.game.values import NO_VALUE, UNDECIDED, value_at
from retro.solving import settled
from retro.solving.counting_kernels import (
    CHECKMATES,
    DRAWN,
    EDGES,
    FINAL,
    FIRST_LEVELS,
    FORBIDDING,
    LEAVING,
    POSITIONS,
    STORED,
    UNENTERED,
)
from retro.solving.packed import PackedStore
from retro.solving.solve_run import Phase, SolveRun
from retro.solving.stores import Plain
from retro.storage.solution import Planes, Solution, Statistics


def solution(run: SolveRun) -> Solution:
    """Returns the solution of the tier in progress, whose records are final.

    Those of a game in one tier stay where they are. With a repetition rule not all values are counted: then its values
    have some that do not occur.
    """
    module, records, total, players = run.module, run.engine.records, run.total, run.rules.players
    layout = settled.Codes.of(run.rules) if run.phase == Phase.ONE_PASS else run.layout
    snapshot = run.snapshot if run.in_one_tier else None

    def planes(start: int, stop: int) -> Planes:
        return layout.planes(records.read(start, stop))

    def blocks(function: Callable[[Planes], Any], size: int) -> Iterator[Any] | None:
        return records.blocks(partial(layout.applied, function), size)

    def value(code: int) -> int:
        return value_at(code, 0, module.TOP, module.PLY_BITS)

    states, final = Counter[int](), Counter[int]()
    for number, count in run.counted.items():
        states[number >> 1] += count * players
        final[number >> 1] += (number & 1) * count * players
    values = sorted({each for number in run.counted for each in (number >> 1, -(number >> 1))})
    if run.rules.repetition:
        values = [value(code) for code in range(1, loss(run.level + 1))]
        states[0] += int(total[DRAWN]) * players
        for code, count in zip((UNDECIDED, loss(0), win(0)), total[FINAL:FIRST_LEVELS], strict=True):
            final[value(code)] += int(count) * players
    statistics = Statistics(
        states={value: count for value, count in sorted(states.items()) if count},
        final={value: count for value, count in sorted(final.items()) if count},
        forbidding=int(total[FORBIDDING]),
        positions=int(total[POSITIONS]),
        checkmates=int(total[CHECKMATES]),
        unentered=int(total[UNENTERED]),
        sections=run.sections,
        slots=len(records),
        stored=int(total[STORED]),
    )
    return Solution(
        planes,
        statistics,
        [NO_VALUE, *values],
        int(total[EDGES] + total[LEAVING]),
        snapshot=snapshot,
        written=run.engine.written,
        blocks=blocks,
        batch=records.page if isinstance(records, PackedStore) else 1,
        words=(records.records, layout.constants()) if snapshot and isinstance(records, Plain) else None,
    )
