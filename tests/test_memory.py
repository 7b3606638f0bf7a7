"""Memory and disk: predictions, measurements, and what the machine and its limits make available."""

import gc
import json
import resource
import subprocess
import sys

import pytest
from installing import python_path, register
from runs import rules_of

from retro.app import interruption
from retro.app.arguments import RunOptions
from retro.app.commands.solve import Job
from retro.app.requirements import best
from retro.solving import plans
from retro.system import machine
from retro.system.progress import Silent

MIB = 1 << 20

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says what a process holds")


def printed(code, *words):
    """Returns what a program in Python prints as JSON, in a process of its own."""
    command = [sys.executable, "-c", code, *map(str, words)]
    result = subprocess.run(command, capture_output=True, text=True, env=python_path())
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


# Predictions


@linux
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "min_bytes"),
    [
        ("lgame", 100 * MIB),
        pytest.param("british_square --set size=3", 100 * MIB, marks=pytest.mark.soak),
        pytest.param("wide --set thousands=10000", 40_000_000, marks=pytest.mark.soak),
        pytest.param("wide --set thousands=50000", 200_000_000, marks=pytest.mark.soak),
    ],
)
def test_a_run_takes_the_memory_that_was_predicted(site, data, game, min_bytes):
    """If the cache has some of its kernels only, because other tests have filled it in part, a second run counts."""
    register(site, "wide", {"wide": "wide_game.plugin"})
    program = ("import retrograde; retrograde.main()", "solve", *game.split(), "--checkpoint", 0.01, "--json")
    for _ in range(2):
        predicted, taken = printed(*program, "--dry-run")["memory_bytes"], printed(*program)["peak_rss_bytes"]
        assert taken > min_bytes
        if taken <= predicted < 1.15 * taken:
            return
    pytest.fail(f"{predicted:,} bytes were predicted, {taken:,} taken")


@linux
def test_the_peak_is_that_of_the_process_itself():
    """The process that started it holds more."""
    ballast = bytearray(150 * MIB)
    peak, held = printed("from retro.system import machine; print([machine.peak_memory(), machine.held_memory()])")
    assert 5 * MIB < held < peak + MIB < 100 * MIB  # the system counts some pages a little later
    assert machine.peak_memory() + MIB > machine.held_memory() > len(ballast)


@linux
def test_held_memory_grows_with_used_memory_and_not_with_reserved_memory():
    import numpy as np

    gc.collect()  # nothing that other tests have left is released meanwhile
    before = machine.held_memory()
    reserved = np.empty(400 * MIB, np.uint8)
    assert machine.held_memory() - before < 100 * MIB
    reserved[: 200 * MIB] = 1
    assert 150 * MIB < machine.held_memory() - before < 300 * MIB


def test_a_plan_counts_records_and_checkpoints():
    """Records have four bytes; a checkpoint stores them compressed."""
    rules = rules_of("ostle")
    needed = plans(rules, "queue", 2, 1 << 40)[0]
    records = 4 * 2_749_150_869
    assert records < needed.memory_bytes - machine.held_memory() - needed.tiles.budget < records + (1 << 29)
    assert needed.tiles.budget == records // 8
    # measured: 2.14e9 bytes of the database, 1.243 bytes per slot of the largest checkpoint
    assert 2_142_070_981 < needed.database_bytes < 2 * 2_142_070_981
    assert 1.243 < needed.checkpoint_bytes / rules.slots < 1.5
    assert plans(rules_of("ostle", size=3), "reference", 1, 1 << 40)[0].checkpoint_bytes == 0


def test_two_checkpoints_are_counted_less_the_bytes_of_an_existing_one(tmp_path):
    rules, path = rules_of("lgame"), tmp_path / "lgame"

    def required(minutes):
        options = RunOptions(checkpoint=minutes)
        return best(Job(path, 2, Silent(), lambda line: None, options, rules=rules, backend="auto").choices())

    one = plans(rules, "queue", 2, 1 << 40)[0].checkpoint_bytes
    assert required(1).checkpoints_bytes == 2 * one
    assert required(0).checkpoints_bytes == one
    needed = required(1)
    assert needed.disk_bytes == needed.database_bytes + 2 * one
    left = tmp_path / ".lgame.solve.checkpoint"
    left.write_bytes(bytes(1000))
    assert required(1).checkpoints_bytes == 2 * one - 1000
    assert interruption.checkpoints_bytes(left, 400, 60.0) == 0


# Available memory


