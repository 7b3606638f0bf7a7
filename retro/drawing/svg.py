"""Draws a scene as SVG, for paper and for screens, light or dark; the players differ in shape as well as in colour.

Player 1 is blue and plain, player 2 amber with a ring. Colours are rules of style (`retro.drawing.svg_style`), which
a page may replace; each point of the board is an element with its name in ``data-point``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from retro.drawing.svg_shapes import UNIT, Coordinates, block, circle, cross, path, rectangle, text, written
from retro.drawing.svg_style import FILE
from retro.game.scene import Piece, Scene, Step

_BOARD_MARGIN = 0.3
EmptyBoard = tuple[tuple[str, ...], tuple[tuple[str, str], ...], tuple[str, ...], tuple[tuple[str, Coordinates], ...]]
"""The board without pieces: points, lines, points that name columns and rows, and where all points are."""
_END = "</svg>"


class Drawing(str):
    """An SVG file as text; a notebook shows it."""

    def _repr_svg_(self) -> str:
        return str(self)


def svg(
    scene: Scene,
    steps: Sequence[Step] = (),
    *,
    mover: int = 1,
    flipped: bool = False,
    title: str = "",
    to_move: str = "to move",
) -> Drawing:
    """Returns a scene, and the ``steps`` of a move of its position, as a file of SVG.

    mover    the player (1, 2) to move, where the scene does not determine it
    flipped  whether the board is seen from the other side
    title    the text that screen readers read
    to_move  the text beside the sign of the player to move
    """
    drawn = _Board(scene.seen_by(mover), steps, flipped, to_move).drawn(title)
    return Drawing(ElementTree.tostring(drawn, "unicode"))


class Layers(NamedTuple):
    """A board, and moves to be laid over it, as texts of SVG elements."""

    board: str
    moves: list[str]


def layers(scene: Scene, moves: Sequence[Sequence[Step]], *, mover: int = 1, flipped: bool = False) -> Layers:
    """Returns a scene and moves of its position as separate elements, without style and sign of the player to move.

    Each piece is an element with its points in ``data-at``. The frame is the same for all positions of a game.
    """
    drawn = _Board(scene.seen_by(mover), [Step("point", (name,)) for name in scene.beside], flipped, "")
    return Layers(drawn.apart(), [drawn.move(steps) for steps in moves])


def overlay(scene: Scene, steps: Sequence[Step], *, flipped: bool = False) -> str:
    """Returns a move of a position as an element, as in the ``moves`` of `layers`, without drawing the board."""
    return _Board(scene, (), flipped, "").move(steps)


class _Board:
    def __init__(self, scene: Scene, steps: Sequence[Step], flipped: bool, to_move: str) -> None:
        self.scene, self.steps, self.to_move = scene, steps, to_move
        turn = -UNIT if flipped else UNIT
        self.at = {name: (x * turn, -y * turn) for name, (x, y) in scene.places.items()}

    def drawn(self, title: str) -> Element:
        lines = [*([self.to_move] if self.scene.turn else []), *self.scene.notes]
        left, top, right, bottom = self._frame()
        below = bottom + UNIT * 0.42
        end = below + UNIT * 0.45 * len(lines) if lines else bottom + UNIT * _BOARD_MARGIN
        root = _ground(left, top, right - left, end - top, title or "A board", FILE)
        root.extend(_points(*self._empty))
        for piece in self.scene.pieces:
            _piece(root, piece, [self.at[name] for name in piece.points])
        for step in self._placed(self.steps):
            _step(root, *step)
        self._words(root, left + UNIT * 0.4, below, lines)
        return root

    def apart(self) -> str:
        """Returns the board without words; each piece is an element of its own."""
        left, top, right, bottom = self._frame()
        empty = _empty_board(left, top, right - left, bottom + UNIT * _BOARD_MARGIN - top, self._empty)
        pieces = (_apart(piece, tuple(self.at[name] for name in piece.points)) for piece in self.scene.pieces)
        return f"{empty.removesuffix(_END)}{''.join(pieces)}{_END}"

    def move(self, steps: Sequence[Step]) -> str:
        """Returns an element with the steps of a move."""
        return f"<g>{''.join(_step_text(*step) for step in self._placed(steps))}</g>"

    @property
    def _empty(self) -> EmptyBoard:
        pairs = tuple((first, last) for first, last in self.scene.lines)
        return tuple(self.scene.points), pairs, tuple(self.scene.axes), tuple(self.at.items())

    def _placed(self, steps: Sequence[Step]) -> Iterator[tuple[str, tuple[Coordinates, ...], int]]:
        """Yields the kind, the points and the number of each step; 0 for a single step."""
        for number, step in enumerate(steps, 1):
            yield step.kind, tuple(self.at[name] for name in step.at), number if len(steps) > 1 else 0

    def _frame(self) -> tuple[float, float, float, float]:
        """Returns left, top, right and bottom of the board, with pieces beside it and names of rows and columns."""
        edge, named = UNIT * (0.5 + _BOARD_MARGIN), UNIT * _BOARD_MARGIN if self.scene.axes else 0
        standing = {*self.scene.points, *(name for piece in self.scene.pieces for name in piece.points)}
        frames = [(self.at[name], edge) for name in standing]
        frames += [(self.at[name], UNIT * 0.1) for step in self.steps for name in step.at]
        left, top = (min(centre[axis] - slack for centre, slack in frames) for axis in (0, 1))
        right, bottom = (max(centre[axis] + slack for centre, slack in frames) for axis in (0, 1))
        return left - named, top, right, bottom - UNIT * _BOARD_MARGIN + named

    def _words(self, root: Element, x: float, y: float, lines: list[str]) -> None:
        for number, line in enumerate(lines):
            height, moves = y + number * UNIT * 0.45, number == 0 and self.scene.turn
            if moves:
                _piece(root, Piece("stone", "", self.scene.turn), [(x, height)], 0.42)
            text(root, x + (UNIT * 0.3 if moves else -UNIT * 0.16), height + 5, line, "text retro-left")


def _ground(left: float, top: float, width: float, height: float, title: str = "", style: str = "") -> Element:
    """Returns an image with nothing but its ground."""
    size = {"width": written(width), "height": written(height)}
    box = " ".join(map(written, (left, top, width, height)))
    root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, **size, "role": "img"})
    if title:
        SubElement(root, "title").text = title
    if style:
        SubElement(root, "style").text = style
    rectangle(root, left, top, width, height, "ground", rx="8")
    return root


@lru_cache(64)
def _empty_board(left: float, top: float, width: float, height: float, board: EmptyBoard) -> str:
    """The board without pieces as text."""
    root = _ground(left, top, width, height)
    root.extend(_points(*board))
    return ElementTree.tostring(root, "unicode")


@lru_cache(2048)
def _apart(piece: Piece, centres: tuple[Coordinates, ...]) -> str:
    """A piece as an element of its own; many positions have the same pieces."""
    root = Element("g", {"data-at": " ".join(piece.points)})
    _piece(root, piece, centres)
    return ElementTree.tostring(root, "unicode")


@lru_cache(64)
def _points(
    points: tuple[str, ...],
    lines: tuple[tuple[str, str], ...],
    axes: tuple[str, ...],
    places: tuple[tuple[str, Coordinates], ...],
) -> list[Element]:
    """Returns the board without pieces; the positions of a game share these elements."""
    at, root = dict(places), Element("svg")
    board = SubElement(root, "g")
    for pair in lines:
        (x1, y1), (x2, y2) = (at[name] for name in pair)
        ends = dict(zip(("x1", "y1", "x2", "y2"), map(written, (x1, y1, x2, y2)), strict=True))
        SubElement(board, "line", {**ends, "class": "retro-line"})
    for name in points:
        x, y = at[name]
        if lines:
            point = circle(board, x, y, 0.09, "knot")
        else:
            point = rectangle(board, x - UNIT / 2, y - UNIT / 2, UNIT, UNIT, "cell")
        point.set("data-point", name)
        SubElement(point, "title").text = name
    names = {name: at[name] for name in axes}
    left, bottom = min((x for x, _ in names.values()), default=0), max((y for _, y in names.values()), default=0)
    for name, (x, y) in names.items():
        if x == min(across for across, down in names.values() if down == y):
            text(root, left - UNIT * 0.72, y + 5, name[1:])
        if y == max(down for across, down in names.values() if across == x):
            text(root, x, bottom + UNIT * 0.78, name[0])
    return list(root)


def _piece(root: Element, piece: Piece, centres: Sequence[Coordinates], scale: float = 1.0) -> None:
    """A piece at its points; ``scale`` is 1 on the board, smaller in a line of text."""
    player, ink = f"p{piece.player}", ("grey", "blue", "amber")[piece.player]
    if piece.glyph == "block":
        block(root, centres, f"{player} retro-plain", f"{player} retro-edge")
    for x, y in centres:
        if piece.glyph == "stone":
            circle(root, x, y, 0.37 * scale, player)
        if piece.glyph in ("stone", "block"):
            _sign(root, x, y, piece, scale)
        elif piece.glyph == "hole":
            circle(root, x, y, 0.34, "hole")
        elif piece.glyph == "dot":
            circle(root, x, y, 0.11, f"ring retro-{ink}" if piece.player == 2 else player)
        elif piece.glyph == "closed":
            cross(root, x, y, 0.11, f"line retro-{ink}")
        elif piece.glyph == "mark" and piece.player == 1:
            cross(root, x, y, 0.25, f"cross retro-{ink}")
        elif piece.glyph == "mark":
            circle(root, x, y, 0.27, f"cross retro-{ink}")
    if piece.label:
        x, y = centres[0]
        size = 26 if len(piece.label) == 1 else 18
        ink = "black" if piece.player == 2 else "white"
        text(root, x, y + size * 0.36, piece.label, f"label retro-{ink}").set("font-size", f"{size}px")


def _sign(root: Element, x: float, y: float, piece: Piece, scale: float) -> None:
    """The sign of the owner, independent of colour: none for player 1, a ring for 2, a square for neither."""
    if piece.player == 2:
        bold = scale == 1 and not piece.label
        circle(root, x, y, (0.3 if piece.label else 0.17) * scale, f"p2 retro-{'ring' if bold else 'edge'}")
    elif piece.player == 0 and not piece.label:
        side = UNIT * 0.22
        rectangle(root, x - side / 2, y - side / 2, side, side, "p0 retro-ring")


@lru_cache(2048)
def _step_text(kind: str, centres: tuple[Coordinates, ...], number: int) -> str:
    """A step of a move as text; many moves have the same steps."""
    root = Element("g")
    _step(root, kind, centres, number)
    return "".join(ElementTree.tostring(each, "unicode") for each in root)


def _step(root: Element, kind: str, centres: Sequence[Coordinates], number: int) -> None:
    """A step of a move, with its ``number`` if that is not 0."""
    x, y = centres[0]
    if kind == "point":
        for style in ("halo", "step"):
            circle(root, x, y, 0.3, style)
        circle(root, x, y, 0.09, "head")
    elif kind == "piece":
        block(root, centres, "set", "step retro-dashed")
    else:
        _way(root, centres, kind == "arrow")
    if number:
        circle(root, x, y, 0.2, "head")
        text(root, x, y + 6, str(number), "label retro-white").set("font-size", "17px")


def _way(root: Element, centres: Sequence[Coordinates], head: bool) -> None:
    """A line through points, with an arrow head if ``head``."""
    *_, (x1, y1), (x2, y2) = centres
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    end, wide, long = (x2 + dx * UNIT * 0.12, y2 + dy * UNIT * 0.12), UNIT * 0.19, UNIT * 0.34
    neck = (end[0] - dx * long, end[1] - dy * long)
    (x0, y0), *way = [*centres[:-1], neck if head else (x2, y2)]
    if head and len(centres) == 2:  # the piece that moves remains visible
        x0, y0 = x0 + dx * UNIT * 0.3, y0 + dy * UNIT * 0.3
    drawn = path([(x / UNIT, y / UNIT) for x, y in [(x0, y0), *way]])
    for style in ("halo", "step"):
        SubElement(root, "path", {"d": drawn, "class": f"retro-{style}"})
    if head:
        corners = [end, (neck[0] - dy * wide, neck[1] + dx * wide), (neck[0] + dy * wide, neck[1] - dx * wide)]
        SubElement(root, "path", {"d": path([(x / UNIT, y / UNIT) for x, y in corners]) + "Z", "class": "retro-head"})
