"""A browser, a server, and actions on the page, for tests that run in a browser."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from scanned_game import GAMES, keys_of

from retro.game import loading, notation, plugins, staging
from retro.game.values import Value
from retro.query import api
from retro.query.api import Tablebase
from retro.query.puzzle_answers import puzzle_answer
from retro.query.results import MoveValue
from retro.serve.puzzle_collections import Collections
from retro.serve.puzzle_search import composed
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
TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")

OSTLE = "&".join(f"set={quote(f'{name}={value}')}" for name, value in GAMES["ostle"].items())
SQUARE = f"set={quote('size=3')}"
PLACES = {"ostle": OSTLE, "lgame": "", "british_square": SQUARE}
"""The games that are served, with their options as in addresses."""


KNOWN_RULES = f"""if (location.protocol === "http:")
    localStorage.setItem("retro games whose rules were shown", '{json.dumps([*PLACES])}')"""
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


COLLECTIONS, COMPOSING = Collections(), ThreadPoolExecutor(1)
"""The puzzles of all servers in this process, and the thread that composes them."""


def compose_on_request(databases: Any) -> None:
    """Makes a server compose the puzzles of a database when they are requested, and this process only once."""

    def compose(about: Any) -> None:
        collection, game = COLLECTIONS.at(about), plugins.load(about.game)
        if not collection.complete:
            path = database_path(databases.data, game, about.options)
            with api.open_at(path, loading.load(game, about.options)) as table:
                for kind, puzzles in composed(table):
                    collection.add(kind, list(map(puzzle_answer, puzzles)))
            collection.complete = True

    databases.collections = COLLECTIONS
    COLLECTIONS.want = lambda about: COMPOSING.submit(compose, about)


@contextmanager
def server(data: Path, composing: bool = False, limits: Mapping[str, int] | None = None, **more: Any) -> Iterator[str]:
    """Yields the address of a server of the databases in a directory, in this process; ``composing``: with puzzles.

    ``limits`` are arguments of `retro.app.commands.serve.server`, ``more`` those of `retro.serve.app.make`.
    """
    from retro.app.commands import serve as serving
    from retro.serve.app import make
    from retro.serve.open_databases import OpenDatabases

    databases = OpenDatabases(data)
    if composing:
        compose_on_request(databases)
    running = serving.server(make(databases, "127.0.0.1", **more), **(limits or {}))
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
        self.page.locator("main .board :is(svg, pre), main .unsolved, main .card, main .statistics").first.wait_for()
        # then it handles keys
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        return self.page

    def begin(self, table: Tablebase, position: str = "", opponent: str = "8") -> Any:
        """Begins a game from a position, by default the start; returns the page at the user's turn."""
        name = table.rules.game.name
        page = self.go(f"#/{name}/play?{PLACES[name]}&position={quote(position or table.start)}")
        page.locator("[role=radiogroup] label", has_text=opponent).first.click()
        page.get_by_role("button", name="From this position").click()
        page.get_by_text("Your turn.").wait_for()
        return page

    def expect(self, answers: str) -> None:
        """Forgets what the browser says by itself of answers with one of these codes; fails if it said nothing."""
        assert self.complaints and all(any(code in each for code in answers.split()) for each in self.complaints)
        self.complaints.clear()

    def serious(self) -> list[str]:
        """Returns the serious and critical violations that axe reports in dark and light colours, each as one line."""
        self.page.evaluate(AXE)
        violations = []
        for scheme in ("dark", "light"):
            self.page.emulate_media(color_scheme=scheme)
            violations += self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
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


def legal(table: Tablebase, position: str | int = "start", forbidden: str | None = None) -> list[MoveValue]:
    """Returns the moves that may be played, the best first."""
    return [move for move in table.moves(position, forbidden) if not move.forbidden]


def continuing(table: Tablebase, position: str | int = "start", forbidden: str | None = None) -> Iterator[MoveValue]:
    """Yields those of them after which the opponent can move."""
    state = position, forbidden
    return (each for each in legal(table, *state) if each.after and legal(table, *table.play([each.move], *state)))


def a_line(table: Tablebase, plies: int) -> tuple[list[str], list[str]]:
    """Returns moves from the start after which the game goes on, and the positions after them."""
    moves, after, state = list[str](), list[str](), ("start", None)
    while len(moves) < plies:
        moves.append(next(continuing(table, *state)).move)
        state = table.play(moves[-1:], *state)
        after.append(state[0])
    return moves, after


def paste(page: Any, text: str) -> None:
    """Loads what is pasted."""
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("dialog").locator("textarea").fill(text)
    page.get_by_role("button", name="Load", exact=True).click()


def ply(page: Any, text: str) -> None:
    """Waits until the page shows, of so many plies, the position after so many: 1 / 2."""
    page.locator(".ply", has_text=re.compile(f"^{text}$")).wait_for()


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


def wait_for_value(page: Any, text: str | re.Pattern[str]) -> None:
    """Waits until the headline shows this value."""
    page.locator(".headline .worth", has_text=text).wait_for()


def leads(page: Any) -> int:
    """Returns whether the bar shows a better value for blue, 1, for amber, -1, or for neither."""
    sides = (page.locator(f".prospects .{side}") for side in ("blue", "amber"))
    blue, amber = (each.evaluate("(each) => Number(each.style.flexGrow)") for each in sides)
    return (blue > amber) - (blue < amber)


def top_and_bottom(page: Any, selector: str) -> tuple[float, float]:
    """Returns where an element begins and ends, in pixels below the top of the screen."""
    box = page.locator(selector).first.bounding_box()
    return box["y"], box["y"] + box["height"]


def won_soon(table: Tablebase) -> str:
    """Returns a position without a forbidden move that is won in 3 to 5 plies."""
    return next(each for each in positions(table, 7) if table.probe(each) in [("win", dtm) for dtm in (3, 4, 5)])


def positions(table: Tablebase, step: int = 1) -> Iterator[str]:
    """Yields the positions of a game, or one of so many, as text."""
    return (str(table.rules.text.format(key)) for key in keys_of(table.rules, range(0, table.rules.slots, step)))


def labels(page: Any) -> list[str]:
    """Returns what a screen reader reads of the points."""
    return page.locator(".spot").evaluate_all("(all) => all.map((each) => each.getAttribute('aria-label'))")
