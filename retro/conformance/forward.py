"""Rules about moves and what is read off them: `moves`, `wins`, `urgent`, `tier` and `no_moves`."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import xor

from retro.conformance import sample
from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import DRAW, LOSS, ONGOING, WIN, loss, win
from retro.game.rules import MAX_TIERS


def moves(subject: Subject) -> None:
    """The moves of every position of a larger sample keep the contract, and a second call returns the same."""
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
    """`wins` returns whether some move wins."""
    if "wins" not in subject.functions:
        raise Skipped("wins is not defined")
    for key in subject.each(subject.sample):
        winning = [move for move in subject.moves(key) if move.outcome == WIN]
        if bool(subject.number("wins", key)) != bool(winning):
            if winning:
                raise Failed(f"{subject.place(key, winning[0].code)}: the move wins, but wins returned False")
            raise Failed(f"{subject.place(key)}: wins returned True, but no move has the outcome WIN")


def urgent(subject: Subject) -> None:
    """`urgent` gives the moves that decide at once, and the number and codes of the others."""
    if "urgent" not in subject.functions:
        raise Skipped("urgent is not defined")
    for key in subject.each(subject.sample):
        moves = subject.moves(key)
        if any(move.outcome == WIN for move in moves):
            continue
        rows, others, codes = subject.urgent(key)
        for move in rows:
            if move not in moves and (move.outcome == ONGOING or move[:2] not in [each[:2] for each in moves]):
                raise Failed(f"{subject.place(key)}: urgent gave a row of code {move.code} that is no row of moves")
        given = {move.code for move in rows}
        left = [move for move in moves if move.code not in given]
        if len(given) < len(rows):
            raise Failed(f"{subject.place(key)}: urgent gave a move twice")
        if (others, codes) != (len(left), reduce(xor, (move.code for move in left), 0)):
            returned = f"urgent returned {others} other moves, with codes that make {codes}"
            raise Failed(
                f"{subject.place(key)}: {returned}; moves leaves {len(left)}, codes {[move.code for move in left]}"
            )
        for move in left:
            if move.outcome != ONGOING:
                raise Failed(f"{subject.place(key, move.code)}: the move ends the game, and urgent does not list it")
            if "wins" in subject.functions and subject.number("wins", move.successor):
                raise Failed(
                    f"{subject.place(key, move.code)}: then the opponent wins at once, and urgent does not say"
                )


def tier(subject: Subject) -> None:
    """Tiers are numbers below `MAX_TIERS`; no move raises them, and where values are scores every move lowers them."""
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
                if after == before and subject.rules.scores:
                    wrong = f"the move keeps the tier {before}; where values are scores every move must lower it"
                    raise Failed(f"{subject.place(key, move.code)}: {wrong}")
                lowered &= after < before
    subject.falling = lowered
    subject.remark = "every move lowers it" if lowered else "some moves stay in their tier"


def _tier(subject: Subject, key: int) -> int:
    found = subject.number("tier", key)
    if not 0 <= found < MAX_TIERS:
        raise Failed(f"{subject.place(key)}: tier returned {found}; tiers are 0 to {MAX_TIERS - 1}")
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
