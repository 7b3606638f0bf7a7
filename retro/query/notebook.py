"""A state and its moves as a notebook shows them: the board, its value, and a table of the moves, best first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from retro.drawing import svg
from retro.game.scene import Scene
from retro.game.values import Value

if TYPE_CHECKING:
    from retro.query.api import MoveValue

MOST_SHOWN = 24
"""Moves in the table; the others are counted."""
_CELL = "text-align:left;padding:2px 12px 2px 0"


@dataclass(frozen=True)
class Query:
    """What a solved game says of a state.

    position, forbidden  the state, as text; None if no move is forbidden
    value                for the player to move, as of `retro.query.api.Tablebase.probe`
    moves                as of `retro.query.api.Tablebase.moves`, replies counted
    drawn                the position for the eye, in lines of text
    scene                what its board looks like, None if the game does not tell
    """

    position: str
    forbidden: str | None
    value: Value
    moves: Sequence[MoveValue]
    drawn: str
    scene: Scene | None

    def _repr_html_(self) -> str:
        root = Element("div", {"style": "display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start"})
        if self.scene is None:
            SubElement(root, "pre").text = self.drawn
        else:
            root.append(svg.element(self.scene, title=self.position))
        told = SubElement(root, "div")
        forbidden = "" if self.forbidden is None else f", {self.forbidden} forbidden"
        SubElement(SubElement(told, "p"), "b").text = f"{self.value}{forbidden}"
        SubElement(SubElement(told, "p"), "code").text = self.position
        table = SubElement(told, "table")
        _row(table, "th", ("move", "value", "replies that hold"))
        for each in self.moves[:MOST_SHOWN]:
            value = f"{Value(each.value, each.dtm)}{' (forbidden)' if each.forbidden else ''}"
            _row(table, "td", (each.move, value, "" if each.replies is None else str(each.replies)))
        left = len(self.moves) - MOST_SHOWN
        if left > 0:
            SubElement(told, "p").text = f"... and {left:,} more"
        return ElementTree.tostring(root, "unicode", method="html")


def _row(table: Element, kind: str, cells: Iterable[str]) -> None:
    row = SubElement(table, "tr")
    for cell in cells:
        SubElement(row, kind, {"style": _CELL}).text = cell
