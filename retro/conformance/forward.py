"""Rules about moves and what is read off them: `moves`, `wins`, `tier` and `no_moves`."""

from __future__ import annotations

from collections import Counter

from retro.conformance import sample
from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import DRAW, LOSS, ONGOING, WIN, loss, win
from retro.rules import MOST_TIERS


def moves(subject: Subject) -> None:
    """Every position of a larger sample has moves as the contract wants them, and the same when asked again."""
    if subject.failure is not None:
        raise subject.failure
    sample.take_many(subject)
    longest, rare = 0, Counter[str]()
    for key in subject.each(subject.sample):
        found = subject.moves(key)
        again = sorted((code, outcome, after) for after, code, outcome in subject.rows("moves", key))
        if again != found:
            raise Failed(f"{subject.place(key)}: moves called twice gave different moves")
        rare["without moves"] += not found
        rare["with a single move"] += len(found) == 1
        rare["with a move that ends the game"] += any(move.outcome != ONGOING for move in found)
        longest = max(longest, len(found))
    kinds = [f"{count:,} {kind}" for kind, count in rare.items()]
    everything = ["all positions that can be reached"] if subject.complete else []
    subject.remark = "; ".join([*everything, ", ".join([*kinds, f"up to {longest:,} moves"])])


def wins(subject: Subject) -> None:
    """`wins` tells whether some move wins."""
    if "wins" not in subject.functions:
        raise Skipped("wins is not defined")
    for key in subject.each(subject.sample):
        winning = [move for move in subject.moves(key) if move.outcome == WIN]
        if bool(subject.number("wins", key)) != bool(winning):
            if winning:
                raise Failed(f"{subject.place(key, winning[0].code)}: the move wins, but wins returned False")
            raise Failed(f"{subject.place(key)}: wins returned True, but no move has the outcome WIN")


def tier(subject: Subject) -> None:
    """Tiers are numbers below `MOST_TIERS`, and no move raises them."""
    if "tier" not in subject.functions:
        raise Skipped("tier is not defined")
    lowered = True
    for key in subject.each(subject.sample):
        before = _tier(subject, key)
        for move in subject.moves(key):
            if move.outcome == ONGOING:
                after = _tier(subject, move.successor)
                if after > before:
                    raise Failed(f"{subject.place(key, move.code)}: the move raises the tier from {before} to {after}")
                lowered &= after < before
    subject.falling = lowered
    subject.remark = "every move lowers it" if lowered else "some moves stay in their tier"


def _tier(subject: Subject, key: int) -> int:
    found = subject.number("tier", key)
    if not 0 <= found < MOST_TIERS:
        raise Failed(f"{subject.place(key)}: tier returned {found}; tiers are 0 to {MOST_TIERS - 1}")
    return found


def no_moves(subject: Subject) -> None:
    """Positions without moves have a value that the game may have."""
    if "no_moves" not in subject.functions:
        raise Skipped("no_moves is not defined; who cannot move has lost")
    if subject.rules.scores:
        allowed, choices = range(LOSS + 1, 1 << 15), "score(points)"
    else:
        allowed, choices = (DRAW, loss(0), win(0)), "DRAW, loss(0) or win(0)"  # type: ignore[assignment]
    ended = [key for key in subject.sample if not subject.moves(key)]
    if not ended:
        raise Skipped("the sample has no position without moves")
    values: Counter[int] = Counter()
    for key in subject.each(ended):
        value = subject.number("no_moves", key)
        if value not in allowed:
            raise Failed(f"{subject.place(key)}: no_moves returned {value}, which is not {choices}")
        values[value] += 1
    if not subject.rules.scores:
        words = {DRAW: "drawn", loss(0): "lost", win(0): "won"}
        subject.remark = ", ".join(f"{count:,} {words[value]}" for value, count in sorted(values.items()))
