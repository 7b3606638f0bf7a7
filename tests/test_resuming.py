"""Backends and searches that are interrupted anywhere resume, and end with the same results."""

import copy
import itertools
import json
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from floors_game.plugin import retro_game as floors
from planted_errors import content_of
from random_graphs import Graph
from runs import OSTLE, rules_of
from small_games import LONG_TRACK, lacking
from stairs_game.plugin import retro_game as stairs
from track_game.plugin import retro_game as track

from retro.app import interruption
from retro.game import DRAW, LOSS, ONGOING, WIN, fingerprint, syntax
from retro.game.rules import DEFAULTS, IndexedRules
from retro.indexing import discovery
from retro.lookup.table import load
from retro.reach import reach
from retro.solving import queue
from retro.solving.engine import Local
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.database import Database
from retro.system import checkpointing
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.system.sizes import TINY
from retro.verify.verify import Bounded, verify

pytestmark = pytest.mark.compiled

IN_ORDER = Bounded(inf, slots=40)
"""A verification of all records, in tasks of few."""
DIRECTORY = tempfile.TemporaryDirectory()
"""For files of finished tiers."""


class Stopped(Exception):
    """The run was killed."""


def copied(snapshot):
    """Returns a snapshot that does not change any more; an array that is packed in pages becomes a list of pages."""
    name, where, arrays = snapshot
    saved = {}
    for each, array in arrays.items():
        if hasattr(array, "read_page"):
            saved[each] = [array.read_page(number).tobytes() for number in range(len(array.page_bytes))]
        else:
            saved[each] = copy.copy(array)
    return name, json.loads(json.dumps(where)), saved


class StoppingCheckpoint(checkpointing.Checkpoint):
    """Saves into memory before every fifth task or so, and raises Stopped after ``saves`` of them."""

    def __init__(self, numbers, saves, directory, saved=None):
        self.numbers, self.saves, self.directory, self.saved = numbers, saves, directory, saved

    def resume(self, name, into=checkpointing.NO_ARRAYS):
        if self.saved is None or self.saved[0] != name:
            return None
        _, where, arrays = copied(self.saved)
        for each, target in into.items():
            saved = arrays.pop(each)
            if isinstance(saved, np.ndarray):
                source = checkpointing.paged(saved)
                saved = [source.read_page(number).tobytes() for number in range(len(source.page_bytes))]
            for number, page in enumerate(saved):
                target.fill_page(number, page)
        return where, arrays

    def state(self, name):
        return {} if self.saved is None or self.saved[0] != name else self.saved[1]

    def growing_file(self):
        return self.directory / "tiers"

    def due(self):
        return self.saves > 0 and self.numbers.random() < 0.3

    def save(self, name, where, arrays):
        self.saved = copied((name, where, arrays))
        self.saves -= 1
        if self.saves == 0:
            raise Stopped


def interrupted(run, seed):
    """Returns the result of ``run``, which is stopped every few tasks, up to 40 times; and how often it was."""
    numbers, saved, stops = np.random.default_rng(seed), None, 0
    directory = Path(tempfile.mkdtemp(dir=DIRECTORY.name))
    while True:
        saves = int(numbers.integers(1, 4)) if stops < 40 else 0
        checkpoint = StoppingCheckpoint(numbers, saves, directory, saved)
        try:
            return run(checkpoint), stops
        except Stopped:
            saved, stops = checkpoint.saved, stops + 1


def check_interrupted(run, check, min_stops, seeds=3):
    """Passes results of interrupted runs to ``check``; there must be more than so many interruptions in all."""
    total = 0
    for seed in range(seeds):
        result, stops = interrupted(run, seed)
        check(result)
        total += stops
    assert total > min_stops


def check_equal(expected, result):
    assert result == expected


def same_as(expected, slots):
    """Returns a function that checks that a solution equals the expected one."""

    def check(solution):
        assert solution.statistics == expected.statistics and solution.edges == expected.edges
        assert all(map(np.array_equal, solution.planes(0, slots), expected.planes(0, slots)))

    return check


def indexed(rules):
    """Returns rules whose positions have an index."""
    if isinstance(rules, IndexedRules):
        return rules
    return discovery.enumerate_positions(rules, 1, Silent(), discovery.Limits(1 << 20))


def all_tiles(tmp_path, shards=(1,), **options):
    """Returns an endless iterator over tiles of all kinds, in directories of their own."""
    for kind, budget, count in itertools.cycle(itertools.product((PLAIN, FILES, PACKED), (0, 1 << 24), shards)):
        yield Tiles(kind, budget, Path(tempfile.mkdtemp(dir=tmp_path)), count, sizes=TINY, **options)


