"""Commands about one state of a solved game: its value, best play, and how a game comes to it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.commands.arguments import AsJson, Data, GameName, Settings, app, load
from retro.app.errors import guarded
from retro.game import NONE, GameError

if TYPE_CHECKING:
    from retro.rules import Rules

PositionText = Annotated[str, typer.Argument(metavar="POSITION", help="A position, seen by the player to move.")]
Previous = Annotated[
    str | None,
    typer.Option(
        metavar="POSITION",
        help="The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
    ),
]
Forbid = Annotated[str | None, typer.Option(metavar="MOVE", help="A move that is forbidden.")]


@app.command()
@guarded
def query(
    game: GameName,
    position: PositionText,
    previous: Previous = None,
    forbid: Forbid = None,
    settings: Settings = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show the value of a position and of all its moves, best first, and how far from the start it is."""
    from retro import api
    from retro.app import reach as ways
    from retro.app import show

    rules, path = load(game, settings, data)
    text = rules.text
    key, code = _state(rules, position, previous, forbid)
    forbidden = None if code in (None, NONE) else str(text.format_move(key, code))
    with api.open_at(path, rules) as tablebase:
        value, moves = tablebase.probe(key, forbidden), tablebase.moves(key, forbidden)
        plies = ways.from_start(tablebase, key, code)
    if json:
        show.as_json(show.query(str(text.format(key)), value, forbidden, plies, moves))
        return
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


@app.command()
@guarded
def line(
    game: GameName,
    position: PositionText,
    previous: Previous = None,
    forbid: Forbid = None,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="A shortest game from the start to the position; see `retro reach`.")
    ] = False,
    settings: Settings = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show best play from a position to the end of the game, or a shortest game from the start to it."""
    from retro import api
    from retro.app import reach as ways
    from retro.app import show

    rules, path = load(game, settings, data)
    key, code = _state(rules, position, previous, forbid)
    forbidden = None if code in (None, NONE) else str(rules.text.format_move(key, code))
    with api.open_at(path, rules) as tablebase:
        moves = tablebase.from_start(key, code) if from_start else tablebase.line(key, forbidden)
        if json:
            show.as_json(ways.line_as_json(tablebase, key, forbidden, from_start, moves))
        else:
            ways.write_line(tablebase, key, forbidden, from_start, moves)


def _state(rules: Rules, position: str, previous: str | None, forbid: str | None) -> tuple[int, int | None]:
    """The key of a position, and the code of the move forbidden in it; NONE if there is none, None if nobody says."""
    from retro import states

    if previous is not None and forbid is not None:
        raise GameError("--previous and --forbid exclude each other: the previous position says what is forbidden")
    key = states.position_key(rules, position)
    if previous is not None:
        return key, states.forbidden_after(rules, states.position_key(rules, previous), key)
    return key, None if forbid is None else states.move_code(rules, key, forbid)
