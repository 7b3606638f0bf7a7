"""Damaged databases: whatever bit, byte or file is wrong, an answer is right, or refused and the file is named.

Databases here are tiny, with frames of a few records, so that every part of the format is hit often.
"""

from __future__ import annotations

import os
import random
import shutil
from dataclasses import replace

import commanding
import numpy as np
import pytest
from corrupting import (
    DIGEST,
    FRAME,
    KINDS,
    REACHED,
    RUN,
    RUNS,
    SOLVED,
    assert_noticed,
    assert_refused,
    assert_same,
    joined,
    make,
    parts,
    read,
)
from walking_game.naive import NaiveSolution
from walking_game.plugin import retro_game as walking_game
from walking_game.stored import store as store_walk

from retro.game import plugins
from retro.game.loading import load
from retro.storage import Damaged, DatabaseError, checksums, distances, keys, writer
from retro.storage.database import Database
from retro.storage.distances import Reach
from retro.storage.location import database_path
from retro.system.progress import Silent

FLIPS = 10_000
CHECKED = 25
"""Of every so many flips, one is shown to `retro check-file`, too."""


@pytest.fixture(scope="module", autouse=True)
def short_frames():
    with pytest.MonkeyPatch.context() as patch:
        for module in (writer, keys, distances):
            patch.setattr(module, "BLOCK_SLOTS", FRAME)
        yield


@pytest.fixture(scope="module", params=KINDS)
def database(request, tmp_path_factory, short_frames):
    path = tmp_path_factory.mktemp("databases") / "walk"
    expected = make(path, request.param)
    assert_same(read(path), expected)
    assert_noticed(path)
    return path, expected


@pytest.fixture
def copy(database, tmp_path):
    """A database to be damaged, and what was in it."""
    path, expected = database
    shutil.copytree(path, tmp_path / "walk")
    return tmp_path / "walk", expected


def names(path):
    return sorted(file.name for file in path.iterdir())


# Bits and bytes


def test_a_flipped_bit_is_noticed_or_harmless(copy, soaking):
    """A bit may be flipped that says nothing: one, reserved, in the header of every frame."""
    path, expected = copy
    chance, flips = random.Random(1), soaking(FLIPS) // len(KINDS)
    harmless = 0
    sound = {name: (path / name).read_bytes() for name in names(path)}
    for number in range(flips):
        name = chance.choice(list(sound))
        place, bit = chance.randrange(len(sound[name])), chance.randrange(8)
        with (path / name).open("r+b", buffering=0) as file:
            os.pwrite(file.fileno(), bytes([sound[name][place] ^ 1 << bit]), place)
            if not assert_refused(path, expected, name):
                assert name.endswith(".zst"), (name, place, bit)
                harmless += 1
            if number % CHECKED == 0:
                assert_noticed(path, name)
            os.pwrite(file.fileno(), sound[name][place : place + 1], place)
    assert_same(read(path), expected)
    assert harmless <= flips // 50


def test_a_flipped_bit_that_is_harmless_is_noticed_by_check_file(copy):
    path, expected = copy
    data = bytearray((path / "values.zst").read_bytes())
    data[4] ^= 1 << 4  # the frame header's unused bit
    (path / "values.zst").write_bytes(data)
    assert not assert_refused(path, expected, "values.zst")
    assert_noticed(path, "values.zst")


def test_files_cut_short_or_too_long_are_noticed(copy):
    path, expected = copy
    chance = random.Random(2)
    for name in names(path):
        sound = (path / name).read_bytes()
        lengths = {0, 1, len(sound) - 1, *(chance.randrange(len(sound)) for _ in range(25))}
        for data in (*(sound[:length] for length in lengths), sound + b"\0", sound + sound, b"\0" * len(sound)):
            (path / name).write_bytes(data)
            assert assert_refused(path, expected, name), (name, len(data))
            if len(data) in (0, 1) or len(data) > len(sound):
                assert_noticed(path, name)
        (path / name).write_bytes(sound)
    assert_same(read(path), expected)


