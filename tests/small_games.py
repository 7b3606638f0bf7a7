"""Small games that tests solve: their rules, the same rules without an acceleration, and a solver per backend."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from runs import rules_of

from retro.game import NONE
from retro.game.functions import DEFAULTS
from retro.game.loading import hashed, load
from retro.game.rules import IndexedRules, Rules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import reference, solve
from retro.storage.solution import Solution
from retro.system.progress import Silent
from retro_lgame.plugin import retro_game as lgame
from retro_ostle.plugin import retro_game as ostle

LONG_TRACK = 400
"""Length of a track with wins that do not fit into small records; each length has compiled code of its own."""

Solve = Callable[[Rules], Solution]


SOLVE: dict[str, Solve] = {
    "reference": lambda rules: reference.solve(rules, Silent()),
    "queue": lambda rules: solve(rules, "queue", 1, Silent()),
    "sweep": lambda rules: solve(rules, "sweep", 1, Silent()),
}


@cache
def ostle_rules(size: int, men: int, left: int, rule8: str) -> Rules:
    return rules_of(ostle(), size=size, men=men, left=left, rule8=rule8)


@cache
def solved(board: tuple[int, int, int, str], backend: str) -> Solution:
    return SOLVE[backend](ostle_rules(*board))


@cache
def lgame_rules() -> Rules:
    return load(lgame(), {})


def assert_same(rules: Rules, one: Solution, other: Solution) -> None:
    for expected, result in zip(one.planes(0, rules.slots), other.planes(0, rules.slots), strict=True):
        assert np.array_equal(expected, result)
        assert expected.dtype == result.dtype
    middle = rules.slots // 2
    for whole, part in zip(one.planes(0, rules.slots), other.planes(middle, middle + 3), strict=True):
        assert np.array_equal(whole[middle : middle + 3], part)
    assert one.statistics == other.statistics


def state_values(rules: Rules, solution: Solution) -> Callable[[int, int], int]:
    """Value of the state with a key and a forbidden code."""
    records = list(zip(*(plane.tolist() for plane in solution.planes(0, rules.slots)), strict=True))

    def value(key: int, forbidden: int) -> int:
        index, g, _ = rules.rank(key)
        best, second, only_move = records[index]
        return second if forbidden != NONE and rules.image_code(forbidden, g) == only_move else best

    return value


PLENTY = 1 << 22


def lacking(rules: Rules, *names: str) -> Rules:
    """The rules as if the game did not define some of its functions: another game, with a digest of its own."""
    if "rank" in names and isinstance(rules, IndexedRules):
        rules = rules.without_index()
    defaults = {name: DEFAULTS[name] for name in names if name in DEFAULTS}
    functions = {name: function for name, function in rules.functions.items() if name not in names} | defaults
    return replace(rules, functions=functions, digest=hashed([rules.digest, *names]))


def without_unmoves(rules: Rules) -> Rules:
    return lacking(rules, "unmoves")


def without_index(rules: Rules) -> Rules:
    return enumerate_positions(lacking(rules, "rank", "unrank"), 2, Silent(), Limits(PLENTY))
