"""The progress of a run in a log and on a terminal."""

import re
from io import StringIO

import pytest

from retro.app.console import Display, duration


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")


class Stream(StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.isatty = lambda: terminal


@pytest.fixture
def shown(monkeypatch):
    """Returns the function that returns what a display shows: calls of its methods, after seconds for `advance`."""
    now = [0.0]
    monkeypatch.setattr("retro.app.console.time.monotonic", lambda: now[0])  # real time would take minutes

    def shown(*calls, terminal=False):
        stream = Stream(terminal)
        display = Display(stream)
        for name, *given in calls:
            now[0] += given.pop(0) if name in ("advance", "wait") else 0
            if name != "wait":
                getattr(display, name)(*given)
        return stream.getvalue()

    return shown


def course(step, steps):
    """A level of a run, a step each so many seconds."""
    advances = [("advance", step, 1_000_000, 3000 * (number + 1)) for number in range(steps)]
    return ("phase", "level", 1_000_000, 7, "", 300_000), *advances, ("close",)


FOUND = "tier 3, 5,000,000 found, 200,000 of them new"


@pytest.mark.parametrize(
    ("calls", "lines"),
    [
        (
            course(0.5, 50),
            [
                "level 7: 20%, about 0:40 left, 60,000 of 300,000 decided",
                "level 7: 40%, about 0:30 left, 120,000 of 300,000 decided",
            ],
        ),
        (course(0.1, 90), []),
        (
            course(20, 2),
            [
                "level 7: 1%, 3,000 of 300,000 decided",
                "level 7: 2%, about 32:40 left, 6,000 of 300,000 decided",
            ],
        ),
        (
            [("tier", "tier 2 of 3", 0.5), ("phase", "first records", 100, None), ("advance", 10, 50, 7)],
            ["tier 2 of 3, first records: 50%, about 0:10 left, 7 decided"],
        ),
        (
            [("phase", "reading", 4000, None), *(("advance", 10, done, 0) for done in (10, 990, 1000))],
            ["reading: 0%", "reading: 25%, about 1:00 left", "reading: 50%, about 0:30 left"],
        ),
        (
            [
                *(("phase", "positions", 200_000, 17, FOUND), ("advance", 10, 80_000, 0)),
                *(("phase", "level", 200_000, 3), ("advance", 10, 80_000, 1234), ("wait", 10)),
                ("phase", "level", 200_000, 4),
            ],
            [f"positions, level 17: {FOUND}", "level 3: 1,234 decided", "level 4: 1,234 decided"],
        ),
    ],
    ids=["every ten seconds", "short runs", "the pace", "a tier", "a single phase", "an unknown time"],
)
def test_progress_in_a_log(shown, calls, lines):
    assert shown(*calls).splitlines() == lines


def test_a_terminal_without_escape_sequences_gets_lines(shown, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    dumb = shown(*course(20, 2), terminal=True)
    assert dumb == shown(*course(20, 2)) and "\x1b" not in dumb and dumb


def test_the_time_left_of_a_run_in_tiers_is_that_of_all_of_them(shown):
    """At the pace of the tiers that this run has finished, or longer if the rest of the phase takes longer."""
    one = (("phase", "one pass", 100, None), ("advance", 20, 50, 7), ("advance", 20, 50, 9))
    tiers = [("tier", "tier 3 of 5", 0.2), *one, ("tier", "tier 4 of 5", 0.6), *one]
    last = [("tier", "tier 5 of 5", 0.9), ("phase", "one pass", 1000, None), ("advance", 10, 20, 10)]
    writing = [("tier", "", 1.0), ("phase", "writing", 100, None), ("advance", 10, 50, 10)]
    left = re.findall(r"about (.*) left(.*?),", shown(*tiers, *last, *writing))
    assert left == [("0:20", ""), ("0:20", " in all tiers"), ("8:10", " in all tiers"), ("0:10", "")]


def test_progress_on_a_terminal_is_one_line_that_goes_away(shown, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    text = shown(*course(1, 3), terminal=True)
    lines = text.split("\r\x1b[K")
    assert "\n" not in text and lines[0] == lines[-1] == "" and len(lines) == 5
    assert all(len(line) < 40 for line in lines)
    assert lines[1].startswith("level 7: 1% [                    ], 3,0")


def test_durations():
    assert [duration(seconds) for seconds in (-1, 0, 59.6, 3599, 3661)] == ["0:00", "0:00", "1:00", "59:59", "1:01:01"]
