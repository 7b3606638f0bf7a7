"""A position of Ostle in both readings of rule 8: what it is worth, what is forbidden, and where the readings part."""

from __future__ import annotations

from collections.abc import Iterable

from comparing_solutions import Change
from result_page import Page

from retro.game import NONE, notation
from retro.game.values import Value
from retro.query.api import Tablebase
from retro.query.results import MoveValue

READINGS = ("paper", "exact")
NOTHING = "nothing"

Readings = tuple[Tablebase, Tablebase]
Codes = tuple[int, int]
"""What is forbidden in either reading, or NONE."""


def worth(readings: Readings, key: int, codes: Codes) -> tuple[Value, Value]:
    """The value of a position in either reading."""
    first, second = (each.probe(key, _given(code)) for each, code in zip(readings, codes, strict=True))
    return first, second


def forbidden(readings: Readings, key: int, codes: Codes) -> str:
    """What is forbidden in a position, in words."""
    text = readings[0].rules.text
    first, second = (NOTHING if code == NONE else str(text.format_move(key, code)) for code in codes)
    return first if first == second else f"{first}, {second} in `exact`"


def striking(readings: Readings, changes: Iterable[Change]) -> Change | None:
    """The most striking change: another winner, then a draw in one reading only, then the longest delay."""

    def order(change: Change) -> tuple[int, int]:
        before, after = worth(readings, change.key, change.codes)
        if before.value == after.value:
            return 2, -abs((before.dtm or 0) - (after.dtm or 0))
        return int("draw" in (before.value, after.value)), (before.dtm or 0) + (after.dtm or 0)

    return min(changes, key=order, default=None)


def parting(readings: Readings, key: int, codes: Codes) -> tuple[list[str], int, Codes]:
    """Why a state has another value: moves from it to a position in which the readings forbid different moves.

    Each move is the best one in the reading in which its player is better off. In the other one it is worth less; so
    the values still differ after it, and what he is better off by cannot come from anywhere else.
    """
    line: list[str] = []
    while codes[0] == codes[1]:
        values = worth(readings, key, codes)
        better = min((0, 1), key=lambda which: _order(values[which]))
        move = next(move for move in readings[better].moves(key, _given(codes[better])) if not move.forbidden)
        line.append(move.move)
        assert move.after is not None, "a move that ends the game is worth the same in both readings"
        key, codes = _after(readings, key, move)
    return line, key, codes


def draw(made: Page, readings: Readings, change: Change) -> None:
    """Show a change: the board, its moves' values, best play, and where the readings part."""
    rules, key, codes = readings[0].rules, change.key, change.codes
    before, after = worth(readings, key, codes)
    made.text(f"## Example: {before} in `paper`, {after} in `exact`")
    if change.edge is not None:
        source, code = change.edge
        _board(made, readings, source)
        made.text(f"After {rules.text.format_move(source, code)}, seen by the other player:")
    _board(made, readings, key)
    made.text(f"`{rules.text.format(key)}`; forbidden: {forbidden(readings, key, codes)}.")
    moves, others = (each.moves(key, _given(code)) for each, code in zip(readings, codes, strict=True))
    other = {move.code: move for move in others}
    rows = [(move.move, _shown(move), _shown(other[move.code]), _replies(readings, key, move)) for move in moves]
    made.table(("move", "`paper`", "`exact`", "forbids the reply"), rows)
    for name, each, code in zip(READINGS, readings, codes, strict=True):
        line = " ".join(move.move for move in each.line(key, _given(code)))
        if line:
            made.text(f"Best play in `{name}`, of equally good moves the first: {line}.")
    if codes[0] == codes[1]:
        moves_there, key, codes = parting(readings, key, codes)
        made.text(f"The readings part after {' '.join(moves_there)}:")
        _board(made, readings, key)
        before, after = worth(readings, key, codes)
        made.text(
            f"`{rules.text.format(key)}`; forbidden: {forbidden(readings, key, codes)}.",
            f"{str(before).capitalize()} in `paper`, {after} in `exact`.",
        )


def _board(made: Page, readings: Readings, key: int) -> None:
    made.text("```", *str(readings[0].rules.text.draw(key)).splitlines(), "```")


def _shown(move: MoveValue) -> str:
    value = str(Value(move.value, move.dtm))
    return f"forbidden ({value})" if move.forbidden else value


def _replies(readings: Readings, key: int, move: MoveValue) -> str:
    """What a move forbids in either reading."""
    return "" if move.after is None else forbidden(readings, *_after(readings, key, move))


def _after(readings: Readings, key: int, move: MoveValue) -> tuple[int, Codes]:
    """The position after a move, and what is forbidden there."""
    after = notation.position_key(readings[0].rules, move.after or "")
    first, second = (each.rules.undo(key, move.code, after) for each in readings)
    return after, (first, second)


def _order(value: Value) -> tuple[int, int]:
    """Sorts values best first for the player to move."""
    dtm = value.dtm or 0
    return {"win": (0, dtm), "draw": (1, 0), "loss": (2, -dtm)}[str(value.value)]


def _given(code: int) -> int | None:
    return None if code == NONE else code
