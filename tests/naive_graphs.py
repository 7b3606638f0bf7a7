"""Values of random graphs by their definition, computed again and again for all positions; shares no code with retro.

A move is (code, successor, outcome). Outcomes of moves that go on are given by the test as a dictionary: outcome to
(points, whether the same player moves again).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

Moves = Sequence[Sequence[tuple[int, int, int]]]
Ongoing = Mapping[int, tuple[int, bool]]
WON, LOST, DRAWN = 2, -2, 0
"""Points where values are wins and losses; play without end may be worth one point, to win it or to lose it."""


def in_words(points: int, plies: int | None) -> tuple[str, int | None]:
    """Returns a value of a game of wins and losses as an outcome and its plies."""
    return ("draw", "win", "loss")[(points > 0) - (points < 0)], plies


def values_of(moves: Moves, components, ends, ended, ongoing: Ongoing, endless, first=None):
    """Returns by position the points that the mover still gains, and plies, None if play may go on for ever for them.

    Moves gain points between ``components`` only, which come in the order of their moves; None stands for a single one.
    Gains are always those of the player who moves. With ``first``, which returns whether the first player is to move in
    a position, all other points are those of the first player: the results, ``ends`` of positions without moves,
    ``ended`` of outcomes that end the game, and ``endless`` of positions, what play without end is worth. Otherwise
    they are those of the mover.
    """
    side = {i: 1 if first is None or first(i) else -1 for i in range(len(moves))}
    worth = {i: side[i] * endless(i) for i in side}
    values: dict[int, int] = {}

    def turn(i, outcome, successor):
        again = ongoing[outcome][1] if first is None else side[i] == side[successor]
        return 1 if again else -1

    def by_move(i, move):
        _, successor, outcome = move
        if outcome not in ongoing:
            return side[i] * ended[outcome]
        return ongoing[outcome][0] + turn(i, outcome, successor) * values[successor]

    for component in [range(len(moves))] if components is None else components:
        outside, inside, relative = {}, {}, dict.fromkeys(component, 0)
        for i in component:
            within = [move for move in moves[i] if move[2] in ongoing and move[1] in component]
            inside[i] = [(after, turn(i, outcome, after)) for _, after, outcome in within]
            results = [by_move(i, move) for move in moves[i] if move not in within]
            outside[i] = [each - worth[i] for each in (results if moves[i] else [side[i] * ends[i]])]
        for n in count(1):
            forced = None  # who gets so much more than play without end is worth
            new: set[tuple[int, int]] = set()
            while new != forced:
                forced = new
                new = {
                    (i, who)
                    for i in component
                    for who, chosen in ((1, any), (-1, all))
                    if chosen(
                        [who * each >= n for each in outside[i]] + [(j, who * to) in forced for j, to in inside[i]]
                    )
                }
            if not forced:
                break
            relative |= {i: n * who for i, who in forced}
        values |= {i: worth[i] + relative[i] for i in component}
    plies, before = [None] * len(moves), None
    while plies != before:
        before, plies = plies, [_plies(i, moves, values, worth, plies, ongoing, by_move) for i in range(len(moves))]
    return [(side[i] * values[i], plies[i]) for i in range(len(moves))]


def _plies(i, moves, values, worth, plies, ongoing, by_move):
    if values[i] == worth[i]:
        return None
    if not moves[i]:
        return 0
    best = [move for move in moves[i] if by_move(i, move) == values[i]]
    known = []
    for _, successor, outcome in best:
        if outcome not in ongoing or values[successor] == worth[successor]:
            known.append(1)
        elif plies[successor] is not None:
            known.append(plies[successor] + 1)
    if values[i] > worth[i]:
        return min(known, default=None)
    return max(known) if len(known) == len(best) else None
