"""Scenes of the games, errors of scenes, and the pictures drawn of them."""

import json
import random
import re
import runpy
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import naive_british_square as naive
import naive_ostle
import pytest
from runs import rules_of

from retro.conformance import text as text_rules
from retro.conformance.subject import Subject
from retro.drawing.svg import svg
from retro.game import ONGOING, staging
from retro.game.scene import (
    GLYPHS,
    STEP_KINDS,
    Piece,
    Scene,
    Step,
    as_json,
    grid,
    problem,
    steps_as_json,
    steps_problem,
)
from retro.system.errors import GameError
from retro.system.progress import Silent

DOCS = Path(__file__).parent.parent / "docs"
SMALL = {"ostle": {"size": 3}, "lgame": {}, "british_square": {"size": 3}}
BOARD = grid(3, 2)


@cache
def small(name):
    return rules_of(name, **SMALL[name])


def played(rules, games=4, plies=12):
    """Positions of random games."""
    chance, reached = random.Random(3), {rules.initial: None}
    for _ in range(games):
        key = rules.initial
        for _ in range(plies):
            after = [move.successor for move in rules.moves(key) if move.outcome == ONGOING]
            if not after:
                break
            key = chance.choice(after)
            reached[key] = None
    return list(reached)


def drawn(*arguments, **options):
    return ElementTree.fromstring(svg(*arguments, **options))


def places(root, style):
    """Returns centres and radii of the circles of a class."""
    return [
        tuple(float(each.get(name)) for name in ("cx", "cy", "r"))
        for each in root.iter("{http://www.w3.org/2000/svg}circle")
        if each.get("class") == f"retro-{style}"
    ]


@pytest.mark.parametrize("name", SMALL)
def test_scenes_show_the_squares_and_moves_differ(name):
    rules, shown = small(name), set()
    for key in played(rules):
        scene = staging.staged(rules, key)
        assert problem(scene) == "" and json.loads(json.dumps(as_json(scene))) == as_json(scene)
        on = {}
        for piece in scene.pieces:
            if piece.glyph in ("stone", "block", "hole"):
                on |= dict.fromkeys(piece.points, piece.player or 3)
        squares = dict(rules.text.squares(key))
        squares.pop("turn", 0)
        assert {square: digit for square, digit in squares.items() if digit} == on
        assert set(scene.points) == set(squares)
        steps = [json.dumps(steps_as_json(staging.steps(rules, scene, key, each.code))) for each in rules.moves(key)]
        assert len(set(steps)) == len(steps)
        shown.add(json.dumps(as_json(scene)))
    assert len(shown) == len(played(rules)) > 10


def test_the_squares_of_a_move_are_those_that_change():
    """Of the L-game: the L stands where it was set down, the neutral piece where the arrow ends."""
    rules = small("lgame")
    for key in played(rules, 2):
        before = staging.staged(rules, key)
        for move in rules.moves(key)[::7]:
            after = staging.staged(rules, move.successor).seen_by(2)
            down, *way = staging.steps(rules, before, key, move.code)
            assert {piece.points for piece in after.pieces if piece.player == 1} == {down.at}
            moved = [{piece.at for piece in each.pieces if piece.player == 0} for each in (before, after)]
            start, end = ({step.at[index] for step in way} for index in (0, 1))
            assert (moved[0] - moved[1], moved[1] - moved[0]) == (start, end)


def test_the_final_board_of_ostle_is_that_of_the_naive_game():
    rules = small("ostle")
    ends = [(key, move) for key in played(rules, games=20) for move in rules.moves(key) if move.outcome != ONGOING]
    outcomes = set()
    for key, move in ends:
        board, text = naive_ostle.board(rules.text.format(key)), rules.text.format_move(key, move.code)
        outcomes.add(naive_ostle.outcome(board, text, 1))
        final = staging.final_scene(rules, key, move.code)
        standing = {piece.at: "312"[piece.player] for piece in final.pieces}
        order = sorted(final.points, key=lambda name: (-final.points[name][1], final.points[name][0]))
        after = naive_ostle.swap(naive_ostle.apply(board, text))  # as the player sees it who made the move
        assert "".join(standing.get(point, "0") for point in order) == after
    assert outcomes == {"win", "loss"}


