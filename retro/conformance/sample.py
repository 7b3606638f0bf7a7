"""The sample of positions: near the start, in random games to their ends, and anywhere in the index.

It also has positions of rare kinds, where mistakes hide: without moves (mate and stalemate), with a single move, with a
move that wins, with the largest number of moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress

from retro.conformance.report import Failed
from retro.conformance.subject import Subject, Unmove
from retro.game.values import outcome_name

SAMPLE_SEED = 2024
PLAYOUT_PLIES = 500
"""The length at which a random game is broken off, because games need not end."""
COMPARED_POSITIONS, TESTED_POSITIONS = 400, 6_000
"""Approximate sizes of ``subject.first`` and ``subject.sample``."""
GREEDY_PLIES, GREEDY_SUCCESSORS = 100, 32
"""Plies of a greedy game, and the number of successors that a player compares."""
STEP_SHARE, COLLECTING_SHARE = 0.15, 0.5
"""Shares of a rule's seconds after which a step of the collection ends, and all of them."""
OF_EACH_KIND, MOST_MOBILE = 6, 2
"""The number of positions of each rare kind that come first, and then of those with the largest number of moves."""


def take_first(subject: Subject) -> None:
    """Put a few hundred positions into ``subject.first``, and the failure that ends the search into ``failure``."""
    collected = _Collected(subject)
    try:
        with subject.collecting(COLLECTING_SHARE):
            collected.reachable(COMPARED_POSITIONS)
    except Failed as failure:
        subject.failure = failure
    subject.first = collected.shuffled()


