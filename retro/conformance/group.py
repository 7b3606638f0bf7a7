"""Whether the images of positions are those of a group, as far as its action on some of the sample shows.

Every composition of two elements must act as some single element does; a finite set of permutations that is closed like
that has its inverses, too. Of a large group not all pairs are composed: every element with each of a few that generate
the group, from which the others follow, and then pairs at random, on more keys, while there is time.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import product

from retro.conformance.report import Failed
from retro.conformance.sample import SEED
from retro.conformance.subject import Subject

MOST_KEYS, FEWEST_KEYS, MOST_IMAGES = 300, 8, 100_000
"""Images that are computed to distinguish the elements, over all keys."""
ALL_PAIRS = 4_096
"""Pairs of elements up to which each is composed."""


def check(subject: Subject, seconds: float) -> None:
    """`Failed` names what is wrong; compositions end after about ``seconds``."""
    group = _Group(subject)
    group.check_elements()
    stop = time.monotonic() + seconds
    group.compose(lambda: time.monotonic() > stop)


class _Group:
    """The action of each element on some keys, of which the first ``few`` tell the elements apart."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.order = subject, subject.rules.group
        self.keys = subject.sample[: min(MOST_KEYS, max(FEWEST_KEYS, MOST_IMAGES // self.order))]
        self.images = [tuple(subject.key("image", key, g) for key in self.keys) for g in range(self.order)]
        different, self.few = len(set(self.images)), min(FEWEST_KEYS, len(self.keys))
        while len({image[: self.few] for image in self.images}) < different:
            self.few = min(2 * self.few, len(self.keys))
        self.named = {image[: self.few]: g for g, image in reversed(list(enumerate(self.images)))}

    def check_elements(self) -> None:
        """Element 0 is the identity, and all are injective, or a class could be left and never be entered again."""
        for key, image in zip(self.keys, self.images[0], strict=True):
            if image != key:
                raise Failed(f"{self.subject.place(key)}: image under element 0 is {image}, but 0 is the identity")
        for g, images in enumerate(self.images):
            if len(set(images)) < len(images):
                twice = next(image for image, times in Counter(images).items() if times > 1)
                key = self.keys[images.index(twice)]
                what = f"element {g} has the same image for another position"
                raise Failed(f"{self.subject.place(key)}: not a group: {what}")

    def compose(self, over: Callable[[], bool]) -> None:
        """Compose pairs of elements until time is ``over``; every pair of a small group."""
        if self.order**2 <= ALL_PAIRS:
            for a, b in product(range(self.order), repeat=2):
                self.composed(a, b, len(self.keys))
                if over():
                    return
            return
        self._generate(over)
        chance = random.Random(SEED)
        while not over():
            self.composed(chance.randrange(self.order), chance.randrange(self.order), len(self.keys))

    def _generate(self, over: Callable[[], bool]) -> None:
        """Compose each element with each generator: one that is no product of the generators before it is the next."""
        columns: list[list[int]] = []
        reached = {0}
        for g, images in enumerate(self.images):
            if self.named[images[: self.few]] in reached:
                continue
            columns.append([])
            for a in range(self.order):
                columns[-1].append(self.composed(a, g, self.few))
                if over():
                    return
            waiting = list(reached)
            while waiting:
                a = waiting.pop()
                new = {column[a] for column in columns} - reached
                reached |= new
                waiting += new

    def composed(self, a: int, b: int, keys: int) -> int:
        """The element that acts on the first ``keys`` keys as ``a`` and then ``b`` do."""
        images = tuple(self.subject.key("image", image, b) for image in self.images[a][:keys])
        found = self.named.get(images[: self.few], -1)
        if found >= 0 and self.images[found][:keys] == images:
            return found
        same = [sum(x == y for x, y in zip(images, each, strict=False)) for each in self.images]
        nearest = same.index(max(same))
        there = zip(self.keys, images, self.images[nearest], strict=False)
        key, image = next((key, image) for key, image, expected in there if image != expected)
        what = f"the image under element {a} and then {b} is {image}; no single element gives that"
        raise Failed(f"{self.subject.place(key)}: not a group: {what} (nearest: {nearest})")
