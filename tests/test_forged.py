"""Forged databases: whatever sizes and numbers they claim, reading them takes little time and memory.

Checksums are right where they can be. As a script, this file makes one forgery after another, reads each with 200 MiB
to spare, and prints what was raised as JSON.
"""

import hashlib
import json
import os
import resource
import shutil
import struct
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zstandard
from random_files import MANIFEST, RUN, write_distances
from tiny_databases import (
    FRAME,
    SeekableParts,
    edit,
    edit_statistics,
    read,
    run_walking,
    short_frames,
    write,
)

from retro.storage import distances, keys, manifest
from retro.storage.checksums import check
from retro.storage.seekable import SeekableReader, SeekableWriter
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled

SPARE = 200 << 20
"""Bytes of address space that reading may take."""
SKIPPABLE, MAGIC = 0x184D2A5E, 0x8F92EAB1
"""Numbers at the beginning and end of a seek table."""


# Functions that make a forgery of the database at a path


def seal(path, name="values.zst"):
    """Describes a file as it is now in the manifest, or distances.zst in reach.json."""
    data = (path / name).read_bytes()
    table_bytes = 8 + 12 * struct.unpack("<IBI", data[-9:])[0] + 9
    table = data[-table_bytes:] if table_bytes <= len(data) else b""
    hashes = [hashlib.sha256(each).hexdigest() for each in (data, table)]
    about = {"bytes": len(data), "sha256": hashes[0], "table_sha256": hashes[1]}
    if name == "distances.zst":
        edit(path / "reach.json", file=about)
    else:
        file = path / "manifest.json"
        edit(file, files=json.loads(file.read_text())["files"] | {name: about})


def parts_changed(change):
    """Changes the parts of values.zst; ``change`` returns fields of them that replace the old."""

    def forge(path):
        parts = SeekableParts.of((path / "values.zst").read_bytes())
        (path / "values.zst").write_bytes(parts.joined(**change(parts)))
        seal(path)

    return forge


def entry(number, field, value):
    """Changes a number in the seek table."""

    def change(parts):
        entries = [list(each) for each in parts.entries]
        entries[number][field] = value
        return {"entries": entries}

    return parts_changed(change)


def claimed_frames(count):
    """Claims so many frames in the seek table."""
    head = struct.pack("<II", SKIPPABLE, (12 * count + 9) % 2**32)
    return parts_changed(lambda parts: {"head": head, "foot": struct.pack("<IBI", count, 0x80, MAGIC)})


def first_frame(frame):
    """Replaces the first frame, in the seek table, too."""

    def change(parts):
        (_, *sizes), *entries = parts.entries
        return {"frames": [frame, *parts.frames[1:]], "entries": [(len(frame), *sizes), *entries]}

    return parts_changed(change)


def header(content, window=None):
    """Returns a zstd frame with this content size, and a window or a single segment, whose last block is empty."""
    descriptor = 3 << 6 | (window is None) << 5
    windowed = b"" if window is None else bytes([window << 3])
    return b"\x28\xb5\x2f\xfd" + bytes([descriptor]) + windowed + struct.pack("<Q", content) + b"\x01\x00\x00"


def table_of_one_frame(compressed, plain):
    """Returns the seek table of a file with one frame of these sizes."""
    return struct.pack("<IIIIIIBI", SKIPPABLE, 21, compressed, plain, 0, 1, 0x80, MAGIC)


def write_hole(path, size, end):
    with (path / "values.zst").open("wb") as file:
        file.truncate(size)
        file.seek(0, os.SEEK_END)
        file.write(end)


def mostly_hole(size, frames):
    """A file that is a hole, with the end of a seek table that claims so many frames."""
    return lambda path: write_hole(path, size, struct.pack("<IBI", frames, 0x80, MAGIC))


def frame_that_is_a_hole(path):
    """One frame whose compressed bytes are more than the memory, and whose plain bytes are one."""
    table = table_of_one_frame(2 * SPARE, 1)
    write_hole(path, 2 * SPARE, table)
    about = {"bytes": 2 * SPARE + len(table), "sha256": "", "table_sha256": hashlib.sha256(table).hexdigest()}
    edit(path / "manifest.json", files={"values.zst": about}, block=1)
    edit_statistics(path / "manifest.json", slots=1)


