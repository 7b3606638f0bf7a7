"""Games between fallible players, and what perfect play says of every position of them.

A player of skill s plays one of the best moves with chance s, else any legal move, each of them as likely as the
others: with skill 0 all moves are random. The best moves are the quickest wins, the draws, the slowest losses, or those
with most points. A game that is not over after PLIES plies is broken off and counts as drawn.

Whose turn it is follows from the position where scores are for the first player; else turns alternate.

A game is *decided* after so many plies if from then on the outcome under best play is what comes out in the end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.lookup.scan import Scan, Task, tasks_of
from retro.lookup.table import RecordTable

PLIES = 200
BATCH = 250
"""Games of a task."""
Z = 1.96
"""Standard deviations on either side: 95 % of a normal distribution."""

Games = NDArray[np.int64]


class Estimate(NamedTuple):
    """A number that was sampled, and between which it lies with a confidence of 95 %."""

    value: float
    low: float
    high: float

    @property
    def within(self) -> float:
        """How far off it may be."""
        return max(self.high - self.value, self.value - self.low)


@dataclass(frozen=True)
class Ends:
    """Of games that are over.

    plies    mean length
    decided  median number of plies after which a game is decided
    part     mean of that as a part of the game's length, 0 to 1; 0 for games of no plies
    curve    share of the games that are decided after 0, 1, 2 ... plies
    """

    plies: Estimate
    decided: Estimate
    part: Estimate
    curve: list[float]

    @classmethod
    def of(cls, length: NDArray[np.int64], decided: NDArray[np.int64]) -> Ends | None:
        """From both numbers of plies of each game."""
        if not len(length):
            return None
        curve = (np.cumsum(np.bincount(decided)) / len(decided)).tolist()
        return cls(mean(length), median(decided), mean(decided / np.maximum(1, length)), curve)


@dataclass(frozen=True)
class TrialGames:
    """Games from the start between two players of the same skill.

    skill       0 to 1
    seed        plays the same games again
    games       how many
    results     shares, 0 to 1, that the first player wins, that are drawn, that the second wins
    broken_off  share that was not over after PLIES plies
    ends        when the others are over and decided; None if there are none
    changes     mean number of times that the outcome under best play changes in a game
    mistakes    mean number of moves in a game that do not keep the value
    hidden      share of mistakes after which one of several replies keeps what was given away; None if there are none
    """

    skill: float
    seed: int
    games: int
    results: tuple[Estimate, Estimate, Estimate]
    broken_off: Estimate
    ends: Ends | None
    changes: Estimate
    mistakes: Estimate
    hidden: Estimate | None


def play(table: RecordTable, scan: Scan, games: int, seed: int, skill: float) -> TrialGames:
    """Play ``games`` games, one at least; they do not depend on threads."""
    module, start = scan.kernels, np.array([table.rules.initial])

    def one(task: Task) -> Games:
        begun, first = divmod(task[0], BATCH)  # a piece of a batch has the numbers that it has there
        chance = np.random.default_rng((seed, begun * BATCH)).random((task[1] - begun * BATCH, PLIES, 2))[first:]
        played = np.zeros((len(chance), module.COLUMNS), np.int64)
        module.play(start, chance, skill, table.view, table.values, played)
        return played

    phase = f"games, skill {skill:g}"
    rows = np.concatenate([found for _, found in scan.each(phase, tasks_of([(0, games)], BATCH), one)])
    over = rows[:, module.ENDED] == 1
    result = np.where(over, rows[:, module.RESULT], 0)
    first, drawn, second = (share(int((result == outcome).sum()), games) for outcome in (1, 0, -1))
    return TrialGames(
        skill,
        seed,
        games,
        (first, drawn, second),
        share(int((~over).sum()), games),
        Ends.of(rows[over, module.LENGTH], rows[over, module.DECIDED]),
        mean(rows[:, module.CHANGES]),
        mean(rows[:, module.MISTAKES]),
        ratio(rows[:, module.HIDDEN], rows[:, module.ANSWERED]),
    )


def share(some: int, of: int) -> Estimate:
    """A share of what was drawn independently; Wilson's interval, which is right near 0 and 1, too."""
    value, spread = some / of, Z * Z / of
    centre = (value + spread / 2) / (1 + spread)
    half = Z * math.sqrt(value * (1 - value) / of + spread / of / 4) / (1 + spread)
    return Estimate(value, min(value, max(0.0, centre - half)), max(value, min(1.0, centre + half)))


def mean(numbers: NDArray[np.int64] | NDArray[np.float64]) -> Estimate:
    """Of what was drawn independently."""
    value = float(numbers.mean())
    half = Z * float(numbers.std()) / math.sqrt(len(numbers))
    return Estimate(value, value - half, value + half)


def median(numbers: NDArray[np.int64]) -> Estimate:
    """Its interval lies between two of the numbers, by rank."""
    ordered, many = np.sort(numbers), len(numbers)
    half = Z * math.sqrt(many) / 2
    low, middle, high = (
        float(ordered[min(many - 1, max(0, rank))])
        for rank in (math.floor(many / 2 - half), (many - 1) // 2, math.ceil(many / 2 + half))
    )
    return Estimate(middle, low, high)


def ratio(some: NDArray[np.int64], of: NDArray[np.int64]) -> Estimate | None:
    """Of two sums over games: what happens in one game hangs together, so games are what was drawn. None of nothing."""
    total = int(of.sum())
    if not total:
        return None
    value = int(some.sum()) / total
    half = Z * float(np.sqrt(np.square(some - value * of).sum())) / total
    return Estimate(value, max(0.0, value - half), min(1.0, value + half))
