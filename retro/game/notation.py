"""Reads positions, moves and forbidden moves, given as text or as numbers, and checks them against the rules.

A position is its text or its key, a move its text or its code. All input passes through this module first, because the
functions of the rules do not check their arguments.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from retro.game import NONE, turns
from retro.game.rules import IndexedRules, Move, Rules
from retro.game.text import MAX_DIGITS, START, start_name
from retro.system.errors import GameError, NoSuchState, described

NAMED_START = re.compile(rf"{START}([2-9]|[1-9][0-9]{{1,8}})?", re.ASCII)
MOVER = re.compile(r"\smover=[12]\s*$")
"""A suffix that the page adds to a copied position if the game does not determine which player is to move."""


def position_key(rules: Rules, position: str | int) -> int:
    """The key of a position that is given as a start (`start_name`), its text, or its key (a number or digits).

    A text may end with `MOVER`, which does not change the key: a key has the view of the player to move. NoSuchState if
    it is no position of the game, GameError if the plugin fails. Without an index a number cannot be checked, so it is
    refused.
    """
    if isinstance(position, str):
        position = MOVER.sub("", position)
    if isinstance(position, str) and (number := start_number(rules, position)) is not None:
        return rules.starts[number]
    if not isinstance(position, str):
        key = _whole(position)
        if not is_key(rules, key):
            raise NoSuchState(f"no position of {rules.game.name}: {shown(position)} is not the key of one")
        return key
    try:
        key = _read(rules, "parse", f"no position of {rules.game.name}", position)
        if not 0 <= key < 1 << 63:
            raise NoSuchState(f"no position of {rules.game.name}: {shown(key)} is not the key of one")
    except GameError:
        if position.strip().isdecimal() and len(position) <= MAX_DIGITS and is_key(rules, int(position)):
            return int(position)
        raise
    if isinstance(rules, IndexedRules) and rules.enumerated and rules.rank(key)[0] < 0:
        raise NoSuchState(
            f"no position of {rules.game.name}: {rules.text.format(key)} cannot be reached from the start"
        )
    return key


def start_number(rules: Rules, position: str) -> int | None:
    """The number of the start, counted from 0, that a text names by `start_name`; None if it names none.

    NoSuchState if these options have no such start. With one start or none, only `START` is a name of a start.
    """
    count, match = len(rules.starts), NAMED_START.fullmatch(position.strip())
    if match is None or (count < 2 and match[1]):
        return None
    if not count:
        raise NoSuchState(f"with these options {rules.game.name} has no start")
    number = int(match[1] or 1) - 1
    if number >= count:
        raise NoSuchState(
            f"{rules.game.name} has {count:,} starts, {START} to {start_name(count - 1)}: {shown(position)}"
        )
    return number


def reserved(rules: Rules, key: int, text: str) -> str:
    """What commands read a text as that the plugin writes for a position, in words; "" if they leave it to the plugin.

    The word for a start may be the text of that start.
    """
    if MOVER.search(text):
        return "the text of another position, and the player to move"
    try:
        number = start_number(rules, text)
    except NoSuchState:
        return "the start"
    return "" if number is None or rules.starts[number] == key else "the start"


def _read(rules: Rules, name: str, refused: str, *given: Any) -> int:
    """The result of `parse` or `parse_move`; NoSuchState, which begins with ``refused``, if it raises ValueError."""
    try:
        return int(getattr(rules.text, name)(*given))
    except ValueError as error:
        raise NoSuchState(f"{refused}: {error}") from error
    except Exception as error:  # foreign code may raise anything
        raise GameError(f"plugin {rules.game.name}: {name} raised {described(error)}") from error


def is_key(rules: Rules, key: int) -> bool:
    """Whether a number is the key of a position that the index holds; False if there is no index."""
    if not 0 <= key < 1 << 63 or not isinstance(rules, IndexedRules):
        return False
    try:
        index, _, _ = rules.rank(key)
        canonical = rules.unrank(index) if 0 <= index < rules.slots else -1
        # for a number that is no key the functions may return anything, but only a position is an image of a position
        return canonical >= 0 and key in (rules.image(canonical, g) for g in range(rules.group))
    except (GameError, MemoryError):  # a plugin's function may fail for a number that is no key
        return False


def move_code(rules: Rules, key: int, move: str | int) -> int:
    """The code of a move of a position; NoSuchState if the position has no such move."""
    return int(named_move(rules, key, move).code)


def named_move(rules: Rules, key: int, move: str | int) -> Move:
    """The move of a position that a text or a code stands for; NoSuchState if the position has no such move."""
    code = read_code(rules, key, move)
    for each in rules.moves(key):
        if each.code == code:
            return each
    raise NoSuchState(f"{_no_move(rules, key)}: {shown(move)}")


def read_code(rules: Rules, key: int, move: str | int) -> int:
    """The code that a text or a code stands for, whether or not the position has such a move; NoSuchState if none."""
    if isinstance(move, str):
        return _read(rules, "parse_move", _no_move(rules, key), key, move)
    return _whole(move)


def _no_move(rules: Rules, key: int) -> str:
    return f"no move of {rules.text.format(key)}"


def read_state(rules: Rules, position: str | int, forbidden: str | int | None) -> tuple[int, int]:
    """Key of a position, and code of a move forbidden in it, NONE for None; NoSuchState if one does not exist."""
    key = position_key(rules, position)
    return key, NONE if forbidden is None else move_code(rules, key, forbidden)


def play(rules: Rules, key: int, forbidden: int, moves: Iterable[str | int]) -> tuple[int, int, int]:
    """The position after ``moves``, the code of the move that is forbidden there (or NONE), and the player to move.

    GameError if a move is forbidden, does not exist or ends the game.
    """
    player = turns.player(rules, key)
    for move in moves:
        made = named_move(rules, key, move)
        if made.code == forbidden:
            why = rules.text.why_forbidden(key, made.code)
            raise GameError(f"{shown(move)} is forbidden in {rules.text.format(key)}: {why}")
        if not made.goes_on:
            raise GameError(f"{shown(move)} ends the game in {rules.text.format(key)}: no position follows")
        key, forbidden = made.successor, rules.undo(key, made.code, made.successor)
        player = turns.following(rules, key, player, made.again)
    return key, forbidden, player


def forbidden_after(rules: Rules, previous: int, key: int) -> int:
    """Code of the move that is forbidden in a position, or NONE, if the position one ply ago was ``previous``.

    ``previous`` is a key, with the view of the player who moved then. GameError if no move leads from ``previous`` to
    ``key``, or if several do and forbid different moves.
    """
    codes = {
        rules.undo(previous, move.code, move.successor)
        for move in rules.moves(previous)
        if move.goes_on and move.successor == key
    }
    if not codes:
        raise GameError(f"no move leads from {rules.text.format(previous)} to {rules.text.format(key)}")
    if len(codes) > 1:
        shown = (rules.text.format_move(key, code) if code != NONE else "none" for code in sorted(codes))
        raise GameError(f"several moves lead there and forbid different moves; say which one: {', '.join(shown)}")
    return codes.pop()


def shown(given: Any) -> str:
    """An input of any type in a few printable characters, for error messages."""
    if isinstance(given, int | np.integer):
        return str(given) if abs(int(given)) < 1 << 64 else "a number of more than 64 bits"
    if isinstance(given, str):
        return ascii(given[:40])
    if given is None or isinstance(given, float):
        return str(given)
    return f"something of type {type(given).__name__}"


def _whole(number: Any) -> int:
    """A number as a Python integer, which cannot overflow; NONE, which is no key and no code, if it is no integer."""
    try:
        return NONE if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return NONE
