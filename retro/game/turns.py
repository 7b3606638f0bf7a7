"""Whose turn it is: which of the two players moves in a position, for every command that names or draws them.

The players are 0, who makes the first move of a game, and 1. A position decides where the game says whose turn it is:
by `first_to_move` where scores are for the first player, else by the `turn` of its own scene. Where it says neither,
turns alternate from the beginning of a game.
"""

from __future__ import annotations

from retro.game import staging
from retro.game.rules import Rules


def player(rules: Rules, key: int, otherwise: int = 0) -> int:
    """The player, 0 or 1, who is to move in a position; ``otherwise`` where it does not say whose turn it is.

    GameError if the plugin's function fails.
    """
    said = stated(rules, key)
    return otherwise if said is None else said


def following(rules: Rules, key: int, before: int) -> int:
    """The player who is to move in a position once the player ``before`` has made the move that leads there."""
    return player(rules, key, 1 - before)


def stated(rules: Rules, key: int) -> int | None:
    """The player who is to move as the position alone says it; None if it does not."""
    if rules.scores == "first":
        return 0 if rules.first_to_move(key) else 1
    if rules.text.scene is None:
        return None
    return (None, 0, 1)[staging.staged(rules, key).turn]


def again(rules: Rules, key: int, successor: int) -> bool:
    """Whether the player who moves from ``key`` to ``successor`` is to move there, too: it is no reply that follows.

    Values of all games but those with scores for the first player change sides with every move.
    """
    return rules.scores == "first" and rules.first_to_move(key) == rules.first_to_move(successor)
