"""`retro solve`: enumerate the positions if necessary, check the requirements, solve, write the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Literal

import typer

from retro import solving
from retro.app import interruption, layout, output, requirements, self_check
from retro.app.arguments import RunOptions, allowed_memory
from retro.app.console import remark
from retro.app.long_run import LongRun
from retro.app.requirements import Requirements
from retro.app.shell import Shell, command
from retro.app.workers import connect
from retro.cluster import plan
from retro.game.rules import IndexedRules, Rules
from retro.indexing.discovery import Limits, enumerate_positions, with_few_positions
from retro.indexing.enumerated import bind
from retro.indexing.tiers import tiers_of
from retro.query import summaries
from retro.solving import advice, scratch
from retro.solving.backends import chosen
from retro.solving.below import one_pass
from retro.solving.engine import Engine
from retro.solving.plan import min_bytes
from retro.solving.process_memory import again_bytes
from retro.solving.tiles import FILES, PLAIN, Tiles
from retro.storage import DatabaseError, capacity, run, writer
from retro.storage.checkpoint import CheckpointFile, Identity, saved
from retro.storage.database import Database
from retro.storage.location import checkpoint_path
from retro.storage.manifest import Manifest
from retro.storage.run import Run
from retro.storage.solution import Solution, TooLong
from retro.system import machine
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint
from retro.system.errors import ResourceError, WentWrong
from retro.system.page_files import FileStorage

PACKED_KEY_BYTES = 3
"""Bytes of memory per position that the index of enumerated positions takes at least."""
ENUMERATION = "positions"
"""The job and the phase in which positions are enumerated."""
Backend = Literal["auto", "queue", "sweep", "reference"]
"""How to solve; all give the same values."""


@command()
def solve(
    shell: Shell,
    options: RunOptions,
    backend: Annotated[Backend, typer.Option(help="How to solve; auto chooses.")] = "auto",
) -> None:
    """Solve a game and write its database; resume a run that was interrupted."""
    path, workers = shell.path, connect(options, shell.threads, shell.opened)
    given = path, shell.threads, shell.display, remark, options, workers, shell.sizes
    job = Job(*given, rules=shell.rules, backend=backend)
    if options.dry_run:
        requirements.answer(shell, job.choices())
    else:
        about, course = job.solve()
        answer = summaries.solved(about, course, path)
        shell.answer(answer, lambda: layout.facts(output.solution_facts(about, course, path)))


@dataclass(kw_only=True)
class Job(LongRun):
    """Solves a game into a database, by ``backend`` or ``auto``; raises GameError if the workers cannot solve it."""

    job, verb = "solve", "solve"
    rules: Rules
    backend: str

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rules = self._as_chosen(self.rules)
        if self.workers:
            plan.check(self.rules, self.backend)
            self.backend = "queue"
        self._check_seconds = 0.0
        self._enumeration: CheckpointFile | None = None

    load = staticmethod(plan.solving)

    def _as_chosen(self, rules: Rules) -> Rules:
        """Returns the rules, those of a small game as if it were large where the backend is not the reference."""
        plain = rules.plain and not self.workers and self.backend in ("auto", "reference")
        return replace(rules, plain=plain)

    @property
    def indexed(self) -> IndexedRules:
        """The rules, once the positions are enumerated."""
        assert isinstance(self.rules, IndexedRules)
        return self.rules

    def choices(self) -> list[Requirements]:
        """Returns the requirements with every store, the fastest first, and where there is a choice, those of sweeping.
        Writes nothing. Errors as from `solve`.

        They follow from the positions. Positions without an index are read from the existing database or from the
        checkpoint of an interrupted run; otherwise they are enumerated, which may take long.
        """
        capacity.check(self.rules, self.path)
        enumerating = 0.0 if isinstance(self.rules, IndexedRules) else self._find_or_load()

        def of_the_whole_run(needed: Requirements) -> Requirements:
            # memory may have been largest while the positions were enumerated
            memory = max(machine.peak_memory(), needed.memory_bytes)
            return replace(needed, memory_bytes=memory, seconds=enumerating + needed.seconds)

        return [of_the_whole_run(each) for backend in self._backends() for each in self._requirements(backend)]

    def _backends(self) -> list[str]:
        """Returns the backends among which the user may choose, that of this run first."""
        one = chosen(self.rules, self.backend)
        free = self.backend == "auto" and not self.workers and self.options.store in ("auto", PLAIN)
        return [one, "sweep"] if free and one == "queue" and not one_pass(self.indexed) else [self.backend]

    def solve(self) -> tuple[Manifest, Run]:
        """Solves the game, writes the database, and returns its manifest and how the run went.

        Resumes from a checkpoint unless the options say ``restart``; saves one at their ``interval`` and when
        interrupted. Nothing is written if the plugin breaks its contract (GameError) or a record that is verified is
        wrong (WentWrong). ResourceError, before solving, if memory or disk is missing; Refused if the checkpoint has
        another identity; DatabaseError if another process writes the database or it cannot be written.
        """
        capacity.check(self.rules, self.path)
        begun = time.monotonic()
        if self.backend in ("auto", "reference"):
            self.rules = with_few_positions(self.rules)
        self_check.check(self.rules, self.watch)
        self.watch.close()
        self._check_seconds = time.monotonic() - begun
        if isinstance(self.rules, IndexedRules):
            self._available()
        with writer.alone(self.path):
            try:
                return self._solve()
            finally:
                self.watch.close()

    def _solve(self) -> tuple[Manifest, Run]:
        name = self.rules.game.name
        self._enumerate()
        required = self._available()
        long = required.seconds > self.sizes.long_seconds
        if long and (taken := advice.in_short(self.indexed, one_pass(self.indexed))):
            self.remark(f"{name}: such games take {taken}; {self.rules.command('check')} says more")
        if self.path.exists():
            self.remark(f"{self.path} is solved already; solving it again and replacing it")
        about = self._solve_by(required)
        return about, run.read(self.path / run.SOLVE_RUN_FILE, "solve the game again")

    def _solve_by(self, required: Requirements) -> Manifest:
        rules, backend = self.indexed, required.backend
        if required.why:
            self.remark(f"{rules.game.name}: {required.why}")
        identity = interruption.identity(self.job, rules, backend)
        # a run that is resumed after TooLong ends the same way
        about = self.run(rules, required, identity, partial(self._write, required), hopeless=(TooLong,))
        if self._enumeration:
            self._enumeration.discard()
        return about

    def _write(
        self, required: Requirements, checkpoint: CheckpointFile, tiles: Tiles, engine: Engine | None
    ) -> Manifest:
        """Solves, with the shards of ``engine`` if there is one, and writes."""
        rules, watch, backend = self.indexed, self.watch, required.backend
        solution = solving.solve(rules, backend, self.threads, watch, checkpoint, tiles, engine)
        self.report_written(tiles, solution.written)
        advance, about = self.saving(checkpoint, solution.snapshot), manifest_of(rules, solution)
        about.check()
        try:
            memory = self._record_memory(required)
            verified = self_check.examine(
                rules, solution, about, checkpoint.seconds, memory, self.threads, watch, advance, self.sizes
            )
        except WentWrong:
            for each in (checkpoint, self._enumeration):  # no run shall resume from these
                if each:
                    each.discard()
            raise
        if verified < 1:
            name = rules.game.name
            self.remark(f"{name}: {verified:.2%} of the records were verified; {rules.command('verify')} verifies all")
        keys = rules.index if rules.enumerated else None
        watch.phase("writing", solution.statistics.slots * (1 if keys is None else 2), None)

        def finished() -> Run:
            runs = [checkpoint, *([self._enumeration] if self._enumeration else [])]
            before = self._check_seconds + sum(each.seconds for each in runs)
            return self.course(backend, before, sum(each.resumed for each in runs), solution.edges)

        return writer.write(self.path, solution, about, finished, self.threads, advance, keys)

    def _record_memory(self, required: Requirements) -> int:
        """Returns the bytes for the records of the solution while they are verified, as far as they are available.

        Workers still hold their records then: only what one of them leaves of its share is free.
        """
        records, besides = self_check.verifying_bytes(self.indexed, required, self.threads)
        if self.workers:
            return max(records, required.memory_available_bytes - required.memory_bytes)
        return min(records, required.memory_available_bytes - machine.held_memory() - besides)

    def _available(self) -> Requirements:
        """Returns the requirements with the backend of an interrupted run, or the one to be used.

        Raises ResourceError if they are not available.
        """
        backend = self.backend
        if backend == "auto" and not self.restart:
            backend = str(saved(checkpoint_path(self.path)).identity.get("backend") or backend)
        return self.available(self.rules.game.name, self._requirements(backend))

    def _requirements(self, backend: str) -> list[Requirements]:
        """Returns the requirements of each worker, or those of this process with all checks."""
        rules, threads = self.indexed, self.threads
        capacity.check(rules, self.path, len(tiers_of(rules)))
        planned = self.requirements(rules, partial(solving.plans, rules, backend, threads))
        if self.workers:
            return planned
        needed = (self_check.memory_bytes(rules, each, threads, each.memory_available_bytes) for each in planned)
        return [replace(each, memory_bytes=one) for each, one in zip(planned, needed, strict=True)]

    def _enumerate(self) -> None:
        """Enumerates the positions of a game without an index; their checkpoint stays until the game is solved."""
        if not isinstance(self.rules, IndexedRules):
            with self.checkpointed(ENUMERATION, enumeration_identity(self.rules)) as checkpoint:
                self._find(checkpoint)
                checkpoint.stop()
            self._enumeration = checkpoint

    def _find(self, checkpoint: Checkpoint) -> None:
        """Enumerates the positions.

        Raises ResourceError as soon as the machine's memory or disk does not suffice for the backend to solve the
        positions found so far. What the options allow is compared when their number is known, so that the message can
        say how much is enough.
        """
        used, usable, options = machine.held_memory(), machine.usable_memory(), self.options
        memory = max(self.sizes.min_sets_bytes, allowed_memory(options.memory, usable) - used)
        path, opened = options.scratch_path(self.path, ENUMERATION), ExitStack()

        def files() -> FileStorage:
            opened.close()  # an enumeration that begins again, without tables of images, begins with no files
            self.remark(f"{self.rules.game.name}: its positions continue in files of {path}, to save memory")
            opened.enter_context(scratch.made(path))
            return FileStorage(path)

        limits = Limits(
            usable // PACKED_KEY_BYTES,
            self._resource_check(usable),
            memory,
            files if options.store in ("auto", FILES) else None,
            self.sizes,
        )
        with opened:
            self.rules = self._as_chosen(enumerate_positions(self.rules, self.alone, self.watch, limits, checkpoint))

    def _find_or_load(self) -> float:
        """Enumerates or loads the positions and returns the seconds in which a run enumerates them. Writes nothing."""
        seconds = self._load()
        if seconds is not None:
            self.remark(f"{self.rules.game.name}: its positions are taken from {self.path}")
            return seconds
        path = checkpoint_path(self.path, ENUMERATION)
        checkpoint = CheckpointFile(path, enumeration_identity(self.rules), self.threads, lambda: False, self.watch)
        if not self.restart and checkpoint.check():
            course = f"the enumeration of its positions resumes from {path}, which is not changed"
        else:
            course = "its positions have to be enumerated first, which may take as long as solving; nothing is written"
        self.remark(f"{self.rules.game.name}: {course}; interrupt at any time")
        before = self.watch.seconds.get(ENUMERATION, 0.0)
        try:
            self._find(NO_CHECKPOINT if self.restart else checkpoint)
        finally:
            self.watch.close()
        return self.watch.seconds.get(ENUMERATION, 0.0) - before

    def _load(self) -> float | None:
        """Loads the positions from the database and returns the seconds in which they were enumerated.

        Returns None if there is no database of these rules that can be used; raises ResourceError as from `_find`.
        """
        try:
            with Database(self.path, self.rules.digest) as database:
                if database.keys is None or database.manifest.older:
                    return None
                self._resource_check(machine.usable_memory())(database.slots)
                course = database.run
                self.rules = self._as_chosen(bind(self.rules, database.keys.positions()))
                return course.phases.get(ENUMERATION, 0.0) if course else 0.0
        except DatabaseError:
            return None

    def _resource_check(self, available: int) -> Callable[[int], None]:
        """Returns a function that raises ResourceError if, for at least so many positions, disk is missing, or
        ``available`` bytes of memory are too few."""
        rules, backend, used, free = self.rules, self.backend, machine.held_memory(), machine.free_disk(self.path)

        def check(positions: int) -> None:
            capacity.check_slots(rules, positions)
            memory, disk = min_bytes(rules, backend, positions)
            short = requirements.missing(used + memory, available, disk, free, again=again_bytes(rules))
            if short:
                why = f"it has at least {positions:,} positions, and for these {'; '.join(short)}"
                raise ResourceError(f"cannot solve {rules.game.name}: {why}")

        return check


def enumeration_identity(rules: Rules) -> Identity:
    """Returns the identity of a checkpoint of the enumeration."""
    return interruption.identity(ENUMERATION, rules, "")


def manifest_of(rules: IndexedRules, solution: Solution) -> Manifest:
    """Returns the manifest of a solution before it is written."""
    starts = tuple(int(solution.planes(home, home + 1)[0][0]) for home in rules.homes)
    return Manifest.of(rules, solution.statistics, starts)
