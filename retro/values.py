"""Values for ordinary Python: as people read them, as the players rank them, and from one ply to the next."""

from __future__ import annotations

from typing import NamedTuple

from retro.game import DRAW, UNKNOWN, dtm, loss, outcome_name, points, score, win
from retro.rules import Rules


class Value(NamedTuple):
    """``value`` is ``win``, ``loss`` or ``draw``, or a number of points where values are scores.

    ``dtm`` is the number of plies to the end of the game, None for draws and scores.
    """

    value: str | int
    dtm: int | None

    @classmethod
    def of(cls, packed: int, scores: str = "") -> Value:
        """From a value as `retro.game` packs it; ``scores`` as the game declares it."""
        if scores:
            return cls(points(packed), None)
        return cls(outcome_name(packed), dtm(packed) if packed > DRAW else None)

    def __str__(self) -> str:
        if isinstance(self.value, int):
            return f"{self.value:+d}" if self.value else "0"
        return self.value if self.dtm is None else f"{self.value} in {self.dtm}"


def of_move(rules: Rules, successor_value: int) -> int:
    """What a successor's value is worth to the player who moves there."""
    if rules.scores == "first":
        return successor_value
    if rules.scores:
        return score(-points(successor_value))
    if successor_value <= DRAW:
        return UNKNOWN
    plies = dtm(successor_value) + 1
    return loss(plies) if successor_value & 1 else win(plies)


def order(rules: Rules, key: int, value: int) -> tuple[int, int]:
    """Sorts values of moves best first for the player to move: the winner is in a hurry, the loser is not."""
    if rules.scores:
        return (0, -points(value) if rules.scores == "mover" or rules.first_to_move(key) else points(value))
    if value <= DRAW:
        return 1, 0
    return (0, dtm(value)) if value & 1 else (2, -dtm(value))
