"""Small games of every class have the values, statistics and answers of the golden words (`tests/data/README.md`)."""

import json
from itertools import product

import golden
import pytest
from golden import GAMES, SERVED, recorded

from retro.serve.routes import ROUTES

BACKENDS = ("auto", "sweep", "reference")
SLOW = {
    *product(("lgame", "ostle", "ostle_exact"), BACKENDS[1:]),
    *product(["maze", "hare_and_hounds"], ["sweep"]),
    *product(["corridor"], BACKENDS[:2]),
}
"""Three seconds and more in plain Python. For the maze and the corridor ``auto`` chooses the sweep."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An empty directory for databases; all games are installed."""
    with golden.installed(tmp_path_factory.mktemp("site")):
        yield tmp_path_factory.mktemp("golden")


@pytest.mark.parametrize(
    ("name", "backend"),
    [pytest.param(*each, marks=[pytest.mark.soak] * (each in SLOW)) for each in product(GAMES, BACKENDS)],
)
def test_every_position_has_its_golden_words(name, backend, folder):
    path = golden.solve(name, folder / f"{name}-{backend}", backend)
    assert golden.words(name, path) == recorded(f"{name}.txt")


@pytest.mark.parametrize("name", SERVED)
def test_every_route_gives_its_golden_answers(name, folder):
    pytest.importorskip("httpx2", reason="httpx2 is not installed: pip install -e '.[test]'")
    exchanges = list(map(json.loads, recorded(f"{name}.jsonl")))
    assert {path for path, *_ in exchanges} == {route.path for route in ROUTES}
    with golden.served(name, golden.solve(name, folder / f"{name}-served")) as exchange:
        for path, parameters, body, *expected in exchanges:
            assert exchange(path, parameters, body)[3:] == expected, (path, parameters, body)
