"""States of a solved game by condition: what a composer of puzzles looks for.

States are counted as the database counts them: where the game has a repetition rule, a state is a position and the move
forbidden in it, and counts if some move leads to it and the mover does not win at once. A move *wins* if its value is a
win for the player who makes it, or more than no points where values are scores; it *loses* likewise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro import compile as compiling
from retro.analysis import scan, solution_line, tags
from retro.analysis import table as tables
from retro.analysis.scan import Entering, Task
from retro.analysis.table import Table
from retro.analysis.tags import Tags
from retro.game import DRAW, GameError, dtm, outcome_name, points
from retro.progress import Progress
from retro.rules import Rules
from retro.storage.manifest import Manifest

TEMPLATES = (*scan.TEMPLATES, *tables.TEMPLATES, "retro.analysis.puzzles_kernels")
ROWS = 1 << 14
"""Rows of found states that a task writes at once."""

Matches = NDArray[np.int64]
"""Rows of slot, forbidden move, packed value, place in the order."""


@dataclass(frozen=True)
class Conditions:
    """What a state is looked for by; all conditions hold at once.

    value             ``win``, ``loss`` or ``draw`` for the player to move
    min_dtm, max_dtm  plies to the end of the game; draws have none
    min_score, max_score   points, as `retro query` shows them
    min_margin        points, whoever has them
    only              tags: there is a winning move, and every winning move has each of them
    none              tags: there is a winning move, and no winning move has any of them
    loses             tags: for each of them there is a move that has it, and every move that has it loses
    unique            there is exactly one winning move
    unique_line       there is exactly one at every move of the winner's in best play (of equally good moves the one
                      with the lowest code is played)
    forbidden         ``yes``, ``no``: a move is forbidden, nothing is
    tiers             names of parts of the game, with * and ? for anything
    within            so many plies from the start at most
    line              moves, as text: best play may begin like that, in the position or in one of its images
    """

    value: str = ""
    min_dtm: int | None = None
    max_dtm: int | None = None
    min_score: int | None = None
    max_score: int | None = None
    min_margin: int = 0
    only: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    unique: bool = False
    unique_line: bool = False
    forbidden: str = "any"
    tiers: tuple[str, ...] = ()
    within: int | None = None
    line: tuple[str, ...] = ()

    @property
    def about_wins(self) -> bool:
        """Whether something is asked of winning moves."""
        return bool(self.only or self.none or self.unique or self.unique_line)

    def wants(self, value: int, rules: Rules, first: bool) -> bool:
        """Whether a state may have a packed value; ``first``: the player who made the game's first move is to move."""
        outcome = outcome_name(value, rules.scores)
        if rules.scores == "first" and not first:
            outcome = {"win": "loss", "loss": "win", "draw": "draw"}[outcome]
        if outcome != (self.value or ("win" if self.about_wins else outcome)):
            return False
        if rules.scores:
            return abs(points(value)) >= self.min_margin and _within(points(value), self.min_score, self.max_score)
        if value <= DRAW:
            return self.min_dtm is None and self.max_dtm is None
        return _within(dtm(value), self.min_dtm, self.max_dtm) and dtm(value) >= len(self.line)


@dataclass(frozen=True)
class State:
    """A state that was found: a position, the move forbidden in it (or NONE), and its packed value."""

    key: int
    forbidden: int
    value: int


@dataclass(frozen=True)
class Found:
    """All states that were looked for.

    states     by packed value, in the game's own counting
    positions  how many positions have one of them at least
    samples    those with the highest DTM, or most points for the player to move; then by slot, then by forbidden move
    """

    states: dict[int, int]
    positions: int
    samples: list[State]

    @property
    def count(self) -> int:
        """How many states there are."""
        return sum(self.states.values())


def check(rules: Rules, conditions: Conditions, known: Tags) -> None:
    """GameError, in words, if the conditions cannot go together or ask for what the game does not have."""
    if conditions.about_wins and conditions.value not in ("", "win"):
        raise GameError(f"conditions on winning moves are about wins: the value cannot be a {conditions.value}")
    for wanted in (conditions.only, conditions.none, conditions.loses):
        tags.mask(rules, known, wanted)
    if rules.scores and not conditions.min_dtm is conditions.max_dtm is None:
        raise GameError(f"values of {rules.game.name} are scores: they have no DTM")
    if not rules.scores and not conditions.min_score is conditions.max_score is None:
        raise GameError(f"values of {rules.game.name} are no scores")


def find(
    table: Table,
    about: Manifest,
    conditions: Conditions,
    limit: int,
    threads: int,
    progress: Progress,
    distances: NDArray[np.uint8] | None = None,
) -> Found:
    """The states that meet ``conditions``, with ``limit`` samples at most.

    ``distances`` from the start by slot, which ``within`` asks for. GameError for conditions that make no sense.
    """
    rules, known = table.rules, tags.load(table.rules)
    check(rules, conditions, known)
    with tags.explained(rules, known):
        module = kernels(rules, known)
    entering = scan.entering(rules, threads, progress, distances if conditions.within is not None else None)
    search = _Search(table, conditions, limit, known, module, entering)
    chosen = scan.chosen(rules, about, conditions.tiers or ("*",))
    tiers = np.zeros(0, np.bool_)
    if any(part.tier >= 0 for part in chosen):
        tiers = np.zeros(256, np.bool_)
        tiers[[part.tier for part in chosen]] = True
    tasks = scan.tasks_of((part.start, part.stop) for part in chosen)
    search.prepare()
    progress.phase("positions", sum(stop - start for start, stop in tasks), None)
    for _, result in scan.run(tasks, threads, lambda task: search.look(task, tiers), progress):
        search.take(*result)
    return search.found()


