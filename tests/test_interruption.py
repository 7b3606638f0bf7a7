"""Commands that are interrupted or killed resume when they are run again, and end with the same files."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest
from planted_errors import DatabaseContent
from runs import OSTLE, files_of, rules_of
from runs import run_in_small_tiles as run

from retro.app.interruption import Interrupted, Stopping

pytestmark = pytest.mark.compiled

SOLVE = ["solve", "ostle", "--set", "size=3", "--set", "left=0"]
SLOW = """
import sys, time
from retro.app import cli
from retro.lookup import scan
from retro.solving import shard
from retro.system import checkpointing as checkpoint
from retro.system.sizes import TINY
real = checkpoint.in_order
def slow(pool, ahead, one, *more, **few):
    def later(task):
        time.sleep({pause})
        return one(task)
    return real(pool, ahead, later, *more, **few)
shard.in_order = scan.in_order = slow
sys.argv = ["retro", *{arguments!r}]
cli.main(TINY)
"""


def start(data, *arguments, pause=0.05):
    """Starts a command in a process that pauses at every task."""
    code = SLOW.format(pause=pause, arguments=[*arguments, "--data", str(data)])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code], **pipes, text=True)


def of_reach(name):
    return "reach" in name or "distances" in name


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The path of a database that runs without interruption have solved and searched."""
    data = tmp_path_factory.mktemp("finished")
    assert run(data, *SOLVE).code == 0
    assert run(data, "reach", *SOLVE[1:]).code == 0
    return next(path for path in data.iterdir() if path.is_dir())


def saved(data, finished, command, *more, pause=0.05):
    """Starts a command that saves often. Returns its process and the path of the checkpoint, when it has saved."""
    process = start(data, command, *SOLVE[1:], "--checkpoint", "0.001", *more, pause=pause)
    path, end = data / f".{finished.name}.{command}.checkpoint", time.monotonic() + 60
    while not path.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    assert path.exists(), process.communicate()
    return process, path


@pytest.mark.parametrize(
    ("command", "number", "after", "store", "then"),
    [
        *(
            (command, number, 0.0, "auto", "auto")
            for command in ("solve", "reach")
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        ),
        ("solve", signal.SIGKILL, 0.0, "plain", "packed"),
        ("solve", signal.SIGKILL, 0.2, "files", "plain"),
        ("solve", signal.SIGKILL, 0.5, "packed", "files"),
        ("solve", signal.SIGKILL, 1.0, "files", "files"),
        ("reach", signal.SIGKILL, 0.0, "plain", "packed"),
        ("reach", signal.SIGKILL, 0.2, "files", "plain"),
        ("reach", signal.SIGKILL, 0.4, "packed", "files"),
    ],
)
def test_after_a_signal_the_same_command_resumes_and_ends_with_the_same_files(
    tmp_path, finished, command, number, after, store, then
):
    """The resumed run may use another store. SIGKILL leaves the last checkpoint; other signals save another one."""
    path = tmp_path / finished.name
    if command == "reach":
        shutil.copytree(finished, path, ignore=lambda folder, names: [name for name in names if of_reach(name)])
    process, checkpoint = saved(tmp_path, finished, command, "--store", store, pause=0.02 if after else 0.05)
    time.sleep(after)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number), errors
    if number != signal.SIGKILL:
        message = rf"error: interrupted; the state of the run is in .*{command}.checkpoint: the same"
        assert re.search(message, errors) and "Traceback" not in errors
    assert checkpoint.exists()
    result = run(tmp_path, command, *SOLVE[1:], "--store", then)
    assert result.code == 0 and "resuming from" in result.errors
    assert not checkpoint.exists()
    record = json.loads((path / ("run.json" if command == "solve" else "reach-run.json")).read_text())
    assert record["resumed"] == 1
    expected = {name: data for name, data in files_of(finished).items() if command == "reach" or not of_reach(name)}
    assert files_of(path) == expected


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_verification_resumes(tmp_path, finished, number):
    shutil.copytree(finished, tmp_path / finished.name)
    process, checkpoint = saved(tmp_path, finished, "verify")
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number), errors
    if number == signal.SIGINT:
        assert re.search(r"error: interrupted; the state of the run is in .*verify.checkpoint: the same", errors)
    result = run(tmp_path, "verify", *SOLVE[1:], "--json")
    assert result.code == 0 and "resuming from" in result.errors and not checkpoint.exists()
    whole = json.loads(run(finished.parent, "verify", *SOLVE[1:], "--json").output)
    assert json.loads(result.output) == whole | {"seconds": json.loads(result.output)["seconds"]}


