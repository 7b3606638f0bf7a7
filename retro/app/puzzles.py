"""What `retro puzzles` says: how many states meet the conditions, and which."""

from __future__ import annotations

from typing import Any

from retro.app import layout, listing, output
from retro.game.rules import Rules
from retro.game.values import Value
from retro.lookup.table import RecordTable
from retro.puzzles.conditions import Conditions
from retro.puzzles.puzzles import MatchingStates
from retro.query.states import state_answer
from retro.storage import naming
from retro.storage.database import Database
from retro.storage.distances import DistanceFile


def distances(rules: Rules, database: Database) -> DistanceFile:
    """How far from the start the positions of a solved game are; errors name the command that finds that."""
    with naming(rules.command("reach")):
        return DistanceFile(database.path, database.slots, rules.digest)


def as_json(table: RecordTable, conditions: Conditions, found: MatchingStates) -> list[dict[str, Any]]:
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
    return [*(state_answer(table, sample) for sample in found.samples), summary]


def write(table: RecordTable, conditions: Conditions, found: MatchingStates) -> None:
    """Print the same for people."""
    *samples, summary = as_json(table, conditions, found)
    layout.facts([("states", f"{found.count:,}"), ("positions", f"{found.positions:,}")])
    output.histogram("states", summary["histogram"])
    listing.write(table, found.count, found.samples, samples)
