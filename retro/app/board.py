"""A scene on a terminal or in plain text: a sign for each point. Each player has one set of signs and one colour."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from retro.game import staging
from retro.game.rules import Rules
from retro.game.scene import Piece, Scene
from retro.system.messages import plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

COLOURS = ("", "bold #0087ff", "bold #d75f00")
"""Of neutral pieces, the first and the second player: distinct on light and dark ground, and to the colour-blind."""
SIGNS = {
    "stone": "◆●○",
    "block": "▨■□",
    "mark": "+✕○",
    "hole": "###",
    "dot": "∙•◦",
    "closed": "xxx",
}
"""Signs of pieces by glyph: neutral, of the first and of the second player."""
EMPTY_POINT = "·"
ASCII = str.maketrans("◆●○▨■□✕·∙•◦─│", "@XO@XOX.'*o-|")
"""Replacements for signs where stdout encodes ASCII only."""
TOUCHED = "underline"
"""The style of the points of the last move."""
MIN_DISTANCE = 0.25
"""Points nearer to each other than this may share one cell."""

_Cells = dict[tuple[int, int], tuple[str, str]]


def show(
    console: Console, rules: Rules, key: int, player: int, touched: Collection[str] = (), scene: Scene | None = None
) -> Text:
    """Prints a position in which ``player`` (0, 1) is to move; returns the sign of the player and a space.

    ``touched`` names points to highlight; ``scene`` replaces that of the position. If the game has no scene, its `draw`
    is printed, and the result is empty.
    """
    from rich.text import Text

    scene = scene or staging.scene(rules, key)
    if scene is None:
        board, sign = Text("\n".join(map(plain, str(rules.text.draw(key)).rstrip().split("\n")))), Text()
    else:
        board = drawn(scene.seen_by(1 + player), touched)
        kinds = [piece.glyph for piece in scene.pieces if piece.player and piece.glyph in ("stone", "block", "mark")]
        sign = Text(SIGNS[kinds[0] if kinds else "stone"][1 + player], COLOURS[1 + player]).append(" ")
    for text in (board, sign):
        if console.options.ascii_only:
            text.plain = text.plain.translate(ASCII)
    console.print(board)
    return sign


def drawn(scene: Scene, touched: Collection[str] = ()) -> Text:
    """Returns the board and its notes; ``touched`` names points to highlight."""
    from rich.text import Text

    cells, standing = _cells(scene)
    lowest = max(row for row, _ in standing.values())
    for name in scene.axes:
        row, column = standing[name]
        cells[row, -1 - len(name)] = (name[1:], "")
        cells[lowest + 1, column] = (name[0], "")
    for name in touched:
        if name in standing:
            shown, style = cells[standing[name]]
            cells[standing[name]] = (shown, f"{style} {TOUCHED}".strip())
    first = min(column for _, column in cells)
    lines = [Text() for _ in range(1 + max(row for row, _ in cells))]
    for (row, column), (shown, style) in sorted(cells.items()):
        lines[row].append(" " * (column - first - len(lines[row]))).append(shown, style)
    return Text("\n").join([*lines, *map(Text, scene.notes)])


def _cells(scene: Scene) -> tuple[_Cells, dict[str, tuple[int, int]]]:
    """Returns signs with their styles by row and column, and the cell of each visible point."""
    occupied = {name: piece for piece in scene.pieces for name in piece.points}
    visible = {name: xy for name, xy in scene.places.items() if name in scene.points or name in occupied}
    far = 2 if scene.lines else 1
    wide = far * (1 + max([1, *(len(piece.label) for piece in scene.pieces)]))
    columns, rows = (_spread(xy[axis] for xy in visible.values()) for axis in (0, 1))
    last = max(rows.values())
    at = {name: (far * (last - rows[y]), wide * columns[x]) for name, (x, y) in visible.items()}
    cells: _Cells = {}
    for one, other in scene.lines:
        if one in at and other in at:
            cells |= _line(at[one], at[other])
    cells |= {at[name]: (EMPTY_POINT, "") for name in scene.points}
    cells |= {at[name]: _shown(piece) for name, piece in occupied.items()}
    return cells, at


def _shown(piece: Piece) -> tuple[str, str]:
    return plain(piece.label) or SIGNS[piece.glyph][piece.player], COLOURS[piece.player]


def _spread(coordinates: Iterable[float]) -> dict[float, int]:
    """Returns the row or column of each coordinate, from 0 on, in proportion; the two nearest are neighbours."""
    ordered = sorted(set(coordinates))
    nearest = max(MIN_DISTANCE, min((other - one for one, other in pairwise(ordered)), default=1.0))
    return {each: round((each - ordered[0]) / nearest) for each in ordered}


def _line(one: tuple[int, int], other: tuple[int, int]) -> _Cells:
    """Returns the strokes of the line between two points, without the points."""
    (row, column), (down, right) = sorted((one, other))
    rows, columns = down - row, right - column
    steps = rows or columns
    stroke = "─" if not rows else "│" if not columns else "\\" if columns > 0 else "/"
    return {
        (row + rows * step // steps, column + round(columns * step / steps)): (stroke, "") for step in range(1, steps)
    }
