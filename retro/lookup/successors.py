"""What the record of a position has to be, from the records that its moves lead to: in plain Python, one at a time.

`retro.verify.verify` does the same for all positions in compiled code, and comes here to describe what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from retro.game import DRAW, NONE, ONGOING, UNKNOWN, values
from retro.game.rules import IndexedRules, Move
from retro.game.values import Record, Records

RECORD = "its record does not follow from its moves"
FORBIDDEN = "a move forbids the only best one, and the record does not know"
NEVER_FORBIDDEN = "no move forbids the one that the record holds for forbidden"
EMPTY = "there is no position here, but a record"
UNREACHED = "no game comes to it"
INDEX = "the index takes it, or what a move leads to, for another position"
OUTSIDE = "a move leads to a position that is not there"
KINDS = ("", RECORD, FORBIDDEN, NEVER_FORBIDDEN, EMPTY, UNREACHED, INDEX, OUTSIDE)
"""As compiled code counts them."""


@dataclass(frozen=True)
class Fault:
    """A record that is wrong.

    key      -1 if the slot holds no position
    kind     what is wrong, in words
    stored   the record
    follows  what it has to be by the records that its moves lead to, which may be wrong themselves; None if these do
             not tell. Its only move is the only best move wherever forbidding that would make a difference
    """

    slot: int
    key: int
    kind: str
    stored: Record
    follows: Record | None


class _NotThere(Exception):
    """A move leads to no slot, or to one that holds another position."""


def examine(rules: IndexedRules, record: Records, index: int) -> tuple[Fault | None, int]:
    """What is wrong with a slot, None if nothing is, and how many edges lead out of its position.

    Whether some move forbids the only best one is looked at only if the game takes moves back.
    """
    key, stored = rules.unrank(index), record(index)
    if key < 0:
        kind = "" if stored == (UNKNOWN, UNKNOWN, NONE) else EMPTY
        return (Fault(index, key, kind, stored, None) if kind else None), 0
    moves = rules.moves(key)
    edges = sum(move.outcome == ONGOING for move in moves)
    place, g, _ = rules.rank(key)
    if place != index or rules.image(key, g) != key:
        return Fault(index, key, INDEX, stored, None), edges
    try:
        following = follows(rules, record, key, moves)
    except _NotThere as error:
        return Fault(index, key, str(error), stored, None), edges
    kind = _judged(rules, key, stored, following)
    return (Fault(index, key, kind, stored, following) if kind else None), edges


def follows(rules: IndexedRules, record: Records, key: int, moves: list[Move]) -> Record:
    """The record of a position by those that its moves lead to; only move as in `Fault`."""
    if not moves:
        return _ended(rules, key), _ended(rules, key), NONE
    found = []
    for move in moves:
        if move.outcome == ONGOING:
            _check_there(rules, move.successor)
        worth = values.move_value(rules, record, key, move)
        if not rules.scores and worth <= DRAW:
            worth = UNKNOWN
        # a move that ends the game is never forbidden
        found.append((values.order(rules, key, worth), worth, move.code if move.outcome == ONGOING else NONE))
    found.sort()
    (_, best, only), *others = found
    second = others[0][1] if others else _ended(rules, key)
    if not rules.repetition or only == NONE or second == best:
        return best, best, NONE
    return best, second, only


def recomputed(rules: IndexedRules, record: Records, key: int) -> Record | None:
    """`follows`, or None where a move leads to a position that is not there."""
    try:
        return follows(rules, record, key, rules.moves(key))
    except _NotThere:
        return None


def _judged(rules: IndexedRules, key: int, stored: Record, following: Record) -> str:
    best, _, only = following
    if stored[0] != best or (stored[2] != NONE and stored != following):
        return RECORD
    if only != NONE and rules.defines("unmoves"):
        forbids = any(undone == only for _, _, undone in rules.unmoves(key))
        if forbids != (stored[2] != NONE):
            return FORBIDDEN if forbids else NEVER_FORBIDDEN
    return ""


def _check_there(rules: IndexedRules, successor: int) -> None:
    """_NotThere if the index does not hold a position, or takes it for another one."""
    index, g, _ = rules.rank(successor)
    if not 0 <= index < rules.slots:
        raise _NotThere(OUTSIDE)
    if rules.unrank(index) != rules.image(successor, g):
        raise _NotThere(INDEX)


def _ended(rules: IndexedRules, key: int) -> int:
    """The value of a position of which no move is left, as records have it."""
    value = rules.no_moves(key)
    return value if rules.scores or value > DRAW else UNKNOWN
