"""Conditions on states of a solved game, by which they are counted, shown or exported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from retro.game import tags
from retro.game.rules import Rules
from retro.game.tags import Tags
from retro.system.errors import GameError


@dataclass(frozen=True)
class Conditions:
    """Conditions on a state; all of them hold at once.

    value             ``win``, ``loss`` or ``draw`` for the player to move
    min_dtm, max_dtm  plies to the end of the game; draws have none
    min_score, max_score   points, as `retro query` shows them
    only              tags: there is a winning move, and every winning move has each of them
    none              tags: there is a winning move, and no winning move has any of them
    loses             tags: for each of them there is a move that has it, and every move that has it loses
    unique            there is exactly one winning move
    unique_line       at every move of the winner along best play (the line that `retro.query.api` shows) there is
                      exactly one winning move
    forbidden         ``yes``: a move is forbidden; ``no``: no move is; ``any``
    tiers             names of sections, with * and ? for anything; users write ``--tier``
    within            the state is at most so many plies from the start
    line              moves, as text: best play may begin with them, in the position or in one of its images
    """

    value: str = ""
    min_dtm: int | None = None
    max_dtm: int | None = None
    min_score: int | None = None
    max_score: int | None = None
    only: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    unique: bool = False
    unique_line: bool = False
    forbidden: str = "any"
    tiers: tuple[str, ...] = ()
    within: int | None = None
    line: tuple[str, ...] = ()

    @property
    def about_wins(self) -> bool:
        """Whether there is a condition on winning moves."""
        return bool(self.only or self.none or self.unique or self.unique_line)

    @property
    def given(self) -> dict[str, Any]:
        """The conditions that differ from their defaults, by name."""
        plain = vars(Conditions())
        return {name: value for name, value in vars(self).items() if value != plain[name]}

    def match(self, value: int, rules: Rules, first: bool) -> bool:
        """Whether a value meets the conditions; ``first``: whether the first player is to move."""
        outcome = rules.kind.outcome(value)
        if outcome != (self.value or ("win" if self.about_wins else outcome)):
            return False
        if rules.scores:
            points = rules.kind.result(value if first or not rules.kind.of_first else -value)
            return _within(points, self.min_score, self.max_score)
        plies = rules.kind.dtm(value)
        if plies is None:
            return self.min_dtm is None and self.max_dtm is None and not self.unique_line
        return _within(plies, self.min_dtm, self.max_dtm) and plies >= len(self.line)


def check(rules: Rules, conditions: Conditions, defined: Tags) -> None:
    """Raises GameError if conditions contradict each other or concern something that the game does not have."""
    if conditions.about_wins and conditions.value not in ("", "win"):
        raise GameError(f"conditions on winning moves are about wins: the value cannot be a {conditions.value}")
    for names in (conditions.only, conditions.none, conditions.loses):
        tags.mask(rules, defined, names)
    scores = rules.scores
    if scores and not conditions.min_dtm is conditions.max_dtm is None:
        raise GameError(f"values of {rules.game.name} are scores: they have no DTM")
    if not scores and not conditions.min_score is conditions.max_score is None:
        raise GameError(f"values of {rules.game.name} are no scores: they have no points")


def _within(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)
