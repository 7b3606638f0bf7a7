"""Workers on Ray that the command starts itself: the addresses on which they listen, and the processes that remain."""

import importlib.util
import json
import os
import sys

import pytest
from workplace import check_exit, soak_only

pytestmark = pytest.mark.compiled

INSIDE = """
import json, os, signal, subprocess, sys, time
from pathlib import Path

LOOPBACK = "0100007F", "0" * 24 + "01000000", "0" * 16 + "FFFF00000100007F"  # 127.0.0.1, ::1, ::ffff:127.0.0.1

def listening():
    addresses = set()
    for name in ("tcp", "tcp6"):
        for line in Path("/proc/net", name).read_text().splitlines()[1:]:
            address, state = line.split()[1], line.split()[3]
            if state == "0A" and address.partition(":")[0] not in LOOPBACK:
                addresses.add(address)
    return addresses

def others():
    mine = {str(os.getpid()), str(os.getppid()), "1"}
    alive = [each for each in Path("/proc").glob("[0-9]*") if each.name not in mine]
    return [(each / "comm").read_text().strip() for each in alive if " Z " not in (each / "stat").read_text()]

settings = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1", "RAY_AUTH_MODE": "disabled"}
process = subprocess.Popen(["retro", *sys.argv[2:]], env=os.environ | settings, stderr=subprocess.PIPE, text=True)
seen, begun = set(), 0.0
while process.poll() is None:
    seen |= listening()
    if "raylet" in others():
        begun = begun or time.monotonic()
        if sys.argv[1] == "hang up" and time.monotonic() > begun + 3:
            process.send_signal(signal.SIGHUP)
            process.wait()
    time.sleep(0.05)
last = time.monotonic() + 20
while others() and time.monotonic() < last:
    time.sleep(0.2)
print(json.dumps([process.returncode, sorted(seen), others(), process.stderr.read(), bool(begun)]))
"""


def solve_alone(workplace, how):
    """Solves a game on Ray in namespaces of its own for network and processes. Returns its exit code.

    Checks that nothing listens on other addresses than this machine's, and that no process remains. ``how`` is
    "wait", or "hang up": SIGHUP is sent three seconds after Ray begins.
    """
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    begin = ["unshare", "--net", "--pid", "--fork", "--mount-proc"]
    if os.geteuid() or workplace.run([*begin, "true"]).code:
        pytest.skip("namespaces for network and processes are not allowed here")
    script = workplace.folder / "inside.py"
    script.write_text(INSIDE)
    line = f"ip link set lo up && exec {sys.executable} {script} '{how}' solve lgame --engine ray --threads 1"
    result = check_exit(workplace.run([*begin, "bash", "-c", line]))
    code, addresses, processes, errors, ray_ran = json.loads(result.output.splitlines()[-1])
    assert ray_ran and "Traceback" not in errors, errors[-500:]
    assert not addresses and not processes
    return code


@soak_only
def test_workers_listen_on_this_machine_alone_and_end(workplace):
    """Settings of Ray in the environment do not change that."""
    assert solve_alone(workplace, "wait") == 0
    check_exit(workplace.run("retro verify lgame"))


@soak_only
def test_workers_end_after_sighup(workplace):
    assert solve_alone(workplace, "hang up") in (0, 129, -1)  # 0 if the run ended before the signal
