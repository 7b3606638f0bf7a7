"""Games and puzzles on the page: played, pasted, taken back and reviewed."""

import json
from urllib.parse import quote

import pytest
from browsing import (
    OSTLE,
    PLACES,
    clicks,
    pick,
    pick_points,
    position,
    position_shown,
    puzzle_at,
    won_soon,
)

from retro.game import notation, staging

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", PLACES)
def test_a_game_is_played_through_and_reviewed(visit, tables, name):
    """Against perfect play, with the best moves of the table: a win takes its DTM, and no move gives anything away."""
    table = tables[name]
    begin = table.start if table.rules.scores else won_soon(table)
    page = visit().go(f"#/{name}/play?{PLACES[name]}&position={quote(begin)}")
    page.locator(".levels label", has_text="8").click()
    page.get_by_role("button", name="From this position").click()
    page.get_by_text("Your turn.").wait_for()
    here, forbidden, plies = begin, None, 0
    while True:
        best = next(move for move in table.moves(here, forbidden) if not move.forbidden)
        pick(page, table, here, best.move)
        plies += 1
        if best.after is None:
            break
        here, forbidden = table.play([best.move], here, forbidden)
        page.locator(f'.ply:has-text("{plies + 1} / "), .status:has-text("over")').first.wait_for()
        if page.locator(".status", has_text="over").count():
            break
        reply = page.locator(".played li").nth(plies).inner_text().split()[-1]
        after = next(move for move in table.moves(here, forbidden) if move.move == reply).after
        plies += 1
        if after is None:
            break
        here, forbidden = table.play([reply], here, forbidden)
    page.get_by_text("Game over").wait_for()
    if not table.rules.scores:
        assert plies == table.probe(begin).dtm
    page.get_by_role("button", name="Review the game").click()
    page.locator(".review tbody tr").nth(plies - 1).wait_for()
    assert page.locator(".review tbody tr").count() == plies
    assert page.locator(".tally", has_text="0 blunders").count() == 2
    owner = page.get_by_text("Results are always the points of Blue.")
    assert owner.count() == (table.rules.scores == "first")


def test_the_page_offers_a_choice_of_moves_with_the_same_steps(visit, tables, monkeypatch):
    """Without steps of neutral pieces, all moves of the L-game that set the L on the same squares have equal steps."""
    steps = staging.steps
    monkeypatch.setattr(staging, "steps", lambda *given: steps(*given)[:1])
    table = tables["lgame"]
    here, _ = table.play([table.moves(table.start)[-1].move])
    after = {move.move: move.after for move in table.moves(here)}
    text = next(each for each in after if "," in each)
    alike = {each for each in after if each.partition(",")[0] == text.partition(",")[0]}
    page = visit().go(f"#/lgame/explore?position={quote(here)}")
    pick_points(page, clicks(table, here, text))
    page.get_by_text("Which move?").wait_for()
    offered = page.locator(".settle button", has_text="Play")
    assert {each.strip().removeprefix("Play ") for each in offered.all_inner_texts()} == alike
    page.get_by_role("button", name=f"Play {text}", exact=True).click()
    page.locator(".ply", has_text="1 / 1").wait_for()
    assert position(page) == after[text]


def a_game(table, plies):
    """Returns moves from the start that do not end the game, and the positions after them."""
    moves, after, here = [], [], (table.start, None)
    while len(moves) < plies:
        move = next(
            each
            for each in table.moves(*here)
            if each.after and not each.forbidden and any(not reply.forbidden for reply in table.moves(each.after))
        )
        moves.append(move.move)
        here = table.play([move.move], *here)
        after.append(here[0])
    return moves, after


def paste(page, text):
    page.keyboard.press("p")
    page.get_by_role("dialog").locator("textarea").fill(text)
    page.get_by_role("button", name="Load", exact=True).click()


def as_record(table, moves, **more):
    return json.dumps(
        {"format": "retro game 1", "game": "ostle", "options": table.rules.options, "moves": moves, **more}
    )


def test_moves_are_pasted_in_usual_forms(visit, tables):
    moves, after = a_game(tables["ostle"], 3)
    visiting = visit()
    for text in (
        " ".join(moves),
        "1. {} 2. {}\n3 {}".format(*moves).lower(),
        "{}\n{}\n{}\n".format(*moves),
        "{},{}, {}".format(*moves).upper(),
    ):
        page = visiting.go(f"#/ostle/explore?{OSTLE}&position=start")
        paste(page, text)
        page.locator("#this-position", has_text=after[-1]).wait_for()
        assert page.locator(".ply").text_content() == "3 / 3", text


