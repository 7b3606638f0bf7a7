"""Which positions are looked at: near the start, along random games to their ends, and anywhere in the index."""

from __future__ import annotations

import random
import time

from retro.analysis.conformance.report import Failed
from retro.analysis.conformance.subject import Subject
from retro.game import ONGOING

SEED = 2024
MOST_PLIES = 500
"""Of a random game, which need not end."""
FIRST, MANY = 400, 6_000


def take_first(subject: Subject) -> None:
    """A few hundred positions into ``subject.first``; what ends the search goes into ``subject.failure``."""
    found: dict[int, None] = {}
    try:
        _collect(subject, FIRST, found)
    except Failed as failure:
        subject.failure = failure
    subject.first = _shuffled(found)


def take_many(subject: Subject) -> None:
    """Some thousands of positions into ``subject.sample``; those of the first sample come first. May raise `Failed`."""
    found = dict.fromkeys(subject.first)
    more: dict[int, None] = {}
    subject.complete = _collect(subject, MANY, more)
    subject.sample = [*found, *_shuffled({key: None for key in more if key not in found})]


def _shuffled(keys: dict[int, None]) -> list[int]:
    """The start first, then all others in an order of no meaning, so that any part of them is a fair sample."""
    start, *others = keys or [0]
    random.Random(SEED).shuffle(others)
    return [start, *others] if keys else []


def _collect(subject: Subject, most: int, found: dict[int, None]) -> bool:
    """Puts about ``most`` positions into ``found``; whether these are all that can be reached."""
    complete = False
    if subject.rules.initial >= 0:
        complete = _breadth_first(subject, most // 2, found)
        if not complete:
            _playouts(subject, len(found) + most // 4, found)
    if "unrank" in subject.functions:
        _slots(subject, most // 4, found)
    return complete


def _stop(subject: Subject) -> float:
    return time.monotonic() + subject.seconds / 3


def _breadth_first(subject: Subject, most: int, found: dict[int, None]) -> bool:
    """Positions in order of their distance from the start; whether that were all."""
    stop = _stop(subject)
    found[int(subject.rules.initial)] = None
    queue = list(found)
    for key in queue:
        for move in subject.moves(key):
            if move.outcome == ONGOING and move.successor not in found:
                if len(found) >= most or time.monotonic() > stop:
                    return False
                found[move.successor] = None
                queue.append(move.successor)
    return True


def _playouts(subject: Subject, most: int, found: dict[int, None]) -> None:
    """Random games from the start: their last positions, and some of those before."""
    stop, chance = _stop(subject), random.Random(SEED)
    for _ in range(most):
        key, played = int(subject.rules.initial), []
        for _ in range(MOST_PLIES):
            played.append(key)
            moves = subject.moves(key)
            if not moves:
                break
            move = chance.choice(moves)
            if move.outcome != ONGOING:
                break
            key = move.successor
        subject.cycles |= len(set(played)) < len(played)
        found.update(dict.fromkeys([*chance.sample(played, min(20, len(played))), *played[-5:]]))
        if len(found) >= most or time.monotonic() > stop:
            return


def _slots(subject: Subject, most: int, found: dict[int, None]) -> None:
    """Positions of random slots, or of all if there are few. What `unrank` does wrong is for the index's own rule."""
    stop, slots = _stop(subject), subject.rules.slots
    chosen = range(slots) if slots <= most else random.Random(SEED).choices(range(slots), k=most)
    for index in chosen:
        try:
            found[subject.key("unrank", index)] = None
        except Failed:
            pass
        if time.monotonic() > stop:
            return
