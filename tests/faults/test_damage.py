"""Damaged databases: whatever bit, byte or file is wrong, an answer is right, or refused and the file is named."""

import os
import random
import shutil
from functools import partial
from itertools import permutations

import pytest
from harness import RUNS
from tiny import SHAPES, SeekableParts, check_equal, read, unsound, write

from retro.storage import Damaged, DatabaseError
from retro.storage.database import Database

pytestmark = pytest.mark.usefixtures("short_frames")

CHECKED = 25
"""Every 25th damage is also shown to `retro check-file`."""


def shapes():
    """The shapes of databases; two of them are like others, and in the long tests."""
    return [pytest.param(each, marks=pytest.mark.soak if each in ("plain", "wide") else ()) for each in SHAPES]


@pytest.fixture(params=shapes())
def database(request, tmp_path):
    """A database, what it contains, its files, and those of another one of the same shape."""
    path, other = tmp_path / "walk", tmp_path / "other"
    expected = write(path, request.param)
    check_equal(read(path), expected)
    assert not unsound(path)
    write(other, request.param, seed=1)
    return path, expected, files(path), files(other)


def files(path):
    return {file.name: file.read_bytes() for file in sorted(path.iterdir())}


def refused(path, expected, name, read_for=None, error=Damaged):
    """Returns whether reading is refused by one line that names the file; otherwise checks that it gives what is right.

    Without a sound file of RUNS the content is right; returns whether `retro check-file` names the file. ``read_for``
    names the file whose content is read, if it is not ``name``.
    """
    if name in RUNS:
        check_equal(read(path), expected)
        return name in unsound(path)
    try:
        content = read(path, name if read_for is None else read_for)
    except error as raised:
        assert name in str(raised) and str(raised).isprintable(), raised
        return True
    check_equal(content, expected)
    return False


# Generators of damages: names of files, and their bytes, or what puts something else there. ``numbers`` are random.


def flipped_bits(count, sound, other, numbers):
    """With the unused bit in a frame's header, which is harmless."""
    for name, position, bit in [("values.zst", 4, 4)] + [
        (name := numbers.choice(list(sound)), numbers.randrange(len(sound[name])), numbers.randrange(8))
        for _ in range(count)
    ]:
        data = bytearray(sound[name])
        data[position] ^= 1 << bit
        yield name, data


def other_lengths(sound, other, numbers):
    for name, data in sound.items():
        for end in {0, 1, len(data) - 1, *(numbers.randrange(len(data)) for _ in range(25))}:
            yield name, data[:end]
        yield from ((name, data + b"\0"), (name, data + data), (name, b"\0" * len(data)))


def replaced_runs(sound, other, numbers):
    """Bad sectors, pages of zeros, bytes that were written elsewhere."""
    for name, data in sound.items():
        for _ in range(40):
            length = numbers.randrange(1, min(64, len(data)))
            start, source = (numbers.randrange(len(data) - length + 1) for _ in range(2))
            fill = numbers.choice([bytes(length), b"\xff" * length, data[source : source + length]])
            if data[start : start + length] != fill:
                yield name, data[:start] + fill + data[start + length :]


def moved_frames(sound, other, numbers):
    """Frames and entries of the seek table that changed places, come twice, are missing, or are of another file."""
    for name, parts, strange in seekable_files(sound, other):
        count = range(len(parts.frames))
        assert parts.joined() == sound[name] and len(count) == len(strange.frames) > 3
        orders = [[{one: two, two: one}.get(each, each) for each in count] for one, two in permutations(count, 2)]
        orders += [[each for each in count if each != one] for one in count]
        for order in orders:
            frames, entries = ([of[each] for each in order] for of in (parts.frames, parts.entries))
            if len(order) == len(count):
                yield name, parts.joined(frames=frames)
            yield name, parts.joined(frames=frames, entries=entries)
        for one in count:
            twice, foreign = (parts.frames[one - 1], parts.entries[one]), (strange.frames[one], strange.entries[one])
            for frame, entry in (twice, foreign):
                frames, entries = parts.frames.copy(), parts.entries.copy()
                frames[one], entries[one] = frame, entry
                yield name, parts.joined(frames=frames)
                if entry != parts.entries[one]:
                    yield name, parts.joined(frames=frames, entries=entries)
        yield name, parts.joined(entries=strange.entries)


