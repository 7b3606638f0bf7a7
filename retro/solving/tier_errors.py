"""Errors that name a position whose tier is wrong, or not where it should be."""

from __future__ import annotations

from retro.game.rules import IndexedRules
from retro.indexing.tiers import out_of_order
from retro.system.errors import GameError


def wrong_tier(rules: IndexedRules, number: int, key: int) -> GameError:
    """Returns the error of a position in the slots of tier ``number``.

    It is of another tier, or a move raises the tier, or gains points inside it.
    """
    for move in rules.moves(key):
        if move.points and rules.tier(move.successor) == rules.tier(key):
            shown = rules.text.format_move(key, move.code)
            what = "a move that gains points must lower the tier, because play could gain them without end"
            return rules.wrong("moves", f"gains {move.points} points by the move {shown}; {what}", key)
    if rules.tier(key) != number:
        found = f"is {rules.tier(key)}, among slots of tier {number}"
        return rules.wrong("tier", f"{found}: in the index, slots of a tier must be neighbours", key)
    for move in rules.moves(key):
        if move.goes_on and rules.tier(move.successor) > number:
            shown = rules.text.format_move(key, move.code)
            return rules.wrong("tier", f"rises from {number} to {rules.tier(move.successor)} by the move {shown}", key)
    return GameError(f"plugin {rules.game.name}: tier is not the same compiled as in Python")


def check_order(rules: IndexedRules) -> None:
    """Raises GameError if values are scores and the slots of a tier are not neighbours.

    A game of other values is solved as one tier. But a move that lowers the tier may gain points, and may change what
    play without end is worth.
    """
    key = out_of_order(rules) if rules.gains else -1
    if key >= 0:
        enumerated = "and key have more than 63 bits together"
        why = enumerated if rules.enumerated else "neither rises nor falls with the slot"
        raise rules.wrong("tier", f"{why}, so the scores of the game cannot be computed", key)
