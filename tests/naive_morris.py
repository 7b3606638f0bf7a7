"""Nine men's morris with sets of points and lists, from the rules alone: it shares no code with the plugin.

A point is (x, y) from the centre of the board, -3 to 3. A position is (mover's men, opponent's men, men in hand).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, groupby, pairwise

import numpy as np
from numpy.typing import NDArray

Point = tuple[int, int]
Men = frozenset[Point]
Position = tuple[Men, Men, int]

SPAN = range(-3, 4)
POINTS = [(x, y) for x in SPAN for y in SPAN if (x, y) != (0, 0) and (x == 0 or y == 0 or abs(x) == abs(y))]


def _runs(fixed: int, moving: int) -> list[tuple[Point, ...]]:
    """The rows (1, 0) or columns (0, 1) of three points; the middle row and column are two of them each."""
    runs = []
    for where in SPAN:
        points = sorted((point for point in POINTS if point[fixed] == where), key=lambda point: point[moving])
        runs += [tuple(run) for _, run in groupby(points, key=lambda point: where == 0 and point[moving] > 0)]
    return runs


LINES = _runs(1, 0) + _runs(0, 1)
BESIDE = {
    point: {other for line in LINES for pair in pairwise(line) if point in pair for other in pair} - {point}
    for point in POINTS
}


def name(point: Point) -> str:
    """The point in letters and digits, as a1."""
    return "abcdefg"[point[0] + 3] + str(point[1] + 4)


def text(position: Position) -> str:
    """The position as retro writes it."""
    mover, opponent, hand = position
    sides = [" ".join(sorted(map(name, men))) or "-" for men in (mover, opponent)]
    return " / ".join(sides) + (f" hand {hand}" if hand else "")


def position(written: str) -> Position:
    """The position with this text."""
    named = {name(point): point for point in POINTS}
    board, _, hand = written.partition(" hand ")
    mover, opponent = (frozenset(named[each] for each in side.split() if each != "-") for side in board.split(" / "))
    return mover, opponent, int(hand or 0)


def in_mill(point: Point, men: Men) -> bool:
    """Whether a line through the point is full of these men."""
    return any(point in line and men.issuperset(line) for line in LINES)


def moves(position: Position) -> list[tuple[str, Position | None]]:
    """Each move as text, and the position after it; None if it has won."""
    mover, opponent, hand = position
    empty = [point for point in POINTS if point not in mover | opponent]
    if hand:
        steps = [(name(to), mover | {to}, to) for to in empty]
    else:
        steps = [
            (f"{name(start)}-{name(to)}", mover - {start} | {to}, to)
            for start in mover
            for to in (empty if len(mover) == 3 else BESIDE[start].intersection(empty))
        ]
    left, found = max(hand - 1, 0), []
    for text, after, to in steps:
        if not in_mill(to, after):
            found.append((text, (opponent, after, left)))
            continue
        free = [man for man in opponent if not in_mill(man, opponent)]
        for man in free or opponent:
            remaining = opponent - {man}
            lost = len(remaining) + (left + 1) // 2 < 3
            found.append((f"{text}x{name(man)}", None if lost else (remaining, after, left)))
    return found


def three_against_three() -> tuple[list[Men], NDArray[np.int8]]:
    """All sets of three men, and the plies to the end where the first moves against the second.

    The plies are odd where the mover wins, even where he loses, and -1 for draws and for sets with a point in common.
    All men fly and a mill wins, so both steps of a level are products of matrices with a row for each set of three.
    """
    threes = [frozenset(each) for each in combinations(POINTS, 3)]
    number = {men: i for i, men in enumerate(threes)}
    mill = np.array([men in map(frozenset, LINES) for men in threes])
    apart = np.array([[one.isdisjoint(other) for other in threes] for one in threes])
    step = np.zeros(apart.shape, np.float32)  # a man moves, to an empty point or not
    for men in threes:
        for man in men:
            step[number[men], [number[men - {man} | {to}] for to in POINTS if to not in men]] = 1
    plies = np.full(apart.shape, -1, np.int8)
    plies[apart & (step @ (apart & mill[:, np.newaxis]) > 0)] = 1
    for depth in range(2, 128, 2):
        won = (plies > 0) & (plies % 2 == 1)
        lost = apart & (plies < 0) & (step @ (apart & ~won.T) == 0)
        plies[lost] = depth
        winners = step @ (lost.T & ~mill[:, np.newaxis]) > 0
        plies[apart & (plies < 0) & winners] = depth + 1
        if not lost.any():
            break
    return threes, plies


def with_three_men(texts: Iterable[str]) -> dict[str, int]:
    """The values of some positions with at most three men a side, as `naive_plies.values_of` has them."""
    threes, plies = three_against_three()
    number = {men: i for i, men in enumerate(threes)}

    @cache
    def value(position: Position) -> int:
        mover, opponent, hand = position
        if not hand:
            return int(plies[number[mover], number[opponent]])
        replies = {value(after) if after else 0 for _, after in moves(position)}
        lost = [reply for reply in replies if reply >= 0 and reply % 2 == 0]
        return 1 + min(lost) if lost else -1 if -1 in replies else 1 + max(replies)

    found = {text: value(position(text)) for text in texts}
    return {text: (plies + 1) * (1 if plies % 2 else -1) * (plies >= 0) for text, plies in found.items()}
