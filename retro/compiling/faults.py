"""Error messages for what goes wrong in compiled code of a game: what `retro.compiling.guards` noted, or an exception.

A message is one line that names the function, its position and, if one of the positions of the kernel's task leads
there, the move.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any

import numpy as np

from retro.compiling.instructions import Noted
from retro.game import SLACK
from retro.game.rules import IndexedRules, Move, Rules
from retro.system.errors import GameError, RetroError, described

NAMES = ("moves", "unmoves", "rank", "unrank", "undo", "image", "image_code", "tier", "no_moves", "endless")
"""Functions that are guarded. A note has an index into them, the function's first argument, and what it returned."""
MOVES, UNMOVES, RANK, UNRANK, UNDO, IMAGE, IMAGE_CODE, TIER, NO_MOVES, ENDLESS = range(len(NAMES))

COMPILED_RAISES = (ArithmeticError, LookupError, RuntimeError, ValueError)
"""The exceptions of compiled code of a game; in plain Python it may raise any."""


def watched(
    rules: Rules,
    kernel: Any,
    compiled: Callable[[], Mapping[str, Any]],
    explanation: Callable[[Rules, Exception], GameError | None],
) -> Callable[..., Any]:
    """Returns ``kernel`` for calls from Python: it raises GameError if this call noted a fault or raised an error, or
    if the kernel cannot be compiled.

    ``compiled`` returns, by name, the functions that the kernel calls in their form for calls from Python;
    ``explanation`` returns the error for one that is the compiler's. A kernel in plain Python ends with its first
    fault. A call of a compiled one runs in one thread, so a note of this thread is one of this call.
    """
    faults: tuple[type[Exception], ...] = (Exception,)
    taken: Callable[[], tuple[int, ...] | None] = _no_note
    if hasattr(kernel, "py_func"):
        from retro.compiling.shared_words import taken_note

        faults, taken = COMPILED_RAISES, taken_note

    @wraps(kernel)
    def run(*arguments: Any) -> Any:
        try:
            taken()  # one that was taken outside of such a call
            with np.errstate(over="ignore"):  # in plain Python numbers wrap around as those of compiled code do
                result = kernel(*arguments)
            if note := taken():
                raise Noted(*note)
            return result
        except Noted as noted:
            which, argument, given = noted.args
            raise _noted(rules, _positions(rules, kernel, arguments), NAMES[which], argument, given) from None
        except (RetroError, MemoryError):
            raise
        except Exception as error:
            explained = explanation(rules, error)
            if explained is None and not isinstance(error, faults):
                raise
            raise explained or _raised(rules, _positions(rules, kernel, arguments), compiled(), error) from error

    return run


def _no_note() -> None:
    """Takes no note: plain Python has none."""


def _positions(rules: Rules, kernel: Any, arguments: tuple[Any, ...]) -> Iterator[int]:
    """Yields the positions of a kernel's task, as the names of its parameters say.

    They are ``keys``; or those of slots ``start`` to ``stop`` - 1, or of the slots at these indices of ``listed``; or
    those of the records of the first array, which begins with record ``base`` of the tier above ``below``.
    """
    given = inspect.signature(getattr(kernel, "py_func", kernel)).bind(*arguments).arguments
    if "base" in given:
        first = given["base"] + (given["below"].first if "below" in given else 0)
        given |= {"start": first, "stop": first + len(next(iter(given.values())))}
    if "keys" in given:
        yield from given["keys"].tolist()
    elif "start" in given and "stop" in given:
        slots: Iterable[int] = range(given["start"], given["stop"])
        if len(given.get("listed", ())):
            slots = given["listed"][given["start"] : given["stop"]].tolist()
        assert isinstance(rules, IndexedRules)
        yield from (key for key in map(rules.unrank, slots) if key >= 0)


def _noted(rules: Rules, positions: Iterator[int], name: str, argument: int, given: int) -> GameError:
    """Returns the error for a note, with the move that led to the position.

    It calls the function once more in plain Python, whose checks may raise a more precise error.
    """
    if name in ("moves", "unmoves", "tier", "no_moves", "endless"):
        getattr(rules, name)(argument)
    slots = rules.slots if isinstance(rules, IndexedRules) else 0
    problems = {
        "rank": f"returned the slot {given}, not 0 to {slots - 1}, or no group element",
        "unrank": f"returned {given}, neither a key nor -1",
        "undo": f"returned {given}, neither a code from 0 to {rules.codes - 1} nor NONE",
        "image": f"returned {given}, which is no key",
        "image_code": f"returned {given}, not a code from 0 to {rules.codes - 1}",
    }
    what = problems.get(name, f"returned {given} compiled, but not in plain Python")
    if name == "rank" and rules.enumerated:
        name, what = "moves", "leads to a position that is not among those found from the start"
    came = _origin(rules, positions, argument) if name not in ("unrank", "image_code") else ""
    return rules.wrong(name, what + came, argument)


def _origin(rules: Rules, positions: Iterator[int], key: int) -> str:
    """Returns the move from one of ``positions`` to a position, or back to it, in words; empty if there is none."""
    for before in positions:
        for move in rules.moves(before):
            if move.goes_on and move.successor == key:
                return f" after the move {rules.text.format_move(before, move.code)} in {rules.text.format(before)}"
        if rules.defines("unmoves"):
            for predecessor, code, _ in rules.unmoves(before):
                if predecessor == key:
                    return f" of a predecessor of {rules.text.format(before)}, by the move of code {code}"
    return ""


def _raised(rules: Rules, positions: Iterator[int], compiled: Mapping[str, Any], error: Exception) -> GameError:
    """Returns the error for an exception: it names the function that raises it for one of ``positions``."""
    said = f"raised {described(error)}"
    for key in positions:
        for name, arguments in _calls(rules, key, compiled):
            try:
                if name in compiled:
                    compiled[name](*arguments)
            except type(error):
                function = getattr(compiled[name], "py_func", compiled[name])
                called = f"heuristic {function.__name__}" if name == "rating" else name
                return rules.wrong(called, said, int(arguments[0]))
    return GameError(f"plugin {rules.game.name}: something in its rules {said}; see retro check {rules.game.name}")


def _calls(rules: Rules, key: int, compiled: Mapping[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yields name and arguments of the calls that kernels make for a position.

    The caller makes each call before it resumes: the next ones depend on the rows.
    """
    out = np.empty((rules.max_moves + SLACK, 3), np.int64)
    yield from ((name, (key,)) for name in ("wins", "tier", "first_to_move"))
    yield "moves", (key, out)
    moves = [Move(code, outcome, after) for after, code, outcome in out[: compiled["moves"](key, out)].tolist()]
    if not moves:
        yield "no_moves", (key,)
    for move in moves:
        if move.goes_on:
            yield from ((name, (move.successor,)) for name in ("rank", "wins", "tier"))
            yield "undo", (key, move.code, move.successor)
        yield "restorable", (key, move.code)
        yield "tags", (key, move.code, move.successor, move.outcome)
        yield "rating", (key, move.code, move.successor)
    for g in range(1, rules.group):
        yield "image", (key, g)
        yield from (("image_code", (move.code, g)) for move in moves)
    if rules.defines("unmoves"):
        edges = np.empty((rules.max_unmoves + SLACK, 3), np.int64)
        yield "unmoves", (key, edges)
        for predecessor, _, _ in edges[: compiled["unmoves"](key, edges)].tolist():
            yield "rank", (predecessor,)
