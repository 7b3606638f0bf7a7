"""The rule `index`: rank and unrank are inverse to each other, stay in range, and know of symmetry what is true."""

from __future__ import annotations

import random

from retro.conformance.report import Failed, Skipped
from retro.conformance.sample import SEED
from retro.conformance.subject import END_OF_KEYS, Subject, kind
from retro.game import ONGOING

ALL_SLOTS = 50_000
"""Up to so many slots are looked at one by one; of more, a random sample of half as many."""


def check(subject: Subject) -> None:
    """Parts first, then slots, then positions and their successors."""
    if "rank" not in subject.functions:
        raise Skipped("the game has no index of its own; positions are enumerated")
    _parts(subject)
    for index in subject.each(_slots(subject), 0.5):
        key = subject.number("unrank", index)
        if key == -1:
            continue
        if not 0 <= key < END_OF_KEYS:
            raise Failed(f"slot {index}: unrank returned {key}, neither a key nor -1")
        found, _, _ = subject.rank(key)
        if found != index:
            raise Failed(f"{subject.place(key)}: rank returned slot {found}, but the position comes from slot {index}")
    for key in subject.each(subject.sample, 0.5):
        _position(subject, key)
        for move in subject.moves(key):
            if move.outcome == ONGOING:
                try:
                    subject.held(move.successor)
                except Failed as failure:
                    raise Failed(f"{failure}; it is the successor in {subject.place(key, move.code)}") from None


def _parts(subject: Subject) -> None:
    """SECTIONS are (name, first slot, one past the last), one after the other from 0 to SLOTS."""
    expected = 0
    for each in subject.indexed.sections:
        if not isinstance(each, tuple) or len(each) != 3 or not isinstance(each[0], str):
            raise Failed(f"SECTIONS holds {kind(each)}, not (name, first slot, one past the last)")
        name, start, stop = each
        if start != expected or not start <= stop:
            raise Failed(f"SECTIONS: {name} goes from {start} to {stop}, but must begin at {expected}")
        expected = stop
    if expected != subject.indexed.slots:
        raise Failed(f"SECTIONS end at slot {expected}, but SLOTS is {subject.indexed.slots}")


def _slots(subject: Subject) -> list[int]:
    """Slots to look at, in random order; the ends of all parts are among them."""
    slots, chance = subject.indexed.slots, random.Random(SEED)
    ends = [end for _, start, stop in subject.indexed.sections if start < stop for end in (start, stop - 1)]
    if slots <= ALL_SLOTS:
        return chance.sample(range(slots), slots)
    return [*ends, *(chance.randrange(slots) for _ in range(ALL_SLOTS // 2))]


def _position(subject: Subject, key: int) -> None:
    """A position and its images have one slot, and ``fixed`` is true if some image is the position itself."""
    index, _, fixed = subject.held(key)
    itself = False
    for g in range(1, subject.rules.group):
        image = subject.key("image", key, g)
        itself |= image == key
        other, _, _ = subject.rank(image)
        if other != index:
            raise Failed(f"{subject.place(key)}: rank is {index}, but {other} for its image {image} under element {g}")
    if fixed != itself:
        truth = "some" if itself else "no"
        raise Failed(
            f"{subject.place(key)}: rank says fixed = {fixed}, but {truth} element maps the position to itself"
        )
