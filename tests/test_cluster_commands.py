"""`--engine ray` as a command: what it says, what it needs, and what is left when it is ended."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from importlib.util import find_spec

import pytest
from runs import files_of
from test_cluster import many_tiles  # noqa: F401
from test_interruption import run as retro

from retro.app import crew
from retro.cluster import start
from retro.game import GameError

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
GIB = 1 << 30
LGAME = ["solve", "lgame", "--engine", "ray", "--threads", "2"]
DRIVER = """
import sys, time
from retro.app import cli
from retro.solving import queue, stores
real = queue._Run._through
queue._Run._through = lambda run, part: time.sleep({pause}) or real(run, part)
stores.LEAST_TILE_BITS, stores.TILES = 10, 1 << 20
sys.argv = ["retro", *{arguments!r}]
cli.main()
"""


def drive(data, *arguments, pause=0.0):
    """A process that drives workers, with a pause before every round."""
    code = DRIVER.format(pause=pause, arguments=[*arguments, "--data", str(data)])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    own = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return subprocess.Popen([sys.executable, "-c", code], **pipes, env=own, text=True, start_new_session=True)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The database that a process alone makes."""
    data = tmp_path_factory.mktemp("finished")
    assert retro(data, "solve", "lgame")[0] == 0
    return next(place for place in data.iterdir() if place.is_dir())


def saved(path, process, before=0):
    """When a checkpoint was written, which is there now and was not ``before``."""
    until = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < until:
        if path.exists() and path.stat().st_mtime_ns != before:
            return path.stat().st_mtime_ns
        time.sleep(0.01)
    raise AssertionError(process.communicate())


def listening(numbers):
    """Addresses at which these processes listen, as the system writes them."""
    sockets = set()
    for process in numbers:
        for each in os.listdir(f"/proc/{process}/fd"):
            try:
                sockets.add(os.readlink(f"/proc/{process}/fd/{each}"))
            except OSError:
                continue
    found = []
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/{process}/net/{table}").read().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                found.append(fields[1].split(":")[0])
    return found


def processes():
    """Every process: by which one it was started, and when (numbers are used again)."""
    found = {}
    for each in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            fields = open(f"/proc/{each}/stat").read().rpartition(")")[2].split()
            found[int(each)] = int(fields[1]), int(fields[19])
    return found


def below(process):
    """A process and all that it has started, and those that they have; each with when that was."""
    known, found = processes(), [process]
    for each in found:
        found += [other for other, (parent, _) in known.items() if parent == each]
    return {(each, known[each][1]) for each in found}


