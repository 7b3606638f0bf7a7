"""Streams, limits, users, terminals, names, clocks and signals: a row is a line of bash, its exit code and its message.

GAME is the small game, which is solved and searched. A command that fails has changed nothing.
"""

import re
import shlex
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
from harness import check_result, done, files_below, without_runs
from terminal import Terminal
from workplace import USER, check_exit, ended

from retro.compiling.cache_directory import cache_directory

GAME = "british_square --set size=3"
QUERY, QUERIED = "retro query GAME start", r"from the start +0"
TRUST = Path(__file__).parents[2].joinpath("docs", "trust.md").read_text(encoding="utf-8")
(ENOUGH,) = map(int, re.findall(r"`ulimit -v (\d+)`", TRUST))
COMPILED = "env RETRO_PLAIN=0 retro"
IN_ANY = "'solve @' 'check-file @' 'info @' 'query @ start' 'export @ --format csv --out out --force'"
"""Commands, with @ for the game, in a directory of any name."""
PLAY = "play GAME --first random --second random"
NOTHING, OF_THE_CACHE = r"\A\Z", r"\A(?!.*plugin).*/file.*RETRO_CACHE"
OPEN_FILES = r"\A(?!.*damaged).*Too many open files"
NO_HOME = "env -u HOME -u XDG_CACHE_HOME -u XDG_DATA_HOME -u RETRO_CACHE"
PYTHON = f"{shlex.quote(sys.executable)} -c"
STRANGER = f'{PYTHON} "import pwd, retrograde; pwd.getpwuid = {{}}.__getitem__; retrograde.main()"'
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
    (r"retro query $'\xff\e[31m' start", 2, "unknown game "),
    (f"touch file; RETRO_CACHE=$PWD/file {COMPILED} puzzles GAME", 2, OF_THE_CACHE),
    (f"{NO_HOME} RETRO_PLAIN=0 {STRANGER} puzzles GAME", 2, "home directory.*RETRO_CACHE"),
    ("ulimit -v 102400; retro solve lgame", 4, IN_MEMORY.format("536,870,912")),
    ("ulimit -f 1; retro solve GAME", 4, r"no file may be so large \(ulimit -f: 1,024 bytes\): .*/manifest.json$"),
    ("prlimit --fsize=10 retro info ostle > out", 4, r"no file may be so large \(ulimit -f: 10 bytes\)"),
    (f"""{PYTHON} 'import sys, retro.app.cli; print(sys.modules.get("numpy"))'""", 0, "None"),
]
SOAK_LINES = [
    (f"{QUERY} 1</dev/null", 2, "stdout is closed.*/dev/null"),
    ("retro games <&- >&- 2>&-", 2, NOTHING),
    (f"{QUERY} 2>&-", 0, QUERIED),
    ("retro query GAME nonsense 2>/dev/full", 2, NOTHING),
    *((f"retro {command} | true", 141, NOTHING) for command in ("--help", "verify GAME", "report GAME --json")),
    (f"retro {PLAY} | head -1", (0, 141), ""),
    ("retro puzzles GAME --limit 100000 --json | head -1", (0, 141), ""),
    ("mkdir é; PYTHONIOENCODING=latin-1 retro info GAME --data é | cat -v", 0, "M-i/"),
    *((f"PYTHONIOENCODING=cp932 retro {command} >out", 0, "") for command in ("report GAME", "compose GAME", PLAY)),
    *((f"LC_ALL={each} PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 retro stats GAME", 0, "u2500") for each in ("C", "POSIX")),
    *(
        (f'D={name}; mkdir -- "$D"; for c in {IN_ANY}; do retro ${{c/@/GAME}} --data "$D" || exit; done', 0, "")
        for name in (
            *("'with space'", "$'with\\nnewline'", "$'caf\\xe9'", "雅", "-dash", "quote\\'\\\"", "$'\\e[31m'", "a,b=c"),
            200 * "x",
        )
    ),
    ("retro solve GAME 2> >(true) && retro verify GAME", 0, "is verified"),
    (f"touch file; RETRO_CACHE=$PWD/file/below {COMPILED} verify GAME", 2, OF_THE_CACHE),
    *(
        (f"RETRO_CACHE={path} {COMPILED} verify GAME", 2, rf"\A(?!.*plugin).*{path}.*RETRO_CACHE")
        for path in ("/dev/null", "/dev/null/x", "/proc/none", "x" * 300)
    ),
    *((f"touch file; RETRO_CACHE=$PWD/file/below {COMPILED} {command}", 0, "") for command in ("games", QUERY[6:])),
    (f"{NO_HOME} {STRANGER} query GAME start", 0, QUERIED),
    (f"{NO_HOME} -u RETRO_DATA {STRANGER} stats GAME", 2, "--data or RETRO_DATA"),
    (f"ulimit -v 256000; {COMPILED} solve lgame", 4, r"missing for the compiler, compiling \(369,098,752 needed, "),
    (f"ulimit -v 400384; {COMPILED} solve lgame", 4, "bytes of memory are missing"),
    ("ulimit -d 81920; retro solve lgame", 4, IN_MEMORY.format("318,767,104")),
    (f"ulimit -d 133120; {COMPILED} solve lgame", 4, "bytes of memory are missing"),
    (f"ulimit -v {ENOUGH}; {COMPILED} solve lgame", 0, ""),
    *((f"ulimit -v {kib}; {COMPILED} solve lgame", (0, 4), "memory") for kib in range(120_000, ENOUGH, 60_000)),
    (f"ulimit -f 1; {COMPILED} solve GAME", 4, "compiled code cannot be saved in .*/cache: no file may be so large"),
    *((f"ulimit -n {files}; {QUERY}", (0, 2, 4, 7), OPEN_FILES) for files in (5, 6, 8, 12, 16, 24)),
    (f"ulimit -n 64; {QUERY}", 0, QUERIED),
    ("ulimit -f 0; retro games > out", 4, r"no file may be so large \(ulimit -f: 0 bytes\)"),
    *(
        (f"{setting} {COMPILED} {command}", (0, 2), rf"\A(?!.*(plugin|breaks)).*{setting.partition('=')[0]}")
        for setting in ("NUMBA_CPU_NAME=generic", "NUMBA_DISABLE_JIT=1", "NUMBA_OPT=0")
        for command in ("puzzles GAME --limit 1", "check GAME --seconds 0.1")
    ),
]


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

