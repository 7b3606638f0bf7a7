"""Damaged databases: whatever bit, byte or file is wrong, an answer is right, or refused and the file is named."""

import os
import random
import shutil

import pytest
from tiny_databases import (
    REACHED,
    RUNS,
    SHAPES,
    SOLVED,
    SeekableParts,
    check_equal,
    read,
    refused,
    run_walking,
    short_frames,
    unsound,
    write,
)

from retro.storage import Damaged, DatabaseError
from retro.storage.database import Database

pytestmark = pytest.mark.compiled

FLIPS = 10_000
CHECKED = 25
"""Every 25th damage is also shown to `retro check-file`."""


@pytest.fixture(scope="module", autouse=True)
def frames():
    with pytest.MonkeyPatch.context() as patch:
        short_frames(patch)
        yield


@pytest.fixture(scope="module", params=SHAPES)
def database(request, tmp_path_factory, frames):
    """A database, what it contains, and the files of another one of the same shape."""
    path, other = (tmp_path_factory.mktemp("databases") / name for name in ("walk", "other"))
    expected = write(path, request.param)
    check_equal(read(path), expected)
    assert not unsound(path)
    write(other, request.param, seed=1)
    return path, expected, files(other)


@pytest.fixture
def copy(database, tmp_path):
    """A database to be damaged, and its content."""
    path, expected, _ = database
    yield shutil.copytree(path, tmp_path / "walk"), expected
    check_equal(read(tmp_path / "walk"), expected)  # each test repairs what it damages


def files(path):
    return {file.name: file.read_bytes() for file in sorted(path.iterdir())}


# Generators of damages: names of files, and their bytes


def flipped_bits(sound, other, numbers, count):
    yield "values.zst", flipped(sound["values.zst"], 4, 4)  # the unused bit in a frame's header: harmless
    for _ in range(count):
        name = numbers.choice(list(sound))
        yield name, flipped(sound[name], numbers.randrange(len(sound[name])), numbers.randrange(8))


def flipped(data, position, bit):
    return data[:position] + bytes([data[position] ^ 1 << bit]) + data[position + 1 :]


def other_lengths(sound, other, numbers, count):
    for name, data in sound.items():
        for end in {0, 1, len(data) - 1, *(numbers.randrange(len(data)) for _ in range(25))}:
            yield name, data[:end]
        yield from ((name, data + b"\0"), (name, data + data), (name, b"\0" * len(data)))


def replaced_runs(sound, other, numbers, count):
    """Bad sectors, pages of zeros, bytes that were written elsewhere."""
    for name, data in sound.items():
        for _ in range(40):
            length = numbers.randrange(1, min(64, len(data)))
            start, source = (numbers.randrange(len(data) - length + 1) for _ in range(2))
            fill = numbers.choice([bytes(length), b"\xff" * length, data[source : source + length]])
            if data[start : start + length] != fill:
                yield name, data[:start] + fill + data[start + length :]


def seekable_files(sound):
    return {name: SeekableParts.of(data) for name, data in sound.items() if name.endswith(".zst")}


def moved_frames(sound, other, numbers, count):
    """Frames that changed places, with and without their entries, come twice or are missing."""
    for name, parts in seekable_files(sound).items():
        frames, entries = parts.frames, parts.entries
        assert parts.joined() == sound[name] and len(frames) > 3
        for one in range(len(frames)):
            for two in range(one):
                moved, listed = frames.copy(), entries.copy()
                moved[one], moved[two] = moved[two], moved[one]
                yield name, parts.joined(frames=moved)
                listed[one], listed[two] = listed[two], listed[one]
                yield name, parts.joined(frames=moved, entries=listed)
            twice = frames.copy()
            twice[one] = frames[one - 1]
            yield name, parts.joined(frames=twice)
            rest = {"frames": frames[:one] + frames[one + 1 :], "entries": entries[:one] + entries[one + 1 :]}
            yield name, parts.joined(**rest)


def foreign_frames(sound, other, numbers, count):
    """The seek table of another file, and its frames, with and without their entries."""
    for name, parts in seekable_files(sound).items():
        strange = SeekableParts.of(other[name])
        assert len(strange.frames) == len(parts.frames)
        yield name, parts.joined(entries=strange.entries)
        for number in range(len(parts.frames)):
            mixed, listed = parts.frames.copy(), parts.entries.copy()
            mixed[number] = strange.frames[number]
            yield name, parts.joined(frames=mixed)
            listed[number] = strange.entries[number]
            yield name, parts.joined(frames=mixed, entries=listed)


@pytest.mark.parametrize("damages", [flipped_bits, other_lengths, replaced_runs, moved_frames, foreign_frames])
def test_damage_is_refused_or_harmless_and_check_file_names_the_file(copy, database, soaking, damages):
    """Only bits of a frame that say nothing are harmless, such as one, reserved, in the header of every frame."""
    path, expected = copy
    sound, count, harmless = files(path), soaking(FLIPS) // len(SHAPES), 0
    for number, (name, data) in enumerate(damages(sound, database[2], random.Random(1), count)):
        (path / name).write_bytes(data)
        if not refused(path, expected, name):
            assert damages in (flipped_bits, replaced_runs) and name.endswith(".zst"), (name, number)
            harmless += 1
        if number % CHECKED == 0:
            assert unsound(path) == [name]
        (path / name).write_bytes(sound[name])
    if damages is flipped_bits:
        assert 1 <= harmless <= 1 + count // 50


