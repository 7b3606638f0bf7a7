"""The rule `symmetry`: the images are those of a group, and properties that decide a value do not change under it.

Moves of an image are the images of the moves, and so are ends of the game: so positions that are images of each other
have the same value, by induction over its DTM.

Whether elements form a group is tested by their action on some of the sample. Every composition of two elements must
act as some single element does; a finite set of permutations that is closed in this way also has its inverses. Not all
pairs are composed: every element is composed with each of a few that generate the group, from which the others follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from retro.conformance.report import Failed, TimeOver
from retro.conformance.subject import Subject
from retro.game import NONE
from retro.game.rules import Move
from retro.indexing import image_tables

MIN_KEYS, MAX_KEYS, MAX_IMAGES = 8, 300, 100_000
"""Keys, and images over all keys, that are computed to distinguish the elements."""
ANY = -2
"""Code of every move where the game does not say which code an image has."""


def check(subject: Subject) -> str | None:
    """Test that the elements form a group; then that the images of positions have the images of their moves.

    Returns a remark if the engine computes images by tables, otherwise None.
    """
    subject.progress.phase("symmetry", 1, None)
    with suppress(TimeOver):
        check_group(subject, 0.5)
    tables = image_tables.learned(subject.rules)
    remark = _compare_tables(subject, tables) if tables else None
    with suppress(TimeOver):
        for key in subject.each(subject.sample):
            for g in subject.elements():
                _check_image(subject, key, g)
    return remark


def _compare_tables(subject: Subject, tables: image_tables.ImageTables) -> str | None:
    """Where a plugin's `image` is not that of the tables which replace it, it must be a symmetry nevertheless."""
    alike = True
    subject.limit(0.25)
    with suppress(TimeOver):
        for key in subject.within(subject.sample, "positions whose images are compared with tables"):
            if any(tables.image(key, g) != subject.key("image", key, g) for g in subject.elements()):
                alike = False
                image_tables.check_symmetric(subject.rules, key)
    return "image permutes the bits of keys: tables replace it" if alike else None


def check_group(subject: Subject, share: float) -> None:
    """Raises `Failed` if the elements form no group, TimeOver after a ``share`` of the rule's seconds if that takes
    longer.
    """
    subject.limit(share)
    group = _Group(subject)
    group.check_elements()
    group.compose()


