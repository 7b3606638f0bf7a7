"""`retro play` and `retro replay`: how games go and end, and what is recorded of them."""

import json
import re
from collections import Counter
from random import Random

import pytest
from commanding import ask, played
from installing import register
from walking_game.naive import move_value, state_values
from walking_game.plugin import retro_game as walking_game
from walking_game.stored import solved as solved_walk

from retro.game import NONE
from retro.game.loading import load
from retro.play.course import Course
from retro.play.states import States

SEED = 41
WALK = ("walking", "--set", f"seed={SEED}")
RANDOM = ("--first", "random", "--second", "random")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A directory in which games for tests are installed, also for other processes."""
    site = tmp_path_factory.mktemp("site")
    register(site, "walking", {"walking": "walking_game.plugin", "noughts": "noughts_game.plugin"})
    return site


@pytest.fixture(autouse=True)
def installed(site, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))


@pytest.fixture
def solved(tmp_path):
    """The walking game is solved; its rules and the value of every state."""
    rules, _ = solved_walk(tmp_path / "data", SEED)
    return rules, state_values(rules)


def run(*arguments, typed="", code=0):
    """Returns the output of a command, or its error line."""
    shown = ask(*arguments, typed=typed, code=code)
    assert "\x1b" not in shown
    return shown


def result(shown):
    return re.search(r"^result +(.*)$", shown, re.MULTILINE)[1]


# how games go and end


@pytest.mark.parametrize(
    ("moves", "ending"),
    [
        ("0 3 1 4 2", "the first player wins: 2 ends the game"),
        ("0 3 1 4 8 5", "the second player wins: 5 ends the game"),
        ("0 1 2 4 3 5 7 6 8", "ended in a draw: 8 ends the game"),
    ],
)
def test_a_game_that_is_not_solved_is_played_to_its_end(moves, ending):
    shown = run("play", "noughts", "--second", "human", typed=moves.replace(" ", "\n"))
    assert result(shown) == ending
    assert played(shown) == moves.split()


def test_points_are_those_of_best_play():
    """The documentation's own game, worth a point to the first player; begun in the middle, Blue is still the first."""
    game = ("play", "british_square", "--set", "size=3", "--second", "human")
    assert result(run(*game, typed="a1\nb2\nc3\nc1\na3\n")).startswith("Blue wins by 1:")
    assert "Amber to move, ply 1" in run(*game, "start", "--moves", "a1", typed="c3\nc1\na3\n")


def test_the_third_time_is_a_draw_and_so_is_the_last_ply():
    ends = set()
    for seed in range(40):
        rules, source = load(walking_game(), {"seed": seed}), Random(seed)
        course, seen = Course(States(rules), rules.initial, NONE, 12), Counter()
        while course.state.choices:
            here = course.state.key, course.state.forbidden, len(course.made) % 2
            seen[here] += 1
            late = "draw: 12 plies without an end" if len(course.made) == 12 else ""
            ending = "draw: the same position for the third time" if seen[here] == 3 else late
            assert str(course.ending or "") == ending
            if ending:
                ends.add(ending)
                course.back()
                assert course.ending is None
                break
            course.make(source.choice(course.state.choices))
            if course.ending and course.ending.kind == "move":
                break
    assert len(ends) == 2


def test_a_move_that_takes_the_last_move_back_is_forbidden_and_shown():
    game = ("ostle", "--set", "size=3", "--set", "rule8=exact", "--second", "human")
    shown = run("play", *game, typed="b2L\nc3L\na2R\nb3R\nmoves\nquit\n")
    assert re.search(r"ply \d+; \w+ is forbidden, it takes the last move back", shown)


