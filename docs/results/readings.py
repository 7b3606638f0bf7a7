"""Positions of Ostle in both readings of rule 8: values, forbidden moves, and where the readings diverge."""

from __future__ import annotations

from collections.abc import Iterable

from comparing_solutions import ChangedState
from result_page import ResultPage

from retro.game import NONE, notation
from retro.game.values import Value
from retro.query.api import Tablebase
from retro.query.results import MoveValue

READINGS = ("paper", "exact")
NOTHING = "nothing"

Readings = tuple[Tablebase, Tablebase]
Codes = tuple[int, int]
"""The forbidden moves in both readings; NONE if there is none."""


def state_values(readings: Readings, key: int, codes: Codes) -> tuple[Value, Value]:
    """Returns the values of a position in both readings."""
    first, second = (each.probe(key, _given(code)) for each, code in zip(readings, codes, strict=True))
    return first, second


def forbidden(readings: Readings, key: int, codes: Codes) -> str:
    """Returns the forbidden moves of a position as text."""
    text = readings[0].rules.text
    first, second = (NOTHING if code == NONE else str(text.format_move(key, code)) for code in codes)
    return first if first == second else f"{first}, {second} in `exact`"


def striking(readings: Readings, changes: Iterable[ChangedState]) -> ChangedState | None:
    """Returns the most striking change: another winner, then a draw in one reading only, then the longest delay."""

    def order(change: ChangedState) -> tuple[int, int]:
        before, after = state_values(readings, change.key, change.codes)
        if before.value == after.value:
            return 2, -abs((before.dtm or 0) - (after.dtm or 0))
        return int("draw" in (before.value, after.value)), (before.dtm or 0) + (after.dtm or 0)

    return min(changes, key=order, default=None)


def parting(readings: Readings, key: int, codes: Codes) -> tuple[list[str], int, Codes]:
    """Returns moves that lead to a position in which the readings forbid different moves, and that position.

    They show why a state has different values. Each move is the best one in the reading that is better for its player.
    In the other reading its value is lower, so the values still differ after it.
    """
    line: list[str] = []
    while codes[0] == codes[1]:
        values = state_values(readings, key, codes)
        better = min((0, 1), key=lambda which: _order(values[which]))
        move = next(move for move in readings[better].moves(key, _given(codes[better])) if not move.forbidden)
        line.append(move.move)
        assert move.after is not None, "a move that ends the game has the same value in both readings"
        key, codes = _after(readings, key, move)
    return line, key, codes


def draw(made: ResultPage, readings: Readings, change: ChangedState) -> None:
    """Appends a change: the board, the values of its moves, best play, and where the readings diverge."""
    rules, key, codes = readings[0].rules, change.key, change.codes
    before, after = state_values(readings, key, codes)
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
            made.text(f"Best play in `{name}`, always the first of equally good moves: {line}.")
    if codes[0] == codes[1]:
        moves_made, key, codes = parting(readings, key, codes)
        made.text(f"The readings diverge after {' '.join(moves_made)}:")
        _board(made, readings, key)
        before, after = state_values(readings, key, codes)
        made.text(
            f"`{rules.text.format(key)}`; forbidden: {forbidden(readings, key, codes)}.",
            f"{str(before).capitalize()} in `paper`, {after} in `exact`.",
        )


def _board(made: ResultPage, readings: Readings, key: int) -> None:
    made.text("```", *str(readings[0].rules.text.draw(key)).splitlines(), "```")


def _shown(move: MoveValue) -> str:
    value = str(Value(move.value, move.dtm))
    return f"forbidden ({value})" if move.forbidden else value


def _replies(readings: Readings, key: int, move: MoveValue) -> str:
    """Returns the replies that a move forbids in both readings, as text."""
    return "" if move.after is None else forbidden(readings, *_after(readings, key, move))


def _after(readings: Readings, key: int, move: MoveValue) -> tuple[int, Codes]:
    """Returns the position after a move, and the moves that are forbidden there."""
    after = notation.position_key(readings[0].rules, move.after or "")
    first, second = (each.rules.undo(key, move.code, after) for each in readings)
    return after, (first, second)


def _order(value: Value) -> tuple[int, int]:
    """Returns what sorts values, the best for the player to move first."""
    dtm = value.dtm or 0
    return {"win": (0, dtm), "draw": (1, 0), "loss": (2, -dtm)}[str(value.value)]


def _given(code: int) -> int | None:
    return None if code == NONE else code
