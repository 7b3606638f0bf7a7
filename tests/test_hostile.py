"""Hostile command lines: one line of error, the right exit code, nothing that could command a terminal."""

import os
import subprocess
import sys
import time

import pytest
from commanding import run
from hostile_words import NASTY, hostile
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from installing import python_path
from walking_game.plugin import retro_game as walking_game
from walking_game.stored import solved as solved_walk

from retro.game import plugins
from retro.lookup import scan, table
from retro.play.states import States
from retro.puzzles.matching import image_with_line
from retro.query import api
from retro.system.errors import GameError, RetroError
from retro.system.messages import one_line, plain
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled

LONG = "x" * 100_000
"""Nearly as long as the kernel allows an argument to be."""
NUMBERS = (
    *("", "-1", "1.5", "nan", "-nan", "inf", "-inf", "1e400", "1e3", "0x10", "1_0", "\uff11", "\u0661", "\xb2", " 1"),
    *("1 ", "9" * 5000, str(2**31), str(2**63), str(2**64), str(-(2**63) - 1), "1" * 20, "--1", "+", "None", "true"),
    "\0",
)
BAD_USAGE, UNSOLVED_CODE = 2, 5

UNSOLVED = ("--set", "seed=5")
WITH_TEXT = {
    "command": (),
    "game": ("stats",),
    "argument too many": ("stats", "walking"),
    "setting": ("stats", "walking", "--set"),
    "another setting": ("stats", "walking", "--set", "seed=3", "--set"),
    "position": ("query", "walking"),
    "position to go on from": ("line", "walking"),
    "previous": ("query", "walking", "n0", "--previous"),
    "forbidden": ("query", "walking", "n0", "--forbid"),
    "player": ("play", "walking", "--first"),
    "model": ("play", "walking", "--model"),
    "record": ("replay",),
    "backend": ("solve", "walking", "--backend"),
    "value": ("puzzles", "walking", *UNSOLVED, "--value"),
    "tag": ("puzzles", "walking", *UNSOLVED, "--only"),
    "lost tag": ("puzzles", "walking", *UNSOLVED, "--losing"),
    "forbidding": ("puzzles", "walking", *UNSOLVED, "--forbidden"),
    "part": ("puzzles", "walking", *UNSOLVED, "--tier"),
    "line": ("puzzles", "walking", *UNSOLVED, "--line"),
    "heuristic": ("heuristic", "walking", *UNSOLVED),
    "format": ("export", "walking", *UNSOLVED, "--format"),
    "file": ("export", "walking", *UNSOLVED, "--format", "csv", "--out"),
    "kind of plot": ("plot", "walking", *UNSOLVED, "--only"),
    "format of a plot": ("plot", "walking", *UNSOLVED, "--format"),
}
WITH_NUMBER = {
    "threads": ("solve", "walking", "--dry-run", "--threads"),
    "samples": ("puzzles", "walking", *UNSOLVED, "--limit"),
    "extremes": ("extremes", "walking", *UNSOLVED, "--limit"),
    "examples": ("heuristic", "walking", "none", *UNSOLVED, "--limit"),
    "rows": ("export", "walking", *UNSOLVED, "--format", "csv", "--limit"),
    "plies": ("puzzles", "walking", *UNSOLVED, "--min-dtm"),
    "most plies": ("puzzles", "walking", *UNSOLVED, "--max-dtm"),
    "points": ("puzzles", "walking", *UNSOLVED, "--min-score"),
    "distance": ("puzzles", "walking", *UNSOLVED, "--within"),
    "positions to verify": ("verify", "walking", *UNSOLVED, "--sample"),
    "faults": ("verify", "walking", *UNSOLVED, "--limit"),
    "seed": ("verify", "walking", *UNSOLVED, "--sample", "3", "--seed"),
    "seed of a game": ("play", "walking", *UNSOLVED, "--first", "perfect", "--seed"),
    "plies of a game": ("play", "walking", *UNSOLVED, "--first", "perfect", "--plies"),
    "skill": ("play", "walking", *UNSOLVED, "--first", "perfect", "--skill"),
    "minutes": ("reach", "walking", *UNSOLVED, "--checkpoint"),
}


@pytest.fixture
def walking(data, monkeypatch):
    """The walking game is the only one; it is not solved."""

    def find(name):
        if name != "walking":
            raise GameError(f"unknown game {name[:40]!r}; installed games: walking")
        return walking_game()

    monkeypatch.setattr(plugins, "load", find)
    monkeypatch.chdir(data.parent)
    return data


def check_refused(answer, *codes):
    code, output, errors = answer
    assert code in codes, (code, output, errors)
    assert output == ""
    assert errors.startswith("error: ") and errors.endswith("\n"), errors
    assert errors[:-1].isprintable() and len(errors) < 800, errors