def test_the_board_after_the_last_move_is_shown():
    """Blue pushes his own last piece into the hole: it does not stand there."""
    game = ("ostle", "--set", "size=3", "--set", "men=2", "--set", "left=0", "--second", "human")
    moves = "a1R c3R b1L b2R c1R c2D c1L b1U b2L a2U a1R b3D b1L a3R a1D"
    shown = run("play", *game, typed=moves.replace(" ", "\n") + "\n")
    assert result(shown) == "Amber wins: a1D ends the game"
    *_, before, after = re.findall("(?m)(?:^[1-3]  .*\n){3}", shown)
    assert sorted(before.split()) == sorted("3 · # · 2 · ○ · 1 ● · ·".split())
    assert sorted(after.split()) == sorted("3 · # · 2 · ○ · 1 · · ·".split())


# players


def test_values_are_looked_up_only_for_players_that_need_them(solved):
    for name in ("perfect", "level2", "trap"):
        refused = run("play", "noughts", "--first", name, code=5)
        assert f"{name} cannot play: not solved yet" in refused and "retro solve noughts" in refused
        shown = run("play", *WALK, "--first", name, "--second", name, "--seed", 1)
        assert result(shown) != "not played to the end"
    shown = run("play", "noughts", typed="hint\nquit\n")
    assert "no hints: noughts is not solved" in shown


def test_the_same_seed_plays_the_same_game():
    games = [tuple(played(run("play", "noughts", *RANDOM, "--seed", seed))) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1] and len(set(games)) > 1


OWN = """
class Last:
    def __init__(self, source):
        pass

    def choose(self, state):
        return state.choices[-1]


class Cheat(Last):
    def choose(self, state):
        return None


class Broken(Last):
    def choose(self, state):
        raise RuntimeError("tired")


class Sure:
    def __init__(self, skill):
        self.skill = skill

    def chances(self, state):
        return [0.0] * (len(state.choices) - 1) + [1.0]
"""


def test_custom_players_and_models(solved, tmp_path, monkeypatch):
    (tmp_path / "own_players.py").write_text(OWN)
    shown = run("play", "noughts", "--first", "own_players:Last", "--second", "own_players:Last")
    assert played(shown) == ["8", "7", "6", "5", "4", "3", "2"]
    assert played(run("play", *WALK, "--first", "trap", "--second", "own_players:Last", "--model", "own_players:Sure"))
    for name, complaint in (
        ("own_players:Cheat", "chose what is no move"),
        ("own_players:Broken", "cannot choose: RuntimeError: tired"),
        ("own_players:Missing", "own_players:Missing cannot be used: AttributeError"),
        ("own_players:Sure", "has no method choose"),
        ("no_such_module:A", "cannot be used: ModuleNotFoundError"),
        ("perfekt", "did you mean 'perfect'?"),
    ):
        assert complaint in run("play", "noughts", "--first", name, "--second", "random", code=2)


# what people write


def test_bad_input_gets_one_line_and_another_prompt():
    bad = ["zz", "9", "", "\x00\x1b[31m", "0", "0", "9" * 400, "back", "9" * 9000]
    shown = run("play", "noughts", "--second", "human", typed="\n".join([*bad, "5", ""]))
    assert shown.count("player to move, ply 1") == 2  # at first, and once more after it was taken back
    assert "'zz' is none of its moves" in shown
    assert played(shown) == ["5"]


def test_moves_by_number_and_taken_back():
    game = ("play", "lgame", "--second", "random", "--seed", "3")
    shown = run(*game, typed="moves\n7\nback\nback\n8\nquit\n")
    seventh, eighth = (re.search(rf"\b{number}: (\S+)", shown)[1] for number in (7, 8))
    assert f"1. Blue moves {seventh}\n" in shown
    assert "there is no move of yours to take back" in shown
    assert played(shown)[0] == eighth and len(played(shown)) == 2


def test_a_hint_is_a_best_move_with_the_number_of_good_moves(solved):
    rules, values = solved
    for key in range(0, rules.module.NODES, 3):
        shown = run("play", *WALK, f"n{key}", typed="hint\n")
        match = re.search(r"^(\w+)(?: in (\d+))?; (\d+) of (\d+) moves keep that; (e\d+)", shown, re.MULTILINE)
        if not rules.moves(key):
            continue
        outcome, plies = values[key, NONE]
        assert (match[1], match[2]) == (outcome, None if plies is None else str(plies))
        assert int(match[4]) == len(rules.moves(key))


