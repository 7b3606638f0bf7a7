"""The calls of Ray that the engine uses, in one process: workers are objects, each with threads of its own.

Messages are pickled as Ray does it, so that arrays that arrive are read-only. Processes are tested with Ray
itself.
"""

from __future__ import annotations

import pickle
from concurrent import futures
from dataclasses import dataclass
from itertools import count
from types import SimpleNamespace

from ray.exceptions import ActorDiedError, GetTimeoutError, RayTaskError

NUMBERS, WORKERS, COMING = count(), {}, {}
util = SimpleNamespace(get_node_ip_address=lambda: "here")


def get_runtime_context():
    return SimpleNamespace(get_node_id=lambda: "here")


def is_initialized():
    """Returns no node, because ending the workers of this one would end this process."""
    return False


@dataclass(frozen=True)
class Ref:
    """The result of a call, which may still be computed."""

    number: int


def packed(value):
    buffers = []
    return pickle.dumps(value, 5, buffer_callback=buffers.append), [bytes(each.raw()) for each in buffers]


def unpacked(data, buffers):
    return pickle.loads(data, buffers=buffers)


def put(value):
    coming = futures.Future()
    coming.set_result(packed(value))
    return _ref(coming)


def _ref(coming):
    ref = Ref(next(NUMBERS))
    COMING[ref] = coming
    return ref


def get(calls, timeout=None):
    if isinstance(calls, list):
        return [get(each, timeout) for each in calls]
    try:
        return unpacked(*COMING[calls].result(timeout))
    except TimeoutError:
        raise GetTimeoutError(f"nothing came in {timeout} seconds") from None
    except futures.CancelledError:
        raise ActorDiedError from None


def wait(calls, num_returns=1, timeout=None):
    when = futures.ALL_COMPLETED if num_returns == len(calls) else futures.FIRST_COMPLETED
    futures.wait([COMING[each] for each in calls], timeout, when)
    ended = [each for each in calls if COMING[each].done()]
    return ended, [each for each in calls if each not in ended]


def kill(handle):
    """Ends a worker: its calls that wait, and those that come later, fail."""
    for pool in WORKERS.pop(handle.number)[1].values():
        pool.shutdown(cancel_futures=True)


def remote(concurrency_groups, **options):
    groups = {None: 1, **concurrency_groups}

    def actor(kind):
        def made(*given):
            handle = Handle(next(NUMBERS))
            pools = {name: futures.ThreadPoolExecutor(threads) for name, threads in groups.items()}
            WORKERS[handle.number] = kind(*given), pools
            return handle

        return SimpleNamespace(remote=made)

    return actor


@dataclass(frozen=True)
class Handle:
    """The handle of a worker."""

    number: int

    def __getattr__(self, method):
        if method.startswith("_"):  # pickle asks for these
            raise AttributeError(method)
        return Method(self.number, method)


@dataclass(frozen=True)
class Method:
    """A method of a worker, and its threads."""

    number: int
    name: str
    concurrency_group: str | None = None

    def options(self, concurrency_group):
        return Method(self.number, self.name, concurrency_group)

    def remote(self, *given):
        if self.number not in WORKERS:
            dead = futures.Future()
            dead.set_exception(futures.CancelledError())
            return _ref(dead)
        worker, pools = WORKERS[self.number]
        data = packed(given)

        def do():
            try:
                given = [get(each) if isinstance(each, Ref) else each for each in unpacked(*data)]
                return packed(getattr(worker, self.name)(*given))
            except Exception as error:
                raise RayTaskError(self.name, "", error, "", 1, "here") from error

        return _ref(pools[self.concurrency_group].submit(do))
