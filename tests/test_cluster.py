"""Workers on Ray: the database equals that of one process, also when workers fail or are lost."""

import os
import re
import signal
import sys
import time
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from types import SimpleNamespace

import installing
import numpy as np
import pytest
from mixing_game.plugin import retro_game as mixing
from random_files import checkpoint_file, same, store
from remote_runs import in_this_process, remote
from runs import contents, files_of, rules_of

from retro.app import workers as workers_on_ray
from retro.cluster import Lost, start
from retro.indexing.discovery import Limits, enumerate_positions
from retro.reach import reach
from retro.solving import queue
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage import writer
from retro.storage.block import BLOCK_SLOTS
from retro.system.errors import GameError, ResourceError
from retro.system.progress import Silent
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, TINY

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]
BOARD = {"size": 4}
FEW = 1, 32
"""Workers that are called directly; calls to more go through others."""


@pytest.fixture(autouse=True, scope="module")
def settings(tmp_path_factory):
    """Sets Ray's settings, which it reads when it is imported, and installs a game for its workers."""
    site = tmp_path_factory.mktemp("site")
    installing.register(site, "mixing", {"mixing": "mixing_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *filter(None, sys.path)]))
        for name, value in (start.SETTINGS | start.OWN_SETTINGS | {"RAY_AUTH_TOKEN": "tests" * 8}).items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module")
def machines(settings):
    """Joins a Ray cluster that takes this machine for two."""
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 8, "object_store_memory": start.MIN_STORE, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        cluster.add_node(num_cpus=8, object_store_memory=start.MIN_STORE)
        with start.joined(cluster.address) as summary:
            assert "2 nodes" in summary
            yield cluster
    finally:
        cluster.shutdown()


@pytest.fixture(params=["here", pytest.param("Ray", marks=pytest.mark.soak)])
def anywhere(request):
    """Runs workers in this process, or in processes of Ray."""
    if request.param == "Ray":
        return request.getfixturevalue("machines")
    return request.getfixturevalue("here")


@pytest.fixture
def here(monkeypatch):
    """Runs workers in this process."""
    with in_this_process(monkeypatch):
        yield


@pytest.fixture(scope="module")
def lgame():
    """Returns rules, and the result of one process."""
    rules = rules_of("lgame")
    return rules, contents(queue.solve(rules, 1, Silent()), rules.slots)


@pytest.mark.parametrize(
    ("name", "options", "shards", "kind", "budget"),
    [
        ("lgame", {}, 3, PACKED, 0),
        ("lgame", {}, 2, PLAIN, 1 << 28),
        ("ostle", BOARD, 3, PACKED, 1 << 20),
        ("ostle", BOARD, 1, PLAIN, 1 << 20),
        ("ostle", BOARD, 2, PLAIN, 0),
        ("lgame", {}, 2, FILES, 0),
    ],
)
@pytest.mark.parametrize("few", FEW)
def test_workers_find_the_same_as_one_process(anywhere, tmp_path, few, name, options, shards, kind, budget):
    """Messages are small, so each has a group of tiles."""
    rules = rules_of(name, **options)
    alone = queue.solve(rules, 1, Silent())
    with remote(rules, shards, Tiles(kind, budget, tmp_path), sizes=replace(TINY, few_workers=few)) as workers:
        solution = queue.solve(rules, 1, Silent(), engine=workers)
        assert contents(solution, rules.slots) == contents(alone, rules.slots)
        some = rules.slots // 3
        assert np.array_equal(solution.planes(some, some + 1), alone.planes(some, some + 1))
        sent = float(re.search(r"([\d.]+) for each edge", workers.summary())[1])
        # an update of four bytes over every edge whose ends belong to different workers
        assert sent == pytest.approx(4 * (shards - 1) / shards, rel=0.4)
        assert (kind == FILES) == (solution.written > 0)


@pytest.mark.parametrize(
    ("name", "options", "shards", "kind", "budget"),
    [
        ("lgame", {}, 3, PLAIN, 1 << 28),
        ("ostle", BOARD, 2, PACKED, 1 << 16),
        ("lgame", {}, 2, FILES, 0),
        ("ostle", BOARD, 3, PLAIN, 1 << 16),
    ],
)
def test_workers_that_search_find_the_same_as_one_process(anywhere, tmp_path, name, options, shards, kind, budget):
    rules, sizes = rules_of(name, **options), replace(TINY, message_bytes=1 << 10)
    alone = reach.search(rules, 1, Silent())
    with remote(rules, shards, Tiles(kind, budget, tmp_path, dtype=reach.BYTE), reach, sizes) as workers:
        reached = reach.search(rules, 1, Silent(), engine=workers)
        assert np.array_equal(reached.distances, alone.distances)
        assert (reached.states, reached.positions) == (alone.states, alone.positions)
        each = float(re.search(r"([\d.]+) for each edge", workers.summary())[1])
        # an update of four bytes, or a question of four and an answer of one
        assert each == pytest.approx(4.5 * (shards - 1) / shards, rel=0.4)


@pytest.mark.parametrize(("sizes", "made"), [(TINY, (256, 1024)), (PRODUCTION, (256, 768, 1024, BLOCK_SLOTS))])
def test_each_worker_makes_the_blocks_of_its_records(anywhere, lgame, tmp_path, sizes, made):
    """Except blocks that several pages share; in both cases the files equal those of one process."""
    rules, _ = lgame
    alone, distinct = queue.solve(rules, 1, Silent()), partial(writer.distinct_values, 2)
    with remote(rules, 2, Tiles(PACKED, 1 << 20), sizes=sizes) as workers:
        solved = queue.solve(rules, 1, Silent(), engine=workers)
        for size in (256, 768, 1024, BLOCK_SLOTS):
            blocks = solved.map_blocks(distinct, size)
            assert (blocks is not None) == (size in made)
            for block, values in zip(ranges(0, rules.slots, size), blocks or (), strict=blocks is not None):
                assert same(values, distinct(alone.planes(*block)))
        for path, solution in ((tmp_path / "workers", solved), (tmp_path / "alone", alone)):
            store(path, solution)
    assert files_of(tmp_path / "workers") == files_of(tmp_path / "alone")


def killed(workers, number, how=signal.SIGKILL):
    os.kill(workers._processes[number][1], how)


class Watched:
    """Ends a worker, or ``does`` something else, at the call number ``times`` of some method."""

    def __init__(self, workers, method, times, how=signal.SIGKILL, does=None):
        self.method, self.times = method, times
        self.does = does or (lambda: killed(workers, 1, how))
        self.real = workers._all
        workers._all = self.all

    def all(self, method, *more):
        if method == self.method:
            self.times -= 1
            if self.times == 0:
                self.does()
        return self.real(method, *more)


@pytest.fixture
def persisting(machines, tmp_path):
    """Solves with workers and changes something at each attempt; returns solution, remarks and checkpoint."""
    from retro.app.requirements import Requirements

    def solve(rules, workers, done, interval=0.0, patience=60.0, few=2):
        remarks, checkpoint = [], checkpoint_file(tmp_path / "c", interval=interval)
        needed = Requirements(
            *("queue", "", 0, 0, 0, 0.0),
            **dict.fromkeys(("memory_available_bytes", "checkpoints_bytes", "disk_free_bytes"), 0),
            scratch_free_bytes=None,
            tiles=Tiles(sizes=replace(TINY, few_workers=few)),
        )
        left = iter(done)

        def attempt(engine):
            next(left, lambda engine: None)(engine)
            solved = queue.solve(rules, 1, Silent(), checkpoint, engine=engine)
            return contents(solved, rules.slots)

        job = workers_on_ray.WorkerJob(queue.work, None)
        joined = workers_on_ray.Workers(workers, 1, True, patience)
        return joined.run(job, rules, needed, checkpoint, remarks.append, attempt), remarks

    return solve


def test_a_lost_worker_loses_nothing(persisting, lgame, apart):
    rules, expected = lgame

    def saving(engine):
        """A worker dies while its records are saved, which have been saved before."""
        real, left = engine.ask, [5]

        def ask(slot, method, *more, **group):
            left[0] -= method == "each"
            if left[0] == 0:
                killed(engine, 1)
            return real(slot, method, *more, **group)

        engine.ask = ask

    losses = [
        lambda engine: Watched(engine, "apply", 3),
        lambda engine: Watched(engine, "step", 3),
        saving,
        lambda engine: Watched(engine, "mark", 1),
    ][:: apart(4)]
    result, remarks = persisting(rules, 2, losses)
    assert result == expected
    lost = [each for each in remarks if "lost" in each]
    assert len(lost) == len(losses) and all("go back to the last checkpoint" in each for each in lost)


def test_a_worker_that_is_lost_while_edges_are_transposed_loses_nothing(persisting, apart):
    """Nothing is saved meanwhile: all begin again, and send the same edges."""
    rules = enumerate_positions(rules_of(mixing(), size=3000), 1, Silent(), Limits(1 << 20))
    expected = contents(queue.solve(rules, 1, Silent()), rules.slots)
    losses = [lambda engine, at=at: Watched(engine, *at) for at in [("find_edges", 1), ("write_lists", 1)]][:: apart(2)]
    losses.append(lambda engine: Watched(engine, "apply", 3))
    result, remarks = persisting(rules, 2, losses)
    assert result == expected
    assert ["checkpoint" in each for each in remarks if "lost" in each] == [False] * (len(losses) - 1) + [True]


@pytest.mark.soak
@pytest.mark.parametrize("few", FEW)
def test_a_worker_that_does_not_answer_is_replaced(few, persisting, lgame):
    rules, expected = lgame
    hung = [lambda engine: Watched(engine, "apply", 2, signal.SIGSTOP)]
    result, remarks = persisting(rules, 2, hung, np.inf, 3.0, few)
    assert result == expected
    assert "lost: no answer for 3 seconds; all go back to the start" in remarks[0]


@pytest.mark.soak
def test_a_lost_worker_is_reported_by_others(machines, lgame):
    with remote(lgame[0], 4, sizes=replace(TINY, few_workers=1)) as workers:
        assert [list(team.numbers) for team in workers._teams.values()] == [[0, 1], [2, 3]]
        Watched(workers, "step", 2, does=lambda: killed(workers, 3))
        with pytest.raises(Lost, match="worker 3 was lost: The actor died"):
            queue.solve(lgame[0], 1, Silent(), engine=workers)


def test_the_number_of_teams_is_the_number_of_workers_of_each():
    from retro.cluster import calls

    sizes = {
        n_workers: [len(each.numbers) for each in calls.teams([f"worker {number}" for number in range(n_workers)])]
        for n_workers in (1, 32, 33, 1_000, 1_024, 4_096)
    }
    assert sizes[1] == [1] and sizes[32] == [1] * 32 and sizes[33] == [6, 6, 6, 6, 6, 3]
    assert sizes[1_000] == [32] * 31 + [8] and sizes[1_024] == [32] * 32 and sizes[4_096] == [64] * 64


@pytest.mark.soak
def test_a_machine_goes_and_another_comes(machines, persisting, lgame):
    rules, expected = lgame

    def exchange():
        machines.remove_node(machines.list_all_nodes()[-1], allow_graceful=False)
        machines.add_node(num_cpus=8, object_store_memory=start.MIN_STORE)

    result, remarks = persisting(rules, 2, [lambda engine: Watched(engine, "apply", 3, does=exchange)])
    assert result == expected
    assert "lost" in remarks[0] and "go back to the last checkpoint" in remarks[0]
    until = time.monotonic() + 120
    while start.nodes() != 2 and time.monotonic() < until:  # the one that went is missed after a while
        time.sleep(0.1)


def test_a_full_disk_of_a_worker_is_reported(anywhere, lgame, tmp_path):
    rules, _ = lgame
    (tmp_path / "1.zst").symlink_to("/dev/full")
    with remote(rules, 2, Tiles(FILES, 0, tmp_path)) as workers, pytest.raises(ResourceError) as raised:
        queue.solve(rules, 1, Silent(), engine=workers)
    assert re.fullmatch(rf"the disk is full: .* bytes are short for {tmp_path}/1\.zst, and .*", str(raised.value))


def test_losses_without_progress_end_the_run(tmp_path, monkeypatch):
    checkpoint, left = checkpoint_file(tmp_path / "c"), []

    def once(*given):
        if left.pop() == "saved":
            checkpoint.save("queue", {}, {})
        raise Lost("worker 1 was lost: it died")

    def tried(*happens):
        left[:], remarks = reversed(happens), []
        with pytest.raises(Lost, match=r"worker 1 was lost: it died, 3 times without progress.*: the same command"):
            workers_on_ray.Workers(2, 1, True).run(None, None, None, checkpoint, remarks.append, None)
        assert not left
        return [each.rpartition(" ")[2] for each in remarks]

    monkeypatch.setattr(workers_on_ray.Workers, "_attempt", once)
    monkeypatch.setattr(start, "cores", lambda: 2)
    assert tried("", "", "") == ["start", "start"]
    assert tried("", "", "saved", "", "") == ["start", "start", "checkpoint", "checkpoint"]


def test_an_error_of_a_worker_has_its_own_text(anywhere, monkeypatch, lgame):
    rules, _ = lgame
    with pytest.raises(GameError, match=r"worker [01] on .* has another version of lgame or of retro"):
        remote(rules, 2, digest="0" * 64)
    with pytest.raises(ResourceError, match=r"worker [01] on .* has too little memory"):
        remote(rules, 1, memory_bytes=1 << 60)
    monkeypatch.setattr(start, "cores", lambda: 2)
    with pytest.raises(ResourceError, match="too few for 99 workers of 1 threads"):
        workers_on_ray.Workers(99, 1, True).run(None, rules, SimpleNamespace(), None, print, None)


def test_late_calls_are_refused(lgame):
    """A call that comes twice, or in another round, changes nothing."""
    from retro.cluster.worker import Worker
    from retro.system.errors import WentWrong

    worker = Worker(0, 2)
    for call in (lambda: worker.give(1, 1, 0, 1), lambda: worker.step(2, "first", 0, None)):
        with pytest.raises(WentWrong, match="round"):
            call()
    with pytest.raises(WentWrong, match="round"):
        worker.apply(1, 0, 1, np.zeros(1, np.uint8))
