"""The plan of a run: the backend and the reason, its time and memory; and the enumeration of positions."""

import re
import time
from dataclasses import replace
from functools import partial
from itertools import accumulate
from types import SimpleNamespace

import numpy as np
import pytest
from commanding import ask, run
from random_files import checkpoint_file
from runs import files_of, rules_of
from small_games import lacking
from stairs_game.plugin import retro_game as stairs

from retro import solving
from retro.app import self_check
from retro.app.commands.solve import ENUMERATION, Job, enumeration_identity
from retro.app.requirements import Requirements
from retro.cluster import plan as workers_plan
from retro.indexing import discovery
from retro.indexing.tiers import tiers_of
from retro.lookup import paged_kernels, whole_kernels
from retro.lookup.solved import OF_WORDS
from retro.lookup.table import MIN_RECORD_BYTES
from retro.solving import edge_memory, plan, queue, solve_run
from retro.solving.below import one_pass
from retro.solving.plan import min_bytes, plans
from retro.solving.record import Layout
from retro.solving.sample import Sample
from retro.solving.tiles import FILES, KINDS, PACKED, PLAIN, Tiles
from retro.storage import manifest
from retro.storage.location import checkpoint_path, database_path
from retro.system.errors import ResourceError
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION, TINY

PLENTY = 1 << 40


class Recorded(Silent):
    """The phases of a run, and the share of all slots at which each tier begins, with the number of its phases."""

    def __init__(self):
        self.phases, self.tiers = [], []

    def tier(self, name, share):
        self.tiers.append([name, share, 0])

    def phase(self, name, total, level, results="", of=0):
        self.phases.append((name, total, level, results))
        if self.tiers:
            self.tiers[-1][2] += 1

    def advance(self, done, decided):
        assert decided == 0 or self.tiers  # nothing is decided while positions are found


class Said:
    """The remarks of a run."""

    def __init__(self, rules, path, backend="auto", progress=None, sizes=PRODUCTION):
        self.lines = []
        self.job = Job(path, 2, progress or Silent(), self.lines.append, sizes=sizes, rules=rules, backend=backend)


# One pass, where every move lowers the tier


@pytest.mark.parametrize("sly", [0, 1])
def test_a_game_whose_moves_lower_the_tier_is_solved_in_one_pass(tmp_path, sly):
    """If the sample misses a move that does not, its tier is solved by levels; those below and above it are settled."""
    rules, seen, phases = rules_of(stairs(), sly=sly), Recorded(), replace(PRODUCTION, small_bits=0)
    chosen = plans(rules, "auto", 2, PLENTY)[0]
    assert one_pass(rules) and chosen.backend == "queue" and len(tiers_of(rules)) == 199
    assert chosen.why == "in 1,000 positions every move lowers the tier, so one pass over each tier should be enough"
    assert chosen.memory_bytes < plans(lacking(rules, "tier"), "auto", 2, PLENTY)[0].memory_bytes
    remarks = Said(rules, tmp_path / "auto", "auto", seen, phases)  # tiers that one thread solves show none
    about, run = remarks.job.solve()
    assert run.backend == "queue" and remarks.lines == [f"stairs: {chosen.why}"]
    assert sum(phases > 1 for name, _, phases in seen.tiers if name) == sly
    assert about.statistics.sections == {"low": 3000, "high": 7000}  # the sections that the game names, not its tiers
    Said(rules, tmp_path / "plain", "reference").job.solve()
    assert files_of(tmp_path / "auto") == files_of(tmp_path / "plain")


def test_the_seconds_of_a_run_are_those_of_all_its_phases(tmp_path, monkeypatch):
    """Checking a plugin compiles it, which may take longer than to solve the game."""

    def check(rules, progress):
        progress.phase("compiling", 1, None)
        time.sleep(0.2)

    monkeypatch.setattr(self_check, "check", check)  # what takes so long depends on the cache
    _, run = Said(rules_of(stairs()), tmp_path / "there").job.solve()
    assert run.phases["compiling"] >= 0.2
    assert run.seconds > sum(run.phases.values()) - 0.1


# How long it takes


def test_a_sample_estimates_edges_and_is_reproducible():
    rules = rules_of("ostle")
    sample = Sample(rules)
    # positions and edges walked: `retro info ostle`, `benchmarks/README.md`
    assert sample.positions == pytest.approx(2_735_147_685, rel=0.02)
    assert sample.walked == pytest.approx(40_554_847_686, rel=0.1)
    assert Sample(rules).edges == sample.edges > sample.walked


