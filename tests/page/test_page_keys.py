"""The page by keyboard: keys step through the game wherever the focus is, and lists keep it."""

import re
from urllib.parse import quote

from browsing import OSTLE, clicks, pick, position, won_soon


def ply(page, text):
    page.locator(".ply", has_text=re.compile(f"^{text}$")).wait_for()


def focused(page):
    return page.evaluate("document.activeElement.querySelector('.text').textContent")


def test_arrow_keys_step_through_the_game_after_a_click_on_the_board(visit, tables):
    table = tables["ostle"]
    move = next(each for each in table.moves("start") if each.after)
    page = visit().go(f"#/ostle/explore?{OSTLE}")
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
    table = tables["ostle"]
    begin = won_soon(table)
    line = [each.move for each in table.line(begin)]
    page = visit().go(f"#/ostle/explore?{OSTLE}&position={quote(begin)}&moves={quote(' '.join(line))}")
    ply(page, f"{len(line)} / {len(line)}")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    ply(page, f"{len(line) - 2} / {len(line)}")


def test_the_list_of_moves_keeps_the_focus(visit, tables):
    table = tables["ostle"]
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    page.locator(".moves li button:not(.opener)").first.focus()
    here = (table.start, None)
    for number in (1, 2, 3):
        best = next(each for each in table.moves(*here) if not each.forbidden)
        page.locator(".moves button:focus").wait_for()
        assert focused(page) == best.move
        page.keyboard.press("Enter")
        ply(page, f"{number} / {number}")
        here = table.play([best.move], *here)


def test_the_keys_are_listed(visit):
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    dialog.get_by_text("step through the moves played").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.get_by_role("button", name="Keys").click()
    dialog.wait_for()


def test_screen_readers_read_the_opponents_move(visit, tables):
    table = tables["ostle"]
    page = visit().go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    page.locator(".levels label", has_text="8").click()
    page.get_by_role("button", name="From this position").click()
    page.get_by_text("Your turn.").wait_for()
    pick(page, table, table.start, next(each.move for each in table.moves("start") if each.after))
    ply(page, "2 / 2")
    reply = page.locator(".played li").nth(1).inner_text().split()[-1]
    page.get_by_role("status").filter(has_text=f"Amber played {reply}. Your turn.").wait_for()
