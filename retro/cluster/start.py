"""Starting Ray on this machine, or joining one that runs, with settings that suit large workers.

A client that reaches Ray's ports can run anything on its machines. So a Ray that is started here listens on the
loopback address only and requires a token, which is created for this run and not written anywhere. Settings in the
environment could change address and token, so Ray gets only those of PASSED_SETTINGS. After the start, the addresses on
which Ray listens are checked.

Only the versions from FIRST on and before BEYOND are used, because these parts of Ray are private, and no public ones
replace them:

_node_ip_address, _temp_dir  of `ray.init`: the loopback address, and a directory that is removed afterwards
is_token_auth_enabled        whether this process requires a token, which depends on when Ray read its settings
print_to_stdstream           it prints messages about dead workers on stdout, which is for results
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import metadata
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from retro.system.errors import GameError

FIRST, BEYOND = (2, 56), (2, 61)
"""The first version of Ray, and the first that is not tested; pyproject.toml says the same."""
SETTINGS = {
    "RAY_memory_monitor_refresh_ms": "0",  # it would end the largest process of a machine: the worker
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""Settings of any Ray, unless the environment has others."""
OWN_SETTINGS = {
    "RAY_AUTH_MODE": "token",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # 1 listens on all addresses
}
"""Settings of a Ray that is started here, as are those of SETTINGS, whatever the environment has."""
PASSED_SETTINGS = ("RAY_BACKEND_LOG_LEVEL", "RAY_OBJECT_STORE_ALLOW_SLOW_STORAGE", "RAY_TMPDIR")
"""Settings in the environment that are passed to a Ray that is started here; no others are."""
JOIN_SETTINGS = {"RAY_NUM_REDIS_GET_RETRIES": "2"}
"""Settings of a Ray that is joined: the number of attempts."""
ANSWER_SECONDS = 10.0
"""Seconds within which it must answer."""
MIN_STORE = 100 << 20
"""Bytes of memory for objects that Ray requires."""
TEMPORARY = "/tmp"
"""Parent of the directory of a session; Ray's sockets in it have paths of at most 104 bytes."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def check() -> None:
    """Raises GameError, with what to install, if Ray is not installed or has another version."""
    try:
        installed = metadata.version("ray")
    except metadata.PackageNotFoundError:
        raise GameError('--engine ray needs Ray: pip install "retrograde[cluster]"') from None
    if not FIRST <= tuple(int(part) for part in installed.split(".")[:2]) < BEYOND:
        wanted = f"ray>={'.'.join(map(str, FIRST))},<{'.'.join(map(str, BEYOND))}"
        raise GameError(f"Ray {installed} is installed, and --engine ray needs another: pip install '{wanted}'")


@contextmanager
def here(store_bytes: int) -> Iterator[str]:
    """Starts Ray on this machine with ``store_bytes`` of memory for messages, and ends it. Yields a line about it.

    Its processes and its directory are removed afterwards. Raises GameError if it does not start, or can be reached
    from other machines or without a token.
    """
    passed = {name: os.environ[name] for name in PASSED_SETTINGS if name in os.environ}
    token = {"RAY_AUTH_TOKEN": secrets.token_hex(32)}
    size = max(MIN_STORE, store_bytes)
    how = {"num_cpus": 1, "num_gpus": 0, "object_store_memory": size, "_node_ip_address": "127.0.0.1"}
    with (
        _environment(passed | SETTINGS | OWN_SETTINGS | token, exactly=True),
        _directory(passed.get("RAY_TMPDIR", TEMPORARY)) as directory,
        _ray(address="local", _temp_dir=str(directory), **how) as version,
    ):
        ports = check_private()
        yield (
            f"Ray {version} on this machine: {ports} ports, on the loopback address only, with a token; "
            f"{size >> 20:,} MiB for messages; no memory monitor, no dashboard, no usage statistics"
        )


def check_private() -> int:
    """Returns the number of ports of the Ray that was started here. Raises GameError if others can reach it.

    It checks the addresses on which this process and its descendants listen, and that Ray's servers require a token.
    """
    import psutil  # installed with Ray

    ports = 0
    main = psutil.Process()
    for process in (main, *main.children(recursive=True)):
        with suppress(psutil.Error):  # it has ended
            for each in getattr(process, "net_connections", process.connections)("inet"):
                if each.status == psutil.CONN_LISTEN:
                    ports += 1
                    if not _loopback(each.laddr.ip):
                        at = f"{each.laddr.ip}, port {each.laddr.port}"
                        raise GameError(f"Ray listens at {at}, where other machines can reach it, so it was ended")
            if process.name() in ("gcs_server", "raylet") and process.environ().get("RAY_AUTH_MODE") != "token":
                raise GameError(f"Ray's {process.name()} requires no token, so it was ended")
    if not _token():
        raise GameError("Ray requires no token, so it was ended: was it imported before, with other settings?")
    return ports


def _loopback(address: str) -> bool:
    found = ip_address(address)
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback


def _token() -> bool:
    """Whether Ray in this process sends and requires a token."""
    from ray._private.authentication.authentication_utils import is_token_auth_enabled

    return bool(is_token_auth_enabled())


@contextmanager
def _directory(parent: str) -> Iterator[Path]:
    """Creates a directory for the files of a session, and removes it. Raises GameError if it cannot be created."""
    try:
        directory = Path(tempfile.mkdtemp(prefix="retro-ray-", dir=parent))
    except OSError as error:
        raise GameError(f"Ray cannot be started: no directory in {parent}: {error.strerror}") from error
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def joined(address: str) -> Iterator[str]:
    """Joins the Ray that runs at ``address`` (or ``auto``), and leaves it running. Yields a line about it.

    Raises GameError if there is none, or it refuses this process.
    """
    if "://" in address:
        raise GameError(f"--address wants HOST:PORT of a Ray that has this machine, or auto, not {address}")
    if address != "auto":
        _answers(address)
    with _environment(SETTINGS | JOIN_SETTINGS), _ray(address=address) as version:
        token = (
            "with a token" if _token() else "without a token: a client that reaches its ports can run anything on it"
        )
        yield f"Ray {version} at {address}, {nodes()} nodes, {token}; its settings are those it was started with"


def nodes() -> int:
    """Returns the number of machines of the Ray that was joined."""
    import ray

    return sum(bool(each["Alive"]) for each in ray.nodes())


def cores() -> int:
    """Returns the number of cores that Ray may use on all machines."""
    import ray

    return int(ray.cluster_resources().get("CPU", 0))


@contextmanager
def _ray(**how: Any) -> Iterator[str]:
    check()
    import ray

    ray._private.worker.print_to_stdstream = lambda *messages, **how: None
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": False}
    if how["address"] != "local":
        del quiet["include_dashboard"]
    main = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        with _hushed(), _hangup_blocked():
            ray.init(**how, **quiet)
    except (ray.exceptions.RayError, ConnectionError, OSError, RuntimeError, ValueError) as error:
        why = " ".join(str(error).split())
        if how["address"] == "local":
            raise GameError(f"Ray cannot be started: {why}") from None
        advice = "does it run, of the same version, and with the same token (RAY_AUTH_MODE, ray get-auth-token)?"
        raise GameError(f"cannot join Ray at {how['address']}: {why}; {advice}") from None
    finally:
        if main:  # Ray has replaced them
            for number, handler in handlers.items():
                signal.signal(number, handler)
    try:
        yield ray.__version__
    finally:
        with suppress(Exception):  # it has ended before
            ray.shutdown()


def _answers(address: str) -> None:
    """Raises GameError if nothing listens at the address: Ray would wait for minutes."""
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWER_SECONDS).close()
    except (OverflowError, ValueError):
        raise GameError(f"--address wants HOST:PORT of a Ray that has this machine, or auto, not {address}") from None
    except OSError as error:
        raise GameError(f"cannot join Ray at {address}: {error.strerror or error}") from None


@contextmanager
def _hushed() -> Iterator[None]:
    """Discards what Ray writes to file descriptor 2; it raises its errors as exceptions, too."""
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


@contextmanager
def _hangup_blocked() -> Iterator[None]:
    """Blocks SIGHUP in this process while it starts those of Ray, so that they inherit the block.

    A terminal that closes sends SIGHUP to all of its processes. This one then saves its state, and needs Ray for that.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _environment(wanted: Mapping[str, str], exactly: bool = False) -> Iterator[None]:
    """Sets Ray's settings for this process and those that it starts, unless they are set; or ``exactly`` these."""
    before = {name: value for name, value in os.environ.items() if name.startswith("RAY_")}
    _set(dict(wanted) if exactly else {**wanted, **before})
    try:
        yield
    finally:
        _set(before)


def _set(settings: Mapping[str, str]) -> None:
    for name in [name for name in os.environ if name.startswith("RAY_") and name not in settings]:
        del os.environ[name]
    os.environ.update(settings)
