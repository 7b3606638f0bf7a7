"""Runs that are stopped in any of their phases go on, and end with the same results."""

from __future__ import annotations

import itertools
import math
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

import numpy as np
import pytest
from floors_game.plugin import retro_game as floors
from heaps_game.plugin import retro_game as heaps
from planted_errors import content_of
from random_files import IDENTITY
from random_graphs import Graph
from runs import ostle_in_tiers, rules_of
from small_games import lacking
from springs_game.plugin import retro_game as springs
from stairs_game.plugin import retro_game as stairs
from track_game.plugin import retro_game as track

from retro.app import interruption
from retro.game import DRAW, LOSS, ONGOING, WIN, fingerprint, syntax
from retro.game.functions import DEFAULTS
from retro.game.rules import IndexedRules
from retro.indexing import discovery
from retro.lookup.table import load
from retro.reach import reach
from retro.solving import solve
from retro.solving.engine import Local
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.checkpoint import CheckpointFile
from retro.storage.database import Database
from retro.system.checkpointing import ResumableRun
from retro.system.progress import Silent, Stopwatch
from retro.system.sizes import TINY
from retro.verify.verify import Bounded, verify

SIZES = replace(TINY, task_slots=5)
LIMITS = discovery.Limits(1 << 20, sizes=SIZES)


class Stopped(Exception):
    """The run was killed."""


def moment(name, state):
    """Returns the name and the phase of the run that was saved."""
    return name, str(state.get("phase", ""))


def every_moment():
    """Returns all names and phases, from the types of the states."""
    waiting, found = [ResumableRun], set()
    while waiting:
        run = waiting.pop()
        waiting += run.__subclasses__()
        if hasattr(run, "name"):
            found |= {(run.name, str(phase)) for phase in get_type_hints(run).get("phase", [""])}
    return found


class StoppingCheckpoint(CheckpointFile):
    """Before every task, saves and raises Stopped if ``stops`` says so of the moment."""

    def __init__(self, path, stops):
        super().__init__(path, IDENTITY, 1, lambda: False, Stopwatch(Silent()))
        self.stops = stops

    def _is_due(self, interval):
        return True

    def save(self, name, state, arrays):
        if self.stops(moment(name, state)):
            super().save(name, state, arrays)
            raise Stopped


class Case:
    """A run, with the check of its result, that is stopped at moments which ``stops`` chooses, and resumed each time.

    run    a function of a checkpoint and of the number of processes before; it may go on in another way than it began
    check  a function of the result and of the number of stops
    """

    def __init__(self, run, check):
        self.run, self.check = run, check

    def stopped(self, folder, stops):
        """Returns how often it was stopped."""
        for count in itertools.count():
            try:
                result = self.run(StoppingCheckpoint(folder / "checkpoint", stops), count)
            except Stopped:
                continue
            self.check(result, count)
            return count


def written(result, checkpoint):
    """Saves the run once more, as commands do while they write the result."""
    checkpoint.save(*result.snapshot)
    return result


def indexed(rules):
    return rules if isinstance(rules, IndexedRules) else discovery.enumerate_positions(rules, 1, Silent(), LIMITS)


KINDS = [*itertools.product((FILES, PACKED, PLAIN), (0, 1 << 24), (1,)), (FILES, 0, 2), (PACKED, 0, 7), (PLAIN, 0, 1)]


def store(folder, number, **more):
    """Returns another kind of store for each number."""
    kind, budget, shards = KINDS[number % len(KINDS)]
    return Tiles(kind, budget, Path(tempfile.mkdtemp(dir=folder)), shards, sizes=SIZES, **more)


def sweeping(folder, rules):
    """In 1 to 3 threads, with values of finished tiers in memory and in pages."""

    def run(checkpoint, number):
        tiles = Tiles(finished=(None, 1 << 10)[number % 2], sizes=SIZES)
        return written(solve(indexed(rules), "sweep", 1 + number % 3, Silent(), checkpoint, tiles), checkpoint)

    return solved_as(solve(indexed(rules), "sweep", 2, Silent()), run)


