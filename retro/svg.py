"""Draws a scene as SVG: on paper and on a screen, light or dark, and told apart without colour.

Player 1 is blue and plain, player 2 amber with a ring. Colours are rules of style for classes that begin with
``retro-``, so that a page may have its own; each point of the board is an element with its name in ``data-point``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from retro.scene import Piece, Scene, Step

UNIT = 60
"""Pixels from one point to the next."""
_MARGIN = 0.3
_HALF = 0.4
"""Half a block's width."""
_LIGHT = {
    "ground": "fill:#fdfcf9",
    "cell": "fill:#f3ead8;stroke:#c8b891;stroke-width:1.5",
    "line": "stroke:#8d7f60;stroke-width:3;stroke-linecap:round",
    "knot": "fill:#8d7f60",
    "text": "fill:#4b463c;font-family:sans-serif;font-size:15px;text-anchor:middle",
    "left": "text-anchor:start",
    "label": "font-family:sans-serif;font-weight:bold;text-anchor:middle",
    "white": "fill:#fff",
    "black": "fill:#2b1b00",
    "p1": "fill:#1f5a96;stroke:#0f3358;stroke-width:2",
    "p2": "fill:#f5b53d;stroke:#7d4e00;stroke-width:2",
    "p0": "fill:#8e9297;stroke:#4b4f54;stroke-width:2",
    "ring": "fill:none;stroke-width:4.5",
    "edge": "fill:none;stroke-width:3;stroke-linecap:round",
    "plain": "stroke:none",
    "cross": "fill:none;stroke-width:8;stroke-linecap:round",
    "blue": "stroke:#1f5a96",
    "amber": "stroke:#c97f00",
    "grey": "stroke:#6d7176",
    "hole": "fill:#17150f;stroke:#8d7f60;stroke-width:4",
    "step": "fill:none;stroke:#c2204b;stroke-width:6;stroke-linecap:round;stroke-linejoin:round",
    "halo": "fill:none;stroke:#fdfcf9;stroke-width:11;stroke-linecap:round;stroke-linejoin:round",
    "head": "fill:#c2204b;stroke:#fdfcf9;stroke-width:2.5;stroke-linejoin:round",
    "set": "fill:#c2204b;fill-opacity:.28;stroke:none",
    "dashed": "stroke-dasharray:1 9",
}
_DARK = {
    "ground": "fill:#16181b",
    "cell": "fill:#2c3036;stroke:#50565e",
    "line": "stroke:#868d96",
    "knot": "fill:#868d96",
    "text": "fill:#c9cdd2",
    "p1": "fill:#4d9be6;stroke:#bcdcfb",
    "p2": "fill:#f5b53d;stroke:#5e3b00",
    "blue": "stroke:#4d9be6",
    "amber": "stroke:#f5b53d",
    "hole": "fill:#000;stroke:#868d96",
    "step": "stroke:#ff5f86",
    "halo": "stroke:#16181b",
    "head": "fill:#ff5f86;stroke:#16181b",
    "set": "fill:#ff5f86",
    **{name: _LIGHT[name] for name in ("plain", "ring", "edge")},  # which stand behind players
}


def _rules(styles: dict[str, str]) -> str:
    return "".join(f".retro-{name}{{{style}}}" for name, style in styles.items())


STYLE = f"{_rules(_LIGHT)}@media screen and (prefers-color-scheme:dark){{{_rules(_DARK)}}}"

Place = tuple[float, float]


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
    """A scene, and the ``steps`` of a move of its position, as a file of SVG.

    mover    the player (1, 2) who is to move, where the scene does not tell
    flipped  whether the board is seen from the other side
    title    for who does not see it
    to_move  what is written beside the sign of who is to move
    """
    drawn = element(scene, steps, mover=mover, flipped=flipped, title=title, to_move=to_move)
    return Drawing(ElementTree.tostring(drawn, "unicode"))


def element(
    scene: Scene,
    steps: Sequence[Step] = (),
    *,
    mover: int = 1,
    flipped: bool = False,
    title: str = "",
    to_move: str = "to move",
) -> Element:
    """The same as an element, for a page; its text is escaped when that is written."""
    return _Board(scene.seen_by(mover), steps, flipped, to_move).drawn(title)


