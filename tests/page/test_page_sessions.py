"""Whole sessions on the page: what was begun in one view or game is neither lost nor mixed up in another one."""

import pytest
from browsing import continuing, pick, ply, position

pytestmark = pytest.mark.compiled


def moves_played(page):
    return [each.split()[-1] for each in page.locator(".played > ol > li").all_inner_texts()]


def view(page, name):
    page.get_by_role("navigation", name="Views").get_by_role("link", name=name).click()


def test_a_game_is_continued_after_another_line_was_explored(visit, table):
    page = visit().begin(table)
    pick(page, table, table.start, next(continuing(table)).move)
    ply(page, "2 / 2")
    played, where = moves_played(page), page.url.partition("?")[2]
    view(page, "Explore")
    page.get_by_role("button", name="Start position").click()
    ply(page, "0 / 0")
    view(page, "Play")
    page.get_by_role("heading", name="Play against").wait_for()
    page.wait_for_timeout(300)
    ply(page, "0 / 0")  # the opponent does not move in a line that is not the game
    page.reload()
    page.get_by_role("button", name="Continue your game, 2 moves so far").click()
    page.get_by_text("Your turn.").wait_for()
    assert (moves_played(page), page.url.partition("?")[2]) == (played, where)
    page.get_by_role("button", name="Take back").click()
    ply(page, "0 / 0")
    page.get_by_text("Your turn.").wait_for()


def test_a_reply_that_fails_is_requested_again_by_a_button_only(visit, table):
    visiting = visit()
    page = visiting.begin(table)
    failing = []
    page.route("**/reply?**", lambda each: (failing.append(each), each.abort()))
    pick(page, table, table.start, next(continuing(table)).move)
    page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    page.wait_for_timeout(500)
    assert len(failing) == 1
    page.unroute("**/reply?**")
    page.get_by_role("button", name="Try again").click()
    ply(page, "2 / 2")
    assert page.get_by_role("alert").count() == 0
    visiting.expect("ERR_FAILED")


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
