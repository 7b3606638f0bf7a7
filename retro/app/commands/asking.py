"""Commands about one state of a solved game: its value, best play, and how a game comes to it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.commands.shell import Shell, command
from retro.game import NONE, GameError

if TYPE_CHECKING:
    from retro.api import MoveValue
    from retro.rules import IndexedRules
    from retro.text import Text
    from retro.values import Value

PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="A position, seen by the player to move.")]
Previous = Annotated[
    str | None,
    typer.Option(
        metavar="POSITION",
        help="The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
    ),
]
Forbid = Annotated[str | None, typer.Option(metavar="MOVE", help="A move that is forbidden.")]


@command(threads=False)
def query(shell: Shell, position: PositionText, previous: Previous = None, forbid: Forbid = None) -> None:
    """Show the value of a position and of all its moves, best first, and how far from the start it is."""
    from retro.app import reach as ways
    from retro.app import show

    text = shell.rules.text
    with shell.open() as tablebase:
        key, code = _state(tablebase.rules, position, previous, forbid)
        forbidden = None if code in (None, NONE) else str(text.format_move(key, code))
        value, moves = tablebase.probe(key, forbidden), tablebase.moves(key, forbidden)
        plies = ways.from_start(tablebase, key, code)
    shell.answer(
        lambda: show.query(str(text.format(key)), value, forbidden, plies, moves),
        lambda: _write(text, key, value, plies, moves),
    )


def _write(text: Text, key: int, value: Value, plies: int | None, moves: list[MoveValue]) -> None:
    from retro.app import show

    sys.stdout.write(f"{str(text.draw(key)).rstrip()}\n\n")
    far = [] if plies is None else [("from the start", f"{plies} plies")]
    show.facts([("position", str(text.format(key))), ("value", str(value)), *far])
    show.table(
        ("move", "value", "DTM>", "", "position after"),
        [
            (
                each.move,
                show.word(each.value),
                "" if each.dtm is None else str(each.dtm),
                "forbidden" if each.forbidden else "",
                each.after or "the game ends",
            )
            for each in moves
        ],
    )


@command(threads=False)
def line(
    shell: Shell,
    position: PositionText,
    previous: Previous = None,
    forbid: Forbid = None,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="A shortest game from the start to the position; see `retro reach`.")
    ] = False,
) -> None:
    """Show best play from a position to the end of the game, or a shortest game from the start to it."""
    from retro.app import reach as ways

    with shell.open() as tablebase:
        key, code = _state(tablebase.rules, position, previous, forbid)
        forbidden = None if code in (None, NONE) else str(tablebase.rules.text.format_move(key, code))
        moves = tablebase.from_start(key, code) if from_start else tablebase.line(key, forbidden)
        said = tablebase, key, forbidden, from_start, moves
        shell.answer(lambda: ways.line_as_json(*said), lambda: ways.write_line(*said))


def _state(rules: IndexedRules, position: str, previous: str | None, forbid: str | None) -> tuple[int, int | None]:
    """The key of a position, and the code of the move forbidden in it; NONE if there is none, None if nobody says."""
    from retro import notation

    if previous is not None and forbid is not None:
        raise GameError("--previous and --forbid exclude each other: the previous position says what is forbidden")
    key = notation.position_key(rules, position)
    if previous is not None:
        return key, notation.forbidden_after(rules, notation.position_key(rules, previous), key)
    return key, None if forbid is None else notation.move_code(rules, key, forbid)
