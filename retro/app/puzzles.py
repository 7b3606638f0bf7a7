"""What `retro puzzles` says: how many states meet the conditions, and which."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro import api
from retro.analysis import table as tables
from retro.analysis.conditions import Conditions
from retro.analysis.puzzles import Found
from retro.analysis.table import Table
from retro.app import layout, listing, show
from retro.rules import Rules
from retro.storage import DatabaseError
from retro.storage.distances import DistanceFile
from retro.values import Value


def distances(rules: Rules, path: Path) -> NDArray[np.uint8]:
    """Plies from the start by slot; errors name the command that finds them. ResourceError if memory will not do."""
    with api.open_at(path, rules) as tablebase:
        database = tablebase.database
        tables.check_memory(rules, tables.needed(rules, database, database.slots))
        slots = database.slots
    try:
        with contextlib.closing(DistanceFile(path, slots, rules.digest)) as known:
            return known.distances(0, slots)
    except DatabaseError as error:
        raise type(error)(f"{error} ({rules.command('reach')})") from error


def as_json(table: Table, conditions: Conditions, found: Found) -> list[dict[str, Any]]:
    """An object for each sample, then one that sums up."""
    rules = table.rules
    summary = {
        "game": rules.game.name,
        "options": rules.options,
        "conditions": conditions.given,
        "states": found.count,
        "positions": found.positions,
        "histogram": [
            {**Value.of(value, rules.scores)._asdict(), "states": count} for value, count in found.states.items()
        ],
    }
    return [*(listing.as_json(table, sample) for sample in found.samples), summary]


def write(table: Table, conditions: Conditions, found: Found) -> None:
    """Print the same for people."""
    *samples, summary = as_json(table, conditions, found)
    layout.facts([("states", f"{found.count:,}"), ("positions", f"{found.positions:,}")])
    show.histogram("states", summary["histogram"])
    listing.write(table, found.count, found.samples, samples)