def test_a_signal_or_the_death_of_the_driver_costs_what_was_not_saved(tmp_path, finished):
    place, left = tmp_path / finished.name, tmp_path / f".{finished.name}.solve.checkpoint"
    driver = drive(tmp_path, *LGAME, "--checkpoint", "0.0001", pause=0.5)
    saved(left, driver)
    started = below(driver.pid)
    addresses = listening([each for each, _ in started])
    assert addresses and set(addresses) <= {
        "0100007F",
        "0000000000000000FFFF00000100007F",
        "00000000000000000000000001000000",
    }
    os.killpg(driver.pid, signal.SIGINT)  # as Ctrl-C does
    _, told = driver.communicate(timeout=300)
    assert driver.returncode == 130, told
    assert "error: interrupted; what was found so far is in" in told and "Traceback" not in told
    driver = drive(tmp_path, *LGAME, "--shards", "3", "--checkpoint", "0.0001", pause=0.5)
    saved(left, driver, left.stat().st_mtime_ns)
    workers = {each for each in below(driver.pid) if "ray::Worker" in open(f"/proc/{each[0]}/cmdline").read()}
    driver.kill()
    driver.communicate()
    code, _, told = retro(tmp_path, "solve", "lgame", "--threads", "1")
    assert code == 0 and "going on from" in told
    assert files_of(place) == files_of(finished)
    until = time.monotonic() + 120
    while (left := {(each, when) for each, (_, when) in processes().items()} & workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert len(workers) == 3 and not left  # agents of Ray's own take a minute to see that they are alone


def test_a_first_try_takes_one_command(tmp_path, finished):
    driver = drive(tmp_path, *LGAME)
    output, told = driver.communicate(timeout=300)
    assert driver.returncode == 0, told
    assert files_of(tmp_path / finished.name) == files_of(finished)
    assert "loopback only, with a token" in told and re.search(r"[\d.]+ for each edge", told)
    assert "2 threads of 2 workers on Ray" in output
    assert json.loads((tmp_path / finished.name / "run.json").read_text())["machine"]["workers"] == 2


@pytest.mark.soak(only=True)
def test_so_does_reach(tmp_path, finished):
    shutil.copytree(finished, tmp_path / finished.name)
    code, alone, told = retro(tmp_path, "reach", "lgame", "--json")
    assert code == 0, told
    driver = drive(tmp_path, "reach", *LGAME[1:], "--json")
    output, told = driver.communicate(timeout=300)
    assert driver.returncode == 0, told
    assert files_of(tmp_path / finished.name) == files_of(finished)
    answers = [{**json.loads(each), "seconds": 0, "peak_rss_bytes": 0} for each in (alone, output)]
    assert answers[0] == answers[1] and re.search(r"[\d.]+ for each edge", told)


def test_what_it_takes_is_told_before_anything_is_started(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "here", None)
    found = []
    for workers in ("1", "2", "4"):
        asked = "solve", "ostle", "--set", "pieces=8", "--engine", "ray", "--shards", workers, "--dry-run"
        code, text, told = retro(tmp_path, *asked, "--json")
        assert code == 0, told
        found.append(json.loads(text))
        code, text, _ = retro(tmp_path, *asked)
        assert code == 0 and re.search(rf"workers +{workers}\n", text) and "from worker to worker" in text
    assert [each["workers"] for each in found] == [1, 2, 4]
    network = [each["network_bytes"] for each in found]
    assert network[0] == 0 and network[2] == pytest.approx(network[1] * 3 / 2, rel=0.01)
    assert found[0]["memory_bytes"] > found[1]["memory_bytes"] > found[2]["memory_bytes"]
    code, text, _ = retro(tmp_path, "solve", "ostle", "--engine", "ray", "--memory", "3.5GiB", "--dry-run", "--json")
    stores = json.loads(text)["stores"]
    assert [each["fits"] for each in stores] == [False, False, True]
    assert stores[2]["memory_bytes"] <= 7 * GIB // 4 and all(each["seconds"] < 10**6 for each in stores)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["lgame", "--shards", "2"], "--shards is for --engine ray"),
        (["lgame", "--address", "auto"], "--address is for --engine ray"),
        (["lgame", "--engine", "ray", "--address", "ray://somewhere:10001"], "--address wants HOST:PORT"),
        (["lgame", "--engine", "ray", "--address", "somewhere"], "--address wants HOST:PORT"),
        (
            ["lgame", "--engine", "ray", "--address", "127.0.0.1:1"],
            "cannot join Ray at 127.0.0.1:1: ",
        ),
        (["lgame", "--engine", "ray", "--backend", "sweep"], "--engine ray is for the backend queue, not sweep"),
        (["british_square", "--engine", "ray"], "is for games with rank, unrank and unmoves; british_square does not"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path, words, told):
    code, _, found = retro(tmp_path, "solve", *words)
    assert code == 2 and told in found and found.count("\n") == 1


def test_without_the_extra_the_command_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, found = retro(tmp_path, *LGAME)
    assert code == 2 and 'pip install "retrograde[cluster]"' in found
    with ExitStack() as opened, pytest.raises(GameError, match="needs Ray"):
        crew.gathered("auto", 2, 1, opened, print)
