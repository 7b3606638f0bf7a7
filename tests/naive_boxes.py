"""An independent dots and boxes: boxes are sets of edges, a position is the drawn edges and the player to move.

Shares no code with the engine and none with the plugin for tests but the names of the edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

Edges = frozenset[str]
State = tuple[Edges, int, int]
"""The drawn edges, the player to move (0 or 1) and the first player's lead."""
START: State = (frozenset(), 0, 0)


class Boxes:
    """A board of so many boxes in a row and in a column."""

    def __init__(self, wide: int, high: int) -> None:
        corners = [(2 * x + 1, 2 * y + 1) for x in range(wide) for y in range(high)]
        around = ((0, 1), (1, 0), (0, -1), (-1, 0))
        self.boxes = [frozenset(self._name(x + right, y + up) for right, up in around) for x, y in corners]
        self.edges = frozenset[str]().union(*self.boxes)
        self.value = cache(self._value)

    @staticmethod
    def _name(x: int, y: int) -> str:
        return f"{'abcdefghi'[x]}{y + 1}"

    def drawn(self, edges: Edges, edge: str) -> int:
        """Returns the number of boxes that an edge completes."""
        return sum(box <= edges | {edge} and edge in box for box in self.boxes)

    def after(self, edges: Edges, player: int, lead: int, edge: str) -> State:
        """Returns the state after an edge."""
        made = self.drawn(edges, edge)
        return edges | {edge}, player if made else 1 - player, lead + (made if player == 0 else -made)

    def gain(self, edges: Edges, player: int, edge: str) -> int:
        """Returns the value of an edge for the player who draws it: the lead in boxes from here to the end."""
        made = self.drawn(edges, edge)
        rest = self.value(edges | {edge}, player if made else 1 - player)
        return made + rest if made else -rest

    def final(self, edges: Edges, player: int, lead: int) -> int:
        """Returns the first player's lead at the end of best play."""
        return lead + self.value(edges, player) * (1 if player == 0 else -1)

    def random_game(self, seed: int) -> tuple[list[str], list[State]]:
        """Returns random moves, and the states before each and at the end."""
        states, moves, source = [START], list[str](), Random(seed)
        while self.edges - states[-1][0]:
            moves.append(source.choice(sorted(self.edges - states[-1][0])))
            states.append(self.after(*states[-1], moves[-1]))
        return moves, states

    def followed(self, variations: Sequence[Any], here: State, solver: int, goal: int) -> int:
        """Checks the solution of a puzzle from the state after the solver's move.

        Returns the number of his moves that follow.
        """
        deepest = 0
        for each in variations:
            for defence in each.defences or ("",):
                after = here
                for edge in defence.split():
                    assert after[1] != solver
                    after = self.after(*after, edge)
                left, value = self.edges - after[0], self.final(*after)
                assert after[1] == solver or not left
                reaching = {edge for edge in left if self.final(*self.after(*after, edge)) == value}
                assert set(each.answers) == (reaching if value == goal else set())
            if each.then:
                first = here
                for edge in (each.defences or ("",))[0].split():
                    first = self.after(*first, edge)
                first = self.after(*first, each.answers[0])
                deepest = max(deepest, 1 + self.followed(each.then, first, solver, goal))
        return deepest

    def _value(self, edges: Edges, player: int) -> int:
        """Returns the value of the best of the remaining edges."""
        return max((self.gain(edges, player, edge) for edge in self.edges - edges), default=0)
