"""The engine of workers, for tests: in this process, or on a Ray that was joined before."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace

import installing
import pytest

from retro.cluster import start
from retro.game import fingerprint
from retro.solving.tiles import Tiles
from retro.system.sizes import TINY

SOAK = [pytest.mark.soak, pytest.mark.compiled]


def remote(rules, shards, tiles=None, sizes=TINY, **changes):
    """Returns an engine of ``shards`` workers; ``changes`` are those of their task."""
    from retro.cluster.engine import Remote
    from retro.cluster.task import Task

    tiles = replace(tiles or Tiles(), sizes=sizes)
    identity = rules.game.name, dict(rules.options), rules.digest, fingerprint.installation()
    task = Task(*identity, tiles, 1, 0, 60.0)
    return Remote(rules, replace(task, **changes), shards, 1)


@pytest.fixture(scope="module")
def ray_settings(tmp_path_factory):
    """Sets Ray's settings, which it reads when it is imported, and installs a game for its workers."""
    site = tmp_path_factory.mktemp("site")
    installing.register(site, "mixing", {"mixing": "mixing_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), *filter(None, sys.path)]))
        patch.syspath_prepend(str(site))
        for name, value in (start.SETTINGS | start.OWN_SETTINGS | {"RAY_AUTH_TOKEN": "tests" * 8}).items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module")
def machines(ray_settings):
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


@pytest.fixture(params=["here", pytest.param("Ray", marks=SOAK)])
def kill(request):
    """Runs workers in this process, or in processes of Ray; returns a function that ends one of an engine."""
    return request.getfixturevalue("kill_here" if request.param == "here" else "kill_process")


@pytest.fixture
def kill_here(monkeypatch):
    """Runs workers in threads of this process."""
    import ray_in_process

    from retro.cluster import calls, engine, worker

    doubles = [(module, "ray", ray_in_process) for module in (calls, engine, worker)]
    for owner, name, double in (*doubles, (start, "cores", lambda: 8)):
        monkeypatch.setattr(owner, name, double)  # the double takes the place of Ray
    yield lambda workers, number: ray_in_process.kill(workers._workers[number])
    ray_in_process.COMING.clear()


@pytest.fixture
def kill_process(machines):
    return lambda workers, number, how=signal.SIGKILL: os.kill(workers._processes[number][1], how)
