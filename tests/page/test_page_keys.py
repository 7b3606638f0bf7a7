"""The page by keyboard: keys step through the game wherever the focus is, and lists keep it."""

from urllib.parse import quote

import pytest
from browsing import OSTLE, a_line, clicks, continuing, legal, pick, ply, position

pytestmark = pytest.mark.compiled


def focused(page):
    return page.evaluate("document.activeElement.querySelector('.text').textContent")


def test_arrow_keys_step_through_the_game_after_a_click_on_the_board(page, table):
    move = next(continuing(table))
    pick(page, table, "start", move.move)
    ply(page, "1 / 1")
    page.keyboard.press("ArrowLeft")
    ply(page, "0 / 1")
    page.locator(f'.spot[data-spot="{clicks(table, "start", move.move)[0]}"]').click()  # picks a piece
    page.keyboard.press("ArrowRight")
    ply(page, "1 / 1")
    assert position(page) == move.after
    page.get_by_role("button", name="Forward").focus()  # which has nowhere to go
    for key, shown in (("ArrowLeft", "0 / 1"), ("End", "1 / 1"), ("Home", "0 / 1")):
        page.keyboard.press(key)
        ply(page, shown)


def test_quick_steps_add_up(visit, tables):
    moves, _ = a_line(tables["ostle"], 3)
    page = visit().go(f"#/ostle/explore?{OSTLE}&moves={quote(' '.join(moves))}")
    ply(page, "3 / 3")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    ply(page, "1 / 3")


def test_the_list_of_moves_keeps_the_focus(page, table):
    page.locator(".moves li button:not(.opener)").first.focus()
    here = (table.start, None)
    for number in (1, 2, 3):
        best = legal(table, *here)[0]
        page.locator(".moves button:focus").wait_for()
        assert focused(page) == best.move
        page.keyboard.press("Enter")
        ply(page, f"{number} / {number}")
        here = table.play([best.move], *here)


def test_the_keys_are_listed(page):
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    dialog.get_by_text("step through the moves played").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.get_by_role("button", name="Keys").click()
    dialog.wait_for()


def test_screen_readers_read_the_opponents_move(visit, table):
    page = visit().begin(table)
    pick(page, table, table.start, next(continuing(table)).move)
    ply(page, "2 / 2")
    reply = page.locator(".played li").nth(1).inner_text().split()[-1]
    page.get_by_role("status").filter(has_text=f"Amber played {reply}. Your turn.").wait_for()


def test_the_focus_stays_in_the_page_when_its_button_goes(visit, table):
    """It goes to the main part; a list takes it only after an item of the list was chosen by keyboard."""
    page = visit().go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    page.locator(".levels input").nth(7).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play as Blue").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Your turn.").wait_for()
    page.locator("main:focus").wait_for()
    page.locator(".moves button", has_text=next(continuing(table)).move).focus()
    page.keyboard.press("Enter")
    ply(page, "2 / 2")
    page.locator(".moves button:focus").wait_for()
    page.get_by_role("button", name="Take back").focus()
    for _ in range(2):  # the second time, there is nothing to take back, and no move may be made instead
        page.keyboard.press("Enter")
        ply(page, "0 / 0")
        page.get_by_text("Your turn.").wait_for()
        assert page.evaluate("document.activeElement.textContent.trim()") == "Take back"


def test_a_dialog_gives_the_focus_back(page, tables):
    page.get_by_role("button", name="Paste").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").locator("textarea").fill(tables["ostle"].start)
    page.get_by_role("button", name="Load", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for(state="detached")
    page.locator("button:focus", has_text="Paste").wait_for()
