"""The sample of positions: near the start, in random games to their ends, and anywhere in the index.

It also has positions of rare kinds, where mistakes hide: without moves (mate and stalemate), with a single move, with a
move that wins, with the most moves.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable

from retro.conformance.report import Failed
from retro.conformance.subject import Subject, Unmove
from retro.game import ONGOING

SEED = 2024
MOST_PLIES = 500
"""Of a random game, which need not end."""
FIRST, MANY = 400, 6_000
LONGEST_GREEDY, MOST_LOOKED = 100, 32
"""Plies of a greedy game, and successors that are looked at in each."""
OF_EACH, MOST_BUSY = 6, 2
"""Positions of each rare kind that come first, and then of those with the most moves."""


def take_first(subject: Subject) -> None:
    """A few hundred positions into ``subject.first``; what ends the search goes into ``subject.failure``."""
    found: dict[int, None] = {}
    try:
        _collect(subject, FIRST, found)
    except Failed as failure:
        subject.failure = failure
    subject.first = _shuffled(found)


def take_many(subject: Subject) -> None:
    """Some thousands of positions into ``subject.sample``: first some of each rare kind. May raise `Failed`."""
    found: dict[int, None] = {}
    subject.complete = _collect(subject, MANY, found)
    if not subject.complete:
        _greedy(subject, MANY // 6, found)
        _back(subject, MANY // 12, found)
    known = dict.fromkeys(subject.first)
    more = _shuffled({key: None for key in found if key not in known})
    start, *others = subject.first or more[:1]
    subject.sample = list(dict.fromkeys([start, *_rarest(subject, [*others, *more]), *others, *more]))


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


def _greedy(subject: Subject, most: int, found: dict[int, None]) -> None:
    """Games of players who look one ply ahead and leave the opponent the fewest moves, or the most.

    They begin at the start or anywhere. The last positions go into ``found``, and all that have a single move or none.
    """
    stop, chance, places = _stop(subject), random.Random(SEED), list(found)
    more = 0
    while places and more < most and time.monotonic() < stop:
        key = places[0] if chance.random() < 0.5 else chance.choice(places)
        fewest, played = chance.random() < 0.7, [key]
        for _ in range(LONGEST_GREEDY):
            after = [move.successor for move in subject.moves(key) if move.outcome == ONGOING]
            looked = [each for each in chance.sample(after, min(MOST_LOOKED, len(after))) if each not in played]
            if not looked or time.monotonic() > stop:
                break
            counts = {each: subject.count(each) for each in looked}
            found.update((each, None) for each, count in counts.items() if count <= 1)
            wanted = min(counts.values()) if fewest else max(counts.values())
            sloppy = chance.random() < 0.1  # or all games would be the same
            key = chance.choice([each for each in looked if sloppy or counts[each] == wanted])
            played.append(key)
        found.update(dict.fromkeys(played[-5:]))
        more += 5


def _back(subject: Subject, most: int, found: dict[int, None]) -> None:
    """Positions one move before those that have none, if `unmoves` and the index agree that they are positions."""
    if not {"rank", "unmoves"} <= subject.functions.keys():
        return
    stop, more = _stop(subject), 0
    for key in [key for key in found if not subject.moves(key)]:
        try:
            predecessors = [each.predecessor for each in subject.unmoves(key) if _leads_to(subject, each, key)]
        except Failed:  # the rules of unmoves and of the index report it
            return
        found.update(dict.fromkeys(predecessors))
        more += len(predecessors)
        if more >= most or time.monotonic() > stop:
            return


def _leads_to(subject: Subject, unmove: Unmove, key: int) -> bool:
    subject.held(unmove.predecessor)
    return any(move.code == unmove.code and move.successor == key for move in subject.moves(unmove.predecessor))


def _rarest(subject: Subject, keys: Iterable[int]) -> list[int]:
    """Some positions of each rare kind, for rules that have no time for the whole sample."""
    stop = _stop(subject)
    kinds: dict[object, list[int]] = {}
    counts: dict[int, int] = {}
    for key in keys:
        moves = subject.moves(key)
        counts[key] = len(moves)
        if not moves:
            value = subject.functions["no_moves"](key) if "no_moves" in subject.functions else None
            kinds.setdefault(("none", str(value)), []).append(key)
        elif len(moves) == 1:
            kinds.setdefault("single", []).append(key)
        for outcome in {move.outcome for move in moves} - {ONGOING}:
            kinds.setdefault(outcome if not subject.rules.scores else "ending", []).append(key)
        if time.monotonic() > stop:
            break
    rare = [key for kind in kinds.values() for key in kind[:OF_EACH]]
    return [*rare, *sorted(counts, key=lambda key: -counts[key])[:MOST_BUSY]]


def _slots(subject: Subject, most: int, found: dict[int, None]) -> None:
    """Positions of random slots, or of all if there are few. What `unrank` does wrong is for the index's own rule."""
    stop, slots = _stop(subject), subject.indexed.slots
    chosen = range(slots) if slots <= most else random.Random(SEED).choices(range(slots), k=most)
    for index in chosen:
        try:
            found[subject.key("unrank", index)] = None
        except Failed:
            pass
        if time.monotonic() > stop:
            return
