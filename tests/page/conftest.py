"""The page of `retro serve` in a browser, with small games that are solved."""

import shutil

import pytest
from browsing import PLACES, Visit, browser, server
from commanding import ask
from scanned_game import BOARD


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
    ask(*said, "--backend", "reference", "--data", place)
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
