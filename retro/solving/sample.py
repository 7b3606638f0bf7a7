"""Estimates from a sample of a game's positions, such as the number of its edges.

The positions are random, but always the same ones. Their moves are made in plain Python; nothing is compiled.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import cached_property

from retro.game.rules import IndexedRules, Move
from retro.indexing.enumerated import Positions

SAMPLE_SIZE = 1000
MAX_DRAWN = 20_000
"""The largest number of slots that are drawn, most of which may be empty."""
GAMES = 50
"""Random games from the starts."""
PLIES = 1000
"""Plies after which a random game counts as one that comes back to a position."""
LEAVING = 100
"""Slots of a tier that are drawn to learn whether its moves leave it."""
CACHED_SAMPLES = 4
"""Samples that are cached: a plan is made more than once, and a process may solve one game many times."""

_samples: dict[str, Sample] = {}


class Sample:
    """Positions of a game that has an index; each estimate is computed when it is first read."""

    def __init__(self, rules: IndexedRules) -> None:
        self._rules = rules

    @property
    def size(self) -> int:
        """Number of positions of the sample."""
        return len(self._drawing[0])

    @cached_property
    def edges(self) -> int:
        """Estimated number of edges of the game, rather too large than too small."""
        sample = self._rules.index.sample if isinstance(self._rules.index, Positions) else None
        if sample is not None and len(sample.sources) >= SAMPLE_SIZE:
            return len(sample.sources) * sample.share
        each = self._per_position(self._ongoing) if self.size else self._rules.max_moves
        return int(1.1 * self.max_positions * each)

    @property
    def walked(self) -> int:
        """Estimated number of edges that a backend walks: none that leads to a position that is won at once."""
        return int(self.positions * self._per_position(self._walked))

    @property
    def positions(self) -> int:
        """Estimated number of positions of the game."""
        return self._rules.slots * self.size // max(1, self._drawn)

    @property
    def max_positions(self) -> int:
        """`positions` plus three standard errors, which games rarely exceed; exact if every slot was drawn."""
        slots, size = self._rules.slots, self.size
        if self._drawn == slots:
            return size
        return min(slots, math.ceil(slots * (size + 3 * math.sqrt(size) + 3) / self._drawn))

    @cached_property
    def lowers_tier(self) -> bool:
        """Whether every move of the sample lowers the tier, and it has some."""
        return self.edges > 0 and _all_lower(self._rules, self._ongoing)

    @cached_property
    def cycles(self) -> bool:
        """Whether one of a few random games from the starts came back to a position."""
        chance, rules = random.Random(0), self._rules
        for number in range(GAMES if rules.starts else 0):
            key, played = rules.starts[number % len(rules.starts)], set[int]()
            while key not in played and len(played) < PLIES:
                played.add(key)
                moves = [move for move in rules.moves(key) if move.goes_on]
                if not moves:
                    break
                key = chance.choice(moves).successor
            else:
                return True
        return False

    @property
    def _drawn(self) -> int:
        """Number of slots that were drawn, which are empty but for ``size`` of them."""
        return self._drawing[1]

    @cached_property
    def _drawing(self) -> tuple[list[int], int]:
        """SAMPLE_SIZE positions, or all in MAX_DRAWN slots, and the number of slots that were drawn."""
        slots, keys = self._rules.slots, []
        order = random.Random(0).sample(range(slots), min(slots, MAX_DRAWN))
        for drawn, slot in enumerate(order, 1):
            key = self._rules.unrank(slot)
            if key >= 0:
                keys.append(key)
            if len(keys) == SAMPLE_SIZE:
                return keys, drawn
        return keys, len(order)

    @cached_property
    def _ongoing(self) -> list[tuple[int, list[Move]]]:
        """The positions, each with its moves that do not end the game."""
        return _ongoing(self._rules, self._drawing[0])

    @cached_property
    def _walked(self) -> list[tuple[int, list[Move]]]:
        rules = self._rules
        if not rules.looks_ahead:
            return self._ongoing
        return [
            (key, [move for move in moves if not rules.call("wins", move.successor)]) for key, moves in self._ongoing
        ]

    def _per_position(self, listed: list[tuple[int, list[Move]]]) -> float:
        return sum(len(moves) for _, moves in listed) / max(1, self.size)


def sampled(rules: IndexedRules) -> Sample:
    """Returns the sample of a game, from the cache if it is there."""
    sample = _samples.pop(rules.digest, None) or Sample(rules)
    _samples[rules.digest] = sample
    while len(_samples) > CACHED_SAMPLES:
        del _samples[next(iter(_samples))]
    return sample


def leaves_tier(rules: IndexedRules, start: int, stop: int) -> bool:
    """Returns whether every move of a few positions among slots start..stop-1 lowers the tier; False if none is there.

    Errors as from the checked calls of the rules.
    """
    drawn = (rules.unrank(slot) for slot in random.Random(0).choices(range(start, stop), k=LEAVING))
    keys = {key for key in drawn if key >= 0}
    return bool(keys) and _all_lower(rules, _ongoing(rules, keys))


def _ongoing(rules: IndexedRules, keys: Iterable[int]) -> list[tuple[int, list[Move]]]:
    return [(key, [move for move in rules.moves(key) if move.goes_on]) for key in keys]


def _all_lower(rules: IndexedRules, listed: list[tuple[int, list[Move]]]) -> bool:
    return all(rules.tier(move.successor) < rules.tier(key) for key, moves in listed for move in moves)
