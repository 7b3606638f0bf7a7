"""The rule `compiled`: every function compiles, without floats, and returns what it returns as plain Python.

Where numbers leave signed 64 bits, plain Python and compiled code differ; this rule reports it even where both give the
same result by luck.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from retro.compiling.compile import compiled_function, returned
from retro.compiling.compile_errors import gist, unfit
from retro.conformance import sample
from retro.conformance.overflow import Overflow, watched
from retro.conformance.report import Failed, TimeOver
from retro.conformance.subject import Subject, shown, whole


def check(subject: Subject) -> None:
    """Compile every function, check its types, compare it with plain Python on the first sample, and switch to it.

    The functions of a small game are not compiled: they are only checked for numbers beyond 64 bits.
    """
    sample.take_first(subject)
    compiled = {} if subject.rules.plain else _compiled(subject)
    copies: dict[Any, Any] = {}
    subject.functions = {name: watched(function, copies) for name, function in subject.plain.items()}
    compared: set[tuple[str, tuple[int, ...]]] = set()
    with suppress(TimeOver):
        for key in subject.each(subject.first):
            for name in subject.plain:
                for given in subject.within(arguments(subject, name, key), f"calls of {name}"):
                    if (name, given) not in compared:
                        compared.add((name, given))
                        _compare(subject, compiled, name, given)
    if compiled:
        subject.use_compiled(compiled)
    else:
        subject.functions = dict(subject.plain)


def _compiled(subject: Subject) -> dict[str, Any]:
    """Returns all functions compiled for 64-bit integers; `Failed` names one that does not compile or makes floats."""
    compiled: dict[str, Any] = {}
    subject.progress.phase("compiling", len(subject.plain), None)
    for name, function in subject.plain.items():
        try:
            compiled[name] = compiled_function(name, function)
        except Exception as error:  # numba raises many types
            raise Failed(f"{name} in rules.py does not compile: {gist(error)}") from error
        subject.progress.advance(1, 0)
    for name, dispatcher in compiled.items():
        _check_floats(name, dispatcher)
        problem = unfit(name, returned(name, dispatcher))
        if problem:
            raise Failed(f"{name} in rules.py {problem}")
    return compiled


def _check_floats(name: str, dispatcher: Any) -> None:
    from retro.compiling.kernel_cache import floats  # imports the compiler, which takes memory

    for function, annotation, variable, type_ in floats(dispatcher):
        called = function.__name__
        through = "" if called == name else f", called by {name},"
        what = f"{called} in rules.py{through} computes with floats ({type_} {_line(annotation, variable)})"
        raise Failed(f"{what}; integers divide with //")


def _line(annotation: Any, variable: str) -> str:
    """Returns the line in which a variable of a compiled function gets its value."""
    for block in annotation.blocks.values():
        for statement in block.body:
            if getattr(getattr(statement, "target", None), "name", None) == variable:
                return f"in line {statement.loc.line}"
    return f"as {variable}"


def arguments(subject: Subject, name: str, key: int) -> list[tuple[int, ...]]:
    """Returns the arguments with which a function is called for a position.

    Returns none where plain Python fails, which other rules report.
    """
    group = [0, *subject.elements()]
    try:
        moves = subject.moves(key)
        if name == "unrank":
            return [(int(subject.call("rank", key)[0]),)]
    except (Failed, TypeError, IndexError):
        return []
    if name == "no_moves":
        return [] if moves else [(key,)]
    if name == "image":
        return [(key, g) for g in group]
    if name == "image_code":
        return [(move.code, g) for move in moves for g in group]
    if name == "restorable":
        return [(key, move.code) for move in moves]
    if name == "undo":
        return [(key, move.code, move.successor) for move in moves if move.goes_on]
    return [(key,)]


def _compare(subject: Subject, compiled: dict[str, Callable[..., Any]], name: str, given: tuple[int, ...]) -> None:
    call = f"{name}({', '.join(map(str, given))})"
    where = subject.named(given[0]) if name not in ("image_code", "unrank") else name
    try:
        expected = _result(subject, name, given)
    except Failed as failure:
        if isinstance(failure.__cause__, Overflow):
            raise Failed(f"{where}: {call}: in {failure.__cause__}") from failure
        return
    if not compiled:
        return
    plain = subject.functions
    subject.functions, subject.compiled = compiled, True
    try:
        result = _result(subject, name, given)
    finally:
        subject.functions, subject.compiled = plain, False
    if result != expected:
        raise Failed(f"{where}: {call} is {_short(result)} compiled and {_short(expected)} as plain Python")


def _result(subject: Subject, name: str, arguments: tuple[int, ...]) -> Any:
    if name in ("moves", "unmoves"):
        return subject.rows(name, arguments[0])
    result = subject.call(name, *arguments)
    values = result if isinstance(result, tuple) else (result,)
    return tuple(whole(value) if whole(value) is not None else shown(value) for value in values)


def _short(result: Any) -> str:
    text = str(result[0] if isinstance(result, tuple) and len(result) == 1 else result)
    return text if len(text) <= 60 else text[:57] + "..."
