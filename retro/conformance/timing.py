"""How long each function takes, compiled: nanoseconds a call, and which one a solver spends most of its time in.

Calls are made in a loop of compiled code, through a pointer to the function, which adds some nanoseconds to each: from
Python a call takes longer than most functions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import parameters
from retro.conformance.compiled import arguments
from retro.conformance.report import Timing
from retro.conformance.subject import Subject
from retro.game import ONGOING, SLACK
from retro.game.rules import FUNCTIONS

POSITIONS, CALLS = 300, 3_000
"""From which arguments are taken, and how many sets of them at most."""
SECONDS, RUNS = 0.02, 3
"""That a run takes at least, and how many there are, of which the fastest counts."""


def timings(subject: Subject) -> list[Timing]:
    """Every function that could be called with the sample, in the order of the contract."""
    keys = subject.sample[:POSITIONS]
    moves = [subject.moves(key) for key in keys]
    made = sum(map(len, moves)) / max(1, len(keys))
    edges = sum(move.outcome == ONGOING for each in moves for move in each) / max(1, len(keys))
    subject.progress.phase("timing", len(subject.functions), None)
    found = []
    for name, function in subject.functions.items():
        given = list(islice((each for key in keys for each in arguments(subject, name, key)), CALLS))
        if given and _pointed(function, parameters(name)):
            taken = _nanoseconds(subject, name, function, np.array(given, np.int64))
            rows = made if name == "moves" else 0.0
            found.append(Timing(name, taken, taken / rows if rows else None, _calls(subject, name, edges, len(given))))
        subject.progress.advance(1, 0)
    return found


def _pointed(function: Any, taken: tuple[Any, ...]) -> bool:
    """Whether numba has pointers to such a function: it has none to one that returns known numbers in a tuple."""
    from numba import types

    returned = function.overloads[taken].signature.return_type
    widened = types.unliteral(returned)  # type: ignore[no-untyped-call]
    return isinstance(widened, types.Tuple) or not isinstance(returned, types.Tuple)


def _calls(subject: Subject, name: str, edges: float, given: int) -> float:
    """How often a solver calls a function for each position, about; ``edges`` moves of a position go on."""
    if name in ("rank", "wins", "undo", "image_code"):
        return edges
    if name == "image":  # an enumerated position is looked up by the least of its images
        return edges * (subject.rules.group - 1) if "rank" not in subject.functions else 0.0
    if name == "no_moves":
        return given / max(1, len(subject.sample[:POSITIONS]))
    return 1.0


def _nanoseconds(subject: Subject, name: str, function: Any, given: NDArray[np.int64]) -> float:
    from numba import types

    taken = parameters(name)
    body = _with_rows if "out" in FUNCTIONS[name] else _LOOPS[len(taken)]
    loop = _compiled(body, types.FunctionType(function.overloads[taken].signature))
    out = np.empty((max(subject.rules.max_moves, subject.rules.max_unmoves) + SLACK, 3), np.int64)

    def run(times: int) -> float:
        start = time.perf_counter()
        loop(function, given, out, times)
        return time.perf_counter() - start

    times = 1
    while (seconds := run(times)) < SECONDS:
        times = max(2 * times, int(times * SECONDS / max(seconds, 1e-6)))
    return min(seconds, *(run(times) for _ in range(RUNS - 1))) / times / len(given) * 1e9


@cache
def _compiled(body: Callable[..., None], pointer: Any) -> Callable[..., None]:
    """A loop for functions of a type."""
    from numba import njit, types

    table = types.Array(types.int64, 2, "C")
    loop: Callable[..., None] = njit((pointer, table, table, types.int64), nogil=True)(body)
    return loop


def _one(function, given, out, times):  # type: ignore[no-untyped-def]
    for _ in range(times):
        for i in range(len(given)):
            function(given[i, 0])


def _two(function, given, out, times):  # type: ignore[no-untyped-def]
    for _ in range(times):
        for i in range(len(given)):
            function(given[i, 0], given[i, 1])


def _three(function, given, out, times):  # type: ignore[no-untyped-def]
    for _ in range(times):
        for i in range(len(given)):
            function(given[i, 0], given[i, 1], given[i, 2])


def _with_rows(function, given, out, times):  # type: ignore[no-untyped-def]
    for _ in range(times):
        for i in range(len(given)):
            function(given[i, 0], out)


_LOOPS = {1: _one, 2: _two, 3: _three}
