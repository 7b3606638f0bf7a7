"""The page of `retro serve` in a real browser: what is shown is what the tables say, whoever clicks, drags or types."""

import json
import shutil
from urllib.parse import quote, urlencode

import pytest
from browsing import PHONE, Visit, browser, server
from scanned_game import BOARD, GAMES
from typer.testing import CliRunner

from retro import plugins
from retro.app import cli, new
from retro.values import Value

OSTLE = "&".join(f"set={quote(f'{name}={value}')}" for name, value in GAMES["ostle"].items())
SQUARE = f"set={quote('size=3')}"
PLACES = {"ostle": OSTLE, "lgame": "", "british_square": SQUARE}
VIEWS = ("explore", "play", "review", "puzzles", "statistics")


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def tables(known, chromium):
    """Solved games by name; `chromium` comes first, for without it nothing needs to be solved."""
    return {name: known(name).tablebase for name in PLACES}


@pytest.fixture(scope="module")
def address(tables, tmp_path_factory):
    place = tmp_path_factory.mktemp("served")
    for table in tables.values():
        shutil.copytree(table.database.path, place / table.database.path.name)
    said = ["solve", "ostle", *BOARD, "--set", "rule8=exact"]
    assert CliRunner().invoke(cli.app, [*said, "--backend", "reference", "--data", str(place)]).exit_code == 0
    with server(place) as found:
        yield found


@pytest.fixture
def visit(chromium, address):
    """Makes visits; none may have complained of anything."""
    made = []

    def begin(**options):
        made.append(Visit(chromium, address, **options))
        return made[-1]

    yield begin
    for each in made:
        each.close()


def told(value):
    """A value as the page has it in English."""
    if isinstance(value.value, int):
        sign = f"{value.value:+d}".replace("-", "\N{MINUS SIGN}") if value.value else "0"
        return f"{sign} point{'' if abs(value.value) == 1 else 's'}"
    if value.dtm == 0:
        return {"win": "Won", "loss": "Lost"}[value.value]
    return value.value.title() if value.dtm is None else f"{value.value.title()} in {value.dtm} pl"


def clicks(table, position, move):
    """The points of a move, in their order."""
    from retro import notation, staging

    rules = table.rules
    key = notation.position_key(rules, position)
    steps = staging.steps(rules, staging.staged(rules, key), key, notation.move_code(rules, key, move))
    return [point for step in steps for point in step.at]


def pick(page, table, position, move):
    """Make a move by clicks; a piece that can be set down in one way only is set down before all of it is clicked."""
    before = page.locator(".ply").text_content()
    for point in clicks(table, position, move):
        spot = page.locator(f'.spot[data-spot="{point}"]')
        if page.locator(".ply").text_content() == before and "chosen" not in (spot.get_attribute("class") or ""):
            spot.click()
    confirm = page.locator(".settle button.first")
    if confirm.count():
        confirm.click()


def position(page):
    return page.locator("#this-position").text_content()


def position_shown(page):
    """The drawing of a puzzle."""
    page.locator(".stipulation").wait_for()
    return page.locator("main .board svg").inner_html()


def worth(page, text):
    page.locator(".headline .worth", has_text=text).wait_for()


def won_soon(table):
    """A position that is won in a few plies, with nothing forbidden."""
    for slot in range(0, table.rules.slots, 7):
        key = table.rules.unrank(slot)
        value = table.probe(key) if key >= 0 else Value("draw", None)
        if value.value == "win" and value.dtm is not None and 3 <= value.dtm <= 5:
            return str(table.rules.text.format(key))
    raise AssertionError


@pytest.mark.parametrize("name", PLACES)
def test_a_game_is_played_through_and_reviewed(visit, tables, name):
    """Against perfect play, with the best moves of the table: what is won is won in time, and nothing is given away."""
    table = tables[name]
    begin = table.start if table.rules.scores else won_soon(table)
    page = visit().go(f"#/{name}/play?{PLACES[name]}&position={quote(begin)}")
    page.get_by_text("Perfect play").click()
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
    page.get_by_text("The game is over").wait_for()
    if not table.rules.scores:
        assert plies == table.probe(begin).dtm
    page.get_by_role("button", name="Review the game").click()
    page.locator(".review tbody tr").nth(plies - 1).wait_for()
    assert page.locator(".review tbody tr").count() == plies
    assert page.locator(".tally", has_text="0 blunders").count() == 2


