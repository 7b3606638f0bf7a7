"""What `retro solve` verifies by itself: the plugin before its first solution, and the records before they are written.

All records are verified if that takes less than `Sizes.verifying_seconds`, or less than `Sizes.verifying_share` of the
time that solving took; otherwise as many, at random, as that time allows.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import retro
from retro import conformance
from retro.app.wrong_records import description, difference, number
from retro.compiling.cache_directory import cache_directory, make, not_saved
from retro.compiling.kernels import AS_IT_IS
from retro.game.rules import IndexedRules, Rules
from retro.lookup import paged_kernels, scan, whole_kernels
from retro.lookup.solved import OF_WORDS, of_words, table_bytes, table_of
from retro.lookup.table import MIN_RECORD_BYTES, RecordTable
from retro.solving.backends import BACKENDS
from retro.solving.plan import Plan
from retro.solving.process_memory import cached
from retro.solving.record import Layout
from retro.storage.block import BLOCK_SLOTS
from retro.storage.manifest import Manifest
from retro.storage.page_runs import TASKS_AHEAD
from retro.storage.solution import Solution
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Progress
from retro.system.sizes import PRODUCTION, Sizes
from retro.verify.verify import Bounded, Verified, is_compiled, verify

QUICK_RULES_BYTES = 130 << 20
"""Memory of checking the quick rules if the backend compiles nothing."""
LOADED_BYTES, LOADED_ALONE = 4 << 20, 82 << 20
COMPILED_BYTES, COMPILED_MORE, COMPILED_ALONE = 8 << 20, 16 << 20, 48 << 20
"""Memory of the kernels that verify: loaded from the cache; loaded with the compiler, as the first ones; compiled;
compiled in a run that checks the quick rules; compiled for records in pages, or in a run that loads the kernels of its
backend from the cache."""
MIN_BYTES, MEMORY_SHARE = 64 << 20, 1 / 32
"""Records that are verified take MIN_BYTES, MEMORY_SHARE of the memory of solving, or what solving leaves free, the
largest of these, if it is available."""
READING_BYTES = 22
"""Bytes of a slot while a thread reads a batch of records: the record, its values in planes and in a row, and what they
are computed from."""
PHASE, PARTS = "verifying", 1000
"""The phase in which records are verified, and the units of its work."""
READING_SHARE = 1 / 3
"""A task has fewer slots if reading the records for the first tasks would take more than this share of the time of the
verification."""


def memory_bytes(rules: IndexedRules, plan: Plan, threads: int, available: int) -> int:
    """Returns the approximate bytes of a run by ``plan`` with both checks.

    Records are verified in what is ``available``, but not in less than MIN_RECORD_BYTES.
    """
    records, besides = verifying_bytes(rules, plan, threads)
    besides += plan.memory_bytes - plan.freed_bytes
    if plan.backend == "reference" and not rules.plain and not os.path.exists(_passed(rules)):
        besides += QUICK_RULES_BYTES
    return max(plan.memory_bytes, besides + min(records, MIN_RECORD_BYTES), min(besides + records, available))


def verifying_bytes(rules: IndexedRules, plan: Plan, threads: int) -> tuple[int, int]:
    """Returns the bytes for the records that are verified, if enough is available, and the bytes that verifying them
    takes besides."""
    direct = of_words(rules, plan)
    every, enough = 0 if direct else table_bytes(rules), max(MIN_BYTES, int(MEMORY_SHARE * plan.memory_bytes))
    paged, code = every > max(enough, plan.freed_bytes), LOADED_BYTES
    variant = OF_WORDS if direct else {whole_kernels: paged_kernels} if paged else AS_IT_IS
    if rules.plain:
        code = 0
    elif plan.backend == "reference":
        code = LOADED_ALONE
    if not rules.plain and not is_compiled(rules, variant, Layout.of(rules).constants() if direct else {}):
        loaded = plan.backend != "reference" and cached(BACKENDS[plan.backend].kernels(rules))
        checked = os.path.exists(_passed(rules))
        code = COMPILED_ALONE if loaded or paged else COMPILED_BYTES if checked else COMPILED_MORE
    reading = 0 if direct else READING_BYTES * max(BLOCK_SLOTS, plan.tiles.batch(rules)) * (threads if paged else 1)
    besides = code + reading + (rules.slots if rules.enumerated else 0)
    return min(every, max(enough, plan.freed_bytes - besides)), besides


def _passed(rules: Rules) -> Path:
    """Returns the path of a file that exists if these rules have passed `check`."""
    return cache_directory() / f"checked_{rules.game.name}_{rules.digest[:20]}_{retro.__version__}"


def check(rules: Rules, progress: Progress) -> None:
    """Tests a game by the quick rules of `retro check`, unless the same rules of the game have passed before.

    Raises GameError if the game breaks one.
    """
    passed = _passed(rules)
    if os.path.exists(passed):
        return
    report = conformance.quick(rules, progress)
    for result in report.results:
        if result.status == "failed":
            name, more = rules.game.name, rules.command("check")
            raise GameError(f"plugin {name}: {result.message}; see {more}")
    try:
        make(passed.parent)
        passed.touch()
    except OSError as error:  # then the next solve checks again
        not_saved(passed.parent, error, raising=not rules.plain)


class _Verifying(Progress):
    """A verification that ends after ``limit`` seconds, as a phase of ``watch``.

    The share done is that of the slots, or that of the time if it is larger. ``advance`` is called with the part that
    was added to it, of PARTS, and may end the verification by raising.
    """

    def __init__(self, watch: Progress, limit: float, advance: Callable[[int], None]) -> None:
        self._watch, self._limit, self._advance = watch, limit, advance
        self._began = time.monotonic()
        self._total, self._done, self._parts = 0, 0, 0

    def phase(self, name: str, total: int, level: int | None, results: str = "", of: int = 0) -> None:
        self._total, self._done, self._parts = total, 0, 0
        self._watch.phase(PHASE, PARTS, None)

    def advance(self, done: int, decided: int) -> None:
        self._done += done
        seconds = time.monotonic() - self._began
        share = max(self._done / max(1, self._total), min(1.0, seconds / self._limit))
        parts = max(self._parts, int(PARTS * share))
        added, self._parts = parts - self._parts, parts
        self._advance(added)

    def close(self) -> None:
        self._watch.close()


def examine(
    rules: IndexedRules,
    solution: Solution,
    about: Manifest,
    solving: float,
    memory: int,
    threads: int,
    progress: Progress,
    advance: Callable[[int], None],
    sizes: Sizes = PRODUCTION,
) -> float:
    """Verifies records as `retro verify` does, until its time is over. Returns the share of records that were verified.

    solving  seconds that solving took
    memory   bytes for the records, if they are not fewer than `Sizes.min_record_bytes`
    advance  function that is called with the part of the phase that was added, of PARTS

    Raises WentWrong if something is wrong. Moves into positions are not verified if the game has a repetition rule and
    does not define ``unmoves``, and solving took `Sizes.verifying_seconds` or more: the edges would have to be
    transposed again.
    """
    limit = max(sizes.verifying_seconds, sizes.verifying_share * solving)
    table = table_of(rules, solution, max(memory, sizes.min_record_bytes))
    entered = solving < sizes.verifying_seconds or not scan.has_state_bits(rules)
    bounded = Bounded(limit, _task_slots(table, limit, threads, sizes.verified_slots), entered)
    result = verify(table, about, 1, threads, _Verifying(progress, limit, advance), bounded)
    if not result.sound:
        name, wrong = rules.game.name, _wrong(rules, result)
        raise WentWrong(f"{name} was solved wrong: {wrong}; nothing was written; see {rules.command('check')}")
    return result.records / rules.slots


def _task_slots(table: RecordTable, limit: float, threads: int, most: int) -> int:
    """Returns the number of slots of a task: fewer than ``most`` if records in pages take long to read."""
    if table.pages is None:
        return most
    frame, readable = table.pages.frame_seconds(), READING_SHARE * limit * threads
    if table.pages.frames * frame <= readable:
        return most
    tasks = TASKS_AHEAD * threads
    return max(1, min(most, int(readable / frame / (tasks * table.rules.max_moves))))


def _wrong(rules: Rules, result: Verified) -> str:
    """Returns what is wrong, in words."""
    if result.wrong:
        counted = f"{result.wrong:,} of {result.records:,} records that were verified are wrong"
        return f"{counted}, one of {description(rules, result.faults[0])}"
    if not result.same_edges:
        return "taking moves back does not give the edges that moves make"
    shown = difference(rules, result.differences[0])
    return f"{shown['number']} is {number(shown['stored'])}, by its records {number(shown['counted'])}"
