"""Databases that somebody forged: checksums are right where they can be, and sizes and numbers are not.

``python forged.py PLACE`` makes them one after another and reads each with little memory to spare; prints what came of
it, in JSON: by name, the kind of the error and its text.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shutil
import struct
import sys
import time
from pathlib import Path

import numpy as np
import zstandard
from corrupting import DIGEST, FRAME, joined, make, parts

from retro.storage import checked_json, distances, keys, writer
from retro.storage.checksums import check
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.seekable import SeekableReader, SeekableWriter
from retro.system.progress import Silent

SPARE = 200 << 20
"""Bytes of address space that reading may take."""
LONG = 10**18


def edit(place, **changes):
    """Change fields of a JSON file, and put the right checksum onto it."""
    fields = json.loads(place.read_text())
    del fields["checksum"]
    place.write_text(checked_json.dumps(fields | changes))


def statistics(place, **changes):
    edit(place, statistics=json.loads(place.read_text())["statistics"] | changes)


def known(path, name="values.zst", about="manifest.json"):
    """Make the manifest, or reach.json, describe a file as it is now."""
    place, data = path / about, (path / name).read_bytes()
    frames = struct.unpack("<IBI", data[-9:])[0]
    table = data[-(8 + 12 * frames + 9) :] if 8 + 12 * frames + 9 <= len(data) else b""
    told = {
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "table_sha256": hashlib.sha256(table).hexdigest(),
    }
    if about == "manifest.json":
        edit(place, files=json.loads(place.read_text())["files"] | {name: told})
    else:
        edit(place, file=told)


def table(path, change, name="values.zst"):
    """Change the seek table of a file, and let the manifest say that this is right."""
    frames, entries, head, foot = parts((path / name).read_bytes())
    frames, entries, head, foot = change(frames, [list(struct.unpack("<III", entry)) for entry in entries], head, foot)
    (path / name).write_bytes(joined(frames, [struct.pack("<III", *entry) for entry in entries], head, foot))
    known(path, name)


def entry(number, field, value):
    def change(frames, entries, head, foot):
        entries[number][field] = value
        return frames, entries, head, foot

    return lambda path: table(path, change)


def frames_claimed(count):
    def change(frames, entries, head, foot):
        return (
            frames,
            entries,
            struct.pack("<II", 0x184D2A5E, (12 * count + 9) % 2**32),
            struct.pack("<IBI", count, 0x80, 0x8F92EAB1),
        )

    return lambda path: table(path, change)


def first_frame(frame):
    """Another first frame, which the seek table knows."""

    def change(frames, entries, head, foot):
        entries[0][0] = len(frame)
        return [frame, *frames[1:]], entries, head, foot

    return lambda path: table(path, change)


def header(content=None, window=None, single=False):
    """A zstd frame's header with a content size and a window that it may not have, and an empty last block."""
    descriptor = 3 << 6 | single << 5
    windowed = b"" if single else bytes([window << 3])
    return b"\x28\xb5\x2f\xfd" + bytes([descriptor]) + windowed + struct.pack("<Q", content) + b"\x01\x00\x00"


def hole(bytes_, frames):
    """A file that is nearly all hole, with a seek table at its end that claims so many frames."""

    def change(path):
        with (path / "values.zst").open("wb") as file:
            file.truncate(bytes_)
            file.seek(0, os.SEEK_END)
            file.write(struct.pack("<IBI", frames, 0x80, 0x8F92EAB1))

    return change


def one_frame_of_a_hole(path):
    """One frame, compressed longer than memory, plain a byte."""
    length = 2 * SPARE
    with (path / "values.zst").open("wb") as file:
        file.truncate(length)
        file.seek(0, os.SEEK_END)
        seek = struct.pack("<II", 0x184D2A5E, 21) + struct.pack("<III", length, 1, 0)
        seek += struct.pack("<IBI", 1, 0x80, 0x8F92EAB1)
        file.write(seek)
    about = path / "manifest.json"
    told = {"bytes": length + len(seek), "sha256": "", "table_sha256": hashlib.sha256(seek).hexdigest()}
    edit(about, files={"values.zst": told}, block=1)
    statistics(about, slots=1)


