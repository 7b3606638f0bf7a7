"""A browser and a server for tests of the page: one of each, for as long as a file of tests runs."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
QUIET = (
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
)
"""Flags: nothing but the page is asked for."""
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
AXE = (Path(__file__).parent / "data" / "axe.min.js").read_text(encoding="utf-8")


@contextmanager
def browser() -> Iterator[Any]:
    """A Chromium; skips where there is none."""
    if not CHROMIUM:
        pytest.skip("there is no chromium: apt-get install chromium")
    driver = pytest.importorskip("playwright.sync_api", reason="there is no playwright: pip install playwright")
    with driver.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=[f"--{flag}" for flag in QUIET])
        yield found
        found.close()


@contextmanager
def server(data: Path) -> Iterator[str]:
    """The address of a server in this process, of the databases in a directory."""
    from retro.app.commands import serving
    from retro.serve.app import make
    from retro.serve.shelf import Shelf

    shelf = Shelf(data)
    running = serving.server(make(shelf, "127.0.0.1"))
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
            shelf.close()


class Visit:
    """A page, what it complained of, and what it asked for."""

    def __init__(self, browser: Any, address: str, **options: Any) -> None:
        self.address, self.complaints, self.asked = address, list[str](), list[str]()
        self.context = browser.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("console", lambda each: each.type in ("error", "warning") and self.complaints.append(each.text))
        self.page.on("pageerror", lambda each: self.complaints.append(str(each)))
        self.page.on("request", lambda each: self.asked.append(each.url))

    def go(self, where: str) -> Any:
        """The page, once it shows a part of itself."""
        self.page.goto(self.address + where)
        self.page.locator("main .board svg, main .unsolved, main .card, main .statistics").first.wait_for()
        # after that it hears keys
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
        return self.page

    def serious(self) -> list[str]:
        """What axe finds that is serious or critical, in a line each."""
        self.page.evaluate(AXE)
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]

    def close(self) -> None:
        """Nothing was complained of, and nobody else was asked."""
        self.context.close()
        assert not self.complaints, self.complaints
        assert [url for url in self.asked if not url.startswith((self.address, "data:", "blob:"))] == []
