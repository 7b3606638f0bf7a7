"""Terminals, names of directories, clocks, signals, and settings of others in the environment."""

from __future__ import annotations

import os
import signal
import time

from terminal import Terminal

from trials import Workplace, contents, ended, stopped, trial, wait_until
from trials.locks import interposed

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
    int found = real(which, now);
    if (which == CLOCK_REALTIME) now->tv_sec = BEGIN - STEP * __sync_fetch_and_add(&calls, 1);
    return found;
}
time_t time(time_t *into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
"""
# Of directories.
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


def on_terminal(place: Workplace, command: str, columns: int, kind: str) -> str:
    """What a command shows on a terminal so wide and of this kind, at whose keyboard ``quit`` is typed."""
    with Terminal(command.split(), place.environment, columns, kind) as terminal:
        code, shown = terminal.end("quit\n")
    assert code == 0 and "Traceback" not in shown, (command, columns, shown[-500:])
    return shown


@trial()
def narrow_terminals(place: Workplace) -> None:
    """Commands print on a terminal of any width, down to a column."""
    place.lgame()
    for command in ("query lgame", "stats lgame", "games", "info lgame", "play lgame", "verify lgame", "report lgame"):
        on_terminal(place, command, place.random.choice((1, 2, 5, 20, 40)), "xterm")


@trial(quick=True)
def dumb_terminal(place: Workplace) -> None:
    """A terminal that says that it understands no escape codes gets none."""
    place.lgame()
    for command in ("play lgame", "verify lgame --sample 100"):
        shown = on_terminal(place, command, 80, "dumb")
        assert "\x1b" not in shown, (command, shown[-300:])


@trial()
def odd_paths(place: Workplace) -> None:
    """Databases, exports and records lie in directories of any name; no name commands a terminal."""
    place.lgame()
    for name in NAMES:
        data = os.fsdecode(os.path.join(os.fsencode(place.folder), name))
        os.mkdir(data)
        for command in ("solve", "query", "check-file", "info"):
            done = ended(place.run(["retro", command, "lgame", "--data", data]))
            assert "\x1b" not in done.output + done.errors, (name, command)
        ended(
            place.run(
                ["retro", "export", "lgame", "--format", "csv", "--out", os.path.join(data, "out"), "--data", data]
            )
        )


@trial()
def clock_that_goes_back(place: Workplace) -> None:
    """Wherever the clock is, and whichever way it goes, the database is the same."""
    ended(place.run("retro solve lgame"))
    expected = contents(place.data / "lgame")
    for begin, step in ((1_700_000_000, 1), (86_400, 0), (4_102_444_800, 3600)):
        clock = interposed(place, CLOCK, f"clock{begin}", f"-DBEGIN={begin}L", f"-DSTEP={step}L")
        ended(place.run("retro solve lgame --checkpoint 0.0001", variables=clock))
        assert contents(place.data / "lgame") == expected, begin
        ended(place.run("retro info lgame", variables=clock))


@trial()
def signals_at_random_moments(place: Workplace) -> None:
    """A run that a signal ends has the code of the signal and no traceback; given again it ends with the same files."""
    ended(place.run(f"retro solve ostle {SMALL} --data whole"))
    expected = contents(place.folder / "whole")
    codes = {signal.SIGINT: (130, -2), signal.SIGTERM: (143, -15), signal.SIGHUP: (129, -1), signal.SIGKILL: (-9,)}
    for _ in range(12):
        number = place.random.choice([*codes])
        process = place.begin(f"exec retro solve ostle {SMALL} --checkpoint 0.0001", preexec_fn=_listening)
        if place.random.random() < 0.5:
            wait_until(lambda: list(place.data.glob(".*.checkpoint")), "a checkpoint", process)
        time.sleep(0.4 + 2 * place.random.random())
        ended(stopped(process, number), 0, *codes[number])
        ended(place.run(f"retro solve ostle {SMALL}"))
        assert contents(place.data) == expected, number
        ended(place.run("rm -r data"))


@trial()
def signals_while_exporting(place: Workplace) -> None:
    """An export that a signal ends leaves nothing, or all of it."""
    place.lgame()
    out = place.folder / "out"
    line = "retro export lgame --format csv --out out/lgame --force"
    out.mkdir()
    ended(place.run(line))
    expected = contents(out)
    for _ in range(8):
        number = place.random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        ended(place.run("rm -r out && mkdir out"))
        process = place.begin(f"exec {line}", preexec_fn=_listening)
        time.sleep(0.3 + place.random.random())
        ended(stopped(process, number), 0, 130, 143, 129, -2, -15, -1)
        assert contents(out) in ({}, expected), (number, [*contents(out)])


@trial()
def settings_of_numba(place: Workplace) -> None:
    """Settings of numba in the environment lead to right values, or to a line that does not blame the plugin."""
    place.lgame()
    for name, value in (("NUMBA_CPU_NAME", "generic"), ("NUMBA_DISABLE_JIT", "1"), ("NUMBA_OPT", "0")):
        for command in ("puzzles lgame --limit 1", "check lgame --seconds 0.1"):
            done = ended(place.run(f"retro {command}", variables={name: value}), 0, 2)
            assert "breaks" not in done.output, (name, done.output[-300:])
            assert not done.code or ("plugin" not in done.errors and name in done.errors), (name, done.errors)


def _listening() -> None:
    """A shell in the background would have its children ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
