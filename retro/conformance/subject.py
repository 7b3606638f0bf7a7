"""The game under test: calls of its functions that turn every mistake into a `Failed` of one line.

Every call looks at the clock and raises `TimeOver` when the time of the rule is over, because one position may have
thousands of moves, and thousands of images.

As long as functions run as plain Python, they write moves and unmoves to arrays of objects. So floats, numbers beyond
64 bits and cells that were never written can be recognized.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import cycle, islice
from subprocess import Popen
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from retro.conformance.report import Failed, TimeOver
from retro.game import NONE, SLACK, WIN, goes_on
from retro.game.functions import DEFAULTS, FUNCTIONS
from retro.game.rules import IndexedRules, Move, Rules
from retro.system.errors import described
from retro.system.progress import Progress

Item = TypeVar("Item")

END_OF_KEYS = 1 << 63
GUARD_ROWS = 64
"""Rows after those that a function may write to; what it writes there is reported."""
UNWRITTEN = -(1 << 63)
CACHED_POSITIONS, CACHED_MOVES = 20_000, 1_000_000
"""Positions whose canonical positions are cached; the same for positions with their moves, of which there are fewer if
the positions may have more than CACHED_MOVES moves in all."""
LEAST_SHARE = 1 / 6
"""Share of the time left that a rule gets at least, because most rules end sooner."""
FIRST_SHARE = 0.2
"""Share of the time of all later rules that a rule may take for the first position, so that it checks at least one."""
MAX_SOLVED, MAX_SUBSET = 20_000, 2_000
"""The reference takes some seconds for as many positions as MAX_SOLVED."""
MAX_ELEMENTS = 8
"""Group elements that are tested on one position."""
LONGEST_TEXT = 80
"""Characters of a position or move in a message."""


class Unmove(NamedTuple):
    """A row of unmoves."""

    predecessor: int
    code: int
    undo: int


class Subject:
    """A game and the state of its examination.

    functions    the functions of `retro.game.functions` that the plugin defines: plain at first, compiled after
                 `use_compiled`
    text_module  the plugin's own text.py
    first        positions for slow checks, in random order; ``sample`` has them and many more
    failure      the failure that ended the search for ``first``, if any
    complete     whether ``sample`` holds every position that can be reached
    cycles       whether a random game came back to a position
    falling      whether every move of the sample lowers the tier
    seconds      the seconds of the current rule
    checked      number of items that the current rule has tested
    unfinished   where the time of the current rule, or of parts of it, was over, in words
    others       processes that load the same game
    max_solved   the largest game that is solved, with images counted one by one
    max_subset   positions of a subset that is solved instead of a larger one, with images counted one by one
    """

    def __init__(
        self, rules: Rules, seconds: float, progress: Progress, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """All rules together take ``seconds`` by ``clock``."""
        self.rules, self.seconds, self.progress, self.clock = rules, seconds, progress, clock
        self.plain: dict[str, Callable[..., Any]] = {
            name: rules.functions[name] for name in FUNCTIONS if rules.defines(name)
        }
        self.functions = dict(self.plain)
        self.text_module: ModuleType = sys.modules[rules.module.__name__.rpartition(".")[0] + ".text"]
        self.compiled = False
        self.others: list[Popen[str]] = []
        self.max_solved, self.max_subset = MAX_SOLVED, MAX_SUBSET
        self.first: list[int] = []
        self.sample: list[int] = []
        self.failure: Failed | None = None
        self.complete = self.cycles = self.falling = False
        self.checked, self.unfinished, self._rule = 0, list[str](), ""
        self._end = self._rule_end = self._stop = clock() + seconds
        self._done, self._inside = "", ""
        others = range(1, rules.group)
        self._elements = cycle(random.Random(0).sample(others, len(others)))
        self._moves = lru_cache(min(CACHED_POSITIONS, 1 + CACHED_MOVES // max(1, rules.max_moves)))(self._read_moves)
        self._canonical = lru_cache(CACHED_POSITIONS)(self._lowest_image)

    @property
    def indexed(self) -> IndexedRules:
        """The rules, for callers that know that the game has its own index."""
        assert isinstance(self.rules, IndexedRules)
        return self.rules

    def elements(self) -> list[int]:
        """Group elements except the identity; of a large group MAX_ELEMENTS, others in each call."""
        return list(islice(self._elements, min(self.rules.group - 1, MAX_ELEMENTS)))

    def begin(self, rule: str, rules: int = 1) -> None:
        """Set the rule that is shown as progress, and count its checks from 0.

        It is the first of the last ``rules``: it gets its part of the time that is left, and LEAST_SHARE at least.
        """
        self._rule, self.checked, self.unfinished = rule, 0, []
        self.seconds = max(0.0, self._end - self.clock()) * max(LEAST_SHARE, 1 / rules)
        self._rule_end = self.clock() + self.seconds
        self.limit(1.0)

    def limit(self, share: float) -> None:
        """From now on, calls raise TimeOver after ``share`` of the rule's seconds, or when its time is over."""
        self._stop = min(self._rule_end, self.clock() + share * self.seconds)
        self._done = self._inside = ""

    def check_time(self) -> None:
        """Raises TimeOver if the time is over, and adds to ``unfinished`` where."""
        if self.clock() > self._stop:
            self._note_unfinished()
            raise TimeOver

    def _note_unfinished(self) -> None:
        where = " and ".join(part for part in (self._done, self._inside) if part)
        self.unfinished.append(f"time over after {where}" if where else "time over")

    def each(self, items: Sequence[Item], share: float = 1.0, noun: str = "positions") -> Iterator[Item]:
        """Yields items until ``share`` of a rule's seconds have passed; counts them as checked.

        During the last one, calls may raise TimeOver. The first one may take as much as FIRST_SHARE of the time that is
        left for all rules.
        """
        self.progress.phase(self._rule, len(items), None)
        self.limit(share)
        stop, now = self._stop, self.clock()
        self._stop = max(stop, now + FIRST_SHARE * (self._end - now))
        for done, item in enumerate(items):
            self._done, self._inside = f"{done:,} of {len(items):,} {noun}", ""
            if done and self.clock() > self._stop:
                self._note_unfinished()
                return
            yield item
            self._stop = stop
            self.checked += 1
            self.progress.advance(1, 0)

    @contextmanager
    def collecting(self, share: float) -> Iterator[None]:
        """A context that ends after ``share`` of a rule's seconds, for collecting what the rule checks later."""
        self.limit(share)
        try:
            yield
        except TimeOver:
            self.unfinished.pop()
        self.limit(1.0)

    def within(self, parts: Sequence[Item], noun: str = "moves") -> Iterator[Item]:
        """Yields parts of a position; raises TimeOver when the time is over."""
        for done, part in enumerate(parts):
            self._inside = f"{done:,} of {len(parts):,} {noun}" + (" of the next" if self._done else "")
            self.check_time()
            yield part
        self._inside = ""

    def use_compiled(self, compiled: dict[str, Callable[..., Any]]) -> None:
        """Call these compiled functions from now on."""
        self.functions, self.compiled = compiled, True
        self._moves.cache_clear()
        self._canonical.cache_clear()

    # Failures

    def failed(self, key: int, what: str, code: int = NONE) -> Failed:
        """Returns the failure ``what`` at a position and perhaps at one of its moves."""
        return Failed(f"{self.named(key, code)}: {what}")

    def named(self, key: int, code: int = NONE) -> str:
        """A position and perhaps a move for a message, as text (if text.py can write it) and as numbers."""
        text = self.rules.text
        where = f"position {_written(lambda: text.format(key), key)}(key {key})"
        if code == NONE:
            return where
        return f"{where}, move {_written(lambda: text.format_move(key, code), code)}(code {code})"

    def _failed_call(self, name: str, argument: int, what: str) -> Failed:
        """Returns the failure of a call whose first argument is a key, a slot or a code."""
        noun = {"unrank": "slot", "image_code": "code"}.get(name)
        return Failed(f"{noun} {argument}: {what}") if noun else self.failed(argument, what)

    # Calls: each returns what a function returns, or raises `Failed`.

    def call(self, name: str, *arguments: Any) -> Any:
        """What a function returns, unchecked. One that the plugin leaves out returns its default."""
        self.check_time()
        try:
            return (self.functions.get(name) or DEFAULTS[name])(*arguments)
        except MemoryError:
            raise
        except Exception as error:  # a plugin may raise anything
            overflow = " (key overflow: keys are below 2**63)" if isinstance(error, OverflowError) else ""
            what = f"{name} of plugin {self.rules.game.name} raised {described(error)}{overflow}"
            raise self._failed_call(name, arguments[0], what) from error

    def number(self, name: str, *arguments: Any) -> int:
        """The whole number that a function returns."""
        value = self.call(name, *arguments)
        number = whole(value)
        if number is None:
            given = ", ".join("out" if isinstance(each, np.ndarray) else str(each) for each in arguments)
            advice = "; some path ends without return" if value is None else ""
            what = f"{name}({given}) returned {shown(value)}, not a whole number{advice}"
            raise self._failed_call(name, arguments[0], what)
        return number

    def key(self, name: str, *arguments: int) -> int:
        """The key that a function returns."""
        key = self.number(name, *arguments)
        if not 0 <= key < END_OF_KEYS:
            raise self._failed_call(name, arguments[0], f"{name} returned {key}, {why_no_key(key)}")
        return key

    def moves(self, key: int) -> list[Move]:
        """The moves of a position by code; each keeps the contract."""
        return self._moves(key)

    def ongoing(self, key: int) -> list[Move]:
        """The moves of a position that do not end the game."""
        return [move for move in self.moves(key) if move.goes_on]

    def count(self, key: int) -> int:
        """The number of moves that `moves` returns; the moves are not checked."""
        return self.number("moves", key, self._rows("moves"))

    def _read_moves(self, key: int) -> list[Move]:
        by_code: dict[int, Move] = {}
        for successor, code, outcome in self.rows("moves", key):
            if not 0 <= code < self.rules.codes:
                raise self.failed(key, f"moves gave a code of {code}; codes lie in 0..{self.rules.codes - 1}")
            if code in by_code:
                raise self.failed(key, f"code clash: two moves of the position have code {code}", code)
            problem = self.rules.problem_of(outcome)
            if self.rules.scores and 0 < outcome <= WIN:
                problem = ", but values are scores: ONGOING or score(points)"
            if problem:
                raise self.failed(key, f"moves gave the outcome {outcome}{problem}", code)
            if goes_on(outcome) and not 0 <= successor < END_OF_KEYS:
                raise self.failed(key, f"the successor {successor} is {why_no_key(successor)}", code)
            by_code[code] = self.rules.move(key, successor, code, outcome)
        return sorted(by_code.values())

    def unmoves(self, key: int) -> list[Unmove]:
        """The unmoves of a position, of which only the predecessors are checked: they are keys."""
        unmoves = [Unmove(*row) for row in self.rows("unmoves", key)]
        for each in unmoves:
            if not 0 <= each.predecessor < END_OF_KEYS:
                raise self.failed(key, f"unmoves gave the predecessor {why_no_key(each.predecessor)}")
        return unmoves

    def rows(self, name: str, key: int) -> list[list[int]]:
        """The rows of whole numbers that `moves` or `unmoves` writes."""
        out = self._rows(name)
        limit, declared = len(out) - SLACK - GUARD_ROWS, "MAX_UNMOVES" if name == "unmoves" else "MAX_MOVES"
        count = self.number(name, key, out)
        if not 0 <= count <= limit:
            raise self.failed(key, f"{name} returned {count}, but {declared} is {limit}")
        if (out[limit + SLACK :] != UNWRITTEN).any():
            raise self.failed(key, f"{name} wrote to rows beyond {declared} + SLACK = {limit + SLACK}")
        rows: list[list[Any]] = out[:count].tolist()
        if self.compiled and not (out[:count] == UNWRITTEN).any():
            return rows
        columns = Unmove._fields if name == "unmoves" else ("successor", "code", "outcome")
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                row[column] = whole(value)
                if row[column] == UNWRITTEN:
                    raise self.failed(key, f"{name} returned {count}, but no {columns[column]} in row {number}")
                if row[column] is None:
                    what = f"{name} wrote {shown(value)} as {columns[column]} in row {number}"
                    raise self.failed(key, f"{what}, not a whole number")
        return rows

    def _rows(self, name: str) -> Any:
        """The array for the rows of a function."""
        limit = self.rules.max_unmoves if name == "unmoves" else self.rules.max_moves
        return np.full((limit + SLACK + GUARD_ROWS, 3), UNWRITTEN, np.int64 if self.compiled else object)

    def canonical(self, key: int) -> int:
        """The lowest image of a position, which is the same for all positions of its class."""
        return self._canonical(key)

    def _lowest_image(self, key: int) -> int:
        return min([key, *(self.key("image", key, g) for g in range(1, self.rules.group))])

    def rank(self, key: int) -> tuple[int, int, bool]:
        """What `rank` returns, within range: slot, group element, and whether some element fixes the position."""
        returned, slots = self.call("rank", key), self.indexed.slots
        numbers = [whole(value) for value in returned] if isinstance(returned, tuple) else []
        if len(numbers) != 3 or None in numbers:
            raise self.failed(key, f"rank returned {shown(returned)}, not (index, g, fixed)")
        index, g, fixed = map(int, returned)
        if not 0 <= index < slots:
            raise self.failed(key, f"rank is out of range: {index}, but slots are 0..{slots - 1}")
        if not 0 <= g < self.rules.group:
            raise self.failed(key, f"rank named group element {g}; GROUP is {self.rules.group}")
        return index, g, bool(fixed)

    def indexed_rank(self, key: int) -> tuple[int, int, bool]:
        """What `rank` returns, where the slot holds the position's class."""
        index, g, fixed = self.rank(key)
        held = self.number("unrank", index)
        image = self.key("image", key, g) if self.rules.group > 1 else key
        if held != image:
            what = f"slot {index} holds {held}"
            if self.rules.group > 1:
                what = f"the image under element {g} is {image}, but {what}"
            raise self.failed(key, f"rank is no bijection: rank returned slot {index}, and {what}")
        return index, g, fixed


def whole(value: Any) -> int | None:
    """A whole number of any type as an int; None for any other value."""
    return int(value) if isinstance(value, int | np.integer | np.bool_) else None


def shown(value: Any) -> str:
    """A wrong value for a message: its type and its first 40 characters."""
    return f"the {type(value).__name__} {' '.join(repr(value).split())[:40]}"


def why_no_key(number: int) -> str:
    """Why a number is no key."""
    return "negative, no key" if number < 0 else "no key (key overflow: keys are below 2**63)"


def _written(write: Callable[[], str], number: int) -> str:
    """The text that ``write`` returns and a blank; empty if it fails or writes only the number."""
    try:
        text = " ".join(str(write()).split())
    except Exception:  # the rule `text` reports it
        return ""
    if not text or text == str(number):
        return ""
    return f"{text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + '...'} "
