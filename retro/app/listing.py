"""Tables of states that an analysis found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from retro.app import layout
from retro.game.values import Value
from retro.lookup import scan
from retro.lookup.table import RecordTable
from retro.puzzles.puzzles import Sample
from retro.query.lists import some

COLUMNS = ("position", "forbidden", "value>", "moves>", "winning moves~")


def write(
    table: RecordTable, states: int, samples: Sequence[Sample], shown: Sequence[dict[str, Any]], title: str = ""
) -> None:
    """Print samples, which are ``shown`` in JSON, of so many states, and for how many more states there are others."""
    rules = table.rules
    counted = sum(scan.weight(rules, each.key) * rules.players for each in samples)
    columns = ["for the first player>" if rules.scores == "first" and each == "value>" else each for each in COLUMNS]
    layout.table(columns, map(row, shown), title, states - counted, "states")


def row(shown: dict[str, Any]) -> tuple[str, ...]:
    """The cells of COLUMNS for a state in JSON."""
    value = str(Value(shown["value"], shown["dtm"]))
    return shown["position"], shown["forbidden"] or "", value, str(shown["moves"]), some(shown["winning"])
