"""Backends that are interrupted anywhere go on and end like those that are not."""

import copy
import itertools
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from runs import OSTLE, rules_of, small_tasks

from retro import solving
from retro.game.fingerprint import imported_sources
from retro.game.rules import DEFAULTS
from retro.indexing import discovery
from retro.reach import reach
from retro.solving import acyclic, queue, stores, sweep
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system import checkpointing
from retro.system.progress import Silent


class Stopped(Exception):
    """The run was killed."""


def copied(snapshot):
    """A snapshot that does not change any more; what comes in parts is a list of them."""
    name, where, arrays = snapshot
    saved = {}
    for each, array in arrays.items():
        parts = (
            [array.read_page(number).tobytes() for number in range(len(array.page_bytes))]
            if hasattr(array, "read_page")
            else None
        )
        saved[each] = copy.copy(array) if parts is None else parts
    return name, json.loads(json.dumps(where)), saved


class Killed(checkpointing.Checkpoint):
    """Saves into memory before every task of which ``chance`` says so, and is killed after ``saves`` of them."""

    def __init__(self, chance, saves, saved=None):
        self.chance, self.saves, self.saved = chance, saves, saved

    def resume(self, name, into=checkpointing.NO_ARRAYS):
        if self.saved is None or self.saved[0] != name:
            return None
        _, where, arrays = copied(self.saved)
        for each, parts in into.items():
            for number, part in enumerate(arrays.pop(each)):
                parts.fill_page(number, part)
        return where, arrays

    def due(self):
        return self.saves > 0 and self.chance.random() < 0.2

    def save(self, name, where, arrays):
        self.saved = copied((name, where, arrays))
        self.saves -= 1
        if self.saves == 0:
            raise Stopped


def interrupted(run, seed):
    """What ``run`` gives when it is stopped every few tasks; how often it was."""
    chance, saved, times = np.random.default_rng(seed), None, 0
    while True:
        keeping = Killed(chance, int(chance.integers(1, 4)) if times < 40 else 0, saved)
        try:
            return run(keeping), times
        except Stopped:
            saved, times = keeping.saved, times + 1


def same(one, other, slots):
    assert one.statistics == other.statistics and one.edges == other.edges
    for plane, expected in zip(one.planes(0, slots), other.planes(0, slots), strict=True):
        assert np.array_equal(plane, expected)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("name", "options", "backend"),
    [
        ("ostle", OSTLE, "queue"),
        ("ostle", OSTLE, "sweep"),
        pytest.param("ostle", {**OSTLE, "rule8": "exact"}, "queue", marks=pytest.mark.soak),
        ("lgame", {}, "queue"),
    ],
)
def test_a_run_that_was_interrupted_ends_like_one_that_was_not(monkeypatch, name, options, backend, threads):
    rules = rules_of(name, **options)
    module = {"queue": queue, "sweep": sweep}[backend]
    expected = module.solve(rules, 2, Silent())
    small_tasks(monkeypatch, backend)
    stops = 0
    for seed in range(3):
        found, times = interrupted(lambda checkpoint: module.solve(rules, threads, Silent(), checkpoint), seed)
        same(found, expected, rules.slots)
        stops += times
    assert stops > 5


@pytest.mark.parametrize(("name", "options"), [("ostle", OSTLE), ("lgame", {})])
def test_a_run_goes_on_with_other_tiles(monkeypatch, tmp_path, name, options):
    rules = rules_of(name, **options)
    small_tasks(monkeypatch, "queue")
    expected = queue.solve(rules, 2, Silent())
    kinds = itertools.cycle(itertools.product((PLAIN, FILES, PACKED), (0, 1 << 24), (1, 2, 7)))
    stops = 0

    def run(checkpoint):
        kind, budget, shards = next(kinds)
        place = Path(tempfile.mkdtemp(dir=tmp_path))
        return queue.solve(rules, 1 + shards % 3, Silent(), checkpoint, Tiles(kind, budget, place, shards))

    for seed in range(3):
        found, times = interrupted(run, seed)
        same(found, expected, rules.slots)
        stops += times
    assert stops > 5


@pytest.mark.parametrize("threads", [1, 3])
def test_one_pass_goes_on_where_it_was(monkeypatch, threads):
    rules = discovery.enumerate_positions(rules_of("british_square", size=3), 1, Silent(), 1 << 20)
    expected = acyclic.solve(rules, 2, Silent())
    monkeypatch.setattr(stores, "TASK_SLOTS", 5)
    stops = 0
    for seed in range(3):
        found, times = interrupted(lambda checkpoint: acyclic.solve(rules, threads, Silent(), checkpoint), seed)
        same(found, expected, rules.slots)
        stops += times
    assert stops > 3


@pytest.mark.parametrize("threads", [1, 3])
def test_finding_positions_goes_on_where_it_was(monkeypatch, threads):
    rules = rules_of("british_square", size=3)
    for plain in (rules, replace(rules, functions=rules.functions | {"tier": DEFAULTS["tier"]})):
        expected = discovery.enumerate_positions(plain, 2, Silent(), 1 << 20)
        monkeypatch.setattr(discovery, "BUFFER", 40)
        stops = 0
        for seed in range(3):
            found, times = interrupted(
                lambda checkpoint, plain=plain: discovery.enumerate_positions(
                    plain, threads, Silent(), 1 << 20, checkpoint
                ),
                seed,
            )
            assert np.array_equal(found.index.keys, expected.index.keys)
            assert (found.sections, found.acyclic, found.slots) == (expected.sections, expected.acyclic, expected.slots)
            stops += times
        assert stops > 5


@pytest.mark.parametrize("name", ["ostle", "lgame"])
def test_a_search_goes_on_where_it_was(monkeypatch, tmp_path, name):
    rules = rules_of(name, **({"size": 4} if name == "ostle" else {}))
    small_tasks(monkeypatch, "queue")
    expected = reach.search(rules, 2, Silent())
    kinds, stops = itertools.cycle(itertools.product((PLAIN, FILES, PACKED), (0, 1 << 24))), 0

    def run(checkpoint):
        kind, budget = next(kinds)
        place = Path(tempfile.mkdtemp(dir=tmp_path))
        return reach.search(rules, 1 + stops % 3, Silent(), checkpoint, Tiles(kind, budget, place, dtype=reach.BYTE))

    for seed in range(3):
        found, times = interrupted(run, seed)
        assert np.array_equal(found.distances, expected.distances) and found[1:3] == expected[1:3]
        stops += times
    assert stops > (5 if name == "ostle" else 0)


def test_every_backend_that_saves_says_what_it_is_made_of():
    for backend in ("queue", "sweep", "acyclic"):
        found = imported_sources(solving.sources(backend))
        assert f"retro.solving.{backend}" in found
        assert f"retro.solving.{backend}_kernels" in found and "retro.solving.value_kernels" in found
