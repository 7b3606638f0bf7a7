"""The tiers of a game as ranges of slots.

No move raises the tier of a position, so a game can be solved one tier after the other if the slots of each tier are
neighbours. Where positions are enumerated, they are. An index of the game's own is examined here: the tiers of a sample
of its positions must rise with the slot, or fall. Then bisection finds where each tier begins, without a pass over the
index: 59,049 tiers of 10^11 slots take a second.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from itertools import pairwise

import numpy as np

from retro.compiling.kernels import kernels_of, plain_kernels
from retro.game.rules import IndexedRules, Tier
from retro.indexing import tiers_kernels

SAMPLE_SIZE = 1000
MAX_DRAWN = 20_000
"""The largest number of slots that are drawn for the sample, most of which may be empty."""
FEW_WORDS = 100
"""Positions of the sample where they are enumerated: each may be read from a file."""
FEW_SLOTS = 1 << 16
"""The first bounds of an index with no more slots are found in plain Python."""
FEW_TIERS, TIERS_AT_ONCE = 1 << 8, 1 << 12
"""Tiers that a call of the kernel finds in plain Python, and compiled."""
MAX_SECTIONS = 1000
"""More tiers than these are one section of statistics."""
CACHED = 8
"""Games whose tiers are cached."""

Sections = tuple[tuple[str, int, int], ...]
"""Name, first slot, one past the last."""

_cache: dict[str, tuple[Tier, ...]] = {}


def tiers_of(rules: IndexedRules) -> tuple[Tier, ...]:
    """Returns the tiers of a game, which partition its slots, the lowest tier first.

    There is one tier if the game does not define ``tier``, or if the slots of a tier are not neighbours: its number is
    0, and moves may lead anywhere in it. That they are neighbours is certain where positions are enumerated, and
    likely, by the sample, for an index of the game's own: code that uses the tiers must check those of the positions.
    Raises GameError if a tier is out of range.
    """
    if rules.tiers or rules.enumerated:  # other positions of an enumerated game have the same digest
        return rules.tiers or _found(rules)
    found = _cache.pop(rules.digest, None) or _found(rules)
    _cache[rules.digest] = found
    while len(_cache) > CACHED:
        del _cache[next(iter(_cache))]
    return found


def out_of_order(rules: IndexedRules) -> int:
    """Returns a position of a tier whose slots are not neighbours, so that there is one tier; -1 if there is none.

    This is certain where positions are enumerated: a start is in the highest tier.
    """
    tiers = tiers_of(rules)
    if len(tiers) > 1 or not rules.defines("tier"):
        return -1
    keys = (*rules.starts, *(rules.unrank(slot) for slot, _ in _sample(rules)))
    return next((key for key in keys if rules.tier(key) != tiers[0].number), -1)


def sections_of(rules: IndexedRules) -> Sections:
    """Returns the ranges of slots that statistics list: those that the game declares, or the tiers.

    Where positions are enumerated, each tier is a section, unless there are more than MAX_SECTIONS.
    """
    if not rules.enumerated:
        return rules.sections
    tiers = tiers_of(rules)
    if 1 < len(tiers) <= MAX_SECTIONS:
        return tuple((f"tier {number}", start, stop) for number, start, stop in tiers)
    return (("all", 0, rules.slots),)


def _found(rules: IndexedRules) -> tuple[Tier, ...]:
    """Returns the tiers, if the slots of each are neighbours; else one tier."""
    one = (Tier(0, 0, rules.slots),)
    sample = _sample(rules) if rules.defines("tier") else []
    rising = [number for _, number in sample]
    if not sample or (rising != sorted(rising) and rising != sorted(rising, reverse=True)):
        return one
    found = _bounds(rules)
    steps = [before < number for (before, _), (number, _) in pairwise(found)]
    starts = [start for _, start in found]
    if (steps and any(steps) != all(steps)) or any(
        found[bisect_right(starts, slot) - 1][0] != number for slot, number in sample
    ):
        return one
    starts = [0, *starts[1:], rules.slots]
    return tuple(sorted(Tier(number, *slots) for (number, _), slots in zip(found, pairwise(starts), strict=True)))


def _sample(rules: IndexedRules) -> list[tuple[int, int]]:
    """Returns slots and tiers of some positions, in order of slots; always the same ones."""
    sample, size = list[tuple[int, int]](), FEW_WORDS if rules.enumerated else SAMPLE_SIZE
    for slot in random.Random(0).sample(range(rules.slots), min(rules.slots, MAX_DRAWN)):
        key = rules.unrank(slot)
        if key >= 0:
            sample.append((slot, rules.tier(key)))
        if len(sample) == size:
            break
    return sorted(sample)


def _bounds(rules: IndexedRules) -> list[tuple[int, int]]:
    """Returns number and first position of each tier, in order of slots.

    In plain Python if there are few slots or few tiers, sooner than code is compiled; and for words in a file, which
    compiled code cannot read.
    """
    found, start = list[tuple[int, int]](), 0
    few = rules.enumerated or rules.slots <= FEW_SLOTS
    kernels, at_once = (plain_kernels, FEW_TIERS) if few else (kernels_of, TIERS_AT_ONCE)
    while start < rules.slots:
        rows = np.empty((at_once, 2), np.int64)
        count, start = kernels(rules, tiers_kernels).bounds(start, rules.slots, rows)
        found += [(number, slot) for number, slot in rows[:count].tolist()]
        if not rules.enumerated or rules.index.in_memory:
            kernels, at_once = kernels_of, TIERS_AT_ONCE
    return found
