"""Trial games between fallible players, compared with perfect play in every position.

A player of skill s plays one of the best moves with probability s, else any legal move, each with the same probability;
with skill 0 all moves are random. The best moves are the quickest wins, the draws, the slowest losses, or those with
most points. A game that is not over after MAX_TRIAL_PLIES plies, or those of the longest win, is broken off and counts
as what play without end is worth, a draw by default. A game that cannot go on for ever is not broken off.

Where scores are for the first player, the position determines whose turn it is; else turns alternate, except after
moves with AGAIN. The result of a game counts all points of it.

A game is *decided* after the first ply from which on the outcome under best play equals the result of the game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.game import turns
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan, tasks_of
from retro.lookup.table import RecordTable
from retro.storage.page_runs import Task

MAX_TRIAL_PLIES = 200
"""Plies after which a game is broken off, unless a win takes more; the random numbers of so many are drawn at once."""
GAMES_PER_TASK = 250
"""Games per task."""
Z = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""

Games = NDArray[np.int64]


@dataclass(frozen=True)
class Estimate:
    """A sampled number and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def within(self) -> float:
        """The larger distance from the value to an end of the interval."""
        return max(self.high - self.value, self.value - self.low)


@dataclass(frozen=True)
class TrialGames:
    """Games from the starts in turn between two players of the same skill.

    skill              0 to 1
    seed               plays the same games again
    games              number of games
    most_plies         a game is broken off after so many
    first_wins, drawn, second_wins   shares of games, 0 to 1
    broken_off         share of games that are broken off
    plies              mean length of the games that are over; None, as the next two, if there are none
    decided_after      median number of plies after which one of these is decided
    decided_part       mean of that as a fraction of the game's length, 0 to 1; 0 for games of no plies
    decided_by_ply     share of these that are decided after 0, 1, 2 ... plies
    changes            mean number of changes of the outcome under best play in a game
    mistakes           mean number of moves in a game that do not keep the value
    single_refutation  share of mistakes after which exactly one of several replies keeps the gain; None without any
    """

    skill: float
    seed: int
    games: int
    most_plies: int
    first_wins: Estimate
    drawn: Estimate
    second_wins: Estimate
    broken_off: Estimate
    plies: Estimate | None
    decided_after: Estimate | None
    decided_part: Estimate | None
    decided_by_ply: list[float]
    changes: Estimate
    mistakes: Estimate
    single_refutation: Estimate | None


def play(
    table: RecordTable, scan: Scan, ranks: LatestRanks, games: int, seed: int, skill: float, longest: int = 0
) -> TrialGames:
    """Play ``games`` games, at least one; they do not depend on the number of threads.

    ``longest`` is `Manifest.longest_play` of the database.
    """
    module, rules = scan.kernels, table.rules
    most_plies = max(MAX_TRIAL_PLIES, len(rules.tiers) if rules.always_ends else longest)
    starts = np.resize(np.array(rules.starts), games)

    def work(task: Task) -> Games:
        begun, first = divmod(
            task[0], GAMES_PER_TASK
        )  # part of a batch uses the same random numbers as in the whole batch
        played = np.zeros((task[1] - task[0], module.GAME_COLUMNS), np.int64)
        for plies in range(0, most_plies, MAX_TRIAL_PLIES):
            more = min(MAX_TRIAL_PLIES, most_plies - plies)
            source = np.random.default_rng((seed, begun * GAMES_PER_TASK, plies)[: 3 if plies else 2])
            chance = source.random((task[1] - begun * GAMES_PER_TASK, more, 2))[first:]
            with ranks.table() as latest:
                module.play(starts[slice(*task)], chance, skill, latest, table.view, table.values, played)
            if played[:, module.ENDED].all():
                break
        return played

    phase = f"games, skill {skill:g}"
    rows = np.concatenate([played for _, played in scan.each(phase, tasks_of([(0, games)], GAMES_PER_TASK), work)])
    over = rows[rows[:, module.ENDED] == 1]
    plies, decided = over[:, module.LENGTH], over[:, module.DECIDED]
    begins = [1 - 2 * turns.player(rules, key) for key in rules.starts]
    result = rows[:, module.RESULT] * np.resize(begins, games)
    first, drawn, second = (share(int((result == outcome).sum()), games) for outcome in (1, 0, -1))
    return TrialGames(
        skill,
        seed,
        games,
        most_plies,
        first,
        drawn,
        second,
        share(games - len(over), games),
        mean(plies) if len(over) else None,
        median(decided) if len(over) else None,
        mean(decided / np.maximum(1, plies)) if len(over) else None,
        (np.cumsum(np.bincount(decided)) / max(1, len(over))).tolist(),
        mean(rows[:, module.CHANGES]),
        mean(rows[:, module.MISTAKES]),
        ratio(rows[:, module.HIDDEN], rows[:, module.ANSWERED]),
    )


def share(some: int, of: int) -> Estimate:
    """Estimates a share from independent draws, with Wilson's interval, which holds near 0 and 1, too."""
    value, spread = some / of, Z * Z / of
    centre = (value + spread / 2) / (1 + spread)
    half = Z * math.sqrt(value * (1 - value) / of + spread / of / 4) / (1 + spread)
    return Estimate(value, min(value, max(0.0, centre - half)), max(value, min(1.0, centre + half)))


def mean(numbers: NDArray[np.int64] | NDArray[np.float64]) -> Estimate:
    """Estimates a mean from independent draws."""
    value = float(numbers.mean())
    half = Z * float(numbers.std()) / math.sqrt(len(numbers))
    return Estimate(value, value - half, value + half)


def median(numbers: NDArray[np.int64]) -> Estimate:
    """Estimates a median; the ends of its interval are two of the numbers, chosen by rank."""
    ordered, count = np.sort(numbers), len(numbers)
    half = Z * math.sqrt(count) / 2
    low, middle, high = (
        float(ordered[min(count - 1, max(0, rank))])
        for rank in (math.floor(count / 2 - half), (count - 1) // 2, math.ceil(count / 2 + half))
    )
    return Estimate(middle, low, high)


def ratio(some: NDArray[np.int64], of: NDArray[np.int64]) -> Estimate | None:
    """Estimates the ratio of two sums over games, with games as independent draws; None if the divisor is 0."""
    total = int(of.sum())
    if not total:
        return None
    value = int(some.sum()) / total
    half = Z * float(np.sqrt(np.square(some - value * of).sum())) / total
    return Estimate(value, max(0.0, value - half), min(1.0, value + half))
