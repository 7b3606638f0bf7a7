"""Databases, games and statistics as JSON, for commands and the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from retro.game.plugins import Listing
from retro.game.values import Kind, Value
from retro.query.databases import Databases, Older
from retro.query.json_types import Count, Options, ValueAnswer, value_answer
from retro.storage.manifest import Manifest, disk_bytes
from retro.storage.run import Run

if TYPE_CHECKING:
    from retro.statistics.outcomes import Outcomes


class OutcomesAnswer(TypedDict):
    """Numbers of positions or states by outcome."""

    win: Count
    loss: Count
    draw: Count


class SummaryAnswer(TypedDict):
    """A database as a whole."""

    game: str
    options: Options
    positions: Count
    states: Count
    values: OutcomesAnswer
    start: ValueAnswer | None
    other_starts: list[ValueAnswer]
    longest_dtm: Count | None


class ListedAnswer(TypedDict):
    """A game, as its plugin names it, and its databases."""

    game: str
    title: str
    problem: Annotated[str | None, "Why the plugin cannot be used."]
    solved: list[SummaryAnswer]
    older: Annotated[list[Annotated[dict[str, Any], Older]], "Databases that cannot be opened: older rules made them."]


class RowAnswer(ValueAnswer):
    """The number of states that have a value."""

    states: Count


class StatisticsAnswer(SummaryAnswer):
    """States by value and DTM."""

    checkmates: Count
    forbidding: Count
    unentered: Count
    histogram: list[RowAnswer]
    final: list[RowAnswer]
    notes: list[str]


def summary(about: Manifest) -> SummaryAnswer:
    """The fields that describe a database as a whole."""
    return {
        "game": about.game,
        "options": about.options,
        "positions": about.statistics.positions,
        "states": sum(about.statistics.states.values()),
        "values": {"win": about.count("win"), "loss": about.count("loss"), "draw": about.count("draw")},
        "start": None if about.start is None else value_answer(about.kind.words(about.start)),
        "other_starts": [value_answer(about.kind.words(each)) for each in about.starts[1:]],
        "longest_dtm": about.longest_dtm,
    }


def listed(plugin: Listing, databases: Databases | None) -> ListedAnswer:
    """A game in the answer of `retro games`; ``databases`` is None if the plugin cannot be used."""
    databases = databases or Databases()
    return {
        "game": plugin.name,
        "title": plugin.game.title if plugin.game else "",
        "problem": plugin.reason or None,
        "solved": [summary(about) for about in databases.solved],
        "older": [asdict(each) for each in databases.older],
    }


def solved(about: Manifest, run: Run, path: Path) -> dict[str, Any]:
    """The answer of `retro solve`."""
    return {
        **summary(about),
        "seconds": run.seconds,
        "peak_rss_bytes": run.peak_rss_bytes,
        "database": {"path": str(path), "bytes": disk_bytes(path, about)},
    }


def statistics(about: Manifest) -> StatisticsAnswer:
    """The answer of `retro stats` without sections: draws first, then by DTM, or by points."""
    counts = about.statistics
    return {
        **summary(about),
        "checkmates": about.won_at_once,
        "forbidding": counts.forbidding,
        "unentered": counts.unentered,
        "histogram": _rows(counts.states, about.kind),
        "final": _rows(counts.final, about.kind),
        "notes": list(about.notes),
    }


def with_sections(about: Manifest, sections: Sequence[Outcomes]) -> dict[str, Any]:
    """The answer of `retro stats`; ``tiers`` are the sections, in their order."""
    order = list(about.statistics.sections)
    tiers = [
        {
            "name": section.name,
            "positions": section.positions,
            "values": {"win": section.won, "loss": section.lost, "draw": section.drawn},
        }
        for section in sorted(sections, key=lambda section: order.index(section.name))
    ]
    return {**statistics(about), "tiers": tiers, "content": about.content or None}


def _rows(states: dict[int, int], kind: Kind) -> list[RowAnswer]:
    counts: Counter[Value] = Counter()
    for number, count in sorted(states.items()):
        value = kind.words(number)
        counts[value._replace(dtm=None) if kind.scores else value] += count  # of points, plies are left out
    rows = list(counts.items())
    if kind.scores:
        rows.sort(key=lambda row: (row[0].value, row[0].dtm or 0))
    else:
        rows.sort(key=lambda row: (row[0].value != "draw", row[0].dtm or 0, row[0].value != "win", row[0].dtm is None))
    return [{**value_answer(value), "states": count} for value, count in rows]
