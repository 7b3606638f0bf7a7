"""The page with a game in which play without end is a win, and whose players have names of their own."""

from urllib.parse import quote

import pytest
from browsing import labels, leads, server, wait_for_value
from commanding import ask

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def address(chromium, examples):
    """`chromium` comes first: if it skips, nothing is solved."""
    ask("solve", "hare_and_hounds", "--backend", "reference")
    with server(examples) as address:
        yield address


@pytest.mark.parametrize(
    ("position", "shown", "blue"),
    [
        ("hare 5-6-9 2", "Wins, as play never ends", True),
        ("hounds 1-6-9 2", "Loses, as play never ends", False),
        pytest.param("hounds 1-4-9 8", "Wins in 12 moves", True, marks=pytest.mark.soak),
    ],
)
def test_a_win_by_play_without_end(visit, position, shown, blue):
    page = visit().go(f"#/hare_and_hounds/explore?position={quote(position)}")
    wait_for_value(page, shown)
    turn = page.locator(".headline .turn").inner_text()
    assert leads(page) == (1 if blue == turn.startswith("Hounds") else -1)
    name = page.locator(".prospects").get_attribute("aria-label")
    assert name.startswith("Hounds wins" if blue == turn.startswith("Hounds") else "Hare wins") and " 0 " not in name
    page.get_by_role("link", name="Review").click()
    page.get_by_text("Play a game").wait_for()


def test_players_have_the_names_that_the_game_gives_them(visit):
    """In the language of the page, wherever a player is named."""
    for locale, (hounds, hare) in (("en-GB", ("Hounds", "Hare")), ("ja-JP", ("犬", "うさぎ"))):
        page = visit(locale=locale).go(f"#/hare_and_hounds/play?position={quote('hounds 1-4-9 8')}")
        page.locator(".headline, .opponent").first.wait_for()
        assert page.locator(".opponent button.first .side").all_inner_texts() == [hounds, hare]
        assert [sum(name in each for each in labels(page)) for name in (hounds, hare)] == [3, 1]
        assert not any(colour in page.locator("body").inner_text() for colour in ("Blue", "Amber", "青", "黄"))
