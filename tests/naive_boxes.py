"""An independent dots and boxes: boxes are sets of edges, a position is the drawn edges and the player to move.

Shares no code with the engine and none with the plugin for tests but the names of the edges.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

Edges = frozenset[str]


class Boxes:
    """A board of so many boxes in a row and in a column."""

    def __init__(self, wide: int, high: int) -> None:
        corners = [(2 * x + 1, 2 * y + 1) for x in range(wide) for y in range(high)]
        around = ((0, 1), (1, 0), (0, -1), (-1, 0))
        self.boxes = [frozenset(self._name(x + right, y + up) for right, up in around) for x, y in corners]
        self.edges = frozenset[str]().union(*self.boxes)
        self.value, self.odds = cache(self._value), cache(self._odds)

    @staticmethod
    def _name(x: int, y: int) -> str:
        return f"{'abcdefghi'[x]}{y + 1}"

    def drawn(self, edges: Edges, edge: str) -> int:
        """Returns the number of boxes that an edge completes."""
        return sum(box <= edges | {edge} and edge in box for box in self.boxes)

    def after(self, edges: Edges, player: int, lead: int, edge: str) -> tuple[Edges, int, int]:
        """Returns the drawn edges, the player to move (0 or 1) and the first player's lead after an edge."""
        made = self.drawn(edges, edge)
        return edges | {edge}, player if made else 1 - player, lead + (made if player == 0 else -made)

    def gain(self, edges: Edges, player: int, edge: str) -> int:
        """Returns the value of an edge for the player who draws it: the lead in boxes from here to the end."""
        made = self.drawn(edges, edge)
        rest = self.value(edges | {edge}, player if made else 1 - player)
        return made + rest if made else -rest

    def _value(self, edges: Edges, player: int) -> int:
        """Returns the value of the best of the remaining edges."""
        return max((self.gain(edges, player, edge) for edge in self.edges - edges), default=0)

    def _odds(self, edges: Edges, player: int, lead: int, skill: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        """Returns the chances of a win of the first player, a draw, and a win of the second."""
        left = sorted(self.edges - edges)
        if not left:
            return Fraction(lead > 0), Fraction(lead == 0), Fraction(lead < 0)
        best = self.value(edges, player)
        good = [edge for edge in left if self.gain(edges, player, edge) == best]
        sums = [Fraction(0)] * 3
        for edge in left:
            chance = (1 - skill) / len(left) + (skill / len(good) if edge in good else 0)
            for index, odds in enumerate(self.odds(*self.after(edges, player, lead, edge), skill)):
                sums[index] += chance * odds
        return sums[0], sums[1], sums[2]
