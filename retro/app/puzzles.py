"""What `retro puzzles` says: how many states meet the conditions, and which."""

from __future__ import annotations

import contextlib
import json
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.analysis import table as tables
from retro.analysis.puzzles import Conditions, Found
from retro.analysis.table import Table
from retro.app import show, states
from retro.rules import Rules
from retro.storage import DatabaseError
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.values import Value


def words(text: str | None) -> tuple[str, ...]:
    """The moves of a line, separated by spaces or commas."""
    return tuple((text or "").replace(",", " ").split())


def distances(rules: Rules, database: Database) -> NDArray[np.uint8]:
    """Plies from the start by slot; errors name the command that finds them. ResourceError if memory will not do."""
    tables.check_memory(rules, tables.needed(rules, database, database.slots))
    try:
        with contextlib.closing(DistanceFile(database.path, database.slots, rules.digest)) as known:
            return known.distances(0, database.slots)
    except DatabaseError as error:
        game, chosen = rules.game, rules.options
        changed = [
            f" --set {each.name}={chosen[each.name]}" for each in game.options if chosen[each.name] != each.default
        ]
        raise type(error)(f"{error} (retro reach {game.name}{''.join(changed)})") from error


def lines(table: Table, conditions: Conditions, found: Found) -> list[dict[str, Any]]:
    """The answer as JSON lines: an object for each sample, then one that sums up."""
    rules = table.rules
    plain = vars(Conditions())
    asked = {name: value for name, value in vars(conditions).items() if value != plain[name]}
    summary = {
        "game": rules.game.name,
        "options": rules.options,
        "conditions": asked,
        "states": found.count,
        "positions": found.positions,
        "histogram": [
            {**Value.of(value, rules.scores)._asdict(), "states": count} for value, count in found.states.items()
        ],
    }
    return [*(states.as_json(table, sample) for sample in found.samples), summary]


def as_json(table: Table, conditions: Conditions, found: Found) -> None:
    """Print the answer as JSON lines."""
    for each in lines(table, conditions, found):
        sys.stdout.write(json.dumps(each) + "\n")


def write(table: Table, conditions: Conditions, found: Found) -> None:
    """Print it for people."""
    *samples, summary = lines(table, conditions, found)
    show.facts([("states", f"{found.count:,}"), ("positions", f"{found.positions:,}")])
    if summary["histogram"]:
        show.histogram("states", summary["histogram"])
    if samples:
        show.table(states.COLUMNS, [states.row(each) for each in samples])
