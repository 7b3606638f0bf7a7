"""The latest results of `rank`, for kernels that come to the same positions again and again.

Where positions are enumerated, `rank` computes all images of a key: thousands in a game with a large group.
Neighbouring positions have many successors in common, and thousands of games visit the same positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules

ROW_BITS = 18
"""Binary logarithm of the rows of a table, which takes 6 MiB."""


class LatestRanks:
    """Tables of the latest ranks, one for each thread that runs a kernel: rows of key, slot and group element.

    They hold nothing for a game with an index of its own or without symmetry, whose `rank` is quick.
    """

    def __init__(self, rules: IndexedRules) -> None:
        self._rows = 1 << ROW_BITS if rules.enumerated and rules.group > 1 else 1
        self._free: list[NDArray[np.int64]] = []

    @contextmanager
    def table(self) -> Iterator[NDArray[np.int64]]:
        """Lends a table that no other thread uses at the time."""
        try:
            table = self._free.pop()
        except IndexError:
            table = np.full((self._rows, 3), -1, np.int64)
        yield table
        self._free.append(table)
