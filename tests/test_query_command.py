"""`retro query` on the command line: positions, moves played before, and texts that are neither."""

import json
import random

import pytest
from commanding import ask
from installing import register
from walking_game.plugin import retro_game
from walking_game.stored import solved as solved_walk

from retro.game import NONE, ONGOING
from retro.game.loading import load

GAME = retro_game()
SEED = 30
SETTING = ("--set", f"seed={SEED}")


@pytest.fixture(autouse=True)
def solved(site, data):
    """The walking game is installed and solved."""
    register(site, "walking", {"walking": "walking_game.plugin"})
    solved_walk(data, SEED)


def answered(*arguments):
    return json.loads(ask("query", "walking", *arguments[:1], *SETTING, *arguments[1:], "--json"))


def test_query():
    answer, output = answered("n3"), ask("query", "walking", "n3", *SETTING)
    assert list(answer) == ["position", "value", "dtm", "forbidden", "why_forbidden", "from_start", "moves"]
    assert (answer["position"], answer["forbidden"]) == ("n3", None) and answer["moves"]
    best = answer["moves"][0]
    assert (answer["value"], answer["dtm"]) == (best["value"], best["dtm"])
    assert "[...x............]" in output
    rows = [line.split()[:2] for line in output.splitlines()]
    for each in answer["moves"]:
        assert list(each) == ["move", "value", "dtm", "again", "gained", "forbidden", "replies"]
        assert each["forbidden"] is False and [each["move"], each["value"]] in rows
    counted = [each["replies"] for each in answer["moves"] if each["replies"]]
    assert counted and all(list(each) == ["holding", "legal"] for each in counted)
    assert all(f"   {each['holding']} of {each['legal']}   " in output for each in counted)


def test_query_with_a_forbidden_move():
    best = answered("n3")["moves"][0]["move"]
    answer = answered("n3", "--forbid", best)
    legal = [each for each in answer["moves"] if not each["forbidden"]]
    assert answer["forbidden"] == best and legal
    assert [each["move"] for each in answer["moves"] if each["forbidden"]] == [best]
    assert (answer["value"], answer["dtm"]) == (legal[0]["value"], legal[0]["dtm"])
    assert "forbidden" in ask("query", "walking", "n3", *SETTING, "--forbid", best)


def test_query_with_the_previous_position():
    rules = load(GAME, {"seed": SEED})
    edges = [(key, move) for key in range(16) for move in rules.moves(key) if move.outcome == ONGOING]
    for forbidding in (True, False):
        undone = ((key, move, rules.undo(key, move.code, move.successor)) for key, move in edges)
        key, move, undo = next(each for each in undone if (each[2] >= 0) == forbidding)
        answer = answered(f"n{move.successor}", "--previous", f"n{key}")
        assert answer["forbidden"] == (f"e{undo}" if forbidding else None)
    line = ask("query", "walking", "n3", *SETTING, "--previous", "n3", code=2)
    assert "no move leads from n3 to n3" in line
    ask("query", "walking", "n3", *SETTING, "--previous", "n2", "--forbid", "e1", code=2)


def test_query_after_moves():
    """Position and forbidden move are those after each prefix of a random game, from the start or from a position."""
    rules, chance, tried = load(GAME, {"seed": SEED}), random.Random(4), 0
    for begin in ("start", "n3", "3"):
        key, forbidden, played = rules.initial if begin == "start" else 3, NONE, []
        for _ in range(12):
            answer = answered(begin, "--moves", " ".join(played))
            move = None if forbidden == NONE else f"e{forbidden}"
            assert (answer["position"], answer["forbidden"]) == (f"n{key}", move)
            tried += forbidden != NONE
            open_moves = [move for move in rules.moves(key) if move.outcome == ONGOING and move.code != forbidden]
            if not open_moves:
                break
            move = chance.choice(open_moves)
            played.append(f"e{move.code}")
            key, forbidden = move.successor, rules.undo(key, move.code, move.successor)
    assert tried > 0
    assert answered()["position"] == f"n{rules.initial}"


def test_moves_that_cannot_be_played():
    rules = load(GAME, {"seed": SEED})
    assert "no move of" in ask("line", "walking", *SETTING, "--moves", "e9999", code=2)
    first = rules.moves(rules.initial)[0].code
    line = ask("query", "walking", *SETTING, "--forbid", f"e{first}", "--moves", f"e{first}", code=2)
    assert f"'e{first}' is forbidden in n{rules.initial}" in line
