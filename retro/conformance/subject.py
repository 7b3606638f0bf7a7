"""The game under test: its functions, called so that whatever they do wrong becomes a `Failed` of one line.

Rows of moves and unmoves are written into arrays of objects as long as functions run as plain Python: so a float, a
number that does not fit into 64 bits or a cell that was never written is seen as what it is.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from retro.conformance.report import Failed
from retro.game import DRAW, LOSS, NONE, ONGOING, SLACK, WIN
from retro.game.rules import FUNCTIONS, TRIPLES, IndexedRules, Move, Rules
from retro.system.errors import described
from retro.system.progress import Progress

Item = TypeVar("Item")

END_OF_KEYS = 1 << 63
GUARD = 64
"""Rows behind the last that a function may write to."""
UNWRITTEN = -(1 << 63)
MOST_KEPT = 20_000
"""Positions whose moves, or whose canonical positions, are remembered."""
MOST_ELEMENTS = 8
"""Elements of a group under which one position is looked at."""
LONGEST_TEXT = 80
"""Characters of a position or move in a message."""


class Unmove(NamedTuple):
    """One row of unmoves."""

    predecessor: int
    code: int
    undo: int


class Subject:
    """A game and how far its examination has come.

    functions   what the plugin defines of `retro.game.rules.FUNCTIONS`: plain, compiled from `compile_to` on
    text_module the plugin's own text.py
    first       positions for what is slow, in random order; ``sample`` has them and many more
    failure     what ended the search for ``first``, if anything
    complete    whether ``sample`` holds every position that can be reached
    cycles      whether a random game came back to a position
    falling     whether every move of the sample lowers the tier
    checked, remark   of the rule that runs
    """

    def __init__(self, rules: Rules, seconds: float, progress: Progress) -> None:
        self.rules, self.seconds, self.progress = rules, seconds, progress
        self.plain: dict[str, Callable[..., Any]] = {
            name: rules.functions[name] for name in FUNCTIONS if rules.defines(name)
        }
        self.functions = dict(self.plain)
        self.text_module: ModuleType = sys.modules[rules.module.__name__.rpartition(".")[0] + ".text"]
        self.compiled = False
        self.first: list[int] = []
        self.sample: list[int] = []
        self.failure: Failed | None = None
        self.complete = self.cycles = self.falling = False
        self.checked, self.remark, self._rule = 0, "", ""
        others = range(1, rules.group)
        self._elements = cycle(random.Random(0).sample(others, len(others)))
        self._moves: dict[int, list[Move]] = {}
        self._canonical: dict[int, int] = {}

    @property
    def indexed(self) -> IndexedRules:
        """The rules of a game that brings its own index, where this is known."""
        assert isinstance(self.rules, IndexedRules)
        return self.rules

    def elements(self) -> list[int]:
        """Group elements but the identity, or the next MOST_ELEMENTS of a large group, each as often as the others."""
        return list(islice(self._elements, min(self.rules.group - 1, MOST_ELEMENTS)))

    def begin(self, rule: str) -> None:
        """A rule begins."""
        self._rule, self.checked, self.remark = rule, 0, ""

    def each(self, items: Sequence[Item], share: float = 1.0) -> Iterator[Item]:
        """The items until time is up (a ``share`` of the seconds of a rule); counts them as checked."""
        self.progress.phase(self._rule, len(items), None)
        stop = time.monotonic() + share * self.seconds
        for item in items:
            yield item
            self.checked += 1
            self.progress.advance(1, 0)
            if time.monotonic() > stop:
                return

    def compile_to(self, compiled: dict[str, Callable[..., Any]]) -> None:
        """Call these from now on."""
        self.functions, self.compiled = compiled, True
        self._moves.clear()
        self._canonical.clear()

    # Calls: what a function returns, or `Failed`.

    def call(self, name: str, *arguments: Any) -> Any:
        """What a function returns, as it is."""
        try:
            return self.functions[name](*arguments)
        except MemoryError:
            raise
        except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
            raised = described(error)
            if isinstance(error, OverflowError):
                raised += " (key overflow: keys are below 2**63)"
            where = f"slot {arguments[0]}" if name == "unrank" else self.place(arguments[0])
            if name == "image_code":
                where = f"code {arguments[0]}"
            raise Failed(f"{where}: {name} of plugin {self.rules.game.name} raised {raised}") from error

    def number(self, name: str, *arguments: int) -> int:
        """A whole number that a function returns."""
        value = self.call(name, *arguments)
        found = whole(value)
        if found is None:
            given = ", ".join("out" if isinstance(each, np.ndarray) else str(each) for each in arguments)
            advice = "; some path ends without return" if value is None else ""
            wrong = f"{name}({given}) returned {kind(value)}, not a whole number{advice}"
            raise Failed(f"{self.place(arguments[0])}: {wrong}")
        return found

    def key(self, name: str, *arguments: int) -> int:
        """A key that a function returns."""
        found = self.number(name, *arguments)
        if not 0 <= found < END_OF_KEYS:
            raise Failed(f"{self.place(arguments[0])}: {name} returned {found}, {no_key(found)}")
        return found

    def moves(self, key: int) -> list[Move]:
        """A position's moves by code, every one of them as the contract wants it."""
        if key not in self._moves:
            if len(self._moves) >= MOST_KEPT:
                self._moves.clear()
            self._moves[key] = self._read_moves(key)
        return self._moves[key]

    def count(self, key: int) -> int:
        """How many moves `moves` says that a position has; nothing else is looked at."""
        out = np.empty((self.rules.max_moves + SLACK + GUARD, 3), np.int64 if self.compiled else object)
        return self.number("moves", key, out)  # type: ignore[arg-type]

    def _read_moves(self, key: int) -> list[Move]:
        found: dict[int, Move] = {}
        for successor, code, outcome in self.rows("moves", key):
            move = Move(code, outcome, successor)
            if not 0 <= code < self.rules.codes:
                raise Failed(f"{self.place(key)}: moves gave a code of {code}; codes lie in 0..{self.rules.codes - 1}")
            if code in found:
                raise Failed(f"{self.place(key, code)}: code clash: two moves of the position have code {code}")
            unfit = self._unfit(outcome)
            if unfit:
                raise Failed(f"{self.place(key, code)}: outcome {outcome} is none; {unfit}")
            if outcome == ONGOING and not 0 <= successor < END_OF_KEYS:
                raise Failed(f"{self.place(key, code)}: the successor {successor} is {no_key(successor)}")
            found[code] = move
        return sorted(found.values())

    def unmoves(self, key: int) -> list[Unmove]:
        """A position's unmoves; only that predecessors are keys is certain."""
        found = [Unmove(*row) for row in self.rows("unmoves", key)]
        for each in found:
            if not 0 <= each.predecessor < END_OF_KEYS:
                raise Failed(f"{self.place(key)}: unmoves gave the predecessor {no_key(each.predecessor)}")
        return found

    def rows(self, name: str, key: int) -> list[list[int]]:
        """What `moves` or `unmoves` writes."""
        return self._rows(name, key)[0]

    def urgent(self, key: int) -> tuple[list[Move], int, int]:
        """What `urgent` writes and returns; only that all are numbers is certain."""
        rows, (_, others, codes) = self._rows("urgent", key)
        return [Move(code, outcome, successor) for successor, code, outcome in rows], others, codes

    def _rows(self, name: str, key: int) -> tuple[list[list[int]], tuple[int, ...]]:
        """What a function writes, and what it returns."""
        most = self.rules.max_unmoves if name == "unmoves" else self.rules.max_moves
        columns = Unmove._fields if name == "unmoves" else ("successor", "code", "outcome")
        out = np.full((most + SLACK + GUARD, 3), UNWRITTEN, np.int64 if self.compiled else object)
        limit = "MAX_UNMOVES" if name == "unmoves" else "MAX_MOVES"
        answer = self._triple(name, key, out) if name in TRIPLES else (self.number(name, key, out),)  # type: ignore[arg-type]
        count = answer[0]
        if not 0 <= count <= most:
            raise Failed(f"{self.place(key)}: {name} returned {count}, but {limit} is {most}")
        if (out[most + SLACK :] != UNWRITTEN).any():
            raise Failed(f"{self.place(key)}: {name} wrote to rows beyond {limit} + SLACK = {most + SLACK}")
        table = out[:count].tolist()
        if self.compiled and not (out[:count] == UNWRITTEN).any():
            return table, answer
        for row, values in enumerate(table):
            for column, value in enumerate(values):
                found = whole(value)
                if found == UNWRITTEN:
                    raise Failed(f"{self.place(key)}: {name} returned {count}, but no {columns[column]} in row {row}")
                if found is None:
                    wrong = f"{name} wrote {kind(value)} as {columns[column]} in row {row}"
                    raise Failed(f"{self.place(key)}: {wrong}, not a whole number")
                values[column] = found
        return table, answer

    def _triple(self, name: str, key: int, *more: Any) -> tuple[int, ...]:
        """Three whole numbers that a function returns."""
        answer = self.call(name, key, *more)
        numbers = tuple(whole(value) for value in answer) if isinstance(answer, tuple) else ()
        if len(numbers) != 3 or None in numbers:
            raise Failed(f"{self.place(key)}: {name} returned {kind(answer)}, not {TRIPLES[name]}")
        return numbers  # type: ignore[return-value]

    def canonical(self, key: int) -> int:
        """The least image of a position: the same for all of its class."""
        if self.rules.group == 1:
            return key
        if key not in self._canonical:
            if len(self._canonical) >= MOST_KEPT:
                self._canonical.clear()
            self._canonical[key] = min([key, *(self.key("image", key, g) for g in range(1, self.rules.group))])
        return self._canonical[key]

    def rank(self, key: int) -> tuple[int, int, bool]:
        """What `rank` says of a position, in range."""
        index, g, fixed = self._triple("rank", key)
        slots = self.indexed.slots
        if not 0 <= index < slots:
            raise Failed(f"{self.place(key)}: rank is out of range: {index}, but slots are 0..{slots - 1}")
        if not 0 <= g < self.rules.group:
            raise Failed(f"{self.place(key)}: rank named group element {g}; GROUP is {self.rules.group}")
        return index, g, bool(fixed)

    def held(self, key: int) -> tuple[int, int, bool]:
        """A position's rank, which leads to a slot that holds the position's class."""
        index, g, fixed = self.rank(key)
        held = self.number("unrank", index)
        image = self.key("image", key, g) if self.rules.group > 1 else key
        if held != image:
            what = f"the image under element {g} is {image}, but slot {index} holds {held}"
            if self.rules.group == 1:
                what = f"slot {index} holds {held}"
            raise Failed(f"{self.place(key)}: rank is no bijection: rank returned slot {index}, and {what}")
        return index, g, fixed

    # Words.

    def _unfit(self, outcome: int) -> str:
        """What an outcome is that this is none of; empty if a move may have it."""
        if self.rules.scores:
            fit, words = outcome == ONGOING or LOSS < outcome < 1 << 15, "values are scores: ONGOING or score(points)"
        else:
            fit, words = outcome in (ONGOING, WIN, LOSS, DRAW), "it is ONGOING, WIN, LOSS or DRAW"
        return "" if fit else words

    def place(self, key: int, code: int = NONE) -> str:
        """A position and perhaps a move for a message, as text (if that works) and as numbers."""
        text = self.rules.text
        where = f"position {_shown(lambda: text.format(key), key)}(key {key})"
        if code == NONE:
            return where
        return f"{where}, move {_shown(lambda: text.format_move(key, code), code)}(code {code})"


def whole(value: Any) -> int | None:
    """A whole number of any kind as an int; None if it is none."""
    return int(value) if isinstance(value, int | np.integer | np.bool_) else None


def kind(value: Any) -> str:
    """A wrong value for a message."""
    return f"the {type(value).__name__} {' '.join(repr(value).split())[:40]}"


def no_key(number: int) -> str:
    """Why a number is no key."""
    return "negative, no key" if number < 0 else "no key (key overflow: keys are below 2**63)"


def _shown(write: Callable[[], str], number: int) -> str:
    try:
        text = " ".join(str(write()).split())
    except Exception:  # the rule `text` reports it
        return ""
    if not text or text == str(number):
        return ""
    return f"{text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + '...'} "
