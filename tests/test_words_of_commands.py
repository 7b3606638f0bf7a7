"""Positions and moves whose texts are words that commands have for something else."""

from __future__ import annotations

import json
import re

import pytest
from commanding import ask, played, run
from installing import install
from runs import rules_of

from retro.game import notation

RULES = """
from retro.game import ONGOING
INITIAL, SLOTS, CODES = KEYS, 8, 3
def rank(key):
    return key, 0, False
def unrank(index):
    return index
def moves(key, out):
    n = 0
    for taken in range(1, min(key, 2) + 1):
        out[n, 0], out[n, 1], out[n, 2] = key - taken, taken, ONGOING
        n += 1
    return n
"""
"""A heap of up to seven counters, of which one or two are taken; who takes the last wins."""
TEXT = """
NAMES = ("none", "one", "two", "three", "four", "five", "six", "seven")
NAMES = tuple(OWN.get(key, name) for key, name in enumerate(NAMES))
MOVES = ("", "back", "save it")
def draw(key):
    return "o" * key or "(none)"
def format(key):
    return NAMES[key]
def parse(text):
    if text not in NAMES:
        raise ValueError(f"not a heap: {text[:40]!r}")
    return NAMES.index(text)
def format_move(key, code):
    return MOVES[code]
"""
CASES = [
    ("(7, 6)", {5: "start3"}, 5),
    ("7", {5: "four mover=2"}, 5),
    ("7", {7: "start"}, None),
    ("(7, 6)", {6: "start2"}, None),
    ("7", {5: "start2", 4: "start now"}, None),
]
"""The starts, texts of positions, and the position whose text commands read as something else, if any."""


@pytest.fixture
def heap(site, data):
    """Returns a function that installs the heap."""

    def installed(name, starts="7", own=()):
        install(site, name, RULES.replace("KEYS", starts), text=TEXT.replace("OWN", repr(dict(own))))
        return name

    return installed


@pytest.mark.parametrize(("starts", "own", "hidden"), CASES)
def test_every_text_that_is_written_is_read_as_its_position(heap, starts, own, hidden):
    name = heap(f"heap{CASES.index((starts, own, hidden))}", starts, own)
    rules = rules_of(name)
    for key in range(8):
        assert notation.position_key(rules, rules.text.format(key)) == key
        assert (rules.text.format(key) == str(key)) == (key == hidden)
    assert notation.position_key(rules, "start") == rules.initial == 7
    ask("solve", name)
    for key in range(8):
        answer = json.loads(ask("query", name, key, "--json"))
        assert json.loads(ask("query", name, answer["position"], "--json")) == answer
    assert json.loads(ask("query", name, "--json"))["position"] == own.get(7, "seven")


@pytest.mark.compiled
def test_check_names_the_text(heap):
    result = run("check", heap("named_heap", own={5: "start"}), "--seconds", "2")
    said = " ".join(result.output.split())
    assert result.code == 1 and "format returned 'start', which commands read as the start" in said
    assert "they write the position 5" in said


def test_a_record_and_a_line_go_through_such_a_position(heap, tmp_path):
    name = heap("record_heap", own={5: "start", 4: "start2"})
    ask("solve", name)
    line = json.loads(ask("line", name, "six", "--json"))["moves"]
    assert [each["after"] for each in line[:2]] == ["5", "three"]  # six is lost, and the first move takes one
    ask("play", name, "5", "--second", "human", "--record", tmp_path / "game", typed="back\nback\nback\nback\nback\n")
    review = json.loads(ask("replay", tmp_path / "game", "--json"))
    assert review["position"] == "5" and len(review["moves"]) == 5


def test_a_move_with_the_text_of_a_command_is_the_move(heap):
    shown = ask("play", heap("move_heap"), "--second", "human", typed="back\nsave it\nback now\nsave it\n\nquit\n")
    assert played(shown) == ["back", "save", "it", "save", "it"]
    assert re.search("'back now' is none of its moves", shown)
