"""The database is the same, byte by byte, for every number of threads and every order of their tasks."""

import sys
from dataclasses import replace

import numpy as np
import pytest
from commanding import ask
from runs import contents, files_of, rules_of

from retro.indexing.discovery import Limits, enumerate_positions
from retro.reach import reach
from retro.solving import solve
from retro.solving.tiles import Tiles
from retro.system.progress import Silent
from retro.system.sizes import TINY

SMALL, LARGER = {"size": 3, "left": 0}, {"size": 4, "men": 2, "left": 0}


OSTLE = pytest.param("ostle --set=size=3 --set=left=0", marks=pytest.mark.compiled)


@pytest.mark.parametrize("name", [OSTLE, "british_square --set=size=3"])
def test_databases_do_not_depend_on_threads_or_backends(name, tmp_path):
    databases = []
    for backend, threads in (("queue", 1), ("queue", 7), ("sweep", 2), ("reference", 1)):
        data = tmp_path / f"{backend}{threads}"
        ask("solve", *name.split(), "--threads", threads, "--data", data, "--backend", backend)
        ask("reach", *name.split(), "--threads", threads, "--data", data)
        (path,) = [each for each in data.iterdir() if each.is_dir()]
        databases.append(files_of(path))
    assert all(each == databases[0] for each in databases)


@pytest.fixture
def hurried():
    """Makes threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.compiled
@pytest.mark.parametrize(("options", "times"), [(SMALL, 30), pytest.param(LARGER, 200, marks=pytest.mark.soak)])
def test_many_runs_give_one_result(hurried, options, times):
    """Solving, and searching from the start."""
    rules = rules_of("ostle", **options)
    expected, distances = contents(solve(rules, "queue", 1, Silent()), rules.slots), reach.search(rules, 1, Silent())
    for number in range(times):
        threads = 1 + number % 7
        assert contents(solve(rules, "queue", threads, Silent(), tiles=Tiles(sizes=TINY)), rules.slots) == expected
        reached = reach.search(rules, threads, Silent(), tiles=Tiles(dtype=reach.BYTE, sizes=TINY))
        assert np.array_equal(reached.distances, distances.distances) and reached[1:3] == distances[1:3]


@pytest.mark.compiled
@pytest.mark.parametrize("times", [8, pytest.param(150, marks=pytest.mark.soak)])
def test_enumerations_and_passes_over_tiers_do_not_depend_on_threads(hurried, times):
    plain = rules_of("british_square", size=3)
    rules = enumerate_positions(plain, 1, Silent(), Limits(1 << 20))
    expected = contents(solve(rules, "queue", 1, Silent()), rules.slots)
    tiles = Tiles(sizes=replace(TINY, task_slots=3))
    for number in range(times):
        threads = 1 + number % 7
        positions = enumerate_positions(plain, threads, Silent(), Limits(1 << 20, sizes=TINY))
        assert np.array_equal(positions.index[:], rules.index[:])
        assert contents(solve(positions, "queue", threads, Silent(), tiles=tiles), rules.slots) == expected