def test_runs_of_bytes_that_changed_are_noticed(copy):
    """A bad sector, a page of zeros, bytes of another place."""
    path, expected = copy
    chance = random.Random(3)
    for name in names(path):
        sound = (path / name).read_bytes()
        for _ in range(40):
            length = chance.randrange(1, min(64, len(sound)))
            start, other = (chance.randrange(len(sound) - length + 1) for _ in range(2))
            fill = chance.choice([bytes(length), b"\xff" * length, sound[other : other + length]])
            if sound[start : start + length] == fill:
                continue
            (path / name).write_bytes(sound[:start] + fill + sound[start + length :])
            # a run of zeros may do no more than clear the unused bit, or one in a checksum that is compared elsewhere
            assert assert_refused(path, expected, name) or name.endswith(".zst")
        (path / name).write_bytes(sound)
    assert_same(read(path), expected)


# Files


def test_a_missing_file_is_noticed(copy):
    path, expected = copy
    for name in names(path):
        sound = (path / name).read_bytes()
        (path / name).unlink()
        if name == "reach.json":
            with pytest.raises(DatabaseError, match="not searched yet"):
                read(path)
        else:
            assert assert_refused(path, expected, name)
        assert_noticed(path, name)
        (path / name).write_bytes(sound)
    assert_same(read(path), expected)


def test_what_is_no_file_is_not_waited_for(copy):
    """A pipe waits until somebody writes into it, a device may have no end, a link may lead to itself."""
    path, expected = copy
    for name in names(path):
        sound = (path / name).read_bytes()
        for put in (os.mkfifo, os.mkdir, lambda place: os.symlink("/dev/zero", place), lambda p: os.symlink(p, p)):
            (path / name).unlink()
            put(path / name)
            assert assert_refused(path, expected, name)
            if put is os.mkfifo and name in SOLVED and name not in RUNS:
                with pytest.raises(Damaged, match="it is no ordinary file"):
                    read(path)
            assert name in [each.path.name for each in checksums.check(path, DIGEST, 1, Silent()) if each.problem]
            (path / name).rmdir() if (path / name).is_dir() else (path / name).unlink()
            (path / name).write_bytes(sound)


def test_a_directory_without_a_database(tmp_path):
    (tmp_path / "walk").mkdir()
    with pytest.raises(Damaged, match=r"manifest\.json is missing"):
        Database(tmp_path / "walk")


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_another_database_are_noticed(kind, tmp_path):
    """Of the same rules and shape, with other records: as an engine with an error might have left them."""
    expected, other = make(tmp_path / "walk", kind), tmp_path / "other"
    make(other, kind, seed=1)
    path = tmp_path / "walk"
    for name in names(path):
        sound = (path / name).read_bytes()
        shutil.copy(other / name, path / name)
        if name in ("run.json", "reach-run.json"):
            # how the run went is no answer about the game, and nothing depends on it
            assert not assert_refused(path, expected, name, part="")
        elif name == "manifest.json":
            assert assert_refused(path, expected, "values.zst", part="")
        elif name == "reach.json":
            assert assert_refused(path, expected, "distances.zst", part="")
        else:
            assert assert_refused(path, expected, name)
            assert_noticed(path, name)
        (path / name).write_bytes(sound)


def test_files_of_another_game_are_noticed(tmp_path):
    for kind in KINDS:
        make(tmp_path / kind, kind)
    for kind in KINDS:
        for other in KINDS:
            for name in ("values.zst", "keys.zst", "distances.zst", "manifest.json", "reach.json"):
                if kind != other and (tmp_path / kind / name).exists() and (tmp_path / other / name).exists():
                    path = tmp_path / "mixed"
                    shutil.copytree(tmp_path / kind, path)
                    shutil.copy(tmp_path / other / name, path / name)
                    with pytest.raises(Damaged, match="mixed"):
                        read(path)
                    shutil.rmtree(path)


def test_a_file_under_the_name_of_another_is_noticed(copy):
    path, expected = copy
    sound = {name: (path / name).read_bytes() for name in names(path)}
    for name in sound:
        for other in sound:
            if name != other and not {name, other} <= {"run.json", "reach-run.json"}:
                (path / name).write_bytes(sound[other])
                if name in RUNS:
                    assert assert_refused(path, expected, name)
                    continue
                with pytest.raises(DatabaseError, match=name.replace(".", r"\.")) as told:
                    read(path)
                assert str(told.value).isprintable()
        (path / name).write_bytes(sound[name])
    assert_same(read(path), expected)


# Frames


