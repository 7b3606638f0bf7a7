"""The page with a game in which play without end is a win."""

from urllib.parse import quote

import pytest
from browsing import server, wait_for_value
from commanding import ask


@pytest.fixture(scope="module")
def address(chromium, examples):
    """`chromium` comes first: if it skips, nothing is solved."""
    ask("solve", "hare_and_hounds")
    with server(examples) as address:
        yield address


@pytest.mark.parametrize(
    ("position", "shown", "blue"),
    [
        ("hare 5-6-9 2", "Wins, as play never ends", True),
        ("hounds 1-6-9 2", "Loses, as play never ends", False),
        ("hounds 1-4-9 8", "Wins in 12 moves", True),
    ],
)
def test_a_win_by_play_without_end(visit, position, shown, blue):
    page = visit().go(f"#/hare_and_hounds/explore?position={quote(position)}")
    wait_for_value(page, shown)
    turn = page.locator(".headline .turn").inner_text()
    wide = [
        page.locator(f".prospects .{side}").evaluate("(each) => Number(each.style.flexGrow)")
        for side in ("blue", "amber")
    ]
    assert (wide[0] > wide[1]) == (blue == turn.startswith("Blue"))
    name = page.locator(".prospects").get_attribute("aria-label")
    assert name.startswith("Blue wins" if blue == turn.startswith("Blue") else "Amber wins") and " 0 " not in name
    page.get_by_role("link", name="Review").click()
    page.get_by_text("Play a game").wait_for()
