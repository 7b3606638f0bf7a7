"""The state that a command is about, as options of the command line; and the table of moves that shows its play."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app import layout, output
from retro.app.arguments import flag, option
from retro.game import NONE, notation, turns
from retro.game.text import START
from retro.system.errors import GameError

if TYPE_CHECKING:
    from retro.game.rules import Rules
    from retro.query.results import MoveValue

KeepSides = Annotated[bool, flag("--keep-sides", "Show all positions as seen by the player to move in the first one.")]


@dataclass(frozen=True)
class StateOptions:
    """A state; the fields are options."""

    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position, seen by the player to move; its key, or start.")
    ] = START
    moves: Annotated[str | None, option("MOVES", "Play these moves from the position first; spaces divide them.")] = (
        None
    )
    previous: Annotated[
        str | None,
        option(
            "POSITION",
            "The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
        ),
    ] = None
    forbid: Annotated[str | None, option("MOVE", "A move that is forbidden.")] = None

    def __post_init__(self) -> None:
        if self.previous is not None and self.forbid is not None:
            raise GameError("--previous and --forbid exclude each other: the previous position says what is forbidden")

    def of(self, rules: Rules) -> tuple[int, int | None, str | None, int]:
        """The key of the position, code and text of the move that is forbidden in it, and the player (0, 1) to move.

        The code is NONE if no move is forbidden and None if no option says so; then there is no text.
        """
        key, code = notation.position_key(rules, self.position), None
        if self.previous is not None:
            code = notation.forbidden_after(rules, notation.position_key(rules, self.previous), key)
        elif self.forbid is not None:
            code = notation.move_code(rules, key, self.forbid)
        player = turns.player(rules, key)
        if self.moves:
            key, code, player = notation.play(rules, key, NONE if code is None else code, self.moves.split())
        return key, code, None if code in (None, NONE) else str(rules.text.format_move(key, code)), player


def show_board(rules: Rules, key: int) -> None:
    """Print a position as the game draws it, and an empty line."""
    sys.stdout.write(f"{str(rules.text.draw(key)).rstrip()}\n\n")


def show_moves(rules: Rules, key: int, moves: Sequence[MoveValue], played: bool, keep_sides: bool) -> None:
    """Print a table of moves of the position ``key``, or of moves ``played`` from there one after the other.

    With ``keep_sides`` the positions after the moves are seen by the player to move in ``key``.
    """
    text, rows = rules.text, []
    first = player = turns.player(rules, key)
    for ply, each in enumerate(moves, 1):
        after = each.after
        if after is not None and keep_sides:
            successor = int(text.parse(after))
            player = turns.following(rules, successor, player if played else first)
            if player != first:
                after = str(text.format(text.swapped(successor)))
        rows.append(
            (
                str(ply) if played else "",
                each.move,
                output.points(each.value),
                "" if each.dtm is None else str(each.dtm),
                "forbidden" if each.forbidden else "",
                "" if each.replies is None else str(each.replies),
                after or "the game ends",
            )
        )
    layout.table(("ply>", "move", "value", "DTM>", "", "replies that hold>", "position after"), rows)
