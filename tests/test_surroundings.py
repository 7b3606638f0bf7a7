"""Terminals, names of directories, clocks, signals, and settings of numba in the environment."""

import os
import shutil
import signal
import time

import pytest
from terminal import Terminal
from workplace import check_exit, contents, soak_only, stopped, wait_until

pytestmark = pytest.mark.compiled

SMALL = "--set size=3 --set left=0"
CLOCK = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <sys/time.h>
static long calls;
int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, now);
    if (which == CLOCK_REALTIME) now->tv_sec = BEGIN - STEP * __sync_fetch_and_add(&calls, 1);
    return result;
}
time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
"""
DIRECTORY_NAMES = (
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


def on_terminal(workplace, command, columns, kind):
    """Returns what a command shows on a terminal of this width and kind, at whose keyboard ``quit`` is typed."""
    with Terminal(command.split(), workplace.environment, columns, kind) as terminal:
        code, shown = terminal.end("quit\n")
    assert code == 0 and "Traceback" not in shown, (command, columns, shown[-500:])
    return shown


@soak_only
def test_commands_print_on_terminals_down_to_one_column(workplace):
    workplace.lgame()
    for command in ("query lgame", "stats lgame", "games", "info lgame", "play lgame", "verify lgame", "report lgame"):
        on_terminal(workplace, command, workplace.random.choice((1, 2, 5, 20, 40)), "xterm")


def test_a_terminal_without_escape_codes_gets_none(workplace):
    workplace.lgame()
    for command in ("play lgame", "verify lgame --sample 100"):
        assert "\x1b" not in on_terminal(workplace, command, 80, "dumb")


@soak_only
def test_directories_may_have_any_name_and_no_name_commands_a_terminal(workplace):
    workplace.lgame()
    for name in DIRECTORY_NAMES:
        data = os.fsdecode(os.path.join(os.fsencode(workplace.folder), name))
        os.mkdir(data)
        for command in ("solve", "query", "check-file", "info"):
            result = check_exit(workplace.run(["retro", command, "lgame", "--data", data]))
            assert "\x1b" not in result.output + result.errors, (name, command)
        out = os.path.join(data, "out")
        check_exit(workplace.run(["retro", "export", "lgame", "--format", "csv", "--out", out, "--data", data]))


@soak_only
def test_a_clock_that_is_wrong_or_goes_back_does_not_change_the_database(workplace):
    """The test puts functions in C before those of the system."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source, library = workplace.folder / "clock.c", workplace.folder / "clock.so"
    source.write_text(CLOCK)
    check_exit(workplace.run("retro solve lgame"))
    expected = contents(workplace.data / "lgame")
    for begin, step in ((1_700_000_000, 1), (86_400, 0), (4_102_444_800, 3600)):
        macros = [f"-DBEGIN={begin}L", f"-DSTEP={step}L"]
        check_exit(workplace.run([compiler, "-shared", "-fPIC", *macros, "-o", library, source, "-ldl"]))
        variables = {"LD_PRELOAD": str(library)}
        check_exit(workplace.run("retro solve lgame --checkpoint 0.0001", variables=variables))
        assert contents(workplace.data / "lgame") == expected, begin
        check_exit(workplace.run("retro info lgame", variables=variables))


@soak_only
def test_a_run_resumes_after_a_signal_at_any_moment(workplace):
    """The run has the exit code of the signal and no traceback; the resumed run ends with the same files."""
    check_exit(workplace.run(f"retro solve ostle {SMALL} --data whole"))
    expected = contents(workplace.folder / "whole")
    codes = {signal.SIGINT: (130, -2), signal.SIGTERM: (143, -15), signal.SIGHUP: (129, -1), signal.SIGKILL: (-9,)}
    for _ in range(12):
        number = workplace.random.choice([*codes])
        line = f"exec retro solve ostle {SMALL} --checkpoint 0.0001"
        process = workplace.begin(line, preexec_fn=_restore_sigint)
        if workplace.random.random() < 0.5:
            wait_until(lambda: list(workplace.data.glob(".*.checkpoint")), "a checkpoint", process)
        time.sleep(0.4 + 2 * workplace.random.random())
        check_exit(stopped(process, number), 0, *codes[number])
        check_exit(workplace.run(f"retro solve ostle {SMALL}"))
        assert contents(workplace.data) == expected, number
        shutil.rmtree(workplace.data)


@soak_only
def test_an_export_that_a_signal_ends_leaves_nothing_or_all(workplace):
    workplace.lgame()
    out = workplace.folder / "out"
    line = "retro export lgame --format csv --out out/lgame --force"
    out.mkdir()
    check_exit(workplace.run(line))
    expected = contents(out)
    for _ in range(8):
        shutil.rmtree(out)
        out.mkdir()
        process = workplace.begin(f"exec {line}", preexec_fn=_restore_sigint)
        time.sleep(0.3 + workplace.random.random())
        number = workplace.random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        check_exit(stopped(process, number), 0, 130, 143, 129, -2, -15, -1)
        assert contents(out) in ({}, expected), (number, [*contents(out)])


@soak_only
def test_settings_of_numba_give_right_values_or_an_error_that_names_the_setting(workplace):
    """The error must not blame the plugin."""
    workplace.lgame()
    for name, value in (("NUMBA_CPU_NAME", "generic"), ("NUMBA_DISABLE_JIT", "1"), ("NUMBA_OPT", "0")):
        for command in ("puzzles lgame --limit 1", "check lgame --seconds 0.1"):
            result = check_exit(workplace.run(f"retro {command}", variables={name: value}), 0, 2)
            assert "breaks" not in result.output, (name, result.output[-300:])
            assert not result.code or ("plugin" not in result.errors and name in result.errors), (name, result.errors)


def _restore_sigint() -> None:
    """Handles SIGINT in a child process: a shell in the background would have its children ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
