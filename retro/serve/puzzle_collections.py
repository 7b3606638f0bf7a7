"""Collections of puzzles, composed beforehand: one for each database, found by the digest of its content.

Requests read what is there and wait for nothing. `retro.serve.composing` fills collections; a collection that is
requested, and is not complete, is composed next.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, TypedDict

from retro.puzzles.compose import THEMES
from retro.puzzles.grades import GRADES
from retro.query.api import Tablebase
from retro.query.json_types import Count, SchemaFields
from retro.query.puzzle_answers import PuzzleAnswer
from retro.storage.manifest import Manifest

MAX_SOLUTION_PLIES = 31
"""Plies of a solution."""
KINDS: dict[str, tuple[str, tuple[tuple[int, int], ...]]] = {
    "short": ("win", ((3, 4), (5, 6))),
    "middle": ("win", ((7, 8), (9, 10), (11, 12))),
    "draw": ("draw", ((1, MAX_SOLUTION_PLIES),)),
    "points": ("points", ((1, MAX_SOLUTION_PLIES),)),
    "long": ("win", ((13, 16), (17, 20), (21, 24))),
}
"""The theme of each kind, and ranges of plies, for each of which candidates are drawn; the quickest kinds first."""
MAX_CHOSEN = 12
"""Puzzles with tries that are chosen of a kind; at most half as many have none."""


Identity = tuple[str, str, str]


def identity(about: Manifest) -> Identity:
    """Returns what is equal for databases of the same rules and records, wherever they are."""
    return about.game, about.digest, about.content


class ListedPuzzleAnswer(TypedDict):
    """A puzzle of a list; ``tags`` are those of its key move and `quiet`; ``tries`` is the number of tries."""

    kind: Annotated[str, SchemaFields(enum=list(KINDS))]
    position: str
    theme: Annotated[str, SchemaFields(enum=list(THEMES))]
    grade: Annotated[str, SchemaFields(enum=list(GRADES))]
    tags: list[str]
    plies: Count
    tries: Count


@dataclass
class Collection:
    """The puzzles of a database by kind; ``complete`` once no more will come. One thread adds, any may read."""

    kinds: dict[str, list[ListedPuzzleAnswer]] = field(default_factory=dict)
    complete: bool = False
    _answers: dict[str, bytes] = field(default_factory=dict)

    def add(self, kind: str, puzzles: Sequence[PuzzleAnswer]) -> None:
        """Add all puzzles of a kind."""
        self._answers |= {each["position"]: zlib.compress(json.dumps(each).encode()) for each in puzzles}
        self.kinds[kind] = [_listed(kind, each) for each in puzzles]

    def answer(self, position: str) -> PuzzleAnswer | None:
        """The puzzle of a position, as text, with its solution; None if it is not in the collection."""
        packed = self._answers.get(position)
        answer: PuzzleAnswer | None = None if packed is None else json.loads(zlib.decompress(packed))
        return answer

    def chosen(self, kind: str, seed: int) -> list[ListedPuzzleAnswer]:
        """Puzzles of a kind, the same for the same seed: at least two of three have tries, unless none has."""
        puzzles = self.kinds.get(kind, [])
        mixed = Random(f"{seed} {kind}").sample(puzzles, len(puzzles))
        some = [each for each in mixed if each["tries"]][:MAX_CHOSEN]
        some += [each for each in mixed if not each["tries"]][: (len(some) or MAX_CHOSEN) // 2]
        return [each for each in mixed if each in some]


def _listed(kind: str, puzzle: PuzzleAnswer) -> ListedPuzzleAnswer:
    return {
        "kind": kind,
        "position": puzzle["position"],
        "theme": puzzle["theme"],
        "grade": puzzle["grade"],
        "tags": puzzle["tags"],
        "plies": puzzle["plies"],
        "tries": len(puzzle["tries"]),
    }


class Collections:
    """The collections of a server. ``want`` is called for a database whose collection is not complete."""

    def __init__(self) -> None:
        self.want: Callable[[Manifest], None] = lambda about: None
        self._of: dict[Identity, Collection] = {}

    def of(self, table: Tablebase) -> Collection:
        """The collection of a database, as far as it is composed."""
        about = table.database.manifest
        collection = self.at(about)
        if not collection.complete:
            self.want(about)
        return collection

    def at(self, about: Manifest) -> Collection:
        """The collection of a database, which may be empty."""
        return self._of.setdefault(identity(about), Collection())
