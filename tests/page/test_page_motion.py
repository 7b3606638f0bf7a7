"""Moves on the page are animated, and a game on a phone shows the board, turned to the player."""

import re
from urllib.parse import quote

import pytest
from browsing import OSTLE, PHONE, clicks, pick, ply, positions, won_soon

from retro.drawing.svg_shapes import UNIT
from retro.game import notation, staging

pytestmark = pytest.mark.compiled

RECORD = """
window.animated = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, { duration }) {
    animated.push({ at: this.dataset.at, ways: frames.map((each) => each.transform ?? ""), duration });
    return animate.call(this, frames, { duration });
};
"""
"""A script that records all animations of the page."""


def pieces(table, position, mover):
    """Returns the points with pieces: (player, point) as (0, "b2"), where player 1 is Blue."""
    scene = staging.staged(table.rules, notation.position_key(table.rules, position))
    players = (0, mover, 3 - mover)
    return {(players[piece.player], point) for piece in scene.pieces for point in piece.points}


def pushing(table):
    """Returns a position and a move that changes what stands on three points or more, with all pieces left."""
    for position, move in ((each, move) for each in positions(table) for move in table.moves(each) if move.after):
        before, after = pieces(table, position, 1), pieces(table, move.after, 2)
        if len({point for _, point in before ^ after}) == 3 and len(before) == len(after):
            return position, move, before, after
    raise AssertionError


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_pieces_that_a_move_pushes_are_animated(visit, table, motion):
    position, move, before, after = pushing(table)
    visiting = visit(reduced_motion=motion)
    visiting.page.add_init_script(RECORD)
    page = visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(position)}")
    assert page.evaluate("animated") == []
    for step, (come, from_) in enumerate(((after - before, before), (before - after, after)), 1):
        if step == 1:
            pick(page, table, position, move.move)
        else:
            page.keyboard.press("ArrowLeft")
        ply(page, f"{2 - step} / 1")
        animated = page.evaluate("animated.splice(0)")
        if motion == "reduce":
            assert animated == []
            continue
        assert {each["at"] for each in animated} == {point for _, point in come} and len(come) == 2
        assert {each["duration"] for each in animated} == {150}
        for each in animated:
            (x, y) = map(int, re.findall(r"-?\d+", each["ways"][0]))
            (player,) = (player for player, point in come if point == each["at"])
            column, row = ord(each["at"][0]) + x // UNIT, int(each["at"][1]) - y // UNIT
            assert abs(x) + abs(y) == UNIT and (player, f"{chr(column)}{row}") in from_


def test_a_piece_that_is_pushed_off_vanishes(visit, table):
    *_, before, last = table.line(won_soon(table))
    position = before.after
    visiting = visit()
    visiting.page.add_init_script(RECORD)
    page = visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(position)}")
    shown = page.locator(".board [data-at]").count()
    pick(page, table, position, last.move)
    page.locator(".headline .over").wait_for()
    page.wait_for_timeout(400)
    assert page.locator(".board [data-at]").count() == shown - 1
    assert clicks(table, position, last.move)[0] not in page.evaluate("animated.map((each) => each.at)")


def test_a_game_on_a_phone_shows_its_buttons_and_the_board_turned_to_the_player(visit, tables):
    page = visit(viewport=PHONE, has_touch=True).go(f"#/ostle/play?{OSTLE}")
    page.locator(".levels label", has_text="8").tap()
    page.locator(".opponent button.first", has_text="Amber").tap()
    page.get_by_text("Your turn.").wait_for()
    page.wait_for_timeout(300)

    def height(point):
        return page.locator(f'.spot[data-spot="{point}"]').bounding_box()["y"]

    for name in ("Take back", "Resign"):
        button = page.get_by_role("button", name=name).bounding_box()
        board = page.locator(".board").bounding_box()
        assert 0 <= button["y"] and button["y"] + button["height"] <= board["y"]
    assert board["y"] + board["height"] <= PHONE["height"]
    assert not page.get_by_role("button", name="From this position").is_visible()
    assert height("a1") < height("a3")

    def other_view():
        page.get_by_role("link", name="Puzzles").click()
        page.locator(".stipulation").wait_for()
        assert height("a1") > height("a3")
        page.get_by_role("link", name="Play").click()

    for way in (page.reload, other_view):
        way()
        page.get_by_text("Your turn.").wait_for()
        page.wait_for_timeout(300)
        assert height("a1") < height("a3")
    page.get_by_text("New game").tap()
    page.locator(".opponent button.first", has_text="Blue").tap()
    page.get_by_text("Your turn.").wait_for()
    assert "(3)" not in page.locator(".status").inner_text() and height("a1") > height("a3")
