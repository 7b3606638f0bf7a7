"""How many replies to a move keep what the opponent has: of a draw, how many hold it; of points, how many lose none."""

from __future__ import annotations

from typing import NamedTuple

from retro import values
from retro.game import DRAW, ONGOING
from retro.rules import IndexedRules, Move
from retro.values import Records


class Replies(NamedTuple):
    """The opponent's ``legal`` replies to a move, and how many of them are ``holding`` what he has then."""

    holding: int
    legal: int

    def __str__(self) -> str:
        return f"{self.holding:,} of {self.legal:,}"


def count(rules: IndexedRules, records: Records, key: int, move: Move, worth: int) -> Replies | None:
    """The replies to a move that is ``worth`` so much (packed) to the player who makes it.

    None where the opponent has nothing to lose: he has lost, the game is over, or he has no reply.
    """
    won = not rules.scores and worth > DRAW and worth & 1
    if move.outcome != ONGOING or won:
        return None
    after, forbidden = move.successor, rules.undo(key, move.code, move.successor)
    found = [
        values.order(rules, after, values.worth(rules, records, after, reply))
        for reply in rules.moves(after)
        if reply.code != forbidden
    ]
    ranks = [rank if rules.scores else outcome for outcome, rank in found]  # a win that takes longer is a win
    return Replies(ranks.count(min(ranks)), len(ranks)) if ranks else None