def test_a_position_is_told_with_all_its_moves(visit, tables):
    table = tables["lgame"]
    begin = won_soon(table)
    page = visit().go(f"#/lgame/explore?position={quote(begin)}")
    worth(page, told(table.probe(begin)))
    moves = table.moves(begin, replies=True)
    rows = page.locator(".moves li")
    rows.filter(has_text=" hold").first.wait_for()
    shown = [row.split("\n") for row in rows.all_inner_texts()]
    assert [row[0].split()[0] for row in shown] == [move.move for move in moves]
    held = [(row[1] if "hold" in row[1] else "") for row in shown]
    assert held == [f"{each.replies.holding} of {each.replies.legal} hold" if each.replies else "" for each in moves]
    line = table.line(begin)
    page.locator(".bestline li").nth(len(line) - 1).wait_for()
    assert [text.split()[-1] for text in page.locator(".bestline li").all_inner_texts()] == [m.move for m in line]
    page.locator(".bestline li button").last.click()
    page.get_by_text("wins").wait_for()
    assert page.locator(".ply").text_content() == f"{len(line)} / {len(line)}"


def test_moves_are_dragged_taken_back_and_found_again_at_their_address(visit, tables):
    table = tables["ostle"]
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    best = table.moves("start")[0]
    start, end = (page.locator(f'.spot[data-spot="{point}"]') for point in clicks(table, "start", best.move))
    start.drag_to(end)
    after, forbidden = table.play([best.move])
    page.locator(".ply", has_text="1 / 1").wait_for()
    assert position(page) == after
    worth(page, told(table.probe(after, forbidden)))
    if forbidden:
        page.get_by_text(f"{forbidden} is forbidden").wait_for()
    where = page.url
    page.reload()
    worth(page, told(table.probe(after, forbidden)))
    assert (position(page), page.url) == (after, where)
    page.go_back()
    page.locator(".ply", has_text="0 / ").wait_for()
    assert position(page) == table.start
    page.go_forward()
    page.locator(".ply", has_text="1 / 1").wait_for()
    assert position(page) == after
    page.goto("about:blank")
    page.goto(where)  # as somebody else opens it
    worth(page, told(table.probe(after, forbidden)))
    assert position(page) == after
    said = urlencode([("position", after)])
    assert said in where and ("forbid" in where) == bool(forbidden)


def test_values_are_hidden_until_they_are_asked_for(visit):
    page = visit().go("#/lgame/explore")
    page.locator(".badge").first.wait_for()
    page.keyboard.press("v")
    page.get_by_role("button", name="Show the value").wait_for()
    assert page.locator(".badge, .mark").count() == 0
    listed = [text.strip() for text in page.locator(".moves .text").all_inner_texts()]
    assert listed == sorted(listed) and len(listed) > 9
    page.get_by_role("button", name="Show the value").click()
    page.locator(".badge").first.wait_for()


def test_a_position_is_set_up_and_what_is_none_is_told_at_once(visit, tables):
    table = tables["ostle"]
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Empty", exact=True).click()
    dialog.locator(".wrong", has_text="hole").wait_for()
    assert dialog.get_by_role("button", name="Use this position").is_disabled()
    for brush, points in (("Blue stone", ["a1", "b1"]), ("Amber stone", ["c3"]), ("hole", ["b2"])):
        dialog.get_by_role("radio", name=brush).check()
        for point in points:
            dialog.locator(f'.spot[data-spot="{point}"]').click()
    assert dialog.locator("#position").input_value() == "002-030-110"
    dialog.get_by_role("button", name="Mirror").click()
    dialog.locator(".verdict", has_text="✓").wait_for()
    assert dialog.locator("#position").input_value() == "200-030-011"
    dialog.get_by_role("button", name="Swap colours").click()
    dialog.get_by_role("button", name="Turn").click()
    dialog.get_by_role("button", name="Other side to move").click()
    wanted = "001-030-220".replace("1", "x").replace("2", "1").replace("x", "2")
    assert sorted(dialog.locator("#position").input_value()) == sorted(wanted)
    dialog.locator("#position").fill("nonsense")
    dialog.locator(".wrong").wait_for()
    assert dialog.get_by_role("radio", name="hole").count() == 1  # there is still something to put
    dialog.locator("#position").fill("202-030-101")
    dialog.locator(".verdict", has_text=told(table.probe("202-030-101"))).wait_for()
    dialog.get_by_role("button", name="Use this position").click()
    page.locator("#this-position", has_text="202-030-101").wait_for()
    worth(page, told(table.probe("202-030-101")))
    assert "mover=2" in page.url  # the other side was to move


def test_what_follows_the_squares_is_found_by_the_game(visit, tables):
    table = tables["british_square"]
    page = visit().go(f"#/british_square/explore?{SQUARE}")
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".verdict", has_text="✓").wait_for()
    assert "turn 1" in dialog.locator("#position").input_value()
    dialog.get_by_role("radio", name="Blue stone").check()
    dialog.locator('.spot[data-spot="a1"]').click()
    dialog.locator(".verdict", has_text=told(table.probe("000-000-100"))).wait_for()
    dialog.get_by_role("button", name="Use this position").click()
    page.locator(".turn", has_text="turn 2").wait_for()


