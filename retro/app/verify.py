"""What `retro verify` says: what was looked at, and what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from retro.app import layout
from retro.app.console import duration
from retro.game import NONE
from retro.game.rules import Rules
from retro.game.values import Record, Value
from retro.system.messages import one_line
from retro.verify.record_check import Fault
from retro.verify.verify import Difference, Verified
from retro.verify.verify_sample import CONFIDENCE, Sampled


def as_json(rules: Rules, found: Verified, seconds: float) -> dict[str, Any]:
    """The answer of `retro verify`."""
    return {
        "game": rules.game.name,
        "options": rules.options,
        "sound": found.sound,
        "records": found.records,
        "positions": found.positions,
        "edges": found.edges,
        "numbers": found.numbers,
        "wrong_records": found.wrong,
        "faults": [_fault(rules, each) for each in found.faults],
        "wrong_numbers": [_difference(rules, each) for each in found.differences],
        "same_edges": found.same_edges,
        "seconds": round(seconds, 3),
    }


def write(rules: Rules, found: Verified, seconds: float) -> None:
    """The same for people."""
    layout.facts(
        [
            ("records", f"{found.records:,}"),
            ("positions", f"{found.positions:,}"),
            ("moves between them", f"{found.edges:,}"),
            ("numbers of the manifest", f"{found.numbers:,}"),
            ("verified in", duration(seconds)),
            ("wrong records", f"{found.wrong:,}"),
            ("wrong numbers", f"{len(found.differences):,}"),
        ]
    )
    _write_faults(rules, found.faults, found.wrong)
    wrong = [_difference(rules, each) for each in found.differences]
    rows = [(each["number"], _shown(each["stored"]), _shown(each["counted"])) for each in wrong]
    layout.table(("number~", "in the manifest>", "counted>"), rows, "wrong numbers of the manifest")
    name = rules.game.name
    if not found.same_edges:
        sys.stdout.write(f"taking moves back does not give the edges that moves make: see retro check {name}\n")
    sys.stdout.write(f"{name} is {'verified' if found.sound else 'WRONG'}\n")


def sample_as_json(rules: Rules, found: Sampled, seconds: float) -> dict[str, Any]:
    """The answer of `retro verify --sample`."""
    return {
        "game": rules.game.name,
        "options": rules.options,
        "sound": not found.wrong,
        "seed": found.seed,
        "positions": found.positions,
        "edges": found.edges,
        "wrong_records": found.wrong,
        "faults": [_fault(rules, each) for each in found.faults],
        "confidence": CONFIDENCE,
        "wrong_at_most": found.share,
        "seconds": round(seconds, 3),
    }


def write_sample(rules: Rules, found: Sampled, seconds: float) -> None:
    """The same for people."""
    layout.facts(
        [
            ("random positions", f"{found.positions:,}"),
            ("moves looked at", f"{found.edges:,}"),
            ("seed", str(found.seed)),
            ("sampled in", duration(seconds)),
            ("wrong records", f"{found.wrong:,}"),
        ]
    )
    _write_faults(rules, found.faults, found.wrong)
    if found.share is None:
        sys.stdout.write(f"{rules.game.name} is WRONG\n")
    else:
        wrong = f"if more than {found.share:.2g} of all records did not follow from their moves"
        sys.stdout.write(f"{wrong}, this would have been noticed with {CONFIDENCE:.0%}\n")


def _write_faults(rules: Rules, faults: Sequence[Fault], wrong: int) -> None:
    rows = [
        (
            str(each.slot),
            _position(rules, each.key),
            each.kind,
            _record(rules, each, each.stored),
            _follows(rules, each),
        )
        for each in faults
    ]
    columns = ("slot>", "position", "what is wrong~", "stored~", "by its moves~")
    layout.table(columns, rows, "wrong records", left=wrong - len(faults))


def _fault(rules: Rules, fault: Fault) -> dict[str, Any]:
    follows = None if fault.follows is None else _record_as_json(rules, fault, fault.follows)
    return {
        "slot": fault.slot,
        "position": _position(rules, fault.key) or None,
        "what": fault.kind,
        "stored": _record_as_json(rules, fault, fault.stored),
        "follows": follows,
    }


def _record_as_json(rules: Rules, fault: Fault, record: Record) -> dict[str, Any]:
    best, second, only_move = record
    forbidden = None if only_move == NONE else _move(rules, fault.key, only_move)
    return {
        **Value.of(best, rules.scores)._asdict(),
        "only_move": forbidden,
        "without_it": None if only_move == NONE else Value.of(second, rules.scores)._asdict(),
    }


def description(rules: Rules, fault: Fault) -> str:
    """A wrong record in one line."""
    follows = _follows(rules, fault)
    found = f"{_position(rules, fault.key)}: {fault.kind}: {_record(rules, fault, fault.stored)}"
    return f"{found}, by its moves {follows}" if follows else found


def _record(rules: Rules, fault: Fault, record: Record) -> str:
    best, second, only_move = record
    text = str(Value.of(best, rules.scores))
    if only_move == NONE:
        return text
    return f"{text}; without {_move(rules, fault.key, only_move)} {Value.of(second, rules.scores)}"


def _follows(rules: Rules, fault: Fault) -> str:
    return "" if fault.follows is None else _record(rules, fault, fault.follows)


def _position(rules: Rules, key: int) -> str:
    """A position's text; its key if it is none, and nothing for a slot without one."""
    return "" if key < 0 else _text(rules.text.format, key)


def _move(rules: Rules, key: int, code: int) -> str:
    """A move's text; its code if the position has no such move."""
    return _text(rules.text.format_move, key, code)


def _text(make: Callable[..., object], *numbers: int) -> str:
    """The last of some numbers as text."""
    try:
        return one_line(str(make(*numbers)))
    except Exception:  # whatever a stranger's code makes of a number that is no position, or no move of it
        return str(numbers[-1])


def _difference(rules: Rules, difference: Difference) -> dict[str, Any]:
    name, by = difference.what
    if isinstance(by, int):
        by = str(Value.of(by, rules.scores))
    stored, counted = difference.stored, difference.counted
    if name == "start":
        told = [None if each is None else str(Value.of(each, rules.scores)) for each in (stored, counted)]
        return {"number": name, "stored": told[0], "counted": told[1]}
    return {"number": f"{name}: {by}" if by else name, "stored": stored or 0, "counted": counted or 0}


def _shown(number: int | str | None) -> str:
    return "none" if number is None else number if isinstance(number, str) else f"{number:,}"
