"""The columns of an export: a row for each state, as people write it or, which is faster, in the game's numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from retro.analysis.export import Rows
from retro.game import DRAW, NONE, SCORE_ZERO
from retro.rules import Rules

WORDS = ("loss", "draw", "win")
"""What a value may be, where values are no scores."""
INT64, INT32, TEXT, WORD = "int64", "int32", "text", "word"

Cells = Any
"""Of a column, in the rows that are written at once: a masked array of whole numbers, masked where they are missing; or
an array of objects, each of them text, or None where it is missing."""


class Column(NamedTuple):
    """``kind`` is INT64, INT32, TEXT, or WORD: text that is one of WORDS. Cells may be ``missing``."""

    name: str
    kind: str
    missing: bool


def columns(rules: Rules, keys: bool) -> tuple[Column, ...]:
    """The columns; with ``keys`` positions are their keys and moves their codes."""
    return (
        Column("slot", INT64, missing=False),
        Column("position", INT64 if keys else TEXT, missing=False),
        Column("forbidden", INT32 if keys else TEXT, missing=True),
        Column("value", INT32 if rules.scores else WORD, missing=False),
        Column("dtm", INT32, missing=True),
        Column("best", INT32 if keys else TEXT, missing=True),
        Column("states", INT32, missing=False),
    )


def cells(rules: Rules, rows: Rows, keys: bool) -> list[Cells]:
    """The cells of every column."""
    if keys:
        position, forbidden, best = _whole(rows.keys), _code(rows.forbidden), _code(rows.best)
    else:
        position, forbidden, best = _texts(rules, rows)
    return [_whole(rows.slots), position, forbidden, *_values(rules, rows.values), best, _whole(rows.counts)]


def _texts(rules: Rules, rows: Rows) -> tuple[Cells, Cells, Cells]:
    """Positions, forbidden and best moves. A position's states stand together: their texts are made once."""
    text, last, shown = rules.text, -1, ""
    moves: dict[int, str | None] = {}
    found: tuple[list[str], list[str | None], list[str | None]] = ([], [], [])
    for key, forbidden, best in zip(rows.keys.tolist(), rows.forbidden.tolist(), rows.best.tolist(), strict=True):
        if key != last:
            last, shown, moves = key, str(text.format(key)), {NONE: None}
        for code in (forbidden, best):
            if code not in moves:
                moves[code] = str(text.format_move(key, code))
        found[0].append(shown)
        found[1].append(moves[forbidden])
        found[2].append(moves[best])
    positions, forbiddens, bests = (np.array(each, object) for each in found)
    return positions, forbiddens, bests


def _values(rules: Rules, packed: Any) -> tuple[Cells, Cells]:
    """Values and DTM as `retro.values.Value` has them."""
    if rules.scores:
        return _whole(packed - SCORE_ZERO), np.ma.masked_array(packed, np.ones(len(packed), np.bool_))
    drawn = packed <= DRAW
    which = np.where(drawn, 1, 2 * (packed & 1))
    return np.array(WORDS, object)[which], np.ma.masked_array((packed >> 1) - 1, drawn)


def _whole(numbers: Any) -> Cells:
    return np.ma.masked_array(numbers)


def _code(codes: Any) -> Cells:
    return np.ma.masked_array(codes, codes == NONE)