def stretched(rules, by):
    """The same game in an index of which one slot of ``by`` holds a position."""

    def rank(key):
        return by * key + key * 7919 % by, 0, False

    def unrank(index):
        return index // by if rank(index // by)[0] == index else -1

    functions, slots = rules.functions | {"rank": rank, "unrank": unrank}, by * rules.slots
    changed = {"functions": functions, "digest": f"{rules.digest}x{by}", "slots": slots}
    return replace(rules, sections=(("all", 0, slots),), **changed)


@pytest.mark.parametrize("by", [2, 14, 50])
def test_edges_are_counted_by_positions_not_by_slots(by):
    rules = rules_of(stairs())
    edges = sum(len(rules.moves(key)) for key in range(rules.slots))
    sample = Sample(stretched(rules, by))
    assert sample.positions == pytest.approx(rules.slots, rel=0.2)
    assert rules.slots <= sample.max_positions < 1.3 * rules.slots
    assert edges <= sample.edges < 1.5 * edges


def test_an_index_that_seems_empty_is_planned_for_the_positions_it_may_hold():
    rules = rules_of(stairs(), tokens=4)
    empty = replace(rules, functions=rules.functions | {"unrank": lambda index: -1}, digest=rules.digest + "e")
    sample = Sample(empty)
    assert sample.positions == 0 < sample.edges < rules.slots * rules.max_moves // 1000
    few = replace(empty, slots=500, digest=rules.digest + "f")
    assert Sample(few).max_positions == Sample(few).edges == 0


def test_memory_and_disk_of_a_sparse_index_are_those_of_its_positions():
    """By slots, the edges alone would take 280 MB and the database 3.5 MB."""
    rules = lacking(rules_of(stairs(), tokens=3), "tier")
    sparse = stretched(rules, 14)
    one, other = (plans(each, "queue", 2, PLENTY)[0] for each in (rules, sparse))
    assert other.memory_bytes - one.memory_bytes < 12 * sparse.slots + (30 << 20)
    assert other.database_bytes - one.database_bytes < sparse.slots // 3


# Seconds that a run took in two threads: `retro info`, `benchmarks/README.md`, `docs/scaling.md`
MEASURED = [
    ("ostle", {"pieces": 10}, 1_135),
    ("ostle", {"pieces": 9}, 373),
    ("ostle", {"pieces": 8}, 32.4),
    ("awari", {"stones": 24}, 18 * 60),
    ("nine_mens_morris", {}, 293 * 60),
]


def test_workers_hold_the_edges_of_one_tier():
    """Workers solve a game in tiers by levels, with every store, also where one process settles each tier at once."""
    rules = lacking(rules_of(stairs(), tokens=4), "unmoves")
    assert one_pass(rules)
    workers = partial(workers_plan.plans, workers_plan.solving)
    in_tiers, whole = (workers(each, 2, 1, False, PLENTY) for each in (rules, lacking(rules, "tier")))
    assert [each.tiles.kind for each in in_tiers] == list(KINDS)
    assert whole[0].memory_bytes - in_tiers[0].memory_bytes > edge_memory.lists_bytes(rules) // 4


@pytest.mark.parametrize("kind", [PACKED, FILES])
@pytest.mark.parametrize(
    ("taken", "freed", "records"),
    [
        (600 << 20, 10 << 20, 64 << 20),  # the least that is wanted
        (6 << 30, 10 << 20, 192 << 20),  # a share of what solving takes
        (600 << 20, 300 << 20, None),  # what solving frees, without what verifying takes besides
        (320 << 30, 0, 3 * 162_215_445),  # all of them
    ],
)
def test_records_are_verified_in_the_memory_that_solving_leaves_free(monkeypatch, kind, taken, freed, records):
    """Only what exceeds it is planned besides. If less is available, fewer records are in memory at a time."""
    rules = rules_of("ostle", pieces=8)
    paged = records != 3 * rules.slots
    expected = {whole_kernels: paged_kernels} if paged else {}
    monkeypatch.setattr(self_check, "is_compiled", lambda *key: key == (rules, expected, {}))  # whatever the cache has
    planned = SimpleNamespace(backend="queue", memory_bytes=taken, freed_bytes=freed, tiles=Tiles(kind))
    found, besides = self_check.verifying_bytes(rules, planned, 2)
    assert besides == self_check.LOADED_BYTES + self_check.READING_BYTES * (1 << 20) * (2 if paged else 1)
    assert found == (freed - besides if records is None else records)
    least = taken - freed + besides + MIN_RECORD_BYTES
    for available in (least, least + 1000):
        assert self_check.memory_bytes(rules, planned, 2, available) == max(taken, available)
    assert self_check.memory_bytes(rules, planned, 2, least - 1000) == max(taken, least)  # it does not fit
    assert self_check.memory_bytes(rules, planned, 2, PLENTY) == max(taken, taken - freed + besides + found)


