"""Streams, limits, users, terminals, names, clocks and signals: a row is a line of bash, its exit code and its message.

GAME is the small game, which is solved and searched. A command that fails has changed nothing.
"""

import os
import random
import re
import resource
import shlex
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from harness import GIVEN, check_result, files_below, forked, without_runs
from numba import int64, njit
from terminal import Terminal
from workplace import USER, Workplace, check_exit, contents, stopped, wait_until

from retro.compiling.cache_directory import cache_directory
from retro.system import limits, machine
from retro.system.messages import exit_code

GAME = "british_square --set size=3"
QUERY, QUERIED = "retro query GAME start", r"from the start +0"
TRUST = Path(__file__).parents[2].joinpath("docs", "trust.md").read_text(encoding="utf-8")
(ENOUGH,) = map(int, re.findall(r"`ulimit -v (\d+)`", TRUST))
COMPILED = "env -u RETRO_PLAIN retro"
NOTHING, OF_THE_CACHE = r"\A\Z", r"\A(?!.*plugin).*/file.*RETRO_CACHE"
NO_HOME = "env -u HOME -u XDG_CACHE_HOME -u XDG_DATA_HOME -u RETRO_CACHE"
PYTHON = f"{shlex.quote(sys.executable)} -c"
NOBODY = f'{PYTHON} "import pwd, retrograde; pwd.getpwuid = {{}}.__getitem__; retrograde.main()"'
BROKEN = (
    """python -c "from retro.game import plugins; import retrograde; plugins.listing = 0; retrograde.main()" games"""
)
IN_MEMORY = r"missing for numpy and the other libraries of every command, the compiler, compiling \({} needed, "

LINES = [
    (f"{QUERY} >&-", 2, "stdout is closed.*/dev/null"),
    ("retro play GAME <&-", 0, "not played to the end"),
    (f"{QUERY} 2>/dev/full", 0, QUERIED),
    (f"{QUERY} | true", 141, NOTHING),
    ("retro games >/dev/full", 4, "the disk is full.*stdout"),
    ("PYTHONIOENCODING=ascii retro stats GAME", 0, r"\\u2500"),
    (BROKEN, 70, "TypeError"),
    (f"touch file; RETRO_CACHE=$PWD/file {COMPILED} puzzles GAME", 2, OF_THE_CACHE),
    (f"{NO_HOME} -u RETRO_PLAIN {NOBODY} puzzles GAME", 2, "home directory.*RETRO_CACHE"),
    ("ulimit -v 102400; retro solve lgame", 4, IN_MEMORY.format("536,870,912")),
    ("ulimit -f 0; retro solve GAME", 4, r"no file may be so large \(ulimit -f: 0 bytes\): .*\.lock$"),
    ("ulimit -f 1; retro solve GAME", 4, r"no file may be so large \(ulimit -f: 1,024 bytes\): .*/manifest.json$"),
    ("prlimit --fsize=10 retro info ostle > out", 4, r"no file may be so large \(ulimit -f: 10 bytes\)"),
    (f"""{PYTHON} 'import sys, retro.app.cli; print(sys.modules.get("numpy"))'""", 0, "None"),
]
SOAK_LINES = [
    (f"{QUERY} 1</dev/null", 2, "stdout is closed.*/dev/null"),
    ("retro games <&- >&- 2>&-", 2, NOTHING),
    (f"{QUERY} 2>&-", 0, QUERIED),
    ("retro query GAME nonsense 2>/dev/full", 2, NOTHING),
    *((f"retro {command} | true", 141, NOTHING) for command in ("--help", "query --help")),
    *(
        (f"retro {command} GAME {more} | true", 141, NOTHING)
        for command in "solve stats line puzzles compose extremes report check-file verify".split()
        for more in ("", "--json")
    ),
    ("retro play GAME --first random --second random | head -1", (0, 141), ""),
    ("retro puzzles GAME --limit 100000 --json | head -1", (0, 141), ""),
    ("mkdir é; PYTHONIOENCODING=latin-1 retro info GAME --data é | cat -v", 0, "M-i/"),
    *(
        (f"PYTHONIOENCODING={encoding} retro {command} >out", 0, "")
        for command in ("report GAME", "compose GAME", "stats GAME", "extremes GAME", "games", "--help")
        for encoding in ("ascii", "cp932", "latin-1")
    ),
    *((f"LC_ALL={each} PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 retro stats GAME", 0, "u2500") for each in ("C", "POSIX")),
    ("retro solve GAME 2> >(true) && retro verify GAME", 0, "is verified"),
    *(
        (f"touch file; RETRO_CACHE=$PWD/file{below} {COMPILED} {command}", 2, OF_THE_CACHE)
        for command in ("puzzles GAME", "verify GAME", "check GAME --seconds 0.1", "compose GAME")
        for below in ("", "/below")
    ),
    *(
        (f"touch file; RETRO_CACHE=$PWD/file/below {COMPILED} {command}", 0, "")
        for command in ("games", "info GAME", "query GAME start", "line GAME start", "check-file GAME")
    ),
    (f"{NO_HOME} {NOBODY} query GAME start", 0, QUERIED),
    (f"{NO_HOME} -u RETRO_DATA {NOBODY} stats GAME", 2, "--data or RETRO_DATA"),
    (f"ulimit -v 256000; {COMPILED} solve lgame", 4, r"missing for the compiler, compiling \(369,098,752 needed, "),
    (f"ulimit -v 400384; {COMPILED} solve lgame", 4, "bytes of memory are missing"),
    ("ulimit -d 81920; retro solve lgame", 4, IN_MEMORY.format("318,767,104")),
    (f"ulimit -d 133120; {COMPILED} solve lgame", 4, "bytes of memory are missing"),
    (f"ulimit -v {ENOUGH}; {COMPILED} solve lgame", 0, ""),
    *((f"ulimit -v {kib}; {COMPILED} solve lgame", (0, 4), "memory") for kib in range(120_000, ENOUGH, 60_000)),
    (f"ulimit -f 1; {COMPILED} solve GAME", 4, "compiled code cannot be saved in .*/cache: no file may be so large"),
    ("ulimit -f 0; retro games > out", 4, r"no file may be so large \(ulimit -f: 0 bytes\)"),
    *(
        (f"{setting} {COMPILED} {command}", (0, 2), rf"\A(?!.*(plugin|breaks)).*{setting.partition('=')[0]}")
        for setting in ("NUMBA_CPU_NAME=generic", "NUMBA_DISABLE_JIT=1", "NUMBA_OPT=0")
        for command in ("puzzles GAME --limit 1", "check GAME --seconds 0.1")
    ),
]


