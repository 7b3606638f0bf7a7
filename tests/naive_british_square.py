"""An independent British Square, slow and plain: sets of coordinates, single positions, recursion.

Shares nothing with retro or its plugin and agrees with them on one thing only: how positions and moves are written.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Square = tuple[int, int]
"""File and rank, from 1."""


class Position(NamedTuple):
    """Squares of both players' pieces, the turn, and the rules: size of the board, whether the centre is forbidden."""

    first: frozenset[Square]
    second: frozenset[Square]
    turn: int
    size: int
    forbidden: bool


def start(size: int = 5, forbidden: bool = True) -> Position:
    """The empty board."""
    return Position(frozenset(), frozenset(), 1, size, forbidden)


def squares(size: int) -> list[Square]:
    """Every square, a1 b1 c1 ..."""
    return [(file, rank) for rank in range(1, size + 1) for file in range(1, size + 1)]


def around(square: Square) -> set[Square]:
    """The square and the four next to it, on the board or not."""
    file, rank = square
    return {(file, rank), (file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)}


def sides(position: Position) -> tuple[frozenset[Square], frozenset[Square]]:
    """Pieces of the player to move, and of the other one."""
    first, second = position.first, position.second
    return (first, second) if position.turn % 2 == 1 else (second, first)


def places(position: Position, own: frozenset[Square], other: frozenset[Square]) -> list[Square]:
    """Returns the squares where the player with the pieces ``own`` may put one."""
    open_squares = []
    for square in squares(position.size):
        if square in own or any(piece in other for piece in around(square)):
            continue
        middle = 2 * square[0] == 2 * square[1] == position.size + 1
        if not (middle and position.turn == 1 and position.forbidden):
            open_squares.append(square)
    return open_squares


def name(square: Square) -> str:
    """Returns the name of a square, as in a1."""
    return "abcde"[square[0] - 1] + str(square[1])


def moves(position: Position) -> list[str]:
    """Every move, in the order of squares; none if the game is over."""
    own, other = sides(position)
    written = [name(square) for square in places(position, own, other)]
    return written or (["pass"] if places(position, other, own) else [])


def play(position: Position, move: str) -> Position:
    """The position after a move."""
    added = frozenset() if move == "pass" else frozenset([("abcde".index(move[0]) + 1, int(move[1]))])
    first, second, turn = position.first, position.second, position.turn
    if turn % 2 == 1:
        return position._replace(first=first | added, turn=turn + 1)
    return position._replace(second=second | added, turn=turn + 1)


def points(position: Position) -> int:
    """First player's pieces less the second player's."""
    return len(position.first) - len(position.second)


def text(position: Position) -> str:
    """Rows from the top, 1 and 2 the players' pieces, and the turn."""
    rows = []
    for rank in range(position.size, 0, -1):
        row = [(file, rank) for file in range(1, position.size + 1)]
        rows.append("".join("1" if s in position.first else "2" if s in position.second else "0" for s in row))
    return f"{'-'.join(rows)} turn {position.turn}"


def images(position: Position) -> list[Position]:
    """The position and its seven rotations and reflections, equal ones included."""
    listed = []
    for _ in range(4):
        mirrored = [frozenset((rank, file) for file, rank in side) for side in position[:2]]
        listed += [position, position._replace(first=mirrored[0], second=mirrored[1])]
        turned = [frozenset((rank, position.size + 1 - file) for file, rank in side) for side in position[:2]]
        position = position._replace(first=turned[0], second=turned[1])
    return listed


def claimed(position: Position, move: str) -> int:
    """Squares where the opponent could put a piece, or could but for his own pieces, before the move and not after."""
    after = play(position, move)
    own, later = sides(position)[0], sides(after)[1]
    closed, then = ({s for piece in side for s in around(piece)} for side in (own, later))
    return sum(square in then and square not in closed for square in squares(position.size))


@cache
def value(position: Position) -> int:
    """Score under best play."""
    after = [value(play(position, move)) for move in moves(position)]
    if not after:
        return points(position)
    return max(after) if position.turn % 2 == 1 else min(after)


@cache
def playouts(position: Position) -> tuple[int, int, int]:
    """Returns the numbers of games from here that the first player wins, that the second wins, and that are tied."""
    after = [playouts(play(position, move)) for move in moves(position)]
    if not after:
        difference = points(position)
        return int(difference > 0), int(difference < 0), int(difference == 0)
    first, second, ties = map(sum, zip(*after, strict=True))
    return first, second, ties


@cache
def reachable(size: int, forbidden: bool = True) -> frozenset[Position]:
    """Returns every reachable position."""
    reached, new = set(), {start(size, forbidden)}
    while new:
        reached |= new
        new = {play(position, move) for position in new for move in moves(position)} - reached
    return frozenset(reached)


def classes(size: int, forbidden: bool = True) -> set[str]:
    """Returns the positions up to symmetry: the smallest text among the images of each."""
    return {min(map(text, images(position))) for position in reachable(size, forbidden)}
