"""Conditions on states, as options of the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from retro.app.arguments import flag, option
from retro.game import tags
from retro.puzzles import conditions

if TYPE_CHECKING:
    from retro.game.rules import Rules
    from retro.puzzles.conditions import Conditions

MAX_PLIES_GIVEN = 1 << 16
"""Above the DTM of every state that can be stored."""
TagNames = list[str] | None


@dataclass(frozen=True)
class ConditionOptions:
    """Conditions that a state must meet, all at once; the fields are options."""

    value: Annotated[Literal["win", "loss", "draw"] | None, typer.Option(help="Value for the player to move.")] = None
    min_dtm: Annotated[int | None, option("N", "At least N plies to the end.", min=0, max=MAX_PLIES_GIVEN)] = None
    max_dtm: Annotated[int | None, option("N", "At most N plies to the end.", min=0, max=MAX_PLIES_GIVEN)] = None
    min_score: Annotated[int | None, option("N", "At least N points, where values are scores.")] = None
    max_score: Annotated[int | None, option("N", "At most N points.")] = None
    only: Annotated[TagNames, option("TAG", "There is a winning move, and every winning move has the tag.")] = None
    none: Annotated[TagNames, option("TAG", "There is a winning move, and no winning move has the tag.")] = None
    loses: Annotated[
        TagNames, option("TAG", "There is a move with the tag, and every such move loses.", "--losing")
    ] = None
    unique: Annotated[bool, flag("--unique", "Exactly one move wins.")] = False
    unique_line: Annotated[
        bool, flag("--unique-line", "Exactly one move wins, at every move of the winner in best play.")
    ] = False
    forbidden: Annotated[Literal["yes", "no", "any"], typer.Option(help="Whether a move is forbidden.")] = "any"
    tiers: Annotated[
        list[str] | None,
        option("NAME", "Section of the game, as in `retro stats`; * and ? stand for any text.", "--tier"),
    ] = None
    within: Annotated[
        int | None, option("N", "At most N plies from the start, as `retro reach` counts.", min=0, max=MAX_PLIES_GIVEN)
    ] = None
    line: Annotated[
        str | None, option("MOVES", "Best play may begin with these moves, in one of the position's images.")
    ] = None

    def of(self, rules: Rules) -> Conditions:
        """The conditions; GameError if they make no sense for a game."""
        given: dict[str, Any] = {name: value for name, value in vars(self).items() if value is not None}
        given |= {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
        result = conditions.Conditions(**given | {"line": tuple((self.line or "").replace(",", " ").split())})
        conditions.check(rules, result, tags.load(rules))
        return result
