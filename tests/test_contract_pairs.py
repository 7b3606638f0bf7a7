"""Optional names of the contract together: each allowed pair in a game that goes through all commands.

A game is a random graph, whose rules.py is written from a set of features: names that it defines, or ways to use one.
A handful of sets has every allowed pair of features, and each feature without each other one. The values are compared
with those of `naive_graphs`, which shares no code with retro. What the contract forbids is refused in one line, and
what it leaves without use changes nothing.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import combinations, product

import pytest
from commanding import ask, run
from feature_games import FEATURES, FeatureGame, completed
from installing import forget, install
from runs import contents, files_of, rules_of
from small_games import lacking

from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import solve
from retro.solving.backends import chosen
from retro.system.progress import Silent

pytestmark = pytest.mark.usefixtures("plain_checks")

CORE = {"mover", "first", "endless", "tier", "AGAIN", "gains"}
"""Features that decide how a game is solved: any two of them are together without each other one."""
SETS = [
    "AGAIN SECTIONS endless gains image positions starts unmoves",
    "SECTIONS image no_moves restorable sides starts tier unmoves wins",
    "endless first gains image sides",
    "SECTIONS no_moves positions restorable wins",
    "AGAIN endless tier unmoves wins",
    "AGAIN gains sides starts",
    "image positions starts undo unmoves",
    "AGAIN endless mover rank sides unmoves",
    "SECTIONS first image positions tier unmoves",
    "SECTIONS image restorable sides starts tier",
    "endless first sides starts unmoves",
    "SECTIONS endless gains image sides",
    "image positions restorable",
    "AGAIN SECTIONS endless image mover starts tier",
    "SECTIONS first gains",
    "SECTIONS image positions",
]
"""The games. ``test_the_games_have_all_pairs`` says what they have to cover."""


def test_the_games_have_all_pairs():
    """Every allowed pair, every feature without each other one, every allowed pair of CORE without a third one."""
    sets = [completed(each.split()) for each in SETS]
    assert None not in sets
    for one, other in combinations(FEATURES, 2):
        both = completed({one, other})
        assert both is None or any(both <= each for each in sets), (one, other)
    for size, names in ((1, FEATURES), (2, sorted(CORE))):
        for some, without in product(combinations(names, size), names):
            least = completed(some)
            if least is not None and without not in least:
                assert any(least <= each and without not in each for each in sets), (some, without)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A directory to install games in."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield folder
        forget(folder)


def exported(file):
    """Returns value and plies by position and forbidden code."""

    def number(text):
        return None if text == "" else int(text) if text.lstrip("-").isdigit() else text

    found = {}
    with file.open(encoding="utf-8", newline="") as opened:
        for row in csv.DictReader(opened):
            position, forbidden, *value = (number(row[name]) for name in ("position", "forbidden", "value", "dtm"))
            found[position, NONE if forbidden is None else forbidden] = tuple(value)
    return found


def outcome(value):
    return value if isinstance(value, str) else "win" if value > 0 else "loss" if value < 0 else "draw"


def solution(rules):
    if not isinstance(rules, IndexedRules):
        rules = enumerate_positions(rules, 1, Silent(), Limits(1000))
    return contents(solve(rules, chosen(rules, "auto"), 1, Silent()), rules.slots)[:2]


@pytest.mark.parametrize("number", range(len(SETS)), ids=SETS)
def test_names_go_together(number, site, tmp_path):
    """All backends, with and without `unmoves`, all commands, and the values by definition."""
    game, name, data = FeatureGame(completed(SETS[number].split()), number), f"pairs{number}", tmp_path / "data"
    install(site, name, game.source)
    at = "--data", data
    ask("check", name, "--seconds", 0.1)
    ask("solve", name, *at)
    for backend in ("reference", "sweep"):
        ask("solve", name, "--backend", backend, "--data", data / backend)
        assert files_of(data / name) == files_of(data / backend / name)
    ask("verify", name, *at)
    ask("export", name, "--format", "csv", "--out", data / "states.csv", *at)
    found = exported(data / "states.csv")
    assert {key for key, _ in found} == game.listed
    assert found == {state: game.values[state] for state in found}
    if not {"undo", "positions", "sides"} & game.features:
        sections = json.loads(ask("stats", name, "--json", *at))["tiers"]
        numbers = Counter(outcome(game.values[key, NONE][0]) for key in game.listed)
        assert sum((Counter(each["values"]) for each in sections), Counter()) == numbers
    for key in game.starts:
        answer = json.loads(ask("query", name, key, "--json", *at))
        assert (answer["value"], answer["dtm"]) == game.values[key, NONE]
    ask("report", name, "--games", 20, *at)
    ask("play", name, "--first", "perfect", "--second", "random", "--plies", 20, "--seed", 1, *at)
    if not game.cycles:
        ask("playouts", name)
    rules = rules_of(name)
    assert not rules.defines("unmoves") or solution(rules) == solution(lacking(rules, "unmoves"))


# What does not go together

SMALL = """
from retro.game import ONGOING, gain, score

INITIAL = 3
CODES = 2


def moves(key, out):
    for taken in range(min(2, key)):
        out[taken, 0], out[taken, 1], out[taken, 2] = key - taken - 1, taken, GAIN
    return min(2, key)