def test_a_final_board_has_the_players_of_the_board_before_it():
    """Whether the game says whose turn it is by its scene, by `first_to_move`, or not at all."""
    piece = Piece("stone", "a1", 1)
    for scores, turn, player in (("", 0, 1), ("", 2, 1), ("first", 0, 2), ("first", 2, 1)):
        rules = small("lgame")
        words = rules.text._replace(
            scene=lambda key, turn=turn: Scene(BOARD, (piece,), turn=turn),
            final_scene=lambda key, code: Scene(BOARD, (piece, piece)),
        )
        functions = {**rules.functions, "first_to_move": lambda key: False}
        rules = replace(rules, text=words, scores=scores, functions=functions)
        before, after = staging.scene(rules, 0), staging.final_scene(rules, 0, 0)
        assert (before.turn, before.pieces[0].player) == (after.turn, after.pieces[0].player)
        assert after.pieces[0].player == player and len(after.pieces) == 2


def test_territory_of_british_square_is_where_only_one_can_play():
    rules = small("british_square")
    for position in naive.reachable(3):
        text = naive.text(position)
        scene = staging.staged(rules, rules.text.parse(text))
        assert scene.turn == (1 if "turn" not in text or int(text.split()[-1]) % 2 else 2)
        first, second = naive.sides(position) if scene.turn == 1 else reversed(naive.sides(position))
        free = [set(map(naive.name, naive.places(position, *both))) for both in ((first, second), (second, first))]
        dots = [{piece.at for piece in scene.pieces if piece.glyph == "dot" and piece.player == who} for who in (1, 2)]
        assert dots == [free[0] - free[1], free[1] - free[0]] or sum(map(len, (first, second))) == 0


def test_a_player_keeps_his_colour():
    scene = Scene(BOARD, (Piece("stone", "a1", 1), Piece("stone", "c2", 2)))
    first, second = drawn(scene), drawn(scene, mover=2)
    assert places(first, "p1")[0] == places(second, "p2")[0] != places(first, "p2")[0]
    turned = replace(scene, turn=2)
    assert svg(turned) == svg(turned, mover=2) and places(drawn(turned), "p1")[0] == places(first, "p1")[0]


@pytest.mark.parametrize(("glyph", "label"), [("stone", ""), ("stone", "K"), ("block", ""), ("mark", ""), ("dot", "")])
def test_players_differ_without_their_colours(glyph, label):
    """The drawings differ in shapes or in their number."""

    def shapes(player):
        root = drawn(Scene(BOARD, (Piece(glyph, "b1", player, label),), turn=1))
        colours = r" ?retro-(blue|amber|grey)|retro-p[012] ?"
        return Counter((each.tag, re.sub(colours, "", each.get("class") or "")) for each in root.iter())

    assert shapes(1) != shapes(2)


def test_everything_is_drawn_and_text_is_escaped():
    pieces = [Piece(glyph, "a1", player, label) for glyph in GLYPHS for player in (0, 1, 2) for label in ("", "<&")]
    steps = [Step(kind, ("a1",) if kind == "point" else ("a1", "b1")) for kind in STEP_KINDS]
    scene = Scene(BOARD, (*pieces, Piece("stone", "hand")), beside={"hand": (4, 0)}, notes=("1 < 2 & 3",))
    root = drawn(scene, steps, title='a "board" <1>')
    texts = [each.text for each in root.iter() if each.text]
    assert {"1 < 2 & 3", "<&", 'a "board" <1>', "1", "4", "to move"} <= set(texts)
    assert {each.get("data-point") for each in root.iter()} - {None} == set(BOARD)
    assert svg(scene)._repr_svg_() == svg(scene)


