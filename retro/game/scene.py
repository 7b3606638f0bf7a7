"""A board as plain data: points, pieces on them, and the steps of a move. `retro.drawing.svg` draws it.

A plugin returns scenes from functions of text.py. Players are 1 and 2; 0 stands for neither. A player makes a move by
clicking on points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

GLYPHS = ("stone", "block", "mark", "hole", "dot", "closed")
"""Kinds of pieces. Only a block may stand on several points; it is then one piece of that shape."""
STEP_KINDS = ("point", "line", "arrow", "piece")
"""Kinds of steps of a move."""
MAX_POINTS = 1_000
LONGEST = {"label": 3, "name": 20, "note": 200}
"""The most characters of each text."""
_NAME = re.compile("([a-z])([0-9]{1,2})")


@dataclass(frozen=True)
class Piece:
    """A piece on the board.

    glyph   one of `GLYPHS`
    at      the name of its point, or a tuple of names for a block on several
    player  the owner: 1, 2, or 0 for neither
    label   up to three characters on the piece
    """

    glyph: str
    at: str | tuple[str, ...]
    player: int = 0
    label: str = ""

    @property
    def points(self) -> tuple[str, ...]:
        """The names of the piece's points."""
        return (self.at,) if isinstance(self.at, str) else tuple(self.at)


@dataclass(frozen=True)
class Step:
    """A step of a move: one of `STEP_KINDS`, and the points to click for it, in order.

    point  a piece is put there or taken, or the point is chosen
    line   a line along the points
    arrow  a line with a head at the end
    piece  a block is put on the points
    """

    kind: str
    at: tuple[str, ...]


@dataclass(frozen=True)
class Scene:
    """A board and its pieces.

    points  name: (x, y) of the board's points, one apart, y upwards; squares, unless there are lines
    pieces  in the order in which they are drawn
    lines   pairs of points that a line joins
    beside  points beside the board: for hands, captured pieces, pieces that are pushed off
    notes   other properties of the position, in words
    turn    the player to move, 1 or 2; 0 if the key does not determine it: then 1 is the player to move
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
        """The names of the board's points if they are those of columns and rows, as in a1; else an empty list."""
        matches = {name: _NAME.fullmatch(name) for name in self.points}
        columns = {(match[1], self.points[name][0]) for name, match in matches.items() if match}
        rows = {(match[2], self.points[name][1]) for name, match in matches.items() if match}
        straight = all(len(dict(pairs)) == len(pairs) for pairs in (columns, rows))
        return list(self.points) if all(matches.values()) and straight else []

    def seen_by(self, mover: int) -> Scene:
        """The scene with players 1 and 2 as in the game when ``mover`` is to move; unchanged if it has a turn."""
        if self.turn:
            return self
        pieces = self.pieces
        if mover == 2:
            pieces = tuple(replace(piece, player=(0, 2, 1)[piece.player]) for piece in pieces)
        return replace(self, pieces=pieces, turn=mover)


def grid(columns: int, rows: int) -> dict[str, tuple[float, float]]:
    """The points of a rectangular board: a1 at the bottom left, b1 to its right; at most 26 columns."""
    return {f"{chr(97 + x)}{y + 1}": (x, y) for y in range(rows) for x in range(columns)}


def as_json(scene: Scene) -> dict[str, Any]:
    """The scene as JSON: dictionaries, lists, strings and numbers."""
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
    return [{"kind": step.kind, "at": list(step.at)} for step in steps]


def problem(scene: Any) -> str:
    """The mistake in a plugin's scene, in words; "" if there is none."""
    if not isinstance(scene, Scene):
        return f"returned {type(scene).__name__}, not a Scene"
    return _points_problem(scene) or _pieces_problem(scene) or _rest_problem(scene)


def steps_problem(scene: Scene, steps: Any) -> str:
    """The mistake in a plugin's steps of a move, in words; "" if there is none."""
    if not isinstance(steps, tuple | list):
        return f"returned {type(steps).__name__}, not steps"
    for step in steps:
        if not isinstance(step, Step) or step.kind not in STEP_KINDS:
            return f"has a step {_shown(step)}, not a Step of the kind {', '.join(STEP_KINDS)}"
        fewest = 2 if step.kind in ("line", "arrow") else 1
        if (
            not isinstance(step.at, tuple | list)
            or len(step.at) < fewest
            or (step.kind == "point" and len(step.at) > 1)
        ):
            return f"has a step {step.kind!r} of the points {_shown(step.at)}"
        if any(name not in scene.places for name in step.at):
            return f"has a step {step.kind!r} at {_shown(step.at)}, where there is no point"
    return ""


def _points_problem(scene: Scene) -> str:
    if not isinstance(scene.points, Mapping) or not isinstance(scene.beside, Mapping) or not scene.points:
        return "has no points"
    if len(scene.points) + len(scene.beside) > MAX_POINTS:
        return f"has more than {MAX_POINTS:,} points"
    taken: dict[tuple[float, float], str] = {}
    for name, place in [*scene.points.items(), *scene.beside.items()]:
        if not _one_line(name, "name") or not name:
            return f"calls a point {_shown(name)}"
        if not isinstance(place, tuple | list) or len(place) != 2 or not all(map(_coordinate, place)):
            return f"has the point {name} at {_shown(place)}, not (x, y)"
        other = taken.setdefault((place[0], place[1]), name)
        if other != name:
            return f"has the points {other} and {name} in one place"
    both = [name for name in scene.beside if name in scene.points]
    return f"has the point {both[0]} on the board and beside it" if both else ""


def _pieces_problem(scene: Scene) -> str:
    places = scene.places
    for piece in scene.pieces:
        if not isinstance(piece, Piece):
            return f"has a piece {_shown(piece)}, not a Piece"
        if piece.glyph not in GLYPHS:
            return f"has a glyph {_shown(piece.glyph)}; choose from {', '.join(GLYPHS)}"
        if not isinstance(piece.at, str | tuple) or not piece.at or any(name not in places for name in piece.points):
            return f"has a {piece.glyph} at {_shown(piece.at)}, where there is no point"
        if len(piece.points) > 1 and (piece.glyph != "block" or len(set(piece.points)) < len(piece.points)):
            return f"has a {piece.glyph} at {_shown(piece.at)}; only a block stands on several points, once on each"
        if type(piece.player) is not int or piece.player not in (0, 1, 2):
            return f"has a {piece.glyph} of player {_shown(piece.player)}; players are 1 and 2, and 0 is neither"
        if not _one_line(piece.label, "label"):
            return (
                f"has a {piece.glyph} with the label {_shown(piece.label)}, not {LONGEST['label']} characters at most"
            )
    return ""


def _rest_problem(scene: Scene) -> str:
    for pair in scene.lines:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or any(name not in scene.places for name in pair):
            return f"has a line {_shown(pair)}, not a pair of points"
    for note in scene.notes:
        if not _one_line(note, "note"):
            return f"has the note {_shown(note)}, not a line of {LONGEST['note']} characters at most"
    if type(scene.turn) is not int or scene.turn not in (0, 1, 2):
        return f"has the turn {_shown(scene.turn)}, not 0, 1 or 2"
    return ""


def _one_line(text: Any, kind: str) -> bool:
    return isinstance(text, str) and text.isprintable() and len(text) <= LONGEST[kind]


def _coordinate(number: Any) -> bool:
    return isinstance(number, int | float) and math.isfinite(number) and abs(number) <= MAX_POINTS


def _shown(given: Any) -> str:
    return ascii(given)[:60]