# records


def test_a_record_is_never_overwritten(tmp_path):
    shown = run("play", "noughts", "--record", "a.json", "--second", "human", typed="0\n3\n1\n4\n2\n")
    before = (tmp_path / "a.json").read_bytes()
    recorded = json.loads(before)
    assert recorded["moves"] == played(shown) == list("03142") and recorded["result"] == result(shown)
    assert "is there already" in run("play", "noughts", "--record", "a.json", code=2)
    words = "8\nsave a.json\nsave\nsave b.json\nsave a\0b\nsave no/such/place\nquit\n"
    saved = run("play", "noughts", "--second", "human", typed=words)
    complaints = ("a.json is there already", "save needs the name", "cannot write a", "there is no directory no/such")
    assert all(complaint in saved for complaint in complaints), saved
    assert (tmp_path / "a.json").read_bytes() == before
    assert json.loads((tmp_path / "b.json").read_text())["moves"] == ["8"]
    assert {path.name for path in tmp_path.iterdir()} == {"a.json", "b.json"}


def test_a_game_without_a_move_leaves_no_record(tmp_path):
    shown = run("play", "noughts", "--record", "a.json", "--second", "human", typed="")
    assert "a.json" not in shown and not list(tmp_path.iterdir())


def test_replay_shows_what_each_move_gave_away(solved):
    rules, values = solved
    seen = set()
    for seed in range(0, rules.module.NODES, 3):
        run("play", *WALK, f"n{seed}", *RANDOM, "--record", f"{seed}.json", "--seed", seed)
        answer, shown = json.loads(run("replay", f"{seed}.json", "--json")), run("replay", f"{seed}.json")
        key, forbidden = seed, NONE
        for each in answer["moves"]:
            made = next(move for move in rules.moves(key) if f"e{move.code}" == each["move"])
            before, after = values[key, forbidden], move_value(rules, values, key, made)
            assert (each["before"], each["after"]["value"]) == ({"value": before[0], "dtm": before[1]}, after[0])
            assert each["blunder"] == (after[0] != before[0])
            seen.add(each["blunder"])
            key, forbidden = made.successor, rules.undo(key, made.code, made.successor)
        blunders = sum(each["blunder"] for each in answer["moves"])
        assert blunders == sum(answer["blunders"].values()) == shown.count("??")
    assert seen == {False, True}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "[" * 100_000, "\xff", '{"format": "retro game 1"}', '{"format": "retro game 2"}'],
)
def test_a_malformed_record_is_refused(tmp_path, text):
    (tmp_path / "x.json").write_bytes(text.encode("latin-1"))
    assert "x.json is no record of a game" in run("replay", "x.json", code=2)


def test_records_that_cannot_be_played(solved, tmp_path):
    run("play", *WALK, *RANDOM, "--seed", 1, "--record", "a.json")
    good = json.loads((tmp_path / "a.json").read_text())
    for change, complaint in (
        ({"moves": ["e9", *good["moves"]]}, "ply 1: no move of n0"),
        ({"moves": [*good["moves"], "e0"]}, "there is a move after the end of the game"),
        ({"position": "n99"}, "no position of walking"),
        ({"game": "wolking"}, "did you mean 'walking'?"),
        ({"options": {"sed": 1}}, "no option 'sed'"),
    ):
        (tmp_path / "b.json").write_text(json.dumps(good | change))
        assert complaint in run("replay", "b.json", code=2)
    (tmp_path / "b.json").write_text(json.dumps(good | {"options": {"seed": 31}}))
    assert "not solved yet" in run("replay", "b.json", code=5)
    assert "no/such" in run("replay", "no/such", code=2)