def solving(folder, rules):
    """In stores of all kinds, in 1 to 3 threads, and by an engine that is given, as workers are.

    Engines solve tiers by levels, which scores without thresholds have not.
    """
    rules = indexed(rules)

    def run(checkpoint, number):
        if number % 7 != 3 or (rules.scores and not rules.thresholds):
            tiles = store(folder, number, finished=(None, 1 << 10)[number % 2])
            return written(solve(rules, "queue", 1 + number % 3, Silent(), checkpoint, tiles), checkpoint)
        with ThreadPoolExecutor(1) as pool:
            engine = Local(rules, Tiles(sizes=SIZES), pool, 1)
            return written(solve(rules, "queue", 1, Silent(), checkpoint, engine=engine), checkpoint)

    return solved_as(solve(rules, "queue", 2, Silent()), run)


def solved_as(expected, run):
    """Returns the case of a run that ends with the expected solution."""

    def check(solution, stops):
        slots = expected.statistics.slots
        assert solution.statistics == expected.statistics and solution.edges == expected.edges
        assert all(map(np.array_equal, solution.planes(0, slots), expected.planes(0, slots)))

    return Case(run, check)


def enumerating(folder, rules):
    expected = discovery.enumerate_positions(rules, 2, Silent(), LIMITS)

    def check(result, stops):
        assert np.array_equal(result.index[:], expected.index[:])
        assert (result.tiers, result.sections) == (expected.tiers, expected.sections)
        assert result.index.key_bits == expected.index.key_bits

    return Case(
        lambda checkpoint, number: discovery.enumerate_positions(rules, 1 + number % 3, Silent(), LIMITS, checkpoint),
        check,
    )


def searching(folder, rules):
    rules = indexed(rules)
    expected = reach.search(rules, 2, Silent())

    def run(checkpoint, number):
        unpacked = (0, 1, 1 << 12)[number % 3]  # all tiers together, each by itself, some together
        tiles = store(folder, number, dtype=reach.BYTE, unpacked=unpacked)
        return written(reach.search(rules, 1 + number % 3, Silent(), checkpoint, tiles), checkpoint)

    def check(result, stops):
        assert np.array_equal(result.distances, expected.distances) and result[1:3] == expected[1:3]

    return Case(run, check)


