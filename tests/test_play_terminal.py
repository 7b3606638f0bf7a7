"""`retro play` at a terminal and through pipes: colours, signs, and how it ends."""

import json
import re
import subprocess
import sys

import pytest
from commanding import played
from installing import python_path
from terminal import Terminal


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """The working directory, in which records are written and nothing is solved."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))


def environment():
    return {key: value for key, value in python_path().items() if key not in ("NO_COLOR", "FORCE_COLOR")}


def test_at_a_terminal_the_board_is_drawn_in_place_and_in_colours(tmp_path):
    with Terminal(["play", "lgame", "--second", "random", "--seed", "1", "--record", "a.json"], environment()) as seen:
        first = seen.until("move, or help: ")
        assert "\x1b[2J" in first and "\x1b[H" in first
        colours = _colours(first)
        assert set(colours) == {"■", "□"} and colours["■"] != colours["□"]
        seen.write("nonsense\n")
        again = seen.until("move, or help: ")
        assert "\x1b[2J" in again and "a move is written as" in again
        assert _board(again) == _board(first)
        seen.write("7\n")
        assert _board(seen.until("move, or help: ")) != _board(first)
        seen.write("back\n")
        assert _board(seen.until("move, or help: ")) == _board(first)
        seen.write("8\n")
        seen.until("move, or help: ")
        assert len(json.loads((tmp_path / "a.json").read_text())["moves"]) == 2
        code, last = seen.end("\x03")
    assert code == 130
    assert "Traceback" not in seen.shown and "error: interrupted" in last
    assert len(json.loads((tmp_path / "a.json").read_text())["moves"]) == 2


def test_at_a_terminal_a_player_keeps_his_colours():
    with Terminal(["play", "lgame", "--second", "human"], environment()) as seen:
        first = _colours(seen.until("move, or help: "))
        seen.write("1\n")
        second = _colours(seen.until("move, or help: "))
        assert first == second and len(first) == 2
        code, last = seen.end("\x04")
    assert code == 0 and "not played to the end" in last


def _plain(shown):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def _board(shown):
    return re.findall(r"^[1-4]  [■□◆· ]{7}$", _plain(shown), re.MULTILINE)[-4:]


def _colours(shown):
    """Returns the colours of coloured characters."""
    return {sign: colour.replace("4;", "") for colour, sign in re.findall(r"\x1b\[([0-9;]+)m([■□])", shown)}


def test_through_pipes_there_are_no_codes_and_no_compiler():
    code = """
import sys, retrograde
try:
    retrograde.main()
finally:
    assert not {"numba", "llvmlite"} & set(sys.modules)
"""
    command = [sys.executable, "-c", code, "play", "lgame", "--second", "random", "--seed", "1"]
    done = subprocess.run(command, input="1\n2\nquit\n", env=environment(), capture_output=True, text=True, check=True)
    assert "\x1b" not in done.stdout and done.stderr == ""
    assert len(played(done.stdout)) == 4 and "4  ◆ ■ ■ ·" in done.stdout
    simple = environment() | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input="quit\n", env=simple, capture_output=True, text=True, check=True)
    assert "4  @ X X ." in done.stdout and "X Blue to move" in done.stdout
