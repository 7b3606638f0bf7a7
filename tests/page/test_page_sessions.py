"""Whole sessions on the page: what was begun in one view or game is neither lost nor mixed up in another one."""

import re
from urllib.parse import quote

import pytest
from browsing import OSTLE, pick, position
from workplace import awaited

pytestmark = pytest.mark.compiled


def started(visiting, table, level="8"):
    """Begins a game from the start against a level; returns the page at the user's turn."""
    page = visiting.go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    page.locator(".levels label", has_text=level).click()
    page.get_by_role("button", name="Play as Blue").click()
    page.get_by_text("Your turn.").wait_for()
    return page


def first_move(table):
    return next(each.move for each in table.moves("start") if each.after and table.moves(each.after))


def moves_played(page):
    return [each.split()[-1] for each in page.locator(".played > ol > li").all_inner_texts()]


def place(page):
    """Returns the moves and the state in the address."""
    return page.url.partition("?")[2]


def shown(page, ply):
    page.locator(".ply", has_text=re.compile(f"^{ply}$")).wait_for()


def view(page, name):
    page.get_by_role("navigation", name="Views").get_by_role("link", name=name).click()


def test_a_game_is_continued_after_another_line_was_explored(visit, tables):
    table = tables["ostle"]
    page = started(visit(), table)
    pick(page, table, table.start, first_move(table))
    shown(page, "2 / 2")
    played, where = moves_played(page), place(page)
    view(page, "Explore")
    page.get_by_role("button", name="Start position").click()
    shown(page, "0 / 0")
    view(page, "Play")
    page.get_by_role("heading", name="Play against").wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".ply").text_content() == "0 / 0"  # the opponent does not move in a line that is not the game
    page.reload()
    page.get_by_role("button", name="Continue your game, 2 moves so far").click()
    page.get_by_text("Your turn.").wait_for()
    assert (moves_played(page), place(page)) == (played, where)
    page.get_by_role("button", name="Take back").click()
    shown(page, "0 / 0")
    page.get_by_text("Your turn.").wait_for()


def test_a_game_that_goes_on_can_be_reviewed(visit, tables):
    table = tables["ostle"]
    page = started(visit(), table)
    pick(page, table, table.start, first_move(table))
    shown(page, "2 / 2")
    page.get_by_text("Your turn.").wait_for()
    view(page, "Review")
    page.locator(".review tbody tr").nth(1).wait_for()
    view(page, "Play")
    page.get_by_text("Your turn.").wait_for()
    assert page.locator(".played li").count() == 2


def test_a_new_game_is_offered_when_a_game_is_over(visit, tables):
    table = tables["ostle"]
    page = started(visit(), table)
    pick(page, table, table.start, first_move(table))
    page.get_by_text("Your turn.").wait_for()
    assert not page.get_by_role("button", name="Play as Blue").is_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play as Blue").click()
    shown(page, "0 / 0")


def test_puzzles_are_those_of_the_game_that_is_shown(visit):
    """After the puzzles of one game, none of them is requested of another game, which here has none."""
    visiting = visit()
    visiting.page.route("**/lgame/puzzles?**", lambda each: each.fulfill(json={"puzzles": [], "ready": True}))
    page, listed = visiting.page, f"{visiting.address}api/v1/games/ostle/puzzles?{OSTLE}"
    awaited(lambda: page.request.get(listed).json()["puzzles"])  # they are being composed
    page.goto(f"{visiting.address}#/ostle/puzzles?{OSTLE}")
    page.locator(".stipulation").wait_for()
    page.get_by_role("link", name="retro").click()
    page.locator(".card h2 a", has_text="L-game").click()
    page.locator("#this-position").wait_for()
    view(page, "Puzzles")
    page.get_by_role("alert").filter(has_text="No puzzle of this kind was found.").wait_for()
    assert "ostle" not in page.get_by_role("alert").inner_text()
    assert not [url for url in visiting.requested if "/lgame/puzzle?" in url]


@pytest.fixture
def startless(visit):
    """A visit to a server that says that the L-game has no start."""
    visiting = visit()

    def answer(route):
        answer = route.fetch().json()
        for game in answer["games"]:
            for solved in game["solved"] if game["game"] == "lgame" else ():
                solved.update(start=None, other_starts=[])
        route.fulfill(json=answer)

    visiting.page.route("**/api/v1/games", answer)
    return visiting


def test_a_game_without_a_start_is_played_from_the_position_that_is_shown(startless):
    page = startless.go("#/lgame/explore")
    page.locator("#this-position").wait_for()
    begun = position(page)
    assert page.get_by_role("button", name="Start position").count() == 0
    view(page, "Play")
    page.get_by_role("button", name="Play as Blue").click()
    page.get_by_text("Your turn.").wait_for()
    view(page, "Explore")
    page.locator("#this-position").wait_for()
    assert position(page) == begun
    urls = [url for url in startless.requested if "/lgame/position?" in url]
    assert urls and all("position=" in url for url in urls)
