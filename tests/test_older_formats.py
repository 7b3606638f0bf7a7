"""Databases of formats 3 and 4, which version 5c34901 wrote (`data/older`): look-ups say what it said."""

import json
import re
import shutil

import golden
import numpy as np
import pytest
from commanding import ask
from runs import rules_of
from tiny_databases import edit, edit_statistics

from retro.game.values import Value
from retro.query import api, databases
from retro.query.batch import NO_DTM
from retro.storage import Damaged, Unusable
from retro.storage.database import Database
from retro.storage.location import checkpoint_path, database_path

FOLDER = golden.FOLDER.parent / "older"
NAMES = {
    **dict.fromkeys(("lgame", "ostle", "hare_and_hounds", "endless_win", "endless_draw"), 3),
    **dict.fromkeys(("british_square", "awari", "gains"), 3),
    **dict.fromkeys(("dots_and_boxes", "first"), 4),
}
"""The format of each database."""
WHOLE = ["verify", "verify --sample 3", "extremes", "export --format csv", "puzzles"]
"""Commands that read all records."""


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory):
    """All games are installed."""
    with golden.installed(tmp_path_factory.mktemp("site")):
        yield


def path_of(name, folder=FOLDER):
    rules = rules_of(name, **golden.GAMES[name])
    return database_path(folder, rules.game, rules.options)


def table_of(name, folder=FOLDER):
    return api.open_at(path_of(name, folder), rules_of(name, **golden.GAMES[name]))


@pytest.fixture
def copied(tmp_path):
    """A copy of the databases, in which commands may write."""
    return shutil.copytree(FOLDER, tmp_path / "older")


def fields_of(*fields):
    return ",".join("" if each is None else str(each) for each in fields)


@pytest.mark.parametrize("name", NAMES)
def test_every_position_has_its_golden_words(name):
    with table_of(name) as table:
        rules, lines, keys = table.rules, [], []
        assert table.database.manifest.format == NAMES[name]
        for slot in range(table.database.slots):
            if (key := rules.unrank(slot)) >= 0:
                _, second, code = table.record(slot)
                words = [rules.text.format(key), *table.probe(key)]
                if code >= 0:
                    words += [rules.text.format_move(key, code), *rules.words(key, second)]
                    assert table.probe(key, code) == rules.words(key, second)
                lines.append(fields_of(*words))
                keys.append(key)
        several = table.probe_many(keys)
        numbers = [(each.number, NO_DTM if each.dtm is None else each.dtm) for each in map(table.probe, keys)]
        assert list(zip(several.value.tolist(), several.dtm.tolist(), strict=True)) == numbers
    assert sorted(lines) == golden.recorded(f"{name}.txt")[-len(lines) :]


@pytest.mark.parametrize("name", NAMES)
def test_statistics_are_those_of_then_without_sections(name):
    printed = ask("stats", *golden.arguments(name, FOLDER)).splitlines()
    shown = {line.rstrip() for line in printed if line.partition(" ")[0] not in golden.RUN}
    assert len(shown) > 5 and {re.sub(r"\s+", " ", line) for line in shown} <= {
        re.sub(r"\s+", " ", line) for line in golden.recorded(f"{name}.txt")
    }
    assert any(line.startswith("content") and f"format {NAMES[name]} is older" in line for line in printed)


@pytest.mark.parametrize("name", ["hare_and_hounds", "first", "endless_win", "endless_draw", "gains"])
def test_best_play_leads_from_value_to_value(name):
    with table_of(name) as table:
        for key in [table.rules.unrank(slot) for slot in range(0, table.database.slots, 7)]:
            if key >= 0:
                best = next(iter(table.moves(key)), None)
                assert best is None or Value(best.value, best.dtm) == table.probe(key)


def test_distances_from_the_start_are_read(copied):
    for name in ("hare_and_hounds", "ostle"):
        with table_of(name) as table:
            position, _ = table.play([table.moves(table.start)[0].code])
            assert table.distance(table.start) == 0 and len(table.from_start(position)) == table.distance(position) == 1


@pytest.mark.parametrize("line", WHOLE)
@pytest.mark.parametrize("name", ["lgame", "first"])
def test_what_reads_all_records_is_refused_in_one_line(copied, name, line):
    command, *more = line.split()
    said = ask(command, golden.game_of(name), *more, *golden.arguments(name, copied)[1:], code=5)
    assert re.fullmatch(r"error: the database at \S+ has the older format \d, .*: solve the game again", said), said


def test_they_are_listed_as_solved():
    answer = {each["game"]: each for each in json.loads(ask("games", "--json", "--data", FOLDER))["games"]}
    assert [each["states"] for each in answer["lgame"]["solved"]] == [36736] and not answer["lgame"]["older"]


def test_a_checkpoint_is_refused_in_one_line(tmp_path):
    shutil.copy(FOLDER / "checkpoint" / "lgame.solve.checkpoint", checkpoint_path(tmp_path / "lgame"))
    said = ask("solve", "lgame", "--data", tmp_path, code=2)
    assert re.fullmatch(r"error: cannot go on from \S+: it is of .*another version of the engine.*", said), said
    assert "--restart discards it and begins anew" in said


@pytest.mark.parametrize(
    "changes",
    [
        {"values": []},
        {"values": [2, 3]},
        {"values": [0, -5]},
        {"values": [0, 1 << 28]},
        {"values": [0, 1 << 31]},
        {"values": [0, 2.5]},
        {"start": (1 << 29) - 1},
        {"scores": "mover", "values": [0, 5], "start": 7 << 20},
        {"format": 4},
        {"format": 6},
        {"format": True},
        {"repetition": True},
        {"scores": "second"},
        {"value_bytes": 3},
        {"block": (1 << 22) + 1},
    ],
    ids=str,
)
def test_hostile_manifests_are_refused_in_one_line(copied, changes):
    edit(path_of("lgame", copied) / "manifest.json", **changes)
    with pytest.raises((Damaged, Unusable)) as caught:
        table_of("lgame", copied)
    assert "\n" not in str(caught.value) and str(copied) in str(caught.value)


def test_a_forged_kind_of_values_is_refused(copied):
    """A game of scores with distances, none of whose values has one."""
    file = path_of("awari", copied) / "manifest.json"
    edit(file, values=[0, 1 << 14, (1 << 14) + 1])
    edit_statistics(file, states={}, final={})
    with pytest.raises(Damaged, match="not of these rules"):
        table_of("awari", copied)


def test_the_server_has_single_positions_and_no_more(copied):
    assert [about.format for about in databases.find(copied, rules_of("lgame").game).solved] == [3]
    with Database(path_of("lgame", copied)) as opened:
        assert opened.record(0) and len(opened.records(np.arange(3))[0]) == 3
        for read in (lambda: opened.fields(0), lambda: opened.planes(0, 1)):
            with pytest.raises(Unusable, match="has the older format 3"):
                read()
