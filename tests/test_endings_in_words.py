"""Draws by rule and play without end have different words, in a game that has both."""

from __future__ import annotations

import json
import re

import pytest
from commanding import ask
from installing import write_package
from runs import rules_of

from retro.game import NONE, Game, plugins
from retro.play.course import Course
from retro.play.states import States

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
def harbour(site, data, monkeypatch):
    """Returns a function that installs the game with a worth of play without end. Kernels run in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")

    def install(worth: str) -> Game:
        name = f"landing_{worth.lower().split()[0]}"
        write_package(site, name, rules=RULES.replace("WORTH", worth), text=TEXT)
        game = Game(name, "Landing", name)
        monkeypatch.setattr(plugins, "load", lambda name: game)
        return game

    return install


def facts(shown):
    return dict(re.findall(r"^(\w+) {2,}(.*\S)", shown, re.MULTILINE))


def test_a_line_ends_in_a_draw_or_goes_on_for_ever(harbour):
    name = harbour("DRAW").name
    ask("solve", name)
    for command in ("query", "line"):
        assert facts(ask(command, name, "pier"))["play"] == "ended in a draw"
        assert facts(ask(command, name, "bay"))["play"] == "goes on for ever"
    assert facts(ask("query", name, "pier"))["value"] == "draw in 1"
    assert json.loads(ask("line", name, "pier", "--json"))["dtm"] == 1


@pytest.mark.parametrize(
    ("worth", "result"),
    [
        ("DRAW", "goes on for ever: the same position for the third time"),
        ("WIN if key == 2 else LOSS", "the first player wins: goes on for ever, the same position for the third time"),
    ],
)
def test_a_game_that_repeats_is_worth_what_its_rules_say(harbour, worth, result):
    course = Course(States(rules_of(harbour(worth))), 2, NONE, 100)
    course.replay(["stay"] * 4)
    assert course.ending is not None and course.ending.kind == "endless" and str(course.ending) == result


def test_a_game_that_ends_by_its_rules(harbour):
    course = Course(States(rules_of(harbour("DRAW"))), 0, NONE, 100)
    course.replay(["land", "land"])
    assert str(course.ending) == "ended in a draw: land ends the game"