WITH_COMPILING = ("puzzles GAME", "verify GAME", "check GAME --seconds 0.1", "compose GAME")
WITHOUT_COMPILING = ("games", "info GAME", "query GAME start", "line GAME start", "check-file GAME")
WARM = f"mount --bind {shlex.quote(str(cache_directory()))} warm && mount -o remount,ro,bind warm"
GIVEN_AWAY = f"chown {USER}:{USER} data data/*"
CLOSED = "mkdir -m 700 closed"
UNREADABLE = f"RETRO_CACHE=$PWD/files {COMPILED} puzzles GAME && find files -type f -exec chmod 600 {{}} +"
ONE_WARNING = r"\A(?!(?s:.*warning){2})(?s:.*)warning: .*/%s.*RETRO_CACHE"
USERS = [
    # what root does before, the line of a user without rights, its exit code, and what is on stderr
    *((WARM, f"RETRO_CACHE=$PWD/warm {COMPILED} {each}", 0, r"\A(?!(?s:.*)warning)") for each in WITH_COMPILING),
    ("true", f"RETRO_CACHE=$PWD/empty {COMPILED} puzzles GAME", 0, ONE_WARNING % "empty"),
    *((CLOSED, f"RETRO_CACHE=$PWD/closed {COMPILED} {each}", 2, OF_THE_CACHE) for each in WITH_COMPILING[:2]),
    (CLOSED, f"RETRO_CACHE=$PWD/closed {QUERY}", 0, ""),
    (UNREADABLE, f"RETRO_CACHE=$PWD/files {COMPILED} puzzles GAME", 0, ONE_WARNING % "files"),
    *((GIVEN_AWAY, f"env -u HOME -u RETRO_CACHE retro {each}", 0, "") for each in WITHOUT_COMPILING),
    (GIVEN_AWAY, "env -u HOME -u RETRO_CACHE RETRO_PLAIN=0 retro verify GAME", 2, "home directory.*RETRO_CACHE"),
    (GIVEN_AWAY, f"unset RETRO_CACHE; HOME=/nonexistent {COMPILED} verify GAME", 2, "/nonexistent/.cache.*RETRO_CACHE"),
    *(
        (f"chmod 600 data/*/{name}", f"retro {command}", 2, f"{name}: Permission denied$")
        for name in ("values.zst", "manifest.json")
        for command in ("query GAME start", "check-file GAME", "verify GAME --sample 10", "stats GAME")
        if (name, command) != ("values.zst", "stats GAME")  # which reads no record
    ),
]


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(("before", "line", "code", "message"), USERS)
def test_what_another_user_may_not_read_is_named(place, shell, before, line, code, message):
    """What is missing in a cache is compiled. No cache appears in the home directory."""
    for each in ("warm", "empty"):
        (shell.folder / each).mkdir()
    if before == WARM:  # it has all that the command needs
        check_exit(shell.run(line.replace("RETRO_CACHE=$PWD/warm ", "").replace("GAME", GAME), {"RETRO_CACHE": None}))
    result = shell.as_user(line.replace("GAME", GAME), before.replace("GAME", GAME))
    check_result(result, code, "" if code == 0 else message)
    assert re.search(message, result.errors, re.MULTILINE)
    assert not [each for each in (shell.folder / "home").rglob("*") if each.is_file()]


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


CLOCK = """
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t which, struct timespec *now) {
    static long calls;
    int result = syscall(SYS_clock_gettime, which, now);
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
    check_exit(shell.run(f"{compiler} -shared -fPIC {macros} -o clock.so clock.c"))
    variables, before = {"LD_PRELOAD": str(shell.folder / "clock.so")}, files_below(place.folder)
    check_exit(shell.run(f"retro solve {GAME} --checkpoint 0.0001", variables=variables))
    done(place, before)
    check_exit(shell.run(f"retro info {GAME}", variables=variables))


@pytest.mark.soak
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize(
    "command",
    [
        *(f"solve GAME --checkpoint 1e-9 {stderr}" for stderr in ("", "2>&-", "2</dev/null", "2>/dev/full")),
        "export GAME --format csv --out out --force",
    ],
)
def test_a_signal_at_any_moment_leaves_all_or_nothing(place, shell, command, number):
    """Also while modules are imported. The same command goes on, and ends with the same files."""
    line, codes = f"exec retro {command}".replace("GAME", GAME), (0, -number, 128 + number)
    check_exit(shell.run(line))
    after = without_runs(files_below(place.folder))
    for moment in range(8):
        process = shell.begin(line)
        time.sleep(0.3 + 0.2 * moment)
        check_exit(ended(process, number), *codes)
        assert "export" not in command or after.items() <= files_below(place.folder).items()
        check_exit(shell.run(line))
        assert without_runs(files_below(place.folder)) == after