def bomb(path):
    """A frame of 4 GiB of zeros, which takes 128 KiB or so; the manifest says as many records."""
    plain = (1 << 32) - (1 << 20)
    compressor = zstandard.ZstdCompressor(1).compressobj(plain)
    frame = b"".join(compressor.compress(bytes(1 << 20)) for _ in range(plain >> 20)) + compressor.flush()
    seek = struct.pack("<II", 0x184D2A5E, 21) + struct.pack("<III", len(frame), plain, 0)
    (path / "values.zst").write_bytes(frame + seek + struct.pack("<IBI", 1, 0x80, 0x8F92EAB1))
    known(path)
    edit(path / "manifest.json", block=plain, repetition=False)
    statistics(path / "manifest.json", slots=plain)


def rewritten(name, plain_frames):
    """A sound file of other plain bytes."""

    def change(path):
        frames = plain_frames(path)
        (path / name).unlink()
        with SeekableWriter(path / name, 1, 1) as file:
            for frame in frames:
                file.write(frame)
            file.finish()
        known(path, name, "reach.json" if name == "distances.zst" else "manifest.json")

    return change


def plain_of(path, name):
    reader = SeekableReader(path / name)
    return [reader.frame(number) for number in range(len(reader))]


def first_record(byte):
    def frames(path):
        first, *others = plain_of(path, "values.zst")
        return [bytes([byte]) + first[1:], *others]

    return frames


def first_codes(byte):
    """The last plane of a record with a repetition rule: the codes."""

    def frames(path):
        first, *others = plain_of(path, "values.zst")
        return [first[: 2 * FRAME] + bytes([byte]) * FRAME, *others]

    return frames


def keys_backwards(path):
    *frames, directory = plain_of(path, "keys.zst")
    first = keys.encode(np.sort(keys.decode(frames[0]))[::-1])
    return [first, *frames[1:], directory]


def directory_backwards(path):
    *frames, directory = plain_of(path, "keys.zst")
    return [*frames, np.frombuffer(directory, "<u8")[::-1].tobytes()]


def negative_keys(path):
    *frames, directory = plain_of(path, "keys.zst")
    first = np.frombuffer(directory, "<i8").copy()
    first[0] = -5
    return [*frames, first.tobytes()]


def text(name, content):
    return lambda path: (path / name).write_text(content)


def raw(name, body):
    """A JSON file of any text, soundly sealed."""

    def change(path):
        data = body.encode() if isinstance(body, str) else body
        digest = hashlib.sha256(data).hexdigest()
        (path / name).write_bytes(data + f',\n "checksum": "{digest}"\n}}\n'.encode())

    return change


def field(name, value, file="manifest.json"):
    return lambda path: edit(path / file, **{name: value})


def slots(count, **others):
    def change(path):
        edit(path / "manifest.json", **others)
        statistics(path / "manifest.json", slots=count)

    return change


