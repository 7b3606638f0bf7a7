"""The ends of games on the page, and the opponent of a game."""

import re
import time
from urllib.parse import quote

import pytest
from browsing import OSTLE, SQUARE, continuing, labels, pick, ply, won_soon

from retro.game import notation, staging

pytestmark = pytest.mark.compiled

SIDES = {1: "Blue", 2: "Amber"}


def test_the_board_shows_the_position_after_the_last_move_and_the_headline_why_the_game_ended(visit, table):
    position = won_soon(table)
    visiting = visit()
    page = visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(position)}")
    before = standing(page)
    line = table.line(position)
    for move in line:
        pick(page, table, position, move.move)
        page.locator(".played li", has_text=move.move).last.wait_for()
        last, position = position, move.after
    page.locator(".headline .over", has_text="Blue wins").wait_for()
    page.locator(".headline .note", has_text=f"The last move, {line[-1].move}, ends the game.").wait_for()
    key = notation.position_key(table.rules, last)
    scene = staging.final_scene(table.rules, key, notation.move_code(table.rules, key, line[-1].move))
    pieces = {(point, SIDES[piece.player]) for piece in scene.pieces if piece.player for point in piece.points}
    assert standing(page) == pieces and len(pieces) < len(before)
    page.reload()
    page.locator(".headline .over", has_text="Blue wins").wait_for()
    assert standing(page) == pieces
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".turn", has_text="Blue").wait_for()
    assert len(standing(page)) > len(pieces)
    page = visit(locale="ja-JP").go(f"#/ostle/explore?{OSTLE}&position={quote(last)}")
    pick(page, table, last, line[-1].move)
    page.locator(".headline .note", has_text=f"最後の手 {line[-1].move} で終局です。").wait_for()


def standing(page):
    """Returns the points with a player's piece, and the player, as a screen reader reads them."""
    return {each for label in labels(page) for each in re.findall(r"^(\w+), (Blue|Amber)", label)}


def test_the_opponent_of_a_game_is_the_one_that_it_began_with(visit, table):
    """Also after a reload, and while another one is chosen."""
    page = visit().begin(table)
    for way in (page.reload, lambda: None):
        page.get_by_text("New game").click()  # its form is folded while a game runs
        page.get_by_text("Random", exact=True).click()
        way()
        page.get_by_text("Your turn.").wait_for()
    page.locator(".status", has_text="against: Level 8").wait_for()
    with page.expect_request("**/reply?**") as request:
        pick(page, table, table.start, next(continuing(table)).move)
    ply(page, "2 / 2")
    assert request.value.post_data_json["player"] == "perfect"
    page.get_by_role("button", name="From this position").click()
    page.locator(".status", has_text="against: Random").wait_for()


def test_a_resigned_game_is_lost_in_the_headline_and_after_a_reload(visit, table):
    page = visit().begin(table)
    pick(page, table, table.start, next(continuing(table)).move)
    ply(page, "2 / 2")
    page.get_by_text("Your turn.").wait_for()
    assert not page.get_by_role("button", name="From this position").is_visible()
    page.get_by_role("button", name="Resign").click()
    for _ in range(2):
        page.locator(".headline .over", has_text="Amber wins").wait_for()
        page.locator(".headline .note", has_text="Blue has resigned.").wait_for()
        assert page.locator(".headline .turn").count() == 0
        page.reload()
    page.get_by_role("button", name="From this position").click()
    page.locator(".headline .turn", has_text="Blue").wait_for()


def test_a_new_position_ends_the_game_being_played(visit, table):
    visiting = visit()
    visiting.begin(table)
    page = visiting.go(f"#/ostle/play?{OSTLE}&position={quote(won_soon(table))}")
    page.get_by_role("heading", name="Play against").wait_for()
    assert page.get_by_text("Your turn.").count() == 0


def test_a_game_with_scores_ends_because_no_move_is_left(visit, tables):
    """Neither player can move, so the headline must not name the player who cannot."""
    table = tables["british_square"]
    last = table.line("start")[-1].after
    assert not table.moves(last)
    page = visit().go(f"#/british_square/explore?{SQUARE}&position={quote(last)}")
    page.locator(".headline .over").wait_for()
    page.locator(".headline .note", has_text="No move is left.").wait_for()


def test_a_game_is_over_only_when_its_last_move_is_shown(visit, table):
    """The answer with the board after the opponent's last move is delayed."""
    lost = table.line(won_soon(table))[-3].after
    assert table.probe(lost).dtm == 2
    visiting = visit()
    visiting.page.route("**/final?**", lambda route: (time.sleep(0.5), route.continue_()))
    page = visiting.begin(table, lost)
    pick(page, table, lost, next(each.move for each in table.moves(lost) if each.after))
    page.locator(".status", has_text="Game over").wait_for()
    assert page.locator(".played li").count() == 2