# Files


def test_a_missing_file_is_named(copy):
    path, expected = copy
    for name, data in files(path).items():
        (path / name).unlink()
        if name == "reach.json":
            with pytest.raises(DatabaseError, match="not searched yet"):
                read(path)
        else:
            assert refused(path, expected, name)
        assert unsound(path) == [name]
        (path / name).write_bytes(data)


def test_pipes_directories_devices_and_links_are_refused_at_once(copy):
    """Reading a pipe would wait until another process writes into it, and a device may have no end."""
    path, expected = copy
    for name, data in files(path).items():
        links = (lambda file: os.symlink("/dev/zero", file), lambda file: os.symlink(file, file))
        for put in (os.mkfifo, os.mkdir, *links):
            (path / name).unlink()
            put(path / name)
            assert refused(path, expected, name)
            if put is os.mkfifo and name in SOLVED and name not in RUNS:
                with pytest.raises(Damaged, match="it is no ordinary file"):
                    read(path)
            assert name in unsound(path)
            (path / name).rmdir() if (path / name).is_dir() else (path / name).unlink()
            (path / name).write_bytes(data)


def test_a_directory_without_a_database_is_damaged(tmp_path):
    (tmp_path / "walk").mkdir()
    with pytest.raises(Damaged, match=r"manifest\.json is missing"):
        Database(tmp_path / "walk")


def test_files_of_another_database_are_refused(copy, database):
    """The other database has the same rules and shape, but other records, as an engine with an error might write."""
    path, expected = copy
    depends = {"manifest.json": "values.zst", "reach.json": "distances.zst"}
    for name, data in files(path).items():
        (path / name).write_bytes(database[2][name])
        if name not in RUNS:  # these say nothing about the game
            assert refused(path, expected, depends.get(name, name), read_for="" if name in depends else None)
        if name not in (*RUNS, *depends):
            assert unsound(path) == [name]
        (path / name).write_bytes(data)


def test_files_of_another_game_are_refused(tmp_path):
    for shape in SHAPES:
        write(tmp_path / shape, shape)
    for shape in SHAPES:
        for other in SHAPES:
            for name in ("values.zst", "keys.zst", "distances.zst", "manifest.json", "reach.json"):
                if shape != other and (tmp_path / shape / name).exists() and (tmp_path / other / name).exists():
                    path = shutil.copytree(tmp_path / shape, tmp_path / "mixed")
                    shutil.copy(tmp_path / other / name, path / name)
                    with pytest.raises(Damaged, match="mixed"):
                        read(path)
                    shutil.rmtree(path)


def test_a_file_under_the_name_of_another_is_refused(copy):
    path, expected = copy
    sound = files(path)
    for name in sound:
        for other in sound:
            if name == other or {name, other} <= {*RUNS}:
                continue
            (path / name).write_bytes(sound[other])
            if name in RUNS:
                assert refused(path, expected, name)
                continue
            with pytest.raises(DatabaseError, match=name.replace(".", r"\.")) as error:
                read(path)
            assert str(error.value).isprintable()
        (path / name).write_bytes(sound[name])


# Commands


@pytest.mark.parametrize("name", [*SOLVED, *REACHED])
@pytest.mark.parametrize("damage", ["flipped", "cut", "empty", "missing", "a pipe"])
def test_commands_end_with_3_and_name_the_file(walking_database, name, damage):
    path = walking_database / name
    sound = path.read_bytes()
    path.unlink()
    if damage == "a pipe":
        os.mkfifo(path)
    elif damage != "missing":
        path.write_bytes({"flipped": flipped(sound, len(sound) // 2, 0), "cut": sound[:-9], "empty": b""}[damage])
    code, output, errors = run_walking("query", "walking", "n0")
    if name in RUNS:
        assert (code, errors) == (0, "")
    elif (name, damage) == ("reach.json", "missing"):
        assert (code, errors) == (0, "") and "from the start" not in output
    else:
        assert (code, output) == (3, "")
        assert errors.startswith("error: ") and errors.count("\n") == 1 and name in errors
        assert ("retro reach walking" if name in REACHED else "retro solve walking") in errors
    code, output, errors = run_walking("check-file", "walking")
    assert code == 3
    # a file that the damaged one describes may be left out, but no other is called damaged
    assert [line.split()[0] for line in output.splitlines() if "DAMAGED" in line] == [name] or name in errors


@pytest.mark.parametrize("damage", ["missing", "damaged"])
@pytest.mark.parametrize("command", ["info", "stats"])
def test_facts_of_a_missing_run_file_are_not_known(walking_database, command, damage):
    (walking_database / "run.json").unlink()
    if damage == "damaged":
        (walking_database / "run.json").write_bytes(b"{}")
    code, output, errors = run_walking(command, "walking")
    assert (code, errors) == (0, "")
    for fact in ("solved", "by", "on"):
        assert any(line.split() == [fact, "not", "known"] for line in output.splitlines()), output
