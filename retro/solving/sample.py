"""What a sample of a game's positions tells of the whole game: how many edges it has, how much work its functions are.

The positions are drawn by chance, but always the same ones. Plain Python goes through them, and nothing is compiled.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import numpy as np

from retro.game import ONGOING, SLACK
from retro.game.rules import IndexedRules, Move
from retro.indexing.enumerated import canonical_of

SIZE = 1000
MOST_DRAWN = 20_000
"""Slots that are looked at for them, most of which may be empty."""
TIMED = 200
"""Of them, those on which functions are timed."""
GAMES = 50
"""Of them, those from which a random game is played."""
PLACES = 5
"""At which neighbouring positions are looked at together."""
ROUNDS = 3
"""The shortest one counts: others may be at work on the machine."""
KEPT = 4
"""Samples that are kept: what a run takes is asked more than once, and a process may solve one game many times."""

_samples: dict[str, Sample] = {}


class Sample:
    """Positions of a game whose positions have an index; each question is answered when it is asked first."""

    def __init__(self, rules: IndexedRules) -> None:
        self._rules = rules

    @property
    def size(self) -> int:
        """How many positions there are in it."""
        return len(self._found[0])

    @property
    def edges(self) -> int:
        """About how many edges the game has, rather more than fewer."""
        each = self._per_position(self._ongoing) if self.size else self._rules.max_moves
        return int(1.1 * self.most_positions * each)

    @property
    def walked(self) -> int:
        """About how many of them a backend looks at: none that leads to a position that is won at once."""
        return int(self.positions * self._per_position(self._walked))

    @property
    def positions(self) -> int:
        """About how many there are in the game."""
        return self._rules.slots * self.size // max(1, self._drawn)

    @property
    def most_positions(self) -> int:
        """More than that by three standard errors, which few positions exceed; exact if every slot was looked at."""
        slots, found = self._rules.slots, self.size
        if self._drawn == slots:
            return found
        return min(slots, math.ceil(slots * (found + 3 * math.sqrt(found) + 3) / self._drawn))

    @cached_property
    def lowers_tier(self) -> bool:
        """Whether every move of the positions lowers the tier, and there is one."""
        tier = self._rules.tier
        return self.edges > 0 and all(
            tier(move.successor) < tier(key) for key, moves in self._ongoing for move in moves
        )

    @cached_property
    def plies(self) -> int:
        """The longest of a few random games, if every move lowers the tier; else 0, for a game may go on for ever."""
        chance, longest = random.Random(0), 0
        for key, moves in self._ongoing[:GAMES] if self.lowers_tier else ():
            plies = 0
            while moves:
                key, plies = chance.choice(moves).successor, plies + 1
                moves = [move for move in self._rules.moves(key) if move.outcome == ONGOING]
            longest = max(longest, plies)
        return longest

    def tiers_among(self, slots: int) -> float:
        """Of how many tiers the positions of ``slots`` neighbouring slots are at least; the mean of a few places."""
        rules, chance = self._rules, random.Random(0)
        found = []
        for _ in range(PLACES):
            start = chance.randrange(max(1, rules.slots - slots))
            drawn = (start + chance.randrange(min(slots, rules.slots)) for _ in range(SIZE // PLACES))
            found.append(len({rules.tier(key) for key in map(rules.unrank, drawn) if key >= 0}))
        return sum(found) / PLACES

    @cached_property
    def won(self) -> float:
        """Part of the positions that are won at once, as far as the game says so itself."""
        if not self._rules.defines("wins"):
            return 0.0
        return sum(bool(self._rules.call("wins", key)) for key, _ in self._ongoing) / max(1, self.size)

    @cached_property
    def moves(self) -> float:
        """Seconds in which plain Python makes the moves of a position."""
        return self._timed("moves", self._rules.max_moves)

    @cached_property
    def unmoves(self) -> float:
        """Seconds in which it takes back the moves into a position."""
        return self._timed("unmoves", self._rules.max_unmoves)

    @cached_property
    def rank(self) -> float:
        """Seconds in which it ranks where a move leads; where positions are enumerated, finds its canonical image."""
        rank = canonical_of(self._rules) if self._rules.enumerated else self._rules.functions["rank"]
        ends = [move.successor for _, moves in self._ongoing[:TIMED] for move in moves[:1]]
        for end in ends:  # what is wrong is told
            self._rules.image(end, 0) if self._rules.enumerated else self._rules.rank(end)
        return _shortest(rank, ends)

    @property
    def _drawn(self) -> int:
        """How many slots were looked at, which are empty but for ``size`` of them."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[list[int], int]:
        """SIZE positions, or all that MOST_DRAWN slots hold, and the number of slots that were looked at."""
        slots, keys = self._rules.slots, []
        order = random.Random(0).sample(range(slots), min(slots, MOST_DRAWN))
        for drawn, slot in enumerate(order, 1):
            key = self._rules.unrank(slot)
            if key >= 0:
                keys.append(key)
            if len(keys) == SIZE:
                return keys, drawn
        return keys, len(order)

    @cached_property
    def _ongoing(self) -> list[tuple[int, list[Move]]]:
        """The positions, and their moves that do not end the game."""
        rules = self._rules
        return [(key, [move for move in rules.moves(key) if move.outcome == ONGOING]) for key in self._found[0]]

    @cached_property
    def _walked(self) -> list[tuple[int, list[Move]]]:
        rules = self._rules
        if not rules.defines("wins"):
            return self._ongoing
        return [
            (key, [move for move in moves if not rules.call("wins", move.successor)]) for key, moves in self._ongoing
        ]

    def _per_position(self, listed: list[tuple[int, list[Move]]]) -> float:
        return sum(len(moves) for _, moves in listed) / max(1, self.size)

    def _timed(self, name: str, most: int) -> float:
        function, out = self._rules.functions[name], np.zeros((most + SLACK, 3), np.int64)
        keys = [key for key, _ in self._ongoing[:TIMED]]
        for key in keys:
            self._rules.call(name, key, out)  # what is wrong is told
        return _shortest(lambda key: function(key, out), keys)


def sampled(rules: IndexedRules) -> Sample:
    """The sample of a game, the same one as before if it was drawn lately."""
    found = _samples.pop(rules.digest, None) or Sample(rules)
    _samples[rules.digest] = found
    while len(_samples) > KEPT:
        del _samples[next(iter(_samples))]
    return found


def _shortest(call: Callable[[int], Any], keys: Iterable[int]) -> float:
    """Seconds of a call for one of the keys."""
    listed = list(keys)
    rounds = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        for key in listed:
            call(key)
        rounds.append(time.thread_time() - began)
    return min(rounds) / max(1, len(listed))
