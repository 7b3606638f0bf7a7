"""Tables and facts on terminals of any width: no text is cut off or lost."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retro.app import layout
from retro.system.messages import some


class Output(StringIO):
    """Standard output on a terminal, or in a file."""

    terminal = True

    def isatty(self):
        return self.terminal


@pytest.fixture
def printed(monkeypatch):
    """Calls a function of `layout` on a terminal of ``columns``, or into a file if that is None; returns the output."""
    monkeypatch.setenv("TERM", "dumb")

    def printed(columns, function, *given, **more):
        monkeypatch.setenv("COLUMNS", str(columns))
        with redirect_stdout(Output()) as shown:
            shown.terminal = columns is not None
            function(*given, **more)
        return shown.getvalue()

    return printed


@pytest.fixture
def terminal(printed):
    """Prints a table as `printed`; returns the lines."""

    def lines(columns, *table, **more):
        return [line.rstrip() for line in printed(columns, layout.table, *table, **more).splitlines()]

    return lines


def test_rows_that_are_too_wide_become_lists(terminal):
    columns, rows = ("first", "second", "third>"), [("a" * 20, "", "1"), ("b" * 20, "c" * 15, "")]
    assert terminal(40, columns, rows) == [
        *("", f"first   {'a' * 20}", "third   1"),
        *("", f"first   {'b' * 20}", f"second  {'c' * 15}", ""),
    ]
    assert f"  {'b' * 20}   {'c' * 15}" in terminal(60, columns, rows)


def test_names_fold_before_rows_become_lists(terminal):
    assert terminal(20, ("a long name", "with more"), [("x", "y")]) == [
        *("", "  a long    with", "  name      more", " ──────────────────", "  x         y", "")
    ]


def test_columns_without_text_are_left_out(terminal):
    shown = terminal(None, ("move", "DTM>", "", "after"), [("a1", "", "", "x"), ("b1", "", "", "")])
    assert next(line.split() for line in shown if line) == ["move", "after"]
    assert terminal(None, ("move", "DTM>"), []) == []
    assert next(line.split() for line in terminal(None, ("move", "n>"), [("a1", "0")]) if line) == ["move", "n"]


def test_the_number_of_further_entries_is_printed(terminal):
    rows = [("a1",), ("b1",)]
    assert terminal(80, ("move",), rows, left=1234)[-3:] == ["  b1", "  ... and 1,234 more", ""]
    assert terminal(80, ("move",), rows, left=7, of="states")[-2:] == ["  ... and 7 more states", ""]
    assert "more" not in " ".join(terminal(80, ("move",), rows))
    assert some(list("abcdefgh")) == "a b c d e f g h"
    assert some(["a1"] * 1242) == "a1 a1 a1 a1 a1 a1 a1 a1 ... and 1,234 more"


CELLS = st.lists(st.text("ab", min_size=1, max_size=30), max_size=5).map(" ".join)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=4), st.integers(1, 120))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_is_lost_at_any_width(terminal, rows, width):
    names = ("p q", "r>", "s~")
    for columns in (width, None):
        lines = terminal(columns, names, rows)
        whole = [cell for row in rows for cell in (*row[:2], *row[2].split())]
        assert columns is None or max(map(len, lines)) <= max(columns, max(map(len, whole)) + 12)
        for first, second, third in rows:
            assert all(any(cell in line for line in lines) for cell in (first, second))
            assert set(third.split()) <= set(" ".join(lines).split())
        letters = "".join(lines)
        for letter in "ab":
            assert letters.count(letter) == sum(cell.count(letter) for row in rows for cell in row)
        if columns is None:
            output = [line.split() for line in lines if set(line) & set("ab")]
            assert output == [words for row in rows if (words := " ".join(row).split())]


def test_facts_fold_on_a_terminal_only(printed):
    path = "/a/path/of/more/than/thirty/letters"
    facts = [("note", "so many words that no line holds them"), ("in", path), ("none", "")]
    folded = f"note  so many words that no\n      line holds them\nin    {path}\nnone  \n"
    assert printed(30, layout.facts, facts) == folded
    assert printed(None, layout.facts, facts[:1]) == "note  so many words that no line holds them\n"


def test_columns_are_aligned_by_the_width_of_characters(printed, monkeypatch):
    """Numbers to the right; names of columns are bold where the terminal shows that."""
    columns, rows = ("one", "two~", "three>"), [("漢字", "b", "1"), ("ü", "c d", "234")]
    lines = ["  one    two   three", " ────────────────────", "  漢字   b         1", "  ü      c d     234"]
    shown = [line.rstrip() for line in printed(80, layout.table, columns, rows).splitlines()]
    assert shown == ["", *lines, ""]
    monkeypatch.setenv("TERM", "xterm")
    shown = printed(80, layout.table, columns, rows)
    assert shown.count("\x1b[1m") == 1 and f"\x1b[1m{lines[0]}" in shown
