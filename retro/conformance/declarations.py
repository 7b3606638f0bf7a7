"""The rule `declarations`: numbers in their ranges, functions of the right shape, tables that can be compiled, and what
belongs together is there.

`retro.game.loading.load` reports mistakes that prevent loading.
"""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any

from retro.conformance import tables
from retro.conformance.report import Failed
from retro.conformance.subject import Subject, kind
from retro.game.loading import DECLARED, NUMBERS
from retro.game.rules import FUNCTIONS

TEXT_PARAMETERS = {
    "draw": ("key",),
    "format": ("key",),
    "parse": ("text",),
    "format_move": ("key", "code"),
    "parse_move": ("key", "text"),
    "why_forbidden": ("key", "code"),
}
MOST_CODES = 1 << 15
"""A database keeps codes in 16 bits, with a sign."""
ENDS = {
    "CODES": MOST_CODES,
    "MAX_MOVES": MOST_CODES,
    "MAX_UNMOVES": 1 << 31,
    "SLOTS": 1 << 62,
    "GROUP": 1 << 16,
}
"""Numbers are below these."""
TOGETHER = (
    ("SECTIONS", "rank"),
    ("MAX_UNMOVES", "unmoves"),
    ("image_code", "image"),
    ("restorable", "undo"),
)
"""A plugin that defines the first needs the second."""


def check(subject: Subject) -> None:
    """All declarations, functions and tables of rules.py, and the functions of text.py."""
    known = vars(subject.rules.module)
    for name, end in ENDS.items():
        if name in known and known[name] >= end:
            raise Failed(f"{name} is {kind(known[name])}, not a whole number from {NUMBERS[name]} to {end - 1}")
    repetition = known.get("REPETITION", False)
    if not isinstance(repetition, bool):
        raise Failed(f"REPETITION is {kind(repetition)}, not True or False")
    subject.checked += sum(name in known for name in DECLARED if name != "SECTIONS")
    _shapes(subject, "rules.py", known, FUNCTIONS)
    _shapes(subject, "text.py", vars(subject.text_module), TEXT_PARAMETERS)
    _together(subject, known)
    subject.checked += tables.check(known[name] for name in subject.plain)


def _shapes(subject: Subject, module: str, known: dict[str, Any], parameters: dict[str, tuple[str, ...]]) -> None:
    for name, wanted in parameters.items():
        if name not in known:
            continue
        function = known[name]
        plain = isinstance(function, FunctionType)
        if not plain and (parameters is FUNCTIONS or not callable(function)):
            raise Failed(f"{name} in {module} is {kind(function)}, not a plain function")
        try:
            if plain:  # `str` and the like, which text.py may use, have no signature
                inspect.signature(function).bind(*wanted)
        except TypeError:
            raise Failed(f"{name} in {module} cannot be called as {name}({', '.join(wanted)})") from None
        subject.checked += 1


def _together(subject: Subject, known: dict[str, Any]) -> None:
    for name, other in TOGETHER:
        if name in known and other not in known:
            raise Failed(f"rules.py defines {name}, but not {other}")
    rules = subject.rules
    conditions = (
        ("image", rules.group > 1, "GROUP is 1"),
        ("undo", rules.repetition, "REPETITION is not True"),
        ("first_to_move", rules.scores == "first", 'SCORES is not "first"'),
    )
    for name, used, why in conditions:
        if name in known and not used:
            raise Failed(f"rules.py defines {name}, which is never used because {why}")
    if rules.scores and "wins" in known:
        raise Failed("rules.py defines wins, but values are scores: no move wins")
    if rules.max_moves > rules.codes:
        raise Failed(f"MAX_MOVES is {rules.max_moves}, but there are only {rules.codes} CODES, one for each move")
