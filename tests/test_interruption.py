"""Commands that are interrupted or killed go on when they are given again, and end with the same files."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import commanding
import pytest
from runs import files_of, small_tasks

from retro.app.interruption import Interrupted, Stopping

SOLVE = ["solve", "ostle", "--set", "size=3", "--set", "left=0"]
SLOW = """
import sys, time
from retro.app import cli
from retro.solving import shard, stores
from retro.system import checkpointing as checkpoint
stores.MIN_TILE_BITS, stores.TILES = 10, 1 << 20
real = checkpoint.in_order
def slow(pool, ahead, one, *more):
    def later(task):
        time.sleep({pause})
        return one(task)
    return real(pool, ahead, later, *more)
shard.in_order = slow
sys.argv = ["retro", *{arguments!r}]
cli.main()
"""


def start(data, *arguments, pause=0.05):
    """A process that works slowly."""
    code = SLOW.format(pause=pause, arguments=[*arguments, "--data", str(data)])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code], **pipes, text=True)


def run(data, *arguments):
    with pytest.MonkeyPatch.context() as patch:
        small_tasks(patch, "queue")  # as in `start`: pages in a checkpoint are those of the run that goes on
        return commanding.run(*arguments, "--data", data)


def of_reach(name):
    return "reach" in name or "distances" in name


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A directory with the database that a run makes which nobody interrupts."""
    data = tmp_path_factory.mktemp("finished")
    assert run(data, *SOLVE)[0] == 0
    assert run(data, "reach", *SOLVE[1:])[0] == 0
    return next(place for place in data.iterdir() if place.is_dir())


def wait_for(path, process):
    until = time.monotonic() + 60
    while not path.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    assert path.exists(), process.communicate()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_saves_and_the_same_command_goes_on(tmp_path, finished, number, code):
    place = tmp_path / finished.name
    for command in ("solve", "reach"):
        left = tmp_path / f".{finished.name}.{command}.checkpoint"
        process = start(tmp_path, command, *SOLVE[1:], "--checkpoint", "0.001")
        wait_for(left, process)
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
        assert process.returncode == code, told
        assert re.search(rf"error: interrupted; what was found so far is in .*{command}.checkpoint: the same", told)
        assert "Traceback" not in told
        assert left.exists()
        code_now, _, told = run(tmp_path, command, *SOLVE[1:])
        assert code_now == 0 and "going on from" in told
        assert not left.exists()
        resumed = json.loads((place / ("run.json" if command == "solve" else "reach-run.json")).read_text())
        assert resumed["resumed"] == 1
    assert files_of(place) == files_of(finished)


@pytest.mark.parametrize(
    ("command", "after", "store", "then"),
    [
        ("solve", 0.0, "plain", "packed"),
        ("solve", 0.2, "files", "plain"),
        ("solve", 0.5, "packed", "files"),
        ("solve", 1.0, "files", "files"),
        ("reach", 0.0, "plain", "packed"),
        ("reach", 0.2, "files", "plain"),
        ("reach", 0.4, "packed", "files"),
    ],
)
def test_a_killed_run_goes_on_and_its_database_is_the_same_byte_by_byte(
    tmp_path, finished, command, after, store, then
):
    place = tmp_path / finished.name
    left = tmp_path / f".{finished.name}.{command}.checkpoint"
    if command == "reach":
        shutil.copytree(finished, place, ignore=lambda folder, names: [name for name in names if of_reach(name)])
    process = start(tmp_path, command, *SOLVE[1:], "--checkpoint", "0.001", "--store", store, pause=0.02)
    wait_for(left, process)
    time.sleep(after)
    process.kill()
    process.communicate()
    assert run(tmp_path, command, *SOLVE[1:], "--store", then)[0] == 0
    expected = {name: data for name, data in files_of(finished).items() if command == "reach" or not of_reach(name)}
    assert files_of(place) == expected
    assert not left.exists()


def test_restart_discards_and_a_changed_backend_is_refused(tmp_path, finished):
    left = tmp_path / f".{finished.name}.solve.checkpoint"
    process = start(tmp_path, *SOLVE, "--checkpoint", "0.001")
    wait_for(left, process)
    process.terminate()
    process.communicate()
    assert f"goes on from {left}" in run(tmp_path, "info", *SOLVE[1:])[1]
    code, _, told = run(tmp_path, *SOLVE, "--backend", "sweep")
    assert code == 2
    assert "another backend (queue, now sweep)" in told and "--restart" in told
    assert left.exists()
    code, _, told = run(tmp_path, *SOLVE, "--restart")
    assert code == 0 and "going on" not in told
    assert not left.exists()


def test_two_solvers_do_not_work_in_one_directory(tmp_path, finished):
    left = tmp_path / f".{finished.name}.solve.checkpoint"
    process = start(tmp_path, *SOLVE, "--checkpoint", "0.001")
    wait_for(left, process)
    try:
        began = time.monotonic()
        code, _, told = run(tmp_path, *SOLVE)
        assert code == 6 and "another process is solving or writing" in told
        assert time.monotonic() - began < 10
    finally:
        process.kill()
        process.communicate()


def test_asked_twice_it_stops_at_once():
    stopping = Stopping(patient=True)
    with pytest.raises(Interrupted) as caught, stopping.watching(lambda: "all is lost"):
        os.kill(os.getpid(), signal.SIGTERM)
        assert stopping() and stopping.signal == signal.SIGTERM
        os.kill(os.getpid(), signal.SIGINT)
    assert str(caught.value) == "interrupted; all is lost" and caught.value.signal == signal.SIGINT


def test_without_patience_it_stops_at_once():
    with pytest.raises(Interrupted) as caught, Stopping().watching(str):
        os.kill(os.getpid(), signal.SIGTERM)
    assert caught.value.signal == signal.SIGTERM
