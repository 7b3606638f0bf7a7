"""The page of results: its numbers come from the database, and none that differs from the published one gets through.

Everything runs on a board of three by three squares; what is published for the real one is replaced.
"""

import dataclasses
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from retro import plugins
from retro.api import Value, open_at
from retro.app import reach as searching
from retro.app import solve as solving
from retro.game import GameError, dtm
from retro.loading import load
from retro.progress import Silent
from retro.storage import DatabaseError, sealed
from retro.storage.location import database_path

sys.path.insert(0, str(Path(__file__).parent.parent / "docs" / "results"))
import ostle as results

SMALL = {"size": "3", "men": "2"}
CHANGES = {
    "distances": lambda distances, name: distances | {name: distances[name] + 1},
    "facts": lambda facts, name: facts | {name: "?" if isinstance(facts[name], str) else facts[name] + 1},
    "tiers": lambda tiers, name: tiers | {name: tiers[name] - 1},
    "plies": lambda plies, name: plies | {name: plies[name] + 1},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Databases of the small board."""
    place = tmp_path_factory.mktemp("databases")
    game = plugins.load("ostle")
    rules = load(game, game.choose(SMALL))
    path = database_path(place, game, rules.options)
    solving.Job(rules, path, "queue", 1, Silent(), print).solve()
    with open_at(path, rules) as opened:
        searching.search(opened, 1, Silent())
    return place


@pytest.fixture(scope="module")
def table(folder):
    game = plugins.load("ostle")
    options = game.choose(SMALL)
    with open_at(database_path(folder, game, options), load(game, options)) as opened:
        yield opened


@pytest.fixture(scope="module")
def longest(table):
    """The positions of the longest games."""
    return results.longest_games(table, Silent())


@pytest.fixture(scope="module")
def right(table, longest):
    """What would have to be published for every number to be equal, each diagram turned another way."""
    about = table.database.manifest
    turned = [results.states_of(table, key, 7 - place % 8) for place, key in enumerate(longest)]
    return results.Published(
        results.facts_of(about, turned),
        dict(about.statistics.tiers),
        results.plies_of(about),
        tuple(results.Diagram(f"{place}", states) for place, states in enumerate(turned)),
        {"0": 1, "1": 5, "2": 25, "3": 76, "4": 159, "5": 249, "6": 312, "7": 265, "8": 182, "9": 35},
    )


def made(table, beside):
    return results.page(table, beside, Silent())


def test_the_states_of_all_positions_are_the_ones_that_were_counted(table):
    counts, rules = Counter(), table.rules
    forbidding = 0
    for index in range(rules.slots):
        key = rules.unrank(index)
        if key >= 0 and table.probe(key) != Value("win", 1):
            states = results.states_of(table, key)
            counts.update(states.values())
            forbidding += len(states) - (results.NOTHING in states)
    statistics = table.database.manifest.statistics
    assert counts == {Value.of(value): states for value, states in statistics.states.items()}
    assert forbidding == statistics.forbidding


def test_the_longest_games_are_found_whatever_is_read_together(table, longest, monkeypatch):
    about = table.database.manifest
    counted = sum(value.dtm == about.longest_dtm for key in longest for value in results.states_of(table, key).values())
    assert counted == sum(count for value, count in about.statistics.states.items() if dtm(value) == 17)
    assert about.longest_dtm == 17
    monkeypatch.setattr(results, "READ_AT_ONCE", 100)
    assert results.longest_games(table, Silent()) == longest


def test_states_are_named_as_the_shown_position_names_them(table, longest):
    """In a turned position, forbidding the named move gives the same values."""
    for key in longest:
        for g in range(8):
            turned = table.rules.image(key, g)
            for name, value in results.states_of(table, key, g).items():
                assert table.probe(turned, None if name == results.NOTHING else name) == value


def test_a_page_on_which_everything_is_equal(table, right, longest):
    page = made(table, right)
    text = "\n".join(page.lines)
    assert page.different == 0
    assert "no**" not in text and "DIFFER" not in text and "**" not in text
    for number in range(len(longest)):
        assert f"Figure {number} of the paper, shown" in text
    assert f"All {len(right.plies)} rows are equal." in text
    assert text.count("X to move, O opponent, # hole") == len(longest)


@pytest.mark.parametrize("part", CHANGES)
def test_every_wrong_number_is_noticed(table, right, part):
    numbers = getattr(right, part)
    assert numbers
    for name in numbers:
        wrong = dataclasses.replace(right, **{part: CHANGES[part](numbers, name)})
        page = made(table, wrong)
        assert page.different == 1, name
        assert sum("**no**" in line for line in page.lines) == 1
        assert any(line.startswith(f"| {name} ") and "**no**" in line for line in page.lines)


def test_without_distances_there_is_no_table_3(table, right, tmp_path):
    """Nor with distances of other rules, but these are an error."""
    path = table.database.path
    assert any(line.startswith("## Table 3") for line in made(table, right).lines)
    (path / "reach.json").rename(tmp_path / "reach.json")
    page = made(table, right)
    assert page.different == 0 and not any("Table 3" in line for line in page.lines)
    about = json.loads((tmp_path / "reach.json").read_text(encoding="utf-8"))
    del about["checksum"]
    (path / "reach.json").write_text(sealed.sealed(about | {"digest": "other"}), encoding="utf-8")
    with pytest.raises(DatabaseError, match="found by other rules"):
        made(table, right)
    (tmp_path / "reach.json").rename(path / "reach.json")


def test_rows_that_only_one_side_has_are_noticed(table, right):
    more = dataclasses.replace(right, tiers=right.tiers | {"d4 9 9": 1})
    assert made(table, more).different == 1
    fewer = dataclasses.replace(right, plies={name: states for name, states in right.plies.items() if name != "3"})
    assert made(table, fewer).different == 1


def test_another_value_of_a_published_state_is_noticed(table, right):
    first, *others = right.diagrams
    for name, value in first.states.items():
        wrong = results.Diagram(first.figure, first.states | {name: Value(value.value, (value.dtm or 0) + 2)})
        page = made(table, dataclasses.replace(right, diagrams=(wrong, *others)))
        assert page.different == 2  # a position without a diagram, and a diagram without a position
        assert f"**Figure {first.figure} of the paper was not found.**" in page.lines


def test_what_is_published_fits_together():
    game = plugins.load("ostle")
    whole = results.published(game.choose({}))
    assert len(whole.tiers) == 24 and sum(whole.tiers.values()) == whole.facts["positions"]
    assert len(whole.plies) == 147 and sum(whole.plies.values()) == whole.facts["states"]
    assert len(whole.distances) == 27 and sum(whole.distances.values()) == 12_919_984_336
    length = whole.facts["longest game, plies"]
    assert whole.plies[str(length - 1)] == whole.facts["states of the longest games"]
    found = [value.dtm for diagram in whole.diagrams for value in diagram.states.values()].count(length)
    assert found == whole.facts["states of the longest games"]
    assert len(whole.diagrams) == whole.facts["positions of the longest games"]
    four = results.published(game.choose({"pieces": "8"}))
    assert sum(four.tiers.values()) == four.facts["positions"] == 160_900_185


@pytest.mark.parametrize("options", [SMALL, {"pieces": "9"}, {"rule8": "exact"}, {"pieces": "8", "rule8": "exact"}])
def test_options_for_which_nothing_is_published(options):
    with pytest.raises(GameError, match="nothing is published for these options"):
        results.published(plugins.load("ostle").choose(options))


def test_the_command(folder, right, monkeypatch, capsys):
    arguments = ["--data", str(folder), "--set", "size=3", "--set", "men=2"]
    monkeypatch.setattr(results, "published", lambda options: right)
    assert results.main([*arguments, "--check"]) == 0
    assert capsys.readouterr().out.startswith("# Ostle, solved\n")
    wrong = dataclasses.replace(right, facts=right.facts | {"positions": 1})
    monkeypatch.setattr(results, "published", lambda options: wrong)
    assert results.main([*arguments, "--check"]) == 1
    assert capsys.readouterr().err == "different from what is published: 1\n"
    assert results.main(arguments) == 0


def test_the_command_without_a_database(tmp_path, capsys):
    assert results.main(["--data", str(tmp_path)]) == 5
    assert capsys.readouterr() == (
        "",
        f"error: not solved yet: there is no database at {tmp_path}/ostle (retro solve ostle)\n",
    )
    assert results.main(["--data", str(tmp_path), "--set", "size=9"]) == 2
