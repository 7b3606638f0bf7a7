"""A database whose game is still being solved, tier by tier: the records of its finished tiers, which will not change.

They are read from the files of the run (`retro.storage.checkpoint`), while it goes on or after it was interrupted. No
move raises the tier, so all positions that play can reach from a finished tier are finished, too.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.indexing.tiers import tiers_of
from retro.storage import NotSolved
from retro.storage.block import BLOCK_SLOTS
from retro.storage.checkpoint import saved
from retro.storage.database import Database
from retro.storage.finished_records import NO_FRAME, FinishedRecords
from retro.storage.location import checkpoint_path, growing_path
from retro.storage.manifest import Manifest
from retro.storage.solution import Planes, Statistics, joined

SOLVE_RUN = "solve"
"""Name of a run that solves a game. Its state has the ``finished`` tiers, the ``values`` that occur in them, and their
``statistics``."""


class UnfinishedDatabase(Database):
    """The records of the finished tiers of a game with an index of its own.

    Its manifest has the statistics of finished tiers, and no values of starts. Looking up a record of another tier
    raises NotSolved. There are no block files, so methods that read a frame are not available.

    seconds  seconds of the run until it was saved last
    """

    def __init__(self, path: Path, rules: IndexedRules) -> None:
        """NotSolved if no run for a database at ``path`` has finished a tier; Damaged if its files are not sound."""
        run_file = checkpoint_path(path)
        name, identity, state, self.seconds = saved(run_file)
        if name != SOLVE_RUN or identity.get("rules") != rules.digest or not state.get("finished") or rules.enumerated:
            raise NotSolved(f"not solved yet: there is no database at {path}")
        self.path, self.run, self.keys = path, None, None
        self._tiers, self._finished, self._values = tiers_of(rules), list(state["finished"]), list(state["values"])
        self._records = FinishedRecords(
            rules, self._tiers, growing_path(run_file), self._finished, self._values, reading=True
        )
        statistics = replace(Statistics.from_state(state["statistics"]), slots=rules.slots)
        about = Manifest.of(rules, statistics, starts=())
        self.manifest = replace(about, block=BLOCK_SLOTS, values=tuple(self._values))

    @property
    def finished(self) -> str:
        """The tiers that are finished, and their slots, in words."""
        slots = sum(self._tiers[tier].stop - self._tiers[tier].start for tier in self._finished)
        return f"{len(self._finished):,} of {len(self._tiers):,} tiers, {slots:,} slots of {self.slots:,}"

    @property
    def progress(self) -> str:
        """How many tiers are finished, in words."""
        return f"{len(self._finished):,} of {len(self._tiers):,} tiers are finished"

    @property
    def disk_bytes(self) -> int:
        return growing_path(checkpoint_path(self.path)).stat().st_size

    def record(self, index: int) -> tuple[int, int, int]:
        best, second, only_move = self.planes(index, index + 1)
        return int(best[0]), int(second[0]), int(only_move[0])

    def records(self, slots: NDArray[np.int64]) -> Planes:
        return joined(self.planes(slot, slot + 1) for slot in slots.tolist())

    def planes(self, start: int, stop: int) -> Planes:
        if not 0 <= start <= stop <= self.slots:
            raise IndexError(f"{start}:{stop}")
        for piece in self._records.where.pieces(start, stop):
            if piece.frame == NO_FRAME:
                raise NotSolved(f"not solved yet: this position is in another tier; {self.progress}")
        return self._records.planes(start, stop)

    def check_open(self) -> None:
        self._records.check_open()

    def close(self) -> None:
        self._records.close()
