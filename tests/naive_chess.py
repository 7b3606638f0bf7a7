"""Endings of chess and antichess on small boards, from the rules alone: they share no code with the plugins.

A board has letters by square (file, row) from 0; those of White are capital. `naive_plies.values_of` says what the
values are.
"""

from __future__ import annotations

from itertools import permutations, product

from naive_plies import values_of

STRAIGHT, ASLANT = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = tuple((x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y))
LINES = {"R": STRAIGHT, "B": ASLANT, "Q": STRAIGHT + ASLANT, "K": STRAIGHT + ASLANT, "N": JUMPS}
DRAWN = ({"K", "k"}, {"K", "k", "B"}, {"K", "k", "N"})


def placements(size, letters):
    """Yields boards with every man on every square where it may stand."""
    for squares in permutations(list(product(range(size), repeat=2)), len(letters)):
        board = dict(zip(squares, letters, strict=True))
        if all(0 < row < size - 1 for (_, row), letter in board.items() if letter in "Pp"):
            yield board


def moves(board, size, white, promotions, passed=None):
    """Yields the board after each move of a side, whether it captures, and the square that a pawn passes.

    ``passed`` is the square that a pawn of the other side has just passed. Kings may be left to be captured.
    """
    for square, letter in board.items():
        if letter.isupper() != white:
            continue
        rest = {other: man for other, man in board.items() if other != square}
        if letter in "Pp":
            forward, last = (1, size - 1) if white else (-1, 0)
            file, row = square
            for end in ((file + aside, row + forward) for aside in (-1, 0, 1)):
                captures = end[0] != file
                taken = end == passed or board.get(end, letter).isupper() != white
                if taken if captures else end not in board:
                    for new in promotions if end[1] == last else "P":
                        yield rest | {end: new if white else new.lower()}, captures, None
            near, far = (file, row + forward), (file, row + 2 * forward)
            if row == (1 if white else size - 2) and 0 < far[1] < size - 1 and not {near, far} & {*board}:
                yield rest | {far: letter}, False, near
            continue
        for right, up in LINES[letter.upper()]:
            end = square[0] + right, square[1] + up
            while 0 <= min(end) <= max(end) < size and not (end in rest and rest[end].isupper() == white):
                yield rest | {end: letter}, end in rest, None
                if end in rest or letter in "KkNn":
                    break
                end = end[0] + right, end[1] + up


def rows(board, size):
    """The board in FEN, with a 1 for each empty square."""
    return "/".join("".join(board.get((file, row), "1") for file in range(size)) for row in reversed(range(size)))


def chess(size, materials):
    """The values of all legal positions with some men, by FEN. Pawns, which White alone has, move one square."""

    def after(board, white):
        return [each for each, *_ in moves(board, size, white, "QRBN")]

    def in_check(board, white):
        """Whether the king of this side can be captured."""
        return any(not {"K", "k"} <= {*each.values()} for each in after(board, not white))

    def fen(board, white):
        return f"{rows(board, size)} {'w' if white else 'b'}"

    following = {}
    for board in (board for letters in materials for board in placements(size, letters)):
        for white in (True, False):
            if not in_check(board, not white):
                legal = [each for each in after(board, white) if not in_check(each, white)]
                ends = [None if {*each.values()} in DRAWN else fen(each, not white) for each in legal]
                following[fen(board, white)] = ends or [None] * (not in_check(board, white))
    return values_of(following)


def antichess(size):
    """The values of all positions with one man a side, by text. Captures are forced, and the capturing side loses."""

    def after(board, white, passed):
        listed = list(moves(board, size, white, "QRBNK", passed))
        if any(captures for _, captures, _ in listed):
            return None
        return [(frozenset(each.items()), not white, takes(each, not white, behind)) for each, _, behind in listed]

    def takes(board, white, passed):
        """The square that a pawn has passed, if a pawn of the other side can capture there."""
        captures = (each for each, captures, _ in moves(board, size, white, "QRBNK", passed) if captures)
        return passed if passed and any(passed in each for each in captures) else None

    def text(board, white, passed):
        """The position as the plugin writes it, from the view of the player to move."""
        board = dict(board)
        if not white:
            board = {(file, size - 1 - row): letter.swapcase() for (file, row), letter in board.items()}
        return rows(board, size) + " ep" * bool(passed)

    boards = [each for one, other in product("KQRBNP", "kqrbnp") for each in placements(size, one + other)]
    following, known = {}, {}
    waiting = [(frozenset(board.items()), white, None) for board in boards for white in (True, False)]
    for position in waiting:
        listed = after(dict(position[0]), *position[1:])
        if not listed:
            known[position] = -2 if listed is None else 1
        following[position] = listed or []
        waiting += [each for each in following[position] if each[2] and each not in following]
    values: dict[str, int] = {}
    for position, value in values_of(following, known).items():
        assert values.setdefault(text(*position), value) == value
    return values