class _Board:
    def __init__(self, scene: Scene, steps: Sequence[Step], flipped: bool, to_move: str) -> None:
        self.scene, self.steps, self.to_move = scene, steps, to_move
        turn = -UNIT if flipped else UNIT
        self.at = {name: (x * turn, -y * turn) for name, (x, y) in scene.places.items()}

    def drawn(self, title: str) -> Element:
        left, top, right, bottom = self._frame()
        below = bottom + UNIT * 0.42
        lines = [*([self.to_move] if self.scene.turn else []), *self.scene.notes]
        height = below + UNIT * (0.45 * len(lines)) - top
        size = {"width": _written(right - left), "height": _written(height)}
        box = " ".join(map(_written, (left, top, right - left, height)))
        root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, **size, "role": "img"})
        SubElement(root, "title").text = title or "A board"
        SubElement(root, "style").text = STYLE
        _rectangle(root, left, top, right - left, height, "ground", rx="8")
        self._points(root)
        for piece in self.scene.pieces:
            _piece(root, piece, [self.at[name] for name in piece.points])
        for number, step in enumerate(self.steps, 1):
            _step(root, step, [self.at[name] for name in step.at], number if len(self.steps) > 1 else 0)
        self._words(root, left + UNIT * 0.4, below, lines)
        return root

    def _frame(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board and of what is beside it, names of rows and columns included."""
        edge, named = UNIT * (0.5 + _MARGIN), UNIT * _MARGIN if self.scene.axes else 0
        standing = {*self.scene.points, *(name for piece in self.scene.pieces for name in piece.points)}
        frames = [(self.at[name], edge) for name in standing]
        frames += [(self.at[name], UNIT * 0.1) for step in self.steps for name in step.at]
        left, top = (min(place[axis] - slack for place, slack in frames) for axis in (0, 1))
        right, bottom = (max(place[axis] + slack for place, slack in frames) for axis in (0, 1))
        return left - named, top, right, bottom - UNIT * _MARGIN + named

    def _points(self, root: Element) -> None:
        board = SubElement(root, "g")
        for pair in self.scene.lines:
            (x1, y1), (x2, y2) = (self.at[name] for name in pair)
            ends = dict(zip(("x1", "y1", "x2", "y2"), map(_written, (x1, y1, x2, y2)), strict=True))
            SubElement(board, "line", {**ends, "class": "retro-line"})
        for name in self.scene.points:
            x, y = self.at[name]
            if self.scene.lines:
                point = _circle(board, x, y, 0.09, "knot")
            else:
                point = _rectangle(board, x - UNIT / 2, y - UNIT / 2, UNIT, UNIT, "cell")
            point.set("data-point", name)
            SubElement(point, "title").text = name
        names = self.scene.axes
        for name in names:
            x, y = self.at[name]
            if x == min(self.at[other][0] for other in names):
                _text(root, x - UNIT * 0.72, y + 5, name[1:])
            if y == max(self.at[other][1] for other in names):
                _text(root, x, y + UNIT * 0.78, name[0])

    def _words(self, root: Element, x: float, y: float, lines: list[str]) -> None:
        for number, line in enumerate(lines):
            height, moves = y + number * UNIT * 0.45, number == 0 and self.scene.turn
            if moves:
                _piece(root, Piece("stone", "", self.scene.turn), [(x, height)], 0.42)
            _text(root, x + (UNIT * 0.3 if moves else -UNIT * 0.16), height + 5, line, "text retro-left")


def _piece(root: Element, piece: Piece, places: list[Place], scale: float = 1.0) -> None:
    """One piece at its places; ``scale`` is 1 for one that stands on the board."""
    player, ink = f"p{piece.player}", ("grey", "blue", "amber")[piece.player]
    if piece.glyph == "block":
        _block(root, places, f"{player} retro-plain", f"{player} retro-edge")
    for x, y in places:
        if piece.glyph == "stone":
            _circle(root, x, y, 0.37 * scale, player)
        if piece.glyph in ("stone", "block"):
            _sign(root, x, y, piece, scale)
        elif piece.glyph == "hole":
            _circle(root, x, y, 0.34, "hole")
        elif piece.glyph == "dot":
            _circle(root, x, y, 0.11, f"ring retro-{ink}" if piece.player == 2 else player)
        elif piece.glyph == "closed":
            _cross(root, x, y, 0.11, f"line retro-{ink}")
        elif piece.glyph == "mark" and piece.player == 1:
            _cross(root, x, y, 0.25, f"cross retro-{ink}")
        elif piece.glyph == "mark":
            _circle(root, x, y, 0.27, f"cross retro-{ink}")
    if piece.label:
        x, y = places[0]
        size = 26 if len(piece.label) == 1 else 18
        _text(root, x, y + size * 0.36, piece.label, f"label retro-{'black' if piece.player == 2 else 'white'}").set(
            "style", f"font-size:{size}px"
        )


def _sign(root: Element, x: float, y: float, piece: Piece, scale: float) -> None:
    """What tells players apart without colours: 1 is plain, 2 has a ring, around a label, and nobody a square."""
    if piece.player == 2:
        bold = scale == 1 and not piece.label
        _circle(root, x, y, (0.3 if piece.label else 0.17) * scale, f"p2 retro-{'ring' if bold else 'edge'}")
    elif piece.player == 0 and not piece.label:
        side = UNIT * 0.22
        _rectangle(root, x - side / 2, y - side / 2, side, side, "p0 retro-ring")


def _block(root: Element, places: list[Place], inside: str, edge: str) -> None:
    """The squares at some places as one piece: what it covers, and the line around it."""
    cells = {(round(x / UNIT, 3), round(y / UNIT, 3)) for x, y in places}
    covered, around = "", ""
    for x, y in sorted(cells):
        for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
            if all((x + i, y + j) in cells for i in range(across + 1) for j in range(down + 1)):
                x1, y1, x2, y2 = x - _HALF, y - _HALF, x + across + _HALF, y + down + _HALF
                covered += _path([(x1, y1), (x2, y1), (x2, y2), (x1, y2)]) + "Z"
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if (x + dx, y + dy) not in cells:
                ends = [side * _reach(cells, (x, y), (dx, dy), (-dy * side, dx * side)) for side in (-1, 1)]
                around += _path([(x + dx * _HALF - dy * end, y + dy * _HALF + dx * end) for end in ends])
    SubElement(root, "path", {"d": covered, "class": f"retro-{inside}"})
    SubElement(root, "path", {"d": around, "class": f"retro-{edge}"})


def _reach(cells: set[Place], cell: Place, out: Place, along: Place) -> float:
    """How far the open side of a square goes ``along``: to its corner, or on to the next square."""
    x, y = cell[0] + along[0], cell[1] + along[1]
    if (x, y) not in cells:
        return _HALF
    return 1 - _HALF if (x + out[0], y + out[1]) in cells else 0.5


def _step(root: Element, step: Step, places: list[Place], number: int) -> None:
    """A step of a move; its ``number`` is written, if there are several."""
    x, y = places[0]
    if step.kind == "point":
        for style in ("halo", "step"):
            _circle(root, x, y, 0.3, style)
        _circle(root, x, y, 0.09, "head")
    elif step.kind == "piece":
        _block(root, places, "set", "step retro-dashed")
    else:
        _way(root, places, step.kind == "arrow")
    if number:
        _circle(root, x, y, 0.2, "head")
        _text(root, x, y + 6, str(number), "label retro-white").set("style", "font-size:17px")


def _way(root: Element, places: list[Place], head: bool) -> None:
    """A line along some places, perhaps with a head."""
    *_, (x1, y1), (x2, y2) = places
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    end, wide, long = (x2 + dx * UNIT * 0.12, y2 + dy * UNIT * 0.12), UNIT * 0.19, UNIT * 0.34
    neck = (end[0] - dx * long, end[1] - dy * long)
    (x0, y0), *way = [*places[:-1], neck if head else (x2, y2)]
    if head and len(places) == 2:  # what moves can still be seen
        x0, y0 = x0 + dx * UNIT * 0.3, y0 + dy * UNIT * 0.3
    path = _path([(x / UNIT, y / UNIT) for x, y in [(x0, y0), *way]])
    for style in ("halo", "step"):
        SubElement(root, "path", {"d": path, "class": f"retro-{style}"})
    if head:
        corners = [end, (neck[0] - dy * wide, neck[1] + dx * wide), (neck[0] + dy * wide, neck[1] - dx * wide)]
        SubElement(root, "path", {"d": _path([(x / UNIT, y / UNIT) for x, y in corners]) + "Z", "class": "retro-head"})


def _path(corners: Iterable[Place]) -> str:
    """From corner to corner, in units."""
    return "M" + "L".join(f"{_written(x * UNIT)} {_written(y * UNIT)}" for x, y in corners)


def _circle(root: Element, x: float, y: float, radius: float, style: str) -> Element:
    place = {"cx": _written(x), "cy": _written(y), "r": _written(radius * UNIT)}
    return SubElement(root, "circle", {**place, "class": f"retro-{style}"})


def _cross(root: Element, x: float, y: float, arm: float, style: str) -> None:
    x, y = x / UNIT, y / UNIT
    ways = ([(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)])
    SubElement(root, "path", {"d": "".join(map(_path, ways)), "class": f"retro-{style}"})


def _rectangle(root: Element, x: float, y: float, width: float, height: float, style: str, **more: str) -> Element:
    box = dict(zip(("x", "y", "width", "height"), map(_written, (x, y, width, height)), strict=True))
    return SubElement(root, "rect", {**box, **more, "class": f"retro-{style}"})


def _text(root: Element, x: float, y: float, text: str, style: str = "text") -> Element:
    shown = SubElement(root, "text", {"x": _written(x), "y": _written(y), "class": f"retro-{style}"})
    shown.text = text
    return shown


def _written(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
