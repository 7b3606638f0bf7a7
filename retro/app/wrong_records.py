"""Wrong records of a database as JSON, as a table, and as a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from retro.app import layout
from retro.game import NONE
from retro.game.rules import Rules
from retro.game.values import Record, Value
from retro.system.messages import one_line
from retro.verify.record_check import Fault


def as_json(rules: Rules, fault: Fault) -> dict[str, Any]:
    """A wrong record: what is stored, and what follows from the moves."""
    return {
        "slot": fault.slot,
        "position": _position(rules, fault.key) or None,
        "what": fault.kind,
        "stored": _record_as_json(rules, fault, fault.stored),
        "follows": None if fault.follows is None else _record_as_json(rules, fault, fault.follows),
    }


def show(rules: Rules, faults: Sequence[Fault], count: int) -> None:
    """Print a table of the first of ``count`` wrong records."""
    columns = ("slot>", "position", "what is wrong~", "stored~", "by its moves~")
    rows = [
        (
            str(each.slot),
            _position(rules, each.key),
            each.kind,
            _record(rules, each, each.stored),
            _record(rules, each, each.follows),
        )
        for each in faults
    ]
    layout.table(columns, rows, "wrong records", left=count - len(faults))


def description(rules: Rules, fault: Fault) -> str:
    """A wrong record in one line."""
    stored = f"{_position(rules, fault.key)}: {fault.kind}: {_record(rules, fault, fault.stored)}"
    return f"{stored}, by its moves {_record(rules, fault, fault.follows)}" if fault.follows else stored


def _record_as_json(rules: Rules, fault: Fault, record: Record) -> dict[str, Any]:
    best, second, only_move = record
    return {
        **Value.of(best, rules.scores)._asdict(),
        "only_move": None if only_move == NONE else _move(rules, fault.key, only_move),
        "without_it": None if only_move == NONE else Value.of(second, rules.scores)._asdict(),
    }


def _record(rules: Rules, fault: Fault, record: Record | None) -> str:
    if record is None:
        return ""
    best, second, only_move = record
    text = str(Value.of(best, rules.scores))
    if only_move == NONE:
        return text
    return f"{text}; without {_move(rules, fault.key, only_move)} {Value.of(second, rules.scores)}"


def _position(rules: Rules, key: int) -> str:
    """The text of a position; its key if it is no position, and nothing for a slot without one."""
    return "" if key < 0 else _text(rules.text.format, key)


def _move(rules: Rules, key: int, code: int) -> str:
    """The text of a move; its code if the position has no such move."""
    return _text(rules.text.format_move, key, code)


def _text(make: Callable[..., object], *numbers: int) -> str:
    """The text that a plugin makes of ``numbers``; the last number if the plugin raises."""
    try:
        return one_line(str(make(*numbers)))
    except Exception:  # a plugin may raise anything for a number that is no position, or no move of it
        return str(numbers[-1])
