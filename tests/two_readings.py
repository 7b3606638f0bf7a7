"""An independent comparison of both readings of rule 8 of Ostle, without index, unmoves and codes.

`ReadingsTwin` lists the edges of all boards and solves both readings. From the plugin it takes only the orientation of
positions in the index, on which the forbidden move of the paper's reading depends. On small boards the values of both
readings hardly differ, so some tests use random records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import naive_ostle as naive
import numpy as np
from comparing_solutions import Compared, Solution, compare
from runs import loss_in, rules_of, win_in

from retro.app.commands import solve as solving
from retro.game import NONE
from retro.game.loading import load
from retro.query.api import Tablebase, open_at
from retro.storage.location import database_path
from retro.system.progress import Silent

READINGS = ("paper", "exact")
SMALL = {"size": "3", "men": "2", "left": "1"}
LARGER = {"size": "4", "men": "3", "left": "1", "pieces": "5"}
"""A board on which some values differ."""
MADE_UP = [0, *map(loss_in, (1, 2, 7)), *map(win_in, (1, 2, 3, 9))]


@contextmanager
def solved(directory: Path, options: dict[str, str], backend: str) -> Iterator[tuple[Tablebase, Tablebase]]:
    """Solves both readings; yields their databases, which are in ``directory``."""
    opened = []
    for reading in READINGS:
        rules = rules_of("ostle", **options, rule8=reading)
        path = database_path(directory, rules.game, rules.options)
        solving.Job(path, 1, Silent(), print, rules=rules, backend=backend).solve()
        opened.append(open_at(path, rules))
    with opened[0] as first, opened[1] as second:
        yield first, second


class ReadingsTwin:
    """All states of both readings, by board and by the board that the forbidden move restores."""

    def __init__(self, rules):
        self.rules, options = rules, rules.options
        self.sizes = options["size"], options["men"], options["left"], options["pieces"]
        self.keys = {slot: key for slot in range(rules.slots) if (key := rules.unrank(slot)) >= 0}
        self.boards = {slot: naive.board(rules.text.format(key)) for slot, key in self.keys.items()}
        every = naive.boards(*self.sizes)
        assert Counter(map(naive.canonical, self.boards.values())) == dict.fromkeys(map(naive.canonical, every), 1)
        slots = {board: slot for slot, board in self.boards.items()}
        self.edges = {slot: [] for slot in self.boards}
        for board in every:
            for move in naive.moves(board):
                after = naive.apply(board, move)
                if after in slots and naive.outcome(board, move, self.sizes[2]) == "ongoing":
                    forbids = tuple(naive.forbidden(board, move, reading) for reading in READINGS)
                    self.edges[slots[after]].append(forbids)

    def name(self, slot, move):
        """Returns a name that is the same for moves that a symmetry of the position maps to each other."""
        return None if move is None else naive.normal((self.boards[slot], move), "exact")[1]

    def code(self, slot, move):
        """Returns the smallest code of the moves with the same name."""
        if move is None:
            return NONE
        board, name = self.boards[slot], self.name(slot, move)
        same = [each for each in naive.moves(board) if self.name(slot, each) == name]
        return min(self.rules.text.parse_move(self.keys[slot], each) for each in same)

    @cached_property
    def solutions(self):
        size, men, left, pieces = self.sizes
        return {reading: naive.solve(size, men, left, reading, pieces) for reading in READINGS}

    def solved(self, which, slot, move):
        plies = self.solutions[READINGS[which]][self.boards[slot], move]
        return 0 if plies == 0 else win_in(plies) if plies > 0 else loss_in(-plies)

    def listed(self, value, slots=None):
        """Yields all that a comparison counts: kind, slot, forbidden moves and values, of positions in ``slots``."""
        for slot in self.boards if slots is None else slots:
            yield "positions", slot, (None, None), (value(0, slot, None), value(1, slot, None))
            if naive.is_checkmate(self.boards[slot], self.sizes[2]):
                continue
            first, second = (
                {self.name(slot, edge[which]): edge[which] for edge in self.edges[slot]} for which in (0, 1)
            )
            for name in first.keys() & second.keys():
                yield "states", slot, (first[name],) * 2, (value(0, slot, first[name]), value(1, slot, first[name]))
            for name in first.keys() - second.keys():
                yield "first", slot, (first[name],) * 2, (value(0, slot, first[name]),)
            for name in second.keys() - first.keys():
                yield "second", slot, (second[name],) * 2, (value(1, slot, second[name]),)
            pairs = {tuple(self.name(slot, move) for move in edge): edge for edge in self.edges[slot]}
            for names, edge in pairs.items():
                if names[0] != names[1]:
                    yield "moves", slot, edge, (value(0, slot, edge[0]), value(1, slot, edge[1]))
            if first.keys() != second.keys():
                yield "differing", slot, (None, None), ()


class Planted:
    """A database of random records; only those of checkmates are right."""

    def __init__(self, twin, which, seed):
        random = np.random.default_rng(seed)
        size = twin.rules.slots
        self.manifest = SimpleNamespace(values=tuple(MADE_UP))
        best, second = (random.choice(MADE_UP, size).astype(np.int32) for _ in range(2))
        only_move = np.full(size, NONE, np.int16)
        for slot, board in twin.boards.items():
            codes = sorted({twin.code(slot, edge[which]) for edge in twin.edges[slot]} | {NONE})
            only_move[slot] = random.choice(codes)
            if naive.is_checkmate(board, twin.sizes[2]):
                best[slot], only_move[slot] = win_in(1), NONE
        self.records = best, np.where(only_move == NONE, best, second), only_move

    def planes(self, start, stop):
        return tuple(plane[start:stop] for plane in self.records)

    def value(self, twin, slot, move):
        best, second, code = (int(plane[slot]) for plane in self.records)
        return second if move is not None and twin.code(slot, move) == code else best


def made_up(twin):
    """Returns random solutions of both readings, and a function that returns the value of a state."""
    databases = [Planted(twin, which, seed) for which, seed in enumerate((1, 2))]
    rules = [twin.rules, load(twin.rules.game, twin.rules.options | {"rule8": "exact"})]
    return list(map(Solution, rules, databases)), lambda which, slot, move: databases[which].value(twin, slot, move)


def compared(tablebases: tuple[Tablebase, Tablebase]) -> Compared:
    """Compares the solutions of two databases."""
    first, second = (Solution(each.rules, each.database) for each in tablebases)
    return compare(first, second, 1, Silent())
