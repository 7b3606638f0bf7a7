"""What solving looks at by itself: a plugin, before its first solution, and a sample of what was found."""

from __future__ import annotations

import os
import secrets
import time
from pathlib import Path

import numpy as np

import retro
from retro import conformance
from retro.app.verify import description
from retro.compiling.cache_directory import cache_directory, not_saved
from retro.game import NONE, UNKNOWN
from retro.game.rules import IndexedRules, Rules
from retro.game.values import Record
from retro.storage.solution import Solution
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Progress
from retro.verify import verify_sample

SAMPLE = 4_000
"""Positions that are examined."""
LEAST_SECONDS, SHARE = 1.0, 0.03
"""Examining them ends after so many seconds, or after that share of the time that solving took if it is more."""
QUICK = 3.0
"""Seconds that the quick rules take about, besides compiling what is to be compiled for solving anyway."""
COMPILED_BYTES = 120 << 20
"""What they take in memory where nothing is compiled for solving."""


def seconds(rules: Rules, solving: float) -> float:
    """About how long all of this takes where solving takes so many seconds."""
    return (0.0 if os.path.exists(_passed(rules)) else QUICK) + max(LEAST_SECONDS, SHARE * solving)


def memory_bytes(rules: Rules, backend: str) -> int:
    """About what all of this takes beside what ``backend`` does."""
    return 0 if backend != "reference" or os.path.exists(_passed(rules)) else COMPILED_BYTES


def _passed(rules: Rules) -> Path:
    """The file that is there when these rules have passed."""
    return cache_directory() / f"checked_{rules.game.name}_{rules.digest[:20]}_{retro.__version__}"


def check(rules: Rules, progress: Progress) -> None:
    """The quick rules of `retro check`, unless these rules have passed them before; GameError if one is broken."""
    passed = _passed(rules)
    if os.path.exists(passed):
        return
    report = conformance.quick(rules, progress)
    for result in report.results:
        if result.status == "failed":
            name, more = rules.game.name, rules.command("check")
            raise GameError(f"plugin {name}: {result.message}; {more} tells more")
    try:
        passed.touch()
    except OSError as error:  # then the next solve checks again
        not_saved(passed.parent, error)


def examine(rules: IndexedRules, solution: Solution, seconds: float, progress: Progress) -> None:
    """A sample of the records once more from their moves, in plain Python; WentWrong if one does not follow from them.

    ``seconds`` is what solving took.
    """

    def record(index: int) -> Record:
        best, second, only_move = solution.planes(index, index + 1)
        return int(best[0]), int(second[0]), int(only_move[0])

    number, seed, most = SAMPLE, secrets.randbits(32), max(LEAST_SECONDS, SHARE * seconds)
    ready: dict[int, Record] = {}
    if solution.together > 1:
        most /= 3  # to list what is asked for, to read it, and to examine it
        number, ready = _read(rules, solution, seed, most, progress)
    found = verify_sample.sample(
        rules, lambda index: ready.get(index) or record(index), number, seed, 1, progress, most
    )
    if found.wrong:
        name, looked = rules.game.name, f"{found.wrong:,} of {found.positions:,} records looked at are wrong"
        advice = f"nothing was written; {rules.command('check')} may tell why"
        raise WentWrong(f"{name} was solved wrong: {looked}, one of {description(rules, found.faults[0])}; {advice}")


def _read(
    rules: IndexedRules, solution: Solution, seed: int, most: float, progress: Progress
) -> tuple[int, dict[int, Record]]:
    """How many positions of a sample there is time for, and the records that it asks for, by slot.

    Where a record takes as long as all of its page, pages are read once, in order, those for which there is time.
    """
    asked: set[int] = set()

    def noted(index: int) -> Record:
        asked.add(index)
        return UNKNOWN, UNKNOWN, NONE

    number = verify_sample.sample(rules, noted, SAMPLE, seed, 0, progress, most).positions
    slots = np.array(sorted(asked))
    pages = np.split(slots, np.flatnonzero(np.diff(slots // solution.together)) + 1)
    progress.phase("sample", len(pages), None)
    found: dict[int, Record] = {}
    stop = time.monotonic() + most
    for page in pages:
        if time.monotonic() > stop:
            break
        planes = solution.planes(int(page[0]), int(page[-1]) + 1)
        records = zip(*(plane[page - page[0]].tolist() for plane in planes), strict=True)
        found.update(zip(page.tolist(), records, strict=True))
        progress.advance(1, 0)
    progress.close()
    return number, found
