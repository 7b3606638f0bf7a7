"""Games in which turns do not alternate, or a position contains the turn: values, words and drawings agree."""

import json
import re

import pytest
from commanding import ask
from installing import install, register
from pawns_game.plugin import retro_game as pawns_game
from runs import rules_of

from retro.conformance import moves as move_rules
from retro.conformance import text as text_rules
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import ONGOING, staging, turns
from retro.query import played_game as recording
from retro.system.errors import GameError
from retro.system.progress import Silent

RULES = """
from retro.game import ONGOING, score
INITIAL, CODES, SCORES = 14, 2, "first"
def moves(key, out):
    left, side = key // 2, key % 2
    for taken in range(1, min(2, left) + 1):
        out[taken - 1, 0] = 2 * (left - taken) + (side if taken == 2 else 1 - side)
        out[taken - 1, 1], out[taken - 1, 2] = taken - 1, ONGOING
    return min(2, left)
def no_moves(key):
    return score(1 if key % 2 else -1)
def tier(key):
    return key // 2
def first_to_move(key):
    return key % 2 == 0
"""
"""Of seven stones a player takes one, or two and moves again; who cannot move loses a point."""
TEXT = """
from retro.game.scene import Piece, Scene, grid
PLAYERS = {"en": ("Left", "Right")}
def format(key):
    return f"{key // 2} {'LR'[key % 2]}"
def parse(text):
    return 2 * int(text[0]) + "LR".index(text[2])
def format_move(key, code):
    return ("one", "two")[code]
def scene(key):
    return Scene(grid(7, 1), tuple(Piece("stone", f"{each}1") for each in "abcdefg"[: key // 2]), turn=TURN)
"""
RIGHT, NONE, STUCK = "1 + key % 2", "0", "1"
"""What the scene says of the turn."""


