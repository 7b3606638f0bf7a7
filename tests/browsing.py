"""A browser, a server, and actions on the page, for tests that run in a browser."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from scanned_game import GAMES

from retro.game import loading, notation, plugins, staging
from retro.game.values import Value
from retro.query import api
from retro.query.api import Tablebase
from retro.storage.location import database_path

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), "")
"""The headless one takes half of the processor time."""
QUIET = (
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
)
"""Flags with which the browser sends no requests of its own."""
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")

OSTLE = "&".join(f"set={quote(f'{name}={value}')}" for name, value in GAMES["ostle"].items())
SQUARE = f"set={quote('size=3')}"
PLACES = {"ostle": OSTLE, "lgame": "", "british_square": SQUARE}
"""The games that are served, with their options as in addresses."""


KNOWN_RULES = f"""if (location.protocol === "http:")
    localStorage.setItem("retro games whose rules were shown", '{json.dumps([*PLACES, "boxes"])}')"""
"""Stores that the rules of all games were shown."""


@contextmanager
def browser() -> Iterator[Any]:
    """Yields Chromium; skips the test if it is not installed."""
    if not CHROMIUM:
        pytest.skip("there is no chromium: apt-get install chromium-headless-shell")
    driver = pytest.importorskip("playwright.sync_api", reason="there is no playwright: pip install playwright")
    with driver.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[f"--{flag}" for flag in QUIET])
        yield chromium
        chromium.close()


_composed: dict[Any, list[tuple[str, list[Any]]]] = {}
_composing = threading.Lock()


def compose_on_request(databases: Any) -> None:
    """Makes a server compose the puzzles of a database when they are requested, and this process only once."""
    from retro.query.puzzle_answers import puzzle_answer
    from retro.serve.puzzle_collections import Identity
    from retro.serve.puzzle_search import composed

    begun = set()

    def compose(about: Any, identity: Any) -> None:
        with _composing:
            if identity not in _composed:
                game = plugins.load(about.game)
                path = database_path(databases.data, game, about.options)
                with api.open_at(path, loading.load(game, about.options)) as table:
                    _composed[identity] = [(kind, list(map(puzzle_answer, some))) for kind, some in composed(table)]
        for kind, puzzles in _composed[identity]:
            databases.collections.at(identity).add(kind, puzzles)

    def complete(about: Any, identity: Any) -> None:
        try:
            compose(about, identity)
        finally:
            databases.collections.at(identity).complete = True

    def want(about: Any) -> None:
        identity = Identity.of(about)
        if identity not in begun:
            begun.add(identity)
            threading.Thread(target=complete, args=(about, identity), daemon=True).start()

    databases.collections.want = want


@contextmanager
def server(data: Path, composing: bool = False) -> Iterator[str]:
    """Yields the address of a server of the databases in a directory, in this process; ``composing``: with puzzles."""
    from retro.app.commands import serve as serving
    from retro.serve.app import make
    from retro.serve.open_databases import OpenDatabases

    databases = OpenDatabases(data)
    if composing:
        compose_on_request(databases)
    running = serving.server(make(databases, "127.0.0.1"))
    with serving.listening_at("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=running.run, args=([listening],))
        thread.start()
        while not running.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        finally:
            running.should_exit = True
            thread.join()
            databases.close()


class Visit:
    """A page, its error messages, and the addresses it requested."""

    def __init__(self, browser: Any, address: str, first: bool = False, **options: Any) -> None:
        """``first``: the rules of games were not shown yet, so they open."""
        self.address, self.complaints, self.requested = address, list[str](), list[str]()
        self.context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
        if not first:
            self.context.add_init_script(KNOWN_RULES)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("console", lambda each: each.type in ("error", "warning") and self.complaints.append(each.text))
        self.page.on("pageerror", lambda each: self.complaints.append(str(each)))
        self.page.on("request", lambda each: self.requested.append(each.url))

    def go(self, where: str) -> Any:
        """Opens an address; returns the page when it has content."""
        self.page.goto(self.address + where)
        self.page.locator("main .board svg, main .unsolved, main .card, main .statistics").first.wait_for()
        # then it handles keys
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        return self.page

    def serious(self) -> list[str]:
        """Returns the serious and critical violations that axe reports, each as one line."""
        self.page.evaluate(AXE)
        violations = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in violations
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]

    def close(self) -> None:
        """Asserts that the page reported no error and sent requests to no other server."""
        self.context.close()
        assert not self.complaints, self.complaints
        assert [url for url in self.requested if not url.startswith((self.address, "data:", "blob:"))] == []


def puzzle_at(visiting: Visit, where: str) -> dict[str, Any]:
    """Opens an address that shows a puzzle; returns the server's answer, read before the browser drops its body."""
    answers = []

    def answer(route: Any) -> None:
        response = route.fetch()
        answers.append(response.json())
        route.fulfill(response=response)

    visiting.page.route("**/puzzle?**", answer)
    visiting.go(where)
    visiting.page.locator(".stipulation").wait_for()
    return dict(answers[0])


def verdict(value: Value, exact: bool = False) -> str:
    """Returns a value as the English page shows it: with the winner's moves or, ``exact``, with plies."""
    if isinstance(value.value, int):
        sign = f"{value.value:+d}".replace("-", "\N{MINUS SIGN}") if value.value else "0"
        return f"{sign} point{'' if abs(value.value) == 1 else 's'}"
    if value.dtm == 0:
        return {"win": "Won", "loss": "Lost"}[value.value]
    if value.dtm is None:
        return value.value.title()
    verb = {"win": "Wins", "loss": "Loses"}[value.value]
    return f"{verb} in {value.dtm} pl" if exact else f"{verb} in {(value.dtm + 1) // 2} move"


def clicks(table: Tablebase, position: str, move: str) -> list[str]:
    """Returns the points of a move, in order."""
    rules = table.rules
    key = notation.position_key(rules, position)
    steps = staging.steps(rules, staging.staged(rules, key), key, notation.move_code(rules, key, move))
    return [point for step in steps for point in step.at]


def pick(page: Any, table: Tablebase, position: str, move: str) -> None:
    """Makes a move by clicks. A piece with one possible placement is set down before all its points are clicked."""
    pick_points(page, clicks(table, position, move))
    confirm = page.locator(".settle button.first")
    if confirm.count():
        confirm.click()


def pick_points(page: Any, points: list[str]) -> None:
    """Clicks points until a move is made."""
    before = page.locator(".ply").text_content()
    for point in points:
        spot = page.locator(f'.spot[data-spot="{point}"]')
        if page.locator(".ply").text_content() == before and "chosen" not in (spot.get_attribute("class") or ""):
            spot.click()


def position(page: Any) -> str:
    """Returns the position on the board, as text."""
    return page.locator("#this-position").text_content()


def position_shown(page: Any) -> str:
    """Returns the drawing of a puzzle."""
    page.locator(".stipulation").wait_for()
    return page.locator("main .board svg").inner_html()


def wait_for_value(page: Any, text: str | re.Pattern[str]) -> None:
    """Waits until the headline shows this value."""
    page.locator(".headline .worth", has_text=text).wait_for()


def won_soon(table: Tablebase) -> str:
    """Returns a position without a forbidden move that is won in 3 to 5 plies."""
    for slot in range(0, table.rules.slots, 7):
        key = table.rules.unrank(slot)
        value = table.probe(key) if key >= 0 else Value("draw", None)
        if value.value == "win" and value.dtm is not None and 3 <= value.dtm <= 5:
            return str(table.rules.text.format(key))
    raise AssertionError
