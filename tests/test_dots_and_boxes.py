"""The example dots and boxes against a naive twin: its moves gain points, and the player who gains moves again.

A position is the drawn edges alone, so all that depends on the player to move or on the lead comes from the moves.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache
from random import Random

import numpy as np
import pytest
from commanding import ask
from naive_boxes import Boxes
from starlette.testclient import TestClient

import retro
from retro.game import NONE
from retro.game.loading import load
from retro.lookup import table as tables
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.play.course import Course
from retro.play.luring import TrapPlayer
from retro.play.models import Softmax
from retro.play.states import States
from retro.puzzles import compose
from retro.puzzles.compose import Brief
from retro.serve.app import make
from retro.serve.open_databases import OpenDatabases
from retro.statistics import report_kernels, trial_games
from retro.system.progress import Silent

SQUARE = ("--set", "wide=2", "--set", "high=2")
BOXES = Boxes(2, 2)


@pytest.fixture(scope="module", autouse=True)
def solved(examples):
    """The folder of the database of two by two boxes."""
    ask("solve", "dots_and_boxes", *SQUARE)
    return examples


@pytest.fixture(scope="module")
def table(solved):
    with retro.open("dots_and_boxes", solved, wide=2, high=2) as opened:
        yield opened


def written(edges):
    return " ".join(sorted(edges)) or "-"


def test_every_value_is_what_the_naive_twin_still_gains(table):
    for slot in range(table.rules.slots):
        text = table.rules.text.format(table.rules.unrank(slot))
        edges = frozenset(text.split()) - {"-"}
        assert table.probe(text).value == BOXES.value(edges, 0)
        for each in table.moves(text):
            assert each.value == BOXES.gain(edges, 0, each.move)
            assert each.gained == BOXES.drawn(edges, each.move)
            assert each.again == (each.gained > 0)


def test_a_game_counts_all_points_for_the_players_who_gained_them(table):
    for seed in range(5):
        moves, states = BOXES.random_game(seed)
        course = Course(States(table.rules), table.rules.initial, NONE, 100)
        for move, (_, player, _) in zip(moves, states, strict=False):
            for _ in range(2):
                assert course.player == player and course.ending is None
                course.make(course.named(move))
                course.back()
            course.make(course.named(move))
        assert (course.ending.winner, course.ending.score) == ending(states)


def ending(states):
    """The winner of a game, and by how much."""
    lead = states[-1][2]
    return (0 if lead > 0 else 1, abs(lead)) if lead else (None, None)


def test_best_play_gains_the_value_of_the_start(table):
    lead, player = 0, 0
    for each in table.line("start"):
        lead += each.gained if player == 0 else -each.gained
        player = player if each.again else 1 - player
    assert lead == BOXES.value(frozenset(), 0) == 2
    shown = ask("line", "dots_and_boxes", *SQUARE, "start")
    assert shown.count("gains +") == shown.count("moves again") == sum(each.again for each in table.line("start"))


def test_http_answers_name_the_winner_and_the_player(solved):
    databases = OpenDatabases(solved)
    client = TestClient(make(databases, "127.0.0.1"), base_url="http://127.0.0.1:8000")
    parameters, path = {"set": ["wide=2", "high=2"]}, "/api/v1/games/dots_and_boxes"
    for seed in range(2):
        moves, states = BOXES.random_game(seed)
        end = client.post(f"{path}/reply", params=parameters, json={"moves": moves}).json()["ending"]
        assert (end["winner"], end["score"]) == ending(states)
        review = client.post(f"{path}/review", params=parameters, json={"moves": moves}).json()
        assert [each["player"] for each in review["moves"]] == [("first", "second")[each[1]] for each in states[:-1]]
        lost = [BOXES.value(*here[:2]) - BOXES.gain(*here[:2], move) for here, move in zip(states, moves, strict=False)]
        assert [each["points"] for each in review["moves"]] == lost
        of_first = [points > 0 for points, here in zip(lost, states, strict=False) if here[1] == 0]
        assert review["blunders"] == {"first": sum(of_first), "second": sum(map(bool, lost)) - sum(of_first)}
        for move, here, after in zip(moves, states, states[1:], strict=False):
            shown = client.get(f"{path}/position", params={**parameters, "position": written(here[0])}).json()
            (answer,) = (each for each in shown["moves"] if each["move"] == move)
            assert (answer["again"], answer["gained"]) == (after[1] == here[1], abs(after[2] - here[2]))
            assert (answer["replies"] is None) == (after[1] == here[1] or after[0] == BOXES.edges)
    databases.close()


def test_trial_games_are_those_of_the_naive_twin(table):
    """Every game of the sample is played again with the same random numbers."""
    rules, n_games, skill = table.rules, 40, 0.5
    loaded = tables.load(load(rules.game, rules.options), table.database, Silent())
    scan, ranks = Scan(loaded.rules, report_kernels, 1, Silent()), LatestRanks(loaded.rules)
    trial = trial_games.play(loaded, scan, ranks, n_games, 7, skill)
    order = [rules.text.format_move(0, code) for code in range(rules.codes)]
    results, decided, mistakes, answered, hidden = Counter(), [], 0, 0, 0

    def turned(edges):
        """The canonical position, from which the kernel goes on."""
        key = rules.text.parse(written(edges))
        return frozenset(rules.text.format(min(rules.image(key, g) for g in range(rules.group))).split()) - {"-"}

    for chances in np.random.default_rng((7, 0)).random((n_games, trial_games.MAX_TRIAL_PLIES, 2)).tolist():
        expected, erred = [BOXES.value(frozenset(), 0)], False
        for before, gains, good, after in BOXES.trial_game(order, chances, skill, turned):
            mistakes += not good
            answered += erred
            hidden += erred and list(gains.values()).count(max(gains.values())) == 1 < len(gains)
            erred = not good and after[1] != before[1]  # only the other player refutes a mistake
            expected.append(BOXES.final(*after))
        signs = [(value > 0) - (value < 0) for value in expected]
        results[signs[-1]] += 1
        decided.append(max((ply for ply in range(1, len(signs)) if signs[ply] != signs[ply - 1]), default=0))
    assert [each.value for each in (trial.first_wins, trial.drawn, trial.second_wins)] == [
        results[outcome] / n_games for outcome in (1, 0, -1)
    ]
    assert trial.mistakes.value == pytest.approx(mistakes / n_games)
    assert trial.single_refutation.value == pytest.approx(hidden / answered)
    assert trial.decided_after.value == np.median(decided)


def test_a_puzzle_is_solved_by_the_player_to_move(table):
    """After each defence the answers are the edges that keep what the solver has and gets in all."""
    states, lengths = States(table.rules, table.database.record), set()
    for seed in range(60):
        for edges, player, lead in BOXES.random_game(seed)[1][:-1]:
            puzzle = compose.judge(states.at(table.rules.text.parse(written(edges))), Brief("points"))
            if puzzle is None:
                continue
            best = BOXES.value(edges, player)
            (key,) = (edge for edge in BOXES.edges - edges if BOXES.gain(edges, player, edge) == best)
            assert puzzle.state.text(puzzle.key) == key
            goal = lead + (best if player == 0 else -best)
            tree = compose.proof_tree.solution(puzzle.state, puzzle.key, puzzle.goal, puzzle.proof.plies)
            lengths.add(BOXES.followed(tree, BOXES.after(edges, player, lead, key), player, goal))
            for attempt in puzzle.tries:
                after = BOXES.after(edges, player, lead, puzzle.state.text(attempt.choice))
                margins = [BOXES.final(*BOXES.after(*after, reply)) for reply in BOXES.edges - after[0]]
                assert after[1] != player and sum(goal > each if player == 0 else goal < each for each in margins) == 1
    assert max(lengths) > 1


def test_a_trap_counts_what_is_gained_on_the_way(table):
    """The trapper's expectation by the naive twin, in which the other player errs as the model predicts."""
    states, model = States(table.rules, table.database.record), Softmax(0.7)
    for seed in range(3):
        for edges, _, _ in BOXES.random_game(seed)[1][5:-1]:
            state = states.at(table.rules.text.parse(written(edges)))
            for ahead in (1, 2):
                trapper = TrapPlayer(Random(1), model, ahead, math.inf)
                expected = BOXES.trapped(edges, 0, 0, ahead, 0.7)
                assert max(trapper.ratings(state, trapper.good(state))) == pytest.approx(expected)


def test_the_points_of_a_game_say_who_won_it(solved):
    """Games counted by the lead of the first player, which the positions do not hold."""

    @cache
    def leads(edges, player):
        """The number of games from a position, by the lead in boxes of the first player at the end."""
        games = Counter()
        for edge in BOXES.edges - edges:
            after, turn, lead = BOXES.after(edges, player, 0, edge)
            games.update({lead + more: count for more, count in leads(after, turn).items()})
        return games or Counter([0])

    ends = leads(frozenset(), 0)
    first, second = (sum(count for lead, count in ends.items() if sign * lead > 0) for sign in (1, -1))
    counts = {"games": math.factorial(12), "first": first, "second": second, "draws": ends[0]}
    answer = json.loads(ask("playouts", "dots_and_boxes", *SQUARE, "--json"))
    assert {name: answer[name] for name in counts} == counts and 0 < second != first
