"""Verification of random records from their successors: a quick answer with a confidence level.

Records are drawn independently, all positions with the same probability. If more than a share x of all records did not
follow from their successors, N draws would miss all of these with a probability below (1 - x)^N; this is 5 % for
x = 1 - 0.05^(1/N), about 3/N. A sample cannot say more: if a record is wrong, then it does not follow from its
successors, or the record of a successor is wrong, and so on; there may be just one record that does not follow. Only
`retro.verify.verify` finds it with certainty.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from retro.game.rules import IndexedRules
from retro.game.values import ReadRecord
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.verify.record_check import Fault, examine

CONFIDENCE = 0.95
MAX_EMPTY = 100_000
"""Draws in a row without a position after which sampling gives up: the index has none, or too few."""


@dataclass(frozen=True)
class Sampled:
    """The result of a sample.

    seed       draws the same positions again
    positions  number of positions drawn; one may be drawn twice
    edges      number of their moves that do not end the game
    wrong      number of wrong records, each counted once
    faults     the first of them, by slot
    share      upper bound for the share of wrong records, at CONFIDENCE; None if a wrong one was found
    """

    seed: int
    positions: int
    edges: int
    wrong: int
    faults: list[Fault]
    share: float | None


def sample(rules: IndexedRules, record: ReadRecord, number: int, seed: int, limit: int, progress: Progress) -> Sampled:
    """Verify the records of ``number`` random positions, and describe the first ``limit`` wrong ones.

    Slots without a position that are drawn on the way are verified too. GameError if hardly any slot has a position.
    """
    chance, wrong = random.Random(seed), dict[int, Fault]()
    positions = edges = empty = 0
    progress.phase("sample", number, None)
    try:
        while positions < number:
            index = chance.randrange(rules.slots)
            fault, new_edges = examine(rules, record, index)
            if fault is not None:
                wrong[index] = fault
            edges += new_edges
            occupied = rules.unrank(index) >= 0
            empty = 0 if occupied else empty + 1
            if empty > MAX_EMPTY:
                raise GameError(f"{rules.game.name} has hardly a position in its index: verify it without --sample")
            positions += occupied
            progress.advance(int(occupied), 0)
    finally:
        progress.close()
    faults = [wrong[index] for index in sorted(wrong)[:limit]]
    share = None if wrong else 1 - (1 - CONFIDENCE) ** (1 / positions)
    return Sampled(seed, positions, edges, len(wrong), faults, share)
