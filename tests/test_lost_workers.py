"""Workers that die, hang or fail: all go back to the last checkpoint, and the result is that of one process.

They run in this process, where `ray_in_process` takes the place of Ray; with ``-m soak`` on a Ray of two nodes.
"""

import re
import signal
import time
from dataclasses import replace
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
from mixing_game.plugin import retro_game as mixing
from random_files import checkpoint_file
from remote_runs import remote
from runs import OSTLE, contents, rules_of

from retro.app import workers as workers_on_ray
from retro.app.requirements import Requirements
from retro.cluster import Lost, start
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import solve
from retro.solving.tiles import FILES, Tiles
from retro.system.errors import GameError, ResourceError
from retro.system.progress import Silent
from retro.system.sizes import TINY

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.usefixtures("ray_settings"),
]


@pytest.fixture(scope="module")
def ostle(ray_settings):
    """Returns rules, and the result of one process."""
    rules = rules_of("ostle", **OSTLE)
    return rules, contents(solve(rules, "queue", 1, Silent()), rules.slots)


def watch(workers, does, method, times):
    """Lets something happen before the call number ``times`` of a method of all workers."""
    real, left = workers._all, [times]

    def all_of(called, *more):
        left[0] -= called == method
        if left[0] == 0:
            left[0] = -1
            does()
        return real(called, *more)

    workers._all = all_of


def killing(kill, *at, **how):
    """Returns a function that lets worker 1 of an engine die, at a call."""
    return lambda engine: watch(engine, lambda: kill(engine, 1, **how), *at)


@pytest.fixture
def persisting(tmp_path):
    """Solves with two workers and lets something happen at each attempt; returns solution and remarks."""

    def persist(rules, happens, interval=0.0, patience=60.0):
        remarks, checkpoint = [], checkpoint_file(tmp_path / "c", interval=interval)
        needed = Requirements(
            *("queue", "", 0, 0, 0, 0.0),
            **dict.fromkeys(("memory_available_bytes", "checkpoints_bytes", "disk_free_bytes"), 0),
            scratch_free_bytes=None,
            tiles=Tiles(sizes=TINY),
        )
        left = iter(happens)

        def attempt(engine):
            next(left, lambda engine: None)(engine)
            return contents(solve(rules, "queue", 1, Silent(), checkpoint, engine=engine), rules.slots)

        made = workers_on_ray.Workers(2, 1, True, patience).run(rules, needed, checkpoint, remarks.append, attempt)
        return made, [each for each in remarks if "lost" in each]

    return persist


def test_a_lost_worker_loses_nothing(kill, persisting, ostle):
    rules, expected = ostle

    def saving(engine):
        """A worker dies while its records are saved, which have been saved before."""
        real, left = engine.call, [5]

        def call(slot, method, *more, **group):
            left[0] -= method == "each"
            if left[0] == 0:
                kill(engine, 1)
            return real(slot, method, *more, **group)

        engine.call = call

    at = [("apply", 3), ("step", 3), ("mark", 1)]
    losses = [killing(kill, *at[0]), killing(kill, *at[1]), saving]
    result, lost = persisting(rules, losses)
    assert result == expected
    assert len(lost) == len(losses) and all("go back to the last checkpoint" in each for each in lost)


def test_a_worker_that_is_lost_while_edges_are_transposed_loses_nothing(kill, persisting):
    """Nothing is saved meanwhile: all begin again, and send the same edges."""
    rules = enumerate_positions(rules_of(mixing(), size=3000), 1, Silent(), Limits(1 << 20))
    expected = contents(solve(rules, "queue", 1, Silent()), rules.slots)
    result, lost = persisting(
        rules, [killing(kill, *at) for at in (("find_edges", 1), ("write_lists", 1), ("apply", 3))]
    )
    assert result == expected
    assert ["checkpoint" in each for each in lost] == [False, False, True]


@pytest.mark.soak
@pytest.mark.compiled
def test_a_worker_that_does_not_answer_is_replaced(kill_process, persisting, ostle):
    rules, expected = ostle
    hung = killing(kill_process, "apply", 2, how=signal.SIGSTOP)
    result, lost = persisting(rules, [hung], np.inf, 3.0)
    assert result == expected
    assert "lost: no answer for 3 seconds; all go back to the start" in lost[0]


def test_a_lost_worker_is_reported_by_others(kill, ostle):
    with remote(ostle[0], 4, sizes=replace(TINY, few_workers=1)) as workers:
        assert [list(team.numbers) for team in workers._teams.values()] == [[0, 1], [2, 3]]
        watch(workers, lambda: kill(workers, 3), "step", 2)
        with pytest.raises(Lost, match="worker 3 was lost: The actor died"):
            solve(ostle[0], "queue", 1, Silent(), engine=workers)


def test_the_number_of_teams_is_the_number_of_workers_of_each():
    from retro.cluster import calls

    sizes = {
        n: [len(each.numbers) for each in calls.teams([f"worker {i}" for i in range(n)])] for n in (1, 32, 33, 1_000)
    }
    assert sizes == {1: [1], 32: [1] * 32, 33: [6, 6, 6, 6, 6, 3], 1_000: [32] * 31 + [8]}


@pytest.mark.soak
@pytest.mark.compiled
def test_a_machine_goes_and_another_comes(machines, persisting, ostle):
    rules, expected = ostle

    def exchange():
        machines.remove_node(machines.list_all_nodes()[-1], allow_graceful=False)
        machines.add_node(num_cpus=8, object_store_memory=start.MIN_STORE)

    result, lost = persisting(rules, [lambda engine: watch(engine, exchange, "apply", 3)])
    assert result == expected
    assert "go back to the last checkpoint" in lost[0]
    until = time.monotonic() + 120
    while start.nodes() != 2 and time.monotonic() < until:  # the one that went is missed after a while
        time.sleep(0.1)


def test_a_full_disk_of_a_worker_is_reported(kill, ostle, tmp_path):
    (tmp_path / "1.zst").symlink_to("/dev/full")
    with remote(ostle[0], 2, Tiles(FILES, 0, tmp_path)) as workers, pytest.raises(ResourceError) as raised:
        solve(ostle[0], "queue", 1, Silent(), engine=workers)
    assert re.fullmatch(rf"the disk is full: .* bytes are short for {tmp_path}/1\.zst, and .*", str(raised.value))


def test_losses_without_progress_end_the_run(persisting, kill_here, ostle):
    """Three in succession, or three after the last checkpoint."""

    def dies(times):
        return killing(kill_here, "step", times)

    for happens in ([dies(1)] * 3, [dies(1), dies(1), dies(9), dies(1), dies(1)]):
        with pytest.raises(
            Lost, match=r"worker 1 was lost: The actor died.*, 3 times without progress.*the same command"
        ):
            persisting(ostle[0], happens)


def test_an_error_of_a_worker_has_its_own_text(kill, ostle):
    rules, _ = ostle
    with pytest.raises(GameError, match=r"worker [01] on .* has another version of ostle or of retro"):
        remote(rules, 2, digest="0" * 64)
    with pytest.raises(ResourceError, match=r"worker [01] on .* has too little memory"):
        remote(rules, 1, memory_bytes=1 << 60)
    with pytest.raises(ResourceError, match="too few for 99 workers of 1 thread"):
        workers_on_ray.Workers(99, 1, True).run(rules, SimpleNamespace(), None, print, None)
