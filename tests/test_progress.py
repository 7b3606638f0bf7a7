"""What a run says of its progress, in a log and on a terminal."""

import pytest

from retro.app.console import Display, duration
from retro.app.errors import one_line


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
    display.expect(35)
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


def test_when_more_has_passed_than_was_predicted_the_pace_tells(clock):
    stream = Stream(False)
    course(Display(stream), clock, 20, 2)
    assert stream.text.splitlines()[1] == "level 7: 2%, about 32:40 left in all, 6,000 of 300,000 decided"


def test_a_phase_by_itself_tells_its_own_time(clock):
    stream = Stream(False)
    display = Display(stream)
    display.phase("reading", 4000, None)
    for done in (10, 990, 1000):
        clock[0] += 10
        display.advance(done, 0)
    assert stream.text == "reading: 0%\nreading: 25%, about 1:00 left\nreading: 50%, about 0:30 left\n"


def test_what_nobody_knows_is_not_told(clock):
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


def test_one_line_shows_what_a_terminal_must_not_get():
    assert one_line("a\nb\x1b[31m\x00\udcff") == "a b\\x1b[31m\\x00\\udcff"
    assert len(one_line("x" * 10_000)) < 1000