def take_sample(subject: Subject) -> None:
    """Put some thousands of positions into ``subject.sample``, some of each rare kind first. May raise `Failed`."""
    collected = _Collected(subject)
    with subject.collecting(COLLECTING_SHARE):
        subject.complete = collected.reachable(TESTED_POSITIONS)
        if not subject.complete:
            collected.greedy(TESTED_POSITIONS // 6)
            collected.before_ends(TESTED_POSITIONS // 12)
    for key in subject.first:
        collected.keys.pop(key, None)
    more = collected.shuffled()
    first, others = subject.first[:1] or more[:1], subject.first[1:]
    subject.sample = list(dict.fromkeys([*first, *_rarest(subject, [*others, *more]), *others, *more]))


def _time_limit(subject: Subject) -> float:
    """Returns the time at which a step of the collection ends."""
    return subject.clock() + STEP_SHARE * subject.seconds


class _Collected:
    """Collects positions: ``keys`` is a dict, which preserves their order."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.keys = subject, dict[int, None]()

    def add(self, keys: Iterable[int]) -> None:
        self.keys.update(dict.fromkeys(keys))

    def shuffled(self) -> list[int]:
        """Returns the first position, then all others in random order, so that each prefix is a fair sample."""
        start, *others = self.keys or [0]
        random.Random(SAMPLE_SEED).shuffle(others)
        return [start, *others] if self.keys else []

    def reachable(self, count: int) -> bool:
        """Collects about ``count`` positions; returns whether these are all that can be reached."""
        complete = False
        if self.subject.rules.starts:
            complete = self._breadth_first(count // 2)
            if not complete:
                self._playouts(len(self.keys) + count // 4)
        if "unrank" in self.subject.functions:
            self._slots(count // 4)
        return complete

    def _breadth_first(self, size: int) -> bool:
        """Collects positions in order of their distance from the start; returns whether these are all."""
        stop = _time_limit(self.subject)
        self.add(self.subject.rules.starts[:size])
        queue = list(self.keys)
        for key in queue:
            for move in self.subject.ongoing(key):
                if move.successor not in self.keys:
                    if len(self.keys) >= size or self.subject.clock() > stop:
                        return False
                    self.add([move.successor])
                    queue.append(move.successor)
        return True

    def _playouts(self, size: int) -> None:
        """Collects positions of random games from the start: the last ones, and some of those before."""
        stop, chance = _time_limit(self.subject), random.Random(SAMPLE_SEED)
        starts = self.subject.rules.starts
        for number in range(size):
            key, played = starts[number % len(starts)], list[int]()
            while len(played) < PLAYOUT_PLIES and self.subject.clock() <= stop:
                played.append(key)
                moves = self.subject.moves(key)
                move = chance.choice(moves) if moves else None
                if move is None or not move.goes_on:
                    break
                key = move.successor
            self.subject.cycles |= len(set(played)) < len(played)
            self.add([*chance.sample(played, min(20, len(played))), *played[-5:]])
            if len(self.keys) >= size or self.subject.clock() > stop:
                return

    def greedy(self, count: int) -> None:
        """Collects positions of games whose players look one ply ahead and leave the opponent the fewest moves, or the
        largest number.

        Games begin at the start or anywhere. The last positions are collected, and all with a single move or none.
        """
        stop, chance, starts = _time_limit(self.subject), random.Random(SAMPLE_SEED), list(self.keys)
        collected = 0
        while starts and collected < count and self.subject.clock() < stop:
            key = starts[0] if chance.random() < 0.5 else chance.choice(starts)
            fewest, played = chance.random() < 0.7, [key]
            for _ in range(GREEDY_PLIES):
                after = [move.successor for move in self.subject.ongoing(key)]
                compared = chance.sample(after, min(GREEDY_SUCCESSORS, len(after)))
                compared = [each for each in compared if each not in played]
                if not compared or self.subject.clock() > stop:
                    break
                counts = {each: self.subject.count(each) for each in compared}
                self.add(each for each, moves in counts.items() if moves <= 1)
                best = min(counts.values()) if fewest else max(counts.values())
                sloppy = chance.random() < 0.1  # or all games would be the same
                key = chance.choice([each for each in compared if sloppy or counts[each] == best])
                played.append(key)
            self.add(played[-5:])
            collected += 5

    def before_ends(self, count: int) -> None:
        """Collects predecessors of positions without moves, if `unmoves` and the index agree that they exist."""
        if not {"rank", "unmoves"} <= self.subject.functions.keys():
            return
        stop, collected = _time_limit(self.subject), 0
        for key in [key for key in self.keys if not self.subject.moves(key)]:
            try:
                unmoves = [each for each in self.subject.unmoves(key) if self._leads_to(each, key)]
            except Failed:  # the rules `unmoves` and `index` report it
                return
            self.add(each.predecessor for each in unmoves)
            collected += len(unmoves)
            if collected >= count or self.subject.clock() > stop:
                return

    def _leads_to(self, unmove: Unmove, key: int) -> bool:
        self.subject.indexed_rank(unmove.predecessor)
        moves = self.subject.moves(unmove.predecessor)
        return any(move.code == unmove.code and move.successor == key for move in moves)

    def _slots(self, count: int) -> None:
        """Collects positions of random slots, or of all if there are few. The rule `index` reports failures."""
        stop, slots = _time_limit(self.subject), self.subject.indexed.slots
        for index in range(slots) if slots <= count else random.Random(SAMPLE_SEED).choices(range(slots), k=count):
            with suppress(Failed):
                self.add([self.subject.key("unrank", index)])
            if self.subject.clock() > stop:
                return


def _rarest(subject: Subject, keys: Iterable[int]) -> list[int]:
    """Returns some positions of each rare kind, for rules that have no time for the whole sample."""
    kinds: dict[object, list[int]] = {}
    counts: dict[int, int] = {}
    with subject.collecting(STEP_SHARE):
        for key in keys:
            moves = subject.moves(key)
            counts[key] = len(moves)
            if not moves:
                value = subject.functions["no_moves"](key) if "no_moves" in subject.functions else None
                kinds.setdefault(("none", str(value)), []).append(key)
            elif len(moves) == 1:
                kinds.setdefault("single", []).append(key)
            for outcome in {outcome_name(move.points) for move in moves if not move.goes_on}:
                kinds.setdefault(outcome, []).append(key)
    rare = [key for kind in kinds.values() for key in kind[:OF_EACH_KIND]]
    return [*rare, *sorted(counts, key=lambda key: -counts[key])[:MOST_MOBILE]]
