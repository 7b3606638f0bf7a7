"""States of a solved game that an analysis found, as JSON and in tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from retro.app import layout
from retro.game import NONE, outcome_name
from retro.game.values import Value, for_mover
from retro.lookup import scan
from retro.lookup.table import Table
from retro.puzzles.puzzles import State

COLUMNS = ("position", "forbidden", "value>", "moves>", "winning moves~")


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


def write(
    table: Table, states: int, samples: Sequence[State], shown: Sequence[dict[str, Any]], title: str = ""
) -> None:
    """Print samples, which are ``shown`` in JSON, of so many states, and for how many more states there are others."""
    rules = table.rules
    counted = sum(scan.weight(rules, each.key) * rules.players for each in samples)
    columns = ["for the first player>" if rules.scores == "first" and each == "value>" else each for each in COLUMNS]
    layout.table(columns, map(row, shown), title, states - counted, "states")


def row(shown: dict[str, Any]) -> tuple[str, ...]:
    """The cells of COLUMNS for a state in JSON."""
    value = str(Value(shown["value"], shown["dtm"]))
    return shown["position"], shown["forbidden"] or "", value, str(shown["moves"]), layout.some(shown["winning"])
