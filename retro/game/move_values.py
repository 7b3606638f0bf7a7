"""Values of positions and of their moves, from the rules of a game; kernels have `retro.solving.value_kernels`."""

from __future__ import annotations

from retro.game.rules import IndexedRules, Move, Rules
from retro.game.values import NO_VALUE, ReadRecord, one_ply_up, value_of


def endless(rules: Rules, key: int) -> int:
    """Returns the value of a position from which play goes on for ever."""
    return rules.endless(key) << rules.kind.bits


def ended(rules: Rules, key: int, points: int, plies: int) -> int:
    """Returns the value of a position, or of a move from it, after which the game ends in 0 or 1 ``plies``."""
    return value_of(points, plies, rules.endless(key), rules.kind.bits)


def without_moves(rules: Rules, key: int) -> int:
    """Returns the value of a position whose mover has no legal move."""
    return ended(rules, key, rules.no_moves(key), 0)


def value_of_move(rules: Rules, key: int, move: Move, successor_value: int) -> int:
    """Returns the value of a move for its player; ``successor_value`` counts if the game goes on."""
    if not move.goes_on:
        return ended(rules, key, move.points, 1)
    return one_ply_up(successor_value, move.points, move.again, rules.endless(key), rules.kind.bits)


def move_value(rules: IndexedRules, record: ReadRecord, key: int, move: Move) -> int:
    """Returns the value of a move for its player; ``record`` returns the record of a slot."""
    if not move.goes_on:
        return value_of_move(rules, key, move, NO_VALUE)
    index, g, _ = rules.rank(move.successor)
    value, second, only_move = record(index)
    # records are of canonical positions, so compare what the image of the move forbids
    image, code, after = rules.image(key, g), rules.image_code(move.code, g), rules.image(move.successor, g)
    if only_move >= 0 and only_move == rules.undo(image, code, after):
        value = second
    return value_of_move(rules, key, move, value)