def test_plain_records_are_verified_where_they_are(monkeypatch):
    rules = rules_of("ostle", pieces=8)
    monkeypatch.setattr(self_check, "is_compiled", lambda *key: key[1:] == (OF_WORDS, Layout.of(rules).constants()))
    planned = SimpleNamespace(backend="queue", memory_bytes=1 << 30, freed_bytes=0, tiles=Tiles(PLAIN))
    assert self_check.verifying_bytes(rules, planned, 2) == (0, self_check.LOADED_BYTES)


@pytest.mark.parametrize(("spare", "lacking"), [(1 << 30, 0), (0, 0), (-44 << 20, 44 << 20)])
def test_records_that_are_verified_take_no_more_than_a_limit_leaves(tmp_path, reported, spare, lacking):
    """The run holds 300 MiB, and verifying takes some besides."""
    rules = rules_of("ostle", pieces=8)
    planned = replace(Said(rules, tmp_path).job.choices()[0], memory_bytes=600 << 20, freed_bytes=10 << 20)
    records, besides = self_check.verifying_bytes(rules, planned, 2)
    reported(held_memory=300 << 20)
    available = replace(planned, memory_available_bytes=(300 << 20) + besides + records + spare)
    assert Said(rules, tmp_path).job._record_memory(available) == records - lacking


def test_a_checkpoint_has_the_records_of_one_tier(monkeypatch):
    """Two bytes of a slot where each tier is settled at once, four by levels; finished tiers are in another file."""
    rules = rules_of(stairs(), tokens=4)
    [planned] = plans(rules, "queue", 2, PLENTY)
    settled = planned.checkpoint_bytes
    for module in (plan, queue):
        monkeypatch.setattr(module, "one_pass", lambda rules: False)  # as if a move of the sample lowered no tier
    by_levels = plans(rules, "queue", 2, PLENTY)[0].checkpoint_bytes
    assert plan.SMALL_FILES < settled < by_levels < plan.SMALL_FILES + rules.slots
    assert rules.slots / 4 < planned.finished_bytes < rules.slots


@pytest.mark.parametrize(("game", "options", "took"), MEASURED)
def test_the_time_is_within_a_factor_of_two(examples, reported, game, options, took):
    reported(cores=2)
    [predicted] = plans(rules_of(game, **options), "queue", 2, PLENTY, PLAIN)
    assert 1 / 2 < predicted.seconds / took < 2


def test_the_time_in_words():
    words = [Requirements.time.fget(SimpleNamespace(seconds=seconds)) for seconds in (29, 61, 7_200, 17_580, 10**8)]
    about = ("a minute", "120 minutes", "5 hours", "27,778 hours")
    assert words == ["less than a minute", *(f"about {each}" for each in about)]


@pytest.mark.parametrize(("settling", "small"), [(True, True), (True, False), (False, True), (False, False)])
def test_each_tier_reports_its_share_of_all_slots(settling, small, monkeypatch):
    """A tier that is settled, or solved by one thread, is one phase."""
    monkeypatch.setattr(solve_run, "one_pass", lambda rules: settling)  # both ways are right for this game
    rules, seen, small_bits = rules_of(stairs(), tokens=2), Recorded(), PRODUCTION.small_bits * small
    solving.solve(rules, "queue", 2, seen, tiles=Tiles(sizes=replace(PRODUCTION, small_bits=small_bits)))
    sizes = [tier.stop - tier.start for tier in tiers_of(rules)]
    assert [round(share * rules.slots) for _, share, _ in seen.tiers] == [0, *accumulate(sizes)]
    assert seen.tiers[-1][:2] == ["", 1.0]
    assert (max(phases for *_, phases in seen.tiers) == 1) == (settling or small)


# Finding positions


def enumerated(rules, sizes=PRODUCTION):
    """The positions that an enumeration finds, its phases after the first, and the numbers of positions reported."""
    seen, reported = Recorded(), []
    limits = discovery.Limits(1 << 20, reported.append, sizes=sizes)
    positions = discovery.enumerate_positions(rules, 2, seen, limits)
    assert seen.phases.pop(0)[0] == "compiling"
    return positions, seen.phases, reported


SMALL = ("british_square", "--set", "size=3")


@pytest.fixture(scope="module")
def small():
    return rules_of("british_square", size=3)


def test_the_enumeration_reports_level_tier_and_new_positions(small):
    positions, phases, _ = enumerated(small)
    assert phases[0] == ("positions", 1, 0, "tier 8, 1 found, 1 of them new")
    assert phases[-1][3].startswith(f"tier 0, {positions.slots:,} found, ")
    _, phases, _ = enumerated(lacking(small, "tier"))
    assert [level for _, _, level, _ in phases] == list(range(len(phases)))
    new = [total for _, total, _, _ in phases]
    assert [text for *_, text in phases] == [
        f"{before:,} found, {more:,} of them new" for before, more in zip(np.cumsum(new), new, strict=True)
    ]


