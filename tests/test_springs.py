"""A game with cycles in which a player may move again: all ways to solve it, and what commands make of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import FunctionType

import pytest
from commanding import ask
from installing import register
from naive_graphs import LOST, WON, in_words, values_of
from runs import rules_of
from springs_game.plugin import retro_game as springs

import retro
from retro.conformance import moves as move_rules
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import AGAIN, ONGOING, WIN
from retro.solving import solve
from retro.system.errors import GameError
from retro.system.progress import Silent

TURNS = {ONGOING: (0, False), AGAIN: (0, True)}


def naive_moves(length):
    """Returns the moves of every position by (mover, opponent), as (code, successor, outcome)."""
    listed = {}
    for mine in range(length - 1):
        for theirs in range(length - 1):
            if mine != theirs:
                steps = [(1 + step, mine + step) for step in (-1, 1, 2) if 0 <= mine + step < length]
                listed[mine, theirs] = [
                    (code, (to, theirs), AGAIN) if to % 3 == 2 else (code, (theirs, to), ONGOING)
                    for code, to in steps
                    if to not in (theirs, length - 1)
                ] + [(code, None, WIN) for code, to in steps if to == length - 1]
    return listed


def naive_values(length):
    """Returns outcome and plies of every position, by (mover, opponent)."""
    listed = naive_moves(length)
    numbers = {position: number for number, position in enumerate(listed)}
    moves = [[(code, numbers.get(after, 0), end) for code, after, end in each] for each in listed.values()]
    values = values_of(moves, None, [LOST] * len(moves), {WIN: WON}, TURNS, lambda key: 0)
    return {position: in_words(*value) for position, value in zip(listed, values, strict=True)}


VALUES = naive_values(40)


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
            assert runners[winner] == 39 and (winner == 0) == (VALUES[begin][0] == "win")
    shown = json.loads(ask("line", "springs", "13:0", "--json"))
    assert {each["again"] for each in shown["moves"]} == {False, True}
    played = ask("play", "springs", "13:0", "--first=perfect", "--second=perfect")
    assert re.search(rf"result +the {'first' if VALUES[13, 0][0] == 'win' else 'second'} player wins", played)


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
    """Also where a player moves twice; of equally good moves of the loser, the line has the lowest code."""
    listed = naive_moves(40)

    def results(position):
        """By code, whether the mover wins, the plies, and what follows with whether the same player moves."""
        for code, after, outcome in listed[position]:
            if outcome == WIN:
                yield code, (True, 1), None
            else:
                value, plies = VALUES[after]
                yield code, ((value == "win") == (outcome == AGAIN), plies + 1), (after, outcome == AGAIN)

    def unique(position):
        winning = True
        while True:
            moves = list(results(position))
            if winning:
                moves = [each for each in moves if each[1][0]]
                if len(moves) != 1:
                    return False
            _, _, follows = min(moves, key=lambda each: (-each[1][1], each[0]))
            if follows is None:
                return True
            position, again = follows
            winning = winning == again
            if not listed[position]:
                return not winning

    expected = {position for position, value in VALUES.items() if value[0] == "win" and unique(position)}
    shown = ask("puzzles", "springs", "--unique-line", "--json", "--limit", 10_000).splitlines()
    found = [each["position"] for each in map(json.loads, shown) if "position" in each]
    assert {tuple(map(int, each.split(":"))) for each in found} == expected and len(expected) == 4
