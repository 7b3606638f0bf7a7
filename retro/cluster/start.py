"""How Ray is started on this machine, or joined where it runs already, with settings that suit large workers.

Whoever reaches Ray's ports can run anything on its machines. So what is started here listens on the loopback address
alone and wants a token, which is made for this run and is nowhere written down.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

from retro.game import GameError

SETTINGS = {
    "RAY_memory_monitor_refresh_ms": "0",  # it ends the largest process of a machine: the worker
    "RAY_USAGE_STATS_ENABLED": "0",
}
HERE = {
    "RAY_AUTH_MODE": "token",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # else it listens on the address that the network knows
}
"""Of a Ray that is started here, besides; what is set already stays."""
THERE = {"RAY_NUM_REDIS_GET_RETRIES": "2"}
"""Of one that is joined: times that it is looked for."""
ANSWER = 10.0
"""Seconds within which it has to answer."""
LEAST_STORE = 100 << 20
"""Bytes that Ray wants for objects at least."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def check() -> None:
    """GameError if Ray is not installed."""
    if find_spec("ray") is None:
        raise GameError('--engine ray needs Ray: pip install "retrograde[cluster]"')


@contextmanager
def here(store_bytes: int) -> Iterator[str]:
    """Ray on this machine, for as long as it is needed, with memory for objects on their way; what is to be said of it.

    GameError if it does not start.
    """
    wanted = SETTINGS | HERE | {"RAY_AUTH_TOKEN": secrets.token_hex(32)}
    if "RAY_AUTH_TOKEN" in os.environ or "RAY_AUTH_TOKEN_PATH" in os.environ:
        del wanted["RAY_AUTH_TOKEN"]
    size = max(LEAST_STORE, store_bytes)
    with _environment(wanted), _ray(address="local", num_cpus=1, num_gpus=0, object_store_memory=size) as version:
        yield (
            f"Ray {version} on this machine: loopback only, with a token, {size >> 20:,} MiB for messages; no memory "
            "monitor, no dashboard, no usage statistics"
        )


@contextmanager
def joined(address: str) -> Iterator[str]:
    """The Ray that runs at ``address`` (or ``auto``), likewise; it goes on when this ends.

    GameError if there is none, or it does not let this process in.
    """
    if "://" in address:
        raise GameError(f"--address wants HOST:PORT of a Ray that has this machine, or auto, not {address}")
    if address != "auto":
        _answers(address)
    with _environment(SETTINGS | THERE), _ray(address=address) as version:
        yield f"Ray {version} at {address}, {nodes()} nodes; its settings are those it was started with"


def nodes() -> int:
    """How many machines the Ray that was joined has."""
    import ray

    return sum(bool(each["Alive"]) for each in ray.nodes())


def cores() -> int:
    """How many cores Ray may use on all of them."""
    import ray

    return int(ray.cluster_resources().get("CPU", 0))


@contextmanager
def _ray(**how: Any) -> Iterator[str]:
    check()
    import ray

    if hasattr(ray._private.worker, "print_to_stdstream"):  # it tells of dead workers on stdout, where results go
        ray._private.worker.print_to_stdstream = lambda *told, **how: None
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": False}
    if how["address"] != "local":
        del quiet["include_dashboard"]
    main = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        with _hushed():
            ray.init(**how, **quiet)
    except (ray.exceptions.RayError, ConnectionError, OSError, RuntimeError, ValueError) as error:
        why = " ".join(str(error).split())
        if how["address"] == "local":
            raise GameError(f"Ray cannot be started: {why}") from None
        advice = "does it run, of the same version, and with the same token (RAY_AUTH_MODE, ray get-auth-token)?"
        raise GameError(f"cannot join Ray at {how['address']}: {why}; {advice}") from None
    finally:
        if main:  # Ray has put its own in their place
            for number, handler in handlers.items():
                signal.signal(number, handler)
    try:
        yield ray.__version__
    finally:
        with suppress(Exception):  # it is gone already
            ray.shutdown()


def _answers(address: str) -> None:
    """GameError if nobody listens there: Ray would wait for minutes."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWER).close()
    except (OverflowError, ValueError):
        raise GameError(f"--address wants HOST:PORT of a Ray that has this machine, or auto, not {address}") from None
    except OSError as error:
        raise GameError(f"cannot join Ray at {address}: {error.strerror or error}") from None


@contextmanager
def _hushed() -> Iterator[None]:
    """While Ray writes on stderr itself, past Python: what goes wrong it raises, too."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@contextmanager
def _environment(wanted: dict[str, str]) -> Iterator[None]:
    """Settings of Ray for this process and those that it starts, but for those that somebody has set."""
    new = {name: value for name, value in wanted.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            os.environ.pop(name, None)