def kernels(rules: Rules, known: Tags) -> ModuleType:
    """The kernels of a game with its tags."""
    constants = {"TAGS": known.digest, **scan.constants(rules), **tables.constants(rules)}
    return compiling.kernels(rules, TEMPLATES, constants, {"tags": known.function})


def _asked(rules: Rules, conditions: Conditions, known: Tags, module: ModuleType) -> NDArray[np.int64]:
    asked = np.zeros(8, np.int64)
    asked[module.FORBIDDEN] = {"any": module.ANY, "no": module.WITHOUT, "yes": module.WITH}[conditions.forbidden]
    asked[module.ONLY] = tags.mask(rules, known, conditions.only)
    asked[module.NO] = tags.mask(rules, known, conditions.none)
    asked[module.LOSES] = tags.mask(rules, known, conditions.loses)
    asked[module.UNIQUE] = conditions.unique or conditions.unique_line
    asked[module.UNIQUE_LINE] = conditions.unique_line
    asked[module.WITHIN] = conditions.within or 0
    asked[module.HOME] = rules.rank(rules.initial)[0] if rules.initial >= 0 else -1
    return asked


class _Search:
    """One search: what is asked, and what was found so far."""

    def __init__(
        self,
        table: Table,
        conditions: Conditions,
        limit: int,
        known: Tags,
        module: ModuleType,
        entering: Entering,
    ) -> None:
        self._table, self._conditions, self._limit = table, conditions, limit
        self._known, self._module, self._entering = known, module, entering
        rules, values = table.rules, table.values.tolist()
        self._asked = _asked(rules, conditions, known, module)
        self._wanted = np.array([[conditions.wants(value, rules, row == 0) for value in values] for row in range(2)])
        self._order = np.array([[_order(value, rules, row == 0) for value in values] for row in range(2)])
        self._moving = conditions.about_wins or bool(conditions.loses)
        self._counts = np.zeros(len(values) + 1, np.int64)
        self._best: Matches = np.zeros((0, 4), np.int64)
        self._in_line: Counter[int] = Counter()
        self._positions_in_line = 0
        self._samples_in_line: list[tuple[int, int, State]] = []
        self._least = np.iinfo(np.int64).min if limit or conditions.line else np.iinfo(np.int64).max

    def prepare(self) -> None:
        """Compile everything; GameError if something cannot be."""
        with tags.explained(self._table.rules, self._known):
            self._scan(0, 0, np.zeros(0, np.bool_), np.zeros_like(self._counts), np.empty((0, 4), np.int64))

    def _scan(
        self, start: int, stop: int, tiers: NDArray[np.bool_], counts: NDArray[np.int64], found: Matches
    ) -> tuple[int, int]:
        table, asked = self._table, (self._wanted, self._order, tiers, self._asked, self._moving)
        at, many = self._module.scan(
            start, stop, table.fields, table.values, self._entering, *asked, self._least, counts, found
        )
        return at, many

    def look(self, task: Task, tiers: NDArray[np.bool_]) -> tuple[NDArray[np.int64], Matches]:
        """Counts and states of a task. Several threads may look at once."""
        start, stop = task
        counts, pieces = np.zeros_like(self._counts), []
        found = np.empty((ROWS + self._table.rules.max_moves, 4), np.int64)
        while start < stop:
            try:
                start, many = self._scan(start, stop, tiers, counts, found)
            except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
                raise tags.raised(self._table.rules, self._known, range(start, stop), error) from error
            rows = found[:many].copy()
            pieces.append(rows if self._conditions.line else _best(rows, self._limit))
        return counts, np.concatenate(pieces)

    def take(self, counts: NDArray[np.int64], rows: Matches) -> None:
        """Add the result of the next task."""
        self._counts += counts
        if self._conditions.line:
            self._take_in_line(rows)
            return
        self._best = _best(np.concatenate((self._best, rows)), self._limit)
        if self._limit and len(self._best) == self._limit:
            self._least = int(self._best[-1, 3])  # later slots come after equals

    def _take_in_line(self, rows: Matches) -> None:
        last = -1
        for slot, forbidden, value, order in rows.tolist():
            key = self._table.rules.unrank(slot)
            shown = solution_line.followed(self._table, key, forbidden, self._conditions.line)
            if shown is not None:
                weight = scan.weight(self._table.rules, key)
                self._in_line[value] += weight * scan.players(self._table.rules)
                self._positions_in_line += weight * (slot != last)
                last = slot
                self._samples_in_line.append((-order, slot, State(*shown, value)))

    def found(self) -> Found:
        """What was found, all tasks being done."""
        rules = self._table.rules
        players = scan.players(rules)
        if self._conditions.line:
            samples = [each for _, _, each in sorted(self._samples_in_line, key=lambda each: each[:2])]
            return Found(dict(sorted(self._in_line.items())), self._positions_in_line, samples[: self._limit])
        states: Counter[int] = Counter()
        for value, count in zip(self._table.values.tolist(), self._counts[:-1].tolist(), strict=True):
            states[value] += players * count
        best = [State(rules.unrank(slot), forbidden, value) for slot, forbidden, value, _ in self._best.tolist()]
        return Found({value: count for value, count in sorted(states.items()) if count}, int(self._counts[-1]), best)


def _best(rows: Matches, limit: int) -> Matches:
    """The first rows in the order in which states are shown."""
    return rows[np.lexsort((rows[:, 1], rows[:, 0], -rows[:, 3]))[:limit]]


def _order(value: int, rules: Rules, first: bool) -> int:
    """What samples are sorted by, the highest first."""
    if rules.scores:
        return points(value) if rules.scores == "mover" or first else -points(value)
    return dtm(value) if value > DRAW else 0


def _within(number: int, least: int | None, most: int | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)
