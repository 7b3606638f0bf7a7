"""What `retro extremes` says: the longest wins, single winning moves, and what a forbidden move changes."""

from __future__ import annotations

from typing import Any

from retro.app import layout, listing
from retro.game.values import Value
from retro.lookup.table import RecordTable
from retro.puzzles.extremes import Extremes, ForbiddenChange, Longest, Single
from retro.query.states import state_answer


def as_json(table: RecordTable, found: Extremes) -> dict[str, Any]:
    """The answer as one object."""
    sections = [
        {"part": name, **{outcome: _longest(table, each) for outcome, each in longest.items()}}
        for name, longest in found.longest.items()
        if name
    ]
    return {
        "game": table.rules.game.name,
        "options": table.rules.options,
        **{f"longest_{outcome}": _longest(table, each) for outcome, each in found.longest[""].items()},
        "parts": sections,
        "single_winning_move": _single(table, found.single),
        "forbidden_changes": [_change(table, each) for each in found.changes],
    }


def write(table: RecordTable, found: Extremes) -> None:
    """The same for people."""
    answer = as_json(table, found)
    extreme = "highest" if table.rules.scores else "longest"
    for outcome in ("win", "loss"):
        longest, known = found.longest[""][outcome], answer[f"longest_{outcome}"]
        if longest is None:
            layout.facts([(f"{extreme} {outcome}", "none")])
        else:
            worth = _value(known) + (" for the player to move" if table.rules.scores else "")
            _samples(table, f"{extreme} {outcome}: {worth}, {_count(longest)}", longest, known)
    if answer["parts"]:
        layout.table(
            ("section", f"{extreme} win>", "states>", f"{extreme} loss>", "states>"),
            [(each["part"], *_cells(each["win"]), *_cells(each["loss"])) for each in answer["parts"]],
        )
    single = found.single
    if single:
        title = f"one of {single.moves} moves wins: {_count(single)}, such as"
        _samples(table, title, single, answer["single_winning_move"])
    changes = answer["forbidden_changes"]
    layout.table(
        ("without", "with it forbidden", "states>"),
        [(each["without"], each["with"], f"{each['states']:,}") for each in changes],
        title="states with another value because a move is forbidden",
    )
    layout.table(
        ("position", "forbidden", "value without>", "with>"),
        [
            (
                each["sample"]["position"],
                each["sample"]["forbidden"],
                _value(each["sample_without"]),
                _value(each["sample"]),
            )
            for each in changes
        ],
        title="one of each",
    )


def _longest(table: RecordTable, found: Longest | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        **Value.of(found.value, table.rules.scores)._asdict(),
        "states": found.states,
        "samples": [state_answer(table, each) for each in found.samples],
    }


def _single(table: RecordTable, found: Single | None) -> dict[str, Any] | None:
    if found is None:
        return None
    samples = [state_answer(table, each) for each in found.samples]
    return {"moves": found.moves, "states": found.states, "samples": samples}


def _change(table: RecordTable, found: ForbiddenChange) -> dict[str, Any]:
    return {
        "without": found.outcomes[0],
        "with": found.outcomes[1],
        "states": found.states,
        "sample": state_answer(table, found.sample),
        "sample_without": Value.of(found.before, table.rules.scores)._asdict(),
    }


def _samples(table: RecordTable, title: str, found: Longest | Single, shown: dict[str, Any]) -> None:
    if found.samples:
        listing.write(table, found.states, found.samples, shown["samples"], title)
    else:
        layout.facts([(title, "")])


def _count(found: Longest | Single) -> str:
    return f"{found.states:,} state{'' if found.states == 1 else 's'}"


def _cells(longest: dict[str, Any] | None) -> tuple[str, str]:
    return ("none", "") if longest is None else (_value(longest), f"{longest['states']:,}")


def _value(shown: dict[str, Any]) -> str:
    return str(Value(shown["value"], shown["dtm"]))