def seekable_files(sound, other):
    for name in sound:
        if name.endswith(".zst"):
            yield name, SeekableParts.of(sound[name]), SeekableParts.of(other[name])


def no_files(sound, other, numbers):
    """Reading a pipe would wait until another process writes into it, and a device may have no end."""
    for name in sound:
        links = (lambda file: os.symlink("/dev/zero", file), lambda file: os.symlink(file, file))
        yield from ((name, put) for put in (os.mkfifo, os.mkdir, *links))
        if name != "reach.json":  # without it, no distances are looked for
            yield name, lambda file: None


def other_files(sound, other, numbers):
    """Files under the name of others of this database. Those of runs have the same fields."""
    yield from ((name, sound[one]) for name, one in permutations(sound, 2) if not {name, one} <= {*RUNS})


FEW_BITS, BITS = partial(flipped_bits, 100), partial(flipped_bits, 2500)
MANY_BITS = pytest.param(BITS, marks=pytest.mark.soak)


@pytest.mark.parametrize(
    "damages", [FEW_BITS, MANY_BITS, other_lengths, replaced_runs, moved_frames, no_files, other_files]
)
def test_damage_is_refused_or_harmless_and_check_file_names_the_file(database, damages):
    """Only bits of a frame that say nothing are harmless, such as one, reserved, in the header of every frame."""
    path, expected, sound, other = database
    harmless = 0
    for number, (name, data) in enumerate(damages(sound, other, random.Random(1))):
        (path / name).unlink()
        data(path / name) if callable(data) else (path / name).write_bytes(data)
        another_format = damages is other_files and name.endswith(".json")
        if not refused(path, expected, name, error=DatabaseError if another_format else Damaged):
            assert damages in (FEW_BITS, BITS, replaced_runs) and name.endswith(".zst"), (name, number)
            harmless += 1
        if callable(data) or (number % CHECKED == 0 and not another_format):
            assert name in unsound(path) and (callable(data) or len(unsound(path)) == 1)
        (path / name).rmdir() if (path / name).is_dir() else (path / name).unlink(missing_ok=True)
        (path / name).write_bytes(sound[name])
    assert damages not in (FEW_BITS, BITS) or 1 <= harmless <= 1 + damages.args[0] // 50


def test_a_directory_without_a_database_is_damaged(tmp_path):
    with pytest.raises(Damaged, match=r"manifest\.json is missing"):
        Database(tmp_path)


def test_files_of_another_database_are_refused(database):
    """The other database has the same rules and shape, but other records, as an engine with an error might write."""
    path, expected, sound, other = database
    depends = {"manifest.json": "values.zst", "reach.json": "distances.zst"}
    for name in sound.keys() - {*RUNS}:  # these say nothing about the game
        (path / name).write_bytes(other[name])
        assert refused(path, expected, depends.get(name, name), read_for="" if name in depends else None)
        assert name in depends or unsound(path) == [name]
        (path / name).write_bytes(sound[name])


def test_files_of_another_game_are_refused(tmp_path):
    for shape in SHAPES:
        write(tmp_path / shape, shape)
    for shape, other in permutations(SHAPES, 2):
        for file in (tmp_path / other).iterdir():
            if file.name not in RUNS and (tmp_path / shape / file.name).exists():
                path = shutil.copytree(tmp_path / shape, tmp_path / "mixed")
                shutil.copy(file, path)
                with pytest.raises(Damaged, match="mixed"):
                    read(path)
                shutil.rmtree(path)
