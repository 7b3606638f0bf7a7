"""`retro report`: a verdict on a solved game, and the numbers behind it, for one variant or several side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any

from retro.app import layout
from retro.app.arguments import Memory, option
from retro.app.plotting import series
from retro.app.report_rows import names, notes, rows, verdicts
from retro.app.shell import Shell, command
from retro.app.verdict import Aspect
from retro.statistics import report as judging
from retro.statistics.census import Census
from retro.statistics.report import GameReport
from retro.storage import NotSolved

MAX_GAMES = 10**7


@command()
def report(
    shell: Shell,
    against: Annotated[
        list[str] | None,
        option("KEY=VALUE,...", "Compare with a variant: the same game with these options changed; may be repeated."),
    ] = None,
    games: Annotated[int, option("N", "Play N games.", min=0, max=MAX_GAMES)] = 10_000,
    seed: Annotated[int, option("S", "Seed of these games.", min=0)] = 1,
    skill: Annotated[
        float, option("P", "Probability with which the better players play a best move.", min=0, max=1)
    ] = 0.9,
    memory: Memory = None,
) -> None:
    """Judge a solved game: who wins, how fair, how many choices, how sharp, how soon decided; variants side by side."""
    shells = [shell, *map(shell.variant, against or [])]
    for each in shells:  # NotSolved for any of them, before the first is analysed
        each.open().close()
    reports = [_judge(each, games, seed, sorted({0.0, skill}), memory) for each in shells]
    shell.answer(_as_json(reports), lambda: _show(reports))


def _judge(shell: Shell, games: int, seed: int, skills: list[float], memory: str | None) -> GameReport:
    try:
        table, about = shell.load(memory, distances=True)
    except NotSolved:  # without distances, all positions count
        table, about = shell.load(memory)
    return judging.find(table, about, games, seed, skills, shell.threads, shell.display)


def _show(reports: Sequence[GameReport]) -> None:
    for each, aspects in zip(reports, verdicts(reports), strict=True):
        sys.stdout.write(f"{series.title(each.rules)}\n")
        layout.facts([(f"  {aspect.name}", f"{aspect.word}: {aspect.why}") for aspect in aspects])
        sys.stdout.write("\n")
    layout.table(("~", *(f"{name}>" for name in names(reports))), list(_sections(reports)))
    layout.facts([("note", note) for note in notes(reports)])


def _sections(reports: Sequence[GameReport]) -> Iterator[list[str]]:
    last = ""
    for section, name, cells in rows(reports):
        if section != last:
            yield [section, *("" for _ in reports)]
            last = section
        yield [f"  {name}", *cells]


def _as_json(reports: Sequence[GameReport]) -> dict[str, Any]:
    answers = [_report(*each) for each in zip(reports, verdicts(reports), strict=True)]
    return answers[0] if len(answers) == 1 else {"game": reports[0].rules.game.name, "variants": answers}


def _report(report: GameReport, aspects: list[Aspect]) -> dict[str, Any]:
    rules, first = report.rules, report.first
    return {
        "game": rules.game.name,
        "options": rules.options,
        "verdict": [each._asdict() for each in aspects],
        "start": None if report.start is None else rules.kind.words(report.start)._asdict(),
        "other_starts": [rules.kind.words(each)._asdict() for each in report.about.starts[1:]],
        "first_moves": first
        and {
            "moves": [{"move": move, **rules.kind.words(value)._asdict()} for move, value in first.moves],
            "different": first.different,
            "keeping": first.keeping(rules.kind),
        },
        "longest_dtm": report.about.longest_dtm,
        "positions": _census(report, report.everything),
        "reached": report.reached and _census(report, report.reached),
        "games": [{**asdict(each), "confidence": 0.95} for each in report.games],
    }


def _census(report: GameReport, census: Census) -> dict[str, Any]:
    values = census.by_value.items()
    histogram = [{**report.rules.kind.words(value)._asdict(), "positions": count} for value, count in values]
    shown = {name: each for name, each in asdict(census).items() if name not in ("by_value", "tables")}
    return {**shown, "histogram": histogram}
