"""The error that names a position whose tier is wrong."""

from __future__ import annotations

from retro.game.rules import IndexedRules
from retro.system.errors import GameError


def wrong_tier(rules: IndexedRules, number: int, key: int) -> GameError:
    """Returns the error of a position in the slots of tier ``number``.

    It is of another tier, or a move raises the tier, or gains points inside it.
    """
    for move in rules.moves(key):
        if move.gained and rules.tier(move.successor) == rules.tier(key):
            shown = rules.text.format_move(key, move.code)
            what = "a move that gains points must lower the tier, because play could gain them without end"
            return rules.wrong("moves", f"gains {move.gained} points by the move {shown}; {what}", key)
    if rules.tier(key) != number:
        found = f"is {rules.tier(key)}, among slots of tier {number}"
        return rules.wrong("tier", f"{found}: in the index, slots of a tier must be neighbours", key)
    for move in rules.moves(key):
        if move.goes_on and rules.tier(move.successor) > number:
            shown = rules.text.format_move(key, move.code)
            return rules.wrong("tier", f"rises from {number} to {rules.tier(move.successor)} by the move {shown}", key)
    return GameError(f"plugin {rules.game.name}: tier is not the same compiled as in Python")
