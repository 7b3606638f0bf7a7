"""The results of queries: a move with its value, and a state with all its moves, which notebooks show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from retro.drawing import svg
from retro.game.scene import Scene
from retro.game.values import Value
from retro.play.states import Replies

MAX_ROWS = 24
"""Moves in the table of a notebook; the others are counted."""
_BESIDE = "display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start"
_CELL = "text-align:left;padding:2px 12px 2px 0"


@dataclass(frozen=True)
class MoveValue:
    """A move and its value for the player who makes it.

    move, code     the move, as text and as the game's code
    value, dtm     as in `retro.game.values.Value`; this move counts as one ply
    forbidden      whether the state forbids it; the value is what it would be otherwise
    after          the next position, seen by the next player; None if the move ends the game
    again          whether the same player moves again
    gained         points that the move gains at once
    replies        how many of the opponent's replies hold his value, if requested; None where every reply holds it, or
                   where the same player moves again
    """

    move: str
    code: int
    value: str | int
    dtm: int | None
    forbidden: bool
    after: str | None
    again: bool = False
    gained: int = 0
    replies: Replies | None = None


@dataclass(frozen=True)
class Query:
    """A state, its value, its moves and its board; a notebook shows it as HTML.

    position, forbidden  the state, as text; None if no move is forbidden
    value                for the player to move, as of `retro.query.api.Tablebase.probe`
    moves                as of `retro.query.api.Tablebase.moves` with ``replies=True``
    drawn                the position as several lines of text
    scene                its board; None if the plugin has no scenes
    """

    position: str
    forbidden: str | None
    value: Value
    moves: Sequence[MoveValue]
    drawn: str
    scene: Scene | None

    def _repr_html_(self) -> str:
        forbidden = "" if self.forbidden is None else f", {self.forbidden} forbidden"
        rows = [_row("th", "move", "value", "replies that hold")]
        for each in self.moves[:MAX_ROWS]:
            value = f"{Value(each.value, each.dtm)}{' (forbidden)' if each.forbidden else ''}"
            rows.append(_row("td", each.move, value, str(each.replies or "")))
        left = len(self.moves) - MAX_ROWS
        more = f"<p>... and {left:,} more</p>" if left > 0 else ""
        head = f"<p><b>{escape(f'{self.value}{forbidden}')}</b></p><p><code>{escape(self.position)}</code></p>"
        plain = f"<pre>{escape(self.drawn)}</pre>"
        board = plain if self.scene is None else svg.svg(self.scene, title=self.position)
        return f'<div style="{_BESIDE}">{board}<div>{head}<table>{"".join(rows)}</table>{more}</div></div>'


def _row(kind: str, *cells: str) -> str:
    row = "".join(f'<{kind} style="{_CELL}">{escape(cell)}</{kind}>' for cell in cells)
    return f"<tr>{row}</tr>"
