"""The example of antichess endings against a naive solver, on a board of 5 x 5."""

import json
from itertools import permutations, product

import pytest
from commanding import ask
from naive_plies import values_of
from runs import rules_of

import retro

pytestmark = pytest.mark.compiled

SIZE = 5
STRAIGHT, ASLANT = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = tuple((x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y))
LINES = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT, "K": STRAIGHT + ASLANT, "N": JUMPS}
HOME, FORWARD = {True: 1, False: SIZE - 2}, {True: 1, False: -1}


def moves(white, black, white_moves, passed):
    """Yields positions after each move: white man, black man, whether White moves, passed; None for a capture.

    A man is letter, file, row. ``passed`` is the square that a pawn has just passed with two steps, or None.
    """
    (letter, file, row), (_, *target) = (white, black) if white_moves else (black, white)
    captures, others = [], []
    if letter == "P":
        up = row + FORWARD[white_moves]
        last = up in (0, SIZE - 1)
        for new in "QRBNK" if last else "P":
            if [file, up] != target:
                others.append(((new, file, up), None))
            for side in (file - 1, file + 1):
                if [side, up] == target:
                    captures.append(None)
        if passed and passed[1] == up and abs(passed[0] - file) == 1:
            captures.append(None)
        far = up + FORWARD[white_moves]
        if row == HOME[white_moves] and 0 < far < SIZE - 1 and target not in ([file, up], [file, far]):
            others.append((("P", file, far), (file, up)))
    else:
        for right, above in LINES[letter]:
            x, y = file + right, row + above
            while 0 <= x < SIZE and 0 <= y < SIZE:
                if [x, y] == target:
                    captures.append(None)
                    break
                others.append(((letter, x, y), None))
                if letter in "KN":
                    break
                x, y = x + right, y + above
    if captures:
        yield from captures
        return
    for man, behind in others:
        one, other = (man, black) if white_moves else (white, man)
        yield (
            one,
            other,
            not white_moves,
            behind if behind and takes_passing((one, other), not white_moves, behind) else None,
        )


def takes_passing(men, white_moves, behind):
    letter, file, row = men[0] if white_moves else men[1]
    return letter == "P" and row + FORWARD[white_moves] == behind[1] and abs(file - behind[0]) == 1


def naive_values():
    """Returns the value of all positions: plies to a win + 1, minus plies to a loss - 1, or 0 for a draw."""
    squares = list(product(range(SIZE), repeat=2))
    waiting = [
        ((one, *first), (other, *second), white_moves, None)
        for one, other in product("KQRBNP", repeat=2)
        for first, second in permutations(squares, 2)
        for white_moves in (True, False)
        if (one != "P" or 0 < first[1] < SIZE - 1) and (other != "P" or 0 < second[1] < SIZE - 1)
    ]
    after = {}
    for position in waiting:
        after[position] = list(moves(*position))
        waiting += [each for each in after[position] if each is not None and each[3] and each not in after]
    values = {position: 1 for position, following in after.items() if not following}
    values |= {position: -2 for position, following in after.items() if None in following}
    return values_of(after, values)


def written(white, black, white_moves, passed):
    """The position as retro writes it, as the player to move sees it."""
    own, other = (white, black) if white_moves else (black, white)
    placed = {
        (file, row if white_moves else SIZE - 1 - row): letter
        for letter, file, row in ((own[0], *own[1:]), (other[0].lower(), *other[1:]))
    }
    rows = ("".join(placed.get((file, row), "1") for file in range(SIZE)) for row in reversed(range(SIZE)))
    return "/".join(rows) + (" ep" if passed else "")


@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_every_value_on_5_by_5_agrees_with_a_naive_solver(examples, monkeypatch):
    """Kernels run in plain Python, where numbers may overflow with a warning."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    values = naive_values()
    assert any(passed for *_, passed in values)
    ask("solve", "antichess", "--set", "size=5", "--threads", 1)
    with retro.open("antichess", size=5) as table:
        found = table.probe_many([table.rules.text.parse(written(*position)) for position in values])
    plies = [abs(value) - 1 if value else -1 for value in values.values()]
    assert found.value.tolist() == [(value > 0) - (value < 0) for value in values.values()]
    assert found.dtm.tolist() == plies
    positions = json.loads(ask("stats", "antichess", "--set", "size=5", "--json"))["positions"]
    classes = {min(written(*each), written(*mirrored(each))) for each in values}
    assert positions == len(classes)


def mirrored(position):
    *men, white_moves, passed = position
    one, other = ((letter, SIZE - 1 - file, row) for letter, file, row in men)
    return one, other, white_moves, passed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "8/8/8/8/8/8/8/K7",
        "8/8/8/8/8/8/8/Kk6 ep",
        "8/8/8/8/8/8/8/Pk6",
        "p7/8/8/8/8/8/8/K7",
        "8/8/8/8/8/8/8/kq6",
        "9/8",
    ],
)
def test_what_is_no_position(examples, text):
    with pytest.raises(ValueError, match="a position is two men on 8 x 8 in FEN"):
        rules_of("antichess").text.parse(text)
