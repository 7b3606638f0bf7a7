"""Random records once more from their successors: a quick answer, with the confidence that it gives.

Each record is drawn by itself, from all positions with the same chance. If more than a part x of all records did not
follow from their successors, N draws would all have missed them with a chance below (1 - x)^N; this is 5 % for
x = 1 - 0.05^(1/N), about 3/N. That is what a sample can say: a record that is wrong does not follow from its
successors, or one of them does not from its own, and so on to one that does not; there may be no more than this one.
Only `retro.verify.verify` finds it for certain.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass

from retro.game.rules import IndexedRules
from retro.game.values import Records
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.verify.record_check import Fault, examine

CONFIDENCE = 0.95
MOST_EMPTY = 100_000
"""Draws in a row that find no position: then there is none, or too few to be found so."""


@dataclass(frozen=True)
class Sampled:
    """What was looked at, and what is wrong.

    seed       draws the same positions again
    positions  drawn; one may have been drawn twice
    edges      moves of these that do not end the game
    wrong      records that are wrong, each counted once
    faults     the first of them, by slot
    part       not more than this part of all records is wrong, at CONFIDENCE; None if one was found
    """

    seed: int
    positions: int
    edges: int
    wrong: int
    faults: list[Fault]
    part: float | None


def sample(
    rules: IndexedRules,
    record: Records,
    number: int,
    seed: int,
    limit: int,
    progress: Progress,
    seconds: float = math.inf,
) -> Sampled:
    """Examine ``number`` random positions by their records; the first ``limit`` wrong ones are described.

    After so many ``seconds`` it ends with what was examined until then.

    Slots that are drawn on the way and hold no position are examined too. GameError if hardly any slot holds one.
    """
    chance, stop = random.Random(seed), time.monotonic() + seconds
    wrong: dict[int, Fault] = {}
    positions = edges = empty = 0
    progress.phase("sample", number, None)
    try:
        while positions < number and (not positions or time.monotonic() < stop):
            index = chance.randrange(rules.slots)
            fault, found = examine(rules, record, index)
            if fault is not None:
                wrong[index] = fault
            edges += found
            there = rules.unrank(index) >= 0
            empty = 0 if there else empty + 1
            if empty > MOST_EMPTY:
                raise GameError(f"{rules.game.name} has hardly a position in its index: verify it without --sample")
            positions += there
            progress.advance(int(there), 0)
    finally:
        progress.close()
    faults = [wrong[index] for index in sorted(wrong)[:limit]]
    part = None if wrong else 1 - (1 - CONFIDENCE) ** (1 / positions)
    return Sampled(seed, positions, edges, len(wrong), faults, part)
