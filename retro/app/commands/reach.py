"""`retro reach`: compute the distance of every position from the start, and store it in the database's directory."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from retro.app import interruption, layout, output, requirements
from retro.app.arguments import RunOptions
from retro.app.console import remark
from retro.app.long_run import LongRun
from retro.app.requirements import Requirements
from retro.app.shell import Shell, command
from retro.app.workers import connect
from retro.cluster import plan
from retro.game.rules import IndexedRules
from retro.lookup.table import ENUMERATED_BYTES, check_memory
from retro.query.api import Tablebase
from retro.reach import plan as planning
from retro.reach import reach as searching
from retro.reach import shards
from retro.solving.engine import Engine
from retro.solving.sample import sampled
from retro.solving.tiles import PLAIN, Tiles
from retro.storage import distances, run
from retro.storage.checkpoint import CheckpointFile
from retro.storage.distances import Reach
from retro.storage.manifest import present_path
from retro.storage.run import Run
from retro.storage.seekable import BlockFile
from retro.system import machine
from retro.system.messages import counted

SEARCH_BYTES = 4
"""Bytes of a position that a search takes besides its key, if the keys themselves do not fit."""
EDGE_BYTES, EDGE_WITH_REQUEST_BYTES = 4.0, 6.5
"""Bytes sent to another worker for each edge, without and with a repetition rule. Under that rule about half of the
edges also carry a request of four bytes, which is answered by one byte."""


@command()
def reach(shell: Shell, options: RunOptions) -> None:
    """Compute how many plies every position of a solved game is from the start, and count the states by distance."""
    workers = connect(options, shell.threads, shell.opened)
    with shell.open() as tablebase:
        given = shell.path, shell.threads, shell.display, remark, options, workers, shell.sizes
        search = Search(*given, table=tablebase)
        if options.dry_run:
            requirements.answer(shell, search.choices())
            return
        distances, course = search.search()
        positions = tablebase.database.manifest.statistics.positions
    answer: dict[str, Any] = {
        **shell.header,
        "histogram": [{"distance": distance, "states": states} for distance, states in enumerate(distances.states)],
        "states": sum(distances.states),
        "positions": distances.positions,
        "unreached": positions - distances.positions,
        "deepest": len(distances.states) - 1,
        "seconds": course.seconds,
        "peak_rss_bytes": course.peak_rss_bytes,
    }

    def show() -> None:
        layout.facts(
            [
                ("states", f"{answer['states']:,}"),
                ("positions", f"{answer['positions']:,}"),
                ("  not reached", f"{answer['unreached']:,}"),
                ("farthest", f"{answer['deepest']} plies from the start"),
                ("searched", f"{output.run_summary(course)}, {counted(course.threads, 'thread')}"),
            ]
        )
        layout.records(answer["histogram"], {"plies from the start>": "distance", "states>": "states"})

    shell.answer(answer, show)


@dataclass(kw_only=True)
class Search(LongRun):
    """Searches a solved game, which is opened as ``table``, from its start."""

    job, verb = "reach", "search"
    table: Tablebase

    @staticmethod
    def load(rules: IndexedRules, threads: int) -> plan.Load:
        """Returns the cost of a search in one process."""
        whole = planning.plan_with(rules, threads, 0, PLAIN)
        kernels = shards.search_kernels(rules)
        edges, each = sampled(rules).edges, EDGE_WITH_REQUEST_BYTES if rules.repetition else EDGE_BYTES
        return plan.Load("search", whole, kernels, edges, each, searching.BYTE, planning.COUNTING_BYTES)

    def choices(self) -> list[Requirements]:
        """Returns the requirements with every store, the fastest first; errors as `search`."""
        return self._choices(self._indexed())

    def _choices(self, rules: IndexedRules) -> list[Requirements]:
        return self.requirements(rules, partial(planning.plans, rules, self.threads))

    def _indexed(self) -> IndexedRules:
        table = self.table
        if self.workers:
            plan.check(table.rules, "auto")
        if table.rules.enumerated:
            # the plan, which names how much is enough, follows from the keys: they are loaded if the machine can
            if table.database.slots * ENUMERATED_BYTES > machine.available_memory():
                check_memory(table.rules, table.database.slots * (ENUMERATED_BYTES + SEARCH_BYTES))
        return table.database.indexed(table.rules, in_memory=True)

    def search(self) -> tuple[Reach, Run]:
        """Searches from the start, writes the distances beside the database, and returns them and how the run went.

        Checkpoints as for `retro solve`. Raises GameError if the workers cannot search this game; ResourceError, before
        the search, if memory or disk is missing; DatabaseError if another process searches or the file cannot be
        written.
        """
        path = self.path
        distances.check(path)
        rules = self._indexed()
        required = self.available(rules.game.name, self._choices(rules))
        identity = interruption.identity(self.job, rules, "search")
        try:
            with distances.alone(path):
                written = self.run(rules, required, identity, partial(self._write, rules))
        finally:
            self.watch.close()
        return written, run.read(present_path(path) / run.REACH_RUN_FILE, distances.SEARCH_AGAIN)

    def _write(self, rules: IndexedRules, checkpoint: CheckpointFile, tiles: Tiles, engine: Engine | None) -> Reach:
        result = searching.search(rules, self.threads, self.watch, checkpoint, tiles, engine)
        self.report_written(tiles, result.written)
        self.watch.phase("writing", rules.slots, None)

        def about(file: BlockFile) -> Reach:
            digest = self.table.database.manifest.digest
            return Reach(digest, tuple(result.states), result.positions, file, result.distance_bytes)

        def finished() -> Run:
            return self.course("search", checkpoint.seconds, checkpoint.resumed)

        advance = self.saving(checkpoint, result.snapshot)
        return distances.write(self.path, result.store, about, finished, self.threads, advance)
