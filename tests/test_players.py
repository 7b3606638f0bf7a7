"""Players, against the definition: values of random games solved by another program, looked ahead by recursion."""

import math
import operator
from collections import Counter
from random import Random

import pytest
from walking_game.naive import NaiveSolution, move_value, state_values
from walking_game.plugin import retro_game

from retro.game import NONE, ONGOING
from retro.game.loading import load
from retro.play.luring import LENGTH_WEIGHT, TrapPlayer
from retro.play.models import HALF_LIFE, Softmax
from retro.play.players import PerfectPlayer, RandomPlayer
from retro.play.states import States
from retro.system.errors import GameError

SEEDS = range(6)
SKILL = 2.0
POINTS = {"win": 1, "draw": 0, "loss": -1}


class Walk:
    """A random game with the values of all its states, and its states as players get them."""

    def __init__(self, seed):
        self.rules = load(retro_game(), {"seed": seed})
        self.values = state_values(self.rules)
        self.states = States(self.rules, NaiveSolution(self.rules).records.__getitem__)
        self.all = [self.states.at(*state) for state in self.values]
        self.played = [state for state in self.all if state.choices]

    def of_move(self, state, move):
        """The value of a move for the player who makes it."""
        return move_value(self.rules, self.values, state.key, move)

    def worth(self, state, move):
        """Returns the rating of a move by the model."""
        outcome, plies = self.of_move(state, move)
        return POINTS[outcome] * (0.5 ** (plies / HALF_LIFE) if outcome != "draw" else 0)

    def chances(self, state):
        weights = [math.exp(SKILL * self.worth(state, choice.move)) for choice in state.choices]
        return [weight / sum(weights) for weight in weights]

    def prospect(self, state, move):
        return POINTS[self.of_move(state, move)[0]] + LENGTH_WEIGHT * self.worth(state, move)

    def expected(self, state, move, ahead):
        """Returns the expectation of the player who makes a move, so many replies ahead, by definition."""
        if move.outcome != ONGOING:
            return self.prospect(state, move)
        after = self.after(state, move)
        if not after.choices:
            return self.prospect(state, move)
        replies = [self.answered(after, reply.move, ahead - 1) for reply in after.choices]
        return sum(map(operator.mul, self.chances(after), replies))

    def answered(self, state, move, ahead):
        if ahead == 0 or move.outcome != ONGOING:
            return -self.prospect(state, move)
        after = self.after(state, move)
        if not after.choices or self.outcome(after) == "win":
            return -self.prospect(state, move)
        return max(self.expected(after, each, ahead) for each in self.keeping(after))

    def after(self, state, move):
        return self.states.at(move.successor, self.rules.undo(state.key, move.code, move.successor))

    def outcome(self, state):
        return self.values[state.key, state.forbidden][0]

    def keeping(self, state):
        """The moves that keep the outcome; of wins the quickest."""
        value = self.values[state.key, state.forbidden]
        moves = [choice.move for choice in state.choices if self.of_move(state, choice.move)[0] == value[0]]
        return [move for move in moves if value[0] != "win" or self.of_move(state, move) == value]


@pytest.fixture(scope="module")
def walks():
    return [Walk(seed) for seed in SEEDS]


def test_states_have_their_values(walks):
    states = [(walk, state) for walk in walks for state in walk.all]
    for walk, state in states:
        assert state.value() == walk.values[state.key, state.forbidden]
        assert state.forbidden not in {choice.move.code for choice in state.choices}
        outcomes = {choice: walk.of_move(state, choice.move)[0] for choice in state.choices}
        assert set(state.keeping) == {choice for choice in outcomes if outcomes[choice] == walk.outcome(state)}
    assert any(state.forbidden != NONE for _, state in states)


def test_all_best_moves_are_chosen_from(walks):
    chosen, player = Counter(), PerfectPlayer(Random(1))
    state = max((state for walk in walks for state in walk.played), key=lambda each: len(each.keeping))
    best = {choice.move.code for choice in state.choices if choice.value == state.best}
    for _ in range(200):
        chosen[player.choose(state).move.code] += 1
    assert len(best) > 1 and set(chosen) == best


@pytest.mark.parametrize("replies", [1, 2, 3])
def test_the_trap_is_the_best_by_definition_and_gives_nothing_away(walks, replies):
    differing = 0
    for walk in walks[: 6 // replies**2 or 1]:
        player = TrapPlayer(Random(1), Softmax(SKILL), replies, math.inf)
        for state in walk.played:
            move, good = player.choose(state).move, walk.keeping(state)
            assert move in good
            ratings = [walk.expected(state, each, replies) for each in good]
            assert walk.expected(state, move, replies) == pytest.approx(max(ratings), abs=1e-9)
            differing += max(ratings) - min(ratings) > 1e-6
    assert differing > 0


def test_mistakes_are_as_likely_as_the_model_says(walks):
    for walk in walks:
        for state in walk.played:
            assert Softmax(SKILL).chances(state) == pytest.approx(walk.chances(state))
            assert Softmax(0).chances(state) == pytest.approx([1 / len(state.choices)] * len(state.choices))


def test_all_moves_of_a_random_player_are_possible(walks):
    source = RandomPlayer(Random(1))
    for state in walks[0].played:
        codes = {source.choose(state).move.code for _ in range(150)}
        assert codes == {choice.move.code for choice in state.choices}


@pytest.mark.parametrize("skill", [-1, 1001, math.nan, math.inf])
def test_bad_skills_are_refused(skill):
    with pytest.raises(GameError, match="from 0 to 1000"):
        Softmax(skill)
