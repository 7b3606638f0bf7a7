"""The example dots and boxes against a naive twin: its moves gain points, and the player who gains moves again.

A position is the drawn edges alone, so all that depends on the player to move or on the lead comes from the moves.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache

import pytest
from commanding import ask
from naive_boxes import Boxes

import retro
from retro.play.states import States
from retro.puzzles import compose
from retro.puzzles.compose import Brief

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


def test_best_play_gains_the_value_of_the_start(table):
    lead, player = 0, 0
    for each in table.line("start"):
        lead += each.gained if player == 0 else -each.gained
        player = player if each.again else 1 - player
    assert lead == BOXES.value(frozenset(), 0) == 2
    shown = ask("line", "dots_and_boxes", *SQUARE, "start")
    assert shown.count("gains +") == shown.count("moves again") == sum(each.again for each in table.line("start"))


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
