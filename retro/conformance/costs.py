"""The time that each compiled function takes, and what functions would save that the plugin does not define.

Calls are timed in a loop of compiled code, through a pointer to the function, which adds some nanoseconds to each: from
Python a call takes longer than most functions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import parameters
from retro.conformance.compiled import arguments
from retro.conformance.report import Failed, TimeOver, Timing
from retro.conformance.subject import Subject
from retro.game import SLACK, WIN
from retro.game.functions import FUNCTIONS
from retro.indexing.image_tables import learned
from retro.solving import advice

AVERAGED_POSITIONS = 500
"""Positions of the sample from which averages are taken."""
TIMED_POSITIONS, TIMED_CALLS = 300, 3_000
"""Positions from which arguments are taken, and the largest number of calls in a run."""
OF_TEXT = {
    "format, parse": "writing positions as their keys in digits",
    "draw": "a picture of the position in answers",
    "format_move": "writing moves as their codes in digits",
    "parse_move": "writing all moves of a position to read one",
    "scene": "pictures of its board instead of text, and moves by clicks on it",
}
"""What functions of text.py save."""
RUN_SECONDS, RUNS = 0.02, 3
"""Shortest run, and the number of runs, the fastest of which counts."""


def missing(subject: Subject) -> dict[str, str]:
    """Returns what functions that are not defined would save, in words, those that save most first."""
    text_functions = vars(subject.text_module)
    edges, into_wins = _averages(subject)
    listed = advice.advice(subject.rules, edges, into_wins, subject.cycles, subject.falling)
    of_text = {name: saves for name, saves in OF_TEXT.items() if name.partition(",")[0] not in text_functions}
    if "format_move" in of_text:  # codes are read without it
        del of_text["parse_move"]
    return {each.function: each.text for each in listed} | of_text


def _averages(subject: Subject) -> tuple[float, float]:
    """Returns the edges of a position, and the share of them into positions in which the mover wins at once."""
    positions = edges = replies = into_wins = 0
    with suppress(Failed), subject.collecting(1.0):  # a rule reports the failure
        for key in subject.sample[:AVERAGED_POSITIONS]:
            moves = subject.ongoing(key)
            positions, edges = positions + 1, edges + len(moves)
            for move in moves:
                replies += 1
                into_wins += any(reply.outcome == WIN for reply in subject.moves(move.successor))
    return edges / max(1, positions), into_wins / max(1, replies)


def timings(subject: Subject) -> list[Timing]:
    """Returns the times of all functions that can be called with the sample, in the order of the contract, as far as
    there is time.
    """
    timings: list[Timing] = []
    with suppress(TimeOver):
        keys = _positions(subject)
        moves = sum(len(subject.moves(key)) for key in keys) / max(1, len(keys))
        edges = sum(len(subject.ongoing(key)) for key in keys) / max(1, len(keys))
        subject.progress.phase("timing", len(subject.functions), None)
        for name, function in subject.functions.items():
            subject.check_time()
            given = list(islice((each for key in keys for each in arguments(subject, name, key)), TIMED_CALLS))
            if given and _has_pointer(function, parameters(name)):
                nanoseconds = _nanoseconds(subject, name, function, np.array(given, np.int64))
                each_move = round(nanoseconds / moves, 1) if name == "moves" and moves else None
                calls = round(_calls(subject, name, edges, len(given) / len(keys)), 2)
                timings.append(Timing(name, round(nanoseconds, 1), each_move, calls))
            subject.progress.advance(1, 0)
    return timings


def _positions(subject: Subject) -> list[int]:
    """Returns positions whose moves could be made in a part of the time."""
    keys: list[int] = []
    with subject.collecting(0.25):
        for key in subject.sample[:TIMED_POSITIONS]:
            subject.check_time()
            subject.moves(key)
            keys.append(key)
    return keys


def _has_pointer(function: Any, types_given: tuple[Any, ...]) -> bool:
    """Whether numba has pointers to such a function: it has none to one that returns constants in a tuple."""
    from numba import types

    returned = function.overloads[types_given].signature.return_type
    widened = types.unliteral(returned)  # type: ignore[no-untyped-call]
    return isinstance(widened, types.Tuple) or not isinstance(returned, types.Tuple)


def _calls(subject: Subject, name: str, edges: float, timed: float) -> float:
    """Returns the approximate number of a solver's calls of a function for each position.

    ``edges`` is the number of moves that do not end the game, ``timed`` that of calls that are timed, both for each
    position.
    """
    if name in ("rank", "wins", "undo", "image_code"):
        return edges
    if name == "image" and "rank" not in subject.functions:  # a position is looked up by the lowest of its images
        return subject.rules.group if learned(subject.rules) else edges * (subject.rules.group - 1)
    if name == "image":
        return 0.0
    return timed if name == "no_moves" else 1.0


def _nanoseconds(subject: Subject, name: str, function: Any, given: NDArray[np.int64]) -> float:
    """Returns the nanoseconds of a call, the mean of calls with all rows of ``given``."""
    types_given = parameters(name)
    loop = _compiled("out" in FUNCTIONS[name], len(types_given), _pointer(function, types_given))
    out = np.empty((max(subject.rules.max_moves, subject.rules.max_unmoves) + SLACK, 3), np.int64)

    def run(times: int) -> float:
        start = time.perf_counter()
        loop(function, given[:calls], out, times)
        return time.perf_counter() - start

    calls = times = 1
    while (seconds := run(times)) < RUN_SECONDS:
        if calls < len(given):
            calls = min(2 * calls, len(given))
        else:
            times = max(2 * times, int(times * RUN_SECONDS / max(seconds, 1e-6)))
    return min(seconds, *(run(times) for _ in range(RUNS - 1))) / times / calls * 1e9


def _pointer(function: Any, types_given: tuple[Any, ...]) -> Any:
    """Returns numba's type of a pointer to a compiled function."""
    from numba import types

    return types.FunctionType(function.overloads[types_given].signature)


@cache
def _compiled(with_rows: bool, count: int, pointer: Any) -> Callable[..., None]:
    """Returns a compiled loop that calls a function of a type with rows of arguments."""
    from numba import njit, types
    from numba.np.unsafe.ndarray import to_fixed_tuple

    def loop(function, given, out, times):  # type: ignore[no-untyped-def]
        for _ in range(times):
            for i in range(len(given)):
                if with_rows:
                    function(given[i, 0], out)
                else:
                    function(*to_fixed_tuple(given[i], count))  # type: ignore[call-arg]

    table = types.Array(types.int64, 2, "C")
    compiled: Callable[..., None] = njit((pointer, table, table, types.int64), nogil=True)(loop)
    return compiled
