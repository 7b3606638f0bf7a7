"""An independent Ostle, slow and plain: it shares no code with the plugin or the engine, and tests compare them.

A board is a text of size * size characters, row by row from the top as in the board text: '1' a piece of the player
to move, '2' one of the opponent, '3' the hole, '0' empty. A move is written as in the paper: 'd2L'. There is no
index and solving knows no symmetry; boards are compared up to symmetry only where the paper does.

``left``: a player with so few pieces has lost. ``rule8`` is 'exact' (the forbidden move restores the board of two
plies before) or 'paper' (the first move, in the paper's order, that leads to one of its eight images).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import isqrt

from naive_plies import values_of

Board = str
State = tuple[Board, str | None]

LOST = "won by the player to move", None
"""The state after a move with which a player loses at once."""

OTHER = str.maketrans("12", "21")
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
"""Change of row and column: rank 5 is the top row of the text, file a its first column."""


def board(text: str) -> Board:
    return "".join(character for character in text if character in "0123")


def text(position: Board) -> str:
    size = isqrt(len(position))
    return "-".join(position[row * size : row * size + size] for row in range(size))


def coordinates(square: str, size: int) -> tuple[int, int]:
    """Row and column of a square's name."""
    return size - int(square[1]), "abcde".index(square[0])


def swap(position: Board) -> Board:
    """The same board with the other player to move."""
    return position.translate(OTHER)


@cache
def moves(position: Board) -> tuple[str, ...]:
    """All moves in the order of the paper's algorithm 1, the forbidden one included."""
    size = isqrt(len(position))
    codes = []
    for square in sorted(file + str(rank) for file in "abcde"[:size] for rank in range(1, size + 1)):
        row, column = coordinates(square, size)
        content = position[row * size + column]
        for direction in "UDLR":
            down, right = STEPS[direction]
            inside = 0 <= row + down < size and 0 <= column + right < size
            hole_can_go = inside and position[(row + down) * size + column + right] == "0"
            if content == "1" or (content == "3" and hole_can_go):
                codes.append(square + direction)
    return tuple(codes)


@cache
def apply(position: Board, move: str) -> Board:
    """The board after the move, seen by the next player."""
    size = isqrt(len(position))
    row, column = coordinates(move[:2], size)
    down, right = STEPS[move[2]]
    after = list(position)
    carried = "0"
    while 0 <= row < size and 0 <= column < size:
        content = after[row * size + column]
        if content == "3" and carried != "0":
            break
        after[row * size + column] = carried
        carried = content
        if carried == "0":
            break
        row, column = row + down, column + right
    return swap("".join(after))


@cache
def outcome(position: Board, move: str, left: int) -> str:
    """Returns the outcome of the move for the player who makes it: 'win', 'loss' or 'ongoing'."""
    after = apply(position, move)
    if after.count("1") == left:
        return "win"
    return "loss" if after.count("2") == left else "ongoing"


@cache
def images(position: Board) -> tuple[Board, ...]:
    """The eight images, algorithm 2 of the paper; the first is the board itself. May repeat."""
    size = isqrt(len(position))
    rows = [position[row * size : row * size + size] for row in range(size)]
    turns = []
    for transpose in (False, True):
        for flip_ranks in (False, True):
            for flip_files in (False, True):
                turned = [row[::-1] for row in rows] if flip_files else rows
                turned = turned[::-1] if flip_ranks else turned
                turned = map("".join, zip(*turned, strict=True)) if transpose else turned
                turns.append("".join(turned))
    return tuple(turns)


@cache
def canonical(position: Board) -> Board:
    return min(images(position))


@cache
def forbidden(before: Board, move: str, rule8: str) -> str | None:
    """The reply that rule 8 forbids after ``move``, or None."""
    after = apply(before, move)
    for reply in moves(after):
        restored = apply(after, reply)
        if restored == before if rule8 == "exact" else canonical(restored) == canonical(before):
            return reply
    return None


def legal(state: State) -> list[str]:
    position, barred = state
    return [move for move in moves(position) if move != barred]


def successor(state: State, move: str, rule8: str) -> State:
    position, _ = state
    return apply(position, move), forbidden(position, move, rule8)


def normal(state: State, rule8: str) -> tuple[Board, Board | None]:
    """One name for all states that are the same up to symmetry, as the paper counts them (with rule8=exact: board and
    forbidden move together). The forbidden move stands as the board it restores, so nothing but boards is turned."""
    position, barred = state
    if barred is None:
        return canonical(position), None
    restored = apply(position, barred)
    if rule8 == "paper":
        return canonical(position), canonical(restored)
    return min(zip(images(position), images(restored), strict=True))


def boards(size: int, men: int, left: int, pieces: int) -> list[Board]:
    """Every position, not up to symmetry: left+1..men pieces each and at most ``pieces`` in all."""
    listed = []
    for mover in range(left + 1, men + 1):
        for opponent in range(left + 1, min(men, pieces - mover) + 1):
            for hole in range(size * size):
                free = [square for square in range(size * size) if square != hole]
                for own in combinations(free, mover):
                    for theirs in combinations([square for square in free if square not in own], opponent):
                        content = ["0"] * (size * size)
                        content[hole] = "3"
                        for square in own:
                            content[square] = "1"
                        for square in theirs:
                            content[square] = "2"
                        listed.append("".join(content))
    return listed


def is_checkmate(position: Board, left: int) -> bool:
    """The mover can win at once; such a move is never forbidden."""
    return any(outcome(position, move, left) == "win" for move in moves(position))


def solve(size: int, men: int, left: int, rule8: str, pieces: int | None = None) -> dict[State, int]:
    """The value of every state: plies to the end if it is won, minus that if it is lost, 0 if it is a draw.

    All boards with nothing forbidden, and every state that some move leads to. Of a state with a winning move, the
    other moves say nothing.
    """
    after, known = {}, {LOST: 1}
    states: list[State] = [(position, None) for position in boards(size, men, left, pieces or 2 * men)]
    for state in states:
        if state not in after:
            ends = {move: outcome(state[0], move, left) for move in legal(state)}
            known |= {state: 2} if "win" in ends.values() else {}
            after[state] = [successor(state, move, rule8) if ends[move] == "ongoing" else LOST for move in ends]
            states += filter(LOST.__ne__, after[state])
    return {state: value - (value > 0) + (value < 0) for state, value in values_of(after, known).items()}