def test_a_verification_of_other_records_is_refused(tmp_path, finished):
    path = tmp_path / finished.name
    shutil.copytree(finished, path)
    process, checkpoint = saved(tmp_path, finished, "verify")
    process.kill()
    process.communicate()
    content = DatabaseContent.of(rules_of("ostle", **OSTLE), path)
    content.records[0] = content.records[1]
    shutil.rmtree(path)
    content.store(path)
    result = run(tmp_path, "verify", *SOLVE[1:])
    assert result.code == 2 and "another database" in result.errors and checkpoint.exists()
    result = run(tmp_path, "verify", *SOLVE[1:], "--restart")
    assert "resuming" not in result.errors and not checkpoint.exists()


def test_a_second_verification_ends_at_once_and_names_the_first(tmp_path, finished):
    shutil.copytree(finished, tmp_path / finished.name)
    process, _ = saved(tmp_path, finished, "verify")
    try:
        result = run(tmp_path, "verify", *SOLVE[1:])
        assert result.code == 6 and f"process {process.pid} on " in result.errors
    finally:
        process.kill()
        process.communicate()


def test_nothing_is_saved_in_a_directory_that_cannot_be_written_to(tmp_path, finished, monkeypatch):
    shutil.copytree(finished, tmp_path / finished.name)
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda path, mode, **more: mode != os.W_OK)
    assert run(tmp_path, "verify", *SOLVE[1:], "--checkpoint", "0.001").code == 0
    assert sorted(tmp_path.iterdir()) == before


def test_a_sample_is_not_resumed(tmp_path, finished):
    result = run(finished.parent, "verify", *SOLVE[1:], "--sample", "10", "--restart")
    assert result.code == 2 and "a sample has no checkpoint" in result.errors


def test_a_changed_backend_is_refused_and_restart_discards_the_checkpoint(tmp_path, finished):
    process, checkpoint = saved(tmp_path, finished, "solve")
    process.terminate()
    process.communicate()
    assert f"resumes from {checkpoint}" in run(tmp_path, "info", *SOLVE[1:]).output
    result = run(tmp_path, *SOLVE, "--backend", "reference")
    assert result.code == 2
    assert "another backend (queue, now reference)" in result.errors and "--restart" in result.errors
    assert checkpoint.exists()
    result = run(tmp_path, *SOLVE, "--restart")
    assert result.code == 0 and "resuming" not in result.errors
    assert not checkpoint.exists()


def test_a_second_solver_in_a_directory_ends_at_once_and_names_the_first(tmp_path, finished):
    process, _ = saved(tmp_path, finished, "solve")
    try:
        began = time.monotonic()
        result = run(tmp_path, *SOLVE)
        assert result.code == 6 and "another process is solving or writing" in result.errors
        assert f"process {process.pid} on " in result.errors and time.monotonic() - began < 10
    finally:
        process.kill()
        process.communicate()


def test_a_second_signal_stops_at_once():
    stopping = Stopping(patient=True)
    with pytest.raises(Interrupted) as caught, stopping.watching(lambda: "all is lost"):
        os.kill(os.getpid(), signal.SIGTERM)
        assert stopping() and stopping.signal == signal.SIGTERM
        os.kill(os.getpid(), signal.SIGINT)
    assert str(caught.value) == "interrupted; all is lost" and caught.value.signal == signal.SIGINT


def test_without_patience_the_first_signal_stops_at_once():
    with pytest.raises(Interrupted) as caught, Stopping().watching(str):
        os.kill(os.getpid(), signal.SIGTERM)
    assert caught.value.signal == signal.SIGTERM
