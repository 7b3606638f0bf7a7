"""Distances from the start by plain searches over the states of walking games and of Ostle's naive twin."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import naive_ostle
import numpy as np
import pytest
from small_games import ostle_rules
from walking_game.plugin import retro_game as walking_game

from retro.game import NONE, ONGOING
from retro.game.loading import load
from retro.game.rules import Rules
from retro.reach import reach
from retro.storage.distances import UNREACHED
from retro.system.progress import Silent

BOARDS = ((3, 2, 0, "paper"), (3, 2, 1, "paper"), (3, 2, 1, "exact"), (4, 1, 0, "paper"))
CASES = [BOARDS[0], *(pytest.param(board, marks=pytest.mark.soak) for board in BOARDS[1:])]

State = tuple[int, int]


@cache
def walk_rules(seed: int) -> Rules:
    return load(walking_game(), {"seed": seed})


def search(rules: Rules) -> reach.Reachable:
    return reach.search(rules, 2, Silent())


@cache
def searched(board: tuple[int, int, int, str]) -> reach.Reachable:
    return search(ostle_rules(*board))


def lookup(distances: np.ndarray):
    """Returns the function that `path.shortest` requires: the distance of a slot, None if it is unreached."""
    return lambda index: None if distances[index] == UNREACHED else int(distances[index])


def plies_to(start, following, within: float = math.inf) -> dict:
    """Returns the plies to every node that can be reached from ``start``, ``within`` so many plies."""
    plies, new, level = {start: 0}, [start], 0
    while new and level < within:
        level += 1
        new = list(dict.fromkeys(after for each in new for after in following(each) if after not in plies))
        plies |= dict.fromkeys(new, level)
    return plies


def histogram(plies) -> list[int]:
    counts = Counter(plies)
    return [counts[level] for level in range(max(counts) + 1)]


def walks(rules: Rules, obeyed: bool, within: float = math.inf) -> dict[State, int]:
    """Returns the plies to every state of a game, by definition, with the rule that forbids moves obeyed or not."""

    def following(state):
        for move in rules.moves(state[0]):
            if move.outcome == ONGOING and not (obeyed and move.code == state[1]):
                yield move.successor, rules.undo(state[0], move.code, move.successor)

    return plies_to((rules.initial, NONE), following, within)


def images(rules: Rules, state: State) -> list[State]:
    key, code = state
    return [(rules.image(key, g), code if code == NONE else rules.image_code(code, g)) for g in range(rules.group)]


def classes(rules: Rules, plies: dict[State, int]) -> dict[State, int]:
    """Returns for all images of states the lowest number of plies to the state or one of its images."""
    lowest: dict[State, int] = {}
    for state, level in plies.items():
        for each in images(rules, state):
            lowest[each] = min(level, lowest.get(each, level))
    return lowest


def nodes(rules: Rules, plies: dict[State, int]) -> np.ndarray:
    """Returns the distances of positions by slot."""
    distances = np.full(rules.slots, UNREACHED)
    for (key, _), level in plies.items():
        index = rules.rank(key)[0]
        distances[index] = min(distances[index], level)
    return distances


def start_of(rules: Rules) -> naive_ostle.State:
    return naive_ostle.board(rules.text.format(rules.initial)), None


@cache
def ostle_plies(board: tuple[int, int, int, str], obeyed: bool) -> dict[naive_ostle.State, int]:
    """Returns the plies to every state, images counted apart, with rule 8 obeyed or not."""
    _, _, left, rule8 = board

    def following(state):
        for move in naive_ostle.legal(state) if obeyed else naive_ostle.moves(state[0]):
            if naive_ostle.outcome(state[0], move, left) == "ongoing":
                yield naive_ostle.successor(state, move, rule8)

    return plies_to(start_of(ostle_rules(*board)), following)


@cache
def named(board: tuple[int, int, int, str], obeyed: bool) -> dict[object, tuple[int, naive_ostle.State]]:
    """Returns the states up to symmetry, by normal form: plies to the nearest image, and that image."""
    by_form: dict[object, tuple[int, naive_ostle.State]] = {}
    for state, plies in ostle_plies(board, obeyed).items():
        by_form.setdefault(naive_ostle.normal(state, board[3]), (plies, state))
    return by_form
