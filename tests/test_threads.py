"""The database is the same, byte by byte, for every number of threads and every order of their tasks."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from commanding import ask
from runs import contents, files_of, rules_of

from retro.indexing.discovery import Limits, enumerate_positions
from retro.reach import reach
from retro.solving import queue
from retro.solving.tiles import Tiles
from retro.system.progress import Silent
from retro.system.sizes import TINY

pytestmark = pytest.mark.compiled

THREADS = (1, 2, 7)
SMALL, LARGER = {"size": 3, "left": 0}, {"size": 4}
GAMES = {
    "ostle": (["--set=size=4"], ["queue"]),
    "lgame": ([], ["queue"]),
    "british_square": (["--set", "size=3"], ["queue"]),
    "small ostle": (["--set=size=3", "--set=left=0"], ["queue", "reference"]),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name == "lgame" else name for name in GAMES]
)
def test_databases_do_not_depend_on_threads_or_backends(name, tmp_path):
    settings, backends = GAMES[name]
    databases = []
    for backend in backends:
        for threads in THREADS if backend != "reference" else (1,):
            data = tmp_path / f"{backend}{threads}"
            words = [name.split()[-1], *settings, "--threads", str(threads), "--data", str(data)]
            commands = [
                ["solve", *words, "--backend", backend],
                *([["reach", *words]] if name == "small ostle" else []),
            ]
            for command in commands:
                ask(*command)
            (path,) = [each for each in data.iterdir() if each.is_dir()]
            databases.append(files_of(path))
    assert len(databases) > 2
    assert all(each == databases[0] for each in databases)


@pytest.fixture
def hurried():
    """Makes threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize(("size", "times"), [(4, 200), (3, 500)])
def test_a_thousand_runs_give_one_result(hurried, soaking, size, times):
    options = LARGER if size == 4 else SMALL
    rules = rules_of("ostle", **options)
    expected = contents(queue.solve(rules, 1, Silent()), rules.slots)
    for number in range(soaking(times)):
        solution = queue.solve(rules, 1 + number % 7, Silent(), tiles=Tiles(sizes=TINY))
        assert contents(solution, rules.slots) == expected


def test_enumerations_and_passes_over_tiers_do_not_depend_on_threads(hurried, soaking):
    plain = rules_of("british_square", size=3)
    rules = enumerate_positions(plain, 1, Silent(), Limits(1 << 20))
    expected = contents(queue.solve(rules, 1, Silent()), rules.slots)
    tiles = Tiles(sizes=replace(TINY, task_slots=3))
    for number in range(soaking(150)):
        threads = 1 + number % 7
        positions = enumerate_positions(plain, threads, Silent(), Limits(1 << 20))
        assert np.array_equal(positions.index[:], rules.index[:])
        assert contents(queue.solve(positions, threads, Silent(), tiles=tiles), rules.slots) == expected


def test_searches_from_the_start_do_not_depend_on_threads(hurried, soaking):
    rules = rules_of("ostle", **SMALL)
    expected = reach.search(rules, 1, Silent())
    for number in range(soaking(100)):
        reached = reach.search(rules, 1 + number % 7, Silent(), tiles=Tiles(dtype=reach.BYTE, sizes=TINY))
        assert np.array_equal(reached.distances, expected.distances) and reached[1:3] == expected[1:3]
