"""Databases, games and statistics as JSON, for commands and the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from retro.game.plugins import Listing
from retro.game.values import Value
from retro.query.databases import Databases
from retro.statistics.outcomes import Outcomes
from retro.storage.manifest import Manifest, disk_bytes
from retro.storage.run import Run


def summary(about: Manifest) -> dict[str, Any]:
    """The fields that describe a solution as a whole."""
    start = None if about.start is None else Value.of(about.start, about.scores)._asdict()
    return {
        "game": about.game,
        "options": about.options,
        "positions": about.statistics.positions,
        "states": sum(about.statistics.states.values()),
        "values": {outcome: about.count(outcome) for outcome in ("win", "loss", "draw")},
        "start": start,
        "longest_dtm": about.longest_dtm,
    }


def listed(plugin: Listing, databases: Databases | None) -> dict[str, Any]:
    """A game in the answer of `retro games`; ``databases`` is None if the plugin cannot be used."""
    known = databases or Databases()
    return {
        "game": plugin.name,
        "title": plugin.game.title if plugin.game else "",
        "problem": plugin.reason or None,
        "solved": [summary(about) for about in known.solved],
        "older": [asdict(each) for each in known.older],
    }


def solved(about: Manifest, run: Run, path: Path) -> dict[str, Any]:
    """The answer of `retro solve`."""
    return {
        **summary(about),
        "seconds": run.seconds,
        "peak_rss_bytes": run.peak_rss_bytes,
        "database": {"path": str(path), "bytes": disk_bytes(path, about)},
    }


def statistics(about: Manifest, sections: Sequence[Outcomes]) -> dict[str, Any]:
    """The answer of `retro stats`: draws first, then by DTM; sections in their order."""
    counts, order = about.statistics, list(about.statistics.sections)
    histogram, final = (
        [{**value._asdict(), "states": states} for value, states in _in_order(found, about.scores)]
        for found in (counts.states, counts.final)
    )
    return {
        **summary(about),
        "checkmates": about.won_at_once,
        "forbidding": counts.forbidding,
        "unentered": counts.unentered,
        "histogram": histogram,
        "final": final,
        "tiers": [
            {
                "name": section.name,
                "positions": section.positions,
                "values": {"win": section.won, "loss": section.lost, "draw": section.drawn},
            }
            for section in sorted(sections, key=lambda section: order.index(section.name))
        ],
        "notes": list(about.notes),
    }


def _in_order(states: dict[int, int], scores: str) -> list[tuple[Value, int]]:
    """Draws first, then by DTM; or by points."""
    merged: Counter[Value] = Counter()
    for packed, count in sorted(states.items()):
        merged[Value.of(packed, scores)] += count
    if scores:
        return list(merged.items())
    return sorted(merged.items(), key=lambda item: (item[0].value != "draw", item[0].dtm or 0, item[0].value != "win"))
