"""Games with several starts: positions, distances, games and commands, compared with plain searches from each start."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache

import pytest
from commanding import ask, run
from installing import forget, register, write_package
from runs import rules_of, win_in

from retro.game import Game
from retro.game.loading import load
from retro.game.rules import Rules
from retro.statistics.playouts import Playouts, count
from retro.storage import manifest
from retro.system.errors import GameError
from retro.system.progress import Silent

STARTS = ((9, 0), (6, 1), (9, 1))
"""Counters and the player to move of the starts of `pairs_game`, in which a move takes two or four counters."""


def after(position):
    counters, side = position
    return [(counters - taken, 1 - side) for taken in (2, 4) if taken <= counters]


@cache
def dtm(position) -> tuple[bool, int]:
    """Whether the mover wins, and in how many plies."""
    values = [dtm(each) for each in after(position)]
    lost = [plies for wins, plies in values if not wins]
    return (True, 1 + min(lost)) if lost else (False, 1 + max((plies for _, plies in values), default=-1))


def games_of_first(*positions) -> Playouts:
    """The games from some positions by who wins; player 0 is the first."""
    counts = [games_of_first(*after(each)) if after(each) else Playouts(each[1], 1 - each[1], 0) for each in positions]
    return Playouts(sum(each.first for each in counts), sum(each.second for each in counts), 0)


def chances_of_first(*positions) -> float:
    """The chance of player 0 to win if all moves, and the choice of a position, are random."""
    chances = [chances_of_first(*after(each)) if after(each) else float(each[1]) for each in positions]
    return sum(chances) / len(chances)


def words(position) -> str:
    wins, plies = dtm(position)
    return f"{'win' if wins else 'loss'} in {plies}"


@pytest.fixture
def pairs(site, data):
    """The game is installed; its rules."""
    register(site, "pairs", {"pairs": "pairs_game.plugin"})
    rules = rules_of("pairs")
    assert [divmod(key, 2) for key in rules.starts] == list(STARTS)
    return rules


def test_games_are_counted_from_all_starts(pairs):
    expected = games_of_first(*STARTS)
    assert count(pairs, 1, Silent()) == expected and expected.first and expected.second
    answer = json.loads(ask("playouts", "pairs", "--json"))
    assert (answer["first"], answer["second"]) == (expected.first, expected.second)


def test_commands_name_the_starts(pairs):
    names, shown = ("start", "start2", "start3"), [words(start) for start in STARTS]
    solved = json.loads(ask("solve", "pairs", "--json"))
    assert [f"{each['value']} in {each['dtm']}" for each in (solved["start"], *solved["other_starts"])] == shown
    about = ask("stats", "pairs")
    assert f"other starts  {shown[1]}, {shown[2]}\n" in about.replace("   ", "  ")
    for name, (counters, side), value in zip(names, STARTS, shown, strict=True):
        answer = json.loads(ask("query", "pairs", name, "--json"))
        assert answer["position"] == f"{counters} {'AB'[side]}" and f"{answer['value']} in {answer['dtm']}" == value
        line = json.loads(ask("line", "pairs", name, "--json"))
        assert line["plies"] == dtm((counters, side))[1]
    played = ask("play", "pairs", "start2", "--first", "perfect", "--second", "perfect")
    assert re.search(r"^1\. the second player moves", played, re.MULTILINE)
    assert " rows are as published\n" in ask("reproduce", "pairs", "--all")


def test_verification_compares_the_value_of_each_start(pairs, data):
    ask("solve", "pairs")
    ask("verify", "pairs")
    file = next(data.rglob("manifest.json"))
    about = manifest.read(file.parent)
    file.write_text(replace(about, starts=(*about.starts[:2], win_in(7))).to_json(), encoding="utf-8")
    done = run("verify", "pairs")
    assert done.code == 1 and "start3" in done.output and "start2" not in done.output


def test_a_shortest_game_begins_at_the_nearest_start(pairs):
    ask("solve", "pairs")
    ask("reach", "pairs")
    for position, begins, plies in (("2 A", "6 B", 1), ("5 A", "9 B", 1), ("5 B", "9 A", 1), ("6 B", "6 B", 0)):
        line = json.loads(ask("line", "pairs", position, "--from-start", "--json"))
        assert (line["begins"], line["plies"]) == (begins, plies)


def test_a_report_is_about_the_first_start_and_plays_from_all(pairs):
    ask("solve", "pairs")
    report = json.loads(ask("report", "pairs", "--games", "300", "--skill", "0", "--json"))
    assert report["start"]["dtm"] == dtm(STARTS[0])[1]
    assert [each["dtm"] for each in report["other_starts"]] == [dtm(start)[1] for start in STARTS[1:]]
    assert "from the first of 3 starts" in report["verdict"][0]["why"]
    first, second = (report["games"][0][name]["value"] for name in ("first_wins", "second_wins"))
    assert abs(first - chances_of_first(*STARTS)) < 0.1 and abs(first + second - 1) < 1e-9


@pytest.mark.parametrize(
    ("name", "message"),
    [
        *((name, "pairs has 3 starts, start to start3") for name in ("start4", "start999999999")),
        *((name, "no position of pairs") for name in ("start0", "start1", "start02", "start 2", "start-2")),
    ],
)
def test_a_start_that_does_not_exist(pairs, name, message):
    ask("solve", "pairs")
    assert message in run("query", "pairs", name).errors


WRONG = {
    "()": "INITIAL in rules.py is an empty tuple; it is -1 if these options have no start",
    "(3, 4, 3)": "INITIAL in rules.py is a tuple that has the key 3 twice",
    "(3, -1)": "INITIAL in rules.py is a tuple whose element 1 is -1, not a key",
    "('a', 3)": "INITIAL in rules.py is a tuple whose element 0 is 'a', not a key",
    "(1 << 63,)": "INITIAL in rules.py is a tuple whose element 0 is 9223372036854775808, not a key",
    "[3, 4]": "INITIAL in rules.py is [3, 4], not a whole number of at least -1 or a tuple of keys",
    "-2": "INITIAL in rules.py is -2, not a whole number of at least -1 or a tuple of keys",
}


@pytest.fixture
def declaring(site):
    """Returns the rules of the game with another `INITIAL`, given as source."""
    others = "from pairs_game.rules import CODES, MAX_MOVES, moves\n"

    def rules_with(initial: str) -> Rules:
        forget(site)
        write_package(site, "other_pairs", rules=f"{others}INITIAL = {initial}\n", text="draw = str\n")
        return load(Game("pairs", "Pairs", "other_pairs"), {})

    return rules_with


@pytest.mark.parametrize(("initial", "message"), WRONG.items(), ids=WRONG)
def test_wrong_declarations(declaring, initial, message):
    with pytest.raises(GameError) as raised:
        declaring(initial)
    assert str(raised.value).startswith(f"plugin pairs: {message}")


def test_one_start_in_a_tuple_is_one_start_and_their_order_belongs_to_the_rules(declaring):
    assert declaring("18").starts == declaring("(18,)").starts == (18,) and declaring("(18,)").initial == 18
    assert len({declaring(initial).digest for initial in ("18", "(18, 13)", "(13, 18)")}) == 3
