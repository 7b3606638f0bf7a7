"""The example of draughts endings against a naive solver on a board of squares with files and rows."""

from itertools import product

import pytest
from commanding import ask
from naive_plies import values_of
from runs import rules_of

import retro

pytestmark = pytest.mark.compiled

DARK = {
    number: (file, 8 - row)
    for row in range(8)
    for file in range(8)
    for number in [4 * row + file // 2 + 1]
    if (file + row) % 2
}
"""By the number of a square, its file from 0 and its rank from 1."""
UP, DOWN = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))


def steps(piece, white):
    return UP + DOWN if piece == "K" else UP if white else DOWN


def after(one, other, white_moves):
    """Returns the positions after all moves of a side: White's piece, Black's, who moves; None where one is captured.

    A piece is its letter, K or M, and its square (file, rank).
    """
    (piece, (file, rank)), (_, target) = (one, other) if white_moves else (other, one)
    ends, captures = [], []
    for right, up in steps(piece, white_moves):
        end, behind = (file + right, rank + up), (file + 2 * right, rank + 2 * up)
        if end == target and behind in DARK.values():
            captures.append(None)
        elif end != target and end in DARK.values():
            moved = ("K" if end[1] == (8 if white_moves else 1) else piece, end)
            ends.append((moved, other, False) if white_moves else (one, moved, True))
    return captures or ends


def naive_values():
    """Returns the value of all positions: plies to a win + 1, minus plies to a loss - 1, or 0 for a draw."""
    white = [(piece, square) for piece in "KM" for square in DARK.values() if piece == "K" or square[1] < 8]
    black = [(piece, square) for piece in "KM" for square in DARK.values() if piece == "K" or square[1] > 1]
    following = {
        (one, other, turn): after(one, other, turn)
        for one, other, turn in product(white, black, (True, False))
        if one[1] != other[1]
    }
    values = {position: -1 for position, moves in following.items() if not moves}
    values |= {position: 2 for position, moves in following.items() if None in moves}
    return values_of(following, values)


def written(one, other, white_moves):
    """The position as retro writes it; Black to move sees the board from the other side."""
    own, opponent = (one, other) if white_moves else (other, one)
    numbers = {square: number if white_moves else 33 - number for number, square in DARK.items()}
    letters = {"K": "K", "M": ""}
    return f"W:W{letters[own[0]]}{numbers[own[1]]}:B{letters[opponent[0]]}{numbers[opponent[1]]}"


@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_every_value_agrees_with_a_naive_solver(examples, monkeypatch):
    """Kernels run in plain Python, where numbers may overflow with a warning."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    values = naive_values()
    ask("solve", "draughts_endings", "--threads", 1)
    with retro.open("draughts_endings") as table:
        found = table.probe_many([table.rules.text.parse(written(*position)) for position in values])
        positions = {table.rules.text.format(table.rules.unrank(slot)) for slot in range(table.rules.slots)}
    assert positions == {written(*position) for position in values} and len(positions) == 992 + 2 * 868 + 760
    kings = [value for (one, other, turn), value in values.items() if turn and one[0] == other[0] == "K"]
    assert max(kings) == 12 and kings.count(12) == 34
    assert found.value.tolist() == [(value > 0) - (value < 0) for value in values.values()]
    assert found.dtm.tolist() == [abs(value) - 1 for value in values.values()]


@pytest.mark.parametrize(
    "text", ["", "W:WK18", "B:WK18:BK9", "W:WK0:BK9", "W:WK18:BK33", "W:W4:BK9", "W:WK1:B32", "W:W9:B9"]
)
def test_what_is_no_position(examples, text):
    with pytest.raises(ValueError, match="a position is a piece of White, who is to move, and one of Black"):
        rules_of("draughts_endings").text.parse(text)
