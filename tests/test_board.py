"""The board of `retro play`: a scene in characters, and the colours of the players."""

import re
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO

import pytest
from runs import rules_of

from retro.app import board
from retro.app.commands.play import TerminalGame
from retro.game import NONE, staging
from retro.game.scene import Piece, Scene, grid
from retro.play.course import Course
from retro.play.states import States

PICTURES = [
    (
        Scene(grid(3, 2), (Piece("stone", "a1", 1), Piece("stone", "b2", 2), Piece("hole", "c2")), notes=("a note",)),
        "2  · ○ #\n1  ● · ·\n   a b c\na note",
    ),
    (Scene(grid(2, 2), (Piece("block", ("a1", "a2"), 2), Piece("stone", "b1", 0, "10"))), "2  □  ·\n1  □  10\n   a  b"),
    (
        Scene({"l": (0, 0), "r": (1, 0), "t": (0.5, 3)}, (Piece("mark", "hand", 1),), beside={"hand": (2, 0)}),
        "  ·\n·   ·   ✕",
    ),
    (
        Scene(grid(2, 2), (Piece("dot", "a2", 1),), lines=(("a1", "b1"), ("b1", "b2"), ("a1", "b2"), ("a2", "b1"))),
        "2  •   ·\n     \\ │\n1  ·───·\n   a   b",
    ),
]


@pytest.mark.parametrize(("scene", "expected"), PICTURES)
def test_scenes_as_text(scene, expected):
    assert [line.rstrip() for line in board.drawn(scene).plain.split("\n")] == expected.split("\n")


def test_a_player_keeps_colour_and_sign_on_every_board():
    """Either player to move, with and without the mover in the key."""
    for name, options, position, expected in (
        ("british_square", {}, "00000-00020-01000-00002-10000 turn 5", ({"b3", "a1"}, {"b3", "a1"})),
        ("ostle", {"size": "3"}, "022-030-110", ({"a1", "b1"}, {"b3", "c3"})),
    ):
        rules = rules_of(name, **options)
        scene = staging.staged(rules, rules.text.parse(position))
        for mover, blue in zip((1, 2), expected, strict=True):
            shown = board.drawn(scene.seen_by(mover), {"b3"})
            signs = {shown.plain[span.start]: span.style for span in shown.spans if "underline" not in span.style}
            assert all(style == board.COLOURS["◆●○".index(sign)] for sign, style in signs.items() if sign in "●○")
            width = shown.plain.index("\n") + 1
            cells = [divmod(each.start(), width) for each in re.finditer("●", shown.plain)]
            rows = len(set(scene.points) & {f"a{row}" for row in range(1, 6)})
            assert {f"{'abcde'[(column - 3) // 2]}{rows - line}" for line, column in cells} == blue
            (touched,) = (span for span in shown.spans if "underline" in span.style)
            assert divmod(touched.start, width) == (rows - 3, 5)


def test_a_game_without_a_scene_is_played_on_what_it_draws():
    rules = rules_of("lgame")
    words = rules.text._replace(scene=None, draw=lambda key: "no grid")
    course = Course(States(replace(rules, text=words)), rules.initial, NONE, 9)
    with redirect_stdout(StringIO()) as shown:
        TerminalGame(course, [None, None], None, None)._draw()
    assert shown.getvalue() == "no grid\n"