@pytest.mark.parametrize(
    ("name", "options", "backend"),
    [
        ("ostle", OSTLE, queue),
        pytest.param("ostle", {**OSTLE, "rule8": "exact"}, queue, marks=pytest.mark.soak),
        ("ostle in tiers", OSTLE, queue),
        ("lgame", {}, queue),
        ("british_square", {"size": 3}, queue),
        (stairs(), {"sly": 1}, queue),
        ("awari", {"stones": 4}, queue),
        ("hare_and_hounds", {}, queue),
    ],
)
def test_an_interrupted_run_ends_with_the_same_solution(examples, name, options, backend):
    rules = lacking(rules_of("ostle", **options), "urgent") if name == "ostle in tiers" else rules_of(name, **options)
    rules = indexed(rules)
    expected = backend.solve(rules, 2, Silent())
    sizes = replace(TINY, task_slots=5) if name == "british_square" else TINY
    tiles = itertools.cycle([Tiles(sizes=sizes), Tiles(finished=1 << 10, sizes=sizes)])
    threads = itertools.cycle((1, 3, 3, 1))
    check_interrupted(
        lambda checkpoint: backend.solve(rules, next(threads), Silent(), checkpoint, next(tiles)),
        same_as(expected, rules.slots),
        min_stops=3 if name == "british_square" else 5,
    )


@pytest.mark.parametrize("name", ["ostle", pytest.param("ostle minimal", marks=pytest.mark.soak), "lgame", "noughts"])
def test_an_interrupted_verification_ends_with_the_same_result(tmp_path, name):
    """Of a database with a wrong record, and of a correct one."""
    content = content_of(name)
    changed = content.copy()
    wrong = changed.records[7][0] + 2
    changed.records[7] = wrong, wrong, -1
    for each in (content, changed):
        with Database(each.store(tmp_path / str(each is changed)), each.rules.digest) as database:
            table, about = load(each.rules, database, Silent()), database.manifest
            expected = verify(table, about, 5, 2, Silent())
            assert expected.sound == (each is content)
            job = partial(verify, table, about, 5, 2, Silent(), IN_ORDER)
            check_interrupted(job, partial(check_equal, expected), min_stops=3)


@pytest.mark.parametrize("limits", [(5, 2), (2, 5)])
def test_a_resumed_verification_describes_no_more_records_than_the_lower_limit(tmp_path, limits):
    content = content_of("lgame").copy()
    for slot in range(3, 300, 9):
        content.records[slot] = content.records[slot][0] + 2, content.records[slot][0] + 2, -1
    with Database(content.store(tmp_path / "database"), content.rules.digest) as database:
        table, about = load(content.rules, database, Silent()), database.manifest
        expected = verify(table, about, 2, 2, Silent())
        begun = StoppingCheckpoint(np.random.default_rng(0), 3, tmp_path)
        with pytest.raises(Stopped):
            verify(table, about, limits[0], 2, Silent(), IN_ORDER, begun)
        resumed = StoppingCheckpoint(np.random.default_rng(0), 0, tmp_path, begun.saved)
        assert verify(table, about, limits[1], 2, Silent(), IN_ORDER, resumed) == expected
        assert len(expected.faults) == 2 < expected.wrong


