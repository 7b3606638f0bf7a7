"""The rule `symmetry`: the images are those of a group, and nothing that decides a value changes under them.

Moves of an image are the images of the moves, and so are ends of the game: so positions that are images of each other
have the same value, by induction over its DTM.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from retro.conformance import group
from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import NONE, ONGOING
from retro.game.rules import Move

ANY = -2
"""Stands for the code of a move where the game does not say what becomes of codes."""


def check(subject: Subject) -> None:
    """A group; then invariance, of each position under some of its elements."""
    if subject.rules.group == 1:
        raise Skipped("the game declares no symmetry")
    subject.progress.phase("symmetry", 1, None)
    group.check(subject, subject.seconds / 2)
    for key in subject.each(subject.sample, 0.5):
        for g in subject.elements():
            _invariant(subject, key, g)


def _invariant(subject: Subject, key: int, g: int) -> None:
    image = subject.key("image", key, g)
    moves, moved = subject.moves(key), subject.moves(image)
    coded = "image_code" in subject.functions
    if not _exact(subject, moves, moved, g, coded):
        _same_moves(subject, key, g, coded)
    names = ["tier", "first_to_move", "wins"] if moves else ["tier", "first_to_move", "wins", "no_moves"]
    for name in names:
        if name in subject.functions:
            one, other = subject.number(name, key), subject.number(name, image)
            if one != other:
                what = f"{name} is {one} for the position and {other} for its image"
                raise Failed(f"{_where(subject, key, g)}: {what}")
    if subject.rules.repetition:
        _same_undo(subject, key, image, g)


def _exact(subject: Subject, moves: list[Move], moved: list[Move], g: int, coded: bool) -> bool:
    """Whether moves of the image lead to the images of successors themselves: then classes need not be compared."""
    images = Counter(
        _seen(subject, move, g if coded else ANY, lambda key: subject.key("image", key, g)) for move in moves
    )
    return images == Counter(_seen(subject, move, 0 if coded else ANY, lambda key: key) for move in moved)


def _same_moves(subject: Subject, key: int, g: int, coded: bool) -> None:
    """Moves of the image have the codes and outcomes of the images of moves, and lead to the same classes."""
    moves, moved = subject.moves(key), subject.moves(subject.key("image", key, g))
    expected = {move: _seen(subject, move, g if coded else ANY, subject.canonical) for move in moves}
    found = Counter(_seen(subject, move, 0 if coded else ANY, subject.canonical) for move in moved)
    if Counter(expected.values()) != found:
        lost = Counter(expected.values()) - found
        alone = next((move for move in moves if expected[move] in lost), None)
        if alone is None:
            raise Failed(f"{_where(subject, key, g)}: the image has {len(moved)} moves, the position {len(moves)}")
        wanted = f"of code {expected[alone][0]}, " if coded else ""
        what = f"the image has no such move ({wanted}same outcome, same class of successor)"
        raise Failed(f"{_where(subject, key, g, alone.code)}: {what}")


def _where(subject: Subject, key: int, g: int, code: int = NONE) -> str:
    image = subject.key("image", key, g)
    return f"{subject.place(key, code)}, whose image under element {g} is {image}"


def _seen(subject: Subject, move: Move, g: int, place: Callable[[int], int]) -> tuple[int, int, int]:
    """What a move must have in common with its image: code, outcome, the ``place`` of the successor."""
    successor = place(move.successor) if move.outcome == ONGOING else NONE
    code = ANY if g == ANY else move.code if g == 0 else subject.number("image_code", move.code, g)
    return code, move.outcome, successor


def _same_undo(subject: Subject, key: int, image: int, g: int) -> None:
    """What a move forbids, its image forbids: the image of that code, or one that leads to the same class."""
    after = {move.code: move.successor for move in subject.moves(image)}
    for move in subject.moves(key):
        if move.outcome != ONGOING:
            continue
        forbidden = subject.number("undo", key, move.code, move.successor)
        code = subject.number("image_code", move.code, g)
        found = subject.number("undo", image, code, after[code])
        if NONE not in (forbidden, found):
            if subject.number("image_code", forbidden, g) == found:
                continue
            if _target(subject, move.successor, forbidden) == _target(subject, after[code], found):
                continue
        if forbidden != found:
            where = _where(subject, key, g, move.code)
            raise Failed(f"{where}: undo is {forbidden}, but {found} for the image")


def _target(subject: Subject, key: int, code: int) -> int:
    """Class to which a move leads, NONE if there is no such move."""
    return next((subject.canonical(move.successor) for move in subject.moves(key) if move.code == code), NONE)
