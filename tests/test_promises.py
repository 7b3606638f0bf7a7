"""Players keep the value of every position in which they are to move, in every class of values.

Games are random graphs, solved by the reference backend. The test reads the result of each game from its ending, and
compares it with the values that were shown to the player on the way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace

import pytest
from random_graphs import Graph, scored
from small_games import lgame_rules

from retro.game import AGAIN, DRAW, LOSS, NONE, ONGOING, WIN, score
from retro.game.values import plies_of
from retro.play.course import Course, default_plies
from retro.play.levels import LEVELS, LevelPlayer
from retro.play.luring import TrapPlayer
from retro.play.models import Softmax
from retro.play.players import PerfectPlayer, RandomPlayer
from retro.play.states import States
from retro.solving import reference
from retro.system.progress import Silent

TURNS = ONGOING, AGAIN
GRAPHS = 6
GAMES = 30
"""Random graphs of each class, and games on each."""
POINTS = {"outcomes": scored(), "ends": scored(1)}
GAINS = POINTS | {"gains": (-2, 0, 1, 3)}
BY_SIDE = {"endless": lambda key: LOSS if key & 1 else WIN}
CLASSES = {
    "outcomes": ({}, {}),
    "outcomes, moves again": ({"ongoing": TURNS}, {"moves_again": True}),
    "a repetition rule": ({"repetition": True}, {"repetition": True}),
    "draws by rule, play without end drawn": ({"ongoing": TURNS}, {"moves_again": True, "endless": lambda key: DRAW}),
    "draws by rule, play without end won": ({"outcomes": (WIN, DRAW, LOSS, DRAW), "sided": True}, BY_SIDE),
    "scores": (POINTS | {"ongoing": TURNS}, {"scores": "mover", "moves_again": True, "endless": lambda key: score(0)}),
    "scores for the first player": (POINTS, {"scores": "first", "endless": lambda key: score(0)}),
    "scores, play without end worth points": (
        POINTS | {"sided": True},
        {"scores": "mover", "endless": lambda key: score(-1 if key & 1 else 1)},
    ),
    "scores for the first player, worth points": (POINTS, {"scores": "first", "endless": lambda key: score(1)}),
    "gains": (GAINS, {"scores": "mover", "endless": lambda key: score(0)}),
    "gains for the first player": (GAINS, {"scores": "first", "endless": lambda key: score(0)}),
    "gains without cycles": (GAINS | {"back": 0.0}, {"scores": "mover"}),
    "symmetry": ({"paired": 8, "ongoing": TURNS}, {"moves_again": True, "endless": lambda key: DRAW}),
}
"""By name, what `Graph.random` and `Graph.rules` are given; ``sided`` and ``gains`` call `sided` and `with_gains`."""


@cache
def solved(name, seed):
    """The states of a random graph with their values, and the plies after which a game on it is stopped."""
    about, declared = dict(CLASSES[name][0]), CLASSES[name][1]
    back, sided, gains = about.pop("back", 0.75), about.pop("sided", False), about.pop("gains", ())
    graph = Graph.random(seed, 14 + seed, back, **about)
    graph = graph.sided() if sided else graph.with_gains(seed, gains) if gains else graph
    tier = {each: number for number, listed in enumerate(graph.components()) for each in listed}
    rules = graph.rules([tier[key] for key in range(len(tier))], lgame_rules(), **declared)
    rules = replace(rules, text=TEXT)
    solution = reference.solve(rules, Silent())
    planes = [plane.tolist() for plane in solution.planes(0, rules.slots)]
    longest = max(plies_of(value, rules.kind.bits) for value in planes[0] + planes[1])
    return States(rules, lambda slot: tuple(plane[slot] for plane in planes)), default_plies(rules, longest)


TEXT = SimpleNamespace(format=str, draw=str, format_move=lambda key, code: str(code), player=str, scene=None)


def trap(source):
    return TrapPlayer(source, Softmax(2.0), replies=2, max_states=40)


def shown(course):
    """What the player to move is shown: points in all, or 1 for a win, 0 for a draw and -1 for a loss."""
    return (course.lead if course.player == 0 else -course.lead) + course.state.rules.kind.result(course.state.best)


def result(ending, player):
    return 0 if ending.winner is None else (ending.score or 1) * (1 if ending.winner == player else -1)


@pytest.mark.parametrize("name", CLASSES)
def test_players_keep_what_they_are_shown(name):
    kinds, opponents = Counter(), (RandomPlayer, PerfectPlayer, lambda source: LevelPlayer(source, 3))
    for seed in range(GRAPHS):
        states, stop = solved(name, seed)
        starts = [key for key in range(14 + seed) if states.at(key).choices]
        source = Random(seed)
        for number in range(GAMES):
            player = number % 2
            hero = (trap if number % 3 else PerfectPlayer)(source)
            seats = [hero, opponents[number % 5 % 3](source)]
            course = Course(states, source.choice(starts), NONE, stop)
            promised = []
            while course.ending is None:
                if course.player == player:
                    promised.append(shown(course))
                course.make(seats[course.player != player].choose(course.state))
            kinds[course.ending.kind] += 1
            assert not promised or result(course.ending, player) >= max(promised), (seed, number, promised)
    assert kinds["move"] and kinds["stuck"] and "plies" not in kinds, kinds


@pytest.mark.parametrize("name", CLASSES)
def test_levels_take_what_they_see(name):
    """Wins, and points or draws by rule that play without end would lose, if they are within the horizon."""
    taken = 0
    for seed in range(GRAPHS):
        states, _ = solved(name, seed)
        for key in range(14 + seed):
            state, kind = states.at(key), states.rules.kind
            for level in range(1, len(LEVELS)) if state.choices else ():
                in_sight = plies_of(state.best, kind.bits) <= LEVELS[level - 1].horizon
                if not in_sight or not state.needs_an_end(state.best_choice):
                    continue
                assert LevelPlayer(Random(seed), level).choose(state).value == state.best
                taken += kind.outcome(state.best) != "loss"
    assert taken or name == "gains without cycles"
