"""Guards around a plugin's functions in compiled code: no kernel reads a result that the contract rules out.

A guard calls a function of the game and compares counts of rows, codes, outcomes, slots and group elements with what
the game declares, in a comparison or two each. Of all results that the contract rules out, in all threads, the first is
noted; the guard returns a harmless value in its place until the kernel returns. Then `retro.compiling.faults` reports
the note. Besides, the plugin's own code is compiled with checks of all array bounds, and an index out of bounds ends
the kernel.

The functions below are compiled in an instance of this module for each function of a game
(`retro.game.instances`). Kernels in plain Python call the same guards, and end with the first fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retro.compiling.faults import IMAGE, MOVES, NAMES, RANK, UNMOVES
from retro.compiling.instructions import note
from retro.game import AGAIN, DRAW, GAIN_SHIFT, LOSS, NONE, SCORE_ZERO, WIN, goes_on
from retro.game.functions import DEFAULTS
from retro.game.instances import instance_of
from retro.game.rules import MAX_TIERS, IndexedRules, Rules

# Placeholders: `guarded` gives these names other values for each function of a game.
CODES = GROUP = NO_OUTCOME = GAIN_BIAS = NO_GAIN = SLOTS = 0
REPETITION = MOVES_AGAIN = False
SCORES = ""
WHICH = LEAST = MOST = NEVER = INSTEAD = 0
_raw: Callable[..., Any] = abs

SCORE_VALUES = 1 << 15
"""Values of scores are below that."""
LARGEST = (1 << 63) - 1


def _whole(value: Any) -> int:
    """Returns an integer or a boolean as int64; a float does not compile here, while `int` would cut it off."""
    return value | 0  # type: ignore[no-any-return]


def _number(*given: Any) -> int:
    """The guard of a function whose result, or number of rows, is LEAST to MOST and has none of the bits NEVER."""
    value = _whole(_raw(*given))
    if value < LEAST or value > MOST or value & NEVER != 0:
        note(WHICH, given[0], value)
        return given[0] if WHICH == IMAGE else INSTEAD
    return value


def _moves(key: int, out: Any) -> int:
    count: int = _raw(key, out)
    for i in range(count):
        code, outcome, ongoing = out[i, 1], out[i, 2], goes_on(out[i, 2])
        wrong = outcome & NO_OUTCOME
        if (SCORES or MOVES_AGAIN) and ongoing:
            wrong = (outcome + GAIN_BIAS) & NO_GAIN
        if code < 0 or code >= CODES or wrong != 0 or (out[i, 0] < 0 and ongoing):
            note(MOVES, key, count)
            return 0
    return count


def _unmoves(key: int, out: Any) -> int:
    count: int = _raw(key, out)
    for i in range(count):
        code, undone = out[i, 1], out[i, 2] if REPETITION else NONE  # without a repetition rule it is not read
        wrong = (out[i, 2] + GAIN_BIAS) & NO_GAIN if MOVES_AGAIN else 0
        if code < 0 or code >= CODES or undone < NONE or undone >= CODES or wrong != 0:
            note(UNMOVES, key, count)
            return 0
    return count


def _rank(key: int) -> tuple[int, int, bool]:
    index, g, fixed = _raw(key)
    if index < 0 or index >= SLOTS or g < 0 or g >= GROUP:
        note(RANK, key, index)
        return 0, 0, False
    return _whole(index), _whole(g), bool(fixed)


def constants_of(rules: Rules) -> dict[str, Any]:
    """Returns the constants of a game by the names of `retro.compiling.contract`."""
    gains, bias, no_outcome = 0, 0, ~(DRAW | LOSS | WIN)
    if rules.scores:
        gains, bias, no_outcome = (2 * SCORE_ZERO - 1) << GAIN_SHIFT, SCORE_ZERO << GAIN_SHIFT, -SCORE_VALUES
    return {
        "STATE_BITS": rules.repetition and not rules.defines("unmoves"),
        "CODES": rules.codes,
        "ENUMERATED": rules.enumerated,
        "GROUP": rules.group,
        "ENDLESS": rules.defines("endless"),
        "PLY_BITS": rules.kind.bits,
        "TOP": rules.top,
        "LOOKAHEAD": rules.looks_ahead,
        "MAX_MOVES": rules.max_moves,
        "MAX_UNMOVES": rules.max_unmoves,
        "NO_OUTCOME": no_outcome,
        "GAIN_BIAS": bias,
        "NO_GAIN": ~(gains | (AGAIN if rules.moves_again else 0)),
        "ORBITS": rules.counts_images,
        "REPETITION": rules.repetition,
        "SCORES": rules.scores,
    }


def guarded(rules: Rules) -> dict[str, Callable[..., Any]]:
    """Returns the game's functions by name as plain functions, for kernels: those of the plugin in guards.

    Besides these there are ``note``, and ``raw_moves`` and ``raw_unmoves``, which check the number of rows
    only: a kernel that makes most of the calls checks rows where it reads them, and calls ``note`` itself.
    """
    constants = constants_of(rules) | {"MOVES_AGAIN": rules.moves_again}
    constants["SLOTS"] = rules.slots if isinstance(rules, IndexedRules) else 0
    functions: dict[str, Any] = {**rules.functions, "note": note}
    limits = _limits(rules)
    for which, name in enumerate(NAMES):
        raw = functions.get(name)
        if raw not in (None, DEFAULTS.get(name)):
            if name in limits:
                raw = _around(raw, "_number", dict(zip(_LIMITS, limits[name], strict=True)) | {"WHICH": which})
            functions[name] = _around(raw, f"_{name}", constants) if name in _OF_ROWS or name == "rank" else raw
        if name in _OF_ROWS:
            functions[f"raw_{name}"] = raw
    return functions


_LIMITS, _OF_ROWS = ("LEAST", "MOST", "NEVER", "INSTEAD"), ("moves", "unmoves")


def _limits(rules: Rules) -> dict[str, tuple[int, int, int, int]]:
    """Returns `_LIMITS` of each function that returns one number."""
    points = SCORE_VALUES - 1
    outcome, value, gap = (points, points, 0) if rules.scores else (WIN, 3, constants_of(rules)["NO_OUTCOME"])
    return {
        "moves": (0, rules.max_moves, 0, 0),
        "unmoves": (0, rules.max_unmoves, 0, 0),
        "unrank": (-1, LARGEST, 0, -1),
        "undo": (NONE, rules.codes - 1, 0, NONE),
        "image": (0, LARGEST, 0, 0),  # in its place the position itself
        "image_code": (0, rules.codes - 1, 0, 0),
        "tier": (0, MAX_TIERS - 1, 0, 0),
        "no_moves": (1, value, 0, 1),
        "endless": (1, outcome, gap, DRAW),
    }


def _around(raw: Any, guard: str, given: dict[str, Any]) -> Any:
    """Returns a guard around a function, always the same."""
    return vars(instance_of(raw, __name__, given | {"_raw": raw}))[guard]
