"""Numbers of won, drawn and lost positions of a solved game by section: with nothing forbidden, checkmates included.

They are counted in one pass over the records, with a few frames in memory at a time. If a game counts each position
once, the values suffice: a slot without a position has the record of a draw, but the number of positions of a section
is known, so its draws are the positions that are neither won nor lost. In other games the number of images of each
position is needed, too, which takes compiled code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import kernels_of
from retro.game.rules import Rules
from retro.game.values import OUTCOMES
from retro.indexing.tiers import sections_of
from retro.lookup import scan
from retro.lookup.table import check_memory
from retro.statistics import outcomes_kernels
from retro.storage import Damaged, DatabaseError, sections
from retro.storage.block import Plane
from retro.storage.database import Database
from retro.storage.keys import KEY_BYTES
from retro.storage.page_runs import Task
from retro.system.errors import GameError, described
from retro.system.progress import Progress
from retro.system.ranges import ranges

FRAMES = 4
"""Frames of the database in a task."""

Counts = NDArray[np.int64]
"""Positions by outcome."""
CountValues = Callable[[int, Plane], Counts]
"""Counts positions from a first slot on, given the indices of their values in the database's list."""


class Outcomes(NamedTuple):
    """Positions of a section by the outcome for the player to move; where values are scores, by their sign."""

    name: str
    won: int
    drawn: int
    lost: int

    @property
    def counts(self) -> tuple[int, int, int]:
        return self.won, self.drawn, self.lost

    @property
    def positions(self) -> int:
        return sum(self.counts)


def by_section(rules: Rules, database: Database, threads: int, progress: Progress) -> list[Outcomes]:
    """Returns what `count` returns, from a file in the database's directory if it is there (`retro.storage.sections`).

    Writes the file if possible. Damaged, besides `count`'s errors, if the numbers contradict the database's statistics.
    """
    path, about = database.path, database.manifest
    try:
        return [Outcomes(name, *counts) for name, counts in sections.read(path, about).items()]
    except (FileNotFoundError, DatabaseError):
        counted = count(rules, database, threads, progress)
    if {each.name: each.positions for each in counted} != about.statistics.sections:
        raise _contradiction(database)
    sections.write(path, about, {each.name: each.counts for each in counted})
    return counted


def count(rules: Rules, database: Database, threads: int, progress: Progress) -> list[Outcomes]:
    """Returns the outcomes of every section, counted as the game counts positions, in the order of the sections.

    Tiers are in the order of play, the highest first. ResourceError if memory does not hold the keys of enumerated
    positions; DatabaseError if the database is damaged.
    """
    indexed, kinds = database.indexed(rules), _kinds(rules, database)
    listed = sections_of(indexed)[:: -1 if indexed.enumerated else 1]
    by_position = rules.counts_images or rules.kind.of_first
    count_values = _by_position(rules, database, kinds) if by_position else _by_value(kinds)
    sums = _pass(database, [(start, stop) for _, start, stop in listed], count_values, threads, progress)
    result = []
    for (name, _, _), (won, drawn, lost) in zip(listed, (counts.tolist() for counts in sums), strict=True):
        if not by_position:  # slots without a position are among the draws
            drawn = database.manifest.statistics.sections.get(name, 0) - won - lost
        if drawn < 0:
            raise _contradiction(database)
        result.append(Outcomes(name, won, drawn, lost))
    return result


def merged(rules: Rules, outcomes: list[Outcomes]) -> list[Outcomes]:
    """Returns outcomes under the names that users read (`section` in text.py); those with the same name are added."""
    sums: dict[str, Outcomes] = {}
    for each in outcomes:
        name = _named(rules, each.name)
        before = sums.get(name, Outcomes(name, 0, 0, 0))
        sums[name] = Outcomes(name, before.won + each.won, before.drawn + each.drawn, before.lost + each.lost)
    return list(sums.values())


def _named(rules: Rules, section: str) -> str:
    wrong = f"plugin {rules.game.name}: section({section!r})"
    try:
        name = rules.text.section(section)
    except Exception as error:  # code of a plugin: every exception is its own failure
        raise GameError(f"{wrong} raised {described(error)}") from error
    if not isinstance(name, str) or not name or not name.isprintable():
        raise GameError(f"{wrong} returned {name!r:.40}, which is not one printable line")
    return name


def _kinds(rules: Rules, database: Database) -> NDArray[np.uint8]:
    """Returns, for each of the database's values, the index of its outcome in OUTCOMES.

    The first value is that of a slot without a position: such slots are among the draws.
    """
    names = ["draw", *map(rules.kind.outcome, database.manifest.values[1:])]
    return np.array([OUTCOMES.index(name) for name in names], np.uint8)


def _by_value(kinds: NDArray[np.uint8]) -> CountValues:
    def count_values(_: int, best: Plane) -> Counts:
        positions = np.bincount(best)
        return np.array([positions[kinds[: len(positions)] == kind].sum() for kind in range(len(OUTCOMES))])

    return count_values


def _contradiction(database: Database) -> Damaged:
    return Damaged(f"{database.path} contradicts itself; solve the game again")


def _by_position(rules: Rules, database: Database, kinds: NDArray[np.uint8]) -> CountValues:
    if database.keys is not None:
        check_memory(rules, database.slots * KEY_BYTES)
        rules = database.indexed(rules, in_memory=True)

    def count_values(first: int, best: Plane) -> Counts:
        counts = np.zeros(len(OUTCOMES), np.int64)
        module.count(first, best, kinds, counts)
        return counts

    module = kernels_of(rules, outcomes_kernels)
    count_values(0, database.fields(0)[0][:0])
    return count_values


def _pass(
    database: Database, slots: list[Task], count_values: CountValues, threads: int, progress: Progress
) -> list[Counts]:
    """Returns the counts of each range in ``slots``. Tasks are whole frames, so none is read twice."""
    block = database.manifest.block
    tasks = ranges(0, database.slots, FRAMES * block)

    def pieces(task: Task) -> list[tuple[int, Counts]]:
        best = np.concatenate([database.fields(number)[0] for number in range(task[0] // block, -(-task[1] // block))])
        counted = []
        for number, (start, stop) in enumerate(slots):
            first, last = max(start, task[0]), min(stop, task[1])
            if first < last:
                counted.append((number, count_values(first, best[first - task[0] : last - task[0]])))
        return counted

    progress.phase("outcomes", database.slots, None)
    sums = [np.zeros(len(OUTCOMES), np.int64) for _ in slots]
    for _, counted in scan.run(tasks, threads, pieces, progress):
        for number, counts in counted:
            sums[number] += counts
    return sums
