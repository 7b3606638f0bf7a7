"""Solving a tier, or a whole game, level by level: every state that got its value sends it to its predecessors.

Level L is one ply of DTM. First, `initialise` reads off each position what a move decides at once. Then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge is walked once. Two kinds of flags say which chunks of
the index have a record that got a value: ``pending`` for the next levels (modulo 4), and ``later`` for values from
finished tiers, which may be of any later level. So sparse levels touch few chunks.

Records and flags are in the shards of an engine (`retro.solving.engine`); this module has the order of the steps. A
level is a sequence of rounds: states are expanded until outboxes are full, then the updates are applied, tile by tile.
Only the owner of a tile writes to its records, and the order of the updates of a level does not matter. Between rounds
no updates are under way, so the state can be saved (`retro.system.checkpointing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import cache, partial
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np

from retro.compiling.kernels import compiled_kernels
from retro.game import loss, win
from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE, UNDECIDED, value_at
from retro.solving import audit, queue_kernels, splitting_kernels
from retro.solving.below import has_bounds, in_tiers, takes_back
from retro.solving.engine import Engine, EngineRun
from retro.solving.first_kernels import COUNTERS, FINAL, FIRST_LEVELS
from retro.solving.outbox import payload_bits
from retro.solving.packed import PackedStore
from retro.solving.paged_values import variant
from retro.solving.record import Layout, OfBlocks
from retro.solving.shard import SMALL_LEVELS, Shard, TaskResult
from retro.solving.stages import Stage, Widening, Work
from retro.solving.stores import Plain
from retro.solving.update_kernels import (
    CHECKMATES,
    DECIDED,
    DRAWN,
    EDGES,
    FORBIDDING,
    LEAVING,
    LOST,
    NEVER,
    POSITIONS,
    STORED,
    UNENTERED,
)
from retro.storage.solution import Planes, Solution, Statistics, TooLong
from retro.system.checkpointing import Checkpoint
from retro.system.errors import GameError
from retro.system.progress import Progress


class Phase(StrEnum):
    """Phases of `LevelsRun`, in order."""

    FIRST_RECORDS = "first records"
    LEVELS = "levels"
    FINAL_RECORDS = "final records"
    SOLVED = "solved"


def kernels(rules: IndexedRules, layout: Layout | None = None, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels of a game, for the narrowest records or those of a ``layout``.

    With ``paged``, values of finished tiers are in pages. Raises GameError if updates cannot solve the game.
    """
    if rules.repetition and not rules.defines("unmoves"):
        why = "it has a repetition rule, and only unmoves says which move each move into a position forbids"
        raise GameError(f"{rules.game.name} cannot be solved by the backend queue: {why}; use --backend sweep")
    built, payload = not takes_back(rules), payload_bits(rules)
    constants = {"TRANSPOSED": built, "REQUESTS": False, "PAYLOAD_BITS": payload, "TIERED": in_tiers(rules)}
    constants |= {"BOUNDS": has_bounds(rules), **(layout or Layout.of(rules)).constants()}
    return compiled_kernels(rules, queue_kernels, constants, variant=variant(paged))


def splitting(rules: IndexedRules, layout: Layout | None = None) -> ModuleType:
    """Returns the compiled kernels that split packed pages of such records."""
    constants = {"BOUNDS": has_bounds(rules), **(layout or Layout.of(rules)).constants()}
    return compiled_kernels(rules, splitting_kernels, constants)


def work(rules: IndexedRules, layout: Layout | None = None, paged: bool = False) -> Work:
    """Returns the work of shards that solve a tier, with kernels as from `kernels`; it has one stage."""
    layout = layout or Layout.of(rules)
    wider, widening = layout.wider, None
    if wider is not None:
        widening = Widening(np.dtype(wider.dtype), layout.widened, cache(partial(work, rules, wider, paged)))
    return Work({"solve": Stage(Shard, kernels(rules, layout, paged))}, None, splitting(rules, layout), widening)


