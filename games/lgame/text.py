"""The L-game for people: positions as four rows of characters, moves as squares.

    #.xx      * the mover's L    # the opponent's    x neutral pieces    . empty
    #...
    ##.*      in one line: #.xx/#.../##.*/.***
    .***

The rows may be separated by line ends, spaces, slashes or hyphens, or not at all; a drawn board is read, too. Where #
is the one to move, the text says so before or after the board: ``# to move``; ``* to move`` is understood, too. Squares
are named as on a chess board: a..d from left to right, 1..4 from bottom to top.

A move names the four squares that the L goes to and, if a neutral piece moves, where from and where to:
``a1a2a3b3`` or ``a1a2a3b3,c4-d1``.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from retro.game.scene import Piece, Scene, Step, grid
from retro.game.text import cells

from . import rules

PLAYERS = {"en": ("Blue", "Amber"), "ja": ("青", "黄")}
POINTS = grid(4, 4)
LONGEST_TEXT = 200
_TO_MOVE = re.compile(r"(?<!\S)(?:player\s+)?([*#])\s+to\s+move\b:?", re.IGNORECASE)
_SQUARE = re.compile(r"[a-d][1-4]")
_MOVE = re.compile(r"((?:[a-d][1-4]){4})(?:,?([a-d][1-4])-([a-d][1-4]))?")


def _quoted(text: str) -> str:
    shown = ascii(text[:60])
    return shown if len(text) <= 60 and len(shown) <= 62 else f"{shown[:57]}..."


def parse(text: str) -> int:
    """The key of a position; ValueError says what is wrong."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a position is four rows of four characters; this text has {len(text)}")
    turns = _TO_MOVE.findall(text)
    if len(turns) > 1:
        raise ValueError(f"who is to move is said more than once in {_quoted(text)}")
    board = cells(text, ".*#x", 4, 4) or re.sub(r"[\s/-]+", "", _TO_MOVE.sub(" ", text)).lower()
    if len(board) != 16 or set(board) - set("*#x."):
        raise ValueError(f"a position is four rows of four characters out of * # x and a dot, not {_quoted(text)}")
    if turns == ["#"]:
        board = board.translate(str.maketrans("*#", "#*"))
    masks = {mark: sum(1 << square for square in range(16) if board[square] == mark) for mark in "*#x"}
    for mark in "*#":
        if masks[mark] not in rules.SQUARES:
            shown = mark if turns != ["#"] else "*#".replace(mark, "")
            raise ValueError(f"the squares marked {shown} do not form an L of four squares in {_quoted(text)}")
    if masks["x"].bit_count() != 2:
        raise ValueError(f"there must be two neutral pieces x, not {masks['x'].bit_count()}, in {_quoted(text)}")
    mover, opponent = (int(np.searchsorted(rules.SQUARES, masks[mark])) for mark in "*#")
    return rules.place(mover, opponent, masks["x"])


def _rows(key: int) -> list[str]:
    mover, opponent = int(rules.SQUARES[key & 63]), int(rules.SQUARES[key >> 6 & 63])
    marks = ((mover, "*"), (opponent, "#"), (key >> 12, "x"), (rules.FULL, "."))
    board = "".join(next(mark for mask, mark in marks if mask >> square & 1) for square in range(16))
    return [board[4 * row : 4 * row + 4] for row in range(4)]


def format(key: int) -> str:
    """The four rows in one line, the mover's L as *."""
    return "/".join(_rows(key))


def swapped(key: int) -> int:
    """The board as the other player sees it."""
    return rules.place(key >> 6 & 63, key & 63, key >> 12)


def swapped_move(key: int, code: int) -> str:
    """Both players call the squares by the same names."""
    return format_move(key, code)


def squares(key: int) -> dict[str, int]:
    """0 for an empty square, 1 for the mover's L, 2 for the opponent's, 3 for a neutral piece."""
    return {_name(square): ".*#x".index(mark) for square, mark in enumerate("".join(_rows(key)))}


def draw(key: int) -> str:
    """The board with the names of its rows and columns; * is to move."""
    lines = [f"{4 - row} {' '.join(marks)}" for row, marks in enumerate(_rows(key))]
    return "\n".join([*lines, "  a b c d"])


def scene(key: int) -> Scene:
    """Two pieces of four squares, and two neutral pieces."""
    ls = (_names(int(rules.SQUARES[placement])) for placement in (key & 63, key >> 6 & 63))
    neutral = (Piece("stone", name) for name in _names(key >> 12))
    return Scene(POINTS, (*(Piece("block", names, player) for player, names in enumerate(ls, 1)), *neutral))


def shown(key: int, code: int) -> tuple[Step, ...]:
    """The L set down, and perhaps a neutral piece on its way."""
    squares, _, neutral = format_move(key, code).partition(",")
    steps = [Step("piece", tuple(_SQUARE.findall(squares)))]
    if neutral:
        steps.append(Step("arrow", tuple(_SQUARE.findall(neutral))))
    return tuple(steps)


def _name(square: int) -> str:
    return "abcd"[square % 4] + "4321"[square // 4]


@lru_cache(256)
def _names(mask: int) -> tuple[str, ...]:
    return tuple(sorted(_name(square) for square in range(16) if mask >> square & 1))


@lru_cache(256)
def _moves(key: int) -> tuple[dict[str, int], dict[int, str]]:
    """The codes of a position's moves by their texts, and the texts by the codes."""
    out = np.zeros((rules.MAX_MOVES, 3), np.int64)
    count = rules.moves(key, out)
    codes, texts = {}, {}
    for successor, code, _ in out[:count].tolist():
        text = "".join(_names(int(rules.SQUARES[successor >> 6 & 63])))
        before, after = key >> 12, successor >> 12
        if before != after:
            text += f",{_names(before & ~after)[0]}-{_names(after & ~before)[0]}"
        codes[text], texts[code] = code, text
    return codes, texts


def parse_move(key: int, text: str) -> int:
    """Code of the move; ValueError if it is not written as a move or not legal in the position."""
    match = _MOVE.fullmatch("".join(text.lower().split())) if len(text) <= LONGEST_TEXT else None
    if match is None:
        raise ValueError(f"a move is written as a1a2a3b3 or a1a2a3b3,c4-d1, not as {_quoted(text)}")
    squares, start, end = match.groups()
    written = "".join(sorted(_SQUARE.findall(squares))) + (f",{start}-{end}" if start else "")
    code = _moves(key)[0].get(written)
    if code is None:
        raise ValueError(f"{written} is not a legal move in {format(key)}")
    return code


def format_move(key: int, code: int) -> str:
    """The move as text; ValueError if the position has no such move."""
    text = _moves(key)[1].get(code)
    if text is None:
        raise ValueError(f"{format(key)} has no move with code {code}")
    return text
