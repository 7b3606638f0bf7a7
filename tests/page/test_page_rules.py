"""How to play: the rules that a plugin brings, in words and pictures, on the first visit and later."""

from urllib.parse import quote

import pytest
from browsing import OSTLE, PHONE

pytestmark = pytest.mark.compiled


def test_the_rules_open_on_the_first_visit_only(visit):
    visiting = visit(first=True)
    page = visiting.go(f"#/ostle/play?{OSTLE}")
    dialog = page.get_by_role("dialog", name="How to play Ostle")
    dialog.wait_for()
    assert dialog.locator("figure svg").count() == 4 and dialog.locator("h3").count() == 3
    assert "The board has other settings: size 3 · men 2" in dialog.inner_text()
    dialog.get_by_role("link", name="Explore").click()
    dialog.wait_for(state="detached")
    page.reload()
    page.get_by_role("button", name="How to play").wait_for()
    page.wait_for_timeout(300)
    assert dialog.count() == 0
    page.get_by_role("button", name="How to play").click()
    dialog.wait_for()
    assert not visiting.serious()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_the_rules_do_not_cover_a_position_that_was_sent(visit, tables):
    page = visit(first=True).go(f"#/ostle/explore?{OSTLE}&position={quote(tables['ostle'].start)}")
    page.locator("#this-position").wait_for()
    assert page.get_by_role("dialog").count() == 0


def test_owners_of_the_game_are_led_to_the_rules_as_printed(visit):
    visiting = visit(first=True, locale="ja-JP", viewport=PHONE)
    page = visiting.go(f"#/ostle/play?{OSTLE}")
    dialog = page.get_by_role("dialog", name="オストルの遊び方")
    dialog.get_by_role("link", name="印刷されたルール8").click()
    dialog.wait_for(state="detached")
    page.locator(".unsolved code", has_text="retro solve ostle --set rule8=exact").first.wait_for()
    visiting.expect("409")


def test_the_first_screen_leads_to_playing_and_exploring(visit):
    page = visit().go("")
    for view in ("Play", "Explore"):
        links = page.locator(".card .ways").get_by_role("link", name=view)
        assert links.count() == 3
        for link in links.all():
            assert f"/{view.lower()}" in link.get_attribute("href")
            assert link.bounding_box()["height"] >= 44


def test_a_variant_that_is_not_solved_leads_to_those_that_are_and_has_rules(visit):
    visiting = visit(viewport=PHONE)
    page = visiting.go("#/ostle/play?set=pieces%3D9")
    page.get_by_text("retro solve ostle --set pieces=9", exact=True).wait_for()
    solved = page.locator(".unsolved li a")
    assert solved.first.bounding_box()["y"] < page.locator(".unsolved .code").first.bounding_box()["y"]
    page.get_by_role("button", name="How to play").click()
    page.get_by_role("dialog", name="How to play Ostle").locator("figure svg").first.wait_for()
    page.keyboard.press("Escape")
    solved.first.click()
    page.locator(".board svg").wait_for()
    assert "size%3D3" in page.url
    visiting.expect("409")
