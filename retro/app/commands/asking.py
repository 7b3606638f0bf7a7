"""Commands about one state of a solved game: its value, best play, and how a game comes to it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.commands.shell import Shell, command
from retro.game import NONE
from retro.game.text import START
from retro.system.errors import GameError

if TYPE_CHECKING:
    from retro.game.rules import Rules
    from retro.query.api import Tablebase


KeepSides = Annotated[
    bool, typer.Option("--keep-sides", help="Show all positions as who is to move in the first one sees them.")
]


@dataclass(frozen=True)
class StateOptions:
    """Which state is asked about; the fields are options."""

    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A position, seen by the player to move; its key, or start.")
    ] = START
    moves: Annotated[
        str | None, typer.Option(metavar="MOVES", help="Moves to be played from there first, divided by spaces.")
    ] = None
    previous: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION",
            help="The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
        ),
    ] = None
    forbid: Annotated[str | None, typer.Option(metavar="MOVE", help="A move that is forbidden.")] = None

    def __post_init__(self) -> None:
        if self.previous is not None and self.forbid is not None:
            raise GameError("--previous and --forbid exclude each other: the previous position says what is forbidden")

    def of(self, rules: Rules) -> tuple[int, int | None, str | None, int]:
        """The key of the position, code and text of the move that is forbidden in it, and the player (0, 1) to move.

        The code is NONE if there is no such move, None if nobody says; then there is no text.
        """
        from retro.game import notation, turns

        key, code = notation.position_key(rules, self.position), None
        if self.previous is not None:
            code = notation.forbidden_after(rules, notation.position_key(rules, self.previous), key)
        elif self.forbid is not None:
            code = notation.move_code(rules, key, self.forbid)
        player = turns.player(rules, key)
        if self.moves:
            key, code, player = notation.play(rules, key, NONE if code is None else code, self.moves.split())
        return key, code, None if code in (None, NONE) else str(rules.text.format_move(key, code)), player


@dataclass(frozen=True)
class PictureOptions:
    """Where the position is drawn, and how; the fields are options."""

    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also draw the board, into a file of SVG.")
    ] = None
    show: Annotated[str | None, typer.Option(metavar="MOVE", help="A move to be drawn on it.")] = None
    flip: Annotated[bool, typer.Option("--flip", help="Draw it as seen from the other side.")] = False

    def __post_init__(self) -> None:
        if self.svg is None and (self.show is not None or self.flip):
            raise GameError("--show and --flip say how --svg draws; say where: --svg FILE")

    def write(self, table: Tablebase, key: int, player: int) -> None:
        """Draw a position in which the ``player``, 0 or 1, is to move."""
        from retro.system import atomic

        if self.svg is not None:
            drawing = table.draw(key, self.show, mover=1 + player, flipped=self.flip)
            with atomic.output(self.svg, force=True, marker="") as temporary:
                temporary.write_text(drawing, encoding="utf-8")


@command(without=("threads",))
def query(shell: Shell, asked: StateOptions, picture: PictureOptions, keep_sides: KeepSides = False) -> None:
    """Show the value of a position and of all its moves, best first, and how far from the start it is."""
    from retro.app import states
    from retro.query.states import from_start, query_answer

    with shell.open() as table:
        key, code, forbidden, player = asked.of(table.rules)
        picture.write(table, key, player)
        plies, moves = from_start(table, key, code), table.moves(key, forbidden, replies=True)
        said = table, key, forbidden, plies, moves
        shell.answer(lambda: query_answer(*said), lambda: states.write_query(*said, keep_sides))


@command(without=("threads",))
def line(
    shell: Shell,
    asked: StateOptions,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="A shortest game from the start to the position; see `retro reach`.")
    ] = False,
    keep_sides: KeepSides = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also a directory of diagrams: each position, with its move.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
) -> None:
    """Show best play from a position to the end of the game, or a shortest game from the start to it."""
    from retro.app import states
    from retro.query.states import line_answer

    with shell.open() as table:
        key, code, forbidden, player = asked.of(table.rules)
        moves = table.from_start(key, code) if from_start else table.line(key, forbidden)
        if svg is not None:
            begins = (table.rules.initial, 0) if from_start else (key, player)
            states.draw_line(table, *begins, moves, svg, force)
        said = table, key, forbidden, from_start, moves
        shell.answer(lambda: line_answer(*said), lambda: states.write_line(*said, keep_sides))
