"""Setting up a position: what letters of a position's text mean on the board, and what value a text has, if it is one.

A plugin does not declare the form of its texts. But most write one letter for each point, row by row from the top, and
comparing texts and scenes of sample positions shows whether one does. For other games only the text can be edited.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, NamedTuple, NotRequired, TypedDict

from retro.drawing.svg import layers
from retro.game import notation, staging
from retro.game.rules import IndexedRules
from retro.game.scene import Piece, Scene
from retro.game.text import START
from retro.play.material import STANDING
from retro.query.api import Tablebase
from retro.query.json_types import Count
from retro.serve.answers import Turn, turn
from retro.serve.requests import GameRequest
from retro.system.errors import GameError

MAX_SAMPLE_POSITIONS = 24
SEPARATORS = "-/|, \t\r\n"
PIECE_GLYPHS = (STANDING, (*STANDING, "mark"), (*STANDING, "mark", "dot"))
"""Sets of glyphs that may be pieces, the likeliest first; other glyphs are annotations."""


class Occupant(NamedTuple):
    """What stands on a point."""

    glyph: str
    player: int = 0
    label: str = ""


NO_PIECE = Occupant("empty")


class PaletteEntryAnswer(TypedDict):
    """A letter and what stands on a point for which the text has it."""

    letter: str
    glyph: str
    player: Count
    label: str


class SetupAnswer(TypedDict):
    """A text as a position; ``position``, ``value`` and ``dtm`` are absent if it is none."""

    problem: Annotated[str | None, "Why the text is no position."]
    scores: str
    position: NotRequired[str]
    value: NotRequired[Annotated[str | int, "An outcome, or points."]]
    dtm: NotRequired[Annotated[Count | None, "Plies to the end of the game; null for draws and points."]]
    text: str
    cells: Annotated[dict[str, Count] | None, "The index in the text of each point."]
    palette: list[PaletteEntryAnswer]
    points: dict[str, list[float]]
    turn: Turn
    picture: str | None


@dataclass(frozen=True)
class Alphabet:
    """What the letters of a game's texts mean.

    points  in the order in which a text names them
    blocks  occupants whose letter stands for one piece, which covers all points with that letter
    """

    scene: Scene
    points: tuple[str, ...]
    meaning: dict[str, Occupant]
    blocks: frozenset[Occupant]

    def cells(self, text: str) -> dict[str, int]:
        """The index in a text of each point; empty if the text is not written in these letters."""
        indices = _letters(text)[: len(self.points)]
        if len(indices) < len(self.points) or any(text[index] not in self.meaning for index in indices):
            return {}
        return dict(zip(self.points, indices, strict=True))

    def drawn(self, text: str) -> Scene:
        """The scene of a text, whether or not it is a position."""
        points: dict[Occupant, list[str]] = {}
        for point, index in self.cells(text).items():
            points.setdefault(self.meaning[text[index]], []).append(point)
        points.pop(NO_PIECE, None)
        pieces = [
            Piece(occupant.glyph, tuple(each), occupant.player, occupant.label)
            for occupant, occupied in points.items()
            for each in ([occupied] if occupant in self.blocks else [[point] for point in occupied])
        ]
        return Scene(self.scene.points, tuple(pieces), self.scene.lines, self.scene.beside)


def setup(table: Tablebase, request: GameRequest) -> SetupAnswer:
    """A text as a position: its drawing as far as possible, and its value, or why it is none."""
    text = str(request.get("position", START))
    rules, alphabet, key, problem = table.rules, learned(table.rules), None, None
    try:
        key = notation.position_key(rules, text)
        text = text if alphabet and alphabet.cells(text) else str(rules.text.format(key))
        value = table.probe(key)
    except GameError as error:
        problem = str(error)
    cells = alphabet.cells(text) if alphabet else {}
    board = staging.scene(rules, key) if key is not None else alphabet.drawn(text) if alphabet and cells else None
    answer: SetupAnswer = {
        "problem": problem,
        "scores": rules.scores,
        "text": text,
        "cells": cells or None,
        "palette": _palette(alphabet),
        "points": {} if board is None else {name: list(point) for name, point in board.points.items()},
        "turn": 0 if key is None else turn(rules, key),
        "picture": None if board is None else layers(board, (), mover=request.get("mover", 1)).board,
    }
    if key is not None and problem is None:
        answer["position"], (answer["value"], answer["dtm"]) = str(rules.text.format(key)), value
    return answer


def learned(rules: IndexedRules) -> Alphabet | None:
    """The letters of a game's texts; None if they do not stand for points, one letter for each."""
    samples = [(str(rules.text.format(key)), staging.scene(rules, key)) for key in _sample_keys(rules)]
    drawn = [(text, scene) for text, scene in samples if scene is not None]
    return next(filter(None, (_compared(drawn, pieces) for pieces in PIECE_GLYPHS)), None)


def _sample_keys(rules: IndexedRules) -> Iterable[int]:
    yield from rules.starts[:MAX_SAMPLE_POSITIONS]
    for number in range(min(MAX_SAMPLE_POSITIONS, rules.slots)):
        key = rules.unrank(number * rules.slots // min(MAX_SAMPLE_POSITIONS, rules.slots))
        if key >= 0:
            yield key


def _compared(samples: list[tuple[str, Scene]], pieces: tuple[str, ...]) -> Alphabet | None:
    """The alphabet with which all samples agree if the glyphs in ``pieces`` are pieces; None if there is none."""
    meaning: dict[str, Occupant] = {}
    blocks: set[Occupant] = set()
    points: tuple[str, ...] = ()
    for text, scene in samples:
        points = tuple(sorted(scene.points, key=lambda name: (-scene.points[name][1], scene.points[name][0])))
        standing = {point: each for each in scene.pieces if each.glyph in pieces for point in each.points}
        indices = _letters(text)[: len(points)]
        if len(indices) < len(points):
            return None
        for point, index in zip(points, indices, strict=True):
            piece = standing.get(point)
            occupant = NO_PIECE if piece is None else Occupant(piece.glyph, piece.player, piece.label)
            if meaning.setdefault(text[index], occupant) != occupant:
                return None
            if piece is not None and len(piece.points) > 1:
                blocks.add(occupant)
    if not samples or NO_PIECE not in meaning.values() or len(set(meaning.values())) < len(meaning):
        return None
    return Alphabet(samples[0][1], points, meaning, frozenset(blocks))


def _letters(text: str) -> list[int]:
    return [index for index, letter in enumerate(text) if letter not in SEPARATORS]


def _palette(alphabet: Alphabet | None) -> list[PaletteEntryAnswer]:
    """The letters: pieces of player 1, of player 2, of neither, and the empty point."""
    if alphabet is None:
        return []
    order = sorted(alphabet.meaning.items(), key=lambda each: (each[1] == NO_PIECE, each[1].player or 3, each[0]))
    return [
        {"letter": letter, "glyph": each.glyph, "player": each.player, "label": each.label} for letter, each in order
    ]
