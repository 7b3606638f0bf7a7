"""The rule `index`: rank and unrank are inverse to each other, stay in range, and agree with the symmetry."""

from __future__ import annotations

import random
from contextlib import suppress

from retro.conformance.report import Failed, Skipped, TimeOver
from retro.conformance.sample import SAMPLE_SEED
from retro.conformance.subject import END_OF_KEYS, Subject, shown

NO_INDEX = "the game has no index of its own; positions are enumerated"
ALL_SLOTS = 50_000
"""Number of slots up to which each is tested; of more slots, a random sample of half as many is tested."""


def check(subject: Subject) -> None:
    """Test sections, then slots, then positions and their successors."""
    if subject.indexed.enumerated:
        raise Skipped(NO_INDEX)
    _check_sections(subject)
    with suppress(TimeOver):
        for index in subject.each(_slots(subject), 0.5, "slots"):
            key = subject.number("unrank", index)
            if key == -1:
                continue
            if not 0 <= key < END_OF_KEYS:
                raise Failed(f"slot {index}: unrank returned {key}, neither a key nor -1")
            ranked = subject.rank(key)[0]
            if ranked != index:
                raise subject.failed(key, f"rank returned slot {ranked}, but the position comes from slot {index}")
    for key in subject.each(subject.sample):
        _check_position(subject, key)
        for move in subject.within(subject.ongoing(key)):
            try:
                subject.indexed_rank(move.successor)
            except Failed as failure:
                raise Failed(f"{failure}; it is the successor in {subject.named(key, move.code)}") from None


def _check_sections(subject: Subject) -> None:
    """SECTIONS are (name, first slot, one past the last), one after the other from 0 to SLOTS."""
    expected = 0
    for each in subject.indexed.sections:
        if not isinstance(each, tuple) or len(each) != 3 or not isinstance(each[0], str):
            raise Failed(f"SECTIONS holds {shown(each)}, not (name, first slot, one past the last)")
        name, start, stop = each
        if start != expected or not start <= stop:
            raise Failed(f"SECTIONS: {name} goes from {start} to {stop}, but must begin at {expected}")
        expected = stop
    if expected != subject.indexed.slots:
        raise Failed(f"SECTIONS end at slot {expected}, but SLOTS is {subject.indexed.slots}")


def _slots(subject: Subject) -> list[int]:
    """Returns the slots to test, in random order; the ends of all sections are among them."""
    slots, chance = subject.indexed.slots, random.Random(SAMPLE_SEED)
    ends = [end for _, start, stop in subject.indexed.sections if start < stop for end in (start, stop - 1)]
    if slots <= ALL_SLOTS:
        return chance.sample(range(slots), slots)
    return [*ends, *(chance.randrange(slots) for _ in range(ALL_SLOTS // 2))]


def _check_position(subject: Subject, key: int) -> None:
    """A position and its images have one slot, and ``fixed`` is true if some image is the position itself."""
    index, _, fixed = subject.indexed_rank(key)
    maps_to_itself = False
    for g in subject.within(range(1, subject.rules.group), "images"):
        image = subject.key("image", key, g)
        maps_to_itself |= image == key
        other = subject.rank(image)[0]
        if other != index:
            raise subject.failed(key, f"rank is {index}, but {other} for its image {image} under element {g}")
    if fixed != maps_to_itself:
        which = "some" if maps_to_itself else "no"
        raise subject.failed(key, f"rank says fixed = {fixed}, but {which} element maps the position to itself")
