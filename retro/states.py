"""States as people name them: positions and forbidden moves, as text or as numbers, checked against the rules.

A position is its text or its key, a move its text or its code. Whatever comes from outside passes here before it
reaches the rules' own functions, which do not look at what they are given.
"""

from __future__ import annotations

from retro.game import NONE, ONGOING, GameError
from retro.rules import Rules


def position_key(rules: Rules, position: str | int) -> int:
    """The key of a position. GameError if it is no position of the game."""
    name = rules.game.name
    key = _parsed(rules, position) if isinstance(position, str) else _checked(rules, position)
    if rules.index is not None and rules.rank(key)[0] < 0:
        raise GameError(f"no position of {name}: {rules.text.format(key)} cannot be reached from the start")
    return key


def _parsed(rules: Rules, position: str) -> int:
    try:
        return int(rules.text.parse(position))
    except ValueError as error:
        raise GameError(f"no position of {rules.game.name}: {error}") from error


def _checked(rules: Rules, position: int) -> int:
    try:
        if 0 <= position < 1 << 63 and rules.text.parse(rules.text.format(position)) == position:
            return position
    except (ValueError, LookupError, ArithmeticError):  # what text makes of a number that is no key
        pass
    raise GameError(f"no position of {rules.game.name}: {_shown(position)} is not the key of one")


def move_code(rules: Rules, key: int, move: str | int) -> int:
    """The code of a move. GameError if the position has no such move."""
    shown = rules.text.format(key)
    try:
        code = int(rules.text.parse_move(key, move)) if isinstance(move, str) else move
    except ValueError as error:
        raise GameError(f"no move of {shown}: {error}") from error
    if all(known.code != code for known in rules.moves(key)):
        raise GameError(f"no move of {shown}: {move[:40] if isinstance(move, str) else _shown(move)}")
    return code


def forbidden_after(rules: Rules, previous: int, key: int) -> int:
    """Code of the move forbidden in a position when the position one ply ago was ``previous``, or NONE.

    ``previous`` is as the player saw it who moved then: as it would have been asked for one ply ago. GameError if no
    move leads from one to the other.
    """
    codes = {
        undo(rules, previous, move.code, move.successor)
        for move in rules.moves(previous)
        if move.outcome == ONGOING and move.successor == key
    }
    if not codes:
        raise GameError(f"no move leads from {rules.text.format(previous)} to {rules.text.format(key)}")
    if len(codes) > 1:
        shown = (rules.text.format_move(key, code) if code != NONE else "none" for code in sorted(codes))
        raise GameError(f"several moves lead there and forbid different moves; say which one: {', '.join(shown)}")
    return codes.pop()


def undo(rules: Rules, key: int, code: int, successor: int) -> int:
    """What a move forbids in its successor, or NONE."""
    return rules.undo(key, code, successor) if rules.repetition else NONE


def _shown(number: int) -> str:
    return str(number) if abs(number) < 1 << 64 else "a number of more than 64 bits"