@pytest.fixture
def shell(place):
    """Runs lines of bash in the directory of the place, with an empty cache."""
    shell = Workplace(place.folder, random.Random(1), lambda: place.data)
    shell.environment["RETRO_CACHE"] = str(place.folder / "cache")
    return shell


@pytest.mark.parametrize(
    ("line", "codes", "message"), [*LINES, *(pytest.param(*each, marks=pytest.mark.soak) for each in SOAK_LINES)]
)
def test_a_command_has_a_result_or_one_line_of_error(place, shell, line, codes, message):
    before = files_below(place.data)
    result = shell.run(line.replace("GAME", GAME))
    assert result.code in (codes if isinstance(codes, tuple) else (codes,)), result
    if not (isinstance(codes, tuple) and result.code == 0):
        check_result(result, result.code, message)
    if result.code:
        assert files_below(place.data) == before


# Other users


def as_user(shell, line, before=":", **variables):
    """Runs a line as a user who has a home directory; root does ``before``."""
    return shell.as_user(line.replace("GAME", GAME), before, variables, home=True)


@pytest.mark.soak
@pytest.mark.compiled
def test_a_warm_cache_of_another_user_is_read_and_never_written(shell):
    """What an empty cache lacks is compiled, with one warning. No cache appears in the home directory."""
    warm, empty = shell.folder / "warm", shell.folder / "empty"
    warm.mkdir()
    empty.mkdir()
    commands = [f"retro {each} GAME" for each in ("puzzles", "verify", "check --seconds 0.1", "compose")]
    for command in commands:  # they leave all that they need in the cache of this user
        check_exit(shell.run(command.replace("GAME", GAME), variables={"RETRO_CACHE": None}))
    bound = f"mount --bind {shlex.quote(str(cache_directory()))} {warm} && mount -o remount,ro,bind {warm}"
    for command in commands:
        result = as_user(shell, command, bound, RETRO_CACHE=str(warm))
        assert "warning" not in check_exit(result).errors, (command, result.errors)
    result = check_exit(as_user(shell, commands[0], RETRO_CACHE=str(empty)))
    (warning,) = [line for line in result.errors.splitlines() if line.startswith("warning: ")]
    assert str(empty) in warning and "RETRO_CACHE" in warning
    assert not [each for each in (shell.folder / "home").rglob("*") if each.is_file()]


