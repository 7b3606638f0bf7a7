"""Commands about one state of a solved game: its value, best play, and how a game comes to it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.commands.shell import Shell, command
from retro.game import NONE, GameError
from retro.text import START

if TYPE_CHECKING:
    from retro.api import MoveValue
    from retro.rules import IndexedRules
    from retro.text import Text
    from retro.values import Value

PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position, seen by the player to move; its key, or start.")
]
Previous = Annotated[
    str | None,
    typer.Option(
        metavar="POSITION",
        help="The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
    ),
]
Forbid = Annotated[str | None, typer.Option(metavar="MOVE", help="A move that is forbidden.")]
Moves = Annotated[
    str | None, typer.Option(metavar="MOVES", help="Moves to be played from there first, divided by spaces.")
]
KeepSides = Annotated[
    bool, typer.Option("--keep-sides", help="Show all positions as who is to move in the first one sees them.")
]


@command(threads=False)
def query(
    shell: Shell,
    position: PositionText = START,
    moves: Moves = None,
    previous: Previous = None,
    forbid: Forbid = None,
    keep_sides: KeepSides = False,
) -> None:
    """Show the value of a position and of all its moves, best first, and how far from the start it is."""
    from retro.app import reach as ways
    from retro.app import show

    text = shell.rules.text
    _check(previous, forbid)
    with shell.open() as tablebase:
        key, code = _state(tablebase.rules, position, moves, previous, forbid)
        forbidden = None if code in (None, NONE) else str(text.format_move(key, code))
        value, known = tablebase.probe(key, forbidden), tablebase.moves(key, forbidden)
        plies = ways.from_start(tablebase, key, code)
    shell.answer(
        lambda: show.query(str(text.format(key)), value, forbidden, plies, known),
        lambda: _write(text, key, value, plies, known, keep_sides),
    )


def _write(text: Text, key: int, value: Value, plies: int | None, moves: list[MoveValue], keep_sides: bool) -> None:
    from retro.app import layout, show
    from retro.app.reach import seen

    sys.stdout.write(f"{str(text.draw(key)).rstrip()}\n\n")
    far = [] if plies is None else [("from the start", f"{plies} plies")]
    layout.facts([("position", str(text.format(key))), ("value", str(value)), *far])
    layout.table(
        ("move", "value", "DTM>", "", "position after"),
        [
            (
                each.move,
                show.word(each.value),
                "" if each.dtm is None else str(each.dtm),
                "forbidden" if each.forbidden else "",
                seen(text, each.after, keep_sides) or "the game ends",
            )
            for each in moves
        ],
    )


@command(threads=False)
def line(
    shell: Shell,
    position: PositionText = START,
    moves: Moves = None,
    previous: Previous = None,
    forbid: Forbid = None,
    keep_sides: KeepSides = False,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="A shortest game from the start to the position; see `retro reach`.")
    ] = False,
) -> None:
    """Show best play from a position to the end of the game, or a shortest game from the start to it."""
    from retro.app import reach as ways

    _check(previous, forbid)
    with shell.open() as tablebase:
        key, code = _state(tablebase.rules, position, moves, previous, forbid)
        forbidden = None if code in (None, NONE) else str(tablebase.rules.text.format_move(key, code))
        played = tablebase.from_start(key, code) if from_start else tablebase.line(key, forbidden)
        said = tablebase, key, forbidden, from_start, played
        shell.answer(lambda: ways.line_as_json(*said), lambda: ways.write_line(*said, keep_sides))


def _check(previous: str | None, forbid: str | None) -> None:
    if previous is not None and forbid is not None:
        raise GameError("--previous and --forbid exclude each other: the previous position says what is forbidden")


def _state(
    rules: IndexedRules, position: str, moves: str | None, previous: str | None, forbid: str | None
) -> tuple[int, int | None]:
    """The key of a position, and the code of the move forbidden in it; NONE if there is none, None if nobody says."""
    from retro import notation

    key, code = notation.position_key(rules, position), None
    if previous is not None:
        code = notation.forbidden_after(rules, notation.position_key(rules, previous), key)
    elif forbid is not None:
        code = notation.move_code(rules, key, forbid)
    if moves:
        return notation.play(rules, key, NONE if code is None else code, moves.split())
    return key, code