@pytest.mark.parametrize("record", [False, True], ids=["moves", "record"])
def test_the_legal_part_of_a_game_is_shown(visit, tables, record):
    table = tables["ostle"]
    (first, _), (after, _) = a_game(table, 2)
    visiting = visit()
    page = visiting.go(f"#/ostle/explore?{OSTLE}")
    # after the first move the other player is to move: the piece that it moved is not his
    text = as_record(table, [first, first]) if record else f"{first} {first.lower()}"
    written = first if record else first.lower()
    paste(page, text)
    page.get_by_role("alert").filter(has_text=f"Move 2, {written}, is not legal.").wait_for()
    assert page.get_by_role("dialog").count() == 0
    assert (position(page), page.locator(".ply").text_content()) == (after, "1 / 1")


def test_bad_pasted_text_leaves_the_board_unchanged(visit, tables):
    moves, after = a_game(tables["ostle"], 2)
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
        assert (position(page), page.url, page.locator(".ply").text_content()) == (after[-1], where, "2 / 2")
    page.keyboard.press("ArrowLeft")
    page.locator("#this-position", has_text=after[0]).wait_for()
    assert all("422" in each or "400" in each for each in visiting.complaints)
    visiting.complaints.clear()


def test_a_position_is_pasted(visit, tables):
    _, after = a_game(tables["ostle"], 1)
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    paste(page, f" {after[0]}\n")
    page.locator("#this-position", has_text=after[0]).wait_for()


def test_a_variation_leaves_the_reviewed_game_as_it_was(visit, tables):
    table = tables["ostle"]
    moves, after = a_game(table, 8)
    visiting = visit()
    page = visiting.go(f"#/ostle/review?{OSTLE}")
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("dialog").locator("textarea").fill(" ".join(moves))
    page.get_by_role("button", name="Load", exact=True).click()
    rows = page.locator(".review tbody tr")
    rows.nth(7).wait_for()
    rows.nth(4).get_by_role("button").first.click()
    page.locator(".ply", has_text="5 / 8").wait_for()
    here = table.play(moves[:5])
    other = next(each for each in table.moves(*here) if each.after and not each.forbidden and each.move != moves[5])
    pick(page, table, here[0], other.move)
    page.get_by_text("A variation from move 6.").wait_for()
    assert page.locator(".ply").text_content() == "6 / 6"
    reply = next(each for each in table.moves(*table.play([other.move], *here)) if each.after and not each.forbidden)
    pick(page, table, other.after, reply.move)
    page.locator(".ply", has_text="7 / 7").wait_for()
    listed = [row.split()[1].removesuffix("??") for row in rows.all_inner_texts()]
    assert listed == moves and page.locator(".graph circle").count() == 9
    page.reload()
    page.get_by_text("A variation from move 6.").wait_for()
    page.get_by_role("button", name="Back to the game, move 6").click()
    page.locator(".ply", has_text="6 / 8").wait_for()
    assert page.get_by_text("A variation from").count() == 0
    page.get_by_role("link", name="Explore").click()
    page.locator("#this-position", has_text=after[5]).wait_for()
    # a game that was reviewed stays in other views as well, and its own moves lead back to it
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".ply", has_text="5 / 8").wait_for()
    pick(page, table, here[0], other.move)
    page.get_by_text("A variation from move 6.").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".ply", has_text="5 / 7").wait_for()  # the variation still has the reply
    pick(page, table, here[0], moves[5])
    page.locator(".ply", has_text="6 / 8").wait_for()


@pytest.mark.parametrize("where", ["#/%E0%A4%A/explore", "#/ostle/%FF?position=start"])
def test_a_malformed_address_leads_to_the_games(visit, where):
    page = visit().go(where)
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
    visiting.complaints.clear()  # the browser's own line on an answer 400


def test_a_puzzle_is_failed_refuted_and_solved(visit, tables):
    table = tables["ostle"]
    visiting = visit()
    page, puzzle = visiting.page, puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    begin, forbidden = puzzle["position"], puzzle["forbidden"]
    assert puzzle["value"] == "win"
    moves = [move for move in table.moves(begin, forbidden) if not move.forbidden]
    assert [move.value for move in moves].count("win") == 1 and moves[0].move == puzzle["key"]
    bad = next(move for move in moves if move.value != "win" and move.after)
    pick(page, table, begin, bad.move)
    page.locator(".wrong", has_text=f"{bad.move} fails to").wait_for()
    page.get_by_role("button", name="Try again").click()
    here = begin, forbidden
    for ply in range(0, puzzle["dtm"], 2):
        page.locator(".ply", has_text=f"{ply} / {ply}").wait_for()
        best = next(move for move in table.moves(*here) if not move.forbidden)
        pick(page, table, here[0], best.move)
        if best.after is None:
            break
        page.locator(".played li").nth(ply + 1).wait_for()
        reply = page.locator(".played li").nth(ply + 1).inner_text().split()[-1]
        here = table.play([best.move, reply], *here)
    page.get_by_text("The puzzle will come back once more").wait_for()
    page.get_by_text("1 will come back.").wait_for()
    page.locator(".line b", has_text=puzzle["key"]).wait_for()


