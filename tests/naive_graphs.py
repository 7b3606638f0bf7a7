"""Values of random graphs by their definition, computed again and again for all positions; shares no code with retro.

A move is (code, successor, outcome). Outcomes of moves that go on are given by the test as a dictionary: outcome to
(points, whether the same player moves again).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

Moves = Sequence[Sequence[tuple[int, int, int]]]
Ongoing = Mapping[int, tuple[int, bool]]

Won = tuple[bool, int]
"""Whether the mover wins, and in how many plies."""


def outcomes(moves: Moves, ends: Sequence[Won | None], ended: Mapping[int, Won | None], ongoing: Ongoing):
    """Returns by position who wins in how many plies, None for a draw; the quickest win, or the longest loss.

    ``ends`` has the values of positions without moves, ``ended`` those of outcomes that end the game.
    """
    values: list[Won | None] = [None] * len(moves)
    while True:
        new = [_outcome(listed, ends[i], values, ended, ongoing) for i, listed in enumerate(moves)]
        if new == values:
            return values
        values = new


def _outcome(listed, end, values, ended, ongoing):
    if not listed:
        return end
    results = []
    for _, successor, outcome in listed:
        if outcome not in ongoing:
            results.append(ended[outcome])
        elif (after := values[successor]) is None:
            results.append(None)
        else:
            results.append((after[0] == ongoing[outcome][1], after[1] + 1))
    wins = [plies for result in results if result is not None and result[0] for plies in [result[1]]]
    if wins:
        return True, min(wins)
    return None if None in results else (False, max(plies for _, plies in results))


def scores(moves: Moves, ends: Sequence[int], ended: Mapping[int, int], ongoing: Ongoing, first=None):
    """Returns by position the points that the mover still gains, in a game without cycles.

    With ``first``, which returns whether the first player is to move in a position, they are the points of the first
    player, and ``ends`` and ``ended`` are, too; gains are always those of the player who moves.
    """

    @cache
    def value(position: int) -> int:
        if not moves[position]:
            return ends[position]
        results = []
        for _, successor, outcome in moves[position]:
            if outcome not in ongoing:
                results.append(ended[outcome])
                continue
            gained, again = ongoing[outcome]
            if first is not None:
                results.append(value(successor) + (gained if first(position) else -gained))
            else:
                results.append(gained + (value(successor) if again else -value(successor)))
        return max(results) if first is None or first(position) else min(results)

    return [value(position) for position in range(len(moves))]
