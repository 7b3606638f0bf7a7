"""Moves and boards are seen from the same side, in a game whose board turns with the player to move."""

from __future__ import annotations

import json
import re

import pytest
from commanding import ask, run
from installing import install
from runs import rules_of

import retro
from retro.game import turns
from retro.serve import answers
from retro.serve.requests import GameRequest

RULES = """
from retro.game import ONGOING, WIN
INITIAL, CODES = 0, 3
def moves(key, out):
    mine, other, n = key // 8, key % 8, 0
    for step in range(1, 3):
        if mine + step <= 6 and (mine + step != 6 - other or mine + step == 6):
            out[n, 0], out[n, 1], out[n, 2] = other * 8 + mine + step, step, WIN if mine + step == 6 else ONGOING
            n += 1
    return n
"""
"""A race on a line of seven points: each player goes one or two from his end to the other, and sees his end left."""
TEXT = """
from retro.game.scene import Piece, Scene, Step, grid
def format(key):
    return f"{key // 8}:{key % 8}"
def parse(text):
    mine, _, other = text.partition(":")
    if not (mine.isdigit() and other.isdigit() and int(mine) < 7 and int(other) < 7):
        raise ValueError(f"not a position: {text[:40]!r}")
    return int(mine) * 8 + int(other)
def draw(key):
    return format(key)
def swapped(key):
    return key % 8 * 8 + key // 8
def format_move(key, code):
    return f"{'abcdefg'[key // 8]}-{'abcdefg'[key // 8 + code]}"
def scene(key):
    stones = [Piece("stone", f"{'abcdefg'[key // 8]}1", 1), Piece("stone", f"{'gfedcba'[key % 8]}2", 2)]
    return Scene(grid(7, 2), tuple(stones))
def shown(key, code):
    return (Step("arrow", tuple(f"{'abcdefg'[place]}1" for place in (key // 8, key // 8 + code))),)
"""
SWAPPED_MOVE = """
def swapped_move(key, code):
    return f"{'gfedcba'[key // 8]}-{'gfedcba'[key // 8 + code]}"
"""
ROW = re.compile(r"^ +(\d+) +(\S+) +(?:win|loss) +\d+ +(\S.*\S) *$", re.MULTILINE)


@pytest.fixture
def race(site, data):
    """Returns a function that installs and solves the race."""

    def solved(name, more=""):
        install(site, name, RULES, text=TEXT + more)
        ask("solve", name)
        return name

    return solved


def test_sides_that_are_kept_keep_moves_too(race):
    """The stones are where the moves took them, all as the first player sees them: his is at the left."""
    shown = ask("line", race("race", SWAPPED_MOVE), "--keep-sides")
    at = [0, 6]
    for ply, move, after in ROW.findall(shown):
        start, to = ("abcdefg".index(each) for each in move.split("-"))
        player = (int(ply) - 1) % 2
        assert at[player] == start
        at[player] = to
        assert after in ("the game ends", f"{at[0]}:{6 - at[1]}")
    assert int(ply) == 7 and at[0] == 6


def test_without_the_other_players_moves_nothing_is_turned(race):
    """Each move is one of the position before it, as that is written."""
    name = race("half_race")
    shown, rules = run("line", name, "--keep-sides"), rules_of(name)
    assert shown.output == ask("line", name)
    assert re.fullmatch("moves and positions are as the player to move sees them, .* not swapped_move\n", shown.errors)
    key = rules.initial
    for _, move, after in ROW.findall(shown.output)[:-1]:
        key = next(each.successor for each in rules.moves(key) if rules.text.format_move(key, each.code) == move)
        assert rules.text.format(key) == after
    assert not run("query", name, "--keep-sides").errors


def test_the_moves_of_a_position_and_what_follows_have_one_side(race):
    for name, more in (("query_race", ""), ("query_race2", SWAPPED_MOVE)):
        answer = json.loads(ask("query", race(name, more), "2:1", "--json"))
        shown = ask("query", name, "2:1", "--keep-sides")
        for each in answer["moves"]:
            start, to = ("abcdefg".index(point) for point in each["move"].split("-"))
            assert start == 2 and re.search(rf"^ +{each['move']} .* {to}:1 *$", shown, re.MULTILINE)


@pytest.mark.parametrize("more", ["", SWAPPED_MOVE])
def test_the_last_move_is_not_shown_on_a_board_that_turned(race, data, more):
    name = race(f"drawn_race{bool(more):d}", more)
    with retro.open(name, data) as table:
        answer = answers.position(table, GameRequest(name, {"moves": "a-c", "picture": 1}))
    assert answer["position"] == "0:2" and answer["picture"] and answer["last_picture"] is None
    assert "2. the second player moves a-b" in ask("play", name, "--second", "human", typed="a-c\na-b\n")


def test_boards_that_do_not_turn_show_the_last_move():
    for name, options in (("ostle", {"size": 3}), ("lgame", {}), ("british_square", {"size": 3})):
        rules = rules_of(name, **options)
        assert not any(turns.board_turns(rules, rules.initial, move) for move in rules.moves(rules.initial))


@pytest.mark.parametrize(("name", "move", "other"), [("awari", "c", "C"), ("kalah", "3", "o3")])
def test_pits_of_the_other_player_have_other_names(examples, name, move, other):
    rules = rules_of(name)
    key = rules.text.parse("1 " * 12) if rules.initial < 0 else rules.initial
    (made,) = (each for each in rules.moves(key) if rules.text.format_move(key, each.code) == move)
    assert rules.text.swapped_move(key, made.code) == other
    assert turns.board_turns(rules, key, made) and rules.text.swapped(rules.text.swapped(key)) == key
