"""The page with games in which turns do not alternate, or a position determines the player to move."""

import re
from itertools import pairwise
from random import Random
from urllib.parse import quote

import pytest
from browsing import server
from commanding import ask
from example_plugins import EXAMPLES
from installing import metadata, register
from naive_boxes import Boxes

pytestmark = pytest.mark.compiled

BOXES = "set=wide%3D2&set=high%3D2"
SIDES, NAMES = ("Blue", "Amber"), ("Left", "Right")
"""The players as the page calls them, and as the game `boxes` does."""


@pytest.fixture(scope="module")
def address(chromium, tmp_path_factory):
    """`chromium` comes first: if it skips, nothing is solved."""
    directory = tmp_path_factory.mktemp("turns")
    register(directory, "turns", {name: f"{name}_game.plugin" for name in ("boxes", "pawns", "pairs")})
    metadata(EXAMPLES["dots_and_boxes"], directory)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(directory))
        patch.syspath_prepend(str(EXAMPLES["dots_and_boxes"]))
        for name in ("boxes", "dots_and_boxes"):
            ask("solve", name, "--set", "wide=2", "--set", "high=2", "--data", directory / "data")
        ask("solve", "pawns", "--data", directory / "data")
        ask("solve", "pairs", "--data", directory / "data")
        with server(directory / "data") as address:
            yield address


def random_game(page, names, lead=False):
    """Plays random moves to the end. Checks whose turn the headline shows, and who made the moves in the review.

    ``lead``: whether the headline has the lead so far as well.
    """
    boxes, here, movers, source = Boxes(2, 2), (frozenset(), 0, 0), [], Random(3)
    while boxes.edges - here[0]:
        page.locator(".headline .turn", has_text=f"{names[here[1]]} to move").wait_for()
        if lead and here[2]:
            page.locator(".headline", has_text=f"{names[here[2] < 0]} is {abs(here[2])} point").wait_for()
        movers.append(names[here[1]])
        edge = source.choice(sorted(boxes.edges - here[0]))
        here = boxes.after(*here, edge)
        page.locator(f'.spot[data-spot="{edge}"]').click()
    assert here[2] and any(one == other for one, other in pairwise(movers))
    points = f" (+{abs(here[2])} points)" if lead else ""
    page.locator(".headline .over", has_text=f"{names[here[2] < 0]} wins{points}").wait_for()
    page.get_by_role("link", name="Review").click()
    page.locator(".review tbody tr").nth(len(movers) - 1).wait_for()
    assert [each.get_attribute("aria-label") for each in page.locator(".review tbody .disc").all()] == movers


def test_the_player_who_completes_a_box_moves_on(visit):
    random_game(visit().go(f"#/boxes/explore?{BOXES}"), NAMES)


def test_the_opponent_moves_until_it_is_the_persons_turn(visit):
    """Against perfect play on a board with chains, the user moves exactly when the rules say that it is his turn."""
    boxes, here, source = Boxes(2, 2), (frozenset(), 0, 0), Random(1)
    page = visit().go(f"#/boxes/play?{BOXES}")
    page.locator(".levels label", has_text="8").click()
    page.locator(".opponent button.first", has_text="Right").click()
    seen, twice = 0, 0
    while True:
        page.locator(".status", has_text=re.compile("Your turn|over")).wait_for()
        moves = [each.inner_text().split()[-1] for each in page.locator(".played li").all()]
        for edge in moves[seen:]:
            before, here = here, boxes.after(*here, edge)
            twice += before[1] == here[1] == 0
        seen = len(moves)
        if not boxes.edges - here[0]:
            break
        assert here[1] == 1
        edge = source.choice(sorted(boxes.edges - here[0]))
        page.locator(f'.spot[data-spot="{edge}"]').click()
        page.locator(".played li").nth(seen).wait_for()
    assert twice
    winner = NAMES[here[2] < 0]
    page.locator(".headline .over", has_text=f"{winner} wins").wait_for()


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


def test_points_that_moves_gain_are_those_of_the_players(visit):
    """The headline has the lead so far and, in the end, the winner by all boxes; the review has the players."""
    random_game(visit().go(f"#/dots_and_boxes/explore?{BOXES}"), SIDES, lead=True)
