"""An independent Squadro, slow and plain: pieces with coordinates and headings, moved point by point; all positions.

Shares nothing with retro or its plugin and agrees with them on one thing only: how positions are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from naive_plies import values_of

Point = tuple[int, int]
"""Column and row: 0 and n + 1 are the edges, row 0 is at the top."""


class Piece(NamedTuple):
    """A piece on its line, which it follows to the far edge and back. Pieces at home have ``back`` and distance 0."""

    distance: int
    """From its base."""
    back: bool


class Position(NamedTuple):
    top: tuple[Piece, ...]
    left: tuple[Piece, ...]
    top_to_move: bool


BASE = Piece(0, False)
HOME = Piece(0, True)


class Board:
    """The rules for some lanes; ``speeds`` are those of top's pieces on the way out, as text."""

    def __init__(self, speeds: str) -> None:
        self.size = len(speeds)
        self.top = [(int(each), {"1": 3, "2": 2, "3": 1}[each]) for each in speeds]
        self.left = [(home, out) for out, home in self.top]

    def start(self, top_to_move: bool = True) -> Position:
        return Position((BASE,) * self.size, (BASE,) * self.size, top_to_move)

    def points(self, position: Position) -> tuple[list[Point], list[Point]]:
        """Where the pieces of top and left stand."""
        top = [(column, piece.distance) for column, piece in enumerate(position.top, 1)]
        return top, [(piece.distance, row) for row, piece in enumerate(position.left, 1)]

    def over(self, position: Position) -> bool:
        """Whether the player who is not to move has all pieces but one at home."""
        other = position.left if position.top_to_move else position.top
        return other.count(HOME) >= self.size - 1

    def successors(self, position: Position) -> list[Position]:
        """The positions after the moves of the lanes whose pieces are not at home, in order."""
        if self.over(position):
            return []
        own = position.top if position.top_to_move else position.left
        return [self.play(position, lane) for lane in range(self.size) if own[lane] != HOME]

    def play(self, position: Position, lane: int) -> Position:
        """The position after the move of the piece on a lane."""
        own, other = list(position.top), list(position.left)
        points, speeds = self.points(position)[1], self.top
        if not position.top_to_move:
            own, other = other, own
            points, speeds = self.points(position)[0], self.left
        distance, back = own[lane]
        far, jumped = self.size + 1, False
        for _ in range(speeds[lane][back]):
            distance += -1 if back else 1
            while True:
                here = (lane + 1, distance) if position.top_to_move else (distance, lane + 1)
                if here not in points or distance in (0, far):
                    break
                met = points.index(here)
                other[met] = Piece(far, True) if other[met].back else BASE
                distance += -1 if back else 1
                jumped = True
            if jumped or distance in (0, far):
                break
        own[lane] = Piece(distance, back or distance == far)
        sides = (tuple(own), tuple(other)) if position.top_to_move else (tuple(other), tuple(own))
        return Position(*sides, not position.top_to_move)

    def pieces(self, speeds: tuple[int, int]) -> list[Piece]:
        """All that a piece may be between moves: it is never one step from where it set out with two or three."""
        far = self.size + 1
        out = [Piece(distance, False) for distance in range(far) if distance != 1 or speeds[0] == 1]
        return out + [Piece(distance, True) for distance in range(far, -1, -1) if distance != far - 1 or speeds[1] == 1]

    def positions(self) -> Iterator[Position]:
        """All arrangements on different points, in which the mover has not won and no player goes on after a win."""
        sides = [
            [side for side in product(*map(self.pieces, speeds)) if side.count(HOME) < self.size]
            for speeds in (self.top, self.left)
        ]
        for top, left, top_to_move in product(*sides, (True, False)):
            position = Position(top, left, top_to_move)
            mover = top if top_to_move else left
            if mover.count(HOME) < self.size - 1 and not {*self.points(position)[0]} & {*self.points(position)[1]}:
                yield position

    def count(self) -> int:
        """The number of `positions`, without making them: by what top's pieces leave to each of left's."""
        inside = range(1, self.size + 1)
        tops = [Counter((each.distance, each == HOME) for each in self.pieces(speeds)) for speeds in self.top]
        total = 0
        for placing in product(*(kinds.items() for kinds in tops)):
            rows = [distance if distance in inside else 0 for (distance, _), _ in placing]
            home, ways = sum(at_home for (_, at_home), _ in placing), prod(number for _, number in placing)
            lefts = [1]  # arrangements of left's pieces in the rows so far, by the number of pieces at home
            for row, speeds in enumerate(self.left, 1):
                taken = {column for column, at in enumerate(rows, 1) if at == row}
                moving = sum(each.distance not in taken and each != HOME for each in self.pieces(speeds))
                lefts = [moving * here + before for here, before in zip([*lefts, 0], [0, *lefts], strict=True)]
            for left_home, number in enumerate(lefts):
                movers = (home < self.size - 1) + (left_home < self.size - 1)
                total += ways * number * movers * (self.size not in (home, left_home))
        return total

    def text(self, position: Position) -> str:
        """The position as retro writes it."""
        far = self.size + 1
        sides = (
            "-".join(str(2 * far - piece.distance if piece.back else piece.distance) for piece in side)
            for side in position[:2]
        )
        return f"{'/'.join(sides)} {'top' if position.top_to_move else 'left'}"


def solve(board: Board) -> dict[str, int]:
    """The values of all positions, by their texts."""
    values = values_of({position: board.successors(position) for position in board.positions()})
    return {board.text(position): value for position, value in values.items()}
