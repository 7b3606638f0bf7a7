"""`--engine ray` on the command line: output, requirements, and processes and files that remain after it ends."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from runs import files_of
from runs import run_in_small_tiles as retro

from retro.app import workers as workers_on_ray
from retro.app.arguments import RunOptions
from retro.cluster import start
from retro.system import machine
from retro.system.errors import GameError

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]
GIB = 1 << 30
LGAME = ["solve", "lgame", "--engine", "ray", "--threads", "2"]
DRIVER = """
import sys, time
from retro.app import cli
from retro.solving import levels
from retro.system.sizes import TINY
round_of = levels.LevelsRun.round
levels.LevelsRun.round = lambda run, *given: time.sleep({pause}) or round_of(run, *given)
sys.argv = ["retro", *{arguments!r}]
cli.main(TINY)
"""


HOSTILE = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1",
    "RAY_AUTH_MODE": "disabled",
    "RAY_AUTH_TOKEN": "known to others",
    "RAY_ADDRESS": "192.0.2.1:6379",
    "RAY_USE_TLS": "1",
}
"""An environment in which Ray listens on all addresses, requires no token, or does not start."""
INTRUDER = """
import sys
from ray._raylet import GcsClient
GcsClient(address=sys.argv[1]).internal_kv_keys(b"", namespace=None, timeout=20)
"""


def drive(data, *arguments, pause=0.0, environment=None):
    """A process that drives workers, with a pause before every round."""
    code = DRIVER.format(pause=pause, arguments=[*arguments, "--data", str(data)])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    own = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    own |= {"RAY_TMPDIR": os.environ["RAY_TMPDIR"], **(environment or {})}
    return subprocess.Popen([sys.executable, "-c", code], **pipes, env=own, text=True, start_new_session=True)


@pytest.fixture(autouse=True)
def sessions(monkeypatch):
    """The directory of Ray's sessions; its path is short, because paths of sockets must be."""
    with tempfile.TemporaryDirectory(prefix="r", dir="/tmp", ignore_cleanup_errors=True) as directory:
        monkeypatch.setenv("RAY_TMPDIR", directory)
        yield Path(directory)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The database that one process without workers makes."""
    data = tmp_path_factory.mktemp("finished")
    assert retro(data, "solve", "lgame")[0] == 0
    return next(path for path in data.iterdir() if path.is_dir())


def saved(path, process, before=0):
    """Waits for a checkpoint newer than ``before``; its time of writing."""
    until = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < until:
        if path.exists() and path.stat().st_mtime_ns != before:
            return path.stat().st_mtime_ns
        time.sleep(0.01)
    raise AssertionError(process.communicate())


def listening(numbers):
    """Addresses, as the system writes them, and ports at which these processes listen."""
    sockets = set()
    for process in numbers:
        for each in os.listdir(f"/proc/{process}/fd"):
            try:
                sockets.add(os.readlink(f"/proc/{process}/fd/{each}"))
            except OSError:
                continue
    addresses = []
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/{process}/net/{table}").read().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                address, port = fields[1].split(":")
                addresses.append((address, int(port, 16)))
    return addresses


def processes():
    """The parent and the start time of every process, by its number; numbers are used again."""
    parents = {}
    for each in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            fields = open(f"/proc/{each}/stat").read().rpartition(")")[2].split()
            parents[int(each)] = int(fields[1]), int(fields[19])
    return parents


def below(process):
    """A process and its descendants, as pairs of number and start time."""
    parents, started = processes(), [process]
    for each in started:
        started += [other for other, (parent, _) in parents.items() if parent == each]
    return {(each, parents[each][1]) for each in started}


def alive(started):
    """The ``started`` processes that still run."""
    return {(each, when) for each, (_, when) in processes().items()} & started


def wait_for_end(started):
    """Waits until none of the ``started`` processes runs."""
    until = time.monotonic() + 120
    while alive(started) and time.monotonic() < until:
        time.sleep(0.1)
    assert not alive(started)


@pytest.mark.parametrize("number", [signal.SIGHUP, pytest.param(signal.SIGINT, marks=pytest.mark.soak)])
def test_ray_is_private_in_a_hostile_environment_and_ends_at_a_signal(tmp_path, finished, sessions, number):
    left = tmp_path / f".{finished.name}.solve.checkpoint"
    driver = drive(tmp_path, *LGAME, "--checkpoint", "0.0001", pause=0.5, environment=HOSTILE)
    saved(left, driver)
    started = below(driver.pid)
    assert len(list(sessions.iterdir())) == 1
    ports = listening([each for each, _ in started])
    addresses = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
    assert ports and {address for address, _ in ports} <= addresses
    gcs = next(each for each, _ in started if "gcs_server" in open(f"/proc/{each}/cmdline").read())
    ((_, port),) = listening([gcs])
    for token in ({}, {"RAY_AUTH_TOKEN": HOSTILE["RAY_AUTH_TOKEN"], "RAY_AUTH_MODE": "token"}):
        command = [sys.executable, "-c", INTRUDER, f"127.0.0.1:{port}"]
        refused = subprocess.run(command, env=os.environ | {"RAY_AUTH_MODE": "disabled"} | token, capture_output=True)
        assert refused.returncode and b"InvalidAuthToken" in refused.stderr, refused
    os.killpg(driver.pid, number)  # as a terminal does that is closed, or Ctrl-C
    _, errors = driver.communicate(timeout=300)
    assert driver.returncode == 128 + number, errors
    assert re.search(r"\d+ ports, on the loopback address only, with a token", errors)
    assert "error: interrupted; the state of the run is in" in errors and "Traceback" not in errors
    assert not list(sessions.iterdir())
    wait_for_end(started)


def test_a_killed_driver_loses_only_unsaved_work(tmp_path, finished):
    database, left = tmp_path / finished.name, tmp_path / f".{finished.name}.solve.checkpoint"
    driver = drive(tmp_path, *LGAME, "--shards", "3", "--checkpoint", "0.0001", pause=0.5)
    saved(left, driver)
    workers = {each for each in below(driver.pid) if "ray::Worker" in open(f"/proc/{each[0]}/cmdline").read()}
    driver.kill()
    driver.communicate()
    code, _, errors = retro(tmp_path, "solve", "lgame", "--threads", "1")
    assert code == 0 and "resuming from" in errors
    assert files_of(database) == files_of(finished)
    assert len(workers) == 3
    wait_for_end(workers)  # Ray's agents notice only after a minute that the driver has ended


@pytest.mark.parametrize("mistake", ["address", "token"])
def test_ray_that_others_reach_is_ended(monkeypatch, mistake):
    """If a later version of Ray gives its settings another meaning, the run ends with an error."""
    ray = pytest.importorskip("ray")
    servers = [socket.create_server(("0.0.0.0" if mistake == "address" else "127.0.0.1", 0))]
    monkeypatch.setattr(start, "_token", lambda: mistake != "token")
    errors = {"address": "listens at 0.0.0.0, port", "token": "requires no token"}[mistake]
    with servers[0], pytest.raises(GameError, match=f"Ray {errors}.*it was ended"):
        start.check_private()
    assert ray


def test_a_first_try_takes_one_command(tmp_path, finished):
    driver = drive(tmp_path, *LGAME)
    output, errors = driver.communicate(timeout=300)
    assert driver.returncode == 0, errors
    assert files_of(tmp_path / finished.name) == files_of(finished)
    assert "on the loopback address only, with a token" in errors and re.search(r"[\d.]+ for each edge", errors)
    assert "2 threads of 2 workers on Ray" in output
    assert json.loads((tmp_path / finished.name / "run.json").read_text())["machine"]["workers"] == 2


@pytest.mark.soak
def test_reach_gives_the_same_answer_with_workers(tmp_path, finished):
    shutil.copytree(finished, tmp_path / finished.name)
    code, alone, errors = retro(tmp_path, "reach", "lgame", "--json")
    assert code == 0, errors
    driver = drive(tmp_path, "reach", *LGAME[1:], "--json")
    output, errors = driver.communicate(timeout=300)
    assert driver.returncode == 0, errors
    assert files_of(tmp_path / finished.name) == files_of(finished)
    answers = [{**json.loads(each), "seconds": 0, "peak_rss_bytes": 0} for each in (alone, output)]
    assert answers[0] == answers[1] and re.search(r"[\d.]+ for each edge", errors)


def test_a_dry_run_prints_requirements_and_starts_no_ray(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "here", None)
    monkeypatch.setattr(machine, "held_memory", lambda: 200 << 20)  # of this process, which has run other tests
    replies = []
    for workers in ("1", "2", "4"):
        command = "solve", "ostle", "--set", "pieces=8", "--engine", "ray", "--shards", workers, "--dry-run"
        code, text, errors = retro(tmp_path, *command, "--json")
        assert code == 0, errors
        replies.append(json.loads(text))
        code, text, _ = retro(tmp_path, *command)
        assert code == 0 and re.search(rf"workers +{workers}\n", text) and "from worker to worker" in text
    assert [each["workers"] for each in replies] == [1, 2, 4]
    network = [each["network_bytes"] for each in replies]
    assert network[0] == 0 and network[2] == pytest.approx(network[1] * 3 / 2, rel=0.01)
    assert replies[0]["memory_bytes"] > replies[1]["memory_bytes"] > replies[2]["memory_bytes"]
    code, text, _ = retro(tmp_path, "solve", "ostle", "--engine", "ray", "--memory", "3.5GiB", "--dry-run", "--json")
    stores = json.loads(text)["stores"]
    assert [each["fits"] for each in stores] == [False, False, True]
    assert stores[2]["memory_bytes"] <= 7 * GIB // 4 and all(each["seconds"] < 10**6 for each in stores)


@pytest.mark.parametrize(
    ("words", "errors"),
    [
        (["lgame", "--shards", "2"], "--shards is for --engine ray"),
        (["lgame", "--address", "auto"], "--address is for --engine ray"),
        (["lgame", "--engine", "ray", "--address", "ray://somewhere:10001"], "--address wants HOST:PORT"),
        (["lgame", "--engine", "ray", "--address", "somewhere"], "--address wants HOST:PORT"),
        (
            ["lgame", "--engine", "ray", "--address", "127.0.0.1:1"],
            "cannot join Ray at 127.0.0.1:1: ",
        ),
        (
            ["lgame", "--engine", "ray", "--backend", "reference"],
            "--engine ray is for the backend queue, not reference",
        ),
        (["british_square", "--engine", "ray"], "of british_square values are scores and every move lowers the tier"),
    ],
)
def test_an_error_of_options_is_one_line(tmp_path, words, errors):
    code, _, printed = retro(tmp_path, "solve", *words)
    assert code == 2 and errors in printed and printed.count("\n") == 1


def test_without_the_extra_the_command_says_what_to_install(tmp_path, monkeypatch):
    def missing(name):
        raise start.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(start.metadata, "version", missing)
    code, _, printed = retro(tmp_path, *LGAME)
    assert code == 2 and 'pip install "retrograde[cluster]"' in printed
    with ExitStack() as opened, pytest.raises(GameError, match="needs Ray"):
        workers_on_ray.connect(RunOptions(engine="ray", address="auto", shards=2), 1, opened, print)
