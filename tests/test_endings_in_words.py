"""How games end, in words: draws by rule and play without end, points gained on the way, games that are stopped."""

from __future__ import annotations

import json
import re

import pytest
from commanding import ask
from installing import install, register
from runs import rules_of

import retro
from retro.game import NONE
from retro.play.course import Course
from retro.play.states import States
from retro.query.state_answers import line_answer
from retro.serve import game_play
from retro.serve.requests import GameRequest

RULES = """
from retro.game import DRAW, LOSS, ONGOING, WIN
NAMES = ("fork", "pier", "bay", "quay")
INITIAL, CODES = 0, 2
MOVES = ("stay", "land")
TO = ((2, 1), (-1, 3), (3, -1), (2, -1))
def moves(key, out):
    n = 0
    for code in range(2):
        if TO[key][code] >= 0:
            out[n, 0], out[n, 1], out[n, 2] = TO[key][code], code, ONGOING
            if key == 1:
                out[n, 2] = DRAW
            n += 1
    return n
def endless(key):
    return WORTH
"""
"""At the pier, landing ends the game in a draw; from the bay to the quay and back, play goes on for ever."""
TEXT = """
from .rules import MOVES, NAMES
def draw(key):
    return NAMES[key]
def format(key):
    return NAMES[key]
def parse(text):
    return NAMES.index(text)
def format_move(key, code):
    return MOVES[code]
"""


@pytest.fixture
def harbour(site, data):
    """Returns a function that installs the game with a worth of play without end."""

    def installed(worth: str) -> str:
        name = f"landing_{worth.lower().split()[0]}"
        install(site, name, RULES.replace("WORTH", worth), text=TEXT)
        return name

    return installed


@pytest.fixture
def chain(site, data):
    """A chain of 255 places, which is solved: each position has one move, and the last one wins."""
    register(site, "chain", {"chain": "chain_game.plugin"})
    ask("solve", "chain", "--set", "length=255")


def facts(shown):
    return dict(re.findall(r"^(\w+) {2,}(.*\S)", shown, re.MULTILINE))


def test_a_line_ends_in_a_draw_or_goes_on_for_ever(harbour):
    """Where play without end is a draw, too, neither player prefers one to the other: a draw has no plies."""
    for worth, pier, bay in (
        ("WIN if key == 2 else LOSS", "ended in a draw", "goes on for ever"),
        ("DRAW", None, None),
    ):
        name = harbour(worth)
        ask("solve", name)
        for command in ("query", "line"):
            assert facts(ask(command, name, "pier")).get("play") == pier
            assert facts(ask(command, name, "bay")).get("play") == bay
        assert facts(ask("query", name, "pier"))["value"] == ("draw in 1" if pier else "draw")
        assert json.loads(ask("line", name, "pier", "--json"))["dtm"] == (1 if pier else None)


def test_a_game_that_is_stopped_is_worth_what_play_without_end_is_worth(harbour, tmp_path):
    """From the bay to the quay and back; both players are of the user, so nothing is solved."""
    for worth, result in (
        ("WIN if key == 2 else LOSS", "the first player wins: goes on for ever, "),
        ("DRAW", "draw: "),
    ):
        name = harbour(worth)
        options = ("--second", "human", "--plies", 2, "--record", tmp_path / worth)
        assert facts(ask("play", name, "bay", *options, typed="stay\nstay\n"))["result"] == (
            f"{result}2 plies without an end"
        )
    ask("solve", name)
    review = json.loads(ask("replay", tmp_path / worth, "--json"))
    ending = {"winner": None, "name": "", "score": None, "kind": "plies", "why": "2 plies without an end"}
    assert review["ending"] == ending


def test_the_moves_before_cannot_end_the_game(harbour):
    error = ask("play", harbour("DRAW"), "fork", "--moves", "land land", code=2)
    assert error == "error: land ends the game: no position follows"


COINS = """
from retro.game import gain, score
WORTH = (3, 1, 2, 5)
INITIAL, CODES, SCORES = 4, 2, "mover"
def tier(key):
    return key % 8 - key // 8
def moves(key, out):
    low, high = key // 8, key % 8
    if low == high:
        return 0
    out[0, 0], out[0, 1], out[0, 2] = (low + 1) * 8 + high, 0, gain(WORTH[low])
    out[1, 0], out[1, 1], out[1, 2] = low * 8 + high - 1, 1, gain(WORTH[high - 1])
    return 2
def no_moves(key):
    return score(0)
"""
"""Coins in a row; a player takes one from either end."""
ENDS = "def draw(key):\n    return f'{key:o}'\n\n\ndef format_move(key, code):\n    return ('left', 'right')[code]\n"


