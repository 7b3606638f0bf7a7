"""Positions of British Square as people write them, and moves as squares.

A position is its squares row by row from the top, 1 a piece of the first player, 2 one of the second, 0 empty, and the
number of the turn; hyphens, slashes and white space between squares are ignored. A drawn board is read, too. The start:

    00000-00000-00000-00000-00000 turn 1

Without a turn, no player has passed: the turn is the number of pieces plus 1. Only positions that a game can come to
are positions. A move is a square, a1 at the bottom left, or ``pass``.
"""

from __future__ import annotations

import re

from retro.game.bits import lowest
from retro.game.scene import Piece, Scene, grid
from retro.game.text import cells

from .options import SIZE
from .rules import BARRED, BOARD, LAST_TURN, PASS, SQUARES, TURN, first_to_move, neighbours, usable

PLAYERS = {"en": ("Blue", "Amber"), "ja": ("青", "黄")}
FILES = "abcde"[:SIZE]
READING_ORDER = tuple(SIZE * rank + file for rank in reversed(range(SIZE)) for file in range(SIZE))
SEPARATORS = "-/ \t\r\n"
GLYPHS = ".XO"
LONGEST_TEXT = 8 * SQUARES + 80
TURN_TEXT = re.compile(r"turn\s*([0-9]{1,4})\s*$", re.IGNORECASE | re.ASCII)
DRAWN_TURN = re.compile(r"\sturn [0-9]{1,4}(?=:)")
MOVE = re.compile(rf"([{FILES}])([1-{SIZE}])|pass", re.IGNORECASE | re.ASCII)


