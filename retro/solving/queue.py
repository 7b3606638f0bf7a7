"""The queue backend: level by level, every state that got its value sends it to its predecessors.

Level L is one ply of DTM. First, `initialise` reads off each position what a move decides at once. Then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge of the game is walked once. ``pending`` flags the chunks
of the index in which a record got a value of a level (modulo 4: only the flags of the next level are ever set), so
sparse levels touch few chunks.

Records and flags are in the shards of an engine (`retro.solving.engine`); this module has the order of the steps. A
level is a sequence of rounds: states are expanded until outboxes are full, then the updates are applied, tile by tile.
Only the owner of a tile writes to its records, and the order of the updates of a level does not matter. Between rounds
no updates are under way, so the state can be saved (`retro.system.checkpointing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np

from retro.compiling.kernels import compiled_kernels
from retro.game import UNKNOWN, loss, win
from retro.game.rules import IndexedRules
from retro.solving import audit, queue_kernels, splitting_kernels
from retro.solving.engine import Engine, EngineRun, Local
from retro.solving.outbox import payload_bits
from retro.solving.packed import PackedStore
from retro.solving.record import Layout, OfBlocks
from retro.solving.shard import Counters, Shard, Stage, TaskResult, Widening, Work
from retro.solving.tiles import IN_MEMORY, Tiles
from retro.storage.solution import VALUES_OF_16_BITS, Planes, Solution, Statistics, TooLong, by_value, final_states
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint
from retro.system.progress import Progress

FEW_VALUES = 512
"""Values for which there are counters at first."""
FIRST_RECORDS, LEVELS_OF_DTM, DRAWS, SOLVED = "first records", "levels", "draws", "solved"
"""Phases."""


def kernels(rules: IndexedRules, layout: Layout | None = None) -> ModuleType:
    """Returns the compiled kernels of a game, for the narrowest records or those of a ``layout``."""
    built, payload = not rules.defines("unmoves"), payload_bits(rules)
    constants = {"TRANSPOSED": built, "REQUESTS": False, "PAYLOAD_BITS": payload}
    return compiled_kernels(rules, queue_kernels, constants | (layout or Layout.of(rules)).constants())


def splitting(rules: IndexedRules, layout: Layout | None = None) -> ModuleType:
    """Returns the compiled kernels that split packed pages of such records."""
    return compiled_kernels(rules, splitting_kernels, (layout or Layout.of(rules)).constants())


def work(rules: IndexedRules, layout: Layout | None = None) -> Work:
    """Returns the work of shards that solve a game, for such records; it has one stage."""
    layout = layout or Layout.of(rules)
    wider, widening = layout.wider, None
    if wider is not None:
        widening = Widening(np.dtype(wider.dtype), layout.widened, partial(work, rules, wider))
    return Work({"solve": Stage(Shard, kernels(rules, layout))}, None, splitting(rules, layout), widening)


def solve(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Solution:
    """Solves a game, with its records in the store that ``tiles`` describes.

    Predecessor lists of a game without ``unmoves`` (`retro.solving.transposed`) are in memory, or in files where the
    records are in files. An ``engine`` whose shards have not begun replaces ``tiles``; it must stay open while records
    are read. Raises TooLong if some DTM is too large for the widest records.
    """
    module = kernels(rules)
    with ThreadPoolExecutor(threads) as pool:
        engine = engine or Local(rules, work(rules), tiles, pool, threads)
        run = _QueueRun(rules, module, engine, progress, checkpoint)
        if not rules.defines("unmoves") and run.phase != SOLVED:
            engine.transpose(rules.defines("wins"), progress, checkpoint)
        run.first_records()
        run.levels()
        run.draws()
    progress.close()
    layout, values = run.layout, max(VALUES_OF_16_BITS, 1 + win(run.level))

    def planes(start: int, stop: int) -> Planes:
        return layout.planes(engine.records.read(start, stop), values)

    def by_block(function: Callable[[Planes], Any], size: int) -> Iterator[Any] | None:
        records = engine.records
        if len(records.page_bytes) > 1 and records.page_bytes[0] % (size * records.dtype.itemsize):
            return None
        results = records.map_pages(OfBlocks(function, size, layout, records.dtype, values))
        return None if results is None else chain.from_iterable(results)

    slots_at_once = engine.records.page if isinstance(engine.records, PackedStore) else 1
    edge_count = int(run.total[module.EDGES])
    return Solution(planes, run.statistics(), edge_count, run.snapshot, engine.written, by_block, slots_at_once, values)


class _QueueRun(EngineRun):
    """A solution in progress: ``phase`` and ``level`` say where it is, the flags of the engine what remains there.

    decided       positions whose value was known when the level began
    sections      positions by section
    value_bits    bits of a value in the records
    expanded_sum  sum of `audit.mixed` values of expanded positions
    """

    name = "queue"
    state = ("phase", "level", "decided", "sections", "value_bits", "expanded_sum")

    def __init__(
        self, rules: IndexedRules, module: ModuleType, engine: Engine, progress: Progress, checkpoint: Checkpoint
    ) -> None:
        self.module = module
        self.phase, self.decided, self.expanded_sum, self.layout = FIRST_RECORDS, 0, 0, Layout.of(rules)
        self.sections = {name: 0 for name, _, _ in rules.sections}
        self.value_bits, self.engine = self.layout.value_bits, engine
        if checkpoint.state(self.name).get("value_bits", 0) > self.value_bits:
            self._widen(converting=False)
        totals = {"total": np.zeros(module.COUNTERS, np.int64), "states": np.zeros(FEW_VALUES, np.int64)}
        super().__init__(rules, engine, progress, checkpoint, totals)
        self.total = self.totals["total"]

    def statistics(self) -> Statistics:
        """Returns the kernels' counters by name."""
        module, total, states = self.module, self.total, self.totals["states"].copy()
        states[UNKNOWN] = total[module.DRAWN]
        return Statistics(
            states=by_value(self.rules, states),
            final=final_states(self.rules, total[module.FINAL : module.FIRST_LEVELS]),
            forbidding=int(total[module.FORBIDDING]),
            positions=int(total[module.POSITIONS]),
            checkmates=int(total[module.CHECKMATES]),
            unentered=int(total[module.UNENTERED]),
            sections=self.sections,
            slots=self.rules.slots,
            stored=int(total[module.STORED]),
        )

    def first_records(self) -> None:
        """Fills in what the moves of each position decide at once."""
        if self.phase != FIRST_RECORDS:
            return
        self.progress.phase("first records", self.rules.slots, None)
        self.engine.equip(sending=False)
        while self.round("first", self._count):
            pass
        self.phase, self.decided = LEVELS_OF_DTM, int(self.total[self.module.DECIDED])
        self.engine.clear_done()

    def levels(self) -> None:
        """Expands level by level, until nothing is pending."""
        while self.phase == LEVELS_OF_DTM and (pending := self.engine.pending_slots()).any():
            if self.level == self.layout.max_dtm:  # the values that this level sends would not fit
                self.save()  # there may be too little memory for wider records, except in another store
                self._widen(converting=True)
            if pending[self.level & 3]:
                self._expand(int(pending[self.level & 3]))
            audit.after_level(self.module, self.total, self.level, self.decided)
            self.level, self.decided = self.level + 1, int(self.total[self.module.DECIDED])
        if self.phase == LEVELS_OF_DTM:
            self.phase = DRAWS
        self.engine.equip(sending=False)  # frees the memory of updates

    def _widen(self, converting: bool) -> None:
        """Goes on with wider records; raises TooLong if there are none."""
        wider = self.layout.wider
        if wider is None:
            raise TooLong(self.rules, self.layout.max_dtm)
        self.layout, self.value_bits = wider, wider.value_bits
        self.engine.widen(converting)

    def _expand(self, slots: int) -> None:
        """Expands the states of this level; ``slots`` are in pages that have some."""
        self.progress.phase("level", slots, self.level, of=int(self.total[self.module.STORED]))
        remaining = True
        while remaining:
            self.engine.equip(sending=True)  # packed records have grown
            remaining = self.round("expand", self._count)

    def draws(self) -> None:
        """Counts the states that no level has reached, which are draws."""
        self.progress.phase("draws", self.rules.slots, None)
        if self.phase == DRAWS:
            while self.round("finish", self._count):
                pass
            audit.in_the_end(self.module, self.total, self.expanded_sum, self.rules.slots)
            self.phase = SOLVED

    def _count(self, result: TaskResult) -> None:
        self.total += result.counters
        self._count_values(result.counters)
        for name, positions in result.sections.items():
            self.sections[name] += positions
        self.progress.advance(result.slots, int(self.total[self.module.DECIDED]))

    def _count_values(self, counters: Counters) -> None:
        """Counts states and positions with the DTM of the level."""
        module, value = self.module, loss(self.level)
        lost, won = counters[module.EXPANDED : module.ENDED].tolist()
        self.expanded_sum = (self.expanded_sum + lost * audit.mixed(value) + won * audit.mixed(value + 1)) % audit.SUMS
        if (lost_and_won := counters[module.LOST : module.DRAWN]).any():
            states = self.totals["states"]
            if value + 2 > len(states):
                states = self.totals["states"] = np.concatenate([states, np.zeros_like(states)])
            states[value : value + 2] += lost_and_won
