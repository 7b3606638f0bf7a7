"""States of a solved game that an analysis found, as JSON and in tables."""

from __future__ import annotations

from typing import Any

from retro.analysis.puzzles import State
from retro.analysis.table import Table
from retro.game import NONE, outcome_name
from retro.values import Value, for_mover

COLUMNS = ("position", "forbidden", "value>", "moves>", "winning moves")
_MOST_SHOWN = 8
"""Winning moves in a table."""


def as_json(table: Table, state: State) -> dict[str, Any]:
    """A state: its value, how many moves may be played, and which of them win, by code."""
    rules, key = table.rules, state.key
    moves = [move for move in rules.moves(key) if move.code != state.forbidden]
    first = rules.first_to_move(key)
    worth = {move.code: for_mover(rules, table.worth(key, move), first) for move in moves}
    outcomes = {code: outcome_name(value, rules.scores) for code, value in worth.items()}
    forbidden = None if state.forbidden == NONE else str(rules.text.format_move(key, state.forbidden))
    return {
        "position": str(rules.text.format(key)),
        "forbidden": forbidden,
        **Value.of(state.value, rules.scores)._asdict(),
        "moves": len(moves),
        "winning": [str(rules.text.format_move(key, code)) for code, outcome in outcomes.items() if outcome == "win"],
    }


def row(shown: dict[str, Any]) -> tuple[str, ...]:
    """The cells of COLUMNS for a state in JSON."""
    winning = shown["winning"]
    return (
        shown["position"],
        shown["forbidden"] or "",
        str(Value(shown["value"], shown["dtm"])),
        str(shown["moves"]),
        " ".join(winning[:_MOST_SHOWN]) + (" ..." if len(winning) > _MOST_SHOWN else ""),
    )
