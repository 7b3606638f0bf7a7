"""Rules that keep recent results, compared with the rules themselves."""

import gc
import random
import weakref
from dataclasses import replace

import pytest
from runs import rules_of

from retro.game.recent import RecentRules
from retro.system.errors import GameError

pytestmark = pytest.mark.compiled


def positions(rules, count, seed):
    """Positions of random games, each several times."""
    chance, key, reached = random.Random(seed), rules.initial, []
    for _ in range(count):
        ongoing = [move for move in rules.moves(key) if move.goes_on]
        key = chance.choice(ongoing).successor if ongoing else rules.initial
        reached.append(key)
    return reached + chance.sample(reached, count // 2)


@pytest.mark.parametrize("game", ["lgame", "ostle"])
def test_results_are_those_of_the_rules(game):
    rules = rules_of(game)
    recent = RecentRules.of(rules)
    for key in positions(rules, 60, seed=1):
        moves = rules.moves(key)
        assert recent.moves(key) == moves
        assert recent.text.format(key) == rules.text.format(key)
        assert (recent.rank(key), recent.tier(key)) == (rules.rank(key), rules.tier(key))
        assert recent.image(key, 1) == rules.image(key, 1)
        for move in moves:
            if move.goes_on:
                undone = rules.undo(key, move.code, move.successor)
                assert recent.undo(key, move.code, move.successor) == undone
                assert recent.image_code(undone, 1) == rules.image_code(undone, 1)


def test_a_function_is_called_once_for_a_position():
    rules = rules_of("lgame")
    called = []

    def counting(key):
        called.append(key)
        return rules.functions["rank"](key)

    counted = RecentRules.of(replace(rules, functions=rules.functions | {"rank": counting}))
    assert [counted.rank(rules.initial)[0] for _ in range(3)] == [rules.rank(rules.initial)[0]] * 3
    assert called == [rules.initial]


def test_a_changed_list_of_moves_does_not_change_the_next_one():
    recent = RecentRules.of(rules_of("lgame"))
    moves = recent.moves(recent.initial)
    moves.clear()
    assert recent.moves(recent.initial)


def test_errors_name_the_function_each_time():
    def raising(key):
        raise ZeroDivisionError

    rules = rules_of("lgame")
    recent = RecentRules.of(replace(rules, functions=rules.functions | {"rank": raising}))
    for _ in range(2):
        with pytest.raises(GameError, match=r"plugin lgame: rank raised ZeroDivisionError"):
            recent.rank(rules.initial)


def test_caches_are_freed_with_their_rules_without_the_garbage_collector():
    recent = RecentRules.of(rules_of("lgame"))
    recent.moves(recent.initial), recent.rank(recent.initial)
    freed = weakref.ref(recent)
    gc.disable()
    try:
        del recent
        assert freed() is None
    finally:
        gc.enable()


def test_other_functions_have_caches_of_their_own():
    rules = RecentRules.of(rules_of("lgame"))
    assert rules.rank(rules.initial) != (7, 0, False)
    other = replace(rules, functions=rules.functions | {"rank": lambda key: (7, 0, False)})
    assert other.rank(rules.initial) == (7, 0, False)
