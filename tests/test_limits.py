"""What limits of the process (``ulimit -v``, ``-d``, ``-f``) refuse is reported in one line; no signal ends a run."""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from commanding import ask
from installing import python_path
from random_files import random_solution, store
from workplace import check_exit, soak_only

from retro.system import limits, machine
from retro.system.messages import exit_code

pytestmark = pytest.mark.compiled

MIB = 1 << 20
PROGRESS = re.compile(r".*: +\d+%")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says what a process holds")


def limited(code, *arguments, **environment):
    """Plain Python in a process of its own, which may set limits."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], env=python_path() | environment, capture_output=True, text=True
    )


def command(kind, limit, *arguments, **environment):
    """A command of `retro`, with a limit from its beginning."""
    code = f"import resource; resource.setrlimit(resource.{kind}, ({limit}, {limit}))\n"
    return limited(code + "from retrograde import main; main()", *arguments, **environment)


def check_refused(run, message):
    assert run.returncode == 4, (run.returncode, run.stderr)
    lines = [line for line in run.stderr.splitlines() if not PROGRESS.match(line)]
    assert len(lines) == 1 and lines[0].startswith("error: ") and message in lines[0], run.stderr


@linux
@pytest.mark.parametrize(
    ("kind", "mib", "message"),
    [
        (
            "RLIMIT_AS",
            100,
            "missing for numpy and the other libraries of every command, the compiler, compiling (536,870,912 needed, ",
        ),
        ("RLIMIT_AS", 250, "missing for the compiler, compiling (369,098,752 needed, "),
        ("RLIMIT_AS", 391, "bytes of memory are missing"),
        (
            "RLIMIT_DATA",
            80,
            "missing for numpy and the other libraries of every command, the compiler, compiling (318,767,104 needed, ",
        ),
        ("RLIMIT_DATA", 130, "bytes of memory are missing"),
    ],
)
def test_too_little_memory_is_reported_before_it_would_end_the_process(tmp_path, kind, mib, message):
    """OpenBLAS, loading LLVM, and LLVM that compiles."""
    directories = {"RETRO_CACHE": str(tmp_path / "cache"), "RETRO_DATA": str(tmp_path / "data")}
    check_refused(command(kind, mib * MIB, "solve", "lgame", **directories), message)


@soak_only
def test_the_documented_address_space_is_enough_and_with_less_a_command_ends_with_0_or_4(workplace):
    trust = (Path(__file__).parents[1] / "docs" / "trust.md").read_text(encoding="utf-8")
    (enough,) = map(int, re.findall(r"`ulimit -v (\d+)`", trust))
    check_exit(workplace.run("retro solve lgame"))
    check_exit(workplace.run(f"ulimit -v {enough}; retro solve lgame"))
    for _ in range(6):
        limit = workplace.random.randrange(120_000, enough)
        check_exit(workplace.run(f"ulimit -v {limit}; retro solve lgame"), 0, 4)


COMPILE = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
from retro.system import limits, machine
from retro.system.messages import exit_code
limits.begin()
limits.before_compiling()
from numba import int64, njit

def called(x):
    return x + 1

def whole(x, step):
    return step(x)

def attempt(left, work):
    size = (8 << 30) - machine.allowances()["ulimit -v"]
    resource.setrlimit(resource.RLIMIT_AS, (size + left, 8 << 30))
    try:
        work()
        return "done"
    except Exception as error:
        return f"{exit_code(error)} {error}"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))

inner, outer = njit(called), njit(lambda x: inner(x))
print(attempt(100 << 20, lambda: outer.compile((int64,))))
print(attempt(20 << 20, lambda: outer.compile((int64,))))
print(attempt(160 << 20, lambda: outer.compile((int64,))))
import threading
print(attempt(1 << 20, lambda: threading.Thread(target=print).start()))
"""


@linux
def test_available_memory_is_checked_before_each_compilation():
    run = limited(COMPILE)
    assert run.returncode == 0, run.stderr
    compiling, loading, done, thread = run.stdout.splitlines()
    assert compiling.startswith("4 ") and "missing for compiling (134,217,728 needed, " in compiling
    message = "missing for compiled code from the cache, compiling (184,549,376 needed, "
    assert loading.startswith("4 ") and message in loading
    assert done == "done"
    assert thread == "4 can't start new thread"


def test_without_limits_no_memory_is_checked(monkeypatch):
    monkeypatch.setattr(limits, "_watched", [])
    monkeypatch.setattr(limits, "_limited", limits._limited.__wrapped__)
    monkeypatch.setattr(machine, "allowances", dict)
    limits.begin()
    limits.before_compiling()
    assert limits._watched == []


