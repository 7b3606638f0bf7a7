"""What a board looks like: points, what stands on them, and how a move is shown. Plain data; `retro.drawing.svg`
draws it.

A plugin says it in text.py. Players are 1 and 2; nobody is 0. Names of points are what a player clicks.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

GLYPHS = ("stone", "block", "mark", "hole", "dot", "closed")
"""What may stand on a point; only a block stands on several: it then is one piece of that shape."""
KINDS = ("point", "line", "arrow", "piece")
"""How a step of a move is shown."""
MOST_POINTS = 1_000
LONGEST = {"label": 3, "name": 20, "note": 200}
"""Characters."""
_NAME = re.compile("([a-z])([0-9]{1,2})")


@dataclass(frozen=True)
class Piece:
    """What stands on the point ``at``, or a block on all of these: one of `GLYPHS`, with a label of some characters.

    player  whose it is
    """

    glyph: str
    at: str | tuple[str, ...]
    player: int = 0
    label: str = ""

    @property
    def points(self) -> tuple[str, ...]:
        """The names of its points."""
        return (self.at,) if isinstance(self.at, str) else tuple(self.at)


@dataclass(frozen=True)
class Step:
    """Part of a move: one of `KINDS`, and the points to be clicked for it, in their order.

    point  what is put there, or taken, or chosen
    line   along these
    arrow  likewise, with a head at the end
    piece  a block is set down on these
    """

    kind: str
    at: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """A board and all that stands on it.

    points  name: (x, y) of the board's points, one apart, y upwards; squares, unless there are lines
    pieces  in the order in which they are drawn
    lines   pairs of points that are joined
    beside  more points, beside the board: hands, what was captured, where a piece goes that is pushed off
    notes   what else makes the position, in words
    turn    the player who is to move; 0 where the key does not say whose turn it is: 1 then is the player to move
    """

    points: Mapping[str, tuple[float, float]]
    pieces: tuple[Piece, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    beside: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    turn: int = 0

    @property
    def places(self) -> dict[str, tuple[float, float]]:
        """All points, on the board and beside it."""
        return {**self.points, **self.beside}

    @property
    def axes(self) -> list[str]:
        """The board's points if they are called by columns and rows, a1 and so on; else none."""
        found = {name: _NAME.fullmatch(name) for name in self.points}
        columns = {(match[1], self.points[name][0]) for name, match in found.items() if match}
        rows = {(match[2], self.points[name][1]) for name, match in found.items() if match}
        straight = all(len(dict(pairs)) == len(pairs) for pairs in (columns, rows))
        return list(self.points) if all(found.values()) and straight else []

    def seen_by(self, mover: int) -> Scene:
        """The scene with the players as they are when player ``mover`` is to move, if the key does not tell who is."""
        if self.turn:
            return self
        pieces = self.pieces
        if mover == 2:
            pieces = tuple(replace(piece, player=(0, 2, 1)[piece.player]) for piece in pieces)
        return replace(self, pieces=pieces, turn=mover)


def grid(columns: int, rows: int) -> dict[str, tuple[float, float]]:
    """The points of a board, a1 at the bottom left, b1 at the right of it; at most 26 columns."""
    return {f"{chr(97 + x)}{y + 1}": (x, y) for y in range(rows) for x in range(columns)}


def as_json(scene: Scene) -> dict[str, Any]:
    """A scene as dictionaries, lists, texts and numbers."""
    return {
        "points": {name: list(place) for name, place in scene.points.items()},
        "beside": {name: list(place) for name, place in scene.beside.items()},
        "lines": [list(pair) for pair in scene.lines],
        "pieces": [
            {"glyph": piece.glyph, "at": list(piece.points), "player": piece.player, "label": piece.label}
            for piece in scene.pieces
        ],
        "notes": list(scene.notes),
        "turn": scene.turn,
    }


