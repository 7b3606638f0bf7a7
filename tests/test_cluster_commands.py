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
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest
from runs import files_of
from runs import run_in_small_tiles as retro

from retro.app import workers as workers_on_ray
from retro.app.arguments import RunOptions
from retro.cluster import start
from retro.system.errors import GameError

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]
GIB = 1 << 30
LGAME = ["solve", "lgame", "--engine", "ray", "--threads", "2"]
DRIVER = """
import sys, time
from retro.app import cli
from retro.solving.solve_run import SolveRun
from retro.system.sizes import TINY
round_of = SolveRun.round
SolveRun.round = lambda run, *given: time.sleep({pause}) or round_of(run, *given)
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


def saved(path, driver):
    """Waits for a checkpoint. Returns the processes that the driver has started."""
    pytest.importorskip("ray")  # it brings psutil along
    import psutil

    until = time.monotonic() + 300
    while not path.exists():
        assert driver.poll() is None and time.monotonic() < until, driver.communicate()
        time.sleep(0.01)
    return psutil.Process(driver.pid).children(recursive=True)


def remaining(started):
    """Waits until the ``started`` processes have ended. Returns those that do not."""
    import psutil

    return psutil.wait_procs(started, timeout=120)[1]


SOAK = [pytest.param(number, marks=pytest.mark.soak) for number in (signal.SIGHUP, signal.SIGINT)]


@pytest.mark.compiled
@pytest.mark.parametrize("number", [None, *SOAK])
def test_ray_is_private_in_a_hostile_environment_and_ends_with_the_command(tmp_path, finished, sessions, number):
    """At its end, or at a signal, as a terminal sends it that is closed, or Ctrl-C."""
    driver = drive(
        tmp_path, *LGAME, "--checkpoint", "0.0001", pause=0.1 if number is None else 0.5, environment=HOSTILE
    )
    started = saved(tmp_path / f".{finished.name}.solve.checkpoint", driver)
    assert len(list(sessions.iterdir())) == 1
    listening = [(each, end.laddr) for each in started for end in each.net_connections() if end.status == "LISTEN"]
    assert {address.ip for _, address in listening} <= {"127.0.0.1", "::1", "::ffff:127.0.0.1"}
    (port,) = (address.port for each, address in listening if each.name() == "gcs_server")
    for token in ({"RAY_AUTH_TOKEN": HOSTILE["RAY_AUTH_TOKEN"], "RAY_AUTH_MODE": "token"}, {})[: 1 + bool(number)]:
        command = [sys.executable, "-c", INTRUDER, f"127.0.0.1:{port}"]
        refused = subprocess.run(command, env=os.environ | {"RAY_AUTH_MODE": "disabled"} | token, capture_output=True)
        assert refused.returncode and b"InvalidAuthToken" in refused.stderr, refused
    if number is not None:
        os.killpg(driver.pid, number)
    output, errors = driver.communicate(timeout=300)
    assert driver.returncode == (128 + number if number else 0), errors
    assert re.search(r"\d+ ports, on the loopback address only, with a token", errors) and "Traceback" not in errors
    assert not list(sessions.iterdir()) and not remaining(started)
    if number is not None:
        assert "error: interrupted; the state of the run is in" in errors
        return
    assert files_of(tmp_path / finished.name) == files_of(finished)
    assert re.search(r"[\d.]+ for each edge", errors) and "2 threads of 2 workers on Ray" in output
    assert json.loads((tmp_path / finished.name / "run.json").read_text())["machine"]["workers"] == 2


@pytest.mark.soak
@pytest.mark.compiled
def test_a_killed_driver_loses_only_unsaved_work(tmp_path, finished):
    driver = drive(tmp_path, *LGAME, "--shards", "3", "--checkpoint", "0.0001", pause=0.5)
    started = saved(tmp_path / f".{finished.name}.solve.checkpoint", driver)
    workers = [each for each in started if "ray::Worker" in " ".join(each.cmdline())]
    driver.kill()
    driver.communicate()
    code, _, errors = retro(tmp_path, "solve", "lgame", "--threads", "1")
    assert code == 0 and "resuming from" in errors
    assert files_of(tmp_path / finished.name) == files_of(finished)
    assert len(workers) == 3 and not remaining(workers)  # Ray's agents notice only after a minute


@pytest.mark.soak
@pytest.mark.compiled
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


@pytest.mark.parametrize("mistake", ["address", "token"])
def test_ray_that_others_reach_is_ended(monkeypatch, mistake):
    """If a later version of Ray gives its settings another meaning, the run ends with an error."""
    monkeypatch.setattr(start, "_token", lambda: mistake != "token")  # no Ray runs that could require one
    errors = {"address": "listens at 0.0.0.0, port", "token": "requires no token"}[mistake]
    with socket.create_server(("0.0.0.0" if mistake == "address" else "127.0.0.1", 0)):
        with pytest.raises(GameError, match=f"Ray {errors}.*it was ended"):
            start.check_private()


def test_a_dry_run_prints_requirements_and_starts_no_ray(tmp_path, reported):
    reported(peak_memory=0)  # that of the tests before would be planned

    def planned(*command):
        code, text, errors = retro(tmp_path, "solve", "ostle", "--engine", "ray", *command, "--dry-run")
        assert code == 0 and "Ray" not in errors, errors
        return text

    replies = []
    for workers in ("1", "2", "4"):
        command = "--set", "pieces=8", "--shards", workers
        replies.append(json.loads(planned(*command, "--json")))
        text = planned(*command)
        assert re.search(rf"workers +{workers}\n", text) and "from worker to worker" in text
    assert [each["workers"] for each in replies] == [1, 2, 4]
    network = [each["network_bytes"] for each in replies]
    assert network[0] == 0 and network[2] == pytest.approx(network[1] * 3 / 2, rel=0.01)
    assert replies[0]["memory_bytes"] > replies[1]["memory_bytes"] > replies[2]["memory_bytes"]
    stores = json.loads(planned("--memory", "3.5GiB", "--json"))["stores"]
    assert [each["fits"] for each in stores] == [False, False, True]
    assert stores[2]["memory_bytes"] <= 7 * GIB // 4 and all(each["seconds"] < 10**6 for each in stores)


RAY = ["lgame", "--engine", "ray"]
WRONG = [
    (["lgame", "--shards", "2"], "--shards is for --engine ray"),
    (["lgame", "--address", "auto"], "--address is for --engine ray"),
    ([*RAY, "--address", "ray://somewhere:10001"], "--address wants HOST:PORT"),
    ([*RAY, "--address", "127.0.0.1:1"], "cannot join Ray at 127.0.0.1:1: "),
    ([*RAY, "--backend", "reference"], "--engine ray is for the backend queue, not reference"),
    (["british_square", "--engine", "ray"], "of british_square values are scores and every move lowers the tier"),
]


@pytest.mark.parametrize(("words", "errors"), WRONG)
def test_an_error_of_options_is_one_line(tmp_path, words, errors):
    code, _, printed = retro(tmp_path, "solve", *words)
    assert code == 2 and errors in printed and printed.count("\n") == 1


def test_without_the_extra_the_command_says_what_to_install(tmp_path, monkeypatch):
    def missing(name):
        raise start.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(start.metadata, "version", missing)  # the package is installed
    code, _, printed = retro(tmp_path, *LGAME)
    assert code == 2 and 'pip install "retrograde[cluster]"' in printed
    with ExitStack() as opened, pytest.raises(GameError, match="needs Ray"):
        workers_on_ray.connect(RunOptions(engine="ray", address="auto", shards=2), 1, opened, print)
