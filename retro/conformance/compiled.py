"""The rule `compiled`: every function compiles, without floats, and returns what it returns as plain Python.

Where numbers leave signed 64 bits, plain Python and compiled code part; this rule reports it even where both
ways give the same by luck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retro.compiling.compile import compiled_function, returned
from retro.compiling.compile_errors import gist, unfit
from retro.conformance import sample
from retro.conformance.overflow import Overflow, watched
from retro.conformance.report import Failed
from retro.conformance.subject import Subject, kind, whole
from retro.game import ONGOING, WIN


def check(subject: Subject) -> None:
    """Compile every function, look at its types, compare it with plain Python on the first sample, and switch to it."""
    sample.take_first(subject)
    compiled = compile_all(subject)
    known: dict[Any, Any] = {}
    subject.functions = {name: watched(function, known) for name, function in subject.plain.items()}
    compared: set[tuple[str, tuple[int, ...]]] = set()
    for key in subject.each(subject.first):
        for name in subject.plain:
            for given in arguments(subject, name, key):
                if (name, given) not in compared:
                    compared.add((name, given))
                    _compare(subject, compiled, name, given)
    subject.compile_to(compiled)


def compile_all(subject: Subject) -> dict[str, Any]:
    """All functions compiled for 64-bit integers; `Failed` names the one that cannot be, or that makes floats."""
    compiled: dict[str, Any] = {}
    subject.progress.phase("compiling", len(subject.plain), None)
    for name, function in subject.plain.items():
        try:
            compiled[name] = compiled_function(name, function)
        except Exception as error:  # numba raises whatever it stumbles over
            raise Failed(f"{name} in rules.py does not compile: {gist(error)}") from error
        subject.progress.advance(1, 0)
    for name, dispatcher in compiled.items():
        _no_floats(name, dispatcher)
        problem = unfit(name, returned(name, dispatcher))
        if problem:
            raise Failed(f"{name} in rules.py {problem}")
    return compiled


def _no_floats(name: str, dispatcher: Any) -> None:
    from retro.compiling.kernel_cache import floats  # imports the compiler, which needs room

    for function, annotation, variable, type_ in floats(dispatcher):
        called = function.__name__
        through = "" if called == name else f", called by {name},"
        what = f"{called} in rules.py{through} computes with floats ({type_} {_line(annotation, variable)})"
        raise Failed(f"{what}; integers divide with //")


def _line(annotation: Any, variable: str) -> str:
    """Where a variable of a compiled function gets its value."""
    for block in annotation.blocks.values():
        for statement in block.body:
            if getattr(getattr(statement, "target", None), "name", None) == variable:
                return f"in line {statement.loc.line}"
    return f"as {variable}"


def arguments(subject: Subject, name: str, key: int) -> list[tuple[int, ...]]:
    """Calls of a function that a position gives rise to; none where plain Python fails, which other rules tell."""
    group = [0, *subject.elements()]
    try:
        moves = subject.moves(key)
        if name == "unrank":
            return [(int(subject.call("rank", key)[0]),)]
    except (Failed, TypeError, IndexError):
        return []
    if name == "no_moves":
        return [] if moves else [(key,)]
    if name == "urgent":
        return [] if any(move.outcome == WIN for move in moves) else [(key,)]
    if name == "image":
        return [(key, g) for g in group]
    if name == "image_code":
        return [(move.code, g) for move in moves for g in group]
    if name == "restorable":
        return [(key, move.code) for move in moves]
    if name == "undo":
        return [(key, move.code, move.successor) for move in moves if move.outcome == ONGOING]
    return [(key,)]


def _compare(subject: Subject, compiled: dict[str, Callable[..., Any]], name: str, given: tuple[int, ...]) -> None:
    call = f"{name}({', '.join(map(str, given))})"
    where = subject.place(given[0]) if name not in ("image_code", "unrank") else name
    try:
        expected = _answer(subject, name, given)
    except Failed as failure:
        if isinstance(failure.__cause__, Overflow):
            raise Failed(f"{where}: {call}: in {failure.__cause__}") from failure
        return
    plain = subject.functions
    subject.functions, subject.compiled = compiled, True
    try:
        found = _answer(subject, name, given)
    finally:
        subject.functions, subject.compiled = plain, False
    if found != expected:
        raise Failed(f"{where}: {call} is {_short(found)} compiled and {_short(expected)} as plain Python")


def _answer(subject: Subject, name: str, arguments: tuple[int, ...]) -> Any:
    if name in ("moves", "unmoves"):
        return subject.rows(name, arguments[0])
    if name == "urgent":
        return subject.urgent(arguments[0])
    answer = subject.call(name, *arguments)
    values = answer if isinstance(answer, tuple) else (answer,)
    return tuple(whole(value) if whole(value) is not None else kind(value) for value in values)


def _short(answer: Any) -> str:
    text = str(answer[0] if isinstance(answer, tuple) and len(answer) == 1 else answer)
    return text if len(text) <= 60 else text[:57] + "..."
