"""Errors that name a position that has no value, because of its tier or its points."""

from __future__ import annotations

from collections.abc import Iterable

from retro.game.rules import IndexedRules
from retro.game.values import MAX_SCORE
from retro.indexing.tiers import out_of_order
from retro.system.errors import GameError

_UNKNOWN = "the scores of the game cannot be computed"


def wrong_tier(rules: IndexedRules, number: int, key: int) -> GameError:
    """Returns the error of a position in the slots of tier ``number`` that has no value because of its tier or points.

    It is of another tier, a move raises the tier or gains points inside it, a move keeps the tier where values are
    scores without plies, or points are too many. Raises GameError if a function of the plugin breaks the contract.
    """
    moves, own = rules.moves(key), rules.tier(key)
    if not moves:
        rules.no_moves(key)
    for move in (each for each in moves if each.goes_on):
        if not 0 <= rules.rank(move.successor)[0] < rules.slots:
            return rules.wrong("moves", "leads to a position that is not in the index", key)
        shown, entered = f"by the move {rules.text.format_move(key, move.code)}", rules.tier(move.successor)
        if entered == own and rules.always_ends:
            return rules.wrong("tier", f"does not fall {shown}, and {_UNKNOWN}", key)
        if entered == own and move.points:
            what = "a move that gains points must lower the tier, because play could gain them without end"
            return rules.wrong("moves", f"gains {move.points} points {shown}; {what}", key)
        if entered > own:
            return rules.wrong("tier", f"rises from {own} to {entered} {shown}", key)
    if own != number:
        found = f"is {own}, among slots of tier {number}"
        return rules.wrong("tier", f"{found}: in the index, slots of a tier must be neighbours", key)
    if rules.scores:
        problem = f"is not the same for all images of a position, or points are more than {MAX_SCORE:,}"
        return rules.wrong("tier", f"{problem}, and {_UNKNOWN}", key)
    return GameError(f"plugin {rules.game.name}: tier is not the same compiled as in Python")


def missing_target(rules: IndexedRules, slots: Iterable[int]) -> GameError:
    """Returns the error that names a move, of one of these slots, to a position that is not in the index."""
    for slot in slots:
        key = rules.unrank(slot)
        for move in rules.moves(key) if key >= 0 else ():
            if move.goes_on and not 0 <= rules.rank(move.successor)[0] < rules.slots:
                shown = rules.text.format_move(key, move.code)
                return rules.wrong("moves", f"leads to a position that is not in the index by the move {shown}", key)
    return GameError(f"plugin {rules.game.name}: moves or image is not the same compiled as in Python")


def check_order(rules: IndexedRules) -> None:
    """Raises GameError if values are scores and the slots of a tier are not neighbours.

    A game of other values is solved as one tier. But a move that lowers the tier may gain points, and may change what
    play without end is worth.
    """
    key = out_of_order(rules) if rules.gains else -1
    if key >= 0:
        enumerated = "and key have more than 63 bits together"
        why = enumerated if rules.enumerated else "neither rises nor falls with the slot"
        raise rules.wrong("tier", f"{why}, so {_UNKNOWN}", key)
