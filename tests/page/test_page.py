"""The page of `retro serve` in a browser: it shows the values of the tables, and works by mouse, touch and keyboard."""

import re
import shutil
from urllib.parse import quote, urlencode

import installing
import pytest
from browsing import (
    OSTLE,
    PHONE,
    PLACES,
    SQUARE,
    Visit,
    clicks,
    ply,
    position,
    server,
    verdict,
    wait_for_value,
    won_soon,
)
from commanding import ask
from scanned_game import keys_of
from tiny_databases import edit

from retro.app.commands import new
from retro.game import NONE, ONGOING, plugins

pytestmark = pytest.mark.compiled

VIEWS = ("explore", "play", "review", "puzzles", "statistics")
GAMES = ["ostle", *(pytest.param(name, marks=pytest.mark.soak) for name in ("british_square", "lgame"))]


def test_a_position_is_shown_with_all_its_moves(visit, tables):
    table = tables["lgame"]
    begin = won_soon(table)
    page = visit().go(f"#/lgame/explore?position={quote(begin)}")
    wait_for_value(page, verdict(table.probe(begin)))
    moves = table.moves(begin, replies=True)
    rows = page.locator(".moves li")
    rows.filter(has_text=" hold").first.wait_for()
    shown = [row.removeprefix("▸").strip().split("\n") for row in rows.all_inner_texts()]
    assert [row[0].split()[0] for row in shown] == [move.move for move in moves]
    for (_, words, *_), move in zip(shown, moves, strict=True):
        holding = f"{move.replies.holding} of {move.replies.legal} replies hold" if move.replies else ""
        assert words == holding or (not holding and "hold" not in words)
    line = table.line(begin)
    page.locator(".bestline li").nth(len(line) - 1).wait_for()
    assert [text.split()[-1] for text in page.locator(".bestline li").all_inner_texts()] == [m.move for m in line]
    page.locator(".bestline li button").last.click()
    page.locator(".headline .over", has_text="wins").wait_for()
    ply(page, f"{len(line)} / {len(line)}")


def test_moves_are_dragged_taken_back_and_restored_from_the_address(page, table):
    best = table.moves("start")[0]
    start, end = (page.locator(f'.spot[data-spot="{point}"]') for point in clicks(table, "start", best.move))
    start.drag_to(end)
    after, forbidden = table.play([best.move])
    ply(page, "1 / 1")
    wait_for_value(page, verdict(table.probe(after, forbidden)))
    where = page.url
    assert urlencode([("position", table.start), ("moves", best.move)]) in where

    def other_visitor():
        page.goto("about:blank")
        page.goto(where)

    for way in (page.reload, page.go_back, page.go_forward, other_visitor):
        way()
        if way == page.go_back:
            ply(page, "0 / .*")
            assert position(page) == table.start
            continue
        ply(page, "1 / 1")
        wait_for_value(page, verdict(table.probe(after, forbidden)))
        assert (position(page), page.url) == (after, where)
    if forbidden:
        page.get_by_text(f"{forbidden} is forbidden").wait_for()


def test_a_drag_goes_on_while_the_replies_arrive(visit, table):
    held, visiting = [], visit()
    page = visiting.page
    page.route(re.compile(r"/position\?(?!.*replies=0)"), lambda each: held.append(each))
    with page.expect_request(lambda each: "/position?" in each.url and "replies=0" not in each.url):
        visiting.go(f"#/ostle/explore?{OSTLE}")
    move = table.moves("start")[0].move
    start, end = (page.locator(f'.spot[data-spot="{point}"]') for point in clicks(table, "start", move))
    start.hover()
    page.mouse.down()
    assert page.locator(".moves .note", has_text=" hold").count() == 0
    for route in held:
        route.continue_()
    page.locator(".moves .note", has_text=" hold").first.wait_for()
    end.hover()
    page.mouse.up()
    ply(page, "1 / 1")
    assert position(page) == table.play([move])[0]


def test_the_reason_for_a_forbidden_move_comes_from_the_game(visit, tables):
    """With rule8=paper, the forbidden move need not be the one that takes the last move back."""
    rules = tables["ostle"].rules
    edges = ((key, move) for key in keys_of(rules) for move in rules.moves(key))
    undone = ((key, rules.undo(key, each.code, each.successor), each) for key, each in edges if each.outcome == ONGOING)
    key, code, move = next(
        (key, code, move)
        for key, code, move in undone
        if code != NONE and all((each.code, each.successor) != (code, key) for each in rules.moves(move.successor))
    )
    where = urlencode({"position": rules.text.format(move.successor), "forbid": rules.text.format_move(key, code)})
    page = visit(locale="ja").go(f"#/ostle/explore?{OSTLE}&{where}")
    page.locator(".headline .note", has_text="二手前の盤面").wait_for()


