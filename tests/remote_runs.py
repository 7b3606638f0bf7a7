"""The engine of workers, for tests: in this process, or on a Ray that was joined before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from retro.game import fingerprint
from retro.solving import queue, stores
from retro.solving.tiles import Tiles
from retro.system.sizes import TINY


@contextmanager
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Runs workers in threads of this process."""
    import ray_in_process

    from retro.cluster import calls, engine, worker

    for module in (calls, engine, worker):
        monkeypatch.setattr(module, "ray", ray_in_process)
    yield
    ray_in_process.COMING.clear()


def remote(rules, shards, tiles=None, work=queue, sizes=TINY, **changes):
    """Returns an engine of ``shards`` workers; ``changes`` are those of their task."""
    from retro.cluster.engine import Remote
    from retro.cluster.task import Task

    tiles = replace(tiles or Tiles(), bits=stores.tile_bits(rules.slots, sizes), sizes=sizes)
    identity = rules.game.name, dict(rules.options), rules.digest, fingerprint.installation()
    task = Task(work.work, *identity, tiles, 1, 0, 60.0)
    return Remote(rules, work.work(rules), replace(task, **changes), shards, 1)
