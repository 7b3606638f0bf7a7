"""Cutting a range of integers into smaller ones: slots into tasks, tiles and pages; putting small tasks together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeVar

Range = tuple[int, int]
"""The first integer and one past the last."""
Item = TypeVar("Item")


def ranges(start: int, stop: int, size: int) -> list[Range]:
    """Returns start..stop-1 in ranges of ``size``, in order; only the last may be shorter."""
    return [(first, min(first + size, stop)) for first in range(start, stop, size)]


class Pieces(Sequence[Range]):
    """Ranges that do not overlap, cut into pieces of at most ``size``, in order; pieces are made as they are read."""

    def __init__(self, parts: Iterable[Range], size: int) -> None:
        self._parts, self._size = [part for part in parts if part[0] < part[1]], size
        self._ends = list(accumulate(-(-(stop - start) // size) for start, stop in self._parts))
        """By part, the number of pieces until its end."""
        self.total = sum(stop - start for start, stop in self._parts)
        """The number of integers in all ranges."""

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, number: int) -> Range:  # type: ignore[override]  # no slices
        if not 0 <= number < len(self):
            raise IndexError(number)
        part = bisect_right(self._ends, number)
        start, stop = self._parts[part]
        first = start + (number - (self._ends[part - 1] if part else 0)) * self._size
        return first, min(first + self._size, stop)


def aligned_ranges(start: int, stop: int, size: int) -> list[Range]:
    """Returns start..stop-1 in ranges that end at multiples of ``size``, in order."""
    cuts = range((start // size + 1) * size, stop, size)
    return list(zip([start, *cuts], [*cuts, stop], strict=True))


def grouped(items: Iterable[Item], sizes: Iterable[int], least: int) -> list[list[Item]]:
    """Returns groups of neighbours with a size of ``least`` together, or more; only the last may have less."""
    groups, size = list[list[Item]](), least
    for item, added in zip(items, sizes, strict=True):
        if size >= least:
            groups.append([])
            size = 0
        groups[-1].append(item)
        size += added
    return groups
