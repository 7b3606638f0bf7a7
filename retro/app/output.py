"""Answers: as JSON for programs, as tables for people. Everything goes to stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from retro.app import layout
from retro.app.console import duration
from retro.app.requirements import Needs, chosen
from retro.game import Game
from retro.game.plugins import Listing
from retro.game.rules import Rules
from retro.game.values import OUTCOMES, Value
from retro.query import summaries
from retro.query.databases import Databases
from retro.storage.manifest import Manifest, Options
from retro.storage.run import Run


def as_json(answer: dict[str, Any] | list[dict[str, Any]]) -> None:
    """Print an answer as one JSON object, or several as JSON lines."""
    if isinstance(answer, list):
        sys.stdout.writelines(json.dumps(each) + "\n" for each in answer)
    else:
        sys.stdout.write(json.dumps(answer, indent=1) + "\n")


def write_listed(games: Sequence[tuple[Listing, Databases | None]]) -> None:
    """The same for people: a row for each game, and below them the databases that cannot be opened."""
    rows = []
    for plugin, databases in games:
        title = plugin.game.title if plugin.game else f"cannot be used: {plugin.reason}"
        known = databases.solved if databases else []
        rows.append((plugin.name, title, "; ".join(_variant(plugin.game, about.options) for about in known)))
    layout.table(("name", "title~", "solved~"), rows)
    older = [
        (plugin.name, _variant(plugin.game, each.options), each.why, each.command or "")
        for plugin, databases in games
        for each in (databases.older if databases else ())
    ]
    layout.table(("name", "options~", "why~", "command~"), older, title="databases that cannot be opened")


def _variant(game: Game | None, options: Options) -> str:
    """Options that are not the default, of options that the game may not have any more."""
    defaults = {option.name: option.default for option in game.options} if game else {}
    changed = [f"{name}={value}" for name, value in options.items() if defaults.get(name) != value]
    return " ".join(changed) or "all of it"


def solved_facts(about: Manifest, run: Run, path: Path) -> list[tuple[str, str]]:
    """The same for people, and where it came from."""
    answer = summaries.solved(about, run, path)
    start = "none" if about.start is None else str(Value.of(about.start, about.scores))
    return [
        ("positions", f"{answer['positions']:,}"),
        ("states", f"{answer['states']:,}"),
        *((f"  {_OUTCOMES[about.scores][outcome]}", f"{count:,}") for outcome, count in answer["values"].items()),
        ("start", start),
        _extreme(about),
        ("solved", took(run)),
        ("by", f"retro {run.engine}, backend {run.backend}, {run.threads} threads{_workers(run)}"),
        ("on", f"{run.machine.get('processor', '')}, {run.machine.get('cores', '')} cores"),
        ("database", f"{path} ({gigabytes(answer['database']['bytes'])})"),
    ]


def _workers(run: Run) -> str:
    return f" of {run.machine['workers']} workers on Ray" if "workers" in run.machine else ""


def took(run: Run) -> str:
    """When a run ended, and what it took."""
    saving = run.phases.get("checkpoints")
    saved = "" if saving is None else f", checkpoints {duration(saving)} of that,"
    return f"{run.date}, in {duration(run.seconds)}{saved} with {gigabytes(run.peak_rss_bytes)} of memory"


_FOR_SCORES = {"win": "score above 0", "loss": "score below 0", "draw": "score 0"}
_OUTCOMES = {"": {"win": "win", "loss": "loss", "draw": "draw"}, "mover": _FOR_SCORES, "first": _FOR_SCORES}
WHOSE = {"mover": "for the player to move", "first": "for the first player"}


def _extreme(about: Manifest) -> tuple[str, str]:
    if about.scores:
        states = about.statistics.states
        if not states:
            return "scores", "none"
        lowest, highest = (str(Value.of(end(states), about.scores)) for end in (min, max))
        return "scores", f"{lowest} to {highest}, {WHOSE[about.scores]}"
    longest = about.longest_dtm
    return "longest DTM", "none" if longest is None else f"{longest} plies"


NOTABLE = 0.2
"""Part of the memory that another store must save to be named."""


def planned(rules: Rules, choices: list[Needs]) -> dict[str, Any]:
    """The answer of a dry run: the store that is chosen, and all that there are."""

    def fields(each: Needs) -> dict[str, Any]:
        told = {name: value for name, value in asdict(each).items() if name != "tiles"}
        return told | {"store": each.tiles.kind, "disk_bytes": each.disk_bytes, "fits": not each.short}

    stores = [fields(each) for each in choices]
    return {"game": rules.game.name, "options": rules.options, **fields(chosen(choices)), "stores": stores}


def write_planned(rules: Rules, choices: list[Needs]) -> None:
    """The same for people."""
    layout.facts(_planned_facts(chosen(choices)))
    layout.table(("store", "memory>", "disk>", "time", "fits"), _planned_rows(choices))


def _planned_rows(choices: list[Needs]) -> list[tuple[str, ...]]:
    """What each store takes, if that makes a difference."""
    least, most = (end(each.memory_bytes for each in choices) for end in (min, max))
    return [
        (
            each.tiles.kind,
            gigabytes(each.memory_bytes),
            gigabytes(each.disk_bytes + each.scratch_bytes),
            each.time,
            "no" if each.short else "yes",
        )
        for each in choices
        if most - least > NOTABLE * most
    ]


def _planned_facts(needed: Needs) -> list[tuple[str, str]]:
    each = "for each worker " if needed.workers else ""
    return [
        ("backend", f"{needed.backend}: {needed.why}" if needed.why else needed.backend),
        *([("workers", str(needed.workers))] if needed.workers else []),
        ("memory", f"{each}{gigabytes(needed.memory_bytes)} of {gigabytes(needed.memory_available_bytes)} available"),
        *([("network", f"{gigabytes(needed.network_bytes)} from worker to worker")] if needed.workers else []),
        ("disk", f"{gigabytes(needed.disk_bytes)} of {gigabytes(needed.disk_free_bytes)} free"),
        ("  database", f"at most {gigabytes(needed.database_bytes)}"),
        ("  checkpoints", f"at most {gigabytes(needed.checkpoints_bytes)}"),
        ("time", needed.time),
        ("fits", "; ".join(needed.short) or "yes"),
    ]


def statistics_facts(about: Manifest) -> list[tuple[str, str]]:
    """What `retro stats` counts besides states by value, in words."""
    counts = about.statistics
    whose = WHOSE[about.scores or "mover"]
    if about.scores:
        return [("sections", f"positions by value {whose}")]
    if not about.repetition:
        won = f"{about.won_at_once:,} states in which the player to move can win at once"
        return [("won at once", won), ("sections", f"positions by value {whose}")]
    return [
        ("checkmates", f"{counts.checkmates:,} positions in which a move ends the game and wins; they are no states"),
        ("forbidding", f"{counts.forbidding:,} states in which a move is forbidden"),
        ("unentered", f"{counts.unentered:,} other positions that no move leads to without forbidding one there"),
        ("sections", f"positions by value {whose} when nothing is forbidden"),
    ]


def sections(rows: Sequence[dict[str, Any]], scores: str) -> None:
    """Print the positions of each section of a game by value."""
    layout.table(
        ("section", "positions>", *(f"{_OUTCOMES[scores][outcome]}>" for outcome in OUTCOMES)),
        [
            (row["name"], f"{row['positions']:,}", *(f"{row['values'][outcome]:,}" for outcome in OUTCOMES))
            for row in rows
        ],
    )


def histogram(what: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print how many positions or states have each value."""
    layout.table(
        ("value", "DTM>", f"{what}>"),
        [(word(row["value"]), "" if row["dtm"] is None else str(row["dtm"]), f"{row['states']:,}") for row in rows],
    )


def word(value: str | int) -> str:
    """An outcome, or points with their sign."""
    return str(Value(value, None))


def gigabytes(size: int) -> str:
    """A number of bytes for people."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"
