"""Rules that keep recent results, compared with the rules themselves."""

import gc
import random
import weakref
from dataclasses import replace

import pytest
from runs import rules_of

from retro.game.recent import RecentRules
from retro.system.errors import GameError


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
        recent.moves(key).clear()  # a list that is changed does not change the next one
        assert recent.text.format(key) == rules.text.format(key)
        assert (recent.rank(key), recent.tier(key)) == (rules.rank(key), rules.tier(key))
        assert recent.image(key, 1) == rules.image(key, 1)
        for move in moves:
            if move.goes_on:
                undone = rules.undo(key, move.code, move.successor)
                assert recent.undo(key, move.code, move.successor) == undone
                assert recent.image_code(undone, 1) == rules.image_code(undone, 1)


def test_a_function_is_called_once_for_a_position():
    """Other functions have caches of their own."""
    called, rules = [], RecentRules.of(rules_of("lgame"))
    assert rules.rank(rules.initial)[0] != 7
    counted = replace(rules, functions=rules.functions | {"rank": lambda key: called.append(key) or (7, 0, False)})
    assert [counted.rank(rules.initial)[0] for _ in range(3)] == [7] * 3 and called == [rules.initial]


def test_errors_name_the_function_each_time():
    rules = rules_of("lgame")
    recent = RecentRules.of(replace(rules, functions=rules.functions | {"rank": lambda key: 1 // 0}))
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
