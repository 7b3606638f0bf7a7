"""Fixtures: a browser, and a server of small solved games."""

import shutil

import pytest
from browsing import OSTLE, PLACES, Visit, browser, server
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


@pytest.fixture(scope="session")
def served(small_game, tmp_path_factory):
    """A directory with the solved games, and a variant of Ostle."""
    data = tmp_path_factory.mktemp("served")
    for path in (small_game(name).tablebase.database.path for name in PLACES):
        shutil.copytree(path, data / path.name)
    ask("solve", "ostle", *BOARD, "--set", "rule8=exact", "--backend", "reference", "--data", data)
    return data


@pytest.fixture(scope="module")
def address(tables, request):
    with server(request.getfixturevalue("served"), composing=True) as address:
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


@pytest.fixture
def table(tables):
    """The table of the small Ostle."""
    return tables["ostle"]


@pytest.fixture
def page(visit):
    """The page that shows the start of the small Ostle."""
    return visit().go(f"#/ostle/explore?{OSTLE}")
