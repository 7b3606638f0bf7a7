"""The reference backend: retrograde analysis in plain Python over dictionaries, slow and easy to check.

It calls only the functions ``moves`` and ``undo`` of a game, and solves every state of every position separately: it
uses no symmetry, no ``unmoves``, no compiled code, and no record that two states share. Only in the end it reads the
values at the canonical positions of the index, to return the same records as the other backends.

States are decided level by level, by the definition of their values: a state is won in one ply more than the quickest
lost successor, and lost in one ply more than the slowest successor if all of them are won. Where values are scores, the
value of a position is that of its best move, and positions come after their successors.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter

import numpy as np

from retro.game import DRAW, LOSS, NONE, UNKNOWN, WIN, dtm, points, score
from retro.game.endless import DISTANCE_SHIFT, DRAWN, points_of
from retro.game.rules import IndexedRules, Move
from retro.game.values import ended, endless, for_mover, one_ply_up, order, without_moves
from retro.storage.solution import VALUES_OF_16_BITS, Planes, Solution, Statistics, value_type
from retro.system.errors import GameError
from retro.system.progress import Progress

MAX_POSITIONS = 200_000
"""Limit of the backend: more positions would take hours."""

State = tuple[int, int]
"""A position's key and the code of the move forbidden in it, or NONE."""


@dataclass
class Graph:
    """Every move of every position, forwards and backwards.

    moves   by key
    after   state to which a move leads, by key and code; only for moves that do not end the game
    before  edges (key, code, again) into a state, by state; ``again``: the same player moves again
    """

    moves: dict[int, list[Move]] = field(default_factory=dict)
    after: dict[tuple[int, int], State] = field(default_factory=dict)
    before: dict[State, list[tuple[int, int, bool]]] = field(default_factory=lambda: defaultdict(list))

    def forbidden(self) -> dict[int, set[int]]:
        """Returns by key the codes, or NONE, that moves into the position forbid."""
        results: dict[int, set[int]] = defaultdict(set)
        for key, code in self.before:
            results[key].add(code)
        return results


def solve(rules: IndexedRules, progress: Progress) -> Solution:
    """Solves a game of at most MAX_POSITIONS positions, images counted one by one. Raises GameError if it has more."""
    graph = _graph(rules, _positions(rules, progress), progress)
    if rules.thresholds:
        values = _with_thresholds(rules, graph)
    else:
        values = _scores(rules, graph) if rules.scores else _values(rules, graph, progress)
    solution = _records(rules, graph, values, progress)
    progress.close()
    return solution


def _images(rules: IndexedRules, key: int) -> set[int]:
    return {rules.image(key, g) for g in range(rules.group)}


def _positions(rules: IndexedRules, progress: Progress) -> list[int]:
    progress.phase("positions", rules.slots, None)
    keys: set[int] = set()
    for index in range(rules.slots):
        key = rules.unrank(index)
        if key >= 0:
            keys |= _images(rules, key)
        if len(keys) > MAX_POSITIONS:
            limit = f"{MAX_POSITIONS:,} positions, images counted one by one"
            raise GameError(f"the reference backend takes at most {limit}; {rules.game.name} has more: use another")
        progress.advance(1, 0)
    return list(keys)


def _graph(rules: IndexedRules, keys: list[int], progress: Progress) -> Graph:
    progress.phase("moves", len(keys), None)
    graph = Graph()
    unseen = keys
    while unseen:
        key = unseen.pop()
        if key in graph.moves:
            continue
        if len(graph.moves) >= MAX_POSITIONS:
            raise GameError(f"moves of {rules.game.name} lead to more positions than its index has")
        graph.moves[key] = rules.moves(key)
        for move in graph.moves[key]:
            if move.goes_on:
                forbidden = rules.undo(key, move.code, move.successor)
                graph.after[key, move.code] = move.successor, forbidden
                graph.before[move.successor, forbidden].append((key, move.code, move.again))
                if move.successor not in graph.moves:
                    unseen.append(move.successor)
        progress.advance(1, 0)
    return graph