def verifying(folder, given):
    """Of a correct database, and of one with wrong records; the lower limit of all processes describes them."""
    name, sound = given
    content = content_of(name).copy()
    in_tasks = Bounded(math.inf, slots=1 + len(content.records) // 20)
    for slot in range(1, len(content.records), 3) if not sound else ():
        content.records[slot] = content.records[slot][0] + 2, content.records[slot][0] + 2, -1
    database = Database(content.store(folder / "database"), content.rules.digest)
    table, about = load(content.rules, database, Silent()), database.manifest
    expected = verify(table, about, 2, 2, Silent())
    assert expected.sound == sound and (sound or len(expected.faults) == 2 < expected.wrong)

    def run(checkpoint, number):
        return verify(table, about, 2 if number % 2 else 5, 2, Silent(), in_tasks, checkpoint)

    def check(result, stops):
        assert replace(result, faults=result.faults[:2]) == expected
        assert len(result.faults) == len(expected.faults) or not stops

    return Case(run, check)


def draws_by_rule(folder, seed):
    """A random graph, in which play without end is a win of the first player."""
    graph = Graph.random(seed, 12, (0.3, 0.15)[seed % 2], outcomes=(WIN, DRAW, LOSS, DRAW)).sided()
    tier = graph.cuts(seed, 1)[seed % 3]
    return solving(folder, graph.rules(tier, rules_of("lgame"), endless=lambda key: LOSS if key & 1 else WIN))


def large_graph():
    """A random graph with a repetition rule, of several pages."""
    graph = Graph.random(1, 2500, 0.3, repetition=True)
    return graph.rules([0] * 2500, rules_of("lgame"), repetition=True, with_unmoves=False)


def far(folder, seed):
    """A random graph with a line of 300 plies: distances widen. The end of the line is where the rest begins."""
    graph = Graph.random(seed, 25, 0.3).with_line(300)
    graph.moves[25] = [(0, 24, ONGOING), (1, 20, ONGOING)]
    rules = graph.rules(graph.cuts(seed, 2)[seed + 1], rules_of("lgame"))
    return searching(folder, replace(rules, starts=(len(graph.moves) - 1,)))


def without_tiers(rules):
    return replace(rules, functions=rules.functions | {"tier": DEFAULTS["tier"]})


def verifications(*names):
    return {
        f"{'sound' if sound else 'wrong'} {name}": (verifying, lambda given=(name, sound): given)
        for name in names
        for sound in (True, False)
    }


OSTLE = {"size": 3, "men": 2, "left": 0}
CASES = {
    "ostle in tiers": (solving, lambda: ostle_in_tiers(men=2)),
    "without unmoves": (solving, lambda: lacking(rules_of(springs(), length=40), "unmoves")),
    "sweep": (sweeping, large_graph),
    "british_square": (solving, lambda: rules_of("british_square", size=3)),
    "awari": (solving, lambda: rules_of("awari", stones=4)),
    "hare_and_hounds": (solving, lambda: rules_of("hare_and_hounds")),
    "draws by rule": (draws_by_rule, lambda: 0),
    "positions in tiers": (enumerating, lambda: rules_of("british_square", size=3)),
    "positions within tiers": (enumerating, lambda: rules_of(floors(), floors=7)),
    "positions without tiers": (enumerating, lambda: without_tiers(rules_of("british_square", size=3))),
    "positions by tables": (enumerating, lambda: rules_of(heaps())),
    "distances": (searching, lambda: rules_of("ostle", **OSTLE)),
    "distances that widen": (far, lambda: 0),
    **verifications("walking", "walking minimal", "british_square"),
}
SLOW_CASES = {
    **verifications("noughts"),
    "ostle": (solving, lambda: rules_of("ostle", **OSTLE)),
    "ostle exact": (solving, lambda: rules_of("ostle", **OSTLE, rule8="exact")),
    "stairs": (solving, lambda: rules_of(stairs(), sly=1)),
    "wide records": (solving, lambda: rules_of(track(), length=300)),
    "sweep, wide records": (sweeping, lambda: rules_of(track(), length=300)),
    "sweep in tiers": (sweeping, lambda: ostle_in_tiers(men=2)),
    "distances of heaps": (searching, lambda: rules_of(heaps())),
    **{f"draws by rule {seed}": (draws_by_rule, lambda seed=seed: seed) for seed in range(1, 4)},
    **{f"distances that widen {seed}": (far, lambda seed=seed: seed) for seed in range(1, 3)},
}


def test_a_run_that_is_stopped_in_each_phase_ends_with_the_same_result(tmp_path, examples):
    """The phases are those of the types of all states. In two of them, which only set flags, nothing is saved."""
    reached = {("search", "start"), ("search", "searched")}
    for number, (make, argument) in enumerate(CASES.values()):
        folder, seen = tmp_path / str(number), set()
        folder.mkdir()
        make(folder, argument()).stopped(folder, lambda moment, seen=seen: moment not in seen and not seen.add(moment))
        reached |= seen
    assert reached == every_moment()


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES | SLOW_CASES)
def test_a_run_that_is_stopped_anywhere_ends_with_the_same_result(tmp_path, examples, name):
    (make, argument), stops = (CASES | SLOW_CASES)[name], 0
    for seed in range(3):
        folder, numbers = tmp_path / str(seed), random.Random(seed)
        folder.mkdir()
        stops += make(folder, argument()).stopped(folder, lambda moment, numbers=numbers: numbers.random() < 0.2)
    assert stops > 2


def test_a_checkpoint_depends_on_the_modules_that_make_it_but_not_on_comments(monkeypatch):
    def digest(modules, more):
        monkeypatch.setattr(fingerprint, "source", lambda name: syntax.source(name) + more)  # the engine stays as it is
        return fingerprint.engine.__wrapped__(modules)

    for job, modules in interruption.SOURCES.items():
        assert len(modules) <= 30 and len(set(modules)) == len(modules), job
        assert digest(modules, "") != digest(modules[:-1], "")
        for each in modules:
            assert digest((each,), "") == digest((each,), "\n# A remark.\n") != digest((each,), "\nCHANGED = 1\n")