quick = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("what", WITH_TEXT)
@quick
@given(given_text=st.one_of(hostile, st.sampled_from(NASTY)))
@example(given_text="")
@example(given_text=LONG)
@example(given_text="\x1b]0;owned\x07" * 3000)
@example(given_text="\udcff\ud800")
def test_hostile_words_are_refused(walking, what, given_text):
    if "\0" in given_text and what == "file":
        return  # the system passes no such argument, and has no such file
    for option in (given_text, f"={given_text}", f"seed={given_text}") if "setting" in what else (given_text,):
        if option == "--help":
            return
        check_refused(run(*WITH_TEXT[what], option), BAD_USAGE, UNSOLVED_CODE)


@pytest.mark.parametrize("what", WITH_NUMBER)
def test_bad_numbers_are_refused(walking, what):
    for number in NUMBERS:
        code, output, errors = run(*WITH_NUMBER[what], number)
        if what == "threads" and code == 0:
            assert 1 <= int(number) <= 4096
            continue
        check_refused((code, output, errors), BAD_USAGE, UNSOLVED_CODE)


def test_bad_times_are_refused(walking):
    for number in ("nan", "inf", "-inf", "0", "-1", "1e400"):
        check_refused(run("check", "walking", "--seconds", number), BAD_USAGE)
    check_refused(run("solve", "walking", "--checkpoint", "nan"), BAD_USAGE)


@pytest.mark.parametrize(
    "name", ["", "..", "/", "a/b", "A", "1a", "\u0430bc", "a" * 5000, "n\x1b", "a\n", "class", "-"]
)
def test_bad_names_of_games_are_refused(walking, name):
    check_refused(run("new", name), BAD_USAGE)
    assert not [file for file in walking.parent.iterdir() if file.name.startswith(".")]


@pytest.mark.parametrize(
    "path", ["/dev/null", "/dev/null/x", "x" * 300, "y/" * 3000, "\x1b[31m\n", "\udcff", "\u202e", "~", "."]
)
def test_bad_data_directories_are_refused(walking, path, monkeypatch):
    for command in (("stats", "walking"), ("query", "walking", "n0"), ("check-file", "walking")):
        check_refused(run(*command, "--data", path), BAD_USAGE, UNSOLVED_CODE)
        monkeypatch.setenv("RETRO_DATA", path)
        check_refused(run(*command), BAD_USAGE, UNSOLVED_CODE)
    code, output, errors = run("info", "walking")
    assert (code, errors) == (0, "") or (code == BAD_USAGE and errors.count("\n") == 1)
    assert all(line.isprintable() for line in output.splitlines())


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "x" * 300, "/dev/null"])
def test_bad_data_directories_are_refused_by_the_api(walking, path):
    with pytest.raises(RetroError) as refused:
        api.open("walking", path)
    assert plain(str(refused.value)) and len(str(refused.value)) < 500


@pytest.mark.parametrize("path", ["/dev/null", "/dev/null/x", "/proc/none", "x" * 300])
def test_bad_cache_directories_are_refused(walking, path, monkeypatch):
    monkeypatch.setenv("RETRO_CACHE", path)
    check_refused(run("solve", "walking", "--set", "seed=41"), BAD_USAGE)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    rules, path = solved_walk(tmp_path_factory.mktemp("data"), 30)
    with api.open_at(path, rules) as opened:
        yield table.load(rules, opened.database, Silent()), opened.database.manifest


@given(st.lists(hostile, min_size=1, max_size=5))
def test_text_that_is_no_solution_matches_no_position(small, line):
    for key in range(16):
        state = States(small[0].rules, small[0].record).at(key)
        assert image_with_line(state, tuple(line)) is None or all(word.strip("e ").isdecimal() for word in line)


@pytest.mark.parametrize(
    "pattern",
    ["*" * 50_000, "?" * 50_000, "*a" * 5_000, "[" * 50_000, "[!" * 9_000, "[z-a]", "(" * 9_000, "\\" * 999, "\0"],
)
def test_hostile_patterns_take_less_than_a_second(small, pattern):
    loaded, _ = small
    began = time.process_time()
    try:
        assert scan.chosen(loaded.rules, [pattern])
    except GameError as error:
        assert len(str(error)) < 500
    assert time.process_time() - began < 1


def test_lines_are_printable_whatever_characters_they_have():
    for letter in map(
        chr, (*range(0x3000), *range(0xD7FF, 0xE001), *range(0xFE00, 0x10000), 0x1F600, 0xE0001, 0x10FFFF)
    ):
        assert plain(letter).isprintable() and one_line(letter * 2).isprintable()
    assert len(one_line("\0" * 10_000_000)) < 5000


# Processes


def process(*arguments):
    code = "from retro.app.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], env=python_path(), capture_output=True, check=False)


def test_arguments_that_are_no_text_are_escaped(tmp_path):
    """Python decodes them to surrogates, which no stream takes unless they are escaped."""
    strange = os.fsencode(tmp_path) + b"/\xff\x1b[31m"
    done = process(b"info", b"lgame", b"--data", strange)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\udcff\\x1b[31m" in done.stdout and b"not solved yet" in done.stdout
    done = process(b"query", b"\xff" * 100_000, b"start")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: unknown game ") and done.stderr.count(b"\n") == 1
    assert len(done.stderr) < 800 and done.stderr[:-1].decode().isprintable()
