"""`retro check-file`: names each file of a database that is damaged, missing or of another database."""

import json

import commanding
import pytest
from tiny_databases import SEARCHED, edit

FOLDER = "british_square,size=3"
FILES = ("manifest.json", "run.json", "reach.json", "reach-run.json", "values.zst", "keys.zst", "distances.zst")


@pytest.fixture
def data(copied):
    """A copy to be damaged."""
    return copied


def run(data, *arguments):
    return commanding.run("check-file", *(arguments or SEARCHED), "--data", data)


def problems(data):
    code, output, errors = run(data, *SEARCHED, "--json")
    assert code in (0, 3), errors
    answer = json.loads(output)
    assert answer["sound"] is (code == 0)
    return {each["name"]: each["problem"] for each in answer["files"]}


def test_every_file_is_listed_and_sound(data):
    assert problems(data) == dict.fromkeys(FILES, "")
    code, output, _ = run(data)
    *lines, last = output.splitlines()
    assert code == 0 and [line.split()[0] for line in lines] == list(FILES)
    for line, name in zip(lines, FILES, strict=True):
        assert f" {(data / FOLDER / name).stat().st_size:,} bytes  as written" in line
    assert "all files are as they were written" in last


def test_the_damaged_frame_is_named(data):
    path = data / FOLDER / "values.zst"
    sound = path.read_bytes()
    path.write_bytes(sound[:20] + bytes([sound[20] ^ 255]) + sound[21:])
    assert "frame 0 of 1 is damaged" in problems(data)["values.zst"]
    path.write_bytes(sound[:-12] + bytes([sound[-12] ^ 255]) + sound[-11:])
    assert "its seek table is damaged" in problems(data)["values.zst"]


def test_without_a_search_its_files_are_not_required(data):
    for name in ("reach.json", "reach-run.json", "distances.zst"):
        (data / FOLDER / name).unlink()
    assert problems(data) == dict.fromkeys(["manifest.json", "run.json", "values.zst", "keys.zst"], "")


def test_an_unsolved_game_and_other_rules_are_errors(data):
    code, _, errors = run(data, "lgame")
    assert code == 5 and "not solved yet" in errors and "retro solve lgame" in errors
    edit(data / FOLDER / "manifest.json", digest="0" * 64)
    code, _, errors = run(data)
    assert code == 5 and "other rules" in errors and errors.count("\n") == 1