def test_a_puzzle_that_is_left_is_cancelled_and_stays_away_from_the_next_game(visit, tables):
    visiting = visit()
    visiting.page.route("**/ostle/puzzles?**", lambda each: None)  # it is never answered
    with visiting.page.expect_request("**/ostle/puzzles?**"):
        visiting.go("#/")
        visiting.page.evaluate(f"location.hash = '#/ostle/puzzles?{OSTLE}'")
    with visiting.page.expect_event("requestfailed", lambda each: "/ostle/puzzles?" in each.url):
        visiting.page.evaluate("location.hash = '#/lgame/puzzles'")
    here = position_shown(visiting.page)
    visiting.page.wait_for_timeout(300)
    assert not [url for url in visiting.requested if "/ostle/position" in url and "position=" in url]
    assert position_shown(visiting.page) == here


def test_taking_back_and_going_back_lead_to_the_users_last_decision(visit, tables):
    table = tables["ostle"]
    page = visit().go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    page.get_by_text("Random", exact=True).click()
    page.get_by_role("button", name="From this position").click()
    begin = page.url
    for way in (lambda: page.get_by_role("button", name="Take back").click(), page.go_back):
        page.get_by_text("Your turn.").wait_for()
        move = next(each for each in table.moves("start") if each.after and table.moves(each.after))
        pick(page, table, "start", move.move)
        page.locator(".ply", has_text="2 / 2").wait_for()
        page.get_by_text("Your turn.").wait_for()
        assert page.url != begin
        way()
        page.locator(".ply", has_text="0 / ").wait_for()
        assert page.url == begin
        page.wait_for_timeout(200)
        assert page.locator(".ply").text_content().startswith("0 / ")


def test_a_game_of_another_variant_is_pasted_with_moves_and_players(visit, tables):
    table = tables["ostle"]
    best = table.moves("start")[0].move
    options = {**table.rules.options, "rule8": "exact"}
    record = {"format": "retro game 1", "game": "ostle", "options": options, "mover": 2, "position": table.start}
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    page.keyboard.press("p")
    page.get_by_role("dialog").locator("textarea").fill(json.dumps({**record, "moves": [best]}))
    page.get_by_role("button", name="Load", exact=True).click()
    page.locator(".ply", has_text="1 / 1").wait_for()
    page.locator(".turn", has_text="Blue").wait_for()  # amber began
    page.locator(".review tbody tr", has_text=best).wait_for()
    assert "rule8%3Dexact" in page.url


@pytest.mark.parametrize("entry", ["paste", "set up", "address"])
def test_a_copied_position_with_amber_to_move_comes_back_with_its_colours(visit, tables, entry):
    table = tables["ostle"]
    move = table.moves("start")[0].move
    after, _ = table.play([move])
    visiting = visit()
    visiting.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(after)}&mover=2")
    spots = "[...document.querySelectorAll('.spot')]"
    colours = f"{spots}.map((each) => each.getAttribute('aria-label').match(/Blue|Amber|$/)[0])"
    page.locator(".turn", has_text="Amber").wait_for()
    shown = page.evaluate(colours)
    assert {"Blue", "Amber"} <= set(shown)
    page.get_by_role("button", name="Copy position").click()
    page.get_by_text("Copied.").wait_for()
    text = page.evaluate("navigator.clipboard.readText()")
    assert page.locator(".code", has_text=text).count() == 1
    assert notation.position_key(table.rules, text) == notation.position_key(
        table.rules, after
    )  # as on the command line
    page.get_by_role("button", name="Start position").click()
    page.locator(".turn", has_text="Blue").wait_for()
    if entry == "address":
        page.goto("about:blank")
        visiting.go(f"#/ostle/explore?{OSTLE}&position={quote(text)}")
    else:
        page.keyboard.press(entry[0])
        field = page.get_by_role("dialog").locator("textarea, #position")
        field.fill(text)
        page.get_by_role("button", name={"paste": "Load", "set up": "Use this position"}[entry], exact=True).click()
    page.locator(".turn", has_text="Amber").wait_for()
    assert (position(page), page.evaluate(colours)) == (after, shown)
    assert "mover=2" in page.url


def test_the_last_move_of_a_long_line_is_one_step_of_the_history(visit, tables):
    table = tables["ostle"]
    begin = max(
        (table.rules.unrank(slot) for slot in range(0, table.rules.slots, 7)), key=lambda key: plies(table, key)
    )
    page = visit().go(f"#/ostle/explore?{OSTLE}&position={quote(str(table.rules.text.format(begin)))}")
    last = page.locator(".bestline li button").nth(plies(table, begin) - 1)
    last.wait_for()
    entries = page.evaluate("history.length")
    last.click()
    page.locator(".ply", has_text=f"{plies(table, begin)} / ").wait_for()
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    page.locator(".ply", has_text="0 / ").wait_for()


def plies(table, key):
    return (table.probe(key).dtm or 0) if key >= 0 else 0
