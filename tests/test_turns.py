"""Games in which turns do not alternate, or a position contains the turn: values, words and drawings agree."""

import json
import re

import pytest
from boxes_game.plugin import retro_game as boxes_game
from commanding import ask
from installing import register
from naive_boxes import Boxes
from pawns_game.plugin import retro_game as pawns_game
from runs import rules_of
from scanned_game import Scanned

from retro.conformance import moves as move_rules
from retro.conformance import text as text_rules
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import ONGOING, staging, turns
from retro.query import played_game as recording
from retro.system.errors import GameError
from retro.system.progress import Silent

SIDES = ("Left", "Right")
SQUARE = ("--set", "wide=2", "--set", "high=2")
BOXES = Boxes(2, 2)


@pytest.fixture(scope="module", autouse=True)
def solved(tmp_path_factory):
    """The folder of the databases of both games, which are installed and solved, boxes two by two."""
    folder = tmp_path_factory.mktemp("turns")
    register(folder, "turns", {"boxes": "boxes_game.plugin", "pawns": "pawns_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setenv("RETRO_DATA", str(folder / "data"))
        ask("solve", "boxes", *SQUARE, "--backend", "reference")  # in a quarter of the time
        ask("solve", "pawns")
        yield folder / "data"


@pytest.fixture(scope="module")
def table(solved):
    import retro

    with retro.open("boxes", solved, wide=2, high=2) as opened:
        yield opened


def reached(rules):
    """The keys of all positions that a game reaches."""
    keys = [rules.initial]
    for key in keys:
        keys += {move.successor for move in rules.moves(key) if move.outcome == ONGOING} - set(keys)
    return keys


# turns that do not alternate


def test_play_prompts_the_player_to_move():
    shown = ask("play", "boxes", "--second", "human", typed="b3\na2\nc2\nb1\n")
    moves = re.findall(r"^\d\. (\w+ moves \w+)", shown, re.MULTILINE)
    assert moves == ["Left moves b3", "Right moves a2", "Left moves c2", "Right moves b1"]
    assert re.search(r"^result +Right wins by 1: no move is left$", shown, re.MULTILINE)
    shown = ask("play", "boxes", *SQUARE, "--second", "human", typed="a2\nb1\nc2\nb3\nd1\n")
    players = re.findall(r"(\w+) to move, ply (\d)", shown)
    assert players == [("Left", "1"), ("Right", "2"), ("Left", "3"), ("Right", "4"), ("Right", "5"), ("Left", "6")]


def test_a_scene_without_a_turn_has_that_of_the_position():
    rules = rules_of(boxes_game(), wide=2, high=2, turn="none")
    for _, states in map(BOXES.random_game, range(5)):
        for edges, player, lead in states:
            key = rules.text.parse(f"{''.join(sorted(edges)) or '-'} {SIDES[player]} {lead:+d}")
            assert staging.scene(rules, key).turn == player + 1 and staging.turnless_scene(rules, key).turn == 0


@pytest.mark.soak
def test_lines_of_single_winning_moves_are_the_winners(table):
    """The number is that of the naive twin."""
    expected = {state.key for state in Scanned(table).states if state.value[0] == "win" and state.unique_line}
    shown = ask("puzzles", "boxes", *SQUARE, "--unique-line", "--json", "--limit", 10_000).splitlines()
    positions = {table.rules.text.parse(each["position"]) for each in map(json.loads, shown) if "position" in each}
    assert positions == expected and len(positions) == 178


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


def test_extremes_name_the_player_whose_points_count(solved):
    shown = ask("extremes", "boxes", *SQUARE)
    title, _, heading, _, sample = shown[shown.index("highest loss") :].splitlines()[:5]
    loss = json.loads(ask("extremes", "boxes", *SQUARE, "--json"))["longest_loss"]
    assert title.startswith(f"highest loss: {loss['value']:+d} for the player to move, {loss['states']} states")
    assert "for the first player" in heading
    assert f" {loss['samples'][0]['value']:+d} " in sample


# contradictions


def broken(game, **options):
    """The failure of the rule on all positions that are reached; empty if it passes."""
    rules = rules_of(game, **options)
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
    ("game", "options", "message"),
    [
        (boxes_game, {}, ""),
        (boxes_game, {"turn": "none"}, ""),
        (boxes_game, {"turn": "alternating"}, "scene has the turn 1, but first_to_move is False"),
        (pawns_game, {}, ""),
        (pawns_game, {"turn": "none"}, ""),
        (pawns_game, {"turn": "stuck"}, "move a1a2 (code 1): scene has the turn 1 before the move and 1 after it"),
        (pawns_game, {"begins": "black"}, "scene has the turn 2 at the start; the first player makes the first move"),
    ],
)
def test_a_contradiction_is_named(game, options, message):
    failure = broken(game(), **options)
    assert message in failure and bool(failure) == bool(message)


def test_with_scores_a_move_that_stays_in_its_tier_fails():
    rules = rules_of(boxes_game())
    subject = Subject(rules, 10, Silent())
    subject.functions["tier"] = lambda key: rules.tier(key) // 2
    subject.begin("tier")
    subject.sample = reached(rules)
    with pytest.raises(Failed, match=r"the move keeps the tier 1; .* every move must lower it"):
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
