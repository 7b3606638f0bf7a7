"""The states of a solved game that meet conditions, task by task.

States are counted as the database counts them: where the game has a repetition rule, a state is a position and the move
forbidden in it, and counts if some move leads to it and the mover does not win at once. A move *wins* if its value is a
win for the player who makes it, or more than no points where values are scores; it *loses* likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from retro.compiling.added import Added
from retro.game import tags
from retro.game.rules import IndexedRules
from retro.game.tags import Tags
from retro.lookup import scan
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.play.states import State, States
from retro.puzzles import conditions as wanting
from retro.puzzles import matching_kernels
from retro.puzzles.conditions import Conditions
from retro.storage.page_runs import Result, Task
from retro.system.progress import Progress

ROWS_AT_ONCE = 1 << 14
"""Matching states that a kernel writes in one call, apart from those of the last position."""
ALL_STATES, NO_STATES = np.iinfo(np.int64).min, np.iinfo(np.int64).max
"""Bounds on the order above which states are written: for all states, for none."""

Matches = NDArray[np.int64]
"""Rows of slot, forbidden move, value, order (states are sorted by it, highest first), key."""
MATCH_COLUMNS = 5
Slots = NDArray[np.int64]


class Matching:
    """All states that meet ``conditions``; several threads may run different tasks at once.

    ``highest`` leaves only those with the most plies, points or moves (`matching_kernels.HIGHEST`) of the slots that
    `pieces` scans. The condition ``within`` requires the table's distances. Kernels are compiled here. GameError for
    contradictory conditions, or if the game or its tags cannot be compiled.
    """

    def __init__(
        self,
        table: RecordTable,
        conditions: Conditions,
        threads: int,
        progress: Progress,
        highest: int = matching_kernels.ALL,
    ) -> None:
        rules, self._tags = table.rules, tags.load(table.rules)
        self.table, self.conditions, self.highest = table, conditions, highest
        self._listed: Slots | None = None
        self._states = States(rules, table.record)
        wanting.check(rules, conditions, self._tags)
        self._scan = Scan(
            rules, matching_kernels, threads, progress, added=Added.of_tags(self._tags), pages=table.pages
        )
        near = None if conditions.within is None else table.nearer(conditions.within)
        self._entering = scan.entering(rules, threads, progress, near=near)
        self._ranges = scan.chosen(rules, conditions.tiers or ("*",))
        values_listed, counting = table.values.tolist(), ~table.of_checkmates()
        self._requirements = _requirements(rules, conditions, self._tags, highest)
        matching = np.array([[conditions.match(value, rules, row == 0) for value in values_listed] for row in range(2)])
        self._matching = matching & counting
        self._order = np.array([_order(value, rules) for value in values_listed])
        if highest:
            self._order = abs(self._order)
        self._moving = conditions.about_wins or bool(conditions.loses)

    def among(self, listed: Slots) -> Matching:
        """The same conditions for ``listed`` slots only, which are in order; tasks are then ranges of the list."""
        narrowed = copy(self)
        narrowed._listed = listed
        return narrowed

    def tasks(self, slots: int = scan.SCAN_SLOTS) -> Sequence[Task]:
        """The tasks, in order, of at most ``slots`` slots."""
        ranges = self._ranges
        if self._listed is not None:
            ranges = [tuple(each) for each in np.searchsorted(self._listed, ranges).tolist()]
        return scan.tasks_of(ranges, slots)

    def over(
        self, phase: str, work: Callable[[Task], Result], slots: int = scan.SCAN_SLOTS, level: int | None = None
    ) -> Iterator[tuple[Task, Result]]:
        """Yields every task with the result of ``work``, in order."""
        return self._scan.each(phase, self.tasks(slots), work, level)

    def no_counts(self) -> NDArray[np.int64]:
        """Zeroed counts: of states as for `counted_by_value`; the last one of positions."""
        return np.zeros(2 * len(self.table.values) + 1, np.int64)

    def pieces(self, task: Task, counts: NDArray[np.int64], above: int) -> Iterator[Matches]:
        """Yields the matching states of a task in one or more pieces of about ROWS_AT_ONCE rows.

        It omits states whose order (see `_order`) is not higher than ``above``. A piece is sorted by slot, then by
        forbidden move. With the condition ``line``, a state is replaced by the image in which the line may be played.
        All matching states are added to ``counts``. In a search for the highest states, a piece with higher ones than
        those before discards the counts of these, but not their rows.
        """
        start, stop = task
        line = self.conditions.line
        seen, above = (self.no_counts(), ALL_STATES) if line else (counts, above)
        states = np.empty((ROWS_AT_ONCE + self.table.rules.codes, MATCH_COLUMNS), np.int64)
        listed = np.empty(0, np.int64) if self._listed is None else self._listed
        table, distances = self.table, self.table.distance_view(self.conditions.within is not None)
        entering = self._entering._replace(distances=distances)
        conditions = self._matching, self._order, self._requirements, self._moving
        while True:
            start, count, above = self._scan.kernels.scan(
                start, stop, listed, table.view, table.values, entering, *conditions, above, seen, states
            )
            rows = states[:count][np.lexsort((states[:count, 1], states[:count, 0]))]
            yield self._in_line(rows, counts) if line else rows
            if start >= stop:
                return

    def states(self, task: Task) -> list[Matches]:
        """Returns all matching states of a task, in the pieces of `pieces`; several threads may call it at once."""
        return list(self.pieces(task, self.no_counts(), ALL_STATES))

    def _in_line(self, rows: Matches, counts: NDArray[np.int64]) -> Matches:
        """Returns those of the states in which best play may begin with the line, and adds them to ``counts``."""
        rules, size = self.table.rules, len(self.table.values)
        result, last = [], -1
        for slot, forbidden, value, order, key in rows.tolist():
            image = image_with_line(self._states.at(key, forbidden), self.conditions.line)
            if image is not None:
                weight = rules.weight(key)
                second_to_move = rules.counted_value(key, value) != value
                counts[int(np.flatnonzero(self.table.values == value)[0]) + second_to_move * size] += weight
                counts[-1] += weight * (slot != last)
                last = slot
                result.append((slot, image.forbidden, value, order, image.key))
        return np.array(result, np.int64).reshape(-1, MATCH_COLUMNS)


def _requirements(rules: IndexedRules, conditions: Conditions, defined: Tags, highest: int) -> NDArray[np.int64]:
    """Returns the conditions as the kernel reads them: numbers in the order of the constants FORBIDDEN to HIGHEST."""
    forbidden = ("any", "no", "yes").index(conditions.forbidden)  # ANY, WITHOUT, WITH
    masks = [tags.mask(rules, defined, names) for names in (conditions.only, conditions.none, conditions.loses)]
    unique = conditions.unique or conditions.unique_line, conditions.unique_line
    return np.array([forbidden, *masks, *unique, conditions.within or 0, highest], np.int64)


def _order(value: int, rules: IndexedRules) -> int:
    """Returns the number by which samples are sorted, highest first: points for the player to move, or DTM."""
    return rules.kind.result(value) if rules.scores else rules.kind.dtm(value) or 0


def image_with_line(state: State, line: Sequence[str]) -> State | None:
    """Returns the first image of a state in which best play may begin with ``line``; None if there is none.

    Every move of the line must be as good as any other legal move.
    """
    rules = state.rules
    turned = ((rules.image(state.key, g), rules.image_code(state.forbidden, g)) for g in range(rules.group))
    images = (state.states.at(*each) for each in turned)
    return next((image for image in images if _may_begin(image, line)), None)


def _may_begin(state: State | None, line: Sequence[str]) -> bool:
    """Whether best play in a state may begin with moves, given as text."""
    for word in line:
        if state is None:
            return False
        try:
            code = int(state.rules.text.parse_move(state.key, word))
        except ValueError:
            return False
        choice = next((choice for choice in state.choices if choice.move.code == code), None)
        if choice is None or choice.value != state.best:
            return False
        state = state.after(choice)
    return True
