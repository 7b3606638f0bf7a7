"""Search from the start: distances and numbers of states, compared with plain searches over states."""

from dataclasses import replace

import naive_ostle
import numpy as np
import pytest
from random_graphs import Graph
from runs import rules_of
from small_games import lgame_rules, ostle_rules, without_index, without_unmoves
from state_distances import (
    BOARDS,
    CASES,
    classes,
    histogram,
    named,
    nodes,
    ostle_plies,
    plies_to,
    search,
    searched,
    walk_rules,
    walks,
)

from retro.game import NONE, ONGOING, goes_on
from retro.reach import plan as reach_plan
from retro.reach import reach
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.distances import UNREACHED
from retro.system.errors import GameError
from retro.system.progress import Silent

GIB = 1 << 30


@pytest.mark.parametrize("board", CASES, ids=str)
def test_ostle_has_the_counts_of_table_3(board):
    result, rules = searched(board), ostle_rules(*board)
    assert result.states == histogram(plies for plies, _ in named(board, obeyed=False).values())
    assert result.positions == np.count_nonzero(result.distances != UNREACHED)
    far = {}
    for (position, _), plies in ostle_plies(board, obeyed=True).items():
        far.setdefault(naive_ostle.canonical(position), plies)
    for index, plies in enumerate(result.distances.tolist()):
        key = rules.unrank(index)
        position = None if key < 0 else naive_ostle.canonical(naive_ostle.board(rules.text.format(key)))
        assert plies == far.get(position, UNREACHED)


def test_the_first_plies_of_table_3_differ_from_legal_ones():
    """A small board differs as the real one does, which has 102 and 99 states after two plies."""
    legal = histogram(plies for plies, _ in named(BOARDS[0], obeyed=True).values())
    assert searched(BOARDS[0]).states[:4] == [1, 7, 49, 182] and legal[:4] == [1, 7, 46, 171]


@pytest.mark.parametrize("seed", [54, 0, 30])
def test_walks_are_counted_by_definition(seed):
    rules = walk_rules(seed)
    plies = walks(rules, obeyed=False)
    by_class = classes(rules, plies)
    result = search(rules)
    assert result.states == histogram(level for (key, _), level in by_class.items() if key < rules.slots)
    assert np.array_equal(result.distances, nodes(rules, plies))
    assert result.positions == np.count_nonzero(result.distances != UNREACHED) == len({key for key, _ in by_class}) / 2


@pytest.mark.parametrize("indexed", [True, False])
def test_games_without_functions_are_counted_the_same(indexed):
    full, expected = ostle_rules(*BOARDS[0]), searched(BOARDS[0])
    rules = without_unmoves(full if indexed else without_index(full))
    result = search(rules)
    assert result[1:3] == expected[1:3]
    for index in range(rules.slots):
        key = rules.unrank(index)
        assert key < 0 or result.distances[index] == expected.distances[full.rank(key)[0]]


@pytest.mark.parametrize("plies", [253, 254, 255, 256])
def test_states_beyond_254_plies_are_counted(plies):
    """A random graph with a repetition rule, at the end of a line of moves."""
    graph = Graph.random(7, 12, 0.4, repetition=True).with_line(plies)
    graph.moves[12].append((0, 11, ONGOING))
    start = len(graph.moves) - 1
    rules = replace(graph.rules([0] * (start + 1), lgame_rules(), repetition=True), starts=(start,))
    far = plies_to(start, lambda position: [to for _, to, outcome in graph.moves[position] if goes_on(outcome)])
    states = {(start, NONE): 0}
    for position, distance in far.items():
        for code, after, outcome in graph.moves[position] if distance is not None else ():
            state = after, graph.undo.get((position, code), NONE)
            if goes_on(outcome):
                states[state] = min(distance + 1, states.get(state, distance + 1))
    result = search(rules)
    assert max(states.values()) > plies and any(forbidden != NONE for _, forbidden in states)
    assert result.states == [rules.players * count for count in histogram(states.values())]
    assert result.positions == len(far) and result.distance_bytes == (1 if max(far.values()) < 255 else 2)


def test_a_game_without_a_start_is_refused():
    with pytest.raises(GameError, match="with these options walking has no start"):
        search(replace(walk_rules(0), starts=()))


def test_all_of_ostle_is_planned_within_two_gibibytes(reported):
    reported(held_memory=110 << 20)  # as in a new process
    rules = rules_of("ostle")
    for available, kinds in ((GIB * 2, [PACKED, FILES]), (GIB * 4, [PLAIN, PACKED, FILES])):
        planned = reach_plan.plans(rules, 2, available)
        assert [plan.tiles.kind for plan in planned] == [PLAIN, PACKED, FILES]
        assert [plan.tiles.kind for plan in planned if plan.memory_bytes <= available] == kinds
        assert planned[0].seconds == min(plan.seconds for plan in planned)
    assert planned[0].memory_bytes > rules.slots
    assert [plan.tiles.kind for plan in reach_plan.plans(rules, 2, GIB, FILES)] == [FILES]


@pytest.mark.parametrize("kind", [PLAIN, PACKED])
def test_with_spare_memory_no_update_is_sent_twice(kind):
    rules = ostle_rules(*CASES[0])
    sent, distances = [], []
    for budget in (0, 1 << 20):
        result = reach.search(rules, 1, Silent(), tiles=Tiles(kind, budget, dtype=reach.BYTE))
        sent.append(int(result.snapshot[2]["found"][0]))  # edges
        distances.append(result.distances)
    assert np.array_equal(*distances)
    positions = np.count_nonzero(distances[0] != UNREACHED)
    assert sent[0] > 2 * positions
    assert sent[1] in (positions - 1, positions)  # some move may lead to the start
