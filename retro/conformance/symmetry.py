"""The rule `symmetry`: the images are those of a group, and nothing that decides a value changes under them.

Moves of an image are the images of the moves, and so are ends of the game: so positions that are images of each other
have the same value, by induction over its DTM.
"""

from __future__ import annotations

from collections import Counter

from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import NONE, ONGOING
from retro.rules import Move

GROUP_SAMPLE = 300
"""Positions on which group elements are told apart."""

ANY = -2
"""Stands for the code of a move where the game does not say what becomes of codes."""


def check(subject: Subject) -> None:
    """A group, by its action on part of the sample; then invariance."""
    if subject.rules.group == 1:
        raise Skipped("the game declares no symmetry")
    _group(subject, subject.sample[:GROUP_SAMPLE])
    for key in subject.each(subject.sample):
        for g in range(1, subject.rules.group):
            _invariant(subject, key, g)


def _group(subject: Subject, keys: list[int]) -> None:
    """The identity, and every composition of two elements acts on all keys at once as some single element does.

    A finite set of permutations that is closed like that has its inverses, too.
    """
    group = range(subject.rules.group)
    images = [[subject.key("image", key, g) for key in keys] for g in group]
    for key, image in zip(keys, images[0], strict=True):
        if image != key:
            raise Failed(f"{subject.place(key)}: image under element 0 is {image}, but 0 is the identity")
    subject.progress.phase("symmetry", subject.rules.group, None)
    for a in group:
        subject.progress.advance(1, 0)
        for b in group:
            composed = [subject.key("image", key, b) for key in images[a]]
            if composed in images:
                continue
            same = [sum(x == y for x, y in zip(composed, each, strict=True)) for each in images]
            nearest = same.index(max(same))
            key, found = next(
                (key, found)
                for key, found, expected in zip(keys, composed, images[nearest], strict=True)
                if found != expected
            )
            what = f"the image under element {a} and then {b} is {found}; no single element gives that"
            raise Failed(f"{subject.place(key)}: not a group: {what} (nearest: {nearest})")
    # Injective, or a class could be left and never be entered again.
    for g in group:
        if len(set(images[g])) < len(keys):
            twice = next(image for image, times in Counter(images[g]).items() if times > 1)
            key = keys[images[g].index(twice)]
            raise Failed(f"{subject.place(key)}: not a group: element {g} has the same image for another position")


def _invariant(subject: Subject, key: int, g: int) -> None:
    image = subject.key("image", key, g)
    moves, moved = subject.moves(key), subject.moves(image)
    coded = "image_code" in subject.functions
    expected = {move: _seen(subject, move, g if coded else ANY) for move in moves}
    found = Counter(_seen(subject, move, 0 if coded else ANY) for move in moved)
    if Counter(expected.values()) != found:
        lost = Counter(expected.values()) - found
        alone = next((move for move in moves if expected[move] in lost), None)
        if alone is None:
            raise Failed(f"{_where(subject, key, g)}: the image has {len(moved)} moves, the position {len(moves)}")
        wanted = f"of code {expected[alone][0]}, " if coded else ""
        what = f"the image has no such move ({wanted}same outcome, same class of successor)"
        raise Failed(f"{_where(subject, key, g, alone.code)}: {what}")
    names = ["tier", "first_to_move", "wins"] if moves else ["tier", "first_to_move", "wins", "no_moves"]
    for name in names:
        if name in subject.functions:
            one, other = subject.number(name, key), subject.number(name, image)
            if one != other:
                what = f"{name} is {one} for the position and {other} for its image"
                raise Failed(f"{_where(subject, key, g)}: {what}")
    if subject.rules.repetition:
        _same_undo(subject, key, image, g)


def _where(subject: Subject, key: int, g: int, code: int = NONE) -> str:
    image = subject.key("image", key, g)
    return f"{subject.place(key, code)}, whose image under element {g} is {image}"


def _seen(subject: Subject, move: Move, g: int) -> tuple[int, int, int]:
    """What a move must have in common with its image: code, outcome, class of the successor."""
    successor = subject.canonical(move.successor) if move.outcome == ONGOING else NONE
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
