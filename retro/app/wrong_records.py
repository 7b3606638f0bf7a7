"""Wrong records and numbers of a database as JSON, as a table, and as a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from retro.app import layout, output
from retro.game import NONE
from retro.game.rules import Rules
from retro.game.text import START
from retro.game.values import NO_VALUE, Record
from retro.system.messages import one_line
from retro.verify.numbers import Difference
from retro.verify.record_check import Fault


def as_json(rules: Rules, fault: Fault) -> dict[str, Any]:
    """Returns a wrong record: what is stored, and what follows from the moves."""
    return {
        "slot": fault.slot,
        "position": None if fault.key < 0 else _text(rules.text.format, fault.key),
        "what": fault.kind,
        "stored": _record_as_json(rules, fault, fault.stored),
        "follows": None if fault.follows is None else _record_as_json(rules, fault, fault.follows),
    }


def show(faults: Sequence[Mapping[str, Any]], count: int) -> None:
    """Prints a table of wrong records in JSON, which are the first of ``count``."""
    columns: dict[str, layout.Cell] = {
        "slot>": lambda row: str(row["slot"]),
        "position": "position",
        "what is wrong~": "what",
        "stored~": lambda row: _record(row["stored"]),
        "by its moves~": lambda row: _record(row["follows"]),
    }
    layout.records(faults, columns, "wrong records", left=count - len(faults))


def description(rules: Rules, fault: Fault) -> str:
    """Returns a wrong record in one line."""
    shown = as_json(rules, fault)
    stored = f"{shown['position'] or ''}: {shown['what']}: {_record(shown['stored'])}"
    return f"{stored}, by its moves {_record(shown['follows'])}" if shown["follows"] else stored


def difference(rules: Rules, wrong: Difference) -> dict[str, Any]:
    """Returns a number of the manifest that differs from the records; values are texts."""
    name, by = wrong.what
    stored, counted = wrong.stored, wrong.counted
    if name.startswith(START):
        values = [None if each is None else str(rules.kind.words(each)) for each in (stored, counted)]
        return {"number": name, "stored": values[0], "counted": values[1]}
    if isinstance(by, int):
        by = str(rules.kind.words(by))
    return {"number": f"{name}: {by}" if by else name, "stored": stored or 0, "counted": counted or 0}


def number(counted: int | str | None) -> str:
    """Returns a number of a `difference` in words."""
    return "none" if counted is None else f"{counted:,}" if isinstance(counted, int) else counted


def _record_as_json(rules: Rules, fault: Fault, record: Record) -> dict[str, Any]:
    best, second, only_move = record

    def words(value: int) -> dict[str, Any]:
        if value == NO_VALUE:
            return {"value": None, "dtm": None}
        said = rules.words(fault.key, value) if fault.key >= 0 else rules.kind.words(value)
        return said._asdict()

    return {
        **words(best),
        "only_move": None if only_move == NONE else _text(rules.text.format_move, fault.key, only_move),
        "without_it": None if only_move == NONE else words(second),
    }


def _record(record: Mapping[str, Any] | None) -> str:
    """Returns a record in JSON, in words; empty if there is none."""
    if record is None:
        return ""
    without = record["without_it"]
    return output.value(record) + (f"; without {record['only_move']} {output.value(without)}" if without else "")


def _text(make: Callable[..., object], *numbers: int) -> str:
    """Returns the text that a plugin makes of a position or move; the key or code if the plugin raises."""
    try:
        return one_line(str(make(*numbers)))
    except Exception:  # a plugin may raise anything for a number that is no position, or no move of it
        return str(numbers[-1])
