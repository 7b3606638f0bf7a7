"""The command `retro verify`: its text, its JSON answer, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import commanding
import pytest
from planted_errors import DatabaseContent, content_of

from retro.game import win
from retro.storage.location import database_path

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The folder of two databases, of which that of Ostle has a wrong record."""
    folder = tmp_path_factory.mktemp("data")
    for name in ("ostle", "british_square"):
        content = content_of(name).copy()
        if name == "ostle":
            index = next(index for index, record in enumerate(content.records) if record[0] == win(5))
            content.records[index] = win(7), *content.records[index][1:]
        options = {option.name: content.rules.options[option.name] for option in content.rules.game.options}
        content.store(database_path(folder, content.rules.game, options))
    return folder


WRONG = ("ostle", "--set", "size=3", "--set", "left=0")
RIGHT = ("british_square", "--set", "size=3")


def run(data, *arguments):
    return commanding.run("verify", *arguments, "--data", data)


def test_the_command_reports_a_sound_database(data):
    code, output, _ = run(data, *RIGHT, "--json")
    answer = json.loads(output)
    assert code == 0 and answer["sound"] is True and answer["same_edges"] is True
    assert (answer["records"], answer["wrong_records"], answer["faults"], answer["wrong_numbers"]) == (74, 0, [], [])
    assert answer["seconds"] > 0
    code, output, _ = run(data, *RIGHT)
    assert code == 0 and output.endswith("british_square is verified\n")


def test_the_command_reports_a_wrong_database(data):
    code, output, _ = run(data, *WRONG, "--json")
    answer = json.loads(output)
    assert code == 1 and answer["sound"] is False and answer["wrong_records"] >= len(answer["faults"]) > 0
    sound = content_of("ostle")
    (slot,) = [
        index
        for index, record in enumerate(DatabaseContent.of(sound.rules, data / name_of_ostle(data)).records)
        if record != sound.records[index]
    ]
    (fault,) = [each for each in answer["faults"] if each["slot"] == slot]
    assert fault["position"] == sound.rules.text.format(sound.rules.unrank(slot))
    assert (fault["stored"]["value"], fault["stored"]["dtm"]) == ("win", 7)
    assert (fault["follows"]["value"], fault["follows"]["dtm"]) == ("win", 5)
    code, output, _ = run(data, *WRONG)
    assert code == 1 and fault["position"] in output and output.endswith("ostle is WRONG\n")
    code, output, _ = run(data, *WRONG, "--limit", "0")
    assert code == 1 and fault["position"] not in output


def name_of_ostle(data: Path) -> str:
    return next(path.name for path in data.iterdir() if path.name.startswith("ostle"))


def test_a_sample_reports_its_confidence(data):
    code, output, _ = run(data, *RIGHT, "--sample", "300", "--seed", "1", "--json")
    answer = json.loads(output)
    assert code == 0 and answer["sound"] and answer["positions"] == 300 and answer["seed"] == 1
    assert answer["confidence"] == 0.95
    assert (1 - answer["wrong_at_most"]) ** 300 == pytest.approx(0.05)
    again = json.loads(run(data, *RIGHT, "--sample", "300", "--seed", "1", "--json")[1])
    assert {**again, "seconds": 0} == {**answer, "seconds": 0}
    code, output, _ = run(data, *RIGHT, "--sample", "5")
    assert code == 0 and "if more than 0.45 of all records" in output and "with 95%" in output


def test_a_sample_finds_errors_in_its_range(data):
    code, output, _ = run(data, *WRONG, "--sample", "1000", "--seed", "7", "--json")
    answer = json.loads(output)
    assert code == 1 and not answer["sound"] and answer["wrong_at_most"] is None
    every = json.loads(run(data, *WRONG, "--json", "--limit", "1000")[1])
    assert {each["slot"] for each in answer["faults"]} <= {each["slot"] for each in every["faults"]}
    code, output, _ = run(data, *WRONG, "--sample", "1000", "--seed", "7")
    assert code == 1 and output.endswith("ostle is WRONG\n")


def test_bad_options_are_reported_in_one_line(data):
    for arguments, code in ((("lgame",), 5), ((*RIGHT, "--seed", "3"), 2), ((*RIGHT, "--sample", "0"), 2)):
        exit_code, _, errors = run(data, *arguments)
        assert exit_code == code and "Traceback" not in errors
    assert "--seed is for --sample" in run(data, *RIGHT, "--seed", "3")[2]
