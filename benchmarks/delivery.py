"""What driving thousands of workers costs, where nothing is computed: seconds of the driver for a round, of whoever
leads a team, and of a worker for each message.

    python benchmarks/delivery.py --shards 16 --shards 256 --shards 1024 --shards 4096

The driver is the real one (`retro.cluster.engine.Remote`) on a real Ray, and so is the way in which teams are called;
workers are impostors, many to a process, who answer at once that they have something for all others. What one worker
does of a round is measured apart, while nobody else does anything: it calls the others of its team, and it fetches a
message from each of all others, most of which are in the same few processes.
"""

from __future__ import annotations

import os
import secrets
import time
from functools import partial
from typing import Annotated, Any

import numpy as np
import typer
from common import AsJson, Row, machine_figures, report, say

from retro.app.errors import guarded
from retro.cluster import start
from retro.game import plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.solving import queue
from retro.solving.below import only_tier
from retro.solving.flags import Due
from retro.solving.outbox_kernels import NEVER
from retro.solving.record import Layout
from retro.solving.shard import Making, Shard, TaskResult
from retro.solving.tiles import Tiles
from retro.system.checkpointing import NO_CHECKPOINT

os.environ.update(
    start.SETTINGS | start.OWN_SETTINGS | {"RAY_AUTH_TOKEN": secrets.token_hex(32)}
)  # Ray reads that as it comes
import ray

from retro.cluster import calls
from retro.cluster.calls import EXCHANGE, GROUPS, RELAY
from retro.cluster.engine import Remote
from retro.cluster.messages import Message
from retro.cluster.task import RoundResult, StepResult, Task

ROUNDS = 5
STORE = 1 << 30
"""Bytes for messages."""
PATIENCE = 600.0


class Host:
    """A process with many simulated workers."""

    def __init__(self, shards: int, counters: int, message: int) -> None:
        self._whom, self._done = np.packbits(np.ones(shards, np.bool_)), TaskResult(1, np.ones(counters, np.int64))
        self._updates, self._peers = np.zeros(message // 4, np.uint32), list[Any]()

    def begin(self, given: tuple[Task, list[Any]], index: None) -> tuple[str, int]:
        """No game is loaded."""
        _, self._peers = given
        return "", 0

    def begin_tier(self, *arguments: Any) -> None:
        """No tier is begun."""

    def relay(self, *call: Any) -> list[Any]:
        """Relays a call to the team, as workers do."""
        numbers, method, arguments, group = call
        return calls.relayed(self._peers, numbers, method, arguments, group, PATIENCE)

    def step(self, *arguments: Any) -> StepResult:
        """Returns at once: every worker has a message for each other one."""
        sent = self._updates.nbytes
        return StepResult(False, self._done, sent * (len(self._peers) - 1), sent, self._whom)

    def apply(self, *arguments: Any) -> RoundResult:
        """Returns as if the messages had been applied."""
        return RoundResult(self._done, Due(np.zeros(4, np.int64), NEVER, 0), 0)

    def status(self) -> tuple[int, bool, TaskResult]:
        """Returns the status of an empty round."""
        return 0, False, self._done

    def give(self) -> Message:
        """Returns the message of one worker for another."""
        return Message(np.zeros(1, np.int64), np.zeros(1, np.int64), self._updates)

    def led(self, team: range) -> float:
        """Returns the seconds to lead a team for a round."""
        began, members = time.perf_counter(), len(team)
        whom = np.zeros_like(self._whom)
        self.relay(team, "step", [(1, partial(Shard.expand, level=1), None)] * members, None)
        self.relay(team, "apply", [(1, 1, 1, whom)] * members, None)
        return time.perf_counter() - began

    def fetch(self, givers: list[Any], messages: int) -> float:
        """Returns the seconds for so many messages; as in workers, all are requested before the first is awaited."""
        began = time.perf_counter()
        requests = [givers[number % len(givers)].give.options(concurrency_group=EXCHANGE) for number in range(messages)]
        ray.get([each.remote() for each in requests])
        return time.perf_counter() - began


class Simulated(Remote):
    """The engine with simulated workers."""

    def __init__(self, rules: IndexedRules, shards: int, hosts: list[Any]) -> None:
        self._hosts = hosts
        super().__init__(rules, Task(rules.game.name, {}, "", "", Tiles(), 1, 0, PATIENCE), shards, 0)
        self.begin(Making(queue.shards, (Layout.of(rules), False)), only_tier(rules.slots))

    def _started(self, cores: int, threads: int) -> list[Any]:
        size = len(calls.teams(range(self.shards))[0].numbers)  # not all of those who lead are in one process
        return [self._hosts[(number + number // size) % len(self._hosts)] for number in range(self.shards)]


def measured(rules: IndexedRules, shards: int, processes: int, message: int) -> Row:
    """Returns a row: the driver's seconds for a round with so many workers, and a worker's for messages."""
    leading = GROUPS | {RELAY: GROUPS[RELAY] * len(calls.teams(range(shards)))}
    host = ray.remote(num_cpus=0, concurrency_groups=leading)(Host)
    hosts = [host.remote(shards, queue.kernels(rules).COUNTERS, message) for _ in range(processes)]
    began = time.perf_counter()
    with Simulated(rules, shards, hosts) as remote:
        begun, cores = time.perf_counter() - began, time.process_time()
        began = time.perf_counter()
        for level in range(ROUNDS):
            remote.round(partial(Shard.expand, level=level), level, lambda done: None, NO_CHECKPOINT)
        took, used = time.perf_counter() - began, time.process_time() - cores
        team = calls.teams(range(shards))[0].numbers
        led = ray.get(calls.called(hosts[0], "led", (team,), RELAY)) if len(team) > 1 else 0.0
        fetched = ray.get(hosts[0].fetch.remote(hosts[1:], shards - 1))
    return {
        "shards": shards,
        "begin s": begun,
        "round s": took / ROUNDS,
        "of it the driver's processor s": used / ROUNDS,
        "of a team": len(team),
        "whoever leads it s": led,
        "messages of a worker s": fetched,
        "each ms": 1000 * fetched / (shards - 1),
    }


@guarded
def main(
    shards: Annotated[list[int] | None, typer.Option(min=2, metavar="N", help="So many; may be repeated.")] = None,
    processes: Annotated[int, typer.Option(min=2, metavar="N", help="Processes that they share.")] = 8,
    message: Annotated[int, typer.Option(min=4, metavar="BYTES", help="Of each message.")] = 1 << 16,
    json: AsJson = False,
) -> None:
    """Measures the cost of a round with numbers of idle workers."""
    rules = load(plugins.load("lgame"), {})
    assert isinstance(rules, IndexedRules)
    rows = []
    with start.here(STORE) as ready:
        say(ready)
        for each in shards or [16, 256, 1024, 4096]:
            say(f"{each:,} workers")
            rows.append(measured(rules, each, min(each, processes), message))
    report({"machine": machine_figures(), f"rounds, messages of {message:,} bytes": rows}, json)


if __name__ == "__main__":
    typer.run(main)
