"""Values of random graphs by their definition, computed again and again for all positions; shares no code with retro.

A move is (code, successor, outcome). Outcomes of moves that go on are given by the test as a dictionary: outcome to
(points, whether the same player moves again).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Moves = Sequence[Sequence[tuple[int, int, int]]]
Ongoing = Mapping[int, tuple[int, bool]]

Won = tuple[bool, int]
"""Whether the mover wins, and in how many plies."""


def in_words(value: Won | None) -> tuple[str, int | None]:
    """Returns a result of `outcomes` as an outcome and its plies."""
    return ("draw", None) if value is None else (("loss", "win")[value[0]], value[1])


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


def draws(moves: Moves, won: Sequence[Won | None], ends, ended, ongoing: Ongoing, worth) -> list[int | None]:
    """Returns by position the plies of a draw by rule, None if somebody wins, or if play goes on for ever.

    ``won`` is the result of `outcomes`; ``worth(position)`` is what play without end is worth for the mover: -1, 0, 1.
    """
    plies: list[int | None] = [None] * len(moves)
    while True:
        new = [
            None if won[i] is not None else _drawn(i, moves, won, plies, ended, ongoing, worth)
            for i in range(len(moves))
        ]
        if new == plies:
            return plies
        plies = new


def _drawn(position, moves, won, plies, ended, ongoing, worth):
    if not moves[position]:
        return 0
    results = []
    for _, successor, outcome in moves[position]:
        if outcome not in ongoing:
            if ended[outcome] is None:
                results.append(1)
        elif won[successor] is None:
            results.append(None if plies[successor] is None else plies[successor] + 1)
    drawn = [result for result in results if result is not None]
    if worth(position) < 0:
        return min(drawn, default=None)
    return max(drawn) if len(drawn) == len(results) else None


def thresholds(moves: Moves, components, ends, ended, ongoing: Ongoing, endless, first=None):
    """Returns by position the points that the mover still gains, and plies, None if play may go on for ever for them.

    Moves gain points between ``components`` only, which come in the order of their moves; gains are always those of the
    player who moves. With ``first``, which returns whether the first player is to move in a position, all other points
    are those of the first player: the results, ``ends`` of positions without moves, ``ended`` of outcomes that end the
    game, and ``endless`` of positions, what play without end is worth. Otherwise they are those of the mover.
    """
    side = {i: 1 if first is None or first(i) else -1 for i in range(len(moves))}
    worth = {i: side[i] * endless(i) for i in side}
    values: dict[int, int] = {}

    def after(i, outcome, successor):
        again = ongoing[outcome][1] if first is None else side[i] == side[successor]
        return 1 if again else -1

    def by_move(i, move):
        _, successor, outcome = move
        if outcome not in ongoing:
            return side[i] * ended[outcome]
        return ongoing[outcome][0] + after(i, outcome, successor) * values[successor]

    for component in components:
        outside = {
            i: [by_move(i, move) - worth[i] for move in moves[i] if move[2] not in ongoing or move[1] not in component]
            + ([] if moves[i] else [side[i] * ends[i] - worth[i]])
            for i in component
        }
        inside = {
            i: [
                (move[1], after(i, move[2], move[1]))
                for move in moves[i]
                if move[2] in ongoing and move[1] in component
            ]
            for i in component
        }
        relative = dict.fromkeys(component, 0)
        for n in range(1, 100):
            forced: set[tuple[int, int]] = set()  # who gets so much more than play without end is worth
            while True:
                new = set(forced)
                for i in component:
                    if max(outside[i], default=-100) >= n or any((j, turn) in forced for j, turn in inside[i]):
                        new.add((i, 1))
                    if max(outside[i], default=-100) <= -n and all((j, -turn) in forced for j, turn in inside[i]):
                        new.add((i, -1))
                if new == forced:
                    break
                forced = new
            relative |= {i: n * sign for i, sign in forced}
        values |= {i: worth[i] + relative[i] for i in component}
    plies: list[int | None] = [None] * len(moves)
    while True:
        new_plies = [_plies(i, moves, values, worth, plies, ongoing, by_move) for i in range(len(moves))]
        if new_plies == plies:
            return [(side[i] * values[i], plies[i]) for i in range(len(moves))]
        plies = new_plies


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
