"""Elements of SVG: circles, crosses, rectangles, paths and texts in the pixels of a board, and blocks of squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement

Coordinates = tuple[float, float]
UNIT = 60
"""Pixels between neighbouring points."""
_HALF_BLOCK = 0.4
"""Half a block's width."""


def block(root: Element, centres: Sequence[Coordinates], inside: str, edge: str) -> None:
    """Neighbouring squares as one piece: the area and the line around it."""
    cells = {(round(x / UNIT, 3), round(y / UNIT, 3)) for x, y in centres}
    covered, around = "", ""
    for x, y in sorted(cells):
        for across, down in ((0, 0), (1, 0), (0, 1), (1, 1)):
            if all((x + i, y + j) in cells for i in range(across + 1) for j in range(down + 1)):
                x1, y1, x2, y2 = x - _HALF_BLOCK, y - _HALF_BLOCK, x + across + _HALF_BLOCK, y + down + _HALF_BLOCK
                covered += path([(x1, y1), (x2, y1), (x2, y2), (x1, y2)]) + "Z"
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if (x + dx, y + dy) not in cells:
                ends = [side * _reach(cells, (x, y), (dx, dy), (-dy * side, dx * side)) for side in (-1, 1)]
                around += path([(x + dx * _HALF_BLOCK - dy * end, y + dy * _HALF_BLOCK + dx * end) for end in ends])
    SubElement(root, "path", {"d": covered, "class": f"retro-{inside}"})
    SubElement(root, "path", {"d": around, "class": f"retro-{edge}"})


def _reach(cells: set[Coordinates], cell: Coordinates, out: Coordinates, along: Coordinates) -> float:
    """Returns the length of a square's open side in the direction ``along``: to its corner, or to the next square."""
    x, y = cell[0] + along[0], cell[1] + along[1]
    if (x, y) not in cells:
        return _HALF_BLOCK
    return 1 - _HALF_BLOCK if (x + out[0], y + out[1]) in cells else 0.5


def path(corners: Iterable[Coordinates]) -> str:
    """Returns the path through corners given in units."""
    return "M" + "L".join(f"{written(x * UNIT)} {written(y * UNIT)}" for x, y in corners)


def circle(root: Element, x: float, y: float, radius: float, style: str) -> Element:
    attributes = {"cx": written(x), "cy": written(y), "r": written(radius * UNIT)}
    return SubElement(root, "circle", {**attributes, "class": f"retro-{style}"})


def cross(root: Element, x: float, y: float, arm: float, style: str) -> None:
    x, y = x / UNIT, y / UNIT
    ways = ([(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)])
    SubElement(root, "path", {"d": "".join(map(path, ways)), "class": f"retro-{style}"})


def rectangle(root: Element, x: float, y: float, width: float, height: float, style: str, **more: str) -> Element:
    box = dict(zip(("x", "y", "width", "height"), map(written, (x, y, width, height)), strict=True))
    return SubElement(root, "rect", {**box, **more, "class": f"retro-{style}"})


def text(root: Element, x: float, y: float, text: str, style: str = "text") -> Element:
    shown = SubElement(root, "text", {"x": written(x), "y": written(y), "class": f"retro-{style}"})
    shown.text = text
    return shown


def written(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
