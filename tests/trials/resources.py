"""Little memory and little disk: control groups, limits of the process, small file systems."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from trials import Skipped, Workplace, ended, refused, trial

MIB = 1 << 20
GROUPS = Path("/sys/fs/cgroup")
TRUST = Path(__file__).parents[2] / "docs" / "trust.md"


@contextmanager
def control_group(mib: int) -> Iterator[Path]:
    """A control group whose processes get so much memory, of either version; Skipped where none may be made."""
    first = (GROUPS / "memory").is_dir()
    group = GROUPS / ("memory" if first else "") / f"retro-trial-{os.getpid()}"
    try:
        group.mkdir()
    except OSError as error:
        raise Skipped(f"no control group may be made: {error.strerror}") from error
    try:
        limit = group / ("memory.limit_in_bytes" if first else "memory.max")
        if not limit.exists():
            raise Skipped("control groups here do not limit memory")
        limit.write_text(str(mib * MIB))
        swap = group / "memory.swap.max"
        if swap.exists():
            swap.write_text("0")
        yield group
    finally:
        group.rmdir()


@contextmanager
def small_disk(place: Workplace, options: str) -> Iterator[tuple[list[str], Path]]:
    """How to begin a command on a file system of this size, which lasts for this trial alone, and where it is."""
    mounted = place.folder / "mounted"
    mounted.mkdir(exist_ok=True)
    holder = subprocess.Popen(
        ["unshare", "--mount", "bash", "-c", f"mount -t tmpfs -o {options} tmpfs {mounted} && echo ok && cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout and holder.stderr
        if holder.stdout.readline() != "ok\n":
            raise Skipped(f"mounting is not allowed here: {holder.stderr.read().strip()}")
        yield ["nsenter", "--mount", "--target", str(holder.pid), "--wd=" + str(place.folder)], mounted
    finally:
        holder.communicate()


@trial()
def small_control_group(place: Workplace) -> None:
    """In a group with little memory a run ends with 0 or with 4 and a line, and is never killed."""
    place.lgame()
    for mib in (100, 130, 150, 170, 190, 210, 240, 300):
        with control_group(mib) as group:
            done = place.run(f"echo $$ > {group}/cgroup.procs && exec retro solve lgame")
            ended(done, 0, 4)
            if done.code:
                refused(done, 4, "bytes of memory are missing")
    assert done.code == 0, "300 MiB are enough"


@trial()
def little_address_space(place: Workplace) -> None:
    """What the page on trust says is enough is enough; with less, a command ends with 0 or 4, never by a signal."""
    place.lgame()
    ended(place.run("retro solve lgame"))
    (enough,) = re.findall(r"`ulimit -v (\d+)`", TRUST.read_text(encoding="utf-8"))
    ended(place.run(f"ulimit -v {enough}; retro solve lgame"))
    for _ in range(6):
        most = place.random.randrange(120_000, int(enough))
        ended(place.run(f"ulimit -v {most}; retro solve lgame"), 0, 4)


@trial()
def disk_too_small(place: Workplace) -> None:
    """On a disk that is too small a command ends with 4 and one line, nothing half-written stays, and it goes on."""
    commands = ("solve lgame", "reach lgame", "export lgame --format csv --out out", "plot lgame --out plots")
    for size in ("4k", "12k", "40k"):
        with small_disk(place, f"size={size}") as (begin, mounted):
            for command in commands:
                done = place.run([*begin, "bash", "-c", f"cd {mounted}; retro {command} --data {mounted}/data"])
                ended(done, 0, 4, 5)
                left = place.run([*begin, "find", str(mounted), "-name", "*writing*"]).output
                assert not left, (size, command, left)
            ended(place.run([*begin, "mount", "-o", "remount,size=64m", str(mounted)]))
            for command in ("solve lgame", "verify lgame"):
                ended(place.run([*begin, "bash", "-c", f"cd {mounted}; retro {command} --data {mounted}/data"]))


@trial()
def full_disk_leaves_nothing(place: Workplace) -> None:
    """On a full disk `plot` leaves no directory, and `play --record` no empty record that stops the next try."""
    place.lgame()
    with small_disk(place, "size=4k,nr_inodes=20") as (begin, mounted):
        fill = f"head -c 4096 /dev/zero > {mounted}/full"
        for command in (f"plot lgame --out {mounted}/plots", f"play lgame --record {mounted}/game.json"):
            done = place.run([*begin, "bash", "-c", f"{fill}; retro {command}"])
            refused(done, 4, "the disk is full", str(mounted))
            left = place.run([*begin, "ls", "-A", str(mounted)]).output
            assert left == "full\n", (command, left)
