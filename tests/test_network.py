"""Two machines whose network is cut while they solve a game: for a moment, and for longer than a run waits.

As a script, this file runs in a network namespace of its own.
"""

import os
import secrets
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

GAME = "ostle --set men=3 --set left=2 --set pieces=6"
HERE, THERE = "10.77.0.1", "10.77.0.2"
CUTS = (5, 100)
"""Seconds: less than Ray needs to give a machine up, and more than `retro` waits for a worker."""
BEGUN = 4.0
"""Seconds of solving before the network is cut."""


def run(line: str, **more: object) -> None:
    """Runs a command that must succeed."""
    subprocess.run(shlex.split(line), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)


def other_machine() -> int:
    """Returns the id of a process with a network of its own, which a cable connects to this one's."""
    process = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
    while os.readlink(f"/proc/{process.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
        time.sleep(0.01)
    inside = f"nsenter --net --target {process.pid}"
    for line in (
        "ip link set lo up",
        f"ip link add here type veth peer name there netns {process.pid}",
        f"ip address add {HERE}/24 dev here",
        "ip link set here up",
        f"{inside} ip link set lo up",
        f"{inside} ip address add {THERE}/24 dev there",
        f"{inside} ip link set there up",
    ):
        run(line)
    return process.pid


def values(data: Path) -> bytes:
    """Returns the file of values of the only database."""
    return next(data.glob("*/values.zst")).read_bytes()


def cut(seconds: int, folder: Path, expected: bytes) -> bool:
    """Returns whether a run ends with the ``expected`` values after its network was cut for so many seconds."""
    data = folder / f"cut for {seconds}"
    line = f"retro solve {GAME} --engine ray --address {HERE}:6379 --threads 1 --checkpoint 0.05 --data"
    command = [*shlex.split(line), str(data)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    for line in process.stderr:
        if "level" in line:
            break
    time.sleep(BEGUN)
    assert process.poll() is None, "the run ended before the network was cut"
    run("ip link set here down")
    time.sleep(seconds)
    run("ip link set here up")
    errors = process.communicate()[1]
    print(f"cut for {seconds} s: exit {process.returncode}", errors, sep="\n", flush=True)
    if process.returncode:
        subprocess.run(command, check=False)
    return "Traceback" not in errors and values(data) == expected


def cut_all() -> bool:
    """Returns whether both runs end with the right values, where this process has a network of its own."""
    os.environ |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    os.environ |= {"RAY_memory_monitor_refresh_ms": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    there = other_machine()
    with tempfile.TemporaryDirectory() as folder:
        run(f"retro solve {GAME} --data {folder}/alone")
        expected, size = values(Path(folder, "alone")), "--num-cpus 2 --object-store-memory 500000000"
        try:
            run(f"ray start --head --node-ip-address {HERE} --port 6379 --temp-dir {folder}/ray {size}")
            joined = f"ray start --address {HERE}:6379 --node-ip-address {THERE} {size}"
            run(f"nsenter --net --target {there} {joined}")
            return all(cut(seconds, Path(folder), expected) for seconds in CUTS)
        finally:
            run("ray stop --force")
            run(f"kill {there}")


@pytest.mark.soak
def test_a_run_survives_a_cut_network_or_continues_when_it_is_run_again():
    """Either run ends with the database that one process makes, or with one line, and then the same command goes on.

    Takes five minutes.
    """
    if os.geteuid() or subprocess.run(["unshare", "--net", "true"], check=False).returncode:
        pytest.skip("a network namespace needs Linux and root")
    result = subprocess.run(["unshare", "--net", sys.executable, __file__], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result


if __name__ == "__main__":
    sys.exit(not cut_all())
