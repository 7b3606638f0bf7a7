"""Hare and hounds of `examples/`: play without end is the hare's win. Numbers are those of an independent solver."""

import pytest
from commanding import ask
from runs import rules_of

import retro
from retro.solving import queue, reference
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def table(examples):
    """The solved game."""
    ask("solve", "hare_and_hounds")
    return retro.open("hare_and_hounds")


@pytest.mark.parametrize(
    ("position", "value"),
    [
        ("hounds 1-4-9 8", "win in 23"),
        ("hare 1-4-9 8", "loss in 24"),
        ("hare 1-6-9 2", "loss in 18"),
        ("hounds 1-6-9 2", "loss without end"),
        ("hare 5-6-9 2", "win without end"),
    ],
)
def test_values(table, position, value):
    assert str(table.probe(position)) == value


def test_all_positions_count_and_are_proved(table):
    assert "2,640" in ask("stats", "hare_and_hounds")
    assert ask("verify", "hare_and_hounds").endswith("hare_and_hounds is verified\n")


def test_a_win_without_end_has_no_line_and_no_dtm(table):
    assert table.line("hounds 1-6-9 2") == [] and len(table.line("hounds 1-4-9 8")) == 23
    values = table.probe_many([table.rules.text.parse(each) for each in ("hounds 1-6-9 2", "hounds 1-4-9 8")])
    assert values.value.tolist() == [-1, 1] and values.dtm.tolist() == [-1, 23]
    assert {(move.value, move.dtm) for move in table.moves("hounds 1-6-9 2")} == {("loss", None)}


def test_every_display_says_that_play_goes_on_for_ever(table):
    for command in (("query", "hare_and_hounds", "hounds 1-6-9 2"), ("stats", "hare_and_hounds")):
        assert "loss without end" in ask(*command)
    assert "win in 27" in ask("extremes", "hare_and_hounds")
    assert "first wins" in ask("report", "hare_and_hounds", "--games=10")


def test_the_reference_agrees(table):
    rules = rules_of("hare_and_hounds")
    one, other = queue.solve(rules, 1, Silent()), reference.solve(rules, Silent())
    assert [each.tolist() for each in one.planes(0, rules.slots)] == [
        each.tolist() for each in other.planes(0, rules.slots)
    ]
    assert one.statistics == other.statistics
