"""The command `retro verify`: its text, its JSON answer, and its exit codes."""

from __future__ import annotations

import json

import commanding
import pytest
from planted_errors import content_of
from runs import win_in

from retro.storage.location import database_path


def slot_of_wrong_record(content):
    return next(slot for slot, record in enumerate(content.records) if record[0] == win_in(5))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The folder of two databases, of which that of Ostle has a wrong record."""
    folder = tmp_path_factory.mktemp("data")
    for name in ("ostle", "british_square"):
        content = content_of(name).copy()
        if name == "ostle":
            slot = slot_of_wrong_record(content)
            content.records[slot] = win_in(7), *content.records[slot][1:]
        options = {option.name: content.rules.options[option.name] for option in content.rules.game.options}
        content.store(database_path(folder, content.rules.game, options))
    return folder


WRONG = ("ostle", "--set", "size=3", "--set", "left=0")
RIGHT = ("british_square", "--set", "size=3")


def run(data, *arguments):
    """The exit code and the output of the command."""
    return commanding.run("verify", *arguments, "--data", data)[:2]


def answered(data, *arguments):
    """The exit code and the answer in JSON."""
    code, output = run(data, *arguments, "--json")
    return code, json.loads(output)


def test_the_command_reports_a_sound_database(data):
    code, answer = answered(data, *RIGHT)
    assert code == 0 and answer["sound"] is True and answer["same_edges"] is True and answer["seconds"] > 0
    assert (answer["records"], answer["wrong_records"], answer["faults"], answer["wrong_numbers"]) == (74, 0, [], [])
    code, output = run(data, *RIGHT)
    assert code == 0 and output.endswith("british_square is verified\n")


def test_the_command_reports_a_wrong_database(data):
    code, answer = answered(data, *WRONG)
    assert code == 1 and answer["sound"] is False and answer["wrong_records"] >= len(answer["faults"]) > 0
    sound, slot = content_of("ostle"), slot_of_wrong_record(content_of("ostle"))
    (fault,) = [each for each in answer["faults"] if each["slot"] == slot]
    assert fault["position"] == sound.rules.text.format(sound.rules.unrank(slot))
    assert (fault["stored"]["value"], fault["stored"]["dtm"]) == ("win", 7)
    assert (fault["follows"]["value"], fault["follows"]["dtm"]) == ("win", 5)
    code, output = run(data, *WRONG)
    assert code == 1 and fault["position"] in output and output.endswith("ostle is WRONG\n")
    code, output = run(data, *WRONG, "--limit", "0")
    assert code == 1 and fault["position"] not in output


def test_a_sample_reports_its_confidence(data):
    sample = (*RIGHT, "--sample", "300", "--seed", "1")
    code, answer = answered(data, *sample)
    assert code == 0 and answer["sound"] and answer["positions"] == 300 and answer["seed"] == 1
    assert answer["confidence"] == 0.95 and (1 - answer["wrong_at_most"]) ** 300 == pytest.approx(0.05)
    assert answered(data, *sample)[1] | {"seconds": 0} == answer | {"seconds": 0}
    code, output = run(data, *RIGHT, "--sample", "5")
    assert code == 0 and "if more than 0.45 of all records" in output and "with 95%" in output


def test_a_sample_finds_errors_in_its_range(data):
    sample = (*WRONG, "--sample", "1000", "--seed", "7")
    code, answer = answered(data, *sample)
    assert code == 1 and not answer["sound"] and answer["wrong_at_most"] is None
    _, every = answered(data, *WRONG, "--limit", "1000")
    assert {each["slot"] for each in answer["faults"]} <= {each["slot"] for each in every["faults"]}
    code, output = run(data, *sample)
    assert code == 1 and output.endswith("ostle is WRONG\n")


def test_bad_options_are_reported_in_one_line(data):
    for arguments, code in ((("lgame",), 5), ((*RIGHT, "--seed", "3"), 2), ((*RIGHT, "--sample", "0"), 2)):
        line = commanding.ask("verify", *arguments, "--data", data, code=code)
        assert ("--seed is for --sample" in line) == ("--seed" in arguments)