class _Group:
    """The action of each element on some keys, of which the first ``few`` distinguish the elements."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.order = subject, subject.rules.group
        self.keys = subject.sample[: min(MAX_KEYS, max(MIN_KEYS, MAX_IMAGES // self.order))]
        self.images = [
            tuple(subject.key("image", key, g) for key in self.keys)
            for g in subject.within(range(self.order), "elements")
        ]
        different, self.few = len(set(self.images)), min(MIN_KEYS, len(self.keys))
        while len({image[: self.few] for image in self.images}) < different:
            self.few = min(2 * self.few, len(self.keys))
        self.by_image = {image[: self.few]: g for g, image in reversed(list(enumerate(self.images)))}

    def check_elements(self) -> None:
        """Element 0 is the identity, and all elements are injective, as those of a group are."""
        for key, image in zip(self.keys, self.images[0], strict=True):
            if image != key:
                raise self.subject.failed(key, f"image under element 0 is {image}, but 0 is the identity")
        for g, images in enumerate(self.images):
            if len(set(images)) < len(images):
                twice = next(image for image, times in Counter(images).items() if times > 1)
                what = f"not a group: element {g} has the same image for another position"
                raise self.subject.failed(self.keys[images.index(twice)], what)

    def compose(self) -> None:
        """Compose each element with generators: on the few keys that distinguish elements, then on all keys."""
        self.generate(self.few)
        unfinished = [*self.subject.unfinished]
        with suppress(TimeOver):
            self.generate(len(self.keys))
        self.subject.unfinished = unfinished  # all keys were more than is necessary

    def generate(self, keys: int) -> None:
        """Compose each element with each generator, on so many keys.

        The next generator is the first element that is no product of the generators before.
        """
        columns: list[list[int]] = []
        reached = {0}
        for g, images in enumerate(self.images):
            if self.by_image[images[: self.few]] in reached:
                continue
            elements = self.subject.within(range(self.order), "elements that are composed with a generator")
            columns.append([self.composed(a, g, keys) for a in elements])
            waiting = list(reached)
            while waiting:
                a = waiting.pop()
                new = {column[a] for column in columns} - reached
                reached |= new
                waiting += new

    def composed(self, a: int, b: int, keys: int) -> int:
        """The element that acts on the first ``keys`` keys as ``a`` and then ``b`` do."""
        images = tuple(self.subject.key("image", image, b) for image in self.images[a][:keys])
        element = self.by_image.get(images[: self.few], -1)
        if element >= 0 and self.images[element][:keys] == images:
            return element
        agreeing = [sum(x == y for x, y in zip(images, each, strict=False)) for each in self.images]
        nearest = agreeing.index(max(agreeing))
        rows = zip(self.keys, images, self.images[nearest], strict=False)
        key, image = next((key, image) for key, image, expected in rows if image != expected)
        what = f"the image under element {a} and then {b} is {image}; no single element gives that"
        raise self.subject.failed(key, f"not a group: {what} (nearest: {nearest})")


def _check_image(subject: Subject, key: int, g: int) -> None:
    """The image of a position has the images of its moves, and the same tier, player, win at once and final value."""
    image = subject.key("image", key, g)
    where = f"whose image under element {g} is {image}"
    moves, image_moves = subject.moves(key), subject.moves(image)
    coded = "image_code" in subject.functions

    def compared(move: Move, g: int, successor: Callable[[int], int]) -> tuple[int, int, int]:
        """What a move and its image have in common: code, outcome, and what ``successor`` makes of the successor."""
        code = ANY if not coded else move.code if g == 0 else subject.number("image_code", move.code, g)
        return code, move.outcome, successor(move.successor) if move.goes_on else NONE

    # Mostly the moves of the image lead to the images of successors themselves; if not, they lead to the same classes.
    turned = (compared(move, g, lambda key: subject.key("image", key, g)) for move in subject.within(moves))
    exact = Counter(turned)
    if exact != Counter(compared(move, 0, lambda key: key) for move in image_moves):
        expected = {move: compared(move, g, subject.canonical) for move in subject.within(moves)}
        actual = Counter(compared(move, 0, subject.canonical) for move in subject.within(image_moves))
        if Counter(expected.values()) != actual:
            missing = Counter(expected.values()) - actual
            move = next((move for move in moves if expected[move] in missing), None)
            if move is None:
                what = f"the image has {len(image_moves)} moves, the position {len(moves)}"
                raise Failed(f"{subject.named(key)}, {where}: {what}")
            code = f"of code {expected[move][0]}, " if coded else ""
            what = f"the image has no such move ({code}same outcome, same class of successor)"
            raise Failed(f"{subject.named(key, move.code)}, {where}: {what}")
    for name in ("tier", "endless", "first_to_move", "wins", *(["no_moves"] if not moves else [])):
        if name in subject.functions:
            one, other = subject.number(name, key), subject.number(name, image)
            if one != other:
                what = f"{name} is {one} for the position and {other} for its image"
                raise Failed(f"{subject.named(key)}, {where}: {what}")
    if subject.rules.repetition:
        _check_undo(subject, key, image, g, where)


def _check_undo(subject: Subject, key: int, image: int, g: int, where: str) -> None:
    """The image of a move forbids the image of the move that the move forbids, or one that leads to the same class."""
    after = {move.code: move.successor for move in subject.moves(image)}
    for move in subject.within(subject.ongoing(key)):
        forbidden = subject.number("undo", key, move.code, move.successor)
        code = subject.number("image_code", move.code, g)
        of_image = subject.number("undo", image, code, after[code])
        if NONE not in (forbidden, of_image):
            if subject.number("image_code", forbidden, g) == of_image:
                continue
            if _class_after(subject, move.successor, forbidden) == _class_after(subject, after[code], of_image):
                continue
        if forbidden != of_image:
            what = f"undo is {forbidden}, but {of_image} for the image"
            raise Failed(f"{subject.named(key, move.code)}, {where}: {what}")


def _class_after(subject: Subject, key: int, code: int) -> int:
    """The class to which a move leads, NONE if there is no such move."""
    return next((subject.canonical(move.successor) for move in subject.moves(key) if move.code == code), NONE)