@pytest.fixture(scope="module", autouse=True)
def solved(tmp_path_factory):
    """Hexapawn is installed and solved."""
    folder = tmp_path_factory.mktemp("turns")
    register(folder, "pawns", {"pawns": "pawns_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("RETRO_DATA", str(folder / "data"))
        ask("solve", "pawns")
        yield


@pytest.fixture
def stones(site):
    """Returns the rules of the game with stones, which is installed, by what its scene says of the turn."""

    def installed(turn=RIGHT):
        install(site, "stones", RULES, text=TEXT.replace("TURN", turn))
        return rules_of("stones")

    return installed


def reached(rules):
    """The keys of all positions that a game reaches."""
    keys = [rules.initial]
    for key in keys:
        keys += {move.successor for move in rules.moves(key) if move.outcome == ONGOING} - set(keys)
    return keys


# turns that do not alternate


def test_play_prompts_the_player_to_move(stones):
    stones()
    shown = ask("play", "stones", "--second", "human", typed="two\none\ntwo\ntwo\n")
    moves = re.findall(r"^\d\. (\w+ moves \w+)", shown, re.MULTILINE)
    assert moves == ["Left moves two", "Left moves one", "Right moves two", "Right moves two"]
    players = re.findall(r"(\w+) to move, ply (\d)", shown)
    assert players == [("Left", "1"), ("Left", "2"), ("Right", "3"), ("Right", "4")]
    assert re.search(r"^result +Left wins by 1: no move is left$", shown, re.MULTILINE)


def test_a_scene_without_a_turn_has_that_of_the_position(stones):
    rules = stones(NONE)
    for key in reached(rules):
        assert staging.scene(rules, key).turn == 1 + key % 2 and staging.turnless_scene(rules, key).turn == 0


# positions that say whose turn it is

BLACK = "bbb/.w./w.w b"


def test_the_side_to_move_is_named_in_games_with_sides(solved, tmp_path):
    shown = ask("play", "pawns", BLACK, "--second", "human", typed="a3b2\n")
    assert "Black to move, ply 1" in shown and "1. Black moves a3b2" in shown and "White to move, ply 2" in shown
    rules = rules_of(pawns_game())
    ended = [rules.text.format(key) for key in reached(rules) if not rules.moves(key)]
    for name, other in (("Black", "White"), ("White", "Black")):
        stuck = next(each for each in ended if each.endswith(f" {other[0].lower()}"))
        assert re.search(rf"^result +{name} wins: {other} cannot move", ask("play", "pawns", stuck), re.MULTILINE)
    record = tmp_path / "game.json"
    ask("play", "pawns", BLACK, "--first", "perfect", "--second", "perfect", "--record", record)
    made = json.loads(ask("replay", record, "--json"))
    assert [each["player"] for each in made["moves"]] == (["second", "first"] * 9)[: len(made["moves"])]
    assert made["result"].startswith("Black wins")


def test_a_stipulation_names_the_side_to_move(solved):
    shown = ask("compose", "pawns", "--json", "--number", 100)
    *puzzles, _ = map(json.loads, shown.splitlines())
    assert any(each["position"].endswith(" b") for each in puzzles)
    for each in puzzles:
        assert each["stipulation"].startswith({"w": "White", "b": "Black"}[each["position"][-1]])
    shown = ask("compose", "pawns", "--number", 100)
    for stipulation, position in re.findall(r"^\d+\. (\w+) to move.*?^position +\S+ (\w)$", shown, re.M | re.S):
        assert stipulation == {"w": "White", "b": "Black"}[position]


def test_extremes_name_the_player_whose_points_count(small_game):
    square = ("--set", "size=3", "--data", small_game("british_square").tablebase.database.path.parent)
    shown = ask("extremes", "british_square", *square)
    title, _, heading, _, sample = shown[shown.index("highest loss") :].splitlines()[:5]
    loss = json.loads(ask("extremes", "british_square", *square, "--json"))["longest_loss"]
    assert title.startswith(f"highest loss: {loss['value']:+d} for the player to move, {loss['states']} states")
    assert "for the first player" in heading
    assert f" {loss['samples'][0]['value']:+d} " in sample


# contradictions


def broken(rules):
    """The failure of the rule on all positions that are reached; empty if it passes."""
    subject = Subject(rules, 10, Silent())
    subject.begin("turns")
    subject.sample = reached(rules)
    try:
        text_rules.turns(subject)
    except (Failed, GameError) as failure:
        return str(failure)
    assert subject.checked == len(subject.sample)
    return ""


@pytest.mark.parametrize(
    ("turn", "message"),
    [(RIGHT, ""), (NONE, ""), (STUCK, "scene has the turn 1, but first_to_move is False")],
)
def test_a_contradiction_of_scene_and_function_is_named(stones, turn, message):
    failure = broken(stones(turn))
    assert message in failure and bool(failure) == bool(message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, ""),
        ({"turn": "none"}, ""),
        ({"turn": "stuck"}, "move a1a2 (code 1): scene has the turn 1 before the move and 1 after it"),
        ({"begins": "black"}, "scene has the turn 2 at the start; the first player makes the first move"),
    ],
)
def test_a_contradiction_of_scenes_is_named(options, message):
    failure = broken(rules_of(pawns_game(), **options))
    assert message in failure and bool(failure) == bool(message)


def test_with_scores_a_move_that_stays_in_its_tier_fails(stones):
    rules = stones()
    subject = Subject(rules, 10, Silent())
    subject.functions["tier"] = lambda key: rules.tier(key) // 2
    subject.begin("tier")
    subject.sample = reached(rules)
    with pytest.raises(Failed, match=r"the move keeps the tier 3; .* every move must lower it"):
        move_rules.tier(subject)


def test_turns_alternate_where_the_position_says_nothing():
    rules = rules_of(pawns_game(), turn="none")
    assert turns.stated(rules, rules.initial) is None and turns.player(rules, rules.initial) == 0
    assert [turns.following(rules, rules.initial, before, False) for before in (0, 1)] == [1, 0]


def test_a_game_continues_from_the_given_moves(tmp_path):
    """Also if the position does not name the player to move: the players of the game remain."""
    record = tmp_path / "game"
    arguments = ("lgame", "--moves", "b4c4d3d4", "--first", "random", "--second", "random", "--plies", 3)
    shown = ask("play", *arguments, "--record", record)
    assert re.findall(r"^\d\. (\w+) moves", shown, re.MULTILINE) == ["Amber", "Blue", "Amber"]
    written = json.loads(record.read_text(encoding="utf-8"))
    assert written.pop("mover") == 2
    record.write_text(json.dumps(written), encoding="utf-8")
    assert recording.read(record).mover == 1
    for wrong in (0, 3, True, "1"):
        record.write_text(json.dumps({**written, "mover": wrong}), encoding="utf-8")
        with pytest.raises(GameError, match="field mover is not what it should be"):
            recording.read(record)
