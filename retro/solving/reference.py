"""The reference backend: retrograde analysis in plain Python over dictionaries, slow and easy to check.

It calls only the functions ``moves`` and ``undo`` of a game, and solves every state of every position separately: it
uses no symmetry, no ``unmoves``, no compiled code, and no record that two states share. Only in the end it reads the
values at the canonical positions of the index, to return the same records as the other backends.

States get their values by ascending levels, by the definition of `retro.game.values`: the value of a state is that of
its best move, once a move is worth more than play without end, or all of its moves have values.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from retro.game import NONE
from retro.game.move_values import endless, value_of_move, without_moves
from retro.game.rules import IndexedRules, Move
from retro.game.values import NO_VALUE, code_of, has_plies, plies_of_level, points_of
from retro.storage.solution import Planes, Solution, Statistics, TooLong
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
    before  positions and their moves that lead to a state, by state
    """

    moves: dict[int, list[Move]] = field(default_factory=dict)
    after: dict[tuple[int, int], State] = field(default_factory=dict)
    before: dict[State, list[tuple[int, Move]]] = field(default_factory=lambda: defaultdict(list))

    def forbidden(self) -> dict[int, set[int]]:
        """Returns by key the codes, or NONE, that moves into the position forbid."""
        results: dict[int, set[int]] = defaultdict(set)
        for key, code in self.before:
            results[key].add(code)
        return results


def solve(rules: IndexedRules, progress: Progress) -> Solution:
    """Solves a game of at most MAX_POSITIONS positions, images counted one by one. Raises GameError if it has more,
    TooLong if values do not hold the plies of a win."""
    graph = _graph(rules, _positions(rules, progress), progress)
    solution = _records(rules, graph, _values(rules, graph, progress), progress)
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
                graph.before[move.successor, forbidden].append((key, move))
                if move.successor not in graph.moves:
                    unseen.append(move.successor)
        progress.advance(1, 0)
    return graph


def _values(rules: IndexedRules, graph: Graph, progress: Progress) -> dict[State, int]:
    """Returns the values of all states: tier by tier, in ascending levels."""
    values: dict[State, int] = {}
    forbidden = graph.forbidden()
    progress.phase("values", len(graph.moves), None)
    tiers: dict[int, list[State]] = defaultdict(list)
    for key in graph.moves:
        tiers[rules.tier(key)] += [(key, code) for code in forbidden[key] | {NONE}]
    for _, states in sorted(tiers.items()):
        _solve_tier(rules, graph, states, forbidden, values)
        progress.advance(0, len(values))
    return values


def _solve_tier(
    rules: IndexedRules, graph: Graph, states: list[State], forbids: dict[int, set[int]], values: dict[State, int]
) -> None:
    """Adds the values of the states of a tier; those of lower tiers are known."""
    bits = rules.kind.bits
    unknown = {state: len([move for move in graph.moves[state[0]] if move.code != state[1]]) for state in states}
    best = dict.fromkeys(states, NO_VALUE)
    due: list[tuple[int, State, int]] = []

    def learn(state: State, value: int) -> None:
        """Takes note of the value of a move, or of having none; the state is due if that decides its value."""
        unknown[state] -= 1
        best[state] = max(best[state], value)
        endless = rules.endless(state[0])
        found, plies = points_of(best[state], bits), plies_of_level(best[state], bits)
        if points_of(value, bits) > endless or (unknown[state] <= 0 and found < endless):
            heapq.heappush(due, (code_of(found, plies, endless, rules.top, bits) >> 1, state, best[state]))

    for state in states:
        key, forbidden = state
        allowed = [move for move in graph.moves[key] if move.code != forbidden]
        for move in allowed:
            after = graph.after.get((key, move.code))
            if after is None or after in values:
                learn(state, value_of_move(rules, key, move, values.get(after, NO_VALUE) if after else NO_VALUE))
        if not allowed:
            learn(state, without_moves(rules, key))
    while due:
        _, state, value = heapq.heappop(due)
        if state not in values:
            if bits > 0 and not has_plies(value, bits):
                raise TooLong(rules, (1 << bits >> 1) - 2)
            values[state] = value
            for key, move in graph.before.get(state, ()):
                for earlier in forbids[key] | {NONE}:
                    if earlier != move.code and (key, earlier) in unknown and (key, earlier) not in values:
                        learn((key, earlier), value_of_move(rules, key, move, value))
    for state in states:
        if rules.kind.bits == 0 and unknown[state] > 0:
            again = rules.text.format(state[0])
            raise GameError(
                f"{rules.game.name} does not lower the tier by a move from {again}: a game with scores must"
            )
        values.setdefault(state, endless(rules, state[0]))


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
            records.append((NO_VALUE, NO_VALUE, NONE))
            continue
        best = values[key, NONE]
        different = _up_to_symmetry(rules, key, entering[key])
        # Forbidding a move changes the value only if it is the single best one: there is at most one such code.
        of_states = {code: values[key, example] for code, example in different.items()}
        only_move = next((code for code, value in of_states.items() if value != best), NONE)
        records.append((best, of_states.get(only_move, best) if only_move != NONE else best, only_move))

        weight = len(_images(rules, key)) if rules.counts_images else 1
        statistics.stored += 1
        statistics.positions += weight
        for name, start, stop in rules.sections:
            statistics.sections[name] += weight * (start <= index < stop)
        results = (value_of_move(rules, key, move, NO_VALUE) for move in graph.moves[key] if not move.goes_on)
        checkmate = any(map(rules.kind.wins, results))
        statistics.checkmates += weight * checkmate
        if not graph.moves[key]:
            final[rules.counted_value(key, best)] += weight * players
        if not rules.repetition:
            states[rules.counted_value(key, best)] += weight * players
        elif not checkmate:
            states.update({value: players * n for value, n in Counter(of_states.values()).items()})
            statistics.forbidding += sum(code != NONE for code in of_states)
            statistics.unentered += NONE not in of_states
    statistics.states, statistics.final = dict(sorted(states.items())), dict(sorted(final.items()))
    table = np.array(records, np.int64).reshape(-1, 3)

    def planes(start: int, stop: int) -> Planes:
        rows = table[start:stop]
        return rows[:, 0].astype(np.int32), rows[:, 1].astype(np.int32), rows[:, 2].astype(np.int16)

    return Solution(planes, statistics, sorted({NO_VALUE, *table[:, :2].ravel().tolist()}))


def _up_to_symmetry(rules: IndexedRules, key: int, codes: set[int]) -> dict[int, int]:
    """Returns one of ``codes`` for each class of codes under the symmetries of the position, by its smallest image."""
    fixing = [g for g in range(rules.group) if rules.image(key, g) == key]
    return {NONE if code == NONE else min(rules.image_code(code, g) for g in fixing): code for code in codes}
