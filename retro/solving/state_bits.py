"""The states of a game with a repetition rule: a bit for each that could exist, set if some move leads to it.

A state is a position and the move that is forbidden in it, if any. Every slot has a bit for nothing forbidden and one
for each of MAX_MOVES moves. They are in a rank bitvector (`retro.indexing.bitvector`), as in algorithm 6 of Takizawa
(2023): the number of ones before a bit numbers the states that exist.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import kernels_of
from retro.game.rules import IndexedRules
from retro.indexing.bitvector import LINE, LINE_BYTES, Bitvector, Words
from retro.solving import state_bits_kernels
from retro.solving.tier_errors import missing_target
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, in_order
from retro.system.progress import Progress
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION

NO_STATES: Words = np.zeros(0, np.int64)
"""For a game without a repetition rule."""
NOT_CHOSEN = np.zeros(0, np.bool_)
Chosen = Callable[[int, int], NDArray[np.bool_]]
"""Returns which of a range of slots are chosen, or nothing if all are."""


def kernels(rules: IndexedRules) -> ModuleType:
    """Returns the compiled kernels of a game."""
    return kernels_of(rules, state_bits_kernels)


def memory_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of memory that `entered` takes at its peak."""
    bits = rules.slots * (rules.max_moves + 1) if rules.repetition else 0
    return bits // 8 + bits // LINE * LINE_BYTES


class StateBits:
    """The bits of the states of a game with a repetition rule, none of which is set at first."""

    def __init__(self, rules: IndexedRules, threads: int) -> None:
        self._rules, self._threads, self._module = rules, threads, kernels(rules)
        self._length = rules.slots * (rules.max_moves + 1)
        self._words = np.zeros(self._length // 64 + 1, np.int64)

    def enter_starts(self) -> int:
        """Sets the bits of the positions in which the game starts, with nothing forbidden. Returns their number."""
        homes = set(self._rules.homes)
        for home in homes:
            bit = home * (self._rules.max_moves + 1)
            self._words[bit >> 6] |= np.array([1 << (bit & 63)], np.uint64).view(np.int64)[0]
        return len(homes)

    def enter(self, progress: Progress, checkpoint: Checkpoint, chosen: Chosen | None = None) -> int:
        """Sets the bits of all states to which moves lead from positions that are ``chosen``, by default all.

        Returns how many were not set before. Raises GameError if a move leads to a position that is not in the index,
        and what ``checkpoint`` raises when the user interrupts the run.
        """
        new, tasks = 0, ranges(0, self._rules.slots, PRODUCTION.task_slots)

        def one(task: tuple[int, int]) -> int:
            return int(self._module.enter(*task, chosen(*task) if chosen else NOT_CHOSEN, self._words))

        with ThreadPoolExecutor(self._threads) as pool:
            for (start, stop), entered in in_order(pool, 2 * self._threads, one, tasks):
                if entered < 0:
                    raise missing_target(self._rules, [-1 - entered])
                new += entered
                progress.advance(stop - start, 0)
                checkpoint.raise_if_interrupted()
        return new

    @property
    def lines(self) -> Words:
        """The lines of the bitvector."""
        return Bitvector.from_words(self._words, self._length).lines


def entered(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    chosen: Chosen | None = None,
) -> Words:
    """Returns the lines of the bitvector of all states of a game, empty without a repetition rule.

    With ``chosen``, these are the starts, and the states to which moves from chosen positions lead. Errors are those of
    `StateBits.enter`.
    """
    if not rules.repetition:
        return NO_STATES
    bits = StateBits(rules, threads)
    progress.phase("states", rules.slots, None)
    if chosen:
        bits.enter_starts()
    bits.enter(progress, checkpoint, chosen)
    return bits.lines
