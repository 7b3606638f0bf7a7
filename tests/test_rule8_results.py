"""The page about the two readings of rule 8: its numbers, counted again from boards and moves, and its examples."""

import dataclasses
from collections import Counter
from types import SimpleNamespace

import naive_ostle as naive
import pytest
import readings as both
import rule8 as results
from comparing_solutions import ChangedState, compare
from two_readings import LARGER, READINGS, SMALL, ReadingsTwin, compared, solved

from retro.game import NONE
from retro.game.values import Value, outcome_name


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    """The directory of the databases."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def twin(directory):
    with solved(directory, SMALL, "reference") as small:
        yield ReadingsTwin(small[0].rules)


@pytest.fixture(scope="module")
def larger(directory):
    with solved(directory, LARGER, "queue") as opened:
        yield opened


def arguments(directory, options):
    return ["--data", str(directory), *(f"--set={name}={value}" for name, value in options.items())]


def rows(text):
    """Returns the cells of all rows of tables, by their first cell."""
    cells_by_name = {}
    for line in text.splitlines():
        if line.startswith("|"):
            first, *cells = [cell.strip() for cell in line.strip("|").split("|")]
            cells_by_name.setdefault(first, []).append(cells)
    return cells_by_name


OUTCOMES = ("win", "draw", "loss")


def test_the_page_of_a_small_board(directory, twin, capsys):
    assert results.main([*arguments(directory, SMALL), "--check", "--threads", "1"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# Ostle: the two readings of rule 8\n") and "no**" not in text
    shown, listed, expected = rows(text), list(twin.listed(twin.solved)), {}
    for name, kind in (("both readings", "states"), ("`paper` only", "first"), ("`exact` only", "second")):
        outcomes = Counter(outcome_name(values[0]) for each, _, _, values in listed if each == kind)
        expected[name] = [[outcomes.total(), *(outcomes[each] for each in OUTCOMES)]]
    pairs = Counter((kind, *map(outcome_name, values)) for kind, _, _, values in listed if len(values) == 2)
    for before in OUTCOMES:
        of_kinds = [[pairs[kind, before, after] for after in OUTCOMES] for kind in ("states", "positions", "moves")]
        expected[f"{before} in `paper`"] = of_kinds
    for name, numbers in expected.items():
        rows_of_name = [cells[: len(numbers[0])] for cells in shown[name][: len(numbers)]]
        assert [[int(cell.replace(",", "")) for cell in cells] for cells in rows_of_name] == numbers, name
    start = twin.rules.kind.words(twin.solved(0, twin.rules.rank(twin.rules.initial)[0], None))
    assert f"- The value of the start is the same: {start}." in text
    differing = sum(kind == "differing" for kind, *_ in listed)
    assert f"{differing:,} positions do not have the same states in both readings." in text


def test_a_wrong_count_is_noticed(directory, twin, monkeypatch, capsys):
    def wrong(*given):
        comparison = compare(*given)
        value, states = next(iter(comparison.whole.alone[0].items()))
        alone = (comparison.whole.alone[0] | {value: states + 1}, comparison.whole.alone[1])
        return dataclasses.replace(comparison, whole=dataclasses.replace(comparison.whole, alone=alone))

    monkeypatch.setattr(results, "compare", wrong)  # sound databases have no wrong count
    given = [*arguments(directory, SMALL), "--threads", "1"]
    assert results.main([*given, "--check"]) == 1
    out, err = capsys.readouterr()
    assert err.endswith("different from the databases: 1\n") and out.count("**no**") == 1
    assert results.main(given) == 0


@pytest.mark.soak
def test_where_the_readings_differ(larger):
    """On plain boards, only the last move of the line forbids different replies, and values differ after each move."""
    text = larger[0].rules.text
    changes = compared(larger).changes
    for change in (*changes["states"].values(), *changes["positions"].values()):
        moves, key, codes = both.parting(larger, change.key, change.codes)
        board, forbidden = naive.board(text.format(change.key)), []
        assert moves
        for move in moves:
            assert move in naive.moves(board) and move not in forbidden
            forbidden = [naive.forbidden(board, move, reading) for reading in READINGS]
            board = naive.apply(board, move)
            assert (len(set(forbidden)) == 2) == (move is moves[-1])
        assert board == naive.board(text.format(key))
        assert forbidden == [None if code == NONE else text.format_move(key, code) for code in codes]
        first, second = both.state_values(larger, key, codes)
        assert first != second


@pytest.mark.soak
def test_examples_are_drawn(directory, larger, capsys):
    assert results.main([*arguments(directory, LARGER), "--check", "--threads", "1"]) == 0
    text = capsys.readouterr().out
    sections = text.split("\n## Example: ")[1:]
    assert len(sections) == 2 and "The readings diverge after" in sections[0] and "After " in sections[1]
    for section in sections:
        values = section.splitlines()[0].split(" in `paper`, ")
        first, second = values[0], values[1].removesuffix(" in `exact`")
        assert first != second
        moves = {move: cells[0] for move, cells in rows(section).items() if "forbidden" not in cells[0][0]}
        assert first in [cells[0] for cells in moves.values()]
        for reading, value in zip(READINGS, (first, second), strict=True):
            line = next(line for line in section.splitlines() if line.startswith(f"Best play in `{reading}`"))
            assert len(line.split(": ")[1].split()) == int(value.split()[-1])


def test_the_order_of_striking_changes():
    values = [("draw", None, "loss", 3), ("win", 9, "win", 50), ("loss", 30, "win", 9), ("win", 20, "draw", None)]
    values += [("loss", 6, "win", 30), ("loss", 4, "loss", 90)]
    first = SimpleNamespace(probe=lambda key, code: Value(*values[key][:2]))
    second = SimpleNamespace(probe=lambda key, code: Value(*values[key][2:]))
    left, order = [ChangedState(number, (NONE, NONE), None) for number in range(len(values))], []
    while left:
        order.append(both.striking((first, second), left).key)
        left = [change for change in left if change.key != order[-1]]
    assert order == [4, 2, 0, 3, 5, 1]
    assert both.striking((first, second), []) is None


def test_the_script_refuses_bad_arguments(tmp_path, capsys):
    assert results.main(["--set", "rule8=exact"]) == 2
    assert capsys.readouterr().err == "error: this page is about both readings of rule 8: leave option rule8 out\n"
    assert results.main(["--data", str(tmp_path)]) == 5
    assert capsys.readouterr().err.startswith("error: not solved yet: there is no database at ")
