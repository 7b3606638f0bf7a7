"""Positions of each section by outcome are counted once for a database, and again if the file of counts is unusable."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tiny_databases import edit, edit_statistics
from walking_game.naive import NaiveSolution
from walking_game.stored import solved as solved_walk

from retro.statistics import outcomes
from retro.storage import DatabaseError, checksums
from retro.storage import sections as parts
from retro.storage.database import Database
from retro.system.progress import Silent


def solved(data, seed):
    """Rules, database and expected counts of a walk."""
    rules, path = solved_walk(data, seed)
    numbers = Counter(rules.kind.outcome(value) for value in NaiveSolution(rules).planes(0, rules.slots)[0])
    return rules, path, {"all": (numbers["win"], numbers["draw"], numbers["loss"])}


@pytest.fixture
def walk(data):
    """No two outcomes are equally frequent."""
    return solved(data, 23)


def counted(rules, path):
    with Database(path, rules.digest) as database:
        return {each.name: each.counts for each in outcomes.by_section(rules, database, 1, Silent())}


def test_sections_are_counted_once(walk):
    """The second time, the records are not read: they are damaged."""
    rules, path, expected = walk
    assert counted(rules, path) == expected
    assert [each.name for each in path.iterdir() if "parts" in each.name] == [parts.SECTIONS_FILE]
    (path / "values.zst").write_bytes(bytes(9) + (path / "values.zst").read_bytes()[9:])
    assert counted(rules, path) == expected
    (path / parts.SECTIONS_FILE).unlink()
    with pytest.raises(DatabaseError):
        counted(rules, path)


WRONG = {
    "gone": lambda file: file.unlink(),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-9]),
    "a flipped bit": lambda file: file.write_bytes(file.read_bytes().replace(b'"all"', b'"alm"')),
    "empty": lambda file: file.write_bytes(b""),
    "of other rules": lambda file: edit(file, digest="0"),
    "of other records": lambda file: edit(file, table_sha256="0"),
    "of another format": lambda file: edit(file, format=2),
    "sums that cannot be": lambda file: edit(file, parts={"all": [1, 2, 3]}),
    "no counts": lambda file: edit(file, parts={"all": "many"}),
    "other parts": lambda file: edit(file, parts={"some": [8, 0, 0]}),
}


@pytest.mark.parametrize("how", WRONG)
def test_unusable_counts_are_counted_again(walk, how):
    rules, path, expected = walk
    counted(rules, path)
    written = (path / parts.SECTIONS_FILE).read_bytes()
    WRONG[how](path / parts.SECTIONS_FILE)
    assert counted(rules, path) == expected
    assert (path / parts.SECTIONS_FILE).read_bytes() == written


def test_a_new_solution_is_counted_anew(walk, data):
    rules, path, expected = walk
    counted(rules, path)
    other, new_path, result = solved(data, 36)
    (new_path / parts.SECTIONS_FILE).write_bytes((path / parts.SECTIONS_FILE).read_bytes())
    assert counted(other, new_path) == result != expected


def test_check_file_names_a_damaged_one(walk):
    rules, path, _ = walk
    counted(rules, path)
    assert not any(each.problem for each in checksums.check(path, rules.digest, 1, Silent()))
    WRONG["a flipped bit"](path / parts.SECTIONS_FILE)
    problems = {each.path.name: each.problem for each in checksums.check(path, rules.digest, 1, Silent())}
    assert [name for name, problem in problems.items() if problem] == [parts.SECTIONS_FILE]
    assert "retro stats counts again" in problems[parts.SECTIONS_FILE]


def test_counts_are_printed_though_they_cannot_be_written(walk):
    rules, path, expected = walk
    (path / parts.SECTIONS_FILE).mkdir()
    assert counted(rules, path) == expected
    assert [each.name for each in path.iterdir() if "parts" in each.name] == [parts.SECTIONS_FILE]


def test_sections_are_those_of_the_database(walk):
    """A section may have no positions; a database with other sections contradicts itself."""
    rules, path, expected = walk
    edit_statistics(path / "manifest.json", tiers={"some": 8})
    with pytest.raises(DatabaseError, match="contradicts itself"):
        counted(rules, path)
    edit_statistics(path / "manifest.json", tiers={"none": 0, "all": 8})
    rules = replace(rules, sections=(("none", 0, 0), *rules.sections))
    assert counted(rules, path) == {"none": (0, 0, 0), **expected}


def test_the_page_on_databases_has_every_field(walk):
    rules, path, _ = walk
    counted(rules, path)
    page = (Path(__file__).parent.parent / "docs" / "reference" / "database.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", page.partition("## parts.json")[2].partition("## ")[0], re.MULTILINE)
    assert [*rows, "checksum"] == list(json.loads((path / parts.SECTIONS_FILE).read_text()))
