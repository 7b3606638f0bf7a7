"""The verdict on a game: for each aspect a word, by which variants compare, and the numbers behind it.

Words follow from fixed limits: the same numbers always give the same word.
"""

from __future__ import annotations

from typing import NamedTuple

from retro.statistics.census import Census
from retro.statistics.report import GameReport
from retro.statistics.trial_games import TrialGames

EVEN = 0.05
"""Difference between the players' shares of won games up to which neither is favoured."""
FEW_DRAWS, MANY_DRAWS = 0.1, 0.5
"""Shares of positions."""
FEW_MOVES, MANY_MOVES = 5.0, 30.0
"""Mean numbers of legal moves."""
FORGIVING, SHARP = 0.2, 0.5
"""Chances that a random move gives the value away."""
EARLY, LATE = 1 / 3, 2 / 3
"""Shares of a game after which it is decided, on average."""
MAX_BROKEN_OFF = 0.5
"""Share of games broken off above which the word is `undecided`, because the other games are not typical."""


class Aspect(NamedTuple):
    """A word for an aspect of a game, and the reason for it."""

    name: str
    word: str
    why: str


def of(report: GameReport, counted: Census) -> list[Aspect]:
    """Returns the aspects of a game. ``counted`` is the census of all positions, or of those that a game reaches."""
    aspects = []
    if report.first is not None and report.start is not None:
        result, starts = _result(report, report.start), len(report.about.starts)
        aspects.append(
            result if starts < 2 else result._replace(why=f"{result.why}; from the first of {starts:,} starts")
        )
    best = report.games[-1] if report.games else None
    if best:
        aspects.append(_balance(best))
    aspects += [_draws(counted), _choice(counted), _precision(report, counted)]
    if best:
        aspects.append(_tension(best))
    return aspects


def _result(report: GameReport, start: int) -> Aspect:
    kind = report.rules.kind
    value = kind.words(start)
    first = report.first
    assert first is not None
    outcomes, moves, keeping = first.outcomes(kind), len(first.moves), first.keeping(kind)
    verb = "keep" if keeping > 1 else "keeps"
    of_first = f"{keeping:,} of {moves:,} first moves {verb}" if moves > 1 else "the only first move keeps"
    if kind.scores:
        margin = kind.result(start)
        word = "tie" if not margin else f"{'first' if margin > 0 else 'second'} by {abs(margin)}"
        return Aspect("result", word, f"with best play; {of_first} that")
    when = "by play without end" if value.endless else f"in {value.dtm} plies with best play"
    if value.value == "loss":
        return Aspect("result", "second wins", f"{when}, whatever is played first")
    if value.value == "win":
        return Aspect("result", "first wins", f"{when}; {of_first} the win")
    if outcomes["loss"]:
        return Aspect("result", "draw", f"with best play; {outcomes['loss']:,} of {moves:,} first moves lose")
    return Aspect("result", "draw", "with best play, whatever is played first")


def _balance(games: TrialGames) -> Aspect:
    first, drawn, second = games.first_wins.value, games.drawn.value, games.second_wins.value
    word = "even" if abs(first - second) <= EVEN else "favours first" if first > second else "favours second"
    shares = f"the first player wins {first:.1%}, the second {second:.1%} of games at skill {games.skill:g}"
    return Aspect("balance", word, shares + (f"; {drawn:.1%} are drawn" if drawn else ""))


def _draws(counted: Census) -> Aspect:
    drawn = counted.outcomes["draw"]
    if not drawn:
        return Aspect("draws", "none", "no position is drawn")
    return Aspect("draws", _between(drawn, FEW_DRAWS, MANY_DRAWS, ("few", "some", "many")), f"{drawn:.1%} of positions")


def _choice(counted: Census) -> Aspect:
    word = _between(counted.moves.mean, FEW_MOVES, MANY_MOVES, ("small", "medium", "large"))
    forced = f"a single one in {counted.one_legal_move:.1%} of positions"
    return Aspect(
        "choice", word, f"{counted.moves.mean:.1f} moves on average, {counted.moves.most:,} at most; {forced}"
    )


def _precision(report: GameReport, counted: Census) -> Aspect:
    wrong = counted.random_move["gives_value_away"] or 0.0
    word = _between(wrong, FORGIVING, SHARP, ("forgiving", "medium", "sharp"))
    lost = "points" if report.rules.scores else "a win or a draw" if report.draws else "a win"
    chance = f"a random move gives {lost} away with chance {wrong:.1%}"
    return Aspect(
        "precision", word, f"{chance}; one of several keeps the value in {counted.one_keeps_the_value:.1%} of positions"
    )


def _tension(games: TrialGames) -> Aspect:
    broken_off, decided, part = games.broken_off.value, games.decided_after, games.decided_part
    unfinished = f"{broken_off:.1%} of games at skill {games.skill:g} are not over after {games.most_plies:,} plies"
    if games.plies is None or decided is None or part is None:
        return Aspect("tension", "undecided", unfinished)
    when = f"after {decided.value:.0f} plies" if decided.value else "from the start"
    length = f"they take {games.plies.value:.0f} plies on average"
    if broken_off > MAX_BROKEN_OFF:
        return Aspect("tension", "undecided", f"{unfinished}; half of the others are decided {when}, {length}")
    word = _between(part.value, EARLY, LATE, ("early", "midway", "late"))
    which = f"games at skill {games.skill:g}{' that end' if broken_off else ''}"
    return Aspect("tension", word, f"half of the {which} are decided {when}; {length}")


def _between(number: float, low: float, high: float, words: tuple[str, str, str]) -> str:
    return words[0] if number < low else words[1] if number <= high else words[2]
