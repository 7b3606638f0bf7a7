"""What a solution says of a game to who designs it: who wins, how fair first moves are, what choices there are.

`retro.statistics.census` counts, over all positions; `retro.statistics.trial_games` samples, and says how sure it is.
What the database knows by itself comes from its manifest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from retro.game import ONGOING, outcome_name, values
from retro.game.rules import IndexedRules
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.statistics import census, report_kernels, trial_games
from retro.statistics.census import Census
from retro.statistics.trial_games import TrialGames
from retro.storage.manifest import Manifest
from retro.system.progress import Progress


@dataclass(frozen=True)
class FirstMoves:
    """The moves of the start, best first.

    moves      text and packed value for the first player
    different  how many there are up to symmetry
    """

    moves: list[tuple[str, int]]
    different: int

    def outcomes(self, scores: str) -> Counter[str]:
        """How many win, draw and lose."""
        return Counter(outcome_name(value, scores) for _, value in self.moves)

    def keeping(self, scores: str) -> int:
        """How many keep the value of the start: its outcome, or all points where values are ``scores``."""
        kept = [value if scores else outcome_name(value) for _, value in self.moves]
        return kept.count(kept[0]) if kept else 0


@dataclass(frozen=True)
class Report:
    """Everything about a game with its options.

    start       packed value for the first player; None if these options have no start, then ``first`` is None, too
    everything  all positions
    reached     those that a game comes to; None if nobody searched (`retro reach`)
    games       between players of different skills; empty without a start
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
        """Whether anything is drawn."""
        return self.everything.outcome("draw") > 0


def find(
    table: RecordTable,
    about: Manifest,
    games: int,
    seed: int,
    skills: list[float],
    threads: int,
    progress: Progress,
) -> Report:
    """One pass over all positions, then ``games`` games for each of the ``skills``."""
    rules = table.rules
    scan = Scan(rules, report_kernels, threads, progress, pages=table.pages)
    counted = census.count(table, scan)
    # a game comes to every position that was enumerated
    reached = counted[0] if rules.enumerated else counted[1] if len(counted) > 1 else None
    played: list[TrialGames] = []
    if rules.initial >= 0 and games:
        played = [trial_games.play(table, scan, games, seed, skill) for skill in skills]
    first = None if rules.initial < 0 else _first_moves(table)
    return Report(rules, about, about.start, first, counted[0], reached, played)


def _first_moves(table: RecordTable) -> FirstMoves:
    """Values are for the first player: he is to move."""
    rules, start = table.rules, table.rules.initial
    moves = sorted(
        ((table.move_value(start, move), move) for move in rules.moves(start)),
        key=lambda each: (values.order(rules, start, each[0]), each[1].code),
    )
    # images of a move lead to images of a position; where one ends the game its code is all that is known
    apart = {rules.rank(move.successor)[0] if move.outcome == ONGOING else -1 - move.code for _, move in moves}
    return FirstMoves([(str(rules.text.format_move(start, move.code)), worth) for worth, move in moves], len(apart))
