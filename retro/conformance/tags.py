"""The rule `tags`: tags of moves are those of the game, the same compiled and plain, and for all images of a move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from retro.compiling.added import Added
from retro.conformance import tables
from retro.conformance.overflow import Overflow, watched
from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject, kind, whole
from retro.game import NONE, tags
from retro.game.rules import Move
from retro.game.tags import Tags
from retro.system.errors import GameError, described


def check(subject: Subject) -> None:
    """What the tags of every move of the sample are, and what those of its images are."""
    try:
        known = tags.load(subject.rules)
    except GameError as error:
        raise Failed(str(error)) from error
    if not known.names:
        raise Skipped("moves of the game have no tags")
    added = Added.of_tags(known)
    problem = added.problem()
    if problem:
        raise Failed(f"tags in tags.py {problem}")
    tables.check([known.function])
    compiled = added.compiled()
    known = replace(known, function=watched(known.function, {}))
    seen = 0
    for key in subject.each(subject.sample):
        for move in subject.moves(key):
            bits = _bits(subject, known, key, move)
            seen |= bits
            found = int(compiled(key, move.code, move.successor, move.outcome))
            if found != bits:
                where = subject.place(key, move.code)
                raise Failed(f"{where}: tags are {found} compiled and {bits} as plain Python")
            for g in subject.elements():
                _same(subject, known, key, move, bits, g)
    unseen = [name for name in known.names if name not in known.of(seen)]
    subject.remark = f"no move of the sample has the tag {' or '.join(unseen)}" if unseen else ""


def _bits(subject: Subject, known: Tags, key: int, move: Move) -> int:
    where = subject.place(key, move.code)
    try:
        value: Any = known.function(key, move.code, move.successor, move.outcome)
    except Overflow as error:
        raise Failed(f"{where}: in {error}") from error
    except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
        raise Failed(f"{where}: tags of plugin {subject.rules.game.name} raised {described(error)}") from error
    bits = whole(value)
    if bits is None:
        raise Failed(f"{where}: tags returned {kind(value)}, not a whole number")
    if not 0 <= bits < 1 << len(known.names):
        raise Failed(f"{where}: tags returned {bits}, but TAGS has {len(known.names)}")
    return bits


def _same(subject: Subject, known: Tags, key: int, move: Move, bits: int, g: int) -> None:
    """The image of a move has the same tags; where codes have no images, some move to an image has."""
    image = subject.key("image", key, g)
    moves = subject.moves(image)
    if "image_code" in subject.functions:
        code = subject.number("image_code", move.code, g)
        moves = [other for other in moves if other.code == code]
    else:
        there = _class_of(subject, move)
        moves = [other for other in moves if _class_of(subject, other) == there]
    if bits not in {_bits(subject, known, image, other) for other in moves}:
        where = subject.place(key, move.code)
        raise Failed(f"{where}: tags are {bits}, and others for the image of the move under element {g} (key {image})")


def _class_of(subject: Subject, move: Move) -> tuple[int, int]:
    return move.outcome, NONE if move.outcome else subject.canonical(move.successor)