def bomb(path):
    """A frame of 4 GiB of zeros, which is 128 KiB or so; the manifest claims as many records."""
    plain = (1 << 32) - (1 << 20)
    compressor = zstandard.ZstdCompressor(1).compressobj(plain)
    frame = b"".join(compressor.compress(bytes(1 << 20)) for _ in range(plain >> 20)) + compressor.flush()
    (path / "values.zst").write_bytes(frame + table_of_one_frame(len(frame), plain))
    seal(path)
    edit(path / "manifest.json", block=plain, repetition=False)
    edit_statistics(path / "manifest.json", slots=plain)


def recompressed(name, change):
    """A sound file whose plain frames are those that ``change`` returns."""

    def forge(path):
        with SeekableReader(path / name) as reader:
            frames = [reader.frame(number) for number in range(len(reader))]
        (path / name).unlink()
        with SeekableWriter(path / name, 1, 1) as file:
            for frame in change(frames):
                file.write(frame)
            file.finish()
        seal(path, name)

    return forge


def first_bytes(position, data):
    """Replaces bytes of the first frame. The codes are the last of its three planes."""
    return lambda frames: [frames[0][:position] + data + frames[0][position + len(data) :], *frames[1:]]


def keys_backwards(frames):
    return [keys.encode(np.sort(keys.decode(frames[0]))[::-1]), *frames[1:]]


def directory_backwards(frames):
    return [*frames[:-1], np.frombuffer(frames[-1], "<u8")[::-1].tobytes()]


def negative_keys(frames):
    return [*frames[:-1], struct.pack("<q", -5) + frames[-1][8:]]


def text_of(pieces):
    """Joins pieces of text; a pair is text and how often it is repeated. The text may be too long to be retained."""
    text = "".join(piece if isinstance(piece, str) else piece[0] * piece[1] for piece in pieces)
    return text.encode(errors="surrogateescape")


def unsealed(name, *pieces):
    """A JSON file without a checksum."""
    return lambda path: (path / name).write_bytes(text_of(pieces))


def sealed(name, *pieces):
    """A JSON file of any text with the right checksum."""

    def forge(path):
        data = text_of(pieces)
        end = f',\n "checksum": "{hashlib.sha256(data).hexdigest()}"\n}}\n'
        (path / name).write_bytes(data + end.encode())

    return forge


def field(name, value, file="manifest.json"):
    return lambda path: edit(path / file, **{name: value})


def slots(count, **others):
    return lambda path: (edit(path / "manifest.json", **others), edit_statistics(path / "manifest.json", slots=count))


