"""The pieces on a board, counted on the game's scene: what moves gain and lose, for any game."""

from __future__ import annotations

from retro.game import staging
from retro.game.rules import Move, Rules

STANDING = ("stone", "block", "hole")
"""Glyphs of pieces; all others are marks."""


def lead(rules: Rules, key: int) -> int:
    """Returns the number of pieces of the player to move less that of the opponent's; 0 if the game has no scene."""
    scene = staging.scene(rules, key)
    if scene is None:
        return 0
    standing = [each for each in scene.pieces if each.glyph in STANDING and each.points[0] in scene.points]
    mover = scene.turn or 1
    return sum((each.player == mover) - (each.player == 3 - mover) for each in standing)


def gain(rules: Rules, key: int, move: Move, before: int) -> int:
    """Returns by how much a move raises the mover's lead, which is ``before``; 0 if it ends the game."""
    if not move.goes_on:
        return 0
    after = lead(rules, move.successor)
    return (after if move.again else -after) - before


def reply_gain(rules: Rules, key: int, move: Move) -> int:
    """Returns the most that the opponent gains in reply to a move; 0 if he has no reply."""
    if not move.goes_on or move.again:
        return 0
    forbidden, before = rules.undo(key, move.code, move.successor), lead(rules, move.successor)
    replies = (reply for reply in rules.moves(move.successor) if reply.code != forbidden)
    return max((gain(rules, move.successor, reply, before) for reply in replies), default=0)
