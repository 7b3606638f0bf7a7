"""Games and puzzles on the page: played, pasted, taken back and reviewed."""

import json
import re
from urllib.parse import quote

import pytest
from browsing import (
    OSTLE,
    a_line,
    clicks,
    continuing,
    labels,
    legal,
    paste,
    pick,
    pick_points,
    ply,
    position,
    won_soon,
)

from retro.game import notation

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", ["ostle", "british_square", pytest.param("lgame", marks=pytest.mark.soak)])
def test_a_game_is_played_through_and_reviewed(visit, tables, name):
    """Against perfect play, with the best moves of the table: a win takes its DTM, and no move gives anything away."""
    table = tables[name]
    begin = table.start if table.rules.scores else won_soon(table)
    page = visit().begin(table, begin)
    state, plies = (begin, None), 0
    while True:
        best = legal(table, *state)[0]
        pick(page, table, state[0], best.move)
        plies += 1
        if best.after is None:
            break
        state = table.play([best.move], *state)
        page.locator(f'.ply:has-text("{plies + 1} / "), .status:has-text("over")').first.wait_for()
        if page.locator(".status", has_text="over").count():
            break
        reply = page.locator(".played li").nth(plies).inner_text().split()[-1]
        plies += 1
        if next(move for move in table.moves(*state) if move.move == reply).after is None:
            break
        state = table.play([reply], *state)
    page.get_by_text("Game over").wait_for()
    assert table.rules.scores or plies == table.probe(begin).dtm
    page.get_by_role("button", name="Review the game").click()
    page.locator(".review tbody tr").nth(plies - 1).wait_for()
    assert page.locator(".review tbody tr").count() == plies
    assert page.locator(".tally", has_text="0 blunders").count() == 2
    owner = page.get_by_text("Results are always the points of Blue.")
    assert owner.count() == (table.rules.scores == "first")


def test_the_page_offers_a_choice_of_moves_with_the_same_steps(visit, tables):
    """Without steps of neutral pieces, all moves of the L-game that set the L on the same squares have equal steps."""
    table = tables["lgame"]
    here, _ = table.play([table.moves(table.start)[-1].move])
    after = {move.move: move.after for move in table.moves(here)}
    text = next(each for each in after if "," in each)
    alike = {each for each in after if each.partition(",")[0] == text.partition(",")[0]}
    visiting = visit()

    def answer(route):
        answer = route.fetch().json()
        moves = [{**each, "steps": each["steps"][:1]} for each in answer["moves"]]
        route.fulfill(json=answer | {"moves": moves})

    visiting.page.route("**/position?**", answer)  # no game that is served has such moves
    page = visiting.go(f"#/lgame/explore?position={quote(here)}")
    pick_points(page, clicks(table, here, text)[:4])
    page.get_by_text("Which move?").wait_for()
    offered = page.locator(".settle button", has_text="Play")
    assert {each.strip().removeprefix("Play ") for each in offered.all_inner_texts()} == alike
    page.unroute_all(behavior="wait")  # no answer is being changed when the visit ends
    page.get_by_role("button", name=f"Play {text}", exact=True).click()
    ply(page, "1 / 1")
    assert position(page) == after[text]


def as_record(table, moves, **more):
    about = {"format": "retro game 1", "game": "ostle", "options": table.rules.options, "moves": moves}
    return json.dumps(about | more)


def test_moves_and_positions_are_pasted_in_usual_forms(visit, tables):
    """Without a request that the server refuses, of which the browser would complain."""
    moves, after = a_line(tables["ostle"], 3)
    visiting = visit()
    texts = [" ".join(moves), "1. {} 2. {}\n3 {}".format(*moves).lower(), "{},{}, {}\n".format(*moves).upper()]
    for text, plies in ((texts[0], 3), (texts[1], 3), (texts[2], 3), (f" {after[-1]}\n", 0)):
        page = visiting.go(f"#/ostle/explore?{OSTLE}&position=start")
        paste(page, text)
        page.locator("#this-position", has_text=after[-1]).wait_for()
        ply(page, f"{plies} / {plies}")