OPEN = '{"format": 3, "game": '
FORGERIES = {
    "2^32 - 1 frames": claimed_frames(2**32 - 1),
    "as many frames as make the length overflow": claimed_frames(357913941),
    "no frames": claimed_frames(0),
    "a hole with 2^32 - 1 frames": mostly_hole(12 * (2**32 - 1) + 8, 2**32 - 1),
    "a hole with a hundred million frames": mostly_hole(12 * 10**8 + 8, 10**8),
    "a frame that is a hole": frame_that_is_a_hole,
    "a bomb": bomb,
    "4 GiB of plain bytes": entry(0, 1, 2**32 - 1),
    "no plain bytes": entry(0, 1, 0),
    "4 GiB of compressed bytes": entry(0, 0, 2**32 - 1),
    "no compressed bytes": entry(0, 0, 0),
    "compressed bytes that go around": entry(1, 0, 2**32 - 40),
    "a header that says 4 GiB": first_frame(header(content=1 << 32)),
    "a header that says 2^63": first_frame(header(content=1 << 63)),
    "a header that says 2^64 - 1": first_frame(header(content=2**64 - 1)),
    "a window of 2^31": first_frame(header(content=5 * FRAME, window=21)),
    "a window of 2^41": first_frame(header(content=5 * FRAME, window=31)),
    "a skippable frame": first_frame(struct.pack("<II", 0x184D2A50, 2**32 - 1) + bytes(20)),
    "10^18 slots": slots(10**18),
    "10^18 slots, one in a frame": slots(10**18, block=1),
    "2^63 - 1 slots": slots(2**63 - 1),
    "2^64 slots": slots(2**64),
    "-1 slots": slots(-1),
    "no slots": slots(0),
    "2^32 slots in a frame": slots(2**32, block=2**32),
    "frames of no records": field("block", 0),
    "frames of 2^40 records": field("block", 2**40),
    "frames of -1 records": field("block", -1),
    "10^9 codes": field("codes", 10**9),
    "two codes": field("codes", 2),
    "65,535 values": field("values", list(range(65535))),
    "70,000 values": field("values", list(range(70000))),
    "two values": field("values", [0, 5]),
    "values without 0": field("values", [7, 5]),
    "values of 10^9": field("values", [0, 10**9]),
    "values that are true": field("values", [False, True]),
    "a width that is true": field("value_bytes", True),
    "a width that is text": field("value_bytes", "1"),
    "scores in a list": field("scores", [""]),
    "a number of ten thousand digits": field("codes", 10**4000),
    "a record of a value that does not exist": recompressed("values.zst", first_bytes(0, b"\xff")),
    "a record of a move that does not exist": recompressed("values.zst", first_bytes(2 * FRAME, b"\xff" * FRAME)),
    "records of moves without a value": recompressed("values.zst", first_bytes(2 * FRAME, b"\1" * FRAME)),
    "keys that descend": recompressed("keys.zst", keys_backwards),
    "a directory that descends": recompressed("keys.zst", directory_backwards),
    "a directory of negative keys": recompressed("keys.zst", negative_keys),
    "a file of the system": field(
        "files", {"values.zst": {"bytes": 0, "sha256": "", "table_sha256": ""}, "../../../../dev/zero": {}}
    ),
    "another file of the system": field(
        "files",
        {name: {"bytes": 9, "sha256": "", "table_sha256": ""} for name in ("values.zst", "/etc/passwd")},
    ),
    "a manifest nested a hundred thousand times": sealed("manifest.json", OPEN, ("[", 100_000)),
    "a manifest nested soundly": sealed("manifest.json", OPEN + "[" * 500 + "]" * 500),
    "a manifest of lists": sealed("manifest.json", OPEN, "[", ("[],", 2 << 20), "[]]"),
    "a manifest of objects": sealed("manifest.json", OPEN, "[", ("{},", 2 << 20), "{}]"),
    "a manifest of 100 MB": sealed("manifest.json", OPEN, '"', ("x", 10**8), '"'),
    "a manifest of 100 MB without a checksum": unsealed("manifest.json", OPEN, '"', ("x", 10**8), '"}'),
    "a manifest that is no UTF-8": sealed("manifest.json", OPEN, '"\udcff"'),
    "a manifest that is a list": unsealed("manifest.json", "[1, 2]"),
    "a format of a thousand digits": unsealed("manifest.json", '{"format": ', ("1", 1000), "}"),
    "a format that is text": sealed("manifest.json", '{"format": "\\u001b[31m"'),
    "a format that is a fraction": sealed("manifest.json", '{"format": 3.5'),
    "a format that is true": sealed("manifest.json", '{"format": true'),
    "a run that took infinitely long": field("seconds", 1e400, "run.json"),
    "a run that took no number": field("seconds", float("nan"), "run.json"),
    "a run of 10^400 seconds": field("seconds", 10**400, "run.json"),
    "phases of 10^400 seconds": field("phases", {"a": 10**400}, "run.json"),
    "a machine of 10^400 cores": field("machine", {"cores": 10**400}, "run.json"),
    "no states from the start": field("states", [], "reach.json"),
    "10^30 states": field("states", [10**30], "reach.json"),
    "distances of too few slots": recompressed("distances.zst", lambda frames: frames[1:]),
    "distances of too many slots": recompressed("distances.zst", lambda frames: [bytes(1 << 20)] * 2),
}

RUN_FORGERIES = [name for name in FORGERIES if "run" in name.split() or name.startswith(("phases", "a machine"))]
"""Forged files of a run: a database opens with them."""


