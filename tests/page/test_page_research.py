"""What can be taken from the page: drawings, tables and citations; and the tree of replies."""

import csv
import re
from collections import Counter
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from browsing import OSTLE, PLACES, SQUARE, continuing, leads, legal, ply, won_soon

pytestmark = pytest.mark.compiled

PNG = b"\x89PNG\r\n\x1a\n"


def downloaded(page, button):
    """Returns the content of the file that a button downloads."""
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_bytes()


def table_of(page, button):
    return list(csv.DictReader(downloaded(page, button).decode().splitlines()))


def test_a_position_is_taken_as_a_drawing_and_as_html(visit, tables):
    table = tables["lgame"]
    visiting = visit()
    visiting.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visiting.go("#/lgame/explore")
    drawing = downloaded(page, page.get_by_role("button", name="SVG"))
    assert drawing.decode() == table.draw("start")
    data = downloaded(page, page.get_by_role("button", name="PNG"))
    wide, high = (float(ElementTree.fromstring(drawing).get(side)) for side in ("width", "height"))
    size = [int.from_bytes(data[start : start + 4]) for start in (16, 20)]
    assert data.startswith(PNG) and abs(size[0] - 3 * wide) <= 3 and abs(size[1] - 3 * high) <= 3
    page.get_by_role("button", name="Embed").click()
    page.get_by_text("Copied.").wait_for()
    embedded = ElementTree.fromstring(page.evaluate("navigator.clipboard.readText()"))
    assert (embedded.tag, embedded.get("href")) == ("a", page.url) and embedded[0].tag.endswith("svg")


def cells(value):
    """Returns the value and the plies in a row of a table."""
    return str(value.value), "" if value.dtm is None else str(value.dtm)


@pytest.mark.parametrize("name", ["ostle", pytest.param("british_square", marks=pytest.mark.soak)])
def test_tables_are_downloaded_as_csv(visit, tables, name):
    table = tables[name]
    page = visit().go(f"#/{name}/explore?{PLACES[name]}")
    page.locator(".moves .note", has_text="hold").first.wait_for()
    rows = table_of(page, page.locator(".moves .csv"))
    assert [(each["move"], each["value"], each["dtm"], each["replies"]) for each in rows] == [
        (move.move, *cells(move), str(move.replies.legal) if move.replies else "")
        for move in table.moves("start", replies=True)
    ]
    page.get_by_role("link", name="Statistics").click()
    page.locator(".histogram summary").click()
    about = table.database.manifest
    rows = table_of(page, page.locator(".histogram .csv"))
    assert {(each["value"], each["dtm"], each["states"]) for each in rows} == {
        (*cells(about.kind.words(value)), str(states)) for value, states in about.statistics.states.items()
    }
    page.locator(".longest").wait_for()
    for each in table_of(page, page.locator(".csv").last):
        assert cells(table.probe(each["position"])) == (each["value"], each["dtm"])


def test_a_review_is_downloaded_as_csv(visit, tables):
    begin = won_soon(tables["ostle"])
    line = tables["ostle"].line(begin)
    moves = quote(" ".join(each.move for each in line))
    page = visit().go(f"#/ostle/review?{OSTLE}&position={quote(begin)}&moves={moves}")
    names = ("move", "before_dtm", "after", "after_dtm")
    rows = [tuple(each[name] for name in names) for each in table_of(page, page.locator(".csv"))]
    before = map(str, range(len(line), 0, -1))
    assert rows == [(each.move, plies, each.value, str(each.dtm)) for each, plies in zip(line, before, strict=True)]


def test_the_replies_to_a_move_open_as_a_tree_with_counts(page, table):
    first = next(continuing(table))
    page.get_by_role("button", name=f"Replies to {first.move}").click()
    after = table.play([first.move])
    replies = legal(table, *after)
    tree = page.locator(".replies").first
    tree.locator("li").nth(len(replies) - 1).wait_for()
    counted = re.findall(r"([WDL])\s+(\d+)", tree.locator("> .note").inner_text())
    wanted = Counter({"win": "W", "draw": "D", "loss": "L"}[each.value] for each in replies)
    assert {kind: int(number) for kind, number in counted} == wanted
    second = next(each for each in replies if each.after)
    tree.get_by_role("button", name=f"Replies to {second.move}").click()
    third = legal(table, *table.play([second.move], *after))
    inner = tree.locator(".replies li")
    inner.nth(len(third) - 1).wait_for()
    assert [each.inner_text() for each in inner.locator("> .line .text").all()] == [each.move for each in third]
    inner.locator("button", has_text=re.compile(f"^{third[0].move}")).first.click()
    ply(page, "3 / 3")
    shown = [each.inner_text().strip() for each in page.locator(".played li button").all()]
    assert shown == [first.move, second.move, third[0].move]


@pytest.mark.parametrize(("name", "where"), [("ostle", OSTLE), ("british_square", SQUARE)])
def test_the_bar_shows_the_value_for_blue(visit, tables, name, where):
    table = tables[name]
    page = visit().go(f"#/{name}/explore?{where}")
    for move in (None, *table.moves("start")[:3]):
        position, mover = (table.start, 1) if move is None else (move.after, 2)
        page.goto(f"{page.url.partition('#')[0]}#/{name}/explore?{where}&position={quote(position)}&mover={mover}")
        page.locator("#this-position", has_text=position).wait_for()
        value = table.probe(position)
        worth = {"win": 1, "draw": 0, "loss": -1}.get(value.value, value.value)
        blue = worth if mover == 1 or table.rules.scores == "first" else -worth
        assert leads(page) == (blue > 0) - (blue < 0)


def test_a_solution_is_cited_by_the_digest_of_its_rules_and_as_bibtex(visit, tables):
    page = visit().go(f"#/british_square/explore?{SQUARE}")
    page.get_by_role("button", name="Cite").click()
    dialog, about = page.get_by_role("dialog"), tables["british_square"].database.manifest
    dialog.get_by_role("button", name="Copy", exact=True).first.click()
    dialog.get_by_text("Copied.").wait_for()
    plain, text = (dialog.locator("pre").nth(each).text_content() for each in (0, 1))
    assert about.digest in plain and about.content in plain and "retro verify british" in plain
    assert text.startswith(f"@misc{{british_square-{about.digest[:8]},\n") and text.endswith("}")
    assert r"howpublished = {retro solve british\_square --set size=3}" in text
    assert text.count("{") == text.count("}") and about.content in text
