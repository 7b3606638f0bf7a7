"""The progress of a run in a log and on a terminal."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro.app.console import Display, Remaining, duration
from retro.system.messages import one_line
from retro.system.progress import Forecast


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
    display.expect(Forecast(0, {"level": 35}))
    display.phase("level", 1_000_000, 7, of=300_000)
    for number in range(steps):
        clock[0] += step
        display.advance(1_000_000, 3000 * (number + 1))
    display.close()


def test_progress_in_a_log_is_a_line_every_ten_seconds(clock):
    stream = Stream(False)
    course(Display(stream), clock, 0.5, 50)
    assert stream.text == (
        "level 7: 20%, about 0:40 left in all, 60,000 of 300,000 decided\n"
        "level 7: 40%, about 0:30 left in all, 120,000 of 300,000 decided\n"
    )


def test_a_terminal_without_escape_sequences_gets_lines(clock, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    dumb, log = Stream(True), Stream(False)
    course(Display(dumb), clock, 20, 2)
    course(Display(log), clock, 20, 2)
    assert dumb.text == log.text and "\x1b" not in dumb.text and dumb.text


def test_after_the_predicted_time_the_pace_decides(clock):
    stream = Stream(False)
    course(Display(stream), clock, 20, 2)
    assert stream.text.splitlines()[1] == "level 7: 2%, about 32:40 left in all, 6,000 of 300,000 decided"


def test_a_run_faster_than_predicted_shows_less_time(clock):
    stream = Stream(False)
    display = Display(stream)
    display.expect(Forecast(10, {"first": 100, "level": 300, "writing": 50}))
    clock[0] += 10  # nothing is seen of compiling
    display.phase("first", 100, None)
    for number in range(5):
        clock[0] += 10
        display.advance(20, 40 * (number + 1))
    for level in range(5):
        display.phase("level", 1, level, of=1000)
        clock[0] += 30
        display.advance(1, 200 + 160 * (level + 1))
    display.phase("writing", 100, None)
    clock[0] += 12.5
    display.advance(50, 1000)
    shown = re.findall(r"about (\d+):(\d+) left in all", stream.text)
    seconds = [60 * int(minutes) + int(rest) for minutes, rest in shown]
    truth = [225.0, 215, 205, 195, 185, 175, 145, 115, 85, 55, 25, 12.5]
    assert seconds[0] == 450 and len(seconds) == len(truth)
    assert all(left <= shown for left, shown in zip(truth, seconds, strict=True))
    assert all(shown <= 1.25 * left for left, shown in zip(truth[6:], seconds[6:], strict=True))


some_seconds = st.floats(0.1, 1e4)


@given(
    phases=st.lists(some_seconds, min_size=1, max_size=5),
    levels=st.integers(0, 4),
    by_level=st.floats(0, 1),
    won=st.floats(0, 0.9),
    skipped=st.integers(0, 4),
    pace=st.floats(0.05, 20),
    begun=st.floats(0, 50),
    steps=st.integers(1, 7),
)
def test_remaining_time_lies_between_prediction_and_truth(phases, levels, by_level, won, skipped, pace, begun, steps):
    """Of a run that takes ``pace`` times as long and begins with any of its phases, one of which may be levels."""
    skipped %= len(phases)
    forecast = Forecast(begun, {str(number): seconds for number, seconds in enumerate(phases)})
    if levels < len(phases):
        forecast = replace(forecast, by_level=by_level * phases[levels], levels=steps)
    remaining, now = Remaining(forecast, 0.0), begun
    assert remaining.left(0.0, None, None) == pytest.approx(forecast.seconds)
    left = sum(phases[skipped:])
    for number, seconds in list(enumerate(phases))[skipped:]:
        for step in range(steps + 1):
            if step:
                now, left = now + pace * seconds / steps, left - seconds / steps
            share, level = (won + (1 - won) * step / steps, step) if number == levels else (step / steps, None)
            remaining.phase(str(number), now, share, level)
            lower, upper = sorted((left, pace * left))
            assert lower - 1e-6 <= remaining.left(now, share, level) <= upper + 1e-6
    remaining.phase("an unforeseen phase", now, 0.0, None)
    assert remaining.left(now, 0.0, None) == pytest.approx(0, abs=1e-6)


@given(
    phases=st.lists(some_seconds, min_size=3, max_size=5),
    once=st.integers(1, 2),
    tiers=st.lists(st.integers(1, 9), min_size=1, max_size=6),
    skipped=st.integers(0, 5),
    pace=st.floats(0.05, 20),
    steps=st.integers(1, 4),
)
def test_the_remaining_time_of_a_run_in_tiers_lies_between_prediction_and_truth(
    phases, once, tiers, skipped, pace, steps
):
    """Of a run that begins with any part; the last phases, which verify and write, come once."""
    of_tier, at_end = phases[:-once], phases[-once:]
    whole, ends = sum(of_tier), [sum(tiers[:number]) / sum(tiers) for number in range(len(tiers) + 1)]
    forecast = Forecast(0, {str(number): seconds for number, seconds in enumerate(phases)}, once)
    remaining = Remaining(forecast, 0.0)
    skipped %= len(tiers)
    now, left = 0.0, (1 - ends[skipped]) * whole + sum(at_end)

    def check(share):
        lower, upper = sorted((left, pace * left))
        assert lower - 1e-6 * whole <= remaining.left(now, share, None) <= upper + 1e-6 * whole

    for begin, end in list(pairwise(ends))[skipped:]:
        remaining.tier(begin, end)
        for number, seconds in enumerate(of_tier):
            for step in range(steps + 1):
                if step:
                    now, left = now + pace * (end - begin) * seconds / steps, left - (end - begin) * seconds / steps
                remaining.phase(str(number), now, step / steps, None)
                check(step / steps)
        remaining.phase("an unforeseen phase", now, 0.0, None)
        check(0.0)
    for number, seconds in enumerate(at_end, len(of_tier)):
        remaining.phase(str(number), now, 0.0, None)
        check(0.0)
        now, left = now + pace * seconds, left - seconds
        check(1.0)


def test_the_tier_is_shown(clock):
    stream = Stream(False)
    display = Display(stream)
    display.tier("tier 2 of 3", 0.5, 0.8)
    display.phase("first records", 100, None)
    clock[0] += 10
    display.advance(50, 7)
    assert stream.text == "tier 2 of 3, first records: 50%, about 0:10 left, 7 decided\n"


def test_without_a_total_elapsed_time_is_shown():
    remaining = Remaining(Forecast(0, {"level": 100, "writing": 10}), 0.0)
    remaining.phase("level", 0.0, None, 1)
    assert remaining.left(0.0, None, 1) == 110
    assert remaining.left(50.0, None, 30) == pytest.approx(60)
    assert 10 < remaining.left(5000.0, None, 90) < 5000


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
    assert lines[1].startswith("level 7: 1% [                    ], abo")


def test_durations():
    assert [duration(seconds) for seconds in (-1, 0, 59.6, 3599, 3661)] == ["0:00", "0:00", "1:00", "59:59", "1:01:01"]


def test_control_characters_are_escaped():
    assert one_line("a\nb\x1b[31m\x00\udcff") == "a b\\x1b[31m\\x00\\udcff"
    assert len(one_line("x" * 10_000)) < 1000
