"""A game with cycles in which a player may move again: all ways to solve it, and what commands make of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import FunctionType

import pytest
from commanding import ask
from installing import register
from runs import rules_of
from scanned_game import Scanned
from springs_game.plugin import retro_game as springs

import retro
from retro.conformance import moves as move_rules
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import AGAIN, ONGOING, WIN
from retro.solving import solve
from retro.system.errors import GameError
from retro.system.progress import Silent


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """The folder of the database of the game, which is installed."""
    folder = tmp_path_factory.mktemp("springs")
    register(folder, "springs", {"springs": "springs_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("RETRO_DATA", str(folder / "data"))
        ask("solve", "springs")
        yield folder / "data"


def test_a_line_has_who_moves_again(solved):
    """The winner makes the last move, and the runners are where the moves say."""
    with retro.open("springs", solved) as table:
        for begin in ((13, 0), (5, 6), (20, 3)):
            runners, player = list(begin), 0
            for each in table.line("{}:{}".format(*begin)):
                assert each.again == (each.after is not None and (runners[player] + each.code - 1) % 3 == 2)
                runners[player] += each.code - 1
                winner, player = player, player if each.again else 1 - player
            assert runners[winner] == 39 and (winner == 0) == (table.probe("{}:{}".format(*begin)).value == "win")
        first = table.probe("13:0").value == "win"
    shown = json.loads(ask("line", "springs", "13:0", "--json"))
    assert {each["again"] for each in shown["moves"]} == {False, True}
    played = ask("play", "springs", "13:0", "--first=perfect", "--second=perfect")
    assert re.search(rf"result +the {'first' if first else 'second'} player wins", played)


@pytest.mark.parametrize("change", ["flag lost", "flag added"])
def test_check_finds_an_unmove_with_the_wrong_outcome(change):
    rules = rules_of(springs())

    def unmoves(key, out):
        count = rules.functions["unmoves"](key, out)
        for row in out[:count]:
            row[2] = ONGOING if change == "flag lost" else AGAIN
        return count

    subject = Subject(replace(rules, functions=rules.functions | {"unmoves": unmoves}), 10, Silent())
    subject.begin("unmoves")
    subject.sample = [rules.functions["unrank"](slot) for slot in (45, 207)]
    with pytest.raises(Failed, match=r"and the outcome \d+, but it is \d+"):
        move_rules.unmoves(subject)


def again_and_won(key, out):
    n = given(key, out)  # noqa: F821
    out[0, 2] = AGAIN | WIN
    return n


@pytest.mark.compiled
def test_compiled_code_refuses_a_move_that_wins_and_goes_on():
    rules = rules_of(springs())
    names = {"given": rules.functions["moves"], "AGAIN": AGAIN, "WIN": WIN}
    functions = rules.functions | {"moves": FunctionType(again_and_won.__code__, names, "moves")}
    wrong = replace(rules, functions=functions, digest="springs that are wrong")
    with pytest.raises(GameError, match=f"gave move \\d the outcome {AGAIN | WIN}, not ONGOING, WIN, LOSS or DRAW"):
        solve(wrong, "queue", 1, Silent())


def test_the_winner_alone_has_single_moves_in_unique_lines(solved):
    """Also where a player moves twice. The number is that of a naive twin."""
    with retro.open("springs", solved) as table:
        expected = {each.key for each in Scanned(table).states if each.value[0] == "win" and each.unique_line}
    shown = ask("puzzles", "springs", "--unique-line", "--json", "--limit", 10_000).splitlines()
    found = {table.rules.text.parse(each["position"]) for each in map(json.loads, shown) if "position" in each}
    assert found == expected and len(expected) == 4
