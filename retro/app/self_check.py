"""What `retro solve` verifies by itself: the plugin before its first solution, and a sample of the records."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

import numpy as np

import retro
from retro import conformance
from retro.app.wrong_records import description
from retro.compiling.cache_directory import cache_directory, not_saved
from retro.game import NONE, UNKNOWN
from retro.game.rules import IndexedRules, Rules
from retro.game.values import Record
from retro.storage.solution import Solution
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Progress
from retro.verify import verify_sample

SAMPLE_POSITIONS = 4_000
"""Positions of the sample."""
MIN_SECONDS, TIME_SHARE = 1.0, 0.03
"""The examination ends after MIN_SECONDS, or after this share of the time that solving took if that is more."""
CHECK_SECONDS = 3.0
"""Approximate time of the quick rules, without compiling what solving compiles anyway."""
QUICK_RULES_BYTES = 120 << 20
"""Memory of the quick rules where solving compiles nothing."""


def seconds(rules: Rules, solving: float) -> float:
    """Returns the approximate time of both checks, where solving takes ``solving`` seconds."""
    return (0.0 if os.path.exists(_passed(rules)) else CHECK_SECONDS) + max(MIN_SECONDS, TIME_SHARE * solving)


def memory_bytes(rules: Rules, backend: str) -> int:
    """Returns the approximate memory of both checks, beside that of ``backend``."""
    return 0 if backend != "reference" or os.path.exists(_passed(rules)) else QUICK_RULES_BYTES


def _passed(rules: Rules) -> Path:
    """Returns the path of a file that exists once these rules have passed."""
    return cache_directory() / f"checked_{rules.game.name}_{rules.digest[:20]}_{retro.__version__}"


def check(rules: Rules, progress: Progress) -> None:
    """Checks the quick rules of `retro check`, unless these rules have passed before.

    Raises GameError if one is broken.
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
        passed.touch()
    except OSError as error:  # then the next solve checks again
        not_saved(passed.parent, error)


def examine(rules: IndexedRules, solution: Solution, seconds: float, progress: Progress) -> None:
    """Computes a sample of the records again from their moves, in plain Python; raises WentWrong if one differs.

    ``seconds`` is what solving took.
    """

    def record(index: int) -> Record:
        best, second, only_move = solution.planes(index, index + 1)
        return int(best[0]), int(second[0]), int(only_move[0])

    count, seed, limit = SAMPLE_POSITIONS, secrets.randbits(32), max(MIN_SECONDS, TIME_SHARE * seconds)
    cached: dict[int, Record] = {}
    if solution.batch > 1:
        limit /= 3  # to list the records that the sample reads, to read them, and to examine it
        count, cached = _read_pages(rules, solution, seed, limit, progress)
    sampled = verify_sample.sample(
        rules, lambda index: cached.get(index) or record(index), count, seed, 1, progress, limit
    )
    if sampled.wrong:
        name, wrong = rules.game.name, f"{sampled.wrong:,} of {sampled.positions:,} records looked at are wrong"
        advice = f"nothing was written; see {rules.command('check')}"
        raise WentWrong(f"{name} was solved wrong: {wrong}, one of {description(rules, sampled.faults[0])}; {advice}")


def _read_pages(
    rules: IndexedRules, solution: Solution, seed: int, limit: float, progress: Progress
) -> tuple[int, dict[int, Record]]:
    """Returns how many positions ``limit`` seconds suffice for, and the records that examining them reads, by slot.

    Where a record takes as long to read as its page, pages are read once, in order, until the time is over.
    """
    requested: set[int] = set()

    def note(index: int) -> Record:
        requested.add(index)
        return UNKNOWN, UNKNOWN, NONE

    count = verify_sample.sample(rules, note, SAMPLE_POSITIONS, seed, 0, progress, limit).positions
    slots = np.array(sorted(requested))
    pages = np.split(slots, np.flatnonzero(np.diff(slots // solution.batch)) + 1)
    progress.phase("sample", len(pages), None)
    records: dict[int, Record] = {}
    stop = time.monotonic() + limit
    for page in pages:
        if time.monotonic() > stop:
            break
        planes = solution.planes(int(page[0]), int(page[-1]) + 1)
        of_page = zip(*(plane[page - page[0]].tolist() for plane in planes), strict=True)
        records.update(zip(page.tolist(), of_page, strict=True))
        progress.advance(1, 0)
    progress.close()
    return count, records