def address_space():
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def attempt(call):
    """Calls a function with little memory. Returns the error's kind and text, "" without one, and the seconds."""
    began, before = time.perf_counter(), resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + SPARE, before[1]))
    try:
        call()
        error = "", ""
    except Exception as raised:
        error = type(raised).__name__, str(raised)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    return *error, time.perf_counter() - began


def main(folder):
    with pytest.MonkeyPatch.context() as patch:
        short_frames(patch)
        for shape in ("repetition", "enumerated"):
            write(folder / shape, shape)
        attempts = {}
        for name, forge in FORGERIES.items():
            path = folder / "forged"
            shutil.copytree(folder / ("enumerated" if "directory" in name or "keys" in name else "repetition"), path)
            forge(path)
            attempts[name] = (
                attempt(lambda path=path: read(path)),
                attempt(lambda path=path: check(path, MANIFEST.digest, 1, Silent())),
            )
            shutil.rmtree(path)
    print(json.dumps(attempts))


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    command = [sys.executable, __file__, str(tmp_path_factory.mktemp("forged"))]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_refused_in_one_line_with_little_memory(attempts, name):
    (kind, message, seconds), (check_kind, check_message, _) = attempts[name]
    if name in RUN_FORGERIES:
        assert (kind, message) == ("", "")
    else:
        assert kind in ("Damaged", "DatabaseError"), message
        assert message.isprintable() and len(message) < 500
        assert any(file in message for file in ("values.zst", "keys.zst", "distances.zst", ".json"))
    assert seconds < 5
    assert check_kind in ("", "Damaged", "DatabaseError"), check_message
    assert check_message.isprintable() and len(check_message) < 500


# A forged database of an installed game


@pytest.mark.parametrize(
    "forge",
    [slots(7), field("codes", 200), field("scores", "mover"), field("game", "lgame")],
    ids=["slots", "codes", "scores", "game"],
)
@pytest.mark.parametrize("command", [("query", "walking", "n0"), ("stats", "walking"), ("puzzles", "walking")])
def test_compiled_code_never_reads_a_database_of_other_rules(walking_database, forge, command):
    """Kernels do not check whether they read beyond an array's end."""
    forge(walking_database)
    code, output, errors = run_walking(*command)
    assert (code, output) == (3, "")
    assert errors.startswith("error: ") and errors.count("\n") == 1 and "is damaged" in errors


def test_text_of_a_manifest_cannot_command_a_terminal(walking_database):
    """Control characters, line breaks and characters that no terminal shows are escaped."""
    strange = "\x1b[2J\x9b2J\r\n\u202e\ud800 [red]"
    edit(walking_database / "manifest.json", title=strange, notes=[strange])
    run = {"engine": strange, "backend": strange, "date": strange, "machine": {"processor": strange}}
    edit(walking_database / "run.json", **run)
    for command in ("stats", "info"):
        code, output, errors = run_walking(command, "walking")
        assert (code, errors) == (0, "")
        assert all(line.isprintable() for line in output.splitlines())
        assert "\\x1b[2J" in output
    assert json.loads(run_walking("stats", "walking", "--json").output)["notes"] == [strange]
    edit_statistics(walking_database / "manifest.json", tiers={strange: 8})
    code, output, errors = run_walking("stats", "walking")
    assert (code, output) == (3, "") and errors.removesuffix("\n").isprintable()


def test_scores_of_no_states_are_shown(walking_database):
    from retro.app import output

    about = manifest.read(walking_database)
    about = replace(about, scores="first", statistics=replace(about.statistics, states={}))
    assert ("scores", "none") in output.solution_facts(about, RUN, walking_database)


@pytest.mark.parametrize("plane", [[0] * 8, [5] * 8, [255] * 8, [*range(8)]], ids=str)
def test_a_search_by_distances_that_contradict_each_other_ends(walking_database, plane):
    """A line from the start is found by distances."""
    about = distances.read(walking_database, manifest.read(walking_database).digest)
    write_distances(walking_database, np.array(plane, np.uint8), digest=about.digest, states=(1, 7), positions=8)
    for node in range(8):
        code, _, errors = run_walking("line", "walking", f"n{node}", "--from-start")
        assert code in (0, 2) and (code == 0 or errors.count("\n") == 1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