def test_a_position_is_used_once_it_is_judged(visit):
    page = visit().go(f"#/british_square/explore?{SQUARE}")
    page.get_by_role("button", name="Set up").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(".verdict", has_text="✓").wait_for()
    held, judging = [], []
    page.route("**/setup?**", lambda each: each.continue_() if judging else held.append(each))
    dialog.get_by_role("radio", name="Blue stone").check()
    with page.expect_request("**/setup?**"):
        dialog.locator('.spot[data-spot="a1"]').click()
    use = dialog.get_by_role("button", name="Use this position")
    assert use.is_disabled()
    judging.append(True)
    for route in held:
        route.continue_()
    use.click()
    page.locator(".turn", has_text="turn 2").wait_for()


@pytest.mark.parametrize("kind", ["moves", "position", "nonsense"])
def test_games_and_positions_are_pasted(visit, tables, kind):
    table = tables["ostle"]
    line = [move.move for move in table.moves("start")[:1]]
    after, _ = table.play(line)
    text = {"moves": f"1. {line[0]}", "position": after, "nonsense": "knight to f3"}[kind]
    visiting = visit()
    page = visiting.go(f"#/ostle/explore?{OSTLE}")
    page.keyboard.press("p")
    page.get_by_role("dialog").locator("textarea").fill(text)
    page.get_by_role("button", name="Read it").click()
    if kind == "nonsense":
        page.get_by_role("alert").filter(has_text="no position of ostle").wait_for()
        page.keyboard.press("Escape")
        after = table.start
    page.locator("#this-position", has_text=after).wait_for()
    assert all("422" in each for each in visiting.complaints)  # what browsers say of such answers by themselves
    visiting.complaints.clear()


def test_a_puzzle_is_failed_refuted_and_solved(visit, tables):
    table = tables["ostle"]
    visiting = visit()
    with visiting.page.expect_response("**/puzzle?**") as asked:
        page = visiting.go(f"#/ostle/puzzles?{OSTLE}")
    puzzle = asked.value.json()
    begin, forbidden = puzzle["position"], puzzle["forbidden"]
    page.get_by_text(f"it takes {puzzle['dtm']} plies").wait_for()
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
    page.get_by_text("It will come back once more").wait_for()
    page.get_by_text("1 will come back.").wait_for()
    page.locator(".line b", has_text=puzzle["key"]).wait_for()


def test_a_puzzle_that_comes_late_stays_away_from_the_next_game(visit, tables):
    visiting = visit()
    held = []
    visiting.page.route("**/ostle/puzzle?**", lambda each: held.append(each))
    with visiting.page.expect_request("**/ostle/puzzle?**"):
        visiting.go("#/")
        visiting.page.evaluate(f"location.hash = '#/ostle/puzzles?{OSTLE}'")
    visiting.page.evaluate("location.hash = '#/lgame/puzzles'")
    here = position_shown(visiting.page)
    for route in held:
        with visiting.page.expect_response("**/ostle/puzzle?**"):
            route.continue_()
    visiting.page.wait_for_timeout(300)
    assert not [url for url in visiting.asked if "/ostle/position" in url and "position=" in url]
    assert position_shown(visiting.page) == here


def test_it_can_be_used_with_keys_alone(visit, tables):
    table = tables["british_square"]
    page = visit().go(f"#/british_square/explore?{SQUARE}")
    page.locator(".badge").first.wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.spot ?? ''"):
            break
    seen = {page.evaluate("document.activeElement.dataset.spot")}
    for way in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(way)
        seen.add(page.evaluate("document.activeElement.dataset.spot"))
    assert len(seen) >= 5
    point = page.evaluate("document.activeElement.dataset.spot")
    if all(move.move != point for move in table.moves("start")):
        page.keyboard.press("ArrowLeft")
        point = page.evaluate("document.activeElement.dataset.spot")
    page.keyboard.press("Enter")
    page.locator(".ply", has_text="1 / 1").wait_for()
    assert position(page) == table.play([point])[0]
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    for key, shown in (("ArrowLeft", "0 / 1"), ("ArrowRight", "1 / 1"), ("b", "2 / 2"), ("Home", "0 / 2")):
        page.keyboard.press(key)
        page.locator(".ply", has_text=shown).wait_for()


