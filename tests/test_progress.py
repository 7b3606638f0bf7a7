"""The progress of a run in a log and on a terminal."""

import re

import pytest

from retro.app.console import Display, duration
from retro.system.messages import one_line


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")


class Stream:
    def __init__(self, terminal):
        self.text, self.terminal = "", terminal

    def isatty(self):
        return self.terminal

    def write(self, text):
        self.text += text

    def flush(self):
        pass


@pytest.fixture
def clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("retro.app.console.time.monotonic", lambda: now[0])
    return now


def course(display, clock, step, steps):
    display.phase("level", 1_000_000, 7, of=300_000)
    for number in range(steps):
        clock[0] += step
        display.advance(1_000_000, 3000 * (number + 1))
    display.close()


def test_progress_in_a_log_is_a_line_every_ten_seconds(clock):
    stream = Stream(False)
    course(Display(stream), clock, 0.5, 50)
    assert stream.text == (
        "level 7: 20%, about 0:40 left, 60,000 of 300,000 decided\n"
        "level 7: 40%, about 0:30 left, 120,000 of 300,000 decided\n"
    )


def test_a_terminal_without_escape_sequences_gets_lines(clock, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    dumb, log = Stream(True), Stream(False)
    course(Display(dumb), clock, 20, 2)
    course(Display(log), clock, 20, 2)
    assert dumb.text == log.text and "\x1b" not in dumb.text and dumb.text


def test_the_time_left_follows_from_the_pace(clock):
    stream = Stream(False)
    course(Display(stream), clock, 20, 2)
    assert stream.text.splitlines() == [
        "level 7: 1%, 3,000 of 300,000 decided",
        "level 7: 2%, about 32:40 left, 6,000 of 300,000 decided",
    ]


def test_the_time_left_of_a_run_in_tiers_is_that_of_all_of_them(clock):
    """At the pace of the tiers that this run has finished, or longer if the rest of the phase takes longer."""
    stream = Stream(False)
    display = Display(stream)
    for name, share in (("tier 3 of 5", 0.2), ("tier 4 of 5", 0.6)):
        display.tier(name, share)
        display.phase("one pass", 100, None)
        clock[0] += 20
        display.advance(50, 7)
        clock[0] += 20
        display.advance(50, 9)
    display.tier("tier 5 of 5", 0.9)
    display.phase("one pass", 1000, None)
    clock[0] += 10
    display.advance(20, 10)
    display.tier("", 1.0)
    display.phase("writing", 100, None)
    clock[0] += 10
    display.advance(50, 10)
    left = re.findall(r"(about .*left.*?),", stream.text)
    assert left == [
        "about 0:20 left",
        "about 0:20 left in all tiers",
        "about 8:10 left in all tiers",
        "about 0:10 left",
    ]


def test_the_tier_is_shown(clock):
    stream = Stream(False)
    display = Display(stream)
    display.tier("tier 2 of 3", 0.5)
    display.phase("first records", 100, None)
    clock[0] += 10
    display.advance(50, 7)
    assert stream.text == "tier 2 of 3, first records: 50%, about 0:10 left, 7 decided\n"


def test_a_single_phase_shows_its_own_time(clock):
    stream = Stream(False)
    display = Display(stream)
    display.phase("reading", 4000, None)
    for done in (10, 990, 1000):
        clock[0] += 10
        display.advance(done, 0)
    assert stream.text == "reading: 0%\nreading: 25%, about 1:00 left\nreading: 50%, about 0:30 left\n"


def test_an_unknown_remaining_time_is_not_shown(clock):
    stream = Stream(False)
    display = Display(stream)
    display.phase("positions", 200_000, 17, "tier 3, 5,000,000 found, 200,000 of them new")
    clock[0] += 10
    display.advance(80_000, 0)
    display.phase("level", 200_000, 3)
    clock[0] += 10
    display.advance(80_000, 1234)
    clock[0] += 10
    display.phase("level", 200_000, 4)
    assert stream.text == (
        "positions, level 17: tier 3, 5,000,000 found, 200,000 of them new\nlevel 3: 1,234 decided\n"
        "level 4: 1,234 decided\n"
    )


def test_short_runs_say_nothing_in_a_log(clock):
    stream = Stream(False)
    course(Display(stream), clock, 0.1, 90)
    assert stream.text == ""


def test_progress_on_a_terminal_is_one_line_that_goes_away(clock, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    stream = Stream(True)
    course(Display(stream), clock, 1, 3)
    assert "\n" not in stream.text
    lines = stream.text.split("\r\x1b[K")
    assert lines[0] == lines[-1] == ""
    assert len(lines) == 5
    assert all(len(line) < 40 for line in lines)
    assert lines[1].startswith("level 7: 1% [                    ], 3,0")


def test_durations():
    assert [duration(seconds) for seconds in (-1, 0, 59.6, 3599, 3661)] == ["0:00", "0:00", "1:00", "59:59", "1:01:01"]


def test_control_characters_are_escaped():
    assert one_line("a\nb\x1b[31m\x00\udcff") == "a b\\x1b[31m\\x00\\udcff"
    assert len(one_line("x" * 10_000)) < 1000
