"""The page of a server that is slow or does not answer: it shows what it has, and sends no request twice."""

import re
from urllib.parse import quote

import pytest
from browsing import OSTLE, pick

pytestmark = pytest.mark.compiled


def playable(table, state):
    return [move for move in table.moves(*state) if move.after and not move.forbidden]


def a_line(table, plies):
    """Returns moves from the start after each of which both players still have moves."""
    moves, here = [], (table.start, None)
    while len(moves) < plies:
        moves.append(next(each.move for each in playable(table, here) if playable(table, (each.after, None))))
        here = table.play([moves[-1]], *here)
    return moves


def test_a_variation_leaves_the_review_in_view_while_the_server_is_slow(visit, tables):
    """The review is requested once: neither a variation nor a comment changes the game."""
    table = tables["ostle"]
    moves = a_line(table, 4)
    visiting = visit()
    page = visiting.go(f"#/ostle/review?{OSTLE}&moves={quote(' '.join(moves))}")
    rows = page.locator(".review tbody tr")
    rows.nth(3).wait_for()
    slow = []
    page.route("**/review?**", lambda each: slow.append(each))  # never answered
    rows.nth(1).get_by_role("button").first.click()
    page.locator(".ply", has_text="2 / 4").wait_for()
    here = table.play(moves[:2])
    aside = next(each for each in playable(table, here) if each.move != moves[2])
    pick(page, table, here[0], aside.move)
    page.get_by_text("A variation from move 3.").wait_for()
    page.get_by_label("Comment on this position").fill("a try")
    page.keyboard.press("Enter")
    page.locator(".played span.comment").wait_for()
    assert (rows.count(), slow) == (4, [])
    assert len([url for url in visiting.requested if "/review?" in url]) == 1


def test_moves_are_pasted_without_a_request_that_the_server_refuses(visit, tables):
    moves = a_line(tables["ostle"], 3)
    visiting = visit()
    page = visiting.go(f"#/ostle/explore?{OSTLE}")
    refused = []
    page.on("response", lambda each: each.status >= 400 and refused.append(each.url))
    page.keyboard.press("p")
    page.get_by_role("dialog").locator("textarea").fill(" ".join(moves))
    page.get_by_role("button", name="Load", exact=True).click()
    page.locator(".ply", has_text="3 / 3").wait_for()
    assert refused == []


def test_a_reply_that_fails_is_requested_again_by_a_button_only(visit, tables):
    table = tables["ostle"]
    visiting = visit()
    page = visiting.go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    page.get_by_role("button", name="From this position").click()
    page.get_by_text("Your turn.").wait_for()
    failing = []
    page.route("**/reply?**", lambda each: (failing.append(each), each.abort()))
    pick(page, table, table.start, playable(table, (table.start, None))[0].move)
    page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    page.wait_for_timeout(500)
    assert len(failing) == 1
    page.unroute("**/reply?**")
    page.get_by_role("button", name="Try again").click()
    page.locator(".ply", has_text=re.compile("^2 / 2$")).wait_for()
    assert page.get_by_role("alert").count() == 0
    assert visiting.complaints and all("ERR_FAILED" in each for each in visiting.complaints)
    visiting.complaints.clear()