def _look(rules: IndexedRules, graph: Graph, values: dict[State, int], state: State) -> int:
    """Returns the value of a state, UNKNOWN if the known values of its successors do not decide it."""
    key, forbidden = state
    results = [
        one_ply_up(rules, key, move, values.get(graph.after[key, move.code], UNKNOWN)) if move.goes_on else move.outcome
        for move in graph.moves[key]
        if move.code != forbidden
    ]
    if not results:
        value = rules.no_moves(key)
        return value if value > DRAW else UNKNOWN
    won = [value for value in results if value > DRAW and value & 1]
    if won:
        return min(won)
    return UNKNOWN if min(results) <= DRAW else max(results)


def _values(rules: IndexedRules, graph: Graph, progress: Progress) -> dict[State, int]:
    """Returns the values of all states that are not draws."""
    forbidden = graph.forbidden()
    due: dict[int, dict[State, int]] = defaultdict(dict)
    values: dict[State, int] = {}
    candidates: dict[State, int] = {}  # moves that are not known to lose

    def look(state: State) -> None:
        value = _look(rules, graph, values, state)
        if value != UNKNOWN:
            due[dtm(value)][state] = value

    for key, moves in graph.moves.items():
        for code in forbidden[key] | {NONE}:
            candidates[key, code] = sum(move.code != code and move.outcome != LOSS for move in moves)
            look((key, code))
    while due:
        level = min(due)
        decided = due.pop(level)
        progress.phase("level", len(decided), level)
        values |= decided
        for state, value in decided.items():
            for key, code, again in graph.before.get(state, ()):
                loses = bool(value & 1) != again
                for earlier in forbidden[key] | {NONE}:
                    if earlier != code and (key, earlier) not in values:
                        candidates[key, earlier] -= loses
                        if not loses or candidates[key, earlier] == 0:
                            look((key, earlier))
        progress.advance(len(decided), len(values))
    return values


def _with_thresholds(rules: IndexedRules, graph: Graph) -> dict[State, int]:
    """Returns the values of all positions of a game in which they depend on what play without end is worth.

    Tier by tier, positions get their values in the order of what these are worth more or less than play without end,
    and of plies.
    """
    values: dict[State, int] = {}
    due: list[tuple[int, int, int, int]] = []

    def look(key: int) -> None:
        known = [
            one_ply_up(rules, key, move, values[graph.after[key, move.code]])
            if move.goes_on
            else ended(rules, key, move.outcome, 1)
            for move in graph.moves[key]
            if not move.goes_on or graph.after[key, move.code] in values
        ]
        value = min(known, key=lambda each: order(rules, key, each), default=UNKNOWN)
        if not graph.moves[key]:
            value = without_moves(rules, key)
        threshold, distance = 0, value
        if rules.scores:
            value_for_mover = for_mover(rules, value, rules.first_to_move(key))
            threshold = -abs(points_of(value) - points_of(rules.endless(key)))
            distance = value_for_mover >> DISTANCE_SHIFT
        elif value >= DRAWN:
            threshold, distance = 1, value & (DRAWN - 1)
        if distance > DRAW and (distance & 1 or len(known) == len(graph.moves[key])):
            heapq.heappush(due, (threshold, dtm(distance), key, value))

    tiers: dict[int, set[int]] = defaultdict(set)
    for key in graph.moves:
        tiers[rules.tier(key)].add(key)
    for _, keys in sorted(tiers.items()):
        for key in keys:
            look(key)
        while due:
            _, _, key, value = heapq.heappop(due)
            if (key, NONE) not in values:
                values[key, NONE] = value
                for before, *_ in graph.before.get((key, NONE), ()):
                    if before in keys and (before, NONE) not in values:
                        look(before)
        for key in keys:
            values.setdefault((key, NONE), endless(rules, key))
    return values


