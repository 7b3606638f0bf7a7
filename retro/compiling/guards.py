"""What a plugin's functions return is looked at where it enters compiled code: no kernel ever sees what cannot be.

Each function of a game is wrapped: counts of rows, codes, outcomes, slots and group elements are compared with what was
declared, which takes a comparison or two each. What cannot be is noted, the first of all threads, and a harmless answer
takes its place until the kernel returns; then `retro.compiling.faults` tells what it was. Besides, the plugin's own
code is compiled with the bounds of all arrays checked, and a kernel ends where one is passed.

The templates below are bound to each game and compiled; in ordinary Python `retro.game.rules.Rules` looks by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from retro.compiling.faults import (
    IMAGE,
    IMAGE_CODE,
    MOVES,
    NAMES,
    NO_MOVES,
    RANK,
    TIER,
    UNDO,
    UNMOVES,
    UNRANK,
    URGENT,
    Faults,
)
from retro.game import DRAW, LOSS, NONE, ONGOING, WIN
from retro.game.rules import DEFAULTS, MOST_TIERS, IndexedRules, Rules

# Stand-ins: `guarded` gives each game its own under these names.
CODES = GROUP = MAX_MOVES = MAX_UNMOVES = NO_OUTCOME = SLOTS = 0
REPETITION = False
SCORES = ""
_raw: Callable[..., Any] = abs


def _note(which: int, argument: int, given: int) -> None:
    """Bound to the words of a game (`Faults`)."""


MOST_VALUES = 1 << 15


def _whole(value: Any) -> int:
    """A whole number as int64; a float, which `int` would cut off, does not compile."""
    return value | 0  # type: ignore[no-any-return]


def _raw_moves(key: int, out: Any) -> int:
    count = _whole(_raw(key, out))
    if count < 0 or count > MAX_MOVES:
        _note(MOVES, key, count)
        return 0
    return count


def _moves(key: int, out: Any) -> int:
    count: int = _raw(key, out)
    for i in range(count):
        code, outcome = np.uint64(out[i, 1]), out[i, 2]
        if code >= np.uint64(CODES) or outcome & NO_OUTCOME != 0 or (out[i, 0] < 0 and outcome == ONGOING):
            _note(MOVES, key, count)
            return 0
    return count


def _urgent(key: int, out: Any) -> tuple[int, int, int]:
    rows, others, codes = _raw(key, out)
    many, kept = np.uint64(rows) + np.uint64(others), np.uint64(codes)
    if rows < 0 or others < 0 or many > np.uint64(MAX_MOVES) or kept >= np.uint64(2 * CODES):
        _note(URGENT, key, rows)
        return 0, 0, 0
    return _whole(rows), _whole(others), _whole(codes)


def _raw_unmoves(key: int, out: Any) -> int:
    count = _whole(_raw(key, out))
    if count < 0 or count > MAX_UNMOVES:
        _note(UNMOVES, key, count)
        return 0
    return count


def _unmoves(key: int, out: Any) -> int:
    count: int = _raw(key, out)
    for i in range(count):
        undone = np.uint64(out[i, 2] if REPETITION else NONE) + np.uint64(1)  # nobody reads it elsewhere
        if np.uint64(out[i, 1]) >= np.uint64(CODES) or undone > np.uint64(CODES):
            _note(UNMOVES, key, count)
            return 0
    return count


def _rank(key: int) -> tuple[int, int, bool]:
    index, g, fixed = _raw(key)
    if index < 0 or index >= SLOTS or g < 0 or g >= GROUP:
        _note(RANK, key, index)
        return 0, 0, False
    return _whole(index), _whole(g), bool(fixed)


def _unrank(index: int) -> int:
    key = _whole(_raw(index))
    if key < -1:
        _note(UNRANK, index, key)
        return -1
    return key


def _undo(key: int, code: int, successor: int) -> int:
    undone = _whole(_raw(key, code, successor))
    if undone < NONE or undone >= CODES:
        _note(UNDO, key, undone)
        return NONE
    return undone


def _image(key: int, g: int) -> int:
    found = _whole(_raw(key, g))
    if found < 0:
        _note(IMAGE, key, found)
        return key
    return found


def _image_code(code: int, g: int) -> int:
    found = _whole(_raw(code, g))
    if found < 0 or found >= CODES:
        _note(IMAGE_CODE, code, found)
        return 0
    return found


def _tier(key: int) -> int:
    number = _whole(_raw(key))
    if number < 0 or number >= MOST_TIERS:
        _note(TIER, key, number)
        return 0
    return number


def _no_moves(key: int) -> int:
    value = _whole(_raw(key))
    if value <= 0 or value >= (MOST_VALUES if SCORES else 4):
        _note(NO_MOVES, key, value)
        return 1
    return value


_TEMPLATES = dict(
    zip(NAMES, (_moves, _unmoves, _rank, _unrank, _undo, _image, _image_code, _tier, _no_moves, _urgent), strict=True)
)
_COUNTS = {"moves": _raw_moves, "unmoves": _raw_unmoves}


def no_outcome(rules: Rules) -> int:
    """Bits of which an outcome has none, and whatever is no outcome has one."""
    return -MOST_VALUES if rules.scores else ~(ONGOING | DRAW | LOSS | WIN)


def guarded(rules: Rules) -> dict[str, Callable[..., Any]]:
    """The game's functions for kernels; what those of a plugin give that cannot be is noted (`Faults`).

    Besides them ``note``, and ``raw_moves`` and ``raw_unmoves``, of which only the number of rows has been looked at:
    a kernel that makes most of the calls looks at rows where it reads them, and takes a note of those that cannot be.
    """
    constants: dict[str, Any] = {
        "CODES": rules.codes,
        "GROUP": rules.group,
        "MAX_MOVES": rules.max_moves,
        "MAX_UNMOVES": rules.max_unmoves,
        "NO_OUTCOME": no_outcome(rules),
        "REPETITION": rules.repetition,
        "SCORES": rules.scores,
        "SLOTS": rules.slots if isinstance(rules, IndexedRules) else 0,
        "_note": Faults.of(rules).note,
    }
    found = {**rules.functions, "note": constants["_note"]}
    for name, template in _TEMPLATES.items():
        raw = found.get(name)
        own = raw not in (None, DEFAULTS.get(name))
        if name in _COUNTS and raw is not None:
            raw = found[f"raw_{name}"] = _around(raw, _COUNTS[name], constants) if own else raw
        if own:
            found[name] = _around(raw, template, constants)
    return found


def _around(raw: Any, template: Any, constants: dict[str, Any]) -> Callable[..., Any]:
    """The template bound to a function. Kept with that, so that all kernels share it and it goes when that does."""
    bound = FunctionType(template.__code__, template.__globals__ | constants | {"_raw": raw}, template.__name__)
    kept: Callable[..., Any] = vars(raw).setdefault("guarded", {}).setdefault(tuple(constants.values()), bound)
    return kept