def test_the_search_reports_a_lower_bound(small):
    for rules in (small, lacking(small, "tier")):
        positions, _, numbers = enumerated(rules, TINY)
        assert numbers[-1] == max(numbers) == positions.slots
        assert sorted(set(numbers)) != [positions.slots]


def dry_run(data, *more):
    code, output, errors = run("solve", *SMALL, "--data", data, "--dry-run", *more)
    assert code == 0, errors
    return output, errors


def test_a_dry_run_says_that_it_has_to_find_the_positions(tmp_path):
    output, errors = dry_run(tmp_path)
    assert errors == (
        "british_square: its positions have to be enumerated first, which may take as long as solving; nothing is "
        "written; interrupt at any time\n"
    )
    assert re.search(r"^time +less than a minute$", output, re.MULTILINE)
    assert not any(tmp_path.iterdir())


def test_a_dry_run_takes_the_positions_of_a_database(small, tmp_path):
    path = database_path(tmp_path, small.game, small.options)
    Said(small, path).job.solve()
    before = files_of(path)
    output, errors = dry_run(tmp_path)
    assert errors == f"british_square: its positions are taken from {path}\n"
    assert "queue: values are scores" in output
    assert files_of(path) == before
    (path / manifest.KEYS_FILE).write_bytes(b"damaged")
    assert "have to be enumerated first" in dry_run(tmp_path)[1]


@pytest.mark.parametrize("finished", [False, True])
def test_a_dry_run_goes_on_from_a_checkpoint_and_leaves_it_as_it_is(small, tmp_path, finished):
    left = checkpoint_path(database_path(tmp_path, small.game, small.options), ENUMERATION)
    limits, identity, moments = discovery.Limits(1 << 20, sizes=TINY), enumeration_identity(small), []
    enumerate_with = partial(discovery.enumerate_positions, small, 1, Silent(), limits)
    enumerate_with(checkpoint_file(left, lambda: moments.append(0), identity))
    stop = iter(range(len(moments) - 1 if finished else 3))
    with pytest.raises(KeyboardInterrupt):
        enumerate_with(checkpoint_file(left, lambda: next(stop, None) is None, identity))
    before = left.read_bytes()
    output, errors = dry_run(tmp_path)
    assert f"the enumeration of its positions resumes from {left}, which is not changed" in errors
    assert "fits" in output and [each.name for each in tmp_path.iterdir()] == [left.name]
    assert "have to be enumerated first" in dry_run(tmp_path, "--restart")[1]
    assert left.read_bytes() == before
    left.write_bytes(b"damaged")
    assert "it is damaged; --restart discards it" in ask("solve", *SMALL, "--data", tmp_path, "--dry-run", code=3)


def test_positions_that_cannot_be_solved_here_are_not_searched_to_the_end(small, tmp_path, reported):
    reported(free_disk=(1 << 20) + 100)
    short = r"cannot solve british_square: it has at least .*missing \("
    for work in (Job.choices, Job.solve):
        with pytest.raises(ResourceError, match=short) as error:
            work(Said(small, tmp_path / "there", sizes=TINY).job)
        assert 0 < int(re.search(r"at least (\d+)", str(error.value))[1]) < 74
    assert not (tmp_path / "there").exists()


def test_the_lower_bound_of_positions_is_below_the_plan(small):
    rules, _, _ = enumerated(small)
    for each in (rules, lacking(rules_of("lgame"), "rank", "unrank"), lacking(rules_of("lgame"), "unmoves")):
        few, million = min_bytes(each, "auto", 10), min_bytes(each, "auto", 1_000_000)
        assert few[0] < million[0] and few[1] < million[1]
        assert million[0] >= (4_000_000 if each is rules else 1_000_000)  # with records and lists in files
    assert min_bytes(rules, "auto", rules.slots)[1] <= plans(rules, "auto", 2, PLENTY)[0].database_bytes


def test_a_long_solve_is_announced(small, tmp_path):
    needed = r"\d+\.\d [MG]iB of memory, \d\.\d MiB of disk, less than a minute"
    remarks = Said(small, tmp_path / "there")
    remarks.job.solve()
    assert len(remarks.lines) == 1
    remarks = Said(small, tmp_path / "other", sizes=replace(PRODUCTION, long_seconds=0.0))
    remarks.job.solve()
    assert re.fullmatch(f"british_square: 74 slots; to solve them takes {needed}", remarks.lines[-1])