class LevelsRun(EngineRun):
    """A solution in progress: ``phase`` and ``level`` say where it is, the flags of the engine what remains there.

    decided       positions whose value was known when the level began
    sections      positions by section
    value_bits    bits of a value in the records
    by_value      states or positions by the numbers of `TaskResult`, as pairs
    """

    name = "queue"
    phase: Phase
    state = ("phase", "level", "decided", "sections", "value_bits", "by_value")

    def __init__(
        self,
        rules: IndexedRules,
        engine: Engine,
        module: ModuleType,
        progress: Progress,
        checkpoint: Checkpoint,
        max_dtm: int = 0,
        small: bool = False,
    ) -> None:
        """``module`` has the `kernels` of the game; records hold ``max_dtm`` plies at first, or more. A ``small`` tier
        is one page, and its levels are one step."""
        self.module, self.slots = module, engine.slots
        self.phase, self.decided, self.layout, self._small = Phase.FIRST_RECORDS, 0, Layout.of(rules), small
        self.sections, self.values = dict[str, int](), Counter[int]()
        self.value_bits, self.engine, self.rules = self.layout.value_bits, engine, rules
        saved_bits = checkpoint.state(self.name).get("value_bits", 0)
        while max(saved_bits, win(max_dtm).bit_length()) > self.value_bits:
            self._widen(converting=False)
        totals = {"total": np.zeros(COUNTERS, np.int64)}
        super().__init__(rules, engine, progress, checkpoint, totals)
        self.total = self.totals["total"]

    def run(self) -> Solution:
        """Returns the solution. Raises TooLong if some DTM is too large for the widest records."""
        if self.module.TRANSPOSED and self.phase != Phase.SOLVED:
            self.engine.transpose(self.rules.looks_ahead, self.progress, self.checkpoint)
        self.first_records()
        self.levels()
        self.final_records()
        layout, records, written = self.layout, self.engine.records, self.engine.written

        def planes(start: int, stop: int) -> Planes:
            return layout.planes(records.read(start, stop))

        def by_block(function: Callable[[Planes], Any], size: int) -> Iterator[Any] | None:
            if len(records.page_bytes) > 1 and records.page_bytes[0] % (size * records.dtype.itemsize):
                return None
            results = records.map_pages(OfBlocks(function, size, layout, records.dtype))
            return None if results is None else chain.from_iterable(results)

        slots_at_once = records.page if isinstance(records, PackedStore) else 1
        words = (records.records, layout.constants()) if isinstance(records, Plain) else None
        edge_count = int(self.total[EDGES] + self.total[LEAVING])
        statistics, more = self.statistics(), (edge_count, self.snapshot, written, by_block, slots_at_once)
        return Solution(planes, statistics, self._values(), *more, words)

    def _values(self) -> list[int]:
        """NO_VALUE and all values that occur, with some that do not: with a repetition rule not all are counted."""
        if self.module.REPETITION:
            return [NO_VALUE, *map(self._value, range(1, loss(self.level + 1)))]
        values = {number >> 1 for number in self.values}
        return [NO_VALUE, *sorted(values | {-value for value in values})]

    @property
    def by_value(self) -> list[tuple[int, int]]:
        return list(self.values.items())

    @by_value.setter
    def by_value(self, saved: list[tuple[int, int]]) -> None:
        self.values = Counter(dict(saved))

    def statistics(self) -> Statistics:
        """Returns the kernels' counters by name."""
        module, total, players = self.module, self.total, self.rules.players
        states, final = Counter[int](), Counter[int]()
        for number, count in self.values.items():
            states[number >> 1] += count * players
            final[number >> 1] += (number & 1) * count * players
        if module.REPETITION:
            states[0] += int(total[DRAWN]) * players
            for code, count in zip((UNDECIDED, loss(0), win(0)), total[FINAL:FIRST_LEVELS], strict=True):
                final[self._value(code)] += int(count) * players
        return Statistics(
            states={value: count for value, count in sorted(states.items()) if count},
            final={value: count for value, count in sorted(final.items()) if count},
            forbidding=int(total[FORBIDDING]),
            positions=int(total[POSITIONS]),
            checkmates=int(total[CHECKMATES]),
            unentered=int(total[UNENTERED]),
            sections=self.sections,
            slots=self.slots,
            stored=int(total[STORED]),
        )

    def first_records(self) -> None:
        """Fills in what the moves of each position decide at once."""
        if self.phase != Phase.FIRST_RECORDS:
            return
        self.progress.phase("first records", self.slots, None)
        self.engine.equip(sending=False)
        while self.round("first", self._count):
            pass
        self.phase, self.decided = Phase.LEVELS, int(self.total[DECIDED])
        self.engine.clear_done()

    def levels(self) -> None:
        """Expands level by level, until nothing is pending."""
        expanding = self.phase == Phase.LEVELS
        while expanding and (following := (due := self.engine.due()).first(self.level)) < NEVER:
            if following > self.level:  # also after a run was interrupted at the end of a level
                self.level, self.decided = following, int(self.total[DECIDED])
            if self._plies() >= self.module.PLIES:
                raise TooLong(self.rules, int(self.module.PLIES) - 1)
            if self.level >= self.layout.max_dtm:  # the values that this level sends would not fit
                self.save()  # there may be too little memory for wider records, except in another store
                self._widen(converting=True)
            last = min(SMALL_LEVELS, self.layout.max_dtm) - 1
            if self._small and self.level <= last:
                self.engine.equip(sending=True)
                self.round("expand_small", self._count)
                self.level = last
            else:
                self._expand(due.at(self.level))
            audit.after_level(self.module, self.total, self.level, self.decided)
            self.level, self.decided = self.level + 1, int(self.total[DECIDED])
        if expanding:
            self.phase = Phase.FINAL_RECORDS
            self.engine.clear_done()
        self.engine.equip(sending=False)  # frees the memory of updates

    def _plies(self) -> int:
        """The plies of the level."""
        return int(self.level & self.module.PLIES)

    def _value(self, code: int) -> int:
        """The value of a code, where play without end is worth no points."""
        return value_at(code, 0, self.module.TOP, self.module.PLY_BITS)

    def _widen(self, converting: bool) -> None:
        """Goes on with wider records; raises TooLong if there are none."""
        wider = self.layout.wider
        if wider is None:
            raise TooLong(self.rules, self.layout.max_dtm)
        self.layout, self.value_bits = wider, wider.value_bits
        self.engine.widen(converting)

    def _expand(self, slots: int) -> None:
        """Expands the states of this level; ``slots`` are in pages that have some."""
        self.progress.phase("level", slots, self._plies(), of=int(self.total[STORED]))
        remaining = True
        while remaining:
            self.engine.equip(sending=True)  # packed records have grown
            remaining = self.round("expand", self._count)

    def final_records(self) -> None:
        """Completes the records: what no level has reached is worth play without end."""
        self.progress.phase("final records", self.slots, None)
        if self.phase == Phase.FINAL_RECORDS:
            while self.round("finish", self._count):
                pass
            audit.in_the_end(self.total, self.slots)
            self.phase = Phase.SOLVED

    def _count(self, result: TaskResult) -> None:
        self.total += result.counters
        for name, positions in result.sections.items():
            self.sections[name] = self.sections.get(name, 0) + positions
        self.values.update(result.values)
        lost, won = result.counters[LOST:DRAWN].tolist()
        for code, count in ((loss(self.level), lost), (win(self.level), won)):
            if count:
                self.values[2 * self._value(code)] += count
        self.progress.advance(result.slots, int(self.total[DECIDED]))
