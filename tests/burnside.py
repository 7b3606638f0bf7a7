"""Positions up to symmetry, counted by Burnside's lemma without listing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence


def classes(symmetries: Sequence[Mapping[Hashable, Hashable]]) -> dict[tuple[int, int], int]:
    """Returns, by the numbers of pieces of both players, how many positions there are up to a group of symmetries.

    A symmetry has, by square, the square that it leads to.
    """
    fixed: Counter[tuple[int, int]] = Counter()
    for symmetry in symmetries:
        ways, left = Counter({(0, 0): 1}), set(symmetry)
        while left:
            square, length = left.pop(), 1
            while (square := symmetry[square]) in left:
                left.remove(square)
                length += 1
            for (own, other), count in list(ways.items()):  # the squares of an orbit have the same content
                ways[own + length, other] += count
                ways[own, other + length] += count
        fixed += ways
    return {numbers: count // len(symmetries) for numbers, count in fixed.items()}
