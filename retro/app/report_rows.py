"""The rows of a report: verdict and numbers in words, for one variant or several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retro.app import verdict
from retro.app.output import values_in_words
from retro.app.plotting import series
from retro.game.values import OUTCOMES
from retro.statistics.census import Census
from retro.statistics.report import GameReport
from retro.statistics.trial_games import Estimate, TrialGames

ReportRow = tuple[str, str, str]
"""Section, name, and number; the number is empty where a game has none."""
POSITIONS_COUNTED = {True: "positions that a game reaches", False: "all positions"}
"""The positions that are counted, by whether only those that a game reaches are."""
VALUES_NOTE = "values are those of the player to move, with nothing forbidden"


def names(reports: Sequence[GameReport]) -> list[str]:
    """Returns the name of each variant: its options that differ between variants."""
    options = [report.rules.options for report in reports]
    apart = [name for name, value in options[0].items() if any(each[name] != value for each in options)]
    return [" ".join(f"{name}={each[name]}" for name in apart) or reports[0].rules.game.name for each in options]


def counted(reports: Sequence[GameReport]) -> list[Census]:
    """Returns the census of each variant, of the positions that a game reaches if `retro reach` ran for all of them."""
    reached = [report.reached for report in reports if report.reached]
    return reached if len(reached) == len(reports) else [report.everything for report in reports]


def rows(reports: Sequence[GameReport]) -> list[tuple[str, str, list[str]]]:
    """Returns section, name, and a cell for each report. Rows that are empty for all reports are left out."""
    table: list[tuple[str, str, list[str]]] = []
    if len(reports) > 1:
        words = [{aspect.name: aspect.word for aspect in aspects} for aspects in verdicts(reports)]
        aspects_shown = dict.fromkeys(name for each in words for name in each)
        table += [("verdict", name, [each.get(name, "") for each in words]) for name in aspects_shown]
    of_reports = [list(_rows(report, census)) for report, census in zip(reports, counted(reports), strict=True)]
    table += [(*row[0][:2], [cell for _, _, cell in row]) for row in zip(*of_reports, strict=True)]
    return [(section, name, cells) for section, name, cells in table if any(cells)]


def verdicts(reports: Sequence[GameReport]) -> list[list[verdict.Aspect]]:
    """Returns the verdict of each report."""
    return [verdict.of(report, census) for report, census in zip(reports, counted(reports), strict=True)]


def notes(reports: Sequence[GameReport]) -> list[str]:
    """Remarks that explain the numbers."""
    report, texts = reports[0], [VALUES_NOTE]
    missing = [each.rules.command("reach") for each in reports if each.reached is None and each.rules.starts]
    if missing:
        texts.append(f"all positions count, also those that cannot be reached from the start; {missing[0]} finds these")
    for each in reports:
        if not each.rules.starts:
            texts.append(f"{series.title(each.rules)} has no start: there are no first moves, and no games are played")
    if report.games:
        played = report.games[0]
        texts.append(
            f"games are a sample, seed {played.seed}, with 95 % confidence; at skill s a player plays one of the best "
            "moves with chance s, else any"
        )
        limits = {f"{each.games[0].most_plies:,}" for each in reports if each.games}
        worth = "counts as play without end" if report.rules.thresholds else "is drawn"
        texts.append(f"a game that is not over after {' or '.join(sorted(limits))} plies is broken off and {worth}")
    return texts


def _rows(report: GameReport, census: Census) -> Iterator[ReportRow]:
    """All rows, the same for every game; a number is empty where a game has none."""
    yield from _start(report)
    yield from _positions(POSITIONS_COUNTED[False], report, report.everything)
    apart = report.reached if report.reached is not report.everything else None
    yield from _positions(POSITIONS_COUNTED[True], report, apart)
    yield from _choices(report, census)
    yield "length", "longest win or loss, plies", _number(report.about.longest_dtm)
    yield "length", "mean of won and lost positions, plies", _decimal(census.mean_dtm)
    for played in report.games:
        yield from _played(played)


def _start(report: GameReport) -> Iterator[ReportRow]:
    kind, first = report.rules.kind, report.first
    scores, outcomes = kind.scores, first.outcomes(kind) if first else {}
    shown = "" if report.start is None else str(kind.words(report.start))
    yield "start", "value for the first player", shown
    yield "start", "values of other starts, for the player to move", values_in_words(report.about.starts[1:], kind)
    yield "start", "first moves", _number(len(first.moves)) if first else ""
    different = first.different if first and report.rules.group > 1 else None
    yield "start", "different positions after them", _number(different)
    for outcome, name in zip(OUTCOMES, ("win", "draw", "lose"), strict=True):
        counts = first and (outcome != "draw" or report.draws)
        yield "start", f"first moves that {name}", _number(outcomes[outcome]) if counts else ""
    keeps = first is not None and bool(scores)
    yield "start", "first moves that keep all points", _number(first.keeping(kind)) if first and keeps else ""
    worst = str(kind.words(first.moves[-1][1])) if first and first.moves and scores else ""
    yield "start", "value of the worst", worst


def _positions(section: str, report: GameReport, census: Census | None) -> Iterator[ReportRow]:
    yield section, "positions", _number(census.positions) if census else ""
    for outcome, name in zip(OUTCOMES, ("won", "drawn", "lost"), strict=True):
        counts = census and (outcome != "draw" or report.draws)
        yield section, name, _share(census.outcomes[outcome]) if census and counts else ""


def _choices(report: GameReport, census: Census) -> Iterator[ReportRow]:
    scores, random = bool(report.rules.scores), census.random_move
    yield "moves", "mean", _decimal(census.moves.mean)
    yield "moves", "median", _number(census.moves.median)
    yield "moves", "most", _number(census.moves.most)
    yield "moves", "a single legal move", _share(census.one_legal_move)
    yield "moves", "several, but one keeps the value", _share(census.one_keeps_the_value)
    yield "moves", "several, and all keep it", _share(census.all_keep_the_value)
    yield "a random move", "gives the value away", _share(random["gives_value_away"])
    yield "a random move", "  where the mover wins", _share(random["in_win"])
    yield "a random move", "  in a draw", _share(random["in_draw"]) if report.draws else ""
    yield "a random move", "  where he loses", _share(random["in_loss"]) if scores else ""
    yield "a random move", "changes who wins", _share(random["changes_outcome"]) if scores else ""
    yield "a random move", "loses points, on average", _decimal(random["points_lost"]) if scores else ""


def _played(played: TrialGames) -> Iterator[ReportRow]:
    section = f"{played.games:,} games at skill {played.skill:g}"
    yield section, "first player wins", _sampled(played.first_wins)
    yield section, "drawn", _sampled(played.drawn) if played.drawn.value else ""
    yield section, "  broken off", _sampled(played.broken_off) if played.broken_off.value else ""
    yield section, "second player wins", _sampled(played.second_wins)
    yield section, "plies of those that ended", _measured(played.plies)
    yield section, "  decided after, plies (median)", _measured(played.decided_after, 0)
    yield section, "  decided after, share of the game", _sampled(played.decided_part)
    yield section, "changes of outcome", _measured(played.changes)
    yield section, "mistakes", _measured(played.mistakes)
    yield section, "mistakes with a single refutation", _sampled(played.single_refutation)


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _decimal(number: float | None) -> str:
    return "" if number is None else f"{number:.1f}"


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _sampled(share: Estimate | None) -> str:
    return "" if share is None else f"{share.value:.1%} ±{100 * share.within:.1f}"


def _measured(number: Estimate | None, digits: int = 1) -> str:
    return "" if number is None else f"{number.value:.{digits}f} ±{number.within:.{digits}f}"
