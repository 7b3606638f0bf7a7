"""Runs commands on disks that are too small, until one is large enough; then with more room. For `test_full_disk`.

    python small_disk.py DIRECTORY OPTION JOBS

Mounts a tmpfs, so it needs a mount namespace of its own. ``OPTION`` is ``size`` (in pages) or ``nr_inodes``. ``JOBS``
is JSON: of each job the directory that is there before, and the arguments of `retro`. Each is run without checkpoints,
and then with them. Answers in JSON, for each run and disk: exit code and stderr, the names that are left, exit code and
stderr with more room, and the hashes of all files.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import commanding
import typer.testing

from retro.app import self_check
from retro.storage.checkpoint import CheckpointFile
from retro.system import machine

self_check.SAMPLE_POSITIONS = 2  # of what solving looks at by itself
typer.testing._get_command = cache(typer.testing._get_command)  # as in conftest.py

STEP = {"size": 4096, "nr_inodes": 1}
PLENTY = "size=64m,nr_inodes=1000"


def run(data, arguments, saving):
    """Exit code and stderr; saved every fourth time when it could be, if at all."""
    asked = [0]

    def due(self):
        asked[0] += 1
        return saving and asked[0] % 4 == 0

    CheckpointFile.due = due
    said = commanding.run(*arguments, "--data", data)
    return said.code, said.errors


def answer(mounted, before, arguments, saving):
    """Of one disk; None if not even what was there before fits."""
    data = mounted / "data"
    try:
        shutil.copytree(before, data) if before.exists() else None
    except OSError:
        return None
    first = run(data, arguments, saving)
    names = sorted(each.name for each in data.iterdir()) if data.exists() else []
    subprocess.run(["mount", "-o", f"remount,{PLENTY}", str(mounted)], check=True)
    again = run(data, arguments, saving)
    files = {str(each.relative_to(data)): each for each in data.rglob("*") if each.is_file()}
    kept = {name: each for name, each in files.items() if not name.endswith((".lock", "run.json"))}
    return *first, names, *again, {name: hashlib.sha256(each.read_bytes()).hexdigest() for name, each in kept.items()}


def answers(mounted, option, before, arguments, saving):
    """Of larger and larger disks."""
    found = []
    number = 0
    while not found or found[-1][0] != 0:
        number += 1
        size = f"{option}={number * STEP[option]}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(mounted)], check=True)
        try:
            found += [one for one in [answer(mounted, before, arguments, saving)] if one]
        finally:
            subprocess.run(["umount", str(mounted)], check=True)
    return found


if __name__ == "__main__":
    machine.free_disk = lambda path: 1 << 40  # somebody else uses it up while the run is under way
    mounted, option, jobs = sys.argv[1:]
    runs = [(Path(before), job, saving) for saving in (False, True) for before, job in json.loads(jobs)]
    print(json.dumps([answers(Path(mounted), option, *each) for each in runs]))
