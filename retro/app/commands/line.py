"""`retro line`: best play from a state, or a shortest game from the nearest start to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from retro.app import layout, output
from retro.app.arguments import Force, KeepSides, StateOptions, flag, option
from retro.app.shell import Shell, command
from retro.drawing.svg import Drawing
from retro.game import turns
from retro.game.notation import position_key
from retro.query.api import Tablebase
from retro.query.results import MoveValue
from retro.query.state_answers import line_answer
from retro.system import atomic


@command(without=("threads",))
def line(
    shell: Shell,
    state: StateOptions,
    from_start: Annotated[
        bool, flag("--from-start", "Show a shortest game from the nearest start to the position; see `retro reach`.")
    ] = False,
    keep_sides: KeepSides = False,
    svg: Annotated[
        Path | None, option("DIR", "Also write a directory of diagrams: each position and its move.")
    ] = None,
    force: Force = False,
) -> None:
    """Show best play from a position to the end of the game, or a shortest game from the nearest start to it.

    While a game that has tiers and an index of its own is being solved, positions of finished tiers have best play.
    """
    with shell.open(unfinished=True) as table:
        key, code, forbidden, player = state.of(table.rules)
        text, first, mover = table.rules.text, key, player
        if from_start:
            begins, moves = table.game_to(key, code)
            first = position_key(table.rules, begins)
            mover = turns.player(table.rules, first)
        else:
            begins, moves = str(text.format(key)), table.line(key, forbidden)
        if svg is not None:
            atomic.write_diagrams(svg, force, _diagrams(table, first, mover, moves))
        answer = line_answer(table, key, forbidden, begins, moves, to_state=from_start)

        def show() -> None:
            output.show_board(table.rules, first)
            facts = [("begins", answer["begins"]), ("plies", str(answer["plies"]))]
            if from_start:
                position, last = answer["position"], moves[-1].after if moves else answer["begins"]
                image = f"in an image of {position}, turned or mirrored"
                facts.append(("ends", position if last == position else image))
            ends = [] if from_start else output.how_it_ends(answer)
            layout.facts([*facts, ("value", output.value(answer)), *ends])
            output.show_moves(table.rules, first, moves, played=True, keep_sides=keep_sides)

        shell.answer(answer, show)


def _diagrams(table: Tablebase, key: int, player: int, moves: Sequence[MoveValue]) -> Iterator[Drawing]:
    """Each position from ``key`` on with its move, and the last one if the game goes on; ``player`` (0, 1) begins."""
    for each in moves:
        yield table.draw(key, each.code, mover=1 + player)
        if each.after is None:
            return
        key = position_key(table.rules, each.after)
        player = turns.following(table.rules, key, player, each.again)
    yield table.draw(key, mover=1 + player)
