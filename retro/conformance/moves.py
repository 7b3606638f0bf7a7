"""The rules about moves, unmoves, and the functions that return properties of moves and positions.

`moves`, `wins`, `tier` and `no_moves`; `unmoves`, which lists every edge once and no predecessor outside the
index; and `undo`, which returns the move that takes a move back.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from retro.conformance import sample
from retro.conformance.report import Failed, Skipped, TimeOver
from retro.conformance.subject import Subject, Unmove
from retro.game import DRAW, LOSS, NONE, WIN, loss, win
from retro.game.rules import MAX_TIERS, Move

NO_NO_MOVES = "no_moves is not defined; a player who cannot move has lost"
RANKED = 1000
"""Positions of the sample whose slots are compared with their tiers."""


def moves(subject: Subject) -> str:
    """The moves of every position of the whole sample keep the contract, and a second call returns the same moves."""
    if subject.failure is not None:
        raise subject.failure
    sample.take_sample(subject)
    longest, rare = 0, Counter[str]()
    with suppress(TimeOver):
        for key in subject.each(subject.sample):
            moves = subject.moves(key)
            again = sorted((code, outcome, after) for after, code, outcome in subject.rows("moves", key))
            if again != [each[:3] for each in moves]:
                raise subject.failed(key, "moves called twice gave different moves")
            rare["without moves"] += not moves
            rare["with a single move"] += len(moves) == 1
            rare["with a move that ends the game"] += any(not move.goes_on for move in moves)
            longest = max(longest, len(moves))
    kinds = [f"{count:,} {kind}" for kind, count in rare.items()]
    everything = ["all positions that can be reached"] if subject.complete else []
    return "; ".join([*everything, ", ".join([*kinds, f"up to {longest:,} moves"])])


def wins(subject: Subject) -> None:
    """`wins` returns whether some move wins."""
    for key in subject.each(subject.sample):
        winning = [move for move in subject.moves(key) if move.outcome == WIN]
        if bool(subject.number("wins", key)) != bool(winning):
            if winning:
                raise subject.failed(key, "the move wins, but wins returned False", winning[0].code)
            raise subject.failed(key, "wins returned True, but no move has the outcome WIN")


def tier(subject: Subject) -> str:
    """Tiers are numbers below `MAX_TIERS`; no move raises them, and where values are scores every move lowers them.

    Returns also whether the slots of each tier are neighbours, if the game has an index of its own.
    """
    falling = True
    with suppress(TimeOver):
        for key in subject.each(subject.sample, 0.75):
            before = _tier(subject, key)
            for move in subject.within(subject.ongoing(key)):
                after = _tier(subject, move.successor)
                if after > before:
                    raise subject.failed(key, f"the move raises the tier from {before} to {after}", move.code)
                if after == before and subject.rules.always_ends:
                    what = f"the move keeps the tier {before}; where values are scores every move must lower it"
                    what += ", unless rules.py defines endless"
                    raise subject.failed(key, what, move.code)
                falling &= after < before
    subject.falling = falling
    subject.limit(1.0)
    words = "every move lowers it" if falling else "some moves stay in their tier"
    if "rank" not in subject.functions:
        return words
    slots = sorted((subject.indexed_rank(key)[0], _tier(subject, key)) for key in subject.sample[:RANKED])
    numbers = [number for _, number in slots]
    if numbers in (sorted(numbers), sorted(numbers, reverse=True)):
        return f"{words}; slots are in order of tiers"
    unordered = "slots are not in order of tiers"
    if subject.rules.gains:
        raise Failed(f"{unordered}, so the scores of the game cannot be computed")
    return f"{words}; {unordered}, so all positions are solved as one tier"


def endless(subject: Subject) -> None:
    """Play without end has one worth: moves change only its sign. Moves that gain points lower the tier."""
    rules = subject.rules
    if not rules.thresholds:
        raise Skipped("endless is not defined")
    for key in subject.each(subject.sample):
        worth = rules.endless(key)
        for move in subject.within(subject.ongoing(key)):
            stays = not (rules.gains and _lowers(subject, key, move.successor))
            if stays and move.gained:
                raise subject.failed(key, "the move gains points and does not lower the tier", move.code)
            after = rules.endless(move.successor)
            if stays and after != (worth if move.again else -worth):
                who = "the same player" if move.again else "the other player"
                what = f"endless is {worth} before the move and {after} after it, where {who} is to move"
                raise subject.failed(key, what, move.code)


def _tier(subject: Subject, key: int) -> int:
    number = subject.number("tier", key)
    if not 0 <= number < MAX_TIERS:
        raise subject.failed(key, f"tier returned {number}; tiers are 0 to {MAX_TIERS - 1}")
    return number


def no_moves(subject: Subject) -> str:
    """`no_moves` returns a value that the game may have."""
    words = {DRAW: "drawn", loss(0): "lost", win(0): "won"}
    allowed, choices = list(words), "DRAW, loss(0) or win(0)"
    if subject.rules.scores:
        allowed, choices = range(LOSS + 1, 1 << 15), "score(points)"  # type: ignore[assignment]
    terminal = [key for key in subject.within(subject.sample, "positions") if not subject.moves(key)]
    if not terminal:
        raise Skipped("the sample has no position without moves")
    values: Counter[int] = Counter()
    with suppress(TimeOver):
        for key in subject.each(terminal):
            value = subject.number("no_moves", key)
            if value not in allowed:
                raise subject.failed(key, f"no_moves returned {value}, which is not {choices}")
            values[value] += 1
    return ", ".join(f"{n:,} {words[value]}" for value, n in sorted(values.items()) if value in words)


def unmoves(subject: Subject) -> None:
    """Every move of the sample is among the unmoves of its successor, once; every unmove leads back.

    A move that lowers the tier need not be, unless there is a repetition rule.
    """
    for key in subject.each(subject.sample):
        unmoves = subject.unmoves(key)
        edges = Counter((each.predecessor, each.code) for each in unmoves)
        for each in subject.within(unmoves, "unmoves"):
            times = edges[each.predecessor, each.code]
            problem = _problem_of_unmove(subject, key, each) or (f"{times} times" if times > 1 else "")
            if problem:
                what = f"unmoves lists predecessor {each.predecessor} with code {each.code}, {problem}"
                raise subject.failed(key, what)
        for move in subject.within(subject.ongoing(key)):
            codes = [each.code for each in subject.unmoves(move.successor) if each.predecessor == key]
            times = codes.count(move.code)
            if times == 0 and not subject.rules.unmoves_lists_all and _lowers(subject, key, move.successor):
                continue
            if times != 1:
                listed = f"lists it {times} times" if times else "does not list it"
                others = f"; codes it lists for this predecessor: {sorted(codes)}" if codes and not times else ""
                after = subject.named(move.successor)
                raise subject.failed(key, f"unmoves of its successor, {after}, {listed}{others}", move.code)


def _lowers(subject: Subject, key: int, successor: int) -> bool:
    """Returns whether a move lowers the tier."""
    return subject.number("tier", successor) < subject.number("tier", key)


def _problem_of_unmove(subject: Subject, key: int, unmove: Unmove) -> str:
    """Returns why an unmove of ``key`` is no move of the predecessor, forbids another move than `undo` says, or has
    another outcome where edges have one.
    """
    predecessor, code, forbidden = unmove
    if "rank" in subject.functions:  # of enumerated games, unmoves may give predecessors that are not reachable
        try:
            subject.indexed_rank(predecessor)
        except Failed as failure:
            return f"which the index does not hold ({failure})"
    move = next((move for move in subject.moves(predecessor) if move.code == code), None)
    if move is None:
        return f"but moves of {subject.named(predecessor)} gives no such code"
    if not move.goes_on:
        return f"but that move ends the game (outcome {move.outcome})"
    if move.successor != key:
        return f"but that move leads to {subject.named(move.successor)}"
    if subject.rules.moves_again:
        return "" if forbidden == move.outcome else f"and the outcome {forbidden}, but it is {move.outcome}"
    expected = subject.number("undo", predecessor, code, key) if subject.rules.repetition else NONE
    if forbidden != expected:
        why = "as undo says" if subject.rules.repetition else "without REPETITION"
        return f"and says that it forbids {forbidden}, but it forbids {expected}, {why}"
    return ""


def undo(subject: Subject) -> None:
    """The move that `undo` returns leads back to the position before, or to an image of it; `restorable` agrees."""
    for key in subject.each(subject.sample):
        for move in subject.within(subject.ongoing(key)):
            forbidden = subject.number("undo", key, move.code, move.successor)
            problem = "" if forbidden == NONE else _problem_of_undo(subject, key, move, forbidden)
            if problem:
                what = f"undo is {forbidden}, which in its successor, {subject.named(move.successor)}, {problem}"
                raise subject.failed(key, what, move.code)


def _problem_of_undo(subject: Subject, key: int, move: Move, forbidden: int) -> str:
    """Returns why the forbidden move does not take ``move`` back; an empty text if it does."""
    back = next((each for each in subject.moves(move.successor) if each.code == forbidden), None)
    if back is None:
        return "is no move"
    if not back.goes_on:
        return "ends the game"
    if back.successor != key and subject.canonical(back.successor) != subject.canonical(key):
        return f"leads to {subject.named(back.successor)}, not back"
    if "restorable" in subject.functions and not subject.number("restorable", move.successor, forbidden):
        return "cannot be forbidden, as restorable says"
    return ""
