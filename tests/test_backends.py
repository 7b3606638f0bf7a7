"""The backends against each other and against naive solvers: every record, every state, every count.

``reference`` knows neither symmetry, ``unmoves`` nor compiled code; the naive solvers share nothing with any backend,
not even the games' rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import naive_ostle
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher
from runs import loss_in, rules_of, win_in
from small_games import assert_same, lgame_rules, ostle_rules, solved, state_values
from walking_game.naive import NaiveSolution
from walking_game.plugin import retro_game as walking_game

from retro.compiling.compile import jit
from retro.compiling.kernel_cache import floats
from retro.compiling.kernels import plain_kernels
from retro.game import NONE
from retro.game.loading import load
from retro.game.rules import Rules
from retro.lookup import solved_kernels
from retro.lookup.solved import table_of
from retro.solving import queue, reference, solve
from retro.solving.tiles import Tiles
from retro.storage.solution import Solution
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.system.sizes import TINY
from retro_ostle.plugin import retro_game as ostle

# size, men, left, reading of rule 8 -> positions, checkmates, states, of them with a forbidden move, positions that no
# move enters without forbidding one, longest DTM: by `naive_ostle.count_states` of commit c249775e
COUNTS = {
    (3, 2, 1, "paper"): (492, 310, 513, 331, 0, 17),
    (3, 2, 0, "paper"): (954, 82, 2407, 1540, 5, 33),
    (3, 2, 0, "exact"): (954, 82, 2401, 1534, 5, 33),
    (3, 3, 1, "paper"): (2436, 826, 3726, 2152, 36, 21),
    (4, 1, 0, "paper"): (426, 32, 1454, 1060, 0, 11),
}
BOARDS = [pytest.param(board, marks=pytest.mark.soak) if board[1] == 3 else board for board in COUNTS]
EVEN = {"size": "4", "men": "2", "left": "0", "pieces": "3"}
"""On 4 x 4 a step may lead to a square of the same class: cases of rule 8 that 5 x 5 does not have."""


def dispatchers(names: dict[str, object], seen: dict[int, Dispatcher]) -> Iterator[Dispatcher]:
    """All compiled functions that a module reaches."""
    for value in list(names.values()):
        if isinstance(value, Dispatcher) and id(value) not in seen:
            seen[id(value)] = value
            yield value
            yield from dispatchers(value.py_func.__globals__, seen)


@pytest.mark.compiled
def test_no_compiled_code_computes_with_floats():
    """Mixing signed and unsigned integers makes floats of both: slow, and wrong above 2**53.

    What comes from disk does not know its types; but what computes with floats is never stored there
    (`test_kernel_cache`), and is seen here.
    """
    rules = ostle_rules(3, 2, 0, "paper")
    solve(rules, "queue", 1, Silent())
    kernels = vars(queue.kernels(rules))
    reached = {function.py_func.__name__: function for function in dispatchers(kernels, {})}
    assert reached.keys() >= {"moves", "rank", "unrank", "rank_pair", "image_set", "updated"}
    assert reached["expand"].overloads and not any(list(floats(function)) for function in reached.values())


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_reference_finds_published_values_of_ostle(board):
    statistics = solved(board, "reference").statistics
    states = sum(statistics.states.values())
    longest = max(ostle_rules(*board).kind.dtm(value) or 0 for value in statistics.states)
    counts = (statistics.positions, statistics.checkmates, states, statistics.forbidding, statistics.unentered, longest)
    assert counts == COUNTS[board]
    assert sum(statistics.sections.values()) == statistics.stored == statistics.positions


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_every_state_of_ostle_has_its_naive_value(board):
    rules = ostle_rules(*board)
    value = state_values(rules, solved(board, "reference"))
    for (position, barred), plies in naive_ostle.solve(*board).items():
        key = rules.text.parse(naive_ostle.text(position))
        forbidden = NONE if barred is None else rules.text.parse_move(key, barred)
        assert value(key, forbidden) == (0 if plies == 0 else win_in(plies) if plies > 0 else loss_in(-plies))


def check_backends(rules: Rules, expected: Solution) -> None:
    """Compares every record and every number of each backend with those of the reference backend."""
    for backend in ("queue", "sweep"):
        solution = solve(rules, backend, 1, Silent(), tiles=Tiles(sizes=TINY))
        assert_same(rules, expected, solution)
        assert_words(rules, solution)


def assert_words(rules: Rules, solution: Solution) -> None:
    """Compares what kernels read in the records of a solver's memory with the records of its solution."""
    if solution.words is not None:
        table = table_of(rules, solution, 0)
        kernels = plain_kernels(rules, solved_kernels, table.constants)
        for slot in range(rules.slots):
            best, second, only_move = (int(kernels.field_at(slot, number, table.view)) for number in range(3))
            if not rules.repetition:
                second, only_move = best, 0
            assert (int(table.values[best]), int(table.values[second]), only_move - 1) == table.record(slot)


@pytest.mark.parametrize("board", [board for board in COUNTS if board[1] < 3 and board[3] == "paper"], ids=str)
def test_backends_agree_on_ostle(board):
    check_backends(ostle_rules(*board), solved(board, "reference"))


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("rules", [lambda: rules_of(ostle(), **EVEN), lgame_rules], ids=["even board", "lgame"])
def test_backends_agree_on_larger_games(rules):
    """The slowest functions are compiled for the reference; as plain Python they take minutes."""
    loaded = rules()
    slow = {name: jit(loaded.functions[name], {}) for name in ("moves", "image", "undo", "rank", "image_code")}
    expected = reference.solve(replace(loaded, functions=loaded.functions | slow), Silent())
    for backend in ("queue", "sweep"):
        assert_same(loaded, solve(loaded, backend, 1, Silent()), expected)


def test_backends_agree_with_the_definition_on_random_games():
    """Games that are lost or drawn at once, with every kind of outcome, and with moves that cannot be taken back."""
    slots = 0
    for seed in range(60):
        rules = load(walking_game(), {"seed": seed})
        naive = NaiveSolution(rules)
        solution = reference.solve(rules, Silent())
        for expected, plane in zip(naive.planes(0, rules.slots), solution.planes(0, rules.slots), strict=True):
            assert np.array_equal(expected, plane)
        slots += np.count_nonzero(plane != NONE)
        assert replace(naive.statistics, states={}) == replace(solution.statistics, states={}, unentered=0)
        assert dict(sorted(naive.statistics.states.items())) == solution.statistics.states
        if seed in (*range(10), 54):
            check_backends(rules, solution)
    assert slots > 20


def test_reference_refuses_games_that_are_too_large():
    game = ostle()
    rules = load(game, game.choose({}))
    with pytest.raises(GameError, match="at most 200,000 positions") as error:
        reference.solve(rules, Silent())
    assert "\n" not in str(error.value)
