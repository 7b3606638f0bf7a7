"""The page about luring: games follow the rules, and its numbers are consistent."""

import re
from pathlib import Path
from random import Random

import luring
import pytest
from walking_game.naive import state_values
from walking_game.stored import solved as solved_walk

from retro.game import NONE
from retro.play.players import PerfectPlayer, RandomPlayer
from retro.play.states import States
from retro.query.api import open_at


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The states of databases of random games, each with the values of its positions."""
    walks = [solved_walk(tmp_path_factory.mktemp("data"), seed) for seed in (4, 12, 41)]
    return [(States(rules, open_at(path, rules).database.record), state_values(rules)) for rules, path in walks]


def test_drawn_positions_are_drawn_and_different(tables):
    for states, values in tables:
        drawn = luring.drawn(states, Random(1), 1000)
        draws = {key for key in range(states.rules.slots) if values[key, NONE][0] == "draw"}
        assert {state.key for state in drawn} == draws and len(drawn) == len(draws)
        assert all(state.forbidden == NONE for state in drawn)


def test_a_draw_is_lost_only_by_a_mistake(tables):
    won = 0
    for states, _ in tables:
        for begin in luring.drawn(states, Random(1), 1000):
            for make in luring.PLAYERS.values():
                player = make(Random(1), 5)
                assert not luring.wins((player, PerfectPlayer(Random(1))), begin)
                assert not luring.wins((RandomPlayer(Random(1)), player), begin)
                won += luring.wins((player, RandomPlayer(Random(2))), begin)
    assert won > 0


def test_every_interval_of_the_page_is_that_of_its_share():
    page = Path(luring.__file__).with_suffix(".md").read_text(encoding="utf-8")
    cells = re.findall(r"([\d.]+)% \(([\d.]+) to ([\d.]+)\)", page)
    assert len(cells) == len(luring.GAMES) * 2 * len(luring.PLAYERS) * len(luring.OPPONENT_SKILLS)
    for share, low, high in cells:
        expected = luring.share(round(float(share) * 10), 1000)
        assert (low, high) == (f"{100 * expected.low:.1f}", f"{100 * expected.high:.1f}")
    assert "\n".join(luring.ABOUT) in page