@pytest.mark.parametrize("record", [False, True], ids=["moves", "record"])
def test_the_legal_part_of_a_game_is_shown(page, table, record):
    (first, _), (after, _) = a_line(table, 2)
    # after the first move the other player is to move: the piece that it moved is not his
    paste(page, as_record(table, [first, first]) if record else f"{first} {first.lower()}")
    written = first if record else first.lower()
    page.get_by_role("alert").filter(has_text=f"Move 2, {written}, is not legal.").wait_for()
    assert page.get_by_role("dialog").count() == 0
    ply(page, "1 / 1")
    assert position(page) == after


def test_bad_pasted_text_leaves_the_board_unchanged(visit, tables):
    moves, after = a_line(tables["ostle"], 2)
    visiting = visit()
    page = visiting.go(f"#/ostle/explore?{OSTLE}")
    paste(page, " ".join(moves))
    page.locator("#this-position", has_text=after[-1]).wait_for()
    where = page.url
    for text, problem in (
        ("knight to f3", "no position of ostle"),
        ("c3U c3D", "Move 1, c3U, is not legal."),
        ({"moves": ["c3U"]}, "Move 1, c3U, is not legal."),
        ({"moves": [], "position": "nonsense"}, "no position of ostle"),
        ({"moves": [], "options": {"size": 7}}, "size"),
        ({"moves": [], "forbidden": "c3U"}, "no move of"),
    ):
        paste(page, text if isinstance(text, str) else as_record(tables["ostle"], **text))
        page.get_by_role("dialog").get_by_role("alert").filter(has_text=problem).wait_for()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        assert page.get_by_role("alert").count() == 0
        ply(page, "2 / 2")
        assert (position(page), page.url) == (after[-1], where)
    page.keyboard.press("ArrowLeft")
    page.locator("#this-position", has_text=after[0]).wait_for()
    visiting.expect("400 422")


def test_a_variation_leaves_the_reviewed_game_as_it_was(visit, table):
    """Neither a variation nor a comment changes the game, whose review is requested once."""
    moves, after = a_line(table, 8)
    page = visit().go(f"#/ostle/review?{OSTLE}")
    paste(page, " ".join(moves))
    rows = page.locator(".review tbody tr")
    rows.nth(7).wait_for()
    again = []
    page.route("**/review?**", lambda each: again.append(each))  # another request is never answered
    rows.nth(4).get_by_role("button").first.click()
    ply(page, "5 / 8")
    here = table.play(moves[:5])
    other = next(each for each in continuing(table, *here) if each.move != moves[5])
    pick(page, table, here[0], other.move)
    page.get_by_text("A variation from move 6.").wait_for()
    ply(page, "6 / 6")
    pick(page, table, other.after, next(continuing(table, *table.play([other.move], *here))).move)
    ply(page, "7 / 7")
    page.get_by_label("Comment on this position").fill("a try")
    page.keyboard.press("Enter")
    page.locator(".played span.comment").wait_for()
    assert [row.split()[1].removesuffix("??") for row in rows.all_inner_texts()] == moves
    assert page.locator(".graph circle").count() == 9 and not again
    page.unroute("**/review?**")
    page.reload()
    page.get_by_text("A variation from move 6.").wait_for()
    page.get_by_role("button", name="Back to the game, move 6").click()
    ply(page, "6 / 8")
    assert page.get_by_text("A variation from").count() == 0
    page.get_by_role("link", name="Explore").click()
    page.locator("#this-position", has_text=after[5]).wait_for()
    # a game that was reviewed stays in other views as well, and its own moves lead back to it
    page.get_by_role("button", name="Back", exact=True).click()
    ply(page, "5 / 8")
    pick(page, table, here[0], other.move)
    page.get_by_text("A variation from move 6.").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    ply(page, "5 / 7")  # the variation still has the reply
    pick(page, table, here[0], moves[5])
    ply(page, "6 / 8")


def test_a_malformed_address_leads_to_the_games(visit):
    page = visit().go("#/%E0%A4%A/explore")
    page.get_by_role("alert").filter(has_text="This address is incomplete or damaged").wait_for()
    page.locator(".card h2 a", has_text="Ostle").click()
    page.locator("#this-position").wait_for()
    assert page.get_by_role("alert").count() == 0


