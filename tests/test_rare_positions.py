"""`retro check` tests rare kinds of positions, and reports mistakes that occur only in these."""

import re

import pytest
from installing import write_package

from retro import conformance
from retro.game import Game
from retro.game.loading import load
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled

RULES = """
from retro.game import DRAW, ONGOING
END, TRIES = 26, 24
INITIAL = 0
CODES = MAX_MOVES = TRIES
# A key has, from the right, six bits for the number of times that move 0 was made, the codes of the last eight moves,
# and the number of other moves. Move 0 reduces the moves of all later positions by one: only a game that consists
# almost only of move 0 reaches a position without moves.
def moves(key, out):
    used, past = key & 63, key >> 6
    plies = used + (past >> 40)
    n = 0
    for code in range(TRIES - used):
        after = (past & (1 << 35) - 1) << 5 | code
        turn = past >> 40
        out[n, 0], out[n, 1], out[n, 2] = (turn + (code > 0) << 40 | after) << 6 | used + (code == 0), code, ONGOING
        n += 1
    if n == 1:
        out[0, 1] = SINGLE
    if plies >= END:
        for i in range(n):
            out[i, 2] = DRAW
    return n
def no_moves(key):
    return STUCK
"""
SOUND = {"SINGLE": "0", "STUCK": "DRAW"}


@pytest.fixture
def game(site):
    """A function that returns the rules of the game with other constants."""

    def written(**constants):
        text = "".join(f"{name} = {value}\n" for name, value in (SOUND | constants).items())
        write_package(site, "shrinking", rules=RULES + text, text="def draw(key): return str(key)\n")
        return load(Game("shrinking", "Shrinking", "shrinking"), {})

    return written


def results(rules):
    report = conformance.quick(rules, Silent(), 30.0)
    return {result.rule: (result.status, result.message) for result in report.results}


@pytest.mark.parametrize(
    ("rule", "mistake", "part"),
    [("no_moves", {"STUCK": "7"}, "no_moves returned 7"), ("moves", {"SINGLE": "CODES"}, "moves gave a code of 24")],
)
def test_a_mistake_only_in_stalemates_or_in_positions_with_one_move_is_reported(game, rule, mistake, part):
    status, message = results(game(**mistake))[rule]
    assert status == "failed" and part in message


def test_the_number_of_checked_positions_of_each_kind_is_reported(game):
    report = results(game())
    assert report["no_moves"][0] == "passed" and report["no_moves"][1].endswith(" drawn")
    kinds = "[1-9].* without moves, .* with a single move, .*with a move that ends the game, up to 24 moves"
    assert re.match(kinds, report["moves"][1])