def test_values_are_hidden_until_requested(visit):
    page = visit().go("#/lgame/explore")
    page.locator(".badge").first.wait_for()
    page.keyboard.press("v")
    page.get_by_role("button", name="Show the value").wait_for()
    assert page.locator(".badge, .mark").count() == 0
    listed = [text.strip() for text in page.locator(".moves .text").all_inner_texts()]
    assert listed == sorted(listed) and len(listed) > 9
    page.get_by_role("button", name="Show the value").click()
    page.locator(".badge").first.wait_for()


def set_up(page):
    """Opens the dialog in which a position is set up, and waits until the position is judged."""
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".verdict", has_text="✓").wait_for()
    return dialog


def test_a_position_is_typed_and_errors_appear_at_once(page, table):
    dialog = set_up(page)
    board = dialog.get_by_role("img", name="Board")
    dialog.locator("#position").fill("202-030-101 mover=2")
    dialog.locator(".verdict", has_text=verdict(table.probe("202-030-101"))).wait_for()
    assert board.locator("[data-at]").count() == 5 and dialog.locator("#position").input_value() == "202-030-101"
    dialog.locator("#position").fill("nonsense")
    dialog.locator(".wrong").wait_for()
    assert dialog.get_by_role("button", name="Use this position").is_disabled()
    assert dialog.locator(".stale").get_by_role("img").count() == 1  # the board of the last position
    dialog.locator("#position").fill("200-030-011")
    dialog.locator(".verdict", has_text="✓").wait_for()
    assert dialog.locator(".stale").count() == 0
    dialog.get_by_role("button", name="Use this position").click()
    page.locator("#this-position", has_text="200-030-011").wait_for()
    wait_for_value(page, verdict(table.probe("200-030-011")))
    assert "mover=2" in page.url


def test_a_position_is_used_once_it_is_judged(visit, tables):
    table = tables["british_square"]
    page = visit().go(f"#/british_square/explore?{SQUARE}")
    dialog = set_up(page)
    held, judging = [], []
    page.route("**/setup?**", lambda each: each.continue_() if judging else held.append(each))
    with page.expect_request("**/setup?**"):
        dialog.locator("#position").fill("000-000-100")
    use = dialog.get_by_role("button", name="Use this position")
    assert use.is_disabled()
    judging.append(True)
    for route in held:
        route.continue_()
    dialog.locator(".verdict", has_text=verdict(table.probe("000-000-100"))).wait_for()
    use.click()
    page.locator(".turn", has_text="turn 2").wait_for()