def parse(text: str) -> int:
    """Key of a written position; ValueError with one line if no game can come to it."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a board has {SQUARES} squares; this text has {len(text)} characters")
    drawn = cells(text, GLYPHS, SIZE, SIZE).translate(str.maketrans(GLYPHS, "012"))
    if drawn:
        text = drawn + "".join(DRAWN_TURN.findall(text)[:1])
    written = TURN_TEXT.search(text)
    board = text[: written.start()] if written else text
    for place, character in enumerate(board, 1):
        if character not in "012" + SEPARATORS:
            wanted = "the digits 0, 1 and 2, perhaps followed by a turn as in 'turn 7'"
            raise ValueError(f"a position is written with {wanted}; character {place} is {character!a}")
    digits = [character for character in board if character not in SEPARATORS]
    if len(digits) != SQUARES:
        raise ValueError(f"a board has {SQUARES} squares, {SIZE} in a row; this text has {len(digits)}")
    first, second = (sum(1 << s for s, d in zip(READING_ORDER, digits, strict=True) if d == mark) for mark in "12")
    pieces = first.bit_count(), second.bit_count()
    if not written and pieces[0] - pieces[1] not in (0, 1):
        counts = f"the players have {pieces[0]} and {pieces[1]} pieces"
        raise ValueError(f"{counts}, so one of them has passed; write the turn, too, as in 'turn {sum(pieces) + 2}'")
    turn = int(written[1]) if written else sum(pieces) + 1
    problem = _contact(first, second) or _impossible(first, second, turn)
    if problem:
        raise ValueError(problem)
    return turn << TURN | second << SQUARES | first


def _contact(first: int, second: int) -> str:
    """Which pieces of the two players stand next to each other, in words; empty if none do."""
    touching = first & neighbours(second)
    if not touching:
        return ""
    square = lowest(touching)
    other = lowest(second & neighbours(1 << square))
    return f"pieces of both players stand next to each other, on {_name(square)} and {_name(other)}"


def _impossible(first: int, second: int, turn: int) -> str:
    """Why no game comes to this board at this turn, in words; empty if one does.

    Each player has moved a known number of times; moves that put no piece were passes. A player who has passed can
    never move again, and if the opponent could not move either, the game would be over: so only one player has
    passed, each time after his last piece, and the other one has put a piece each time.
    """
    if turn < 1:
        return "the first turn is turn 1"
    turns = turn // 2, (turn - 1) // 2
    for name, pieces, most in (("first", first, turns[0]), ("second", second, turns[1])):
        if pieces.bit_count() > most:
            return f"at turn {turn} the {name} player can have put {most} pieces at most, not {pieces.bit_count()}"
    if BARRED and first == BARRED:
        return f"the first player may not begin on {_name(lowest(BARRED))}"
    first_passes, second_passes = turns[0] - first.bit_count(), turns[1] - second.bit_count()
    if first_passes and second_passes:
        return f"at turn {turn} both players would have passed; the game would have been over before"
    if first_passes:
        return _passed("first", first, second, first.bit_count(), turn, turn % 2 == 0)
    if second_passes:
        return _passed("second", second, first, second.bit_count() + 1, turn, turn % 2 == 1)
    return ""


def _passed(name: str, own: int, other: int, before: int, turn: int, last: bool) -> str:
    """Why a player cannot have passed, in words; empty if he can.

    before  how many of the pieces ``other`` of the opponent were there when he passed first
    last    whether he made the last move
    """
    if not _closed(BOARD & ~own, other, before):
        return f"at turn {turn} the {name} player would have passed, but had squares to move to when he did"
    if last and not usable(other, own):
        return f"at turn {turn} the {name} player would have passed last, but the game was over when he did"
    return ""


def _closed(squares: int, pieces: int, count: int) -> bool:
    """Whether ``count`` of the pieces can be chosen so that each of the squares has one of them on it or next to it."""
    if not squares:
        return True
    if squares.bit_count() > 5 * count:
        return False
    square = squares & -squares
    choices = pieces & (square | neighbours(square))
    while choices:
        piece = choices & -choices
        choices ^= piece
        if _closed(squares & ~(piece | neighbours(piece)), pieces, count - 1):
            return True
    return False


def _rows(key: int) -> list[str]:
    contents = "".join("012"[(key >> s & 1) + 2 * (key >> SQUARES + s & 1)] for s in READING_ORDER)
    return [contents[start : start + SIZE] for start in range(0, SQUARES, SIZE)]


def format(key: int) -> str:
    """The board in digits, rows joined by hyphens, and the turn."""
    return f"{'-'.join(_rows(key))} turn {key >> TURN}"


def squares(key: int) -> dict[str, int]:
    """The digit of each square, as in the text, and the turn."""
    digits = map(int, "".join(_rows(key)))
    return {**{_name(square): digit for square, digit in zip(READING_ORDER, digits, strict=True)}, "turn": key >> TURN}


def draw(key: int) -> str:
    """The board with coordinates, and whose turn it is."""
    shown = str.maketrans("012", GLYPHS)
    lines = [f"{SIZE - place}  {' '.join(row.translate(shown))}" for place, row in enumerate(_rows(key))]
    to_move = "X" if first_to_move(key) else "O"
    return "\n".join(
        [*lines, f"   {' '.join(FILES)}", f"turn {key >> TURN}: {to_move} to move; X first player, O second"]
    )


def scene(key: int) -> Scene:
    """The pieces; a player's dot on squares that only this player can still use, a cross on those that neither can."""
    boards = key & BOARD, key >> SQUARES & BOARD
    open_to = usable(*boards), usable(*reversed(boards))
    pieces = []
    for square in range(SQUARES):
        taken, free = ([board >> square & 1 for board in each] for each in (boards, open_to))
        if any(taken):
            pieces.append(Piece("stone", _name(square), 1 + taken[1]))
        elif not any(free):
            pieces.append(Piece("closed", _name(square)))
        elif not all(free):
            pieces.append(Piece("dot", _name(square), 1 + free[1]))
    turn = key >> TURN
    if turn == 1 and BARRED:
        pieces.append(Piece("closed", _name(lowest(BARRED))))
    return Scene(grid(SIZE, SIZE), tuple(pieces), notes=(f"turn {turn}",), turn=1 if turn & 1 else 2)


def parse_move(key: int, text: str) -> int:
    """Code of a written move; ValueError with one line if the position has no such move."""
    written = MOVE.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
    if written is None:
        raise ValueError(f"a move is a square, such as a1, or pass; {ascii(text[:20])[:40]} is not")
    own, other = key & BOARD, key >> SQUARES & BOARD
    if not first_to_move(key):
        own, other = other, own
    if written[1] is None:
        if usable(own, other):
            raise ValueError("a player passes only if no square is left to move to")
        if not usable(other, own):
            raise ValueError("the game is over: neither player can move")
        return PASS
    code = SIZE * (int(written[2]) - 1) + FILES.index(written[1].lower())
    square = 1 << code
    if square & (own | other):
        raise ValueError(f"{_name(code)} is occupied")
    if not square & usable(own, other):
        raise ValueError(f"{_name(code)} is next to a piece of the opponent")
    if key >> TURN == 1 and square == BARRED:
        raise ValueError(f"the first player may not begin on {_name(code)}")
    return code


def format_move(key: int, code: int) -> str:
    """The square, or pass."""
    return "pass" if code == PASS else _name(code)


def section(name: str) -> str:
    """Tiers count the turns that are left, people those that were: of ``tier 31``, ``turn 1``."""
    return f"turn {LAST_TURN - int(name.removeprefix('tier '))}"


def _name(square: int) -> str:
    return f"{FILES[square % SIZE]}{square // SIZE + 1}"
