"""What went wrong in compiled code of a game: noted there by `retro.compiling.guards`, or raised; told here, in one
line.

The line names the function, its position and, where that can be found among the positions that the kernel was to look
at, the move that leads there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

import numpy as np

from retro.game import ONGOING, SLACK, WIN
from retro.game.rules import IndexedRules, Move, Rules
from retro.system.errors import GameError, described

NAMES = ("moves", "unmoves", "rank", "unrank", "undo", "image", "image_code", "tier", "no_moves", "urgent")
"""Functions that are guarded; a note has the place here, the function's first argument, and what it gave."""
MOVES, UNMOVES, RANK, UNRANK, UNDO, IMAGE, IMAGE_CODE, TIER, NO_MOVES, URGENT = range(len(NAMES))


class Faults:
    """Of a game with its options chosen: `note` is for compiled code, `watched` for who calls it."""

    _known: ClassVar[dict[str, Faults]] = {}

    def __init__(self, cell: str) -> None:
        self._cell = cell

        def note(which: int, argument: int, given: int) -> None:
            """In plain Python functions are looked at otherwise."""

        vars(note)["compiled"] = self._note_taker
        self.note = note

    @classmethod
    def of(cls, rules: Rules) -> Faults:
        """Those of a game with these options; the same ones for all of its kernels."""
        cell = f"retro_faults_{rules.digest[:16]}"
        return cls._known.setdefault(cell, cls(cell))

    def forget(self) -> None:
        """Threads that ended late may have left a note of which nobody was told."""
        from retro.compiling import shared_words

        words = shared_words.words(self._cell)
        words[4] = words[0] = 0

    def _note_taker(self) -> Any:
        from retro.compiling import shared_words

        return shared_words.note_taker(self._cell)

    def watched(self, rules: Rules, kernel: Any, compiled: Callable[[], Mapping[str, Any]]) -> Callable[..., Any]:
        """``kernel``, for calls from Python: GameError if something was noted or an array's end was passed meanwhile.

        ``compiled`` makes the functions that it calls, for calls from Python, by name.
        """
        from retro.compiling import shared_words

        words = shared_words.words(self._cell)

        def run(*arguments: Any) -> Any:
            try:
                found = kernel(*arguments)
            except (ArithmeticError, LookupError, RuntimeError, ValueError) as error:
                at = _positions(rules, kernel, arguments)
                raise _raised(rules, at, compiled(), error) from error
            if words[4]:
                which, argument, given = words[1], words[2], words[3]
                words[4] = words[0] = 0
                raise _noted(rules, _positions(rules, kernel, arguments), NAMES[which], argument, given)
            return found

        return run


def _positions(rules: Rules, kernel: Any, arguments: tuple[Any, ...]) -> Iterator[int]:
    """What a kernel was to look at.

    ``keys``, slots ``start`` to ``stop`` - 1 (places among those ``listed``), or those of the first array, which begins
    with that of slot ``base``.
    """
    given = inspect.signature(kernel.py_func).bind(*arguments).arguments
    if "base" in given:
        given |= {"start": given["base"], "stop": given["base"] + len(next(iter(given.values())))}
    if "keys" in given:
        yield from given["keys"].tolist()
    elif "start" in given and "stop" in given:
        slots: Iterable[int] = range(given["start"], given["stop"])
        if len(given.get("listed", ())):
            slots = given["listed"][given["start"] : given["stop"]].tolist()
        assert isinstance(rules, IndexedRules)
        yield from (key for key in map(rules.unrank, slots) if key >= 0)


def _noted(rules: Rules, positions: Iterator[int], name: str, argument: int, given: int) -> GameError:
    """The error for a note: plain Python is asked again, which says more, and where the position came from."""
    if name in ("moves", "unmoves", "tier", "no_moves"):
        getattr(rules, name)(argument)
    slots = rules.slots if isinstance(rules, IndexedRules) else 0
    said = {
        "rank": f"returned the slot {given}, not 0 to {slots - 1}, or no group element",
        "unrank": f"returned {given}, neither a key nor -1",
        "undo": f"returned {given}, neither a code from 0 to {rules.codes - 1} nor NONE",
        "image": f"returned {given}, which is no key",
        "urgent": f"returned {given} rows; these, or the other numbers, cannot be",
        "image_code": f"returned {given}, not a code from 0 to {rules.codes - 1}",
    }
    what = said.get(name, f"gave {given}, compiled, which is not what it gives in Python")
    if name == "rank" and rules.enumerated:
        name, what = "moves", "leads to a position that is not among those found from the start"
    came = _origin(rules, positions, argument) if name not in ("unrank", "image_code") else ""
    return rules.wrong(name, what + came, argument)


def _origin(rules: Rules, positions: Iterator[int], key: int) -> str:
    """The move that leads to a position, or from it, from one of ``positions``; empty if there is none."""
    for before in positions:
        for move in rules.moves(before):
            if move.outcome == ONGOING and move.successor == key:
                return f" after the move {rules.text.format_move(before, move.code)} in {rules.text.format(before)}"
        if rules.defines("unmoves"):
            for predecessor, code, _ in rules.unmoves(before):
                if predecessor == key:
                    return f" of a predecessor of {rules.text.format(before)}, by the move of code {code}"
    return ""


def _raised(rules: Rules, positions: Iterator[int], compiled: Mapping[str, Any], error: Exception) -> GameError:
    """The error for an exception: the function that raises it, called with one of ``positions`` after the other."""
    said = f"raised {described(error)}"
    for key in positions:
        for name, arguments in _calls(rules, key, compiled):
            try:
                if name in compiled:
                    compiled[name](*arguments)
            except type(error):
                called = f"heuristic {compiled[name].py_func.__name__}" if name == "rating" else name
                return rules.wrong(called, said, int(arguments[0]))
    return GameError(f"plugin {rules.game.name}: something in its rules {said}; see retro check {rules.game.name}")


def _calls(rules: Rules, key: int, compiled: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Calls that a position gives rise to, where there are such functions; each is made before the next is known."""
    out = np.empty((rules.max_moves + SLACK, 3), np.int64)
    yield from ((name, (key,)) for name in ("wins", "tier", "first_to_move"))
    yield "moves", (key, out)
    moves = [Move(code, outcome, after) for after, code, outcome in out[: compiled["moves"](key, out)].tolist()]
    if not moves:
        yield "no_moves", (key,)
    if all(move.outcome != WIN for move in moves):
        yield "urgent", (key, out)
    for move in moves:
        if move.outcome == ONGOING:
            yield from ((name, (move.successor,)) for name in ("rank", "wins", "tier"))
            yield "undo", (key, move.code, move.successor)
        yield "restorable", (key, move.code)
        yield "tags", (key, move.code, move.successor, move.outcome)
        yield "rating", (key, move.code, move.successor)
    for g in range(1, rules.group):
        yield "image", (key, g)
        yield from (("image_code", (move.code, g)) for move in moves)
    if rules.defines("unmoves"):
        room = np.empty((rules.max_unmoves + SLACK, 3), np.int64)
        yield "unmoves", (key, room)
        for predecessor, _, _ in room[: compiled["unmoves"](key, room)].tolist():
            yield "rank", (predecessor,)
