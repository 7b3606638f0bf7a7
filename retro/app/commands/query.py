"""`retro query`: the value of a state and of its moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from retro.app import layout, output
from retro.app.arguments import KeepSides, StateOptions, flag, option
from retro.app.shell import Shell, command
from retro.query.api import Tablebase
from retro.query.state_answers import from_start, query_answer
from retro.system import atomic
from retro.system.errors import GameError


@dataclass(frozen=True)
class PictureOptions:
    """A file of SVG to draw the position into; the fields are options."""

    svg: Annotated[Path | None, option("FILE", "Also draw the board into an SVG file.", "--svg")] = None
    show: Annotated[str | None, option("MOVE", "Draw this move on the board.")] = None
    flip: Annotated[bool, flag("--flip", "Draw the board as seen from the other side.")] = False

    def __post_init__(self) -> None:
        if self.svg is None and (self.show is not None or self.flip):
            raise GameError("--show and --flip change what --svg draws, so they need it: --svg FILE")

    def write(self, table: Tablebase, key: int, player: int) -> None:
        """Draws a position in which the ``player``, 0 or 1, is to move, if there is a file to draw into."""
        if self.svg is not None:
            drawing = table.draw(key, self.show, mover=1 + player, flipped=self.flip)
            with atomic.output(self.svg, force=True) as temporary:
                temporary.write_text(drawing, encoding="utf-8")


@command(without=("threads",))
def query(shell: Shell, state: StateOptions, picture: PictureOptions, keep_sides: KeepSides = False) -> None:
    """Show the value of a position and of all its moves, best first, and how far from the start it is.

    While a game that has tiers and an index of its own is being solved, positions of finished tiers have values.
    """
    with shell.open(unfinished=True) as table:
        key, code, forbidden, player = state.of(table.rules)
        picture.write(table, key, player)
        moves = table.moves(key, forbidden, replies=True)
        answer = query_answer(table, key, forbidden, from_start(table, key, code), moves)

        def show() -> None:
            output.show_board(table.rules, key)
            facts = [("position", answer["position"]), ("value", output.value(answer))]
            facts += output.how_it_ends(answer)
            if forbidden is not None:
                facts.append(("forbidden", f"{forbidden}: {answer['why_forbidden']}"))
            if answer["from_start"] is not None:
                facts.append(("from the start", f"{answer['from_start']} plies"))
            layout.facts(facts)
            output.show_moves(table.rules, key, moves, played=False, keep_sides=keep_sides)

        shell.answer(answer, show)