@pytest.mark.soak
@pytest.mark.compiled
def test_an_unreadable_cache_is_named(shell):
    """Unreadable files in a readable cache are compiled anew, with a warning."""
    closed, files = shell.folder / "closed", shell.folder / "files"
    closed.mkdir(mode=0o700)
    for command in ("retro puzzles GAME", "retro verify GAME"):
        result = as_user(shell, command, RETRO_CACHE=str(closed))
        check_result(result, 2, rf"\A(?!.*plugin).*{closed}.*RETRO_CACHE")
    check_exit(as_user(shell, QUERY, RETRO_CACHE=str(closed)))
    check_exit(shell.run(f"retro puzzles {GAME}", variables={"RETRO_CACHE": str(files)}))
    check_exit(shell.run(f"find {files} -type f -exec chmod 600 {{}} +"))
    result = check_exit(as_user(shell, "retro puzzles GAME", RETRO_CACHE=str(files)))
    assert str(files) in result.errors and "RETRO_CACHE" in result.errors


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(("home", "message"), [(None, "home directory"), ("/nonexistent", "/nonexistent/.cache/retro")])
def test_a_user_without_a_home_directory_runs_commands_that_compile_nothing(place, shell, home, message):
    for each in (place.data, place.path):
        os.chown(each, USER, USER)
    variables = {"RETRO_CACHE": None, "HOME": home}
    for command in ("games", f"info {GAME}", f"query {GAME} start", f"line {GAME} start", f"check-file {GAME}"):
        check_exit(shell.as_user(f"retro {command}", variables=variables))
    check_result(shell.as_user(f"retro verify {GAME}", variables=variables), 2, f"{message}.*RETRO_CACHE")


@pytest.mark.soak
@pytest.mark.parametrize("name", ["values.zst", "manifest.json"])
def test_files_that_another_user_may_not_read_are_not_called_damaged_or_missing(place, shell, name):
    (place.path / name).chmod(0o600)
    for command in ("query GAME start", "stats GAME", "check-file GAME", "verify GAME --sample 10"):
        result = as_user(shell, f"retro {command}", RETRO_CACHE=None)
        if (command, name, result.code) != ("stats GAME", "values.zst", 0):
            check_result(result, 2, f"{name}: Permission denied$")


# Terminals, names, clocks and signals


@pytest.mark.parametrize(
    ("kind", "columns", "commands"),
    [
        ("dumb", 80, ("play GAME", "verify GAME --sample 100")),
        *(
            pytest.param("xterm", columns, (f"{command} GAME",), marks=pytest.mark.soak)
            for columns in (1, 2, 5, 20, 40)
            for command in ("query start", "stats", "games", "info", "play", "verify", "report")
        ),
    ],
)
def test_commands_print_on_any_terminal(shell, kind, columns, commands):
    """On one without escape codes, none."""
    for command in commands:
        word, *more = command.replace("GAME", "").split()
        line = [word, *(GAME.split() if word != "games" else ()), *more]
        with Terminal(line, shell.environment, columns, kind) as terminal:
            code, shown = terminal.end("quit\n")
        assert code == 0 and "Traceback" not in shown, shown[-500:]
        assert kind != "dumb" or "\x1b" not in shown


NAMES = (
    b"with space",
    b"with\nnewline",
    b"caf\xe9",
    "雅".encode(),
    b"-dash",
    b"quote'\"",
    b"\x1b[31m",
    b"a,b=c",
    b"x" * 200,
)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_directories_may_have_any_name_and_no_name_commands_a_terminal(shell, name):
    data = os.fsdecode(os.path.join(os.fsencode(shell.folder), name))
    os.mkdir(data)
    for command in ("solve", "query start", "check-file", "info", "export --format csv --out out"):
        word, *more = command.replace("--out out", f"--out {shlex.quote(data)}/out").split(" ", 1)
        result = shell.run(["retro", word, *GAME.split(), *shlex.split(" ".join(more)), "--data", data])
        assert "\x1b" not in check_exit(result).output + result.errors


CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static long calls;
int clock_gettime(clockid_t which, struct timespec *now) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, now);
    if (which == CLOCK_REALTIME) now->tv_sec = BEGIN - STEP * __sync_fetch_and_add(&calls, 1);
    return result;
}
"""


@pytest.mark.soak
@pytest.mark.parametrize(("begin", "step"), [(1_700_000_000, 1), (86_400, 0), (4_102_444_800, 3600)])
def test_a_clock_that_is_wrong_or_goes_back_does_not_change_the_database(place, shell, begin, step):
    """A function in C comes before that of the system."""
    compiler = shutil.which("cc") or shutil.which("gcc") or pytest.skip("there is no C compiler")
    (shell.folder / "clock.c").write_text(CLOCK)
    macros = f"-DBEGIN={begin}L -DSTEP={step}L"
    check_exit(shell.run(f"{compiler} -shared -fPIC {macros} -o clock.so clock.c -ldl"))
    variables, before = {"LD_PRELOAD": str(shell.folder / "clock.so")}, contents(place.solved)
    check_exit(shell.run(f"retro solve {GAME} --checkpoint 0.0001", variables=variables))
    assert contents(place.path).items() <= before.items() | GIVEN.items()
    check_exit(shell.run(f"retro info {GAME}", variables=variables))


@pytest.mark.soak
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("command", ["solve GAME --checkpoint 0.0001", "export GAME --format csv --out out --force"])
def test_a_signal_at_any_moment_leaves_all_or_nothing(place, shell, command, number):
    """Also while modules are imported. The same command goes on, and ends with the same files."""
    line, codes = f"exec retro {command}".replace("GAME", GAME), (0, -number, 128 + number)
    check_exit(shell.run(line))
    after = without_runs(files_below(place.folder))
    for moment in range(8):
        process = shell.begin(line)
        time.sleep(0.3 + 0.2 * moment)
        check_exit(stopped(process, number), *codes)
        check_exit(shell.run(line))
        assert without_runs(files_below(place.folder)) == after


@pytest.mark.soak
@pytest.mark.parametrize("redirection", ["2>&-", "2</dev/null", "2>/dev/full"])
def test_a_run_without_stderr_saves_at_sigterm_and_resumes(place, shell, redirection):
    line = f"retro solve {GAME} --checkpoint 1e-9 {redirection}"
    process = shell.begin(f"exec {line}")
    wait_until(lambda: list(place.data.glob(".*.checkpoint")), "a checkpoint", process)
    assert stopped(process, signal.SIGTERM).code in (143, 0)
    assert shell.run(line).code == 0 and not list(place.data.glob(".*.checkpoint"))


# Memory that is missing while a command runs


@pytest.mark.compiled
def test_available_memory_is_checked_before_each_compilation():
    def limited():
        """Returns what is raised with so much memory left, before code is compiled, and before a thread."""
        whole, said = 8 << 30, []
        resource.setrlimit(resource.RLIMIT_AS, (whole, whole))
        limits._limited.cache_clear()  # this process has been without limits
        limits.begin()
        limits.before_compiling()
        inner = njit(lambda x: x + 1)
        outer = njit(lambda x: inner(x))
        for left, work in (
            *((mib << 20, lambda: outer.compile((int64,))) for mib in (100, 20, 160)),
            (1 << 20, lambda: threading.Thread(target=print).start()),
        ):
            resource.setrlimit(resource.RLIMIT_AS, (whole - machine.allowances()["ulimit -v"] + left, whole))
            try:
                work()
                said.append("")
            except Exception as error:
                said.append(f"{exit_code(error)} {error}")
            finally:
                resource.setrlimit(resource.RLIMIT_AS, (whole, whole))
        return said

    code, (compiling, loading, done, thread) = forked(limited)
    assert re.match(r"4 .*missing for compiling \(134,217,728 needed, ", compiling)
    assert re.match(r"4 .*missing for compiled code from the cache, compiling \(184,549,376 needed, ", loading)
    assert (code, done, thread) == (0, "", "4 can't start new thread")