@pytest.fixture(params=[160, *(pytest.param(mib, marks=soak_only) for mib in (100, 130, 150, 170, 190, 210, 240, 300))])
def control_group(request):
    """A size in MiB, and the file that takes up a process into a control group with so much memory."""
    for root, limit in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        folder = Path(root) / f"retro_test_{os.getpid()}"
        try:
            folder.mkdir()
        except OSError:
            continue
        try:
            (folder / limit).write_text(str(request.param * MIB))
            yield request.param, folder / "cgroup.procs"
        except OSError:
            continue
        else:
            return
        finally:
            folder.rmdir()
    pytest.skip("no control group of its own")


def test_a_command_in_a_small_control_group_ends_with_4_and_one_line(tmp_path, control_group):
    """Without the check the system would kill the process. 300 MiB are enough."""
    mib, procs = control_group
    directories = {"RETRO_CACHE": str(tmp_path / "cache"), "RETRO_DATA": str(tmp_path / "data")}
    code = "import os, sys; open(sys.argv.pop(1), 'w').write(str(os.getpid())); from retro.app.cli import main; main()"
    run = limited(code, str(procs), "solve", "lgame", **directories)
    if run.returncode or mib < 300:
        check_refused(run, f"bytes of memory are missing{' for compiling (134,217,728 needed, ' if mib == 160 else ''}")


def test_a_thread_that_cannot_be_started_is_reported(monkeypatch):
    def refuse():
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("retro.game.plugins.listing", refuse)
    assert ask("games", code=4).startswith("error: no more threads can be started: --threads 1 ")
    assert exit_code(RuntimeError("something else")) is None


def test_the_command_line_imports_no_numpy():
    """Its memory could not be checked before the import."""
    run = limited("import sys, retro.app.cli; print('numpy' in sys.modules)")
    assert run.stdout == "False\n", run.stderr


# Files that may not grow

STORE = """
import resource, sys
from pathlib import Path
from random_files import random_solution, store
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
from retro.system.errors import ResourceError
try:
    store(Path(sys.argv[1]), random_solution(2000, seed=1))
except ResourceError as error:
    print(error)
"""


def test_a_database_whose_files_may_not_grow_leaves_the_old_one(tmp_path):
    """The new database leaves nothing, and the old one remains."""
    store(tmp_path / "walk", random_solution(1000))
    before = {each: each.read_bytes() for each in (tmp_path / "walk").iterdir()}
    for limit, name in ((0, ".walk.lock"), (max(map(len, before.values())), ".walk.writing.")):
        run = limited(STORE, str(tmp_path / "walk"), str(limit))
        assert run.returncode == 0, run.stderr
        assert run.stdout.startswith(f"no file may be so large (ulimit -f: {limit:,} bytes): {tmp_path}/{name}")
        assert run.stdout.endswith(("/values.zst\n", ".lock\n"))
    assert sorted(each.name for each in tmp_path.iterdir()) == [".walk.lock", "walk"]
    assert {each: each.read_bytes() for each in (tmp_path / "walk").iterdir()} == before


def test_compiled_code_that_may_not_grow_is_reported(tmp_path):
    directories = {"RETRO_CACHE": str(tmp_path / "cache"), "RETRO_DATA": str(tmp_path / "data")}
    message = f"compiled code cannot be saved in {tmp_path}/cache: no file may be so large (ulimit -f: 1,000 bytes); "
    check_refused(command("RLIMIT_FSIZE", 1000, "solve", "british_square", "--set", "size=3", **directories), message)
    left = [each for each in (tmp_path / "cache").rglob("*") if each.is_file()]
    assert all(each.name.startswith("checked_") and each.stat().st_size == 0 for each in left)


@pytest.mark.parametrize(("limit", "words"), [(0, ("games",)), (10, ("info", "ostle"))])
def test_output_that_may_not_grow_is_reported(tmp_path, limit, words):
    """A file that a shell made, with a limit of the shell: none of ours, so the message has no name."""
    variables = {name: value for name, value in python_path().items() if name != "PYTHONUNBUFFERED"}
    with (tmp_path / "out").open("wb") as out:
        run = subprocess.run(
            [sys.executable, "-c", "from retrograde import main; main()", *words],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
            env=variables,
        )
    check_refused(run, f"error: no file may be so large (ulimit -f: {limit} bytes)")
    assert (tmp_path / "out").stat().st_size <= limit
