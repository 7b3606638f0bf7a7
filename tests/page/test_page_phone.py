"""The page on a phone: the board and what is said about it stay in view, and a move can be completed by touches."""

from itertools import combinations
from urllib.parse import quote

import pytest
from browsing import OSTLE, PHONE, PLACES, a_line, continuing, pick, ply, positions, puzzle_at

pytestmark = pytest.mark.compiled

SIDEWAYS = {"width": PHONE["height"], "height": PHONE["width"]}
TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def top_and_bottom(page, selector):
    """Returns where an element begins and ends, in pixels below the top of the screen."""
    box = page.locator(selector).first.bounding_box()
    return box["y"], box["y"] + box["height"]


def test_a_puzzle_shows_its_verdict_and_buttons_above_the_board(visit, table):
    visiting = visit(**TOUCHED)
    page, puzzle = visiting.page, puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    page.locator(".turn", has_text="Today's puzzle").wait_for()
    lost = (each.move for each in continuing(table, puzzle["position"]) if each.value == "loss")
    pick(page, table, puzzle["position"], next(lost))
    page.get_by_role("button", name="Try again").wait_for()
    board = top_and_bottom(page, ".board")
    for shown in (".wrong", "main button.first"):
        assert 0 <= top_and_bottom(page, shown)[0] and top_and_bottom(page, shown)[1] <= board[0]
    assert board[1] <= PHONE["height"]


def test_a_phone_that_is_held_sideways_shows_the_board_beside_the_buttons(visit):
    visiting = visit(**TOUCHED | {"viewport": SIDEWAYS})
    page = visiting.page
    puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    page.wait_for_timeout(300)
    for shown in (".board", ".stipulation", "main button"):
        top, bottom = top_and_bottom(page, shown)
        assert 0 <= top and bottom <= SIDEWAYS["height"]


def listed(table, *grades):
    """Returns a list of puzzles as the server's, one of each of these grades: wins in three plies by a single move."""
    soon = (each for each in positions(table) if table.probe(each) == ("win", 3))
    won = (each for each in soon if sum(move.value == "win" for move in table.moves(each)) == 1)
    about = {"theme": "win", "tags": [], "plies": 3, "tries": 0}
    puzzles = [{"position": next(won), "grade": grade, **about} for grade in grades]
    return {"puzzles": puzzles, "ready": True}


def test_puzzles_of_a_game_are_not_those_of_the_game_before(visit, tables):
    """The view of puzzles is left and opened again for another game. Both have one puzzle, which is given here."""
    visiting = visit()
    page, one, other = visiting.page, listed(tables["ostle"], "easy"), listed(tables["lgame"], "easy")
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


def test_a_choice_of_puzzles_opens_one_of_them(visit, tables):
    visiting = visit()
    page, given = visiting.page, listed(tables["ostle"], "easy", "hard")
    page.route("**/ostle/puzzles?**", lambda each: each.fulfill(json=given))
    puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    todays = page.locator(".turn small", has_text="Today's puzzle")
    for grade, state in (("hard", "detached"), ("easy", "visible")):
        page.get_by_label("Grade").select_option(grade)
        todays.wait_for(state=state)
        page.locator(".stipulation").wait_for()


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
