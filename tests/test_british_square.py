"""British Square solved: the values of small boards, and the published numbers of the whole game."""

from __future__ import annotations

import naive_british_square as naive
import pytest
from british_square_solved import ALLOWED, SolvedBoard, ends, losses_of, positions, score_range, solved
from hypothesis import given
from hypothesis import strategies as st

from retro.game.values import Value
from retro.statistics.heuristic import Losses
from retro.statistics.playouts import Playouts, count
from retro.system.progress import Silent
from retro.verify import published
from retro_british_square.plugin import retro_game

SOAK = [pytest.mark.soak, pytest.mark.compiled]
TWO = {"bias": "2"}


@pytest.mark.parametrize(
    ("size", "options"), [(3, {}), (3, ALLOWED), (3, TWO), *(pytest.param(4, each, marks=SOAK) for each in ({}, TWO))]
)
def test_small_boards_agree_with_the_twin(size, options):
    """Points for the second player are taken from every value."""
    game = solved(size, **options)
    for position in naive.reachable(size, options != ALLOWED):
        value = naive.value(position) - int(options.get("bias", 0))
        assert game.value(game.rules.text.parse(naive.text(position))) == value


# The whole board


def first_moves(game: SolvedBoard) -> dict[str, str]:
    """Returns the value of each first move."""
    name, start = game.rules.text.format_move, game.rules.initial
    moves = game.rules.moves(start)
    return {name(start, move.code): str(Value(game.value(move.successor), None)) for move in moves}


def published_for(**options: str) -> dict[str, dict[str, int | str]]:
    """Rows by kind of entry."""
    game, rows = retro_game(), {}
    for each in published.holding(game, game.choose(options)):
        rows.setdefault(each.what, {}).update(each.rows)
    return rows


@pytest.mark.compiled
def test_published_numbers():
    game, numbers = solved(), published_for()["numbers"]
    assert game.rules.slots == game.statistics.positions == sum(game.statistics.states.values())
    assert game.rules.slots == numbers["positions"] == 8_659_987
    assert sum(game.statistics.final.values()) == numbers["final positions"] == 6_955
    assert ends(game.statistics) == tuple(numbers[f"final positions {which}"] for which in ("won", "lost", "drawn"))
    assert score_range(game.statistics) == (numbers["lowest score"], numbers["highest score"])
    assert str(Value(game.value(game.rules.initial), None)) == numbers["the start"] == "+2"
    assert first_moves(game) == published_for()["moves"]
    assert published_for(**TWO)["numbers"]["the start"] == "0"
    assert len(game.statistics.sections) == numbers["parts"] == 32  # turns of the longest game
    assert game.rules.text.format(game.rules.unrank(game.rules.slots - 1)).endswith(" turn 32")


@pytest.mark.compiled
@given(positions(), st.randoms(use_true_random=False), st.integers(0, 7))
def test_late_positions_agree_with_the_twin(position, random, g):
    while len(naive.moves(position)) > 6:
        position = naive.play(position, random.choice(naive.moves(position)))
    rules = solved().rules
    key = rules.image(rules.text.parse(naive.text(position)), g)
    assert solved().value(key) == naive.value(position)


@pytest.mark.soak
@pytest.mark.compiled
def test_published_first_moves_with_the_centre_allowed():
    game = solved(**ALLOWED)
    assert first_moves(game) == published_for(**ALLOWED)["moves"]
    assert set(first_moves(game)) - set(first_moves(solved())) == {"c3"}
    assert game.value(game.rules.initial) == 2


@pytest.mark.soak
@pytest.mark.compiled
def test_greedy_on_the_whole_board():
    _, losses = losses_of(5, limit=0)
    assert (losses.positions, losses.moving) == (8_659_987, 8_653_032)
    losing = [Losses.losing(each) for each in (losses.worst, losses.best, losses.first)]
    assert losing == [1_905_936, 311_573, 1_161_121] and not losses.examples


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, Playouts(2_179_847_574_830_592, 1_174_071_341_606_400, 879_870_726_489_600)),
        (ALLOWED, Playouts(2_277_631_614_666_240, 1_186_510_625_740_800, 891_582_097_881_600)),
    ],
)
def test_games_are_counted(options, expected):
    assert count(solved(**options).rules, 2, Silent()) == expected
