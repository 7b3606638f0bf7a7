"""The tree of moves on the page: variations and comments, which an address and the history contain."""

from itertools import islice
from urllib.parse import quote, unquote_plus

import pytest
from browsing import OSTLE, continuing, legal, pick, ply, position, won_soon

pytestmark = pytest.mark.compiled


def listed(page):
    """Returns the moves of the tree, a list for each line in it."""
    script = """(list) => {
        const read = (list) => [...list.children].map((each) => {
            const inner = each.querySelector(":scope > ol");
            return inner ? read(inner) : each.querySelector("button").textContent.trim();
        });
        return read(list);
    }"""
    return page.locator(".played > ol").evaluate(script)


def play(page, table, state, moves):
    for move in moves:
        pick(page, table, state[0], move)
        state = table.play([move], *state)
        page.locator("#this-position", has_text=state[0]).wait_for()
    return state


def back(page, plies, number):
    for _ in range(plies):
        page.keyboard.press("ArrowLeft")
    ply(page, f"{number} / .*")


def test_variations_and_comments_are_in_the_address(visit, table, page):
    start = (table.start, None)
    one, other = (move.move for move in islice(continuing(table), 2))
    second, aside, third = (move.move for move in islice(continuing(table, *table.play([one])), 3))
    play(page, table, start, [one, second])
    page.get_by_label("Comment on this position").fill("too slow (see *below*) {~_}")
    page.keyboard.press("Enter")
    page.locator(".played span.comment").wait_for()
    page.evaluate("document.activeElement.blur()")
    back(page, 1, 1)
    play(page, table, table.play([one]), [aside])
    assert listed(page) == [one, second, [aside]]
    back(page, 2, 0)
    play(page, table, start, [other])
    back(page, 1, 0)
    play(page, table, start, [one])
    last = play(page, table, table.play([one]), [third])
    wanted = [one, [other], second, [aside], [third]]
    assert listed(page) == wanted
    page.get_by_text("A variation from move 2.").wait_for()
    where = page.url
    page.reload()
    for shown in (page, visit().go(f"#{where.partition('#')[2]}")):
        shown.locator("#this-position", has_text=last[0]).wait_for()
        shown.locator(".played li", has_text=third).last.wait_for()
        assert listed(shown) == wanted
        assert shown.locator(".played span.comment").all_inner_texts() == ["too slow (see *below*) {~_}"]
        assert shown.locator(".played [aria-current]").inner_text().strip() == third
        ply(shown, "2 / 2")
    page.get_by_role("button", name="Make it the main line").click()
    page.locator(".played > ol > li > button", has_text=third).last.wait_for()
    assert listed(page) == [one, [other], third, [second], [aside]]
    assert page.get_by_text("A variation from move").count() == 0
    page.locator(".played button", has_text=aside).click()
    page.get_by_role("button", name="Remove it").click()
    ply(page, "1 / 2")
    assert listed(page) == [one, [other], third, [second]]
    page.go_back()
    ply(page, "2 / 2")
    assert listed(page) == [one, [other], third, [second], [aside]]


def test_illegal_moves_of_an_address_are_left_out(visit, table):
    one, other = (move.move for move in islice(continuing(table), 2))
    moves = quote(f"{one} ( {other} nonsense ) {one} ( {one} )")
    page = visit().go(f"#/ostle/explore?{OSTLE}&moves={moves}")
    page.get_by_role("alert").filter(has_text=f"Move 2, {one}, is not legal.").wait_for()
    assert listed(page) == [one, [other]]
    assert position(page) == table.play([one])[0]
    page = visit().go(f"#/ostle/explore?{OSTLE}&moves={quote(one + ' ( ')}")
    page.locator("#this-position", has_text=table.start).wait_for()
    assert page.locator(".played").count() == 0


def test_a_finished_game_is_opened_from_its_address_and_reviewed(visit, table):
    """The review of a game with one mistake names the refutation, and draws it and the better move."""
    begin = won_soon(table)
    lost = (each for each in continuing(table, begin) if each.value == "loss")
    bad = next(each for each in lost if table.probe(*table.play([each.move], begin)).dtm > 1)
    after = table.play([bad.move], begin)
    line = [each.move for each in table.line(*after)]
    moves = quote(" ".join([bad.move, *line]))
    page = visit().go(f"#/ostle/review?{OSTLE}&position={quote(begin)}&moves={moves}")
    page.locator(".headline .over", has_text="Amber wins").wait_for()
    row = page.locator(".review tbody tr").first
    replies = [each.move for each in legal(table, *after) if each.dtm == table.probe(*after).dtm]
    refutation = row.get_by_role("button", name="refuted by")
    assert refutation.inner_text().removeprefix("refuted by ") in replies
    refutation.click()
    page.locator(".board .shown").wait_for()
    ply(page, "1 / .*")
    drawn = page.locator(".board .shown").inner_html()
    row.get_by_role("button", name="was better").click()
    ply(page, "0 / .*")
    page.locator(".board .shown").wait_for()
    assert page.locator(".board .shown").inner_html() != drawn
    assert unquote_plus(page.url.partition("moves=")[2]) == f"* {bad.move} {' '.join(line)}"
