"""The columns of an export: a row for each state, with positions and moves as text or, which is faster, as numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from retro.app.arguments import flag
from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.game.text import on_squares
from retro.puzzles.export import StateRows
from retro.query.batch import NO_DTM, Values
from retro.system.errors import GameError

VALUE_WORDS = ("loss", "draw", "win")
"""The values of a game without scores."""
INT64, INT32, INT8, TEXT, CATEGORY = "int64", "int32", "int8", "text", "category"

BATCH_ROWS = 1 << 17
"""Rows of a batch: large enough for good compression and fast reading, small in memory."""

Cells = Any
"""The cells of a column in a batch of rows: a masked array of whole numbers, masked where they are missing, or an array
of objects: text, or None where it is missing."""
Write = Callable[[list[Cells]], None]
"""Writes a batch of rows: the cells of every column."""


class Column(NamedTuple):
    """``kind`` is INT64, INT32, INT8, TEXT, or CATEGORY: text that is one of VALUE_WORDS. Cells may be ``missing``."""

    name: str
    kind: str
    missing: bool


@dataclass(frozen=True)
class Content:
    """What is in a file; the fields are options."""

    keys: Annotated[bool, flag("--keys", "Write positions as keys and moves as codes: numbers, not text; faster.")] = (
        False
    )
    optimal: Annotated[bool, flag("--optimal", "Add a column with all best moves.")] = False
    squares: Annotated[bool, flag("--squares", "Add a column for each square, with what is on it.")] = False


def columns(rules: IndexedRules, content: Content) -> tuple[Column, ...]:
    """Returns the columns. Raises GameError if squares are wanted and the game defines none."""
    keys = content.keys
    optimal = (Column("optimal", TEXT, missing=True),) if content.optimal else ()
    squares = (Column(name, INT8, missing=False) for name in (_names(rules) if content.squares else ()))
    return (
        Column("slot", INT64, missing=False),
        Column("position", INT64 if keys else TEXT, missing=False),
        Column("forbidden", INT32 if keys else TEXT, missing=True),
        Column("value", INT32 if rules.scores else CATEGORY, missing=False),
        Column("dtm", INT32, missing=True),
        Column("best", INT32 if keys else TEXT, missing=True),
        *optimal,
        Column("states", INT32, missing=False),
        *squares,
    )


def cells(rules: IndexedRules, rows: StateRows, content: Content) -> list[Cells]:
    """Returns the cells of every column, for a batch of rows."""
    if content.keys:
        position, forbidden, best = _whole(rows.keys), _code(rows.forbidden), _code(rows.best)
        optimal = _together([map(str, each or ()) for each in rows.optimal]) if content.optimal else None
    else:
        position, forbidden, best, optimal = _texts(rules, rows)
    return [
        *(_whole(rows.slots), position, forbidden, *_values(rules, rows), best),
        *([optimal] if content.optimal else ()),
        _whole(rows.counts),
        *(_squares(rules, rows) if content.squares else ()),
    ]


def _texts(rules: IndexedRules, rows: StateRows) -> tuple[Cells, Cells, Cells, Cells]:
    """Returns texts of positions, forbidden, best and all best moves. The states of a position are adjacent."""
    text, last, shown = rules.text, -1, ""
    moves: dict[int, str | None] = {}
    texts: tuple[list[str], list[str | None], list[str | None]] = ([], [], [])
    optimal = []
    codes = rows.forbidden.tolist(), rows.best.tolist(), rows.optimal.tolist()
    for key, forbidden, best, every in zip(rows.keys.tolist(), *codes, strict=True):
        if key != last:
            last, shown, moves = key, str(text.format(key)), {NONE: None}
        for code in (forbidden, best, *(every or ())):
            if code not in moves:
                moves[code] = str(text.format_move(key, code))
        texts[0].append(shown)
        texts[1].append(moves[forbidden])
        texts[2].append(moves[best])
        optimal.append([str(moves[code]) for code in every or ()])
    positions, forbiddens, bests = (np.array(each, object) for each in texts)
    return positions, forbiddens, bests, _together(optimal)


def _together(moves: Iterable[Iterable[str]]) -> Cells:
    return np.array([" ".join(each) or None for each in moves], object)


def _names(rules: IndexedRules) -> tuple[str, ...]:
    """Returns the names of squares, as the first position has them; raises GameError if the game defines none."""
    if rules.text.squares is None:
        raise GameError(f"{rules.game.name} has no columns of squares: its text.py defines no squares")
    return tuple(_on(rules, next(key for key in map(rules.unrank, range(rules.slots)) if key >= 0)))


def _on(rules: IndexedRules, key: int) -> dict[str, int]:
    try:
        return on_squares(rules.text, key)
    except ValueError as error:
        raise GameError(f"plugin {rules.game.name}: {error} ({rules.text.format(key)})") from error


def _squares(rules: IndexedRules, rows: StateRows) -> list[Cells]:
    """What is on each square, a column for each."""
    assert rules.text.squares is not None
    names, last = _names(rules), -1
    table = np.empty((len(rows.keys), len(names)), np.int8)
    for row, key in enumerate(rows.keys.tolist()):
        try:
            if key != last:
                last, on = key, rules.text.squares(key)
                if tuple(on) != names:
                    raise ValueError(f"squares does not name {', '.join(names)}, as it does elsewhere")
            table[row] = tuple(on.values())
        except Exception as error:
            _on(rules, key)  # raises a more precise error if it can
            raise GameError(f"plugin {rules.game.name}: {error} ({rules.text.format(key)})") from error
    return [_whole(column) for column in table.T]


def _values(rules: IndexedRules, rows: StateRows) -> tuple[Cells, Cells]:
    """Returns values and DTM as `retro.game.values.Value` has them."""
    found = rows.values
    if rules.kind.of_first:
        found = np.array([rules.counted_value(*each) for each in zip(rows.keys.tolist(), found.tolist(), strict=True)])
    values = Values.of(found.astype(np.int32), np.ones(len(found), np.bool_), rules.kind)
    shown = _whole(values.value) if rules.scores else np.array(VALUE_WORDS, object)[1 + values.value]
    return shown, np.ma.masked_array(values.dtm, values.dtm == NO_DTM)


def _whole(numbers: Any) -> Cells:
    return np.ma.masked_array(numbers)


def _code(codes: Any) -> Cells:
    return np.ma.masked_array(codes, codes == NONE)
