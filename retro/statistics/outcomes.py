"""Positions of a solved game won, drawn and lost, section by section: with nothing forbidden, checkmates included.

One pass over the records, a few frames in memory at a time. Where a game has an index of its own and counts each
position once, values are all there is to read: a slot without a position has the record of a draw, and a part's
positions are known, so its draws are what the won and the lost leave. Elsewhere tiers and weights are asked of the
positions, which takes compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import explained
from retro.compiling.kernels import compiled_kernels
from retro.game import outcome_name
from retro.game.rules import MAX_TIERS, Rules
from retro.game.values import OUTCOMES
from retro.indexing.enumerated import Positions, bind
from retro.lookup import scan
from retro.lookup.scan import Task
from retro.lookup.table import check_memory
from retro.statistics import outcomes_kernels
from retro.storage import Damaged, DatabaseError, sections
from retro.storage.database import Database
from retro.system.errors import GameError, described
from retro.system.progress import Progress
from retro.system.ranges import ranges

FRAMES = 4
"""Frames of the database in a task."""
SORTED_KEY_BYTES = 8
VALUES = 1 << 16

Counts = NDArray[np.int64]
"""Positions by outcome, in a row for each tier or in one for all."""
Counter = Callable[[int, NDArray[np.uint16]], Counts]
"""Counts those whose values are given, from a slot on."""


class Outcomes(NamedTuple):
    """Positions of a section of a game by the mover's outcome; where values are scores by their sign."""

    name: str
    won: int
    drawn: int
    lost: int

    @property
    def counts(self) -> tuple[int, int, int]:
        """Won, drawn and lost ones."""
        return self.won, self.drawn, self.lost

    @property
    def positions(self) -> int:
        """All of them."""
        return sum(self.counts)


def by_section(rules: Rules, database: Database, threads: int, progress: Progress) -> list[Outcomes]:
    """The same as `count`, which is done once for a database whose directory can be written to
    (`retro.storage.sections`).

    Damaged, too, if what is counted contradicts the database's statistics.
    """
    path, about = database.path, database.manifest
    try:
        return [Outcomes(name, *counts) for name, counts in sections.read(path, about).items()]
    except (FileNotFoundError, DatabaseError):
        found = count(rules, database, threads, progress)
    if {each.name: each.positions for each in found} != about.statistics.sections:
        raise _contradiction(database)
    sections.write(path, about, {each.name: each.counts for each in found})
    return found


def count(rules: Rules, database: Database, threads: int, progress: Progress) -> list[Outcomes]:
    """Positions of every section, as the game counts them, in the order of the sections.

    Tiers come in the order in which a game goes through them, the highest first. ResourceError if memory does not hold
    the keys of enumerated positions; DatabaseError if the database is damaged.
    """
    known, kinds = scan.sections(rules, database.manifest), _kinds(rules, database)
    wanted, rows = [(section.start, section.stop) for section in known], 1
    by_tier = any(section.tier >= 0 for section in known)
    if by_tier:
        known.sort(key=lambda section: -section.tier)
        wanted, rows = [(0, database.slots)], MAX_TIERS
    looked_up = by_tier or rules.counts_images
    one = _by_position(rules, database, kinds, rows) if looked_up else _by_value(kinds)
    sums = _pass(database, wanted, one, rows, threads, progress)
    found = []
    for number, section in enumerate(known):
        won, drawn, lost = (sums[0][section.tier] if by_tier else sums[number][0]).tolist()
        if not looked_up:  # slots without a position are among the draws
            drawn = database.manifest.statistics.sections.get(section.name, 0) - won - lost
        if drawn < 0:
            raise _contradiction(database)
        found.append(Outcomes(section.name, won, drawn, lost))
    return found


def together(rules: Rules, found: list[Outcomes]) -> list[Outcomes]:
    """The same under the names that the game has for people (`section` in text.py); those of one name are added up."""
    sums: dict[str, Outcomes] = {}
    for each in found:
        name = _named(rules, each.name)
        before = sums.get(name, Outcomes(name, 0, 0, 0))
        sums[name] = Outcomes(name, before.won + each.won, before.drawn + each.drawn, before.lost + each.lost)
    return list(sums.values())


def _named(rules: Rules, section: str) -> str:
    wrong = f"plugin {rules.game.name}: section({section!r})"
    try:
        name = rules.text.section(section)
    except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
        raise GameError(f"{wrong} raised {described(error)}") from error
    if not isinstance(name, str) or not name or not name.isprintable():
        raise GameError(f"{wrong} returned {name!r:.40}, which is not one printable line")
    return name


def _kinds(rules: Rules, database: Database) -> NDArray[np.uint8]:
    """By packed value, the place of its outcome in OUTCOMES."""
    kinds = np.full(VALUES, OUTCOMES.index("draw"), np.uint8)
    for value in database.manifest.values:
        kinds[value] = OUTCOMES.index(outcome_name(value, rules.scores))
    return kinds


def _by_value(kinds: NDArray[np.uint8]) -> Counter:
    def one(_: int, best: NDArray[np.uint16]) -> Counts:
        positions = np.bincount(best)
        return np.array([[positions[kinds[: len(positions)] == kind].sum() for kind in range(len(OUTCOMES))]])

    return one


def _contradiction(database: Database) -> Damaged:
    return Damaged(f"{database.path} contradicts itself; solve the game again")


def _by_position(rules: Rules, database: Database, kinds: NDArray[np.uint8], rows: int) -> Counter:
    if database.keys is not None:
        check_memory(rules, database.slots * SORTED_KEY_BYTES)
        rules = bind(rules, Positions(database.keys.all(), "binary"))

    def one(first: int, best: NDArray[np.uint16]) -> Counts:
        counts = np.zeros((rows, len(OUTCOMES)), np.int64)
        module.count(first, best, kinds, rows > 1, counts)
        return counts

    with explained(rules):
        module = compiled_kernels(rules, outcomes_kernels)
        one(0, np.zeros(0, np.uint16))
    return one


def _pass(
    database: Database,
    wanted: list[Task],
    one: Counter,
    rows: int,
    threads: int,
    progress: Progress,
) -> list[Counts]:
    """For each of the ``wanted`` ranges of slots, the sum of what ``one`` counts in its pieces.

    Whole frames are read together, so that none is read twice.
    """
    size = FRAMES * database.manifest.block
    tasks = ranges(0, database.slots, size)

    def pieces(task: Task) -> list[tuple[int, Counts]]:
        best, _, _ = database.planes(*task)
        found = []
        for number, (start, stop) in enumerate(wanted):
            first, last = max(start, task[0]), min(stop, task[1])
            if first < last:
                found.append((number, one(first, best[first - task[0] : last - task[0]])))
        return found

    progress.phase("outcomes", database.slots, None)
    sums = [np.zeros((rows, len(OUTCOMES)), np.int64) for _ in wanted]
    for _, found in scan.run(tasks, threads, pieces, progress):
        for number, counts in found:
            sums[number] += counts
    return sums