def test_the_edge_of_a_piece_is_closed_and_goes_around_it():
    """Each end of a line is the end of another one; of random pieces, some with a hole."""
    chance = random.Random(1)
    for _ in range(60):
        cells = tuple(chance.sample(sorted(grid(4, 4)), chance.randint(1, 15)))
        root = drawn(Scene(grid(4, 4), (Piece("block", cells, 1),)))
        (edge,) = (each.get("d") for each in root.iter() if each.get("class") == "retro-p1 retro-edge")
        ends = Counter(end for line in edge[1:].split("M") for end in line.split("L"))
        assert set(ends.values()) == {2}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"points": {}}, "no points"),
        ({"points": {"": (0, 0)}}, "calls a point ''"),
        ({"points": {"a1": (0, 0), "b1": (0, 0)}}, "a1 and b1 in one place"),
        ({"points": {"a1": (0, float("nan"))}}, "the point a1 at"),
        ({"points": grid(26, 40)}, "more than 1,000 points"),
        ({"beside": {"a1": (9, 9)}}, "a1 on the board and beside it"),
        ({"pieces": (Piece("crown", "a1"),)}, "a glyph 'crown'; choose from stone"),
        ({"pieces": (Piece("stone", "z9"),)}, "a stone at 'z9', where there is no point"),
        ({"pieces": (Piece("stone", ("a1", "b1")),)}, "only a block stands on several"),
        ({"pieces": (Piece("block", ("a1", "a1")),)}, "once on each"),
        ({"pieces": (Piece("stone", "a1", 3),)}, "player 3"),
        ({"pieces": (Piece("stone", "a1", 1, "King"),)}, "the label 'King'"),
        ({"pieces": ("a1",)}, "not a Piece"),
        ({"lines": (("a1", "z9"),)}, "not a pair of points"),
        ({"notes": ("one\ntwo",)}, "the note"),
        ({"turn": True}, "the turn True"),
    ],
)
def test_a_wrong_scene_is_explained(wrong, message):
    assert message in problem(replace(Scene(BOARD), **wrong)) and "not a Scene" in problem("a1")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("a1", "not steps"),
        ([Step("jump", ("a1",))], "not a Step of the kind point"),
        ([Step("arrow", ("a1",))], "has a step 'arrow' of the points"),
        ([Step("point", ("z1",))], "where there is no point"),
    ],
)
def test_a_wrong_move_of_a_scene_is_explained(steps, message):
    assert message in steps_problem(Scene(BOARD), steps)
    assert {steps_problem(Scene(BOARD), each) for each in ((), [Step("arrow", ("a1", "b2"))])} == {""}


def test_a_game_without_a_scene_is_not_drawn_whatever_its_text_looks_like():
    rules = small("lgame")
    rules = replace(rules, text=rules.text._replace(scene=None, draw=lambda key: "2  . X\n1  O .\n   a b"))
    assert (staging.scene(rules, rules.initial), staging.final_scene(rules, rules.initial, 0)) == (None, None)
    with pytest.raises(GameError, match=r"^lgame cannot be drawn: its text\.py defines no scene$"):
        staging.staged(rules, rules.initial)


@pytest.mark.parametrize(
    ("texts", "steps"),
    [
        ("b2", (Step("point", ("b2",)),)),
        ("a1-b2 a1b2=Q a1-b2=N+ a1b2Q", (Step("arrow", ("a1", "b2")),)),  # promotions are clicked alike
        ("a1xb2xc1", (Step("arrow", ("a1", "b2", "c1")),)),
        ("pass Ka1 a11", ()),
    ],
)
def test_the_points_that_a_move_names_are_its_steps(texts, steps):
    for text in texts.split():
        words = small("lgame").text._replace(shown=None, format_move=lambda key, code, text=text: text)
        rules = replace(small("lgame"), text=words)
        assert staging.steps(rules, Scene(grid(3, 3)), 0, 0) == steps


def test_the_rule_names_an_unsound_final_scene():
    """Other mistakes are among `broken_games`."""
    rules = small("ostle")
    rules = replace(rules, text=rules.text._replace(final_scene=lambda key, code: Scene({})))
    subject = Subject(rules, 60, Silent())
    subject.sample = played(rules)
    with pytest.raises(GameError, match=r"plugin ostle: final_scene has no points, for move \d+ \(position"):
        text_rules.scene(subject)


def test_each_column_and_row_is_named_once_whatever_points_it_has():
    """A board with gaps, as of lines between dots: no row or column has a point in the corner."""
    points = {"b1": (1, 0), "a2": (0, 1), "c2": (2, 1), "b3": (1, 2)}
    shown = [each.text for each in drawn(Scene(points)).iter("{http://www.w3.org/2000/svg}text")]
    assert Counter(shown) == Counter(["to move", *"abc123"])


def test_the_pictures_of_the_page_are_those_of_the_program():
    pictures = runpy.run_path(str(DOCS / "pictures.py"))["DRAWN"]
    for name, picture in pictures.items():
        committed = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
        assert committed == picture.drawn(), "make them again: python docs/pictures.py"
