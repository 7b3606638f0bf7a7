"""Setting up a position: what the letters of its text mean on the board, and what a text is worth, if it is one.

No game says how its text is made. But most write a letter for each point, row by row from the top, and whether one does
is seen by comparing texts and scenes of some of its positions. Of another game the text itself is all there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from retro.drawing.svg import layers
from retro.game import notation, staging
from retro.game.rules import IndexedRules
from retro.game.scene import Piece, Scene
from retro.game.text import START
from retro.puzzles.compose import STANDING
from retro.serve.answers import turn_as_json
from retro.serve.open_databases import Shelf
from retro.serve.requests import Asked
from retro.system.errors import GameError

SAMPLES = 24
SEPARATORS = "-/|, \t\r\n"
PIECES = (STANDING, (*STANDING, "mark"), (*STANDING, "mark", "dot"))
"""Glyphs that may be pieces, the likeliest first; others only remark something."""


class Kind(NamedTuple):
    """What stands on a point."""

    glyph: str
    player: int = 0
    label: str = ""


EMPTY = Kind("empty")


@dataclass(frozen=True)
class Alphabet:
    """What letters mean.

    points  in the order in which the text names them
    wide    kinds of which one piece stands on all points that have its letter
    """

    scene: Scene
    points: tuple[str, ...]
    meaning: dict[str, Kind]
    wide: frozenset[Kind]

    def places(self, text: str) -> dict[str, int]:
        """Where in a text each point is; none if it is not written in these letters."""
        places = _letters(text)[: len(self.points)]
        if len(places) < len(self.points) or any(text[place] not in self.meaning for place in places):
            return {}
        return dict(zip(self.points, places, strict=True))

    def drawn(self, text: str) -> Scene:
        """What a text says, whether it is a position or not."""
        found: dict[Kind, list[str]] = {}
        for point, place in self.places(text).items():
            found.setdefault(self.meaning[text[place]], []).append(point)
        found.pop(EMPTY, None)
        pieces = [
            Piece(kind.glyph, tuple(each), kind.player, kind.label)
            for kind, points in found.items()
            for each in ([points] if kind in self.wide else [[point] for point in points])
        ]
        return Scene(self.scene.points, tuple(pieces), self.scene.lines, self.scene.beside)


def setup(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """What a text would be as a position, drawn as far as it can be; what is wrong with it, or what it is worth."""
    text = str(asked.get("position", START))
    with shelf.open(asked.game, asked.settings) as table:
        rules, alphabet, key = table.rules, learned(table.rules), None
        found: dict[str, Any] = {"problem": None, "scores": rules.scores}
        try:
            key = notation.position_key(rules, text)
            text = text if alphabet and alphabet.places(text) else str(rules.text.format(key))
            found |= {"position": str(rules.text.format(key)), **table.probe(key)._asdict()}
        except GameError as error:
            found["problem"] = str(error)
        cells = alphabet.places(text) if alphabet else {}
        board = staging.scene(rules, key) if key is not None else alphabet.drawn(text) if alphabet and cells else None
        return found | {
            "text": text,
            "cells": cells or None,
            "palette": _palette(alphabet),
            "points": {} if board is None else {name: list(place) for name, place in board.points.items()},
            "turn": 0 if key is None else turn_as_json(rules, key),
            "picture": None if board is None else layers(board, (), mover=asked.get("mover", 1)).board,
        }


def learned(rules: IndexedRules) -> Alphabet | None:
    """The letters of a game's texts; None if they do not stand for points, one each."""
    told = [(str(rules.text.format(key)), staging.scene(rules, key)) for key in _sample(rules)]
    for pieces in PIECES:
        found = _compared([(text, scene) for text, scene in told if scene is not None], pieces)
        if found is not None:
            return found
    return None


def _sample(rules: IndexedRules) -> Iterable[int]:
    if rules.initial >= 0:
        yield rules.initial
    for number in range(min(SAMPLES, rules.slots)):
        key = rules.unrank(number * rules.slots // min(SAMPLES, rules.slots))
        if key >= 0:
            yield key


def _compared(told: list[tuple[str, Scene]], pieces: tuple[str, ...]) -> Alphabet | None:
    meaning: dict[str, Kind] = {}
    wide: set[Kind] = set()
    points: tuple[str, ...] = ()
    for text, scene in told:
        points = tuple(sorted(scene.points, key=lambda name: (-scene.points[name][1], scene.points[name][0])))
        standing = {point: each for each in scene.pieces if each.glyph in pieces for point in each.points}
        places = _letters(text)[: len(points)]
        if len(places) < len(points):
            return None
        for point, place in zip(points, places, strict=True):
            each = standing.get(point)
            kind = EMPTY if each is None else Kind(each.glyph, each.player, each.label)
            if meaning.setdefault(text[place], kind) != kind:
                return None
            if each is not None and len(each.points) > 1:
                wide.add(kind)
    if not told or EMPTY not in meaning.values() or len(set(meaning.values())) < len(meaning):
        return None
    return Alphabet(told[0][1], points, meaning, frozenset(wide))


def _letters(text: str) -> list[int]:
    return [place for place, letter in enumerate(text) if letter not in SEPARATORS]


def _palette(alphabet: Alphabet | None) -> list[dict[str, Any]]:
    """Pieces of player 1, of player 2, of nobody, and nothing."""
    if alphabet is None:
        return []
    order = sorted(alphabet.meaning.items(), key=lambda each: (each[1] == EMPTY, each[1].player or 3, each[0]))
    return [{"letter": letter, **kind._asdict()} for letter, kind in order]