def test_statistics_are_those_of_the_table_and_open_on_the_board(visit, tables):
    about = tables["ostle"].database.manifest
    page = visit().go(f"#/ostle/statistics?{OSTLE}")
    page.locator(".facts dd", has_text=f"{about.statistics.positions:,}").first.wait_for()
    decided = {value for value in about.statistics.states if value > 1}
    assert page.locator(".histogram .bar").count() == len(decided)
    page.locator(".longest .sample").first.click()
    page.locator("#this-position").wait_for()
    worth(page, " in ")


@pytest.mark.parametrize("name", ["ostle", "british_square"])
def test_each_value_opens_on_the_board(visit, tables, name):
    """With the keys, one that only states with a forbidden move have, too."""
    about = tables[name].database.manifest
    page = visit().go(f"#/{name}/statistics?{PLACES[name]}")
    for value in list(about.statistics.states)[-3:]:
        page.locator(".histogram summary").click()
        shown = told(Value.of(value, about.scores))
        row = page.locator(".histogram tr", has_text=shown).first
        row.get_by_role("button").focus()
        page.keyboard.press("Enter")
        page.locator("#this-position").wait_for()
        worth(page, shown)
        page.go_back()


def test_a_position_is_cited_by_the_digest_of_its_rules(visit, tables):
    page = visit().go("#/lgame/explore")
    page.get_by_role("button", name="Cite").click()
    text = page.get_by_role("dialog").locator("pre").text_content()
    about = tables["lgame"].database.manifest
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    page.get_by_role("dialog").get_by_text("Copied.").wait_for()
    assert about.digest in text and about.files["values.zst"].sha256 in text and "retro verify lgame" in text


def test_what_is_not_solved_says_how_and_what_is(visit):
    visiting = visit()
    page = visiting.go("#/ostle/explore?set=pieces%3D9")
    page.get_by_text("retro solve ostle --set pieces=9", exact=True).wait_for()
    page.locator(".unsolved a").first.click()
    page.locator("#this-position").wait_for()
    assert "size%3D3" in page.url
    assert all("409" in each for each in visiting.complaints)  # what browsers say of such an answer by themselves
    visiting.complaints.clear()


@pytest.mark.parametrize("name", PLACES)
def test_nothing_is_wider_than_a_phone_and_the_value_comes_first(visit, name):
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, scheme):
    visiting = visit(color_scheme=scheme)
    for where in ("", *(f"#/ostle/{view}?{OSTLE}" for view in VIEWS), f"#/british_square?{SQUARE}"):
        page = visiting.go(where)
        page.wait_for_load_state("networkidle")
        assert visiting.serious() == [], where
    page.get_by_role("button", name="Set up").click()
    page.locator(".verdict", has_text="✓").wait_for()
    assert visiting.serious() == []


def test_a_new_plugin_has_a_page_at_once(chromium, tmp_path, monkeypatch):
    place = new.create("marbles", tmp_path)
    monkeypatch.syspath_prepend(str(place))
    metadata = place / "marbles-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: marbles\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[retro.games]\nmarbles = marbles.plugin\n")
    data = tmp_path / "data"
    done = CliRunner().invoke(cli.app, ["solve", "marbles", "--data", str(data), "--backend", "reference"])
    assert done.exit_code == 0, done.output
    assert "marbles" in plugins.names()
    with server(data) as address:
        visiting = Visit(chromium, address)
        page = visiting.go("#/marbles/explore")
        worth(page, "Win in 11 plies")
        page.locator('.spot[data-spot="g3"]').click()
        worth(page, "Loss in 10 plies")
        assert position(page) == "20"
        assert visiting.serious() == []
        visiting.close()


def test_taking_back_and_going_back_lead_to_where_one_had_the_choice(visit, tables):
    table = tables["ostle"]
    page = visit().go(f"#/ostle/play?{OSTLE}&position={quote(table.start)}")
    page.get_by_text("Anyhow").click()
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


def test_a_game_of_another_variant_is_pasted_with_its_moves_and_who_made_them(visit, tables):
    table = tables["ostle"]
    best = table.moves("start")[0].move
    options = {**table.rules.options, "rule8": "exact"}
    record = {"format": "retro game 1", "game": "ostle", "options": options, "mover": 2, "position": table.start}
    page = visit().go(f"#/ostle/explore?{OSTLE}")
    page.keyboard.press("p")
    page.get_by_role("dialog").locator("textarea").fill(json.dumps({**record, "moves": [best]}))
    page.get_by_role("button", name="Read it").click()
    page.locator(".ply", has_text="1 / 1").wait_for()
    page.locator(".turn", has_text="Blue").wait_for()  # amber began
    page.locator(".review tbody tr", has_text=best).wait_for()
    assert "rule8%3Dexact" in page.url
