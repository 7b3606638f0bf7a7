"""Hostile command lines: one line of error, the right exit code, nothing that could command a terminal."""

import random
import time

import commanding
import pytest
import typer
from harness import check_result, files_below
from hostile_words import NASTY, hostile
from hypothesis import given
from hypothesis import strategies as st
from walking_game.stored import solved as solved_walk

from retro.app import commands
from retro.lookup import scan, table
from retro.play.states import States
from retro.puzzles.matching import image_with_line
from retro.query import api
from retro.system.errors import GameError, RetroError
from retro.system.messages import one_line, plain
from retro.system.progress import Silent

LONG = "x" * 100_000
"""Nearly as long as the kernel allows an argument to be."""
WORDS = ["", LONG, "\x1b]0;owned\x07" * 3000, "\udcff\ud800", "nan", "9" * 5000]
NUMBERS = (
    *("-1", "1.5", "-nan", "inf", "-inf", "1e400", "1e3", "0x10", "1_0", "\uff11", "\u0661", "\xb2", " 1", "1 ", "+"),
    *(str(2**31), str(2**63), str(2**64), str(-(2**63) - 1), "1" * 20, "--1", "None", "true", "\0"),
)
MIXED = ["".join(random.Random(count).choices(NASTY, k=count)) for count in range(2, 27)]
UNSOLVED = ("british_square", "--set", "size=3", "--set", "bias=2")
ARGUMENTS = (
    *("{}", "stats {}", "stats GAME {}", "stats GAME --set {}", "stats GAME --set ={}", "stats GAME --set size={}"),
    *("query GAME {}", "line GAME {}", "play GAME {}", "query GAME start --previous {}", "heuristic GAME {}"),
    "replay {}",
)
WITHOUT_DATABASE = ("games", "serve", "new", "check", "replay", "playouts")


def options():
    """Returns a line for each option with a value of each command that reads a database, or makes one."""
    lines = []
    for name in {*commands.COMMANDS} - {*WITHOUT_DATABASE}:
        application = typer.Typer()
        application.command(name)(commands.function(name))
        more = {"solve": " --dry-run", "play": " --first perfect", "heuristic": " none"}.get(name, "")
        for each in typer.main.get_command(application).params:
            if each.param_type_name == "option" and not each.is_flag and each.opts[0] not in ("--data", "--set"):
                lines.append(f"{name} GAME{more} {each.opts[0]} {{}}")
    return sorted(lines)


def check_refused(answer, *codes):
    check_result(answer, answer.code, r"\Aerror: .{,790}\Z")
    assert answer.code in (codes or (2,))


@pytest.mark.parametrize(
    "words", [WORDS, pytest.param((*NUMBERS, *NASTY, *MIXED), marks=pytest.mark.soak)], ids=["few", "all"]
)
@pytest.mark.parametrize("line", [*ARGUMENTS, *options()])
def test_hostile_words_are_refused(data, monkeypatch, line, words):
    """Or the database is looked for, which does not exist."""
    data.mkdir()
    monkeypatch.chdir(data)
    for word in words:
        given = [part.format(word) for part in line.replace("GAME", " ".join(UNSOLVED)).split()]
        if ("\0" in word or "\ud800" in word) and any(
            name in line
            for name in ("--out", "replay", "--svg", "--record", "--scratch", "--model", "--sheet", "--same-as")
        ):
            continue  # the system passes no such argument, and has no such file
        answer = commanding.run(*given)
        if "--dry-run" not in line or answer.code:
            check_refused(answer, 2, 5)
    assert not files_below(data)


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "0", "-1", "1e400"])
def test_bad_times_are_refused(seconds):
    check_refused(commanding.run("check", "british_square", "--seconds", seconds))


@pytest.mark.parametrize(
    "path", ["/dev/null", "/dev/null/x", "x" * 300, "y/" * 3000, "\x1b[31m\n", "\udcff", "\u202e", "~", "."]
)
def test_bad_data_directories_are_refused(data, monkeypatch, path):
    game = UNSOLVED[:3]
    for command in (("stats", *game), ("query", *game, "start"), ("check-file", *game)):
        check_refused(commanding.run(*command, "--data", path), 2, 5)
        monkeypatch.setenv("RETRO_DATA", path)
        check_refused(commanding.run(*command), 2, 5)
    code, output, errors = commanding.run("info", *game)
    assert (code, errors) == (0, "") or (code == 2 and errors.count("\n") == 1)
    assert all(line.isprintable() for line in output.splitlines())


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "x" * 300, "/dev/null"])
def test_bad_data_directories_are_refused_by_the_api(path):
    with pytest.raises(RetroError) as refused:
        api.open("british_square", path)
    assert plain(str(refused.value)) and len(str(refused.value)) < 500


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    rules, path = solved_walk(tmp_path_factory.mktemp("data"), 30)
    with api.open_at(path, rules) as opened:
        yield table.load(rules, opened.database, Silent())


@given(st.lists(hostile, min_size=1, max_size=5))
def test_text_that_is_no_solution_matches_no_position(small, line):
    for key in range(16):
        state = States(small.rules, small.record).at(key)
        assert image_with_line(state, tuple(line)) is None or all(word.strip("e ").isdecimal() for word in line)


@pytest.mark.parametrize(
    "pattern",
    ["*" * 50_000, "?" * 50_000, "*a" * 5_000, "[" * 50_000, "[!" * 9_000, "[z-a]", "(" * 9_000, "\\" * 999, "\0"],
)
def test_hostile_patterns_take_less_than_a_second(small, pattern):
    began = time.process_time()
    try:
        assert scan.chosen(small.rules, [pattern])
    except GameError as error:
        assert len(str(error)) < 500
    assert time.process_time() - began < 1


def test_lines_are_printable_whatever_characters_they_have():
    characters = *range(0x3000), *range(0xD7FF, 0xE001), *range(0xFE00, 0x10000), 0x1F600, 0xE0001, 0x10FFFF
    for letter in map(chr, characters):
        assert plain(letter).isprintable() and one_line(letter * 2).isprintable()
    assert len(one_line("\0" * 10_000_000)) < 5000