def steps_as_json(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """The same of a move."""
    return [{"kind": step.kind, "at": list(step.at)} for step in steps]


def problem(scene: Any) -> str:
    """What is wrong with what should be a scene, in words; empty if nothing is."""
    if not isinstance(scene, Scene):
        return f"returned {type(scene).__name__}, not a Scene"
    return _points_problem(scene) or _pieces_problem(scene) or _rest_problem(scene)


def steps_problem(scene: Scene, steps: Any) -> str:
    """What is wrong with what should be the steps of a move; empty if nothing is."""
    if not isinstance(steps, tuple | list):
        return f"returned {type(steps).__name__}, not steps"
    for step in steps:
        if not isinstance(step, Step) or step.kind not in KINDS:
            return f"has a step {_told(step)}, not a Step of the kind {', '.join(KINDS)}"
        fewest = 2 if step.kind in ("line", "arrow") else 1
        if (
            not isinstance(step.at, tuple | list)
            or len(step.at) < fewest
            or (step.kind == "point" and len(step.at) > 1)
        ):
            return f"has a step {step.kind!r} of the points {_told(step.at)}"
        if any(name not in scene.places for name in step.at):
            return f"has a step {step.kind!r} at {_told(step.at)}, where there is no point"
    return ""


def _points_problem(scene: Scene) -> str:
    if not isinstance(scene.points, Mapping) or not isinstance(scene.beside, Mapping) or not scene.points:
        return "has no points"
    if len(scene.points) + len(scene.beside) > MOST_POINTS:
        return f"has more than {MOST_POINTS:,} points"
    taken: dict[tuple[float, float], str] = {}
    for name, place in [*scene.points.items(), *scene.beside.items()]:
        if not _one_line(name, "name") or not name:
            return f"calls a point {_told(name)}"
        if not isinstance(place, tuple | list) or len(place) != 2 or not all(map(_coordinate, place)):
            return f"has the point {name} at {_told(place)}, not (x, y)"
        other = taken.setdefault((place[0], place[1]), name)
        if other != name:
            return f"has the points {other} and {name} in one place"
    both = [name for name in scene.beside if name in scene.points]
    return f"has the point {both[0]} on the board and beside it" if both else ""


def _pieces_problem(scene: Scene) -> str:
    places = scene.places
    for piece in scene.pieces:
        if not isinstance(piece, Piece):
            return f"has a piece {_told(piece)}, not a Piece"
        if piece.glyph not in GLYPHS:
            return f"has a glyph {_told(piece.glyph)}; choose from {', '.join(GLYPHS)}"
        if not isinstance(piece.at, str | tuple) or not piece.at or any(name not in places for name in piece.points):
            return f"has a {piece.glyph} at {_told(piece.at)}, where there is no point"
        if len(piece.points) > 1 and (piece.glyph != "block" or len(set(piece.points)) < len(piece.points)):
            return f"has a {piece.glyph} at {_told(piece.at)}; only a block stands on several points, once on each"
        if type(piece.player) is not int or piece.player not in (0, 1, 2):
            return f"has a {piece.glyph} of player {_told(piece.player)}; players are 1 and 2, and 0 is nobody"
        if not _one_line(piece.label, "label"):
            return f"has a {piece.glyph} with the label {_told(piece.label)}, not {LONGEST['label']} characters at most"
    return ""


def _rest_problem(scene: Scene) -> str:
    for pair in scene.lines:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or any(name not in scene.places for name in pair):
            return f"has a line {_told(pair)}, not a pair of points"
    for note in scene.notes:
        if not _one_line(note, "note"):
            return f"has the note {_told(note)}, not a line of {LONGEST['note']} characters at most"
    if type(scene.turn) is not int or scene.turn not in (0, 1, 2):
        return f"has the turn {_told(scene.turn)}, not 0, 1 or 2"
    return ""


def _one_line(text: Any, kind: str) -> bool:
    return isinstance(text, str) and text.isprintable() and len(text) <= LONGEST[kind]


def _coordinate(number: Any) -> bool:
    return isinstance(number, int | float) and math.isfinite(number) and abs(number) <= MOST_POINTS


def _told(given: Any) -> str:
    return ascii(given)[:60]