def test_from_an_address_with_a_wrong_option_the_start_is_reached(visit):
    visiting = visit()
    visiting.page.goto(f"{visiting.address}#/lgame/explore?set=nonsense%3D1")
    visiting.page.get_by_role("alert").filter(has_text="nonsense").wait_for()
    visiting.page.get_by_role("button", name="Start position").click()
    visiting.page.locator("#this-position").wait_for()
    visiting.expect("400 422")


def test_a_puzzle_that_is_left_is_cancelled_and_stays_away_from_the_next_game(visit):
    """The next game has no puzzles."""
    page = (visiting := visit()).page
    page.route("**/ostle/puzzles?**", lambda each: None)  # it is never answered
    page.route("**/lgame/puzzles?**", lambda each: each.fulfill(json={"puzzles": [], "ready": True}))
    with page.expect_request("**/ostle/puzzles?**"):
        visiting.go("#/")
        page.evaluate(f"location.hash = '#/ostle/puzzles?{OSTLE}'")
    with page.expect_event("requestfailed", lambda each: "/ostle/puzzles?" in each.url):
        page.evaluate("location.hash = '#/lgame/puzzles'")
    alert = page.get_by_role("alert").filter(has_text="No puzzle of this kind was found.")
    alert.wait_for()
    page.wait_for_timeout(300)
    assert alert.count() == 1
    assert not [url for url in visiting.requested if "/ostle/position" in url and "position=" in url]


def test_taking_back_and_going_back_lead_to_the_users_last_decision(visit, table):
    page = visit().begin(table, opponent="Random")
    begin, move = page.url, next(continuing(table)).move
    for way in (lambda: page.get_by_role("button", name="Take back").click(), page.go_back):
        page.get_by_text("Your turn.").wait_for()
        pick(page, table, "start", move)
        ply(page, "2 / 2")
        page.get_by_text("Your turn.").wait_for()
        assert page.url != begin
        way()
        ply(page, "0 / .*")
        page.wait_for_timeout(200)
        ply(page, "0 / .*")
        assert page.url == begin


def test_a_game_of_another_variant_is_pasted_with_moves_and_players(page, table):
    best = table.moves("start")[0].move
    more = {"options": {**table.rules.options, "rule8": "exact"}, "mover": 2, "position": table.start}
    paste(page, as_record(table, [best], **more))
    ply(page, "1 / 1")
    page.locator(".turn", has_text="Blue").wait_for()  # amber began
    page.locator(".review tbody tr", has_text=best).wait_for()
    assert "rule8%3Dexact" in page.url


def test_a_copied_position_with_amber_to_move_comes_back_with_its_colours(visit, table):
    """If it is pasted, set up, or opened as an address."""
    after, _ = table.play([table.moves("start")[0].move])
    visiting = visit()
    visiting.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(after)}&mover=2")

    def colours():
        return [re.findall("Blue|Amber", label) for label in labels(page)]

    page.locator(".turn", has_text="Amber").wait_for()
    shown = colours()
    assert ["Blue"] in shown and ["Amber"] in shown
    page.get_by_role("button", name="Copy position").click()
    page.get_by_text("Copied.").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert page.locator(".code", has_text=text).count() == 1
    # as on the command line
    assert notation.position_key(table.rules, text) == notation.position_key(table.rules, after)
    for key, button in (("p", "Load"), ("s", "Use this position"), ("", "")):
        page.get_by_role("button", name="Start position").click()
        page.locator(".turn", has_text="Blue").wait_for()
        if key:
            page.keyboard.press(key)
            page.get_by_role("dialog").locator("textarea, #position").fill(text)
            page.get_by_role("button", name=button, exact=True).click()
        else:
            page.goto("about:blank")
            visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(text)}")
        page.locator(".turn", has_text="Amber").wait_for()
        assert (position(page), colours()) == (after, shown)
        assert "mover=2" in page.url


def test_the_last_move_of_a_long_line_is_one_step_of_the_history(visit, table):
    begin = won_soon(table)
    plies = table.probe(begin).dtm
    page = visit().go(f"#/ostle/explore?{OSTLE}&position={quote(begin)}")
    last = page.locator(".bestline li button").nth(plies - 1)
    last.wait_for()
    entries = page.evaluate("history.length")
    last.click()
    ply(page, f"{plies} / .*")
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    ply(page, "0 / .*")