GAIN = ONGOING
"""
SCORED = "def no_moves(key):\n    return score(1)\n\n\nSCORES = 'mover'\n"
FIRST = f"{SCORED}SCORES = 'first'\n\n\ndef first_to_move(key):\n    return key & 1 == 1\n"
REPETITION = "REPETITION = True\n\n\ndef undo(key, code, successor):\n    return -1\n"
WINS = "def wins(key):\n    return False\n"
ENDLESS = "def endless(key):\n    return 1\n"
TIER = "def tier(key):\n    return key\n"
AGAIN, FORBIDDEN = "MOVES_AGAIN = True\n", "REPETITION = True\n"
REFUSED = {
    "values cannot be scores in a game with a repetition rule": (SCORED, REPETITION),
    "wins does not go with SCORES: where values are scores, no move wins": (SCORED, WINS),
    "endless does not go with REPETITION": (ENDLESS, REPETITION),
    "MOVES_AGAIN does not go with REPETITION: who moves again could take no move back": (AGAIN, REPETITION),
    'MOVES_AGAIN does not go with SCORES = "first", where first_to_move says who moves again': (AGAIN, FIRST),
    "rules.py does not define no_moves, which SCORES requires": ("SCORES = 'mover'\n",),
    'rules.py does not define first_to_move, which SCORES = "first" requires': (SCORED, "SCORES = 'first'\n"),
    "rules.py does not define undo, which REPETITION requires": (FORBIDDEN,),
    "rules.py does not define image, which GROUP > 1 requires": ("GROUP = 2\n",),
    "rules.py does not define MAX_UNMOVES, which unmoves requires": ("def unmoves(key, out):\n    return 0\n",),
    "rules.py defines SLOTS; an index needs SLOTS, rank and unrank": ("SLOTS = 4\n",),
}


@pytest.mark.parametrize("message", REFUSED)
def test_names_that_exclude_each_other_are_refused(message, site, data):
    name = f"refused{list(REFUSED).index(message)}"
    install(site, name, "\n\n".join((SMALL, *REFUSED[message])))
    for command in ("check", "solve"):
        assert ask(command, name, code=2) == f"error: plugin {name}: {message}"


def test_a_gain_without_tier_is_found(site):
    install(site, "gains", f"{SMALL}GAIN = gain(1)\n\n\n{SCORED}")
    checked = run("check", "gains", "--seconds", 0.1)
    assert checked.code == 1 and "(code 0): the move gains points and does not lower the tier" in checked.output


WIDE = """
narrow = moves


def moves(key, out):
    count = narrow((key >> 60) * 3 % 8, out)
    for i in range(count):
        out[i, 0] = (out[i, 0] * 3 % 8) << 60
    return count


def tier(key):
    return (key >> 60) * 3 % 8


INITIAL = 1 << 60
"""
"""The same game with keys of 63 bits, which are not in order of tiers."""


@pytest.mark.parametrize("endless", [False, True])
def test_scores_need_an_index_in_order_of_tiers(site, data, endless):
    """Between tiers play without end may change its worth, and moves may gain points.

    `test_contract_page` has an index of the game's own.
    """
    name = f"order{endless}".lower()
    worth = "def endless(key):\n    return score(0)\n" if endless else ""
    install(site, name, "\n\n".join((SMALL, SCORED, worth, WIDE)))
    solved, message = run("solve", name), "so the scores of the game cannot be computed"
    line = solved.errors.splitlines()[-1]
    assert solved.code == 2 and "tier and key have more than 63 bits" in line and f"{message} (position " in line
    checked = run("check", name, "--seconds", 5)
    assert checked.code == 1 and message in checked.output


# What is not used

UNUSED = {
    "MAX_UNMOVES": ("MAX_UNMOVES = 7", "unmoves is not defined"),
    "SECTIONS": ("SECTIONS = (('all', 0, 99),)", "the game has no index of its own"),
    "first_to_move": ("def first_to_move(key):\n    return -7", 'SCORES is not "first"'),
    "undo": ("def undo(key, code, successor):\n    return -7", "REPETITION is not True"),
    "restorable": ("def restorable(key, code):\n    return 0.5", "REPETITION is not True"),
    "image": ("def image(key, g):\n    return -7", "GROUP is 1"),
    "image_code": ("image_code = None", "GROUP is 1"),
}
"""By name: a definition that would be wrong if it was used, and why it is not."""


def test_what_is_not_used_is_as_if_it_was_not_defined(site, data):
    install(site, "plain", f"{SMALL}{TIER}")
    expected = rules_of("plain")
    for name, (text, _) in UNUSED.items():
        install(site, f"with_{name.lower()}", f"{SMALL}{TIER}\n{text}\n")
        rules = rules_of(f"with_{name.lower()}")
        assert not rules.defines(name) and rules.digest == expected.digest
    install(site, "all_of_them", "\n\n".join((SMALL, TIER, *(text for text, _ in UNUSED.values()))))
    checked = ask("check", "all_of_them", "--seconds", 0.1)
    for name, (_, why) in UNUSED.items():
        assert f"{name} is not used because {why}" in checked
    for name in ("plain", "all_of_them"):
        ask("solve", name)
        ask("verify", name)
    assert (data / "plain" / "values.zst").read_bytes() == (data / "all_of_them" / "values.zst").read_bytes()
    assert ask("playouts", "plain") == ask("playouts", "all_of_them")