CASES = {
    "2^32 - 1 frames": frames_claimed(2**32 - 1),
    "as many frames as make the length overflow": frames_claimed(357913941),
    "no frames": frames_claimed(0),
    "a hole with 2^32 - 1 frames": hole(12 * (2**32 - 1) + 8, 2**32 - 1),
    "a hole with a hundred million frames": hole(12 * 10**8 + 8, 10**8),
    "a frame that is a hole": one_frame_of_a_hole,
    "a bomb": bomb,
    "4 GiB of plain bytes": entry(0, 1, 2**32 - 1),
    "no plain bytes": entry(0, 1, 0),
    "4 GiB of compressed bytes": entry(0, 0, 2**32 - 1),
    "no compressed bytes": entry(0, 0, 0),
    "compressed bytes that go around": entry(1, 0, 2**32 - 40),
    "a header that says 4 GiB": first_frame(header(content=1 << 32, single=True)),
    "a header that says 2^63": first_frame(header(content=1 << 63, single=True)),
    "a header that says 2^64 - 1": first_frame(header(content=2**64 - 1, single=True)),
    "a window of 2^31": first_frame(header(content=5 * FRAME, window=21)),
    "a window of 2^41": first_frame(header(content=5 * FRAME, window=31)),
    "a skippable frame": first_frame(struct.pack("<II", 0x184D2A50, 2**32 - 1) + bytes(20)),
    "10^18 slots": slots(LONG),
    "10^18 slots, one in a frame": slots(LONG, block=1),
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
    "a width in words": field("value_bytes", "1"),
    "scores in a list": field("scores", [""]),
    "a number of ten thousand digits": field("codes", 10**4000),
    "a record of a value that there is not": rewritten("values.zst", first_record(255)),
    "a record of a move that there is not": rewritten("values.zst", first_codes(255)),
    "records of moves without a value": rewritten("values.zst", first_codes(1)),
    "keys that descend": rewritten("keys.zst", keys_backwards),
    "a directory that descends": rewritten("keys.zst", directory_backwards),
    "a directory of negative keys": rewritten("keys.zst", negative_keys),
    "a file of the system": field(
        "files", {"values.zst": {"bytes": 0, "sha256": "", "table_sha256": ""}, "../../../../dev/zero": {}}
    ),
    "another file of the system": field(
        "files",
        {name: {"bytes": 9, "sha256": "", "table_sha256": ""} for name in ("values.zst", "/etc/passwd")},
    ),
    "a manifest nested a hundred thousand times": raw("manifest.json", '{"format": 3, "game": ' + "[" * 100_000),
    "a manifest nested soundly": raw("manifest.json", '{"format": 3, "game": ' + "[" * 500 + "]" * 500),
    "a manifest of lists": raw("manifest.json", '{"format": 3, "game": [' + "[]," * (2 << 20) + "[]]"),
    "a manifest of objects": raw("manifest.json", '{"format": 3, "game": [' + "{}," * (2 << 20) + "{}]"),
    "a manifest of 100 MB": raw("manifest.json", '{"format": 3, "game": "' + "x" * 10**8 + '"'),
    "a manifest of 100 MB without a checksum": text("manifest.json", '{"format": 3, "game": "' + "x" * 10**8 + '"}'),
    "a manifest that is no UTF-8": raw("manifest.json", b'{"format": 3, "game": "\xff"'),
    "a manifest that is a list": text("manifest.json", "[1, 2]"),
    "a format of a thousand digits": text("manifest.json", '{"format": ' + "1" * 1000 + "}"),
    "a format in words": raw("manifest.json", '{"format": "\\u001b[31m"'),
    "a format that is a fraction": raw("manifest.json", '{"format": 3.5'),
    "a format that is true": raw("manifest.json", '{"format": true'),
    "a run that took for ever": field("seconds", 1e400, "run.json"),
    "a run that took no number": field("seconds", float("nan"), "run.json"),
    "a run of 10^400 seconds": field("seconds", 10**400, "run.json"),
    "phases of 10^400 seconds": field("phases", {"a": 10**400}, "run.json"),
    "a machine of 10^400 cores": field("machine", {"cores": 10**400}, "run.json"),
    "no states from the start": field("states", [], "reach.json"),
    "10^30 states": field("states", [10**30], "reach.json"),
    "distances of too few slots": rewritten("distances.zst", lambda path: plain_of(path, "distances.zst")[1:]),
    "distances of too many slots": rewritten("distances.zst", lambda path: [bytes(1 << 20)] * 2),
}

RUN_CASES = [name for name in CASES if "run" in name.split() or name.startswith(("phases", "a machine"))]
"""Forged files of a run: a database opens with them."""


def read(path):
    with Database(path, DIGEST) as opened:
        opened.planes(0, opened.slots)
        for index in range(0, opened.slots, FRAME):
            opened.record(index)
        if opened.keys is not None:
            opened.keys.all()
        DistanceFile(path, opened.slots, DIGEST).distances(0, opened.slots)


def address_space():
    return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def attempt(call):
    """What came of it with little memory, and how many seconds it took."""
    began, before = time.perf_counter(), resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (address_space() + SPARE, before[1]))
    try:
        call()
        told = "", ""
    except Exception as error:
        told = type(error).__name__, str(error)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
    return *told, time.perf_counter() - began


def main(place):
    for module in (writer, keys, distances):
        module.BLOCK_SLOTS = FRAME
    for kind in ("repetition", "enumerated"):
        make(place / kind, kind)
    found = {}
    for name, change in CASES.items():
        path = place / "forged"
        shutil.copytree(place / ("enumerated" if "directory" in name or "keys" in name else "repetition"), path)
        change(path)
        found[name] = attempt(lambda path=path: read(path)), attempt(lambda path=path: check(path, DIGEST, 1, Silent()))
        shutil.rmtree(path)
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
