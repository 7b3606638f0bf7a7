"""Workers on Ray that the command starts itself: what listens, and what is left of them."""

from __future__ import annotations

import importlib.util
import json
import os
import sys

from trials import Skipped, Workplace, ended, trial

INSIDE = """
import json, os, signal, subprocess, sys, time
from pathlib import Path

LOOPBACK = "0100007F", "0" * 24 + "01000000", "0" * 16 + "FFFF00000100007F"  # 127.0.0.1, ::1, ::ffff:127.0.0.1

def listening():
    found = set()
    for name in ("tcp", "tcp6"):
        for line in Path("/proc/net", name).read_text().splitlines()[1:]:
            address, state = line.split()[1], line.split()[3]
            if state == "0A" and address.partition(":")[0] not in LOOPBACK:
                found.add(address)
    return found

def others():
    mine = {str(os.getpid()), str(os.getppid()), "1"}
    alive = [each for each in Path("/proc").glob("[0-9]*") if each.name not in mine]
    return [(each / "comm").read_text().strip() for each in alive if " Z " not in (each / "stat").read_text()]

known = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "1", "RAY_AUTH_MODE": "disabled"}
process = subprocess.Popen(["retro", *sys.argv[2:]], env=os.environ | known, stderr=subprocess.PIPE, text=True)
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


def alone(place: Workplace, how: str) -> tuple[int, str]:
    """A game solved on Ray, alone in a network and among processes of its own: exit code and stderr.

    Checks that nothing listens on other addresses than this machine's, and that no process is left.
    """
    if importlib.util.find_spec("ray") is None:
        raise Skipped("Ray is not installed")
    begin = ["unshare", "--net", "--pid", "--fork", "--mount-proc"]
    if os.geteuid() or place.run([*begin, "true"]).code:
        raise Skipped("no network and processes of its own can be had here")
    script = place.folder / "inside.py"
    script.write_text(INSIDE)
    line = f"ip link set lo up && exec {sys.executable} {script} '{how}' solve lgame --engine ray --threads 1"
    done = ended(place.run([*begin, "bash", "-c", line]))
    code, seen, left, errors, begun = json.loads(done.output.splitlines()[-1])
    assert begun, f"Ray never ran: {errors[-500:]!r}"
    assert not seen, f"listens for others: {seen}"
    assert not left, f"left behind: {left}"
    return code, errors


@trial()
def ray_listens_on_this_machine_alone(place: Workplace) -> None:
    """Whatever the environment says of Ray, what is started listens on this machine's address alone, and ends."""
    code, errors = alone(place, "wait")
    assert code == 0 and "Traceback" not in errors, (code, errors[-500:])
    ended(place.run("retro verify lgame"))


@trial()
def ray_after_a_hangup(place: Workplace) -> None:
    """At SIGHUP nothing of Ray is left, and the exit code is that of the signal, or 0 if all was done."""
    code, errors = alone(place, "hang up")
    assert code in (0, 129, -1) and "Traceback" not in errors, (code, errors[-500:])
