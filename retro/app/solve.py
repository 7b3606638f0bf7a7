"""What `retro solve` does: find the positions if need be, look whether there is room, solve, write the database."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from retro.app import enumeration, interruption, self_check
from retro.app.requirements import ALL, TOLD, Needs, Room, chosen, needs
from retro.game.rules import IndexedRules, Rules
from retro.solving import scratch
from retro.solving.tiers import NotLower
from retro.solving.tiles import FILES, PLAIN, Tiles
from retro.storage import run, writer
from retro.storage.checkpoint import CheckpointFile, Identity, identity_of
from retro.storage.location import checkpoint_path
from retro.storage.manifest import Manifest
from retro.storage.run import Run
from retro.storage.solution import Solution, TooLong
from retro.system import machine
from retro.system.checkpointing import NO_CHECKPOINT
from retro.system.errors import ResourceError, WentWrong
from retro.system.progress import Progress, Stopwatch

if TYPE_CHECKING:
    from retro.app.workers import Crew, Shared
    from retro.solving.engine import Engine

LONG = 10.0
"""Seconds: of what takes longer it is told how long it takes, when the positions are found."""


class Job:
    """A game to be solved into a database at ``path``, by ``backend`` (or ``auto``) in ``threads`` threads.

    ``remark`` is told, in one line each, what there is to know while it works. ``crew`` does it if it is given, in so
    many threads each.
    """

    def __init__(
        self,
        rules: Rules,
        path: Path,
        backend: str,
        threads: int,
        progress: Progress,
        remark: Callable[[str], None],
        room: Room = ALL,
        crew: Crew | None = None,
    ) -> None:
        """GameError if the crew cannot solve this game."""
        self.crew = crew
        if crew:
            crew.check(rules, backend)
            backend = "queue"
        self.rules, self.path, self.backend, self.threads, self.room = rules, path, backend, threads, room
        self.progress, self.remark = Stopwatch(progress), remark
        self._checking = 0.0

    @property
    def _shared(self) -> Shared:
        """What a crew is told to do."""
        from retro import solving
        from retro.app.workers import Shared
        from retro.cluster import plan
        from retro.solving import queue

        sources = solving.sources("queue")
        return Shared("solve", queue.work, sources, partial(plan.plans, plan.solving))

    @property
    def indexed(self) -> IndexedRules:
        """The rules, when the positions are known."""
        assert isinstance(self.rules, IndexedRules)
        return self.rules

    def needs(self, interval: float = math.inf, restart: bool = False) -> Needs:
        """What solving takes with the store that is chosen; see `choices`."""
        return chosen(self.choices(interval, restart))

    def choices(self, interval: float = math.inf, restart: bool = False) -> list[Needs]:
        """What solving takes with every store, the fastest first, and what there is; nothing is written.

        Where positions are enumerated they have to be known for that: from the database that is there, or from what an
        interrupted run has saved. If neither has them, they are found, for which this may take long.
        """
        found = 0.0 if isinstance(self.rules, IndexedRules) else self._find_or_load(restart)

        def all_of_it(needed: Needs) -> Needs:
            # the peak of memory may have been reached while the positions were found
            more = self_check.memory_bytes(self.rules, needed.backend)
            memory = max(machine.peak_memory(), needed.memory_bytes + more)
            seconds = found + needed.seconds + self_check.seconds(self.rules, needed.seconds)
            return replace(needed, memory_bytes=memory, seconds=seconds, finding_seconds=found)

        return [all_of_it(each) for each in self._needs(self.backend, interval)]

    def solve(self, restart: bool = False, interval: float = math.inf) -> tuple[Manifest, Run]:
        """Solve the game and write the database; its manifest and how the run went.

        Goes on from a checkpoint if there is one, unless ``restart``, and saves one every ``interval`` seconds and when
        it is interrupted. Nothing is written if the plugin breaks its contract (GameError), or if a sample of what was
        found does not follow from the moves (WentWrong). ResourceError, before anything is solved, if memory or disk
        will not do; Refused if the checkpoint is of something else; DatabaseError if another process is at it or the
        database cannot be written.
        """
        begun = time.monotonic()
        self_check.check(self.rules, self.progress)
        self._checking = time.monotonic() - begun
        if isinstance(self.rules, IndexedRules):
            self._enough(restart, interval)
        with writer.alone(self.path):
            try:
                return self._solve(restart, interval)
            finally:
                self.progress.close()

    def _solve(self, restart: bool, interval: float) -> tuple[Manifest, Run]:
        name, found = self.rules.game.name, self._positions(restart, interval)
        needed = self._enough(restart, interval)
        if found and needed.seconds > LONG:
            positions, memory = f"{self.indexed.slots:,} positions", f"{needed.memory_bytes / 1e9:,.1f} GB of memory"
            disk = f"{needed.disk_bytes / 1e9:,.1f} GB of disk"
            self.remark(f"{name}: {positions}; solving them takes {memory}, {disk}, {needed.time}")
        if self.path.exists():
            self.remark(f"{self.path} is solved already; solving it again and replacing it")
        try:
            about = self._solve_by(needed, found, restart, interval)
        except (NotLower, TooLong) as error:
            if self.backend != "auto" or self.rules.scores:
                raise
            backend = "auto"
            if isinstance(error, NotLower):
                self.rules = replace(self.indexed, acyclic=False)
                self.remark(f"{error}; another backend begins anew")
            elif error.other:
                backend = error.other
                self.remark(f"{error} begins anew")
            else:
                raise
            about = self._solve_by(self._enough(True, interval, backend), found, True, interval)
        return about, run.read(self.path / run.SOLVED, "solve the game again")

    def _solve_by(self, needed: Needs, found: CheckpointFile | None, restart: bool, interval: float) -> Manifest:
        """Solve and write with the backend of ``needed``; ``found`` is the checkpoint of finding the positions."""
        from retro import solving

        rules, watch, backend = self.indexed, self.progress, needed.backend
        if needed.why:
            self.remark(f"{rules.game.name}: {needed.why}")
        identity = interruption.identity("solve", rules, backend, solving.sources(backend))
        if needed.tiles.kind != PLAIN:
            self.remark(f"{rules.game.name}: its records are {TOLD[needed.tiles.kind]}; {needed.time}")
        with (
            self._checkpointed("solve", identity, restart, interval) as checkpoint,
            scratch.directory(self.room.scratch_path(self.path), needed.tiles) as tiles,
        ):
            watch.expect(needed.forecast)
            try:
                if self.crew is None:
                    about = self._written(needed, found, checkpoint, tiles)
                else:
                    attempt = partial(self._written, needed, found, checkpoint, tiles)
                    kept = replace(needed, tiles=tiles)
                    about = self.crew.persist(self._shared, rules, kept, checkpoint, self._in_between, attempt)
            except TooLong:
                checkpoint.discard()  # from there a run would come to the same end
                raise
            checkpoint.discard()
        if found:
            found.discard()
        return about

    def _written(
        self,
        needed: Needs,
        found: CheckpointFile | None,
        checkpoint: CheckpointFile,
        tiles: Tiles,
        engine: Engine | None = None,
    ) -> Manifest:
        """Solve, by shards of ``engine`` if there is one, and write."""
        from retro import solving

        rules, watch, backend = self.indexed, self.progress, needed.backend
        more = {} if engine is None else {"engine": engine}
        solution = solving.solve(rules, backend, self.threads, watch, checkpoint, tiles, **more)
        if tiles.kind == FILES:
            self.remark(f"{solution.written / 1e9:,.1f} GB were written to {tiles.scratch}")
        try:
            self_check.examine(rules, solution, checkpoint.seconds, watch)
        except WentWrong:
            for each in (checkpoint, found):  # nothing is to go on from there
                if each:
                    each.discard()
            raise
        keys = rules.index.keys if rules.enumerated else None
        watch.phase("writing", solution.statistics.slots * (1 if keys is None else 2), None)

        def finished() -> Run:
            watch.close()
            seconds = self._checking + checkpoint.seconds + (found.seconds if found else 0.0)
            resumed = checkpoint.resumed + (found.resumed if found else 0)
            workers = self.crew.workers if self.crew else 0
            threads = self.threads * max(1, workers)
            return Run.now(backend, threads, seconds, watch.seconds, resumed, solution.edges, workers)

        advance = interruption.saving(checkpoint, solution.snapshot, partial(watch.advance, decided=0))
        return writer.write(self.path, solution, manifest_of(rules, solution), finished, self.threads, advance, keys)

    def _in_between(self, line: str) -> None:
        """What there is to know in the middle of a phase."""
        self.progress.close()
        self.remark(line)

    def _enough(self, restart: bool, interval: float, backend: str = "") -> Needs:
        """What solving takes with ``backend``, by default the one to be used, or that an interrupted run had.

        ResourceError if it is not there.
        """
        backend = backend or self.backend
        if backend == "auto" and not restart:
            backend = str(identity_of(checkpoint_path(self.path)).get("backend") or backend)
        needed = chosen(self._needs(backend, interval))
        if needed.short:
            raise ResourceError(f"cannot solve {self.rules.game.name}: {'; '.join(needed.short)}")
        return needed

    def _needs(self, backend: str, interval: float) -> list[Needs]:
        from retro import solving

        if self.crew:
            return self.crew.needs(self._shared, self.indexed, self.path, interval, self.room)
        plans = partial(solving.plans, self.indexed, backend, self.threads)
        return needs(plans, self.path, interval, self.room)

    def _positions(self, restart: bool, interval: float) -> CheckpointFile | None:
        """Find the positions of a game that enumerates them; their checkpoint stays until the game is solved."""
        if isinstance(self.rules, IndexedRules):
            return None
        with self._checkpointed(enumeration.JOB, enumeration.identity(self.rules), restart, interval) as checkpoint:
            self.rules = enumeration.find(self.rules, self.path, self.backend, self.threads, self.progress, checkpoint)
            checkpoint.stop()
        return checkpoint

    def _find_or_load(self, restart: bool) -> float:
        """Know the positions, and in how many seconds a run finds them; what was saved is read, and nothing written."""
        known = enumeration.from_database(self.rules, self.path, self.backend)
        if known is not None:
            self.rules, seconds = known
            self.remark(f"{self.rules.game.name}: its positions are taken from {self.path}")
            return seconds
        saved = checkpoint_path(self.path, enumeration.JOB)
        checkpoint = CheckpointFile(saved, enumeration.identity(self.rules), self.threads, lambda: False, self.progress)
        if not restart and checkpoint.check():
            told = f"finding its positions goes on from {saved}, which stays as it is"
        else:
            told = "its positions have to be found first, which can take as long as solving it; nothing is written"
        self.remark(f"{self.rules.game.name}: {told}; interrupt at any time")
        before = self.progress.seconds.get(enumeration.PHASE, 0.0)
        used = NO_CHECKPOINT if restart else checkpoint
        try:
            self.rules = enumeration.find(self.rules, self.path, self.backend, self.threads, self.progress, used)
        finally:
            self.progress.close()
        return self.progress.seconds.get(enumeration.PHASE, 0.0) - before

    def _checkpointed(
        self, job: str, identity: Identity, restart: bool, interval: float
    ) -> AbstractContextManager[CheckpointFile]:
        place = checkpoint_path(self.path, job)
        return interruption.checkpointed(place, identity, self.threads, self.progress, restart, interval, self.remark)


def manifest_of(rules: IndexedRules, solution: Solution) -> Manifest:
    """What is known of a solution before it is written."""
    start = None if rules.home < 0 else int(solution.planes(rules.home, rules.home + 1)[0][0])
    return Manifest(
        game=rules.game.name,
        title=rules.game.title,
        options=dict(rules.options),
        digest=rules.digest,
        codes=rules.codes,
        repetition=rules.repetition,
        scores=rules.scores,
        statistics=solution.statistics,
        start=start,
        notes=rules.game.notes,
    )
