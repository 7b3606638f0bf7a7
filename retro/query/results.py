"""The results of queries: a move with its value, and a state with all its moves, which notebooks show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

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
        text = Element("div")
        forbidden = "" if self.forbidden is None else f", {self.forbidden} forbidden"
        SubElement(SubElement(text, "p"), "b").text = f"{self.value}{forbidden}"
        SubElement(SubElement(text, "p"), "code").text = self.position
        table = SubElement(text, "table")
        _row(table, "th", ("move", "value", "replies that hold"))
        for each in self.moves[:MAX_ROWS]:
            value = f"{Value(each.value, each.dtm)}{' (forbidden)' if each.forbidden else ''}"
            _row(table, "td", (each.move, value, "" if each.replies is None else str(each.replies)))
        left = len(self.moves) - MAX_ROWS
        if left > 0:
            SubElement(text, "p").text = f"... and {left:,} more"
        plain = f"<pre>{escape(self.drawn)}</pre>"
        board = plain if self.scene is None else svg.svg(self.scene, title=self.position)
        return f'<div style="{_BESIDE}">{board}{ElementTree.tostring(text, "unicode", method="html")}</div>'


def _row(table: Element, kind: str, cells: Iterable[str]) -> None:
    row = SubElement(table, "tr")
    for cell in cells:
        SubElement(row, kind, {"style": _CELL}).text = cell
