"""Fixtures: a browser, and a server of small solved games."""

import shutil

import pytest
from browsing import PLACES, Visit, browser, server
from commanding import ask
from scanned_game import BOARD


@pytest.fixture(scope="module")
def chromium():
    with browser() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def tables(small_game, chromium):
    """Solved games by name. `chromium` comes first: if it skips, nothing is solved."""
    return {name: small_game(name).tablebase for name in PLACES}


@pytest.fixture(scope="module")
def address(tables, tmp_path_factory):
    data = tmp_path_factory.mktemp("served")
    for table in tables.values():
        shutil.copytree(table.database.path, data / table.database.path.name)
    ask("solve", "ostle", *BOARD, "--set", "rule8=exact", "--backend", "reference", "--data", data)
    with server(data, composing=True) as address:
        yield address


@pytest.fixture
def visit(chromium, address):
    """Opens visits; at the end, none may have reported an error."""
    visits = []

    def begin(**options):
        visits.append(Visit(chromium, address, **options))
        return visits[-1]

    yield begin
    for each in visits:
        each.close()
