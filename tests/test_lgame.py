"""The L-game: the plugin against published numbers and against a naive twin that shares no code with it."""

from collections import Counter

import naive_lgame
import numpy as np
import pytest
from naive_lgame import words
from runs import rules_of

from retro.game import NONE, ONGOING
from retro.solving import solve
from retro.system.progress import Silent
from retro.verify import published
from retro_lgame import rules, text
from retro_lgame.plugin import retro_game

ENTRIES = {each.title: each for each in published.load(retro_game())}
NUMBERS = ENTRIES["Positions and states"].rows
OUT = np.zeros((max(rules.MAX_MOVES, rules.MAX_UNMOVES), 3), np.int64)


@pytest.fixture(scope="module")
def keys():
    """Every position, in the order of the naive twin's boards."""
    return [text.parse(naive_lgame.text(board)) for board in naive_lgame.graph()[0]]


def test_published_counts(keys):
    assert len(set(keys)) == NUMBERS["positions"]
    assert rules.SLOTS == 2_296
    assert len(rules.SQUARES) == 48
    assert Counter(rules.rank(key)[0] for key in keys) == Counter(dict.fromkeys(range(rules.SLOTS), 8))
    assert all(rules.rank(rules.unrank(slot)) == (slot, 0, False) for slot in range(rules.SLOTS))


def test_moves_are_those_of_the_twin_and_are_taken_back(keys):
    """Of some positions; the conformance of the game has symmetries."""
    ends = naive_lgame.graph()[1]
    for number in range(0, len(keys), 50):
        key = keys[number]
        rows = OUT[: rules.moves(key, OUT)].tolist()
        assert sorted(successor for successor, _, _ in rows) == sorted(keys[end] for end in ends[number])
        codes = {code for _, code, _ in rows}
        assert len(codes) == len(rows) and codes <= {*range(rules.CODES)} and {end for _, _, end in rows} <= {ONGOING}
        for successor, code, _ in rows[::20]:
            assert [key, code, NONE] in OUT[: rules.unmoves(successor, OUT)].tolist()
    assert max(map(len, ends)) == rules.MAX_MOVES


def test_published_mates_are_all_and_all_different(keys):
    """120 arrangements in which the mover cannot move: 240 states, as either player may be the mover."""
    boards = ENTRIES["The final positions up to symmetry"].rows
    listed = {rules.rank(text.parse(board))[0] for board in boards}
    assert len(listed) == len(boards) == 15
    mates = [key for key, ends in zip(keys, naive_lgame.graph()[1], strict=True) if not ends]
    assert listed == {rules.rank(key)[0] for key in mates} and not any(rules.moves(key, OUT) for key in mates)
    assert 2 * len(mates) == NUMBERS["final positions"] == 240


@pytest.mark.compiled
def test_queue_agrees_with_the_twin_on_every_position():
    loaded = rules_of("lgame")
    solution = solve(loaded, "queue", 2, Silent())
    best, second, only_move = solution.planes(0, loaded.slots)
    shown = lambda value: str(loaded.kind.words(int(value)))  # noqa: E731
    assert np.array_equal(best, second) and set(only_move.tolist()) == {NONE}
    expected = {position: words(value) for position, value in naive_lgame.values().items()}
    assert {each: shown(best[loaded.rank(loaded.text.parse(each))[0]]) for each in expected} == expected
    counted = Counter(expected.values())
    states = solution.statistics.states.items()
    assert {shown(value): count for value, count in states} == {each: 2 * count for each, count in counted.items()}
    assert solution.statistics.positions == 18_368
