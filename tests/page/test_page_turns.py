"""The page with games in which turns do not alternate, or a position determines the player to move."""

import re
from itertools import pairwise
from random import Random
from urllib.parse import quote

import pytest
from browsing import server
from commanding import ask
from installing import register
from naive_boxes import Boxes

pytestmark = pytest.mark.compiled

BOXES = "set=wide%3D2&set=high%3D2"
SIDES = ("Blue", "Amber")


@pytest.fixture(scope="module")
def address(chromium, examples, tmp_path_factory):
    """`chromium` comes first: if it skips, nothing is solved."""
    site = tmp_path_factory.mktemp("site")
    register(site, "turns", {name: f"{name}_game.plugin" for name in ("pawns", "pairs")})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        for arguments in (("dots_and_boxes", "--set", "wide=2", "--set", "high=2"), ("pawns",), ("pairs",)):
            ask("solve", *arguments, "--backend", "reference")
        with server(examples) as address:
            yield address


def test_the_player_who_completes_a_box_moves_on_and_gains_points(visit):
    """In a random game, the headline has the player to move and the lead, and the review has who made the moves."""
    page = visit().go(f"#/dots_and_boxes/explore?{BOXES}")
    boxes, here, movers, source = Boxes(2, 2), (frozenset(), 0, 0), [], Random(3)
    while boxes.edges - here[0]:
        page.locator(".headline .turn", has_text=f"{SIDES[here[1]]} to move").wait_for()
        if here[2]:
            page.locator(".headline", has_text=f"{SIDES[here[2] < 0]} is {abs(here[2])} point").wait_for()
        movers.append(SIDES[here[1]])
        edge = source.choice(sorted(boxes.edges - here[0]))
        here = boxes.after(*here, edge)
        page.locator(f'.spot[data-spot="{edge}"]').click()
    assert here[2] and any(one == other for one, other in pairwise(movers))
    words = f"{SIDES[here[2] < 0]} wins (+{abs(here[2])} points)"
    page.locator(".headline .over", has_text=words).wait_for()
    page.get_by_role("link", name="Review").click()
    page.locator(".review tbody tr").nth(len(movers) - 1).wait_for()
    assert [each.get_attribute("aria-label") for each in page.locator(".review tbody .disc").all()] == movers


def test_the_opponent_moves_until_it_is_the_persons_turn(visit):
    """Against perfect play on a board with chains, the user moves exactly when the rules say that it is his turn."""
    boxes, here, source, moves, twice = Boxes(2, 2), (frozenset(), 0, 0), Random(1), [], 0
    page = visit().go(f"#/dots_and_boxes/play?{BOXES}")
    page.locator(".levels label", has_text="8").click()
    page.locator(".opponent button.first", has_text="Amber").click()
    while boxes.edges - here[0]:
        page.locator(".status", has_text=re.compile("Your turn|over")).wait_for()
        seen, moves = moves, [each.inner_text().split()[-1] for each in page.locator(".played li").all()]
        for edge in moves[len(seen) :]:
            before, here = here, boxes.after(*here, edge)
            twice += before[1] == here[1] == 0
        if boxes.edges - here[0]:
            assert here[1] == 1
            page.locator(f'.spot[data-spot="{source.choice(sorted(boxes.edges - here[0]))}"]').click()
            page.locator(".played li").nth(len(moves)).wait_for()
    assert twice
    page.locator(".headline .over", has_text=f"{SIDES[here[2] < 0]} wins").wait_for()


def test_the_side_to_move_is_named(visit):
    page = visit().go(f"#/pawns/explore?position={quote('bbb/.w./w.w b')}")
    page.locator(".headline .turn", has_text="Black to move").wait_for()
    page.locator(".moves button", has_text="a3b2").click()
    page.locator(".headline .turn", has_text="White to move").wait_for()


def test_one_of_several_starts_is_chosen(visit):
    page = visit().go("#/pairs/explore")
    for name, position in (("Start position 2", "6 B"), ("Start position 3", "9 B"), ("Start position 1", "9 A")):
        page.get_by_role("button", name=name).click()
        page.locator("#this-position", has_text=position).wait_for()
    page.get_by_role("link", name="Play").click()
    page.locator("form.opponent select").select_option("start2")
    page.locator(".opponent button.first").nth(1).click()
    page.locator(".status", has_text=re.compile("Your turn")).wait_for()
    assert page.locator(".played li").count() == 0  # the second player is to move there