def test_frames_that_changed_places_are_noticed(copy):
    path, expected = copy
    for name in (name for name in names(path) if name.endswith(".zst")):
        sound = (path / name).read_bytes()
        frames, entries, head, foot = parts(sound)
        assert joined(frames, entries, head, foot) == sound and len(frames) > 3
        for one in range(len(frames)):
            for other in range(one):
                moved, listed = frames.copy(), entries.copy()
                moved[one], moved[other] = moved[other], moved[one]
                (path / name).write_bytes(joined(moved, entries, head, foot))
                assert assert_refused(path, expected, name)
                listed[one], listed[other] = listed[other], listed[one]
                (path / name).write_bytes(joined(moved, listed, head, foot))
                assert assert_refused(path, expected, name)
                assert_noticed(path, name)
        for number in range(len(frames)):
            twice, fewer = frames.copy(), frames[:number] + frames[number + 1 :]
            twice[number] = frames[number - 1]
            (path / name).write_bytes(joined(twice, entries, head, foot))
            assert assert_refused(path, expected, name)
            (path / name).write_bytes(joined(fewer, entries[:number] + entries[number + 1 :], head, foot))
            assert assert_refused(path, expected, name)
        (path / name).write_bytes(sound)
    assert_same(read(path), expected)


def test_seek_tables_and_frames_of_another_file_are_noticed(copy, tmp_path):
    path, expected = copy
    make(tmp_path / "other", next(kind for kind, about in KINDS.items() if about["slots"] == len(expected[3])), seed=1)
    for name in (name for name in names(path) if name.endswith(".zst")):
        sound, other = (path / name).read_bytes(), (tmp_path / "other" / name).read_bytes()
        frames, entries, head, foot = parts(sound)
        strange, listed, _, _ = parts(other)
        assert len(strange) == len(frames)
        (path / name).write_bytes(joined(frames, listed, head, foot))
        assert assert_refused(path, expected, name)
        for number in range(len(frames)):
            mixed = frames.copy()
            mixed[number] = strange[number]
            (path / name).write_bytes(joined(mixed, entries, head, foot))
            assert assert_refused(path, expected, name)
            told = entries.copy()
            told[number] = listed[number]
            (path / name).write_bytes(joined(mixed, told, head, foot))
            assert assert_refused(path, expected, name)
            assert_noticed(path, name)
        (path / name).write_bytes(sound)
    assert_same(read(path), expected)


# The command line


@pytest.fixture
def walk(data, monkeypatch):
    """The walking game, solved and searched; the directory of its database."""
    game, rules = walking_game(), load(walking_game(), {"seed": 30})
    monkeypatch.setattr(plugins, "load", lambda name: game)
    path = database_path(data, game, rules.options)
    store_walk(path, rules, NaiveSolution(rules))
    found = Reach(rules.digest, (1, 7), 8, None)
    far = np.zeros(rules.slots, np.uint8)
    distances.write(path, far, lambda file: replace(found, file=file), lambda: RUN, 1, lambda slots: None)
    return path


def run(*arguments):
    return commanding.run(*arguments, "--set", "seed=30")


@pytest.mark.parametrize("name", [*SOLVED, *REACHED])
@pytest.mark.parametrize("how", ["flipped", "cut", "empty", "missing", "a pipe"])
def test_the_command_line_ends_with_3_and_names_the_file(walk, name, how):
    path = walk / name
    sound = bytearray(path.read_bytes())
    path.unlink()
    if how == "a pipe":
        os.mkfifo(path)
    elif how != "missing":
        sound[len(sound) // 2] ^= 1
        path.write_bytes({"flipped": sound, "cut": sound[:-9], "empty": b""}[how])
    code, output, errors = run("query", "walking", "n0")
    if name in RUNS:
        assert (code, errors) == (0, "")
    elif (name, how) == ("reach.json", "missing"):
        assert (code, errors) == (0, "") and "from the start" not in output
    else:
        assert (code, output) == (3, "")
        assert errors.startswith("error: ") and errors.count("\n") == 1 and name in errors
        assert ("retro reach walking" if name in REACHED else "retro solve walking") in errors
    code, output, errors = run("check-file", "walking")
    assert code == 3 and name in output + errors


@pytest.mark.parametrize("how", ["missing", "damaged"])
@pytest.mark.parametrize("command", ["info", "stats"])
def test_what_a_run_file_would_have_said_is_not_known(walk, command, how):
    (walk / "run.json").unlink()
    if how == "damaged":
        (walk / "run.json").write_bytes(b"{}")
    code, output, errors = run(command, "walking")
    assert (code, errors) == (0, "")
    for fact in ("solved", "by", "on"):
        assert any(line.split() == [fact, "not", "known"] for line in output.splitlines()), output