@pytest.fixture
def system(tmp_path, monkeypatch):
    """Replaces the files in which the system reports memory. Returns a function that writes one of them."""
    monkeypatch.setattr(machine, "Path", lambda path: tmp_path / str(path).lstrip("/"))  # no user may write them

    def write(path, text):
        file = tmp_path / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    write("/proc/meminfo", "MemTotal:       16000000 kB\nMemFree:  1 kB\nMemAvailable:    8000000 kB\n")
    return write


V2 = "/sys/fs/cgroup"
V1 = "/sys/fs/cgroup/memory"
ENDLESS = "9223372036854771712"


def test_available_memory_is_all_memory_where_the_system_reports_none(system, tmp_path):
    (tmp_path / "proc" / "meminfo").unlink()
    assert machine.available_memory() == machine.memory() > 0
    assert machine.held_memory() == machine.peak_memory() > 0


def group2(system, path, limit, current, cached):
    system(f"{V2}{path}/memory.max", f"{limit}\n")
    system(f"{V2}{path}/memory.current", f"{current}\n")
    system(f"{V2}{path}/memory.stat", f"anon 5\nfile 7\ninactive_file {cached}\nactive_file 2\n")


def group1(system, path, limit, current, cached):
    system(f"{V1}{path}/memory.limit_in_bytes", f"{limit}\n")
    system(f"{V1}{path}/memory.usage_in_bytes", f"{current}\n")
    system(f"{V1}{path}/memory.stat", f"cache 7\ninactive_file 1\ntotal_inactive_file {cached}\n")


both_versions = pytest.mark.parametrize(
    ("group", "line"), [(group2, "0::{}\n"), (group1, "5:cpu,memory:{}\n3:cpuset:/x\n0::/\n")]
)


@both_versions
@pytest.mark.parametrize(
    ("groups", "left"),
    [
        ({"/a/b": (1000, 300, 0)}, 700),
        ({"/a/b": (1000, 300, 200)}, 900),  # the file cache is released
        ({"/a": (500, 400, 50), "/a/b": (1000, 300, 0)}, 150),  # the tightest of all that enclose it
        ({"/a": (500, 100, 0), "/a/b": (ENDLESS, 300, 0)}, 400),
        ({"": (2000, 100, 0), "/a/b": (ENDLESS, 300, 0)}, 1900),
        ({"/a/b": (1000, 1300, 0)}, 0),
        ({"/other": (1, 0, 0)}, None),
        ({"/a/b": (ENDLESS, 300, 0)}, None),
        ({}, None),
    ],
)
def test_limits_of_control_groups(system, group, line, groups, left):
    system("/proc/self/cgroup", line.format("/a/b"))
    for path, numbers in groups.items():
        group(system, path, *numbers)
    assert machine.available_memory() == (8_000_000 * 1024 if left is None else left)


@both_versions
@pytest.mark.parametrize(
    ("limit", "current", "cached", "usable"),
    [
        (200, 80, 0, 180),  # 60 held, all charged
        (200, 80, 30, 200),  # the file cache is released, but never more than the limit
        (200, 30, 0, 200),  # part of what is held are pages of files that another group has read
    ],
)
def test_a_process_cannot_hold_more_than_its_control_group_allows(system, group, line, limit, current, cached, usable):
    system("/proc/self/cgroup", line.format("/a"))
    system("/proc/self/status", f"VmRSS:\t{60 * 1024} kB\n")
    group(system, "/a", limit * MIB, current * MIB, cached * MIB)
    assert machine.usable_memory() == usable * MIB
    assert machine.allowances() == {machine.GROUP: (limit - current + cached) * MIB}


def test_a_container_sees_its_own_control_group_as_the_root(system):
    system("/proc/self/cgroup", "0::/\n")
    group2(system, "", "max", 300, 0)  # no limit
    assert machine.available_memory() == 8_000_000 * 1024
    system("/proc/self/cgroup", "5:memory:/docker/0123456789abcdef\n")  # the host has another path for it
    group1(system, "", 4096, 1096, 0)
    assert machine.available_memory() == 3000


@linux
@pytest.mark.parametrize("kind", ["RLIMIT_AS", "RLIMIT_DATA"])
def test_limits_of_the_process(kind):
    code = f"""
import resource
from retro.system import machine
resource.setrlimit(resource.{kind}, (900 << 20, 900 << 20))
before = machine.available_memory()
more = bytearray(300 << 20)
print([before, machine.available_memory()])
"""
    before, after = printed(code)
    assert 500 * MIB < before < 900 * MIB
    assert before - after == pytest.approx(300 * MIB, abs=5 * MIB)


def test_an_infinite_limit_is_no_limit(system):
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] == resource.RLIM_INFINITY
    assert machine.allowances() == {} and machine.available_memory() == 8_000_000 * 1024
