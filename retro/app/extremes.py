"""What `retro extremes` says: the longest wins, single winning moves, and what a forbidden move changes."""

from __future__ import annotations

from typing import Any

from retro.analysis.extremes import Change, Extremes, Longest, Single
from retro.analysis.table import Table
from retro.app import listing, show
from retro.values import Value


def as_json(table: Table, found: Extremes) -> dict[str, Any]:
    """The answer as one object."""
    parts = [
        {"part": name, **{outcome: _longest(table, each) for outcome, each in longest.items()}}
        for name, longest in found.longest.items()
        if name
    ]
    return {
        "game": table.rules.game.name,
        "options": table.rules.options,
        **{f"longest_{outcome}": _longest(table, each) for outcome, each in found.longest[""].items()},
        "parts": parts,
        "single_winning_move": _single(table, found.single),
        "forbidden_changes": [_change(table, each) for each in found.changes],
    }


def write(table: Table, found: Extremes) -> None:
    """The same for people."""
    answer = as_json(table, found)
    extreme = "highest" if table.rules.scores else "longest"
    for outcome in ("win", "loss"):
        longest = answer[f"longest_{outcome}"]
        if longest is None:
            show.facts([(f"{extreme} {outcome}", "none")])
        else:
            count = f"{longest['states']:,} state{'' if longest['states'] == 1 else 's'}"
            _samples(f"{extreme} {outcome}: {_value(longest)}, {count}", longest["samples"])
    if answer["parts"]:
        show.table(
            ("part", f"{extreme} win>", "states>", f"{extreme} loss>", "states>"),
            [(each["part"], *_cells(each["win"]), *_cells(each["loss"])) for each in answer["parts"]],
        )
    single = answer["single_winning_move"]
    if single:
        count = f"{single['states']:,} state{'' if single['states'] == 1 else 's'}"
        _samples(f"one of {single['moves']} moves wins: {count}, such as", single["samples"])
    if answer["forbidden_changes"]:
        show.table(
            ("without", "with it forbidden", "states>", "position", "forbidden", "value without>", "with>"),
            [
                (
                    each["without"],
                    each["with"],
                    f"{each['states']:,}",
                    each["sample"]["position"],
                    each["sample"]["forbidden"],
                    _value(each["sample_without"]),
                    _value(each["sample"]),
                )
                for each in answer["forbidden_changes"]
            ],
            title="states with another value because a move is forbidden",
        )


def _longest(table: Table, found: Longest | None) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        **Value.of(found.value, table.rules.scores)._asdict(),
        "states": found.states,
        "samples": [listing.as_json(table, each) for each in found.samples],
    }


def _single(table: Table, found: Single | None) -> dict[str, Any] | None:
    if found is None:
        return None
    samples = [listing.as_json(table, each) for each in found.samples]
    return {"moves": found.moves, "states": found.states, "samples": samples}


def _change(table: Table, found: Change) -> dict[str, Any]:
    return {
        "without": found.outcomes[0],
        "with": found.outcomes[1],
        "states": found.states,
        "sample": listing.as_json(table, found.sample),
        "sample_without": Value.of(found.before, table.rules.scores)._asdict(),
    }


def _samples(title: str, samples: list[dict[str, Any]]) -> None:
    if samples:
        show.table(listing.COLUMNS, [listing.row(each) for each in samples], title=title)
    else:
        show.facts([(title, "")])


def _cells(longest: dict[str, Any] | None) -> tuple[str, str]:
    return ("none", "") if longest is None else (_value(longest), f"{longest['states']:,}")


def _value(shown: dict[str, Any]) -> str:
    return str(Value(shown["value"], shown["dtm"]))