def test_the_page_works_with_the_keyboard_alone(visit, tables):
    table = tables["british_square"]
    page = visit().go(f"#/british_square/explore?{SQUARE}")
    page.locator(".badge").first.wait_for()

    def pressed(key):
        page.keyboard.press(key)
        return page.evaluate("document.activeElement.dataset.spot")

    first = next(filter(None, (pressed("Tab") for _ in range(30))))
    seen = [first, *map(pressed, ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"))]
    assert len(set(seen)) >= 5
    point = seen[-1] if any(move.move == seen[-1] for move in table.moves("start")) else pressed("ArrowLeft")
    page.keyboard.press("Enter")
    ply(page, "1 / 1")
    assert position(page) == table.play([point])[0]
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    for key, shown in (("ArrowLeft", "0 / 1"), ("ArrowRight", "1 / 1"), ("b", "2 / 2"), ("Home", "0 / 2")):
        page.keyboard.press(key)
        ply(page, shown)


CUT = """
() => {
    const cut = [];
    const walker = document.createTreeWalker(document.querySelector(".statistics"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const [range, around] = [document.createRange(), walker.currentNode.parentElement];
        range.selectNodeContents(walker.currentNode);
        for (const { left, right, width } of range.getClientRects()) {
            if (!width || around.closest("title, details:not([open]) > :not(summary)")) continue;
            for (let each = around; each; each = each.parentElement) {
                const box = each.getBoundingClientRect();
                if (getComputedStyle(each).overflowX === "visible" && each.tagName !== "HTML") continue;
                if (left < box.left - 0.5 || right > box.right + 0.5) cut.push(walker.currentNode.data);
            }
        }
    }
    return cut;
}
"""
"""A script that lists texts of the statistics that are clipped by an enclosing element."""


def test_no_number_of_a_large_game_is_cut_and_bars_have_a_scale(visit):
    """With the numbers of all of Ostle, where few states are lost in the greatest number of plies."""
    visiting = visit(viewport=PHONE)
    page = visiting.page
    plies = ((dtm, "win" if dtm % 2 else "loss") for dtm in range(2, 148))
    rows = [{"value": value, "dtm": dtm, "states": 339367091 >> dtm // 6} for dtm, value in plies]
    large = {"positions": 2735147685, "states": 12074514923, "histogram": rows}
    large["values"] = {"win": 2735147685, "draw": 9339367091, "loss": 147}
    page.route("**/statistics?**", lambda route: route.fulfill(json=route.fetch().json() | large))
    visiting.go(f"#/ostle/statistics?{OSTLE}")
    page.locator(".shares", has_text="9,339,367,091").wait_for()
    for number in ("147", "2,735,147,685"):
        assert page.locator(".shares").get_by_text(number, exact=True).is_visible()
    assert page.evaluate(CUT) == []
    assert page.locator(".histogram text", has_text=re.compile("^147$")).count() == 1
    scale = [page.locator(".histogram .scale").nth(each) for each in (0, 3, 8)]
    assert [each.text_content() for each in scale] == ["1", "1K", "100M"]
    assert min(each.bounding_box()["height"] for each in scale) > 10  # pixels, on a phone as well


def test_more_values_than_pixels_are_drawn_as_the_tallest_bars(visit):
    """A game of 140,000 values: as many elements, or numbers as arguments of a function, are too much for a browser."""
    page = (visiting := visit()).page
    values = [(dtm, value) for dtm in range(1, 70_001) for value in ("win", "loss")]
    rows = [{"value": value, "dtm": dtm, "states": 1 + (dtm == 40_000)} for dtm, value in values]
    page.route("**/statistics?**", lambda route: route.fulfill(json={**route.fetch().json(), "histogram": rows}))
    visiting.go(f"#/ostle/statistics?{OSTLE}")
    page.locator(".histogram text", has_text=re.compile("^70000$")).wait_for()
    assert 500 < page.locator(".histogram .bar").count() < 3000
    assert page.locator('.histogram .bar title:text("40000")').count() == 2
    assert page.locator(".histogram tbody tr").count() == 0


def test_the_rarest_bar_opens_an_example(visit, tables):
    """If no state that is drawn at random has its value, as in a large game."""
    about = tables["ostle"].database.manifest
    states = about.statistics.states
    rarest = about.kind.words(min(filter(None, states), key=lambda value: states[value]))
    visiting = visit()
    visiting.page.route("**/random?**", lambda each: each.fulfill(status=404, json={"error": "none of the records"}))
    page = visiting.go(f"#/ostle/statistics?{OSTLE}")
    page.locator(f'.histogram .bar:has(title:text("{verdict(rarest, exact=True)}"))').click()
    wait_for_value(page, verdict(rarest))
    visiting.expect("404")


@pytest.mark.parametrize("name", GAMES[:2])
def test_each_value_opens_on_the_board(visit, tables, name):
    """By keyboard, also a value that only states with a forbidden move have."""
    about = tables[name].database.manifest
    page = visit().go(f"#/{name}/statistics?{PLACES[name]}")
    page.locator(".facts dd", has_text=f"{about.statistics.positions:,}").first.wait_for()
    if not about.scores:
        assert page.locator(".histogram .bar").count() == sum(value != 0 for value in about.statistics.states)
    page.locator(".longest .sample").first.click()
    page.locator("#this-position").wait_for()
    page.go_back()
    for value in list(about.statistics.states)[-3:]:
        page.locator(".histogram summary").click()
        shown = verdict(about.kind.words(value))
        row = page.locator(".histogram tr", has_text=verdict(about.kind.words(value), exact=True)).first
        row.get_by_role("button").focus()
        page.keyboard.press("Enter")
        page.locator("#this-position").wait_for()
        # of a finished game only the way it ended is shown
        wait_for_value(page, re.compile(f"{shown}|The game ended in a draw") if shown == "0 points" else shown)
        page.go_back()


def test_databases_of_older_rules_are_listed_apart_with_the_command(chromium, tables, tmp_path):
    for name, table in tables.items():
        shutil.copytree(table.database.path, tmp_path / table.database.path.name)
        if name != "lgame":
            edit(tmp_path / table.database.path.name / "manifest.json", digest="0" * 64)
    with server(tmp_path) as address:
        visiting = Visit(chromium, address)
        page = visiting.go("#/")
        cards = {name: page.locator(".card", has_text=plugins.load(name).title) for name in PLACES}
        page.get_by_text("Solved by older rules; solve again:").nth(1).wait_for()
        command = tables["ostle"].rules.command("solve")
        assert cards["ostle"].locator("code").all_inner_texts() == [command]
        assert cards["lgame"].locator("code").count() == 0
        for view in ("explore", "statistics"):
            page = visiting.go(f"#/ostle/{view}?{OSTLE}")
            page.get_by_role("heading", name="Ostle with these options was solved by older rules").wait_for()
            assert page.locator(".unsolved code").first.text_content() == command
        page.goto(address)
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"]
        assert visiting.serious() == []
        visiting.expect("409")
        visiting.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_page_fits_a_phone_and_shows_the_value_first(visit, name):
    visiting = visit(viewport=PHONE, has_touch=True)
    for view in VIEWS:
        page = visiting.go(f"#/{name}/{view}?{PLACES[name]}")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"], view
    page = visiting.go(f"#/{name}/explore?{PLACES[name]}")
    page.locator(".headline .mark").wait_for()
    value, board = (page.locator(each).bounding_box() for each in (".headline .mark", ".board"))
    assert value["y"] + value["height"] <= board["y"] and board["width"] > 0.9 * PHONE["width"]


def test_languages(visit):
    visiting = visit(locale="ja-JP")
    page = visiting.go(f"#/ostle/explore?{OSTLE}")
    page.get_by_role("heading", name="オストル").wait_for()
    page.get_by_role("link", name="対局").wait_for()
    assert page.locator("html").get_attribute("lang") == "ja"
    page.locator(".rules summary").click()
    page.get_by_text("二手前の盤面そのもの").wait_for()
    page.locator(".language select").select_option("en")
    page.get_by_role("link", name="Play", exact=True).wait_for()
    page.get_by_text("The printed rules of the game").wait_for()
    page.reload()
    page.get_by_role("link", name="Play", exact=True).wait_for()


def test_axe_finds_nothing_serious(visit):
    visiting = visit()
    for where in ("", "api/v1/docs", *(f"#/ostle/{view}?{OSTLE}" for view in VIEWS), f"#/british_square?{SQUARE}"):
        page = visiting.go(where)
        page.wait_for_load_state("networkidle")
        assert visiting.serious() == [], where
    set_up(page)
    assert visiting.serious() == []


def test_a_new_plugin_has_a_page_at_once(chromium, tmp_path, monkeypatch):
    """One without a scene is shown as text: on the first screen, on the board, in the rules, and where it is set up."""
    data = tmp_path / "data"
    for name in ("marbles", "counters"):
        directory = new.create(name, tmp_path)
        if name == "counters":
            text = directory / name / "text.py"
            text.write_text(text.read_text(encoding="utf-8").partition("def scene")[0], encoding="utf-8")
            (directory / name / "rules.en.md").write_text('# Counters\n\n![Take one.](5 "take 1")\n', encoding="utf-8")
        monkeypatch.syspath_prepend(str(directory))
        installing.metadata(directory)
        ask("solve", name, "--data", data, "--backend", "reference")
    with server(data) as address:
        visiting = Visit(chromium, address, first=True)
        page = visiting.go("#/marbles/explore")
        wait_for_value(page, "Wins in 6 moves")
        page.locator('.spot[data-spot="g3"]').click()
        wait_for_value(page, "Loses in 5 moves")
        assert position(page) == "20"
        assert visiting.serious() == []
        page = visiting.go("")
        page.locator(".card pre").get_by_text("o" * 21, exact=True).wait_for()
        page = visiting.go("#/counters/play")
        page.get_by_role("dialog").get_by_role("group", name="Take one.").get_by_text("ooooo", exact=True).wait_for()
        page.keyboard.press("Escape")
        page = visiting.go("#/counters/explore")
        board = page.get_by_role("group", name="Board")
        board.get_by_text("o" * 21, exact=True).wait_for()
        page.locator(".moves button", has_text="take 1").last.click()
        board.get_by_text("o" * 20, exact=True).wait_for()
        dialog = set_up(page)
        dialog.locator("#position").fill("7")
        dialog.get_by_role("group", name="Board").get_by_text("ooooooo", exact=True).wait_for()
        assert visiting.serious() == []
        visiting.close()
