"""The page on a phone: the board and what is said about it stay in view, and a move can be completed by touches."""

from itertools import combinations
from urllib.parse import quote

import pytest
from browsing import OSTLE, PHONE, PLACES, TOUCHED, a_line, continuing, pick, ply, positions, puzzle_at, top_and_bottom

pytestmark = pytest.mark.compiled

SIDEWAYS = {"width": PHONE["height"], "height": PHONE["width"]}


def test_a_phone_that_is_held_sideways_shows_the_board_beside_the_buttons(visit):
    visiting = visit(**TOUCHED | {"viewport": SIDEWAYS})
    page = visiting.page
    puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    page.wait_for_timeout(300)
    for shown in (".board", ".stipulation", "main button"):
        top, bottom = top_and_bottom(page, shown)
        assert 0 <= top and bottom <= SIDEWAYS["height"]


def listed(table):
    """Returns a list of one puzzle as the server's: a win in three plies by a single move."""
    soon = (each for each in positions(table) if table.probe(each) == ("win", 3))
    won = (each for each in soon if sum(move.value == "win" for move in table.moves(each)) == 1)
    about = {"theme": "win", "grade": "easy", "tags": [], "plies": 3, "tries": 0}
    return {"puzzles": [{"position": next(won), **about}], "ready": True}


def test_puzzles_of_a_game_are_not_those_of_the_game_before(visit, tables):
    """The view of puzzles is left and opened again for another game. Both have one puzzle, which is given here."""
    visiting = visit()
    page, one, other = visiting.page, listed(tables["ostle"]), listed(tables["lgame"])
    page.route("**/ostle/puzzles?**", lambda each: each.fulfill(json=one))
    page.route("**/lgame/puzzles?**", lambda each: each.fulfill(json=other))
    puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    page.locator(".logo").click()
    page.locator(".card", has_text="L-game").get_by_role("link", name="Play").click()
    page.locator(".opponent").wait_for()
    page.get_by_role("link", name="Puzzles").click()
    page.locator(".stipulation", has_text="Blue to play and win in 2.").wait_for()
    assert f"#/lgame/puzzles?puzzle={quote(other['puzzles'][0]['position'], safe='*.')}" in page.url
    assert page.locator(".spot").count() == 16


def test_stepping_through_a_review_leaves_the_board_in_view(visit, tables):
    """The row of the move that is shown is far below the board, which stays where it is."""
    moves, _ = a_line(tables["ostle"], 8)
    page = visit(**TOUCHED).go(f"#/ostle/review?{OSTLE}&moves={'+'.join(moves)}")
    page.locator(".review tbody tr").nth(len(moves) - 1).wait_for()
    page.get_by_role("button", name="Back", exact=True).tap()
    ply(page, "7 / 8")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.locator(".review tbody button").first.tap()
    ply(page, "1 / 8")
    page.wait_for_timeout(300)
    top, bottom = top_and_bottom(page, ".board")
    assert 0 <= top and bottom <= PHONE["height"]


def test_a_game_is_begun_above_the_board_and_goes_on_after_a_review(visit, table):
    page = visit(**TOUCHED).go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    start = page.locator(".opponent button.first", has_text="Blue")
    assert top_and_bottom(page, ".opponent")[1] <= top_and_bottom(page, ".board")[0]
    start.tap()
    page.get_by_text("Your turn.").wait_for()
    pick(page, table, table.start, next(continuing(table)).move)
    ply(page, "2 / 2")
    page.get_by_role("link", name="Review").click()
    page.locator(".review tbody tr").nth(1).wait_for()
    page.get_by_role("link", name="Play").click()
    page.get_by_text("Your turn.").wait_for()
    page.get_by_role("button", name="Resign").click()
    page.locator(".status", has_text="Game over: you lose.").wait_for()


def test_a_pass_is_offered_below_the_board(visit, tables):
    table = tables["british_square"]
    position = next(each for each in positions(table) if [move.move for move in table.moves(each)] == ["pass"])
    page = visit(**TOUCHED).go(f"#/british_square/explore?{PLACES['british_square']}&position={quote(position)}")
    page.locator(".board").get_by_role("button", name="Play pass").tap()
    page.locator(".ply", has_text="1 / 1").wait_for()


def test_clicking_a_square_that_the_page_completed_does_not_cancel_the_move(visit, tables):
    """Three squares that leave one place for the L are clicked; the fourth may be clicked as well."""
    moves = [each.move for each in tables["lgame"].moves("start") if "," not in each.move]
    places = {move: {move[number : number + 2] for number in range(0, 8, 2)} for move in moves}
    threes = ((move, {*three}) for move, points in places.items() for three in combinations(sorted(points), 3))
    move, three = next(each for each in threes if sum(points >= each[1] for points in places.values()) == 1)
    page = visit(**TOUCHED).go("#/lgame/explore")
    for number, point in enumerate([*three, *(places[move] - three)], 1):
        page.locator(f'.spot[data-spot="{point}"]').tap(force=True)
        assert page.locator(".spot.chosen").count() == 4 or number < 3
    page.get_by_role("button", name=f"Play {move}", exact=True).tap()
    ply(page, "1 / 1")


def test_a_long_list_of_moves_begins_with_a_few(visit, tables):
    page = visit(**TOUCHED).go("#/lgame/explore")
    moves = tables["lgame"].moves("start")
    rows = page.locator(".moves > ol > li")
    assert rows.count() == 12 < len(moves)
    page.get_by_role("button", name=f"All {len(moves)} moves").tap()
    assert rows.count() == len(moves)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
