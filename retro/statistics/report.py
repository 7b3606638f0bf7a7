"""A report for the designer of a game: who wins, how fair the first moves are, how many choices players have.

`retro.statistics.census` counts over all positions; `retro.statistics.trial_games` samples games and gives confidence
intervals. Everything else comes from the database's manifest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from retro.game.rules import IndexedRules
from retro.game.values import Kind
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.statistics import census, report_kernels, trial_games
from retro.statistics.census import Census
from retro.statistics.trial_games import TrialGames
from retro.storage.manifest import Manifest
from retro.system.progress import Progress


@dataclass(frozen=True)
class FirstMoves:
    """The moves of the first start, best first.

    moves      text and value for the player who makes them
    different  number of positions after them, up to symmetry
    """

    moves: list[tuple[str, int]]
    different: int

    def outcomes(self, kind: Kind) -> Counter[str]:
        """Returns the numbers of moves that win, draw and lose."""
        return Counter(kind.outcome(value) for _, value in self.moves)

    def keeping(self, kind: Kind) -> int:
        """Returns the number of moves that keep the outcome of the start, or its points where values are scores."""
        results = [kind.words(value).value for _, value in self.moves]
        return results.count(results[0]) if results else 0


@dataclass(frozen=True)
class GameReport:
    """The report on a game with its options.

    start       value of the first start; None if these options have no start
    first       the moves of the first start; None without a start
    everything  census of all positions
    reached     census of the positions reachable from the starts; None without distances (`retro reach`)
    games       trial games, one entry for each skill; empty without a start
    """

    rules: IndexedRules
    about: Manifest
    start: int | None
    first: FirstMoves | None
    everything: Census
    reached: Census | None
    games: list[TrialGames]

    @property
    def draws(self) -> bool:
        return self.everything.outcomes["draw"] > 0


def find(
    table: RecordTable, about: Manifest, games: int, seed: int, skills: list[float], threads: int, progress: Progress
) -> GameReport:
    """Returns the report, from one pass over all positions and ``games`` trial games for each of the ``skills``."""
    rules = table.rules
    scan = Scan(rules, report_kernels, threads, progress, pages=table.pages)
    ranks = LatestRanks(rules)
    counted = census.count(table, scan, ranks)
    # every enumerated position is reachable
    reached = counted[0] if rules.enumerated else counted[1] if len(counted) > 1 else None
    played: list[TrialGames] = []
    if rules.starts and games:
        played = [trial_games.play(table, scan, ranks, games, seed, skill, about.longest_play) for skill in skills]
    first = _first_moves(table) if rules.starts else None
    return GameReport(rules, about, about.start, first, counted[0], reached, played)


def _first_moves(table: RecordTable) -> FirstMoves:
    """Returns the moves of the first start. The first player is to move there, so their values are his."""
    rules, start = table.rules, table.rules.initial
    moves = sorted(
        ((table.move_value(start, move), move) for move in rules.moves(start)),
        key=lambda each: (-each[0], each[1].code),
    )
    # images of a move lead to images of a position; a move that ends the game has no successor, only its code
    apart = {rules.rank(move.successor)[0] if move.goes_on else -1 - move.code for _, move in moves}
    return FirstMoves([(str(rules.text.format_move(start, move.code)), value) for value, move in moves], len(apart))