def test_points_gained_by_the_moves_before_count(site, data, tmp_path):
    """The first player takes 5 and 3, the second 2 and 1."""
    install(site, "coins", COINS, text=ENDS)
    moves = "right right left left".split()
    for before in range(5):
        record = tmp_path / str(before)
        options = ("--moves", " ".join(moves[:before]), "--second", "human", "--record", record)
        shown = ask("play", "coins", *options, typed="\n".join([*moves[before:], ""]))
        assert facts(shown)["result"] == "the first player wins by 5: no move is left"
    ask("solve", "coins")
    for before in range(4):  # a game without a move has no record
        review = json.loads(ask("replay", tmp_path / str(before), "--json"))
        assert (review["ending"]["winner"], review["ending"]["score"]) == (0, 5)
    old = json.loads((tmp_path / "0").read_text())
    del old["lead"], old["plies"]
    (tmp_path / "old").write_text(json.dumps(old))
    assert json.loads(ask("replay", tmp_path / "old", "--json")) == json.loads(ask("replay", tmp_path / "0", "--json"))


def test_a_win_is_played_to_its_end_however_long_it_takes(chain, data):
    """Unless the user sets a limit."""
    game = ("chain", "--set", "length=255")
    players = ("--first", "perfect", "--second", "trap")
    shown = facts(ask("play", *game, *players))
    assert (shown["result"], shown["plies"]) == ("the first player wins: the second player cannot move", "255")
    assert facts(ask("play", *game, *players, "--plies", 254))["result"] == "draw: 254 plies without an end"
    with retro.open("chain", data, length=255) as table:
        for more, kind, winner in (({}, "stuck", 0), ({"plies": 255}, "stuck", 0), ({"plies": 254}, "plies", None)):
            body = {"moves": ["0"] * (253 if kind == "plies" else 254), **more}
            ending = game_play.reply(table, GameRequest("chain", body=body))["ending"]
            assert (ending["kind"], ending["winner"]) == (kind, winner)


def test_a_position_for_the_third_time_is_play_without_end(harbour):
    for worth, words in (
        ("DRAW", "goes on for ever: the same position for the third time"),
        ("WIN if key == 2 else LOSS", "the first player wins: goes on for ever, the same position for the third time"),
    ):
        course = Course(States(rules_of(harbour(worth))), 2, NONE, 100)
        course.replay(4 * ["stay"])
        assert (course.ending.kind, str(course.ending)) == ("endless", words)


RING = """
from retro.game import ONGOING, score
INITIAL, CODES, SCORES = 0, 2, "mover"
def moves(key, out):
    if key > 1:
        return 0
    out[0, 0], out[0, 1], out[0, 2] = 1 - key, 0, ONGOING
    out[1, 0], out[1, 1], out[1, 2] = 2, 1, ONGOING
    return 2
def no_moves(key):
    return score(STOPPED)
"""
"""Two places in a ring; who stops there gets minus STOPPED."""


@pytest.mark.parametrize(("stopped", "value", "ends"), [(3, "0", {"play": "goes on for ever"}), (-3, "+3 in 1", {})])
def test_a_line_of_scores_says_that_it_has_no_end(site, data, stopped, value, ends):
    name = f"ring{abs(stopped - 1)}"
    install(site, name, RING.replace("STOPPED", str(stopped)))
    ask("solve", name)
    shown, answer = facts(ask("line", name)), json.loads(ask("line", name, "--json"))
    assert shown["value"] == value and {key: shown[key] for key in shown if key == "play"} == ends
    assert answer["endless"] == bool(ends) and answer["plies"] == (2 if ends else 1)
    with retro.open(name) as table:
        cut = line_answer(table, 0, None, "0", table.line(0, max_plies=1))
    assert cut["plies"] == 1 and not cut["endless"]


def test_a_report_counts_games_that_are_broken_off_as_play_without_end(harbour):
    """The first player lands and draws, or stays: then the second is in the bay, and wins if play goes on for ever."""
    name = harbour("WIN if key == 2 else LOSS")
    ask("solve", name)
    for skill in ("0", "1"):
        *_, played = json.loads(ask("report", name, "--json", "--games", 50, "--skill", skill))["games"]
        first, drawn, second = (played[each]["value"] for each in ("first_wins", "drawn", "second_wins"))
        assert second == played["broken_off"]["value"] == pytest.approx(1 - drawn) and first == 0
        assert (0 < drawn < 1) if skill == "0" else drawn == 1
    assert played["most_plies"] == 200
    assert "is broken off and counts as play without end" in ask("report", name, "--games", 50)


def test_a_report_plays_the_longest_win_to_its_end(chain):
    answer = json.loads(ask("report", "chain", "--set", "length=255", "--games", 3, "--json"))
    for played in answer["games"]:
        assert (played["most_plies"], played["first_wins"]["value"], played["broken_off"]["value"]) == (255, 1, 0)
        assert played["plies"]["value"] == 255
