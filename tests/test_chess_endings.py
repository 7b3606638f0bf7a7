"""The example of chess endings against a naive solver, on a board of 4 x 4."""

from itertools import permutations

import numpy as np
import pytest
from commanding import ask
from naive_plies import values_of

import retro

pytestmark = pytest.mark.compiled

SIZE = 4
STRAIGHT, ASLANT = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
LINES = {"r": STRAIGHT, "q": STRAIGHT + ASLANT, "k": STRAIGHT + ASLANT}
DRAWN = ({"K", "k"}, {"K", "k", "B"}, {"K", "k", "N"})


def placements(letters):
    """Yields boards, letters by square (file, row), with every man on every square where it may stand."""
    for squares in permutations([(file, row) for row in range(SIZE) for file in range(SIZE)], len(letters)):
        if all(letter != "P" or 0 < row < SIZE - 1 for letter, (_, row) in zip(letters, squares, strict=True)):
            yield dict(zip(squares, letters, strict=True))


def boards_after(board, white):
    """Yields the board after each move of a side, which may leave its king to be captured."""
    for (file, row), letter in board.items():
        if letter.isupper() != white:
            continue
        rest = {square: other for square, other in board.items() if square != (file, row)}
        if letter == "P":
            for end in ((file - 1, row + 1), (file, row + 1), (file + 1, row + 1)):
                if (end in board) == (end[0] != file) and board.get(end, "k").islower():
                    yield from (rest | {end: new} for new in ("QRBN" if row == SIZE - 2 else "P"))
            continue
        for right, up in LINES[letter.lower()]:
            end = (file + right, row + up)
            while 0 <= min(end) <= max(end) < SIZE and not (end in board and board[end].isupper() == white):
                yield rest | {end: letter}
                if end in board or letter in "Kk":
                    break
                end = (end[0] + right, end[1] + up)


def can_capture_the_king(board, white):
    return any("k" not in after.values() or "K" not in after.values() for after in boards_after(board, white))


def fen(board, white):
    rows = ("".join(board.get((file, row), "1") for file in range(SIZE)) for row in reversed(range(SIZE)))
    return f"{'/'.join(rows)} {'w' if white else 'b'}"


def naive_values(materials):
    """Returns the value of all legal positions: plies to a win + 1, minus plies to a loss - 1, or 0 for a draw."""
    values, after = {}, {}
    for letters in materials:
        for board in placements(letters):
            for white in (True, False):
                if can_capture_the_king(board, white):
                    continue
                legal = [each for each in boards_after(board, white) if not can_capture_the_king(each, not white)]
                moves = [None if {*each.values()} in DRAWN else fen(each, not white) for each in legal]
                after[fen(board, white)] = moves
                if not moves and can_capture_the_king(board, not white):
                    values[fen(board, white)] = -1
    return values_of(after, values)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize(
    ("material", "letters"),
    [
        ("KPvK", ("KkP", "KkQ", "KkR")),
        pytest.param("KQvKR", ("KkQr", "KkQ", "Kkr"), marks=pytest.mark.soak),
    ],
)
def test_values_are_those_of_the_naive_solver(material, letters, examples, monkeypatch):
    """In all legal positions. Kernels run in plain Python, where numbers may overflow with a warning."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    ask("solve", "chess_endings", f"--set=material={material}", f"--set=size={SIZE}")
    expected = naive_values(letters)
    with retro.open("chess_endings", examples, material=material, size=SIZE) as table:
        keys = [*map(table.rules.text.parse, expected)]
        slots = {*map(table.rules.unrank, range(table.rules.slots))} - {-1}
        found = table.probe_many(np.array(keys))
    assert slots <= {*keys} and found.known.all()
    assert np.array_equal(found.value * (found.dtm + 1), [*expected.values()])
