"""The page of results: its numbers are those of the database, and each that differs from a published one is marked.

All tests use a board of three by three squares, with numbers of that board in place of the published ones.
"""

import dataclasses
import shutil
from collections import Counter

import ostle as results
import pytest
from commanding import ask

import retro
from retro.system.progress import Silent
from retro.verify.published import Published

LONGEST = 33
DISTANCES = [1, 7, 49, 182, 418, 644, 674, 432, 190, 35]
"""Counts of this board by an independent program (`test_backends.COUNTS`, `state_distances.named`)."""
SEARCHED = "states by plies from the start"


def arguments(folder):
    return ["--data", str(folder), "--set", "size=3", "--set", "left=0"]


@pytest.fixture(scope="module")
def folder(small_game, tmp_path_factory):
    """The directory with the database and the distances of the small board."""
    path, directory = small_game("ostle").tablebase.database.path, tmp_path_factory.mktemp("databases")
    shutil.copytree(path, directory / path.name)
    ask("reach", "ostle", *arguments(directory))
    return directory


@pytest.fixture(scope="module")
def table(folder):
    with retro.open("ostle", folder, size=3, left=0) as opened:
        yield opened


@pytest.fixture(scope="module")
def longest(table):
    """The keys of the positions of the longest games."""
    return results.longest_games(table, Silent())


@pytest.fixture(scope="module")
def right(table, longest):
    """Published entries that equal all numbers; each figure shows its position in another orientation."""
    about, rules = table.database.manifest, table.rules
    plies = Counter()
    for value, states in about.statistics.states.items():
        plain = about.kind.words(value)
        plies["draw" if plain.dtm is None else str(plain.dtm - 1)] += states
    numbers = {"the start": "draw", "positions": about.statistics.positions}
    numbers |= {"states": sum(plies.values()), "longest game, plies": LONGEST}
    entries = [
        Published("Numbers", "a paper", "numbers", numbers),
        Published("Table 1", "a paper", "positions by part", dict(about.statistics.sections)),
        Published("Table 2", "a paper", "states by DTM", dict(plies), offset=-1),
        Published("Table 3", "a paper", SEARCHED, {str(plies): states for plies, states in enumerate(DISTANCES)}),
    ]
    for number, key in enumerate(longest):
        g = 7 - number % 8
        states = {name: str(value) for name, value in results.states_of(table, key, g).items()}
        shown = rules.text.format(rules.image(key, g))
        entries.append(Published(f"Figure {number}", "a paper", "values with a move forbidden", states, position=shown))
    return entries


def make_page(table, entries):
    return results.page(table, entries, Silent())


def changed(entries, number, rows):
    return [*entries[:number], dataclasses.replace(entries[number], rows=rows), *entries[number + 1 :]]


def test_the_longest_games_do_not_depend_on_batches(table, longest):
    about = table.database.manifest
    counted = sum(value.dtm == about.longest_dtm for key in longest for value in results.states_of(table, key).values())
    assert counted == sum(count for value, count in about.statistics.states.items() if about.kind.dtm(value) == LONGEST)
    assert about.longest_dtm == LONGEST
    assert results.longest_games(table, Silent(), at_once=100) == longest
    for key in longest:  # in an image of a position, forbidding the named move gives the same values
        for g in range(8):
            turned = table.rules.image(key, g)
            for name, value in results.states_of(table, key, g).items():
                assert table.probe(turned, None if name == results.NOTHING_FORBIDDEN else name) == value


def test_a_page_on_which_everything_is_equal(table, right, longest):
    page = make_page(table, right)
    text = "\n".join(page.lines)
    assert page.different == 0
    assert "no**" not in text and "DIFFER" not in text and "**" not in text
    for number in range(len(longest)):
        assert f"Figure {number}, shown in" in text
    for entry in right[:4]:
        assert f"\n{len(entry.rows)} of {len(entry.rows)} rows are equal." in text
    assert text.count("X to move, O opponent, # hole") == len(longest)


@pytest.mark.parametrize("number", range(4))
def test_every_wrong_number_is_noticed(table, right, number):
    rows = right[number].rows
    for name, published in rows.items():
        wrong = "win" if isinstance(published, str) else published + 1
        page = make_page(table, changed(right, number, rows | {name: wrong}))
        assert page.different == 1, name
        assert sum("**no**" in line for line in page.lines) == 1
        assert any(line.startswith(f"| {name} ") and "**no**" in line for line in page.lines)


def test_rows_values_and_figures_of_one_side_only_are_noticed(table, right):
    fewer = {name: states for name, states in right[2].rows.items() if name != "3"}
    values = dict.fromkeys(right[4].rows, "win in 99")
    wrong = [(1, right[1].rows | {"d4 9 9": 1}), (2, fewer), (4, right[4].rows | {"a1U is no move": "draw"})]
    for number, rows in [*wrong, *((4, right[4].rows | {name: value}) for name, value in values.items())]:
        assert make_page(table, changed(right, number, rows)).different == 1
    start = dataclasses.replace(right[4], position=table.rules.text.format(table.rules.initial))
    page = make_page(table, [*right[:4], start, *right[5:]])
    assert page.different == 2  # a position without a figure, and a figure without a position
    assert "**Figure 0: the position was not found.**" in page.lines


def test_the_command(folder, right, monkeypatch, capsys):
    entries = [right, changed(right, 0, right[0].rows | {"positions": 1})]
    monkeypatch.setattr(results, "published", lambda table: entries[0])  # nothing is published of this board
    assert results.main([*arguments(folder), "--check"]) == 0
    assert capsys.readouterr().out.startswith("# Ostle, solved\n")
    entries.pop(0)
    assert results.main([*arguments(folder), "--check"]) == 1
    assert capsys.readouterr().err == "different from what is published: 1\n"
    assert results.main(arguments(folder)) == 0


def test_the_command_without_a_database(tmp_path, capsys):
    assert results.main(["--data", str(tmp_path)]) == 5
    missing = f"error: not solved yet: there is no database at {tmp_path}/ostle (retro solve ostle)\n"
    assert capsys.readouterr() == ("", missing)
    assert results.main(["--data", str(tmp_path), "--set", "size=9"]) == 2
