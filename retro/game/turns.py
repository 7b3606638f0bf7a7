"""Whose turn it is: the player to move in a position, for every command that names or draws players.

Player 0 makes the first move of a game, and the other player is 1. The position determines the player to move where the
game defines that: by `first_to_move` if scores are for the first player, else by the `turn` of the plugin's scene.
Elsewhere turns alternate from the beginning of a game, except after moves whose outcome has the flag AGAIN.
"""

from __future__ import annotations

from retro.game import staging
from retro.game.rules import Move, Rules


def player(rules: Rules, key: int, otherwise: int = 0) -> int:
    """The player to move in a position, 0 or 1; ``otherwise`` if the position does not determine it.

    GameError if the plugin's function fails.
    """
    mover = stated(rules, key)
    return otherwise if mover is None else mover


def following(rules: Rules, key: int, before: int, again: bool) -> int:
    """The player to move in a position after a move of the player ``before`` that leads there.

    ``again``: the same player moves again, where the position does not determine the player.
    """
    return player(rules, key, before if again else 1 - before)


def stated(rules: Rules, key: int) -> int | None:
    """The player to move according to the position alone; None if it does not determine the player."""
    if rules.kind.of_first:
        return 0 if rules.first_to_move(key) else 1
    scene = staging.scene(rules, key)
    return None if scene is None else (None, 0, 1)[scene.turn]


def board_turns(rules: Rules, key: int, move: Move) -> bool:
    """Whether the points of a move of the position ``key`` may be other places on the board after it.

    That is so if the other player is to move then, and sees the board from another side.
    """
    if not move.goes_on or move.again:
        return False
    text = rules.text
    return text.swapped_move is None or text.swapped_move(key, move.code) != text.format_move(key, move.code)
