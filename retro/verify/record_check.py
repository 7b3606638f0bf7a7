"""The record that a position must have, computed in plain Python from the records of its successors.

`retro.verify.verify` does the same for all positions in compiled code and uses this module to describe faults.
"""

from __future__ import annotations

from dataclasses import dataclass

from retro.game import NONE, move_values
from retro.game.rules import IndexedRules, Move
from retro.game.values import NO_VALUE, ReadRecord, Record

RECORD = "its record does not follow from its moves"
FORBIDDEN = "some move forbids the only best move, but the record has no only move"
NEVER_FORBIDDEN = "the record has an only move that no move ever forbids"
EMPTY = "the slot holds a record but no position"
UNREACHABLE = "no game reaches it"
INDEX = "the index confuses it, or a successor, with another position"
OUTSIDE = "a move leads to a position outside the index"
FAULT_TEXTS = ("", RECORD, FORBIDDEN, NEVER_FORBIDDEN, EMPTY, UNREACHABLE, INDEX, OUTSIDE)
"""Texts by number of the fault in `retro.verify.verify_kernels`."""


@dataclass(frozen=True)
class Fault:
    """A wrong record.

    key      the position; -1 if the slot holds none
    kind     one of FAULT_TEXTS: what is wrong, in words
    stored   the record
    follows  the record as it follows from those of the successors, which may be wrong themselves; None if it cannot be
             computed. It has an only move wherever a single best move exists and forbidding it changes the value
    """

    slot: int
    key: int
    kind: str
    stored: Record
    follows: Record | None


class _Outside(Exception):
    """A move leads to no slot, or to a slot that holds another position."""


def examine(rules: IndexedRules, record: ReadRecord, index: int) -> tuple[Fault | None, int]:
    """Returns the fault of a slot (None if its record is right) and the number of edges out of its position.

    Whether some move forbids the only best move is checked only if the game defines ``unmoves``.
    """
    key, stored = rules.unrank(index), record(index)
    if key < 0:
        kind = "" if stored == (NO_VALUE, NO_VALUE, NONE) else EMPTY
        return (Fault(index, key, kind, stored, None) if kind else None), 0
    moves = rules.moves(key)
    edges = sum(move.goes_on for move in moves)
    ranked, g, _ = rules.rank(key)
    if ranked != index or rules.image(key, g) != key:
        return Fault(index, key, INDEX, stored, None), edges
    try:
        following = follows(rules, record, key, moves)
    except _Outside as error:
        return Fault(index, key, str(error), stored, None), edges
    kind = _judged(rules, key, stored, following)
    return (Fault(index, key, kind, stored, following) if kind else None), edges


def follows(rules: IndexedRules, record: ReadRecord, key: int, moves: list[Move]) -> Record:
    """Returns the record that follows from those of the successors; its only move as in `Fault.follows`."""
    if not moves:
        ended = move_values.without_moves(rules, key)
        return ended, ended, NONE
    ordered = []
    for move in moves:
        if move.goes_on:
            _check_indexed(rules, move.successor)
        # a move that ends the game is never forbidden
        ordered.append((-move_values.move_value(rules, record, key, move), move.code if move.goes_on else NONE))
    ordered.sort()
    (best, only), *others = ((-less, code) for less, code in ordered)
    second = others[0][0] if others else move_values.without_moves(rules, key)
    if not rules.repetition or only == NONE or second == best:
        return best, best, NONE
    return best, second, only


def recomputed(rules: IndexedRules, record: ReadRecord, key: int) -> Record | None:
    """`follows`, or None where a move leads to a position that the index does not hold."""
    try:
        return follows(rules, record, key, rules.moves(key))
    except _Outside:
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


def _check_indexed(rules: IndexedRules, successor: int) -> None:
    """Raises _Outside if the index does not hold a position, or confuses it with another one."""
    index, g, _ = rules.rank(successor)
    if not 0 <= index < rules.slots:
        raise _Outside(OUTSIDE)
    if rules.unrank(index) != rules.image(successor, g):
        raise _Outside(INDEX)
