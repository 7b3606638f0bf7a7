"""Opponents of eight levels: mistakes in plain sight, how many there are, and pieces that are given away."""

from collections import Counter
from random import Random

import pytest

from retro.play import material
from retro.play.levels import LEVELS, POINT_PLIES, LevelPlayer
from retro.play.states import States

OSTLE, SQUARE = "ostle", "british_square"


@pytest.fixture(scope="module")
def states(small_game):
    """For a game, up to 120 of its states with several moves."""

    def some(name):
        table = small_game(name).tablebase
        rules, states = table.rules, States(table.rules, table.database.record)
        keys = [key for key in map(rules.unrank, range(0, rules.slots, 1 + rules.slots // 120)) if key >= 0]
        return [each for each in map(states.at, keys) if len(each.choices) > 1]

    return some


def in_sight(state, horizon):
    """Returns the moves that are mistakes which are seen within a horizon, by definition."""
    choices, values = state.choices, [state.value(each) for each in state.choices]
    wins = [plies for outcome, plies in values if outcome == "win"]
    if wins and min(wins) <= horizon:
        return [choice for choice, (outcome, _) in zip(choices, values, strict=True) if outcome != "win"]
    if all(outcome == "loss" for outcome, _ in values):
        return []
    return [
        choice
        for choice, (outcome, plies) in zip(choices, values, strict=True)
        if outcome == "loss" and plies <= horizon
    ]


def chosen(listed):
    """Yields a level, its horizon, a state, and the move that the level chooses there, for all levels and states."""
    for level, (horizon, _) in enumerate(LEVELS, 1):
        player = LevelPlayer(Random(level), level)
        for state in listed:
            yield level, horizon, state, player.choose(state)


def test_no_level_makes_a_mistake_within_its_horizon(states):
    """The last one plays a best move."""
    seen = 0
    for level, horizon, state, choice in chosen(states(OSTLE)):
        mistakes = in_sight(state, horizon)
        assert choice not in mistakes
        assert level < len(LEVELS) or choice.value == max(each.value for each in state.choices)
        seen += bool(mistakes)
    assert seen > 200


def test_points_within_the_horizon_are_not_lost(states):
    lost = Counter()
    for level, horizon, state, choice in chosen(states(SQUARE) * 4):
        points = state.rules.kind.result(state.best) - state.rules.kind.result(choice.value)
        assert points * horizon < POINT_PLIES
        lost[level] += points
    assert lost[1] > 0 == lost[8]


@pytest.mark.parametrize("name", [OSTLE, SQUARE])
def test_blunders_become_fewer_with_higher_levels(states, name):
    here, rates = states(name), []
    for level in (1, 3, 5, 7, 8):
        player = LevelPlayer(Random(level), level)
        chosen = [(state, player.choose(state)) for state in here * (600 // len(here))]
        rates.append(sum(choice not in state.keeping for state, choice in chosen) / len(chosen))
    assert rates == sorted(rates, reverse=True) and len(set(rates)) == len(rates)
    assert rates[0] > 0.05 and rates[-1] == 0


def counted(rules, key):
    """The pieces of the player to move and of the opponent, read from the text of a position of Ostle."""
    text = str(rules.text.format(key))
    return tuple(text.count(piece) for piece in "12")


def test_gains_are_those_that_the_texts_show(states):
    gains = Counter()
    for state in states(OSTLE):
        rules, (own, other) = state.rules, counted(state.rules, state.key)
        before = material.lead(rules, state.key)
        assert before == own - other
        for choice in state.choices:
            gain = material.gain(rules, state.key, choice.move, before)
            theirs, ours = counted(rules, choice.move.successor)
            assert not choice.move.goes_on or gain == (ours - theirs) - (own - other)
            gains[gain] += 1
    assert set(gains) == {-1, 0, 1}


def test_no_level_gives_a_piece_away_for_nothing(states):
    """A move that loses a piece is made only if no other move is as good, in the values of the game."""
    gave = Counter()
    for _, _, state, choice in chosen(states(OSTLE)):
        rules, before = state.rules, material.lead(state.rules, state.key)
        gains = {each: material.gain(rules, state.key, each.move, before) for each in state.choices}
        as_good = [each for each in state.choices if each.value >= choice.value]
        gave["needlessly"] += gains[choice] < 0 and any(gains[each] >= 0 for each in as_good)
        gave["possible"] += min(gains.values()) < 0 <= max(gains.values())
    assert gave["possible"] > 80 and not gave["needlessly"]


def test_a_piece_is_not_left_to_be_taken(states):
    """Where outcomes look alike, a move after which the opponent takes a piece is made only if every move is one."""
    avoided = 0
    player = LevelPlayer(Random(1), 1)
    for state in states(OSTLE):
        rules, before = state.rules, counted(state.rules, state.key)
        if any(state.value(each).dtm in range(LEVELS[0].horizon + 1) for each in state.choices):
            continue
        left = {}
        for choice in state.choices:
            after = choice.move.successor
            forbidden = rules.undo(state.key, choice.move.code, after)
            own = [
                counted(rules, reply.successor)[0]
                for reply in rules.moves(after)
                if reply.code != forbidden and reply.goes_on
            ]
            left[choice] = min(own) < before[0] if own else False
        if not all(left.values()):
            choice = player.choose(state)
            took = counted(rules, choice.move.successor)[0] < before[1]
            assert took or not left[choice]
            avoided += any(left.values())
    assert avoided > 0


def test_the_same_seed_makes_the_same_moves(states):
    def moves(seed):
        player = LevelPlayer(Random(seed), 4)
        return [player.choose(state).move.code for state in states(OSTLE)]

    assert moves(1) == moves(1) != moves(2)
