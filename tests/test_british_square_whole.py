"""British Square solved: the published numbers of the whole game, which is solved once for each of its options."""

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

pytestmark = pytest.mark.compiled


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


def test_published_numbers():
    game, numbers = solved(), published_for()["numbers"]
    assert game.rules.slots == game.statistics.positions == sum(game.statistics.states.values())
    assert game.rules.slots == numbers["positions"] == 8_659_987
    assert sum(game.statistics.final.values()) == numbers["final positions"] == 6_955
    assert ends(game.statistics) == tuple(numbers[f"final positions {which}"] for which in ("won", "lost", "drawn"))
    assert score_range(game.statistics) == (numbers["lowest score"], numbers["highest score"])
    assert str(Value(game.value(game.rules.initial), None)) == numbers["the start"] == "+2"
    assert first_moves(game) == published_for()["moves"]


def test_the_longest_game_has_32_turns():
    keys = [solved().rules.unrank(slot) for slot in (0, solved().rules.slots - 1)]
    assert [solved().rules.text.format(key).split()[-1] for key in keys] == ["1", "32"]
    assert [solved().rules.tier(key) for key in keys] == [31, 0]
    assert len(solved().statistics.sections) == published_for()["numbers"]["parts"] == 32


@pytest.mark.soak
def test_published_first_moves_with_the_centre_allowed():
    game = solved(**ALLOWED)
    assert first_moves(game) == published_for(**ALLOWED)["moves"]
    assert set(first_moves(game)) - set(first_moves(solved())) == {"c3"}
    assert game.value(game.rules.initial) == 2


def test_two_points_for_the_second_player_make_it_a_tie():
    """The option subtracts them from every value (`test_british_square`)."""
    game = solved()
    assert (
        published_for(bias="2")["numbers"]["the start"] == "0" == str(Value(game.value(game.rules.initial) - 2, None))
    )


@pytest.mark.soak
def test_greedy_on_the_whole_board():
    _, losses = losses_of(5, limit=0)
    assert (losses.positions, losses.moving) == (8_659_987, 8_653_032)
    assert Losses.losing(losses.worst) == 1_905_936
    assert Losses.losing(losses.best) == 311_573
    assert Losses.losing(losses.first) == 1_161_121
    assert not losses.examples


@pytest.mark.soak
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, Playouts(2_179_847_574_830_592, 1_174_071_341_606_400, 879_870_726_489_600)),
        (ALLOWED, Playouts(2_277_631_614_666_240, 1_186_510_625_740_800, 891_582_097_881_600)),
    ],
)
def test_games_are_counted(options, expected):
    assert count(solved(**options).rules, 2, Silent()) == expected


@given(positions(), st.randoms(use_true_random=False), st.integers(0, 7))
def test_late_positions_agree_with_the_twin(position, random, g):
    while len(naive.moves(position)) > 6:
        position = naive.play(position, random.choice(naive.moves(position)))
    rules = solved().rules
    key = rules.image(rules.text.parse(naive.text(position)), g)
    assert solved().value(key) == naive.value(position)