@pytest.mark.parametrize("seed", range(4))
def test_a_run_with_draws_by_rule_is_interrupted_in_any_phase(monkeypatch, tmp_path, seed):
    """Random graphs, in which play without end is a win of the first player; kernels in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    graph = Graph.random(seed, 12, (0.3, 0.15)[seed % 2], outcomes=(WIN, DRAW, LOSS, DRAW)).sided()
    tier = graph.cuts(seed, 1)[seed % 3]
    rules = graph.rules(tier, rules_of("lgame"), endless=lambda key: LOSS if key & 1 else WIN)
    expected, tiles = queue.solve(rules, 1, Silent()), all_tiles(tmp_path)
    check_interrupted(
        lambda checkpoint: queue.solve(rules, 1, Silent(), checkpoint, next(tiles)),
        same_as(expected, rules.slots),
        min_stops=3,
        seeds=16,
    )


def test_a_run_that_settles_tiers_goes_on_by_levels():
    """An engine that is given, as workers are, solves every tier by levels."""
    rules = indexed(rules_of(stairs(), sly=1))
    tiles = Tiles(sizes=replace(TINY, task_slots=50))
    expected, given = queue.solve(rules, 2, Silent()), itertools.cycle([False, True])

    def run(checkpoint):
        with ThreadPoolExecutor(1) as pool:
            engine = Local(rules, queue.work(rules), tiles, pool, 1) if next(given) else None
            return queue.solve(rules, 1, Silent(), checkpoint, tiles, engine)

    check_interrupted(run, same_as(expected, rules.slots), min_stops=5)


@pytest.mark.parametrize(("game", "options"), [("ostle", OSTLE), ("lgame", {}), (track(), {"length": LONG_TRACK})])
def test_a_run_resumes_with_tiles_of_another_kind(tmp_path, game, options):
    """The records of the track widen while it is solved."""
    rules = indexed(rules_of(game, **options))
    expected, tiles = queue.solve(rules, 2, Silent()), all_tiles(tmp_path, (1, 2, 7))

    def run(checkpoint):
        each = next(tiles)
        return queue.solve(rules, 1 + each.shards % 3, Silent(), checkpoint, each)

    check_interrupted(run, same_as(expected, rules.slots), min_stops=5)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", ["moves lower the tier", "moves within tiers", "without tiers"])
def test_an_interrupted_enumeration_ends_with_the_same_positions(threads, kind):
    rules = rules_of(floors(), floors=7) if kind == "moves within tiers" else rules_of("british_square", size=3)
    if kind == "without tiers":
        rules = replace(rules, functions=rules.functions | {"tier": DEFAULTS["tier"]})
    expected = discovery.enumerate_positions(rules, 2, Silent(), discovery.Limits(1 << 20))

    def check(result):
        assert np.array_equal(result.index[:], expected.index[:])
        assert (result.tiers, result.sections) == (expected.tiers, expected.sections)
        assert result.index.key_bits == expected.index.key_bits

    check_interrupted(
        lambda checkpoint: discovery.enumerate_positions(
            rules, threads, Silent(), discovery.Limits(1 << 20, sizes=TINY), checkpoint
        ),
        check,
        5,
    )


@pytest.mark.parametrize(("name", "options", "min_stops"), [("ostle", {"size": 4}, 5), ("lgame", {}, 0)])
def test_an_interrupted_search_ends_with_the_same_distances(tmp_path, name, options, min_stops):
    rules = rules_of(name, **options)
    expected, tiles = reach.search(rules, 2, Silent()), all_tiles(tmp_path, dtype=reach.BYTE)
    threads = itertools.cycle((1, 2, 3))

    def check(result):
        assert np.array_equal(result.distances, expected.distances) and result[1:3] == expected[1:3]

    check_interrupted(
        lambda checkpoint: reach.search(rules, next(threads), Silent(), checkpoint, next(tiles)),
        check,
        min_stops,
        seeds=3 if min_stops else 30,  # the search of the L-game has four tasks
    )


@pytest.mark.parametrize("seed", range(3))
def test_an_interrupted_search_by_tier_ends_with_the_same_distances(monkeypatch, seed):
    """Random graphs with a line of 300 plies: distances widen. Kernels in plain Python, pages of a few slots."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    graph = Graph.random(seed, 25, 0.3).with_line(300)
    graph.moves[25] = [(0, 24, ONGOING), (1, 20, ONGOING)]  # the end of the line is where the rest begins
    tier, starts = graph.cuts(seed, 2)[seed + 1], (len(graph.moves) - 1,)
    rules = replace(graph.rules(tier, rules_of("lgame")), starts=starts)
    expected, memory = reach.search(rules, 1, Silent()), itertools.cycle([1, 1 << 20])
    sizes = replace(TINY, max_entered_pages=50)

    def run(checkpoint):
        tiles = Tiles(dtype=reach.BYTE, finished=next(memory), sizes=sizes)
        return reach.search(rules, 1, Silent(), checkpoint, tiles)

    def check(result):
        assert np.array_equal(result.distances, expected.distances) and result[1:3] == expected[1:3]
        assert result.distance_bytes == 2

    check_interrupted(run, check, min_stops=20)


@pytest.mark.parametrize(
    ("solve", "game", "length", "saves", "message"),
    [
        (queue.solve, chain, 60, 30, r"has wins of 4,194,3\d\d plies, and a manifest of 67,108,864 bytes lists fewer"),
        (reach.search, track, 400, 280, "has positions more than 65,534 plies from the start"),
    ],
)
def test_a_run_ends_at_a_level_that_is_too_high(monkeypatch, tmp_path, solve, game, length, saves, message):
    """A run that was saved at a low level is resumed as if that had been a high one."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    rules = indexed(rules_of(game(), length=length))
    always = SimpleNamespace(random=lambda: 0.0)
    begun = StoppingCheckpoint(always, saves, tmp_path)
    with pytest.raises(Stopped):
        solve(rules, 1, Silent(), begun)
    begun.saved[1]["level"] += 1 << 22
    with pytest.raises(GameError, match=message):
        solve(rules, 1, Silent(), StoppingCheckpoint(always, 0, tmp_path, begun.saved))


def test_a_checkpoint_depends_on_the_modules_that_make_it_but_not_on_comments(monkeypatch):
    for job, modules in interruption.SOURCES.items():
        assert len(modules) < 30 and len(set(modules)) == len(modules), job
        before = fingerprint.engine.__wrapped__(modules)
        for changed in modules:
            text = syntax.source(changed)
            assert engine_of(modules, changed, f"{text}\n# A remark.\n", monkeypatch) == before
            assert engine_of(modules, changed, f"{text}\nCHANGED = 1\n", monkeypatch) != before


def engine_of(modules, changed, text, monkeypatch):
    """Returns the digest of modules, one of which has another text."""
    with monkeypatch.context() as patch:
        patch.setattr(fingerprint, "source", lambda name: text if name == changed else syntax.source(name))
        return fingerprint.engine.__wrapped__(modules)