def _scores(rules: IndexedRules, graph: Graph) -> dict[State, int]:
    """Returns the scores of all positions. Raises GameError if a position comes again on a path from itself."""
    values: dict[State, int] = {}
    after = {
        key: {graph.after[key, move.code][0] for move in moves if move.goes_on} for key, moves in graph.moves.items()
    }
    try:
        for key in TopologicalSorter(after).static_order():
            values[key, NONE] = _best_score(rules, graph, values, key)
    except CycleError as error:
        again = rules.text.format(error.args[1][0])
        raise GameError(f"{rules.game.name} comes back to {again}: a game with scores must not") from error
    return values


def _best_score(rules: IndexedRules, graph: Graph, values: dict[State, int], key: int) -> int:
    if not graph.moves[key]:
        return rules.no_moves(key)
    results = [
        points(one_ply_up(rules, key, move, values[graph.after[key, move.code]]) if move.goes_on else move.outcome)
        for move in graph.moves[key]
    ]
    return score(max(results) if rules.scores == "mover" or rules.first_to_move(key) else min(results))


def _records(rules: IndexedRules, graph: Graph, values: dict[State, int], progress: Progress) -> Solution:
    """Returns the values at the canonical positions, and the statistics."""
    progress.phase("records", rules.slots, None)
    entering = graph.forbidden()
    players = rules.players
    states: Counter[int] = Counter()
    final: Counter[int] = Counter()
    statistics = Statistics(sections={name: 0 for name, _, _ in rules.sections}, slots=rules.slots)
    records = []
    for index in range(rules.slots):
        progress.advance(1, len(values))
        key = rules.unrank(index)
        if key < 0:
            records.append((UNKNOWN, UNKNOWN, NONE))
            continue
        best = values.get((key, NONE), UNKNOWN)
        different = _up_to_symmetry(rules, key, entering[key])
        # Forbidding a move changes the value only if it is the single best one: there is at most one such code.
        of_states = {code: values.get((key, example), UNKNOWN) for code, example in different.items()}
        only_move = next((code for code, value in of_states.items() if value != best), NONE)
        records.append((best, of_states.get(only_move, best) if only_move != NONE else best, only_move))

        weight = len(_images(rules, key)) if rules.counts_images else 1
        statistics.stored += 1
        statistics.positions += weight
        for name, start, stop in rules.sections:
            statistics.sections[name] += weight * (start <= index < stop)
        checkmate = not rules.scores and any(move.outcome == WIN for move in graph.moves[key])
        statistics.checkmates += weight * checkmate
        if not graph.moves[key]:
            final[best] += weight * players
        if not rules.repetition:
            states[best] += weight * players
        elif not checkmate:
            states.update({value: players * n for value, n in Counter(of_states.values()).items()})
            statistics.forbidding += sum(code != NONE for code in of_states)
            statistics.unentered += NONE not in of_states
    statistics.states, statistics.final = dict(sorted(states.items())), dict(sorted(final.items()))
    table = np.array(records, np.int64).reshape(-1, 3)

    above = max(VALUES_OF_16_BITS, 1 + int(table[:, :2].max(initial=0)))
    value = value_type(above)

    def planes(start: int, stop: int) -> Planes:
        rows = table[start:stop]
        return rows[:, 0].astype(value), rows[:, 1].astype(value), rows[:, 2].astype(np.int16)

    return Solution(planes, statistics, values=above)


def _up_to_symmetry(rules: IndexedRules, key: int, codes: set[int]) -> dict[int, int]:
    """Returns one of ``codes`` for each class of codes under the symmetries of the position, by its smallest image."""
    fixing = [g for g in range(rules.group) if rules.image(key, g) == key]
    return {NONE if code == NONE else min(rules.image_code(code, g) for g in fixing): code for code in codes}
