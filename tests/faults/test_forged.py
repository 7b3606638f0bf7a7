"""Forged databases: whatever sizes and numbers they claim, reading them takes little time and memory.

Checksums are right where they can be.
"""

import hashlib
import json
import os
import re
import resource
import struct
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zstandard
from harness import Row, check, forked, rows, sections
from random_files import MANIFEST, RUN, write_distances
from tiny import FRAME, SeekableParts, read, write
from tiny_databases import edit, edit_statistics

import retro
from retro.app import output
from retro.storage import checksums, distances, keys, manifest
from retro.storage.seekable import SeekableReader, SeekableWriter
from retro.system.progress import Silent

SPARE = 200 << 20
"""Bytes of address space that reading may take."""
SKIPPABLE, MAGIC = 0x184D2A5E, 0x8F92EAB1
"""Numbers at the beginning and end of a seek table."""


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


def table_of(*entries, count=None):
    """Returns a seek table of these entries, which may claim another number of them."""
    count = len(entries) if count is None else count
    words = b"".join(struct.pack("<III", *entry) for entry in entries)
    return struct.pack("<II", SKIPPABLE, (12 * count + 9) % 2**32) + words + struct.pack("<IBI", count, 0x80, MAGIC)


def rewritten(path, parts, table):
    (path / "values.zst").write_bytes(b"".join(parts) + table)
    seal(path)


# Forgeries: functions of the path of a database


def claimed_frames(path, count):
    parts = SeekableParts.of((path / "values.zst").read_bytes())
    rewritten(path, parts.frames, table_of(*parts.entries, count=count))


def entry(path, number, field, value):
    """Changes a number in the seek table: compressed bytes, plain bytes."""
    parts = SeekableParts.of((path / "values.zst").read_bytes())
    entries = [list(each) for each in parts.entries]
    entries[number][field] = value
    rewritten(path, parts.frames, table_of(*entries))


def first_frame(path, frame):
    """Replaces the first frame, in the seek table, too."""
    parts = SeekableParts.of((path / "values.zst").read_bytes())
    (_, *sizes), *entries = parts.entries
    rewritten(path, [frame, *parts.frames[1:]], table_of((len(frame), *sizes), *entries))


def header(content, window=None):
    """Returns a zstd frame with this content size, and a window or a single segment, whose last block is empty."""
    descriptor = 3 << 6 | (window is None) << 5
    windowed = b"" if window is None else bytes([window << 3])
    return b"\x28\xb5\x2f\xfd" + bytes([descriptor]) + windowed + struct.pack("<Q", content) + b"\x01\x00\x00"


def hole(path, size, end):
    """A file without data but for its ``end``."""
    with (path / "values.zst").open("wb") as file:
        file.truncate(size)
        file.seek(0, os.SEEK_END)
        file.write(end)


def hole_of_frames(path, count):
    hole(path, 12 * count + 8, table_of(count=count)[8:])


def frame_that_is_a_hole(path):
    """One frame whose compressed bytes are more than the memory, and whose plain bytes are one."""
    table = table_of((2 * SPARE, 1, 0))
    hole(path, 2 * SPARE, table)
    about = {"bytes": 2 * SPARE + len(table), "sha256": "", "table_sha256": hashlib.sha256(table).hexdigest()}
    slots(path, 1, files={"values.zst": about}, block=1)


def bomb(path):
    """A frame of 4 GiB of zeros, which is 128 KiB or so; the manifest claims as many records."""
    plain = (1 << 32) - (1 << 20)
    compressor = zstandard.ZstdCompressor(1).compressobj(plain)
    frame = b"".join(compressor.compress(bytes(1 << 20)) for _ in range(plain >> 20)) + compressor.flush()
    rewritten(path, [frame], table_of((len(frame), plain, 0)))
    slots(path, plain, block=plain, repetition=False)


def recompressed(path, name, change):
    """A sound file whose plain frames are those that ``change`` returns."""
    with SeekableReader(path / name) as reader:
        frames = [reader.frame(number) for number in range(len(reader))]
    (path / name).unlink()
    with SeekableWriter(path / name, 1, 1) as file:
        for frame in change(frames):
            file.write(frame)
        file.finish()
    seal(path, name)


def first_bytes(path, position, data):
    """Replaces bytes of the first frame of records. The codes are the last of its three planes."""
    cut = position + len(data)
    recompressed(path, "values.zst", lambda frames: [frames[0][:position] + data + frames[0][cut:], *frames[1:]])


def keys_backwards(frames):
    return [keys.encode(np.sort(keys.decode(frames[0]))[::-1]), *frames[1:]]


def keys_swapped(frames):
    return [frames[1], frames[0], *frames[2:]]


def keys_missing(frames):
    return [*frames[:-2], keys.encode(keys.decode(frames[-2])[:-1]), frames[-1]]


def directory_backwards(frames):
    return [*frames[:-1], np.frombuffer(frames[-1], "<u8")[::-1].tobytes()]


def negative_keys(frames):
    return [*frames[:-1], struct.pack("<q", -5) + frames[-1][8:]]


def text(path, name, sealed, *pieces):
    """A JSON file of any text; a pair is text and how often it is repeated. With the right checksum if ``sealed``."""
    data = "".join(each if isinstance(each, str) else each[0] * each[1] for each in pieces)
    data = data.encode(errors="surrogateescape")
    end = f',\n "checksum": "{hashlib.sha256(data).hexdigest()}"\n}}\n'
    (path / name).write_bytes(data + (end.encode() if sealed else b""))


def field(path, name, value, file="manifest.json"):
    edit(path / file, **{name: value})


def slots(path, count, block=None, **others):
    edit(path / "manifest.json", **others, **({"block": block} if block else {}))
    edit_statistics(path / "manifest.json", slots=count)


def listed(path, name):
    """Another file in the manifest, whose size and sums are right."""
    files = json.loads((path / "manifest.json").read_text())["files"]
    if not name.startswith(("/", "..")):
        (path / name).write_bytes((path / "values.zst").read_bytes())
    edit(path / "manifest.json", files=files | {name: files["values.zst"]})


CHANGES = keys_backwards, keys_swapped, keys_missing, directory_backwards, negative_keys
OPEN = '{"format": 5, "game": '
FORGERIES = [
    *((claimed_frames, count) for count in (2**32 - 1, 357913941, 0)),  # the length of the second overflows
    *((hole_of_frames, count) for count in (2**32 - 1, 10**8)),
    *((frame_that_is_a_hole,), (entry, 1, 0, 2**32 - 40)),
    *((entry, 0, field, size) for field in (0, 1) for size in (2**32 - 1, 0)),
    *((first_frame, header(content)) for content in (1 << 32, 1 << 63, 2**64 - 1)),
    *((first_frame, header(5 * FRAME, window)) for window in (21, 31)),
    (first_frame, struct.pack("<II", 0x184D2A50, 2**32 - 1) + bytes(20)),  # it is to be skipped
    *((slots, count) for count in (10**18, 2**63 - 1, 2**64, -1, 0)),
    *((slots, 10**18, 1), (slots, 2**32, 2**32)),
    *((field, "block", count) for count in (0, 2**40, -1, 999)),
    *((field, "codes", count) for count in (10**9, 2, 10**4000, 400)),
    *(
        (field, "values", values)
        for values in ([], [*range(256)], [*range(65535)], [*range(70000)], [0, 5], [7, 5], [0, 10**9])
    ),
    *((field, "values", [False, True]), *((field, "value_bytes", count) for count in (True, "1", 2))),
    *((field, "scores", [""]), (field, "repetition", False)),
    *((first_bytes, 0, b"\xff"), (first_bytes, 2 * FRAME, b"\xff" * FRAME), (first_bytes, 2 * FRAME, b"\1" * FRAME)),
    *((recompressed, "keys.zst", change) for change in CHANGES),
    *((listed, name) for name in ("../../../../dev/zero", "/etc/passwd", "notes.zst")),
    (text, "manifest.json", True, OPEN, ("[", 100_000)),
    (text, "manifest.json", True, OPEN, ("[", 500), ("]", 500)),
    *(
        (text, "manifest.json", True, OPEN, '"\udcff"'),
        *((text, "manifest.json", False, each) for each in ("[1, 2]", '{"format": 1}')),
    ),
    (text, "manifest.json", False, '{"format": ', ("1", 1000), "}"),
    *((text, "manifest.json", True, '{"format": ', number) for number in ('"\\u001b[31m"', "3.5", "true")),
    *((field, "seconds", seconds, "run.json") for seconds in (1e400, float("nan"), 10**400)),
    *((field, "phases", {"a": 10**400}, "run.json"), (field, "machine", {"cores": 10**400}, "run.json")),
    *((field, "states", states, "reach.json") for states in ([], [10**30])),
    (recompressed, "distances.zst", lambda frames: frames[1:]),
    (recompressed, "distances.zst", lambda frames: [bytes(1 << 20)] * 2),
]
LARGE = [
    (bomb,),
    *((text, "manifest.json", True, OPEN, "[", (f"{each},", 2 << 20), f"{each}]") for each in ("[]", "{}")),
    *((text, "manifest.json", sealed, OPEN, '"', ("x", 10**8), '"' if sealed else '"}') for sealed in (True, False)),
]


def attempt(call):
    """Calls a function with little memory. Returns what it raises, None if nothing, and the seconds."""
    used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (used + SPARE, resource.RLIM_INFINITY))
    began = time.process_time()
    try:
        call()
    except Exception as error:
        return type(error).__name__, str(error), time.process_time() - began
    return "", "", time.process_time() - began


def named(forgery):
    """Returns the name of a case, which is the same in all processes: without addresses of functions."""
    return re.sub(r" at 0x\w+", "", f"{forgery[0].__name__} {forgery[1:]}")[:60]


@pytest.mark.usefixtures("short_frames")
@pytest.mark.parametrize(
    "forgery", [*FORGERIES, *(pytest.param(each, marks=pytest.mark.soak) for each in LARGE)], ids=named
)
def test_a_forgery_is_refused_in_one_line_with_little_memory(tmp_path, forgery):
    """A database opens with forged files of a run. What `retro check-file` reads, it may find to be as written."""
    (forge, *arguments), path = forgery, tmp_path / "walk"
    write(path, "enumerated" if "keys.zst" in arguments else "repetition")
    forge(path, *arguments)
    for call in (lambda: read(path), lambda: checksums.check(path, MANIFEST.digest, 1, Silent())):
        code, (kind, message, seconds) = forked(lambda call=call: attempt(call))
        assert code == 0 and seconds < 5 and message.isprintable() and len(message) < 500
        assert kind in ("", "Damaged", "DatabaseError", "Unusable"), message
        reads = call.__code__.co_names[0] == "read"
        assert not reads or bool(kind) == ("run.json" not in arguments)
        assert not kind or any(file in message for file in ("values.zst", "keys.zst", "distances.zst", ".json"))


# A forged database of an installed game


def of_other_rules(place, name, value):
    (edit_statistics if name == "slots" else edit)(place.path / "manifest.json", **{name: value})


STRANGE = "\x1b[2J\x9b2J\r\n\u202e\ud800 [red]"


def strange_texts(place):
    """Control characters, line breaks and characters that no terminal shows."""
    edit(place.path / "manifest.json", title=STRANGE, notes=[STRANGE])
    run = {"engine": STRANGE, "backend": STRANGE, "date": STRANGE, "machine": {"processor": STRANGE}}
    edit(place.path / "run.json", **run)


def strange_tiers(place):
    edit_statistics(place.path / "manifest.json", tiers={STRANGE: 8})


@rows(
    *(
        Row(command, (of_other_rules, name, value), 3, "is damaged")
        for name, value in (("slots", 7), ("codes", 200), ("scores", "mover"), ("game", "lgame"))
        for command in ("query start", "stats", "puzzles")
    ),
    Row("info", (strange_texts,), 0, r"\\x1b\[2J"),
    Row("stats", (strange_texts,), 0, r"\\x1b\[2J", sections),
    Row("stats --json", (strange_texts,), 0, r"\\u001b\[2J", sections),
    Row("stats", (strange_tiers,), 3, "contradicts itself"),
)
def test_compiled_code_reads_no_database_of_other_rules_and_no_text_commands_a_terminal(place, row):
    """Kernels do not check whether they read beyond an array's end."""
    check(row, place)


def test_scores_of_no_states_are_shown(place):
    about = manifest.read(place.path)
    about = replace(about, scores="first", statistics=replace(about.statistics, states={}))
    assert ("scores", "none") in output.solution_facts(about, RUN, place.path)


@pytest.mark.parametrize("plane", [[0] * 74, [5] * 74, [255] * 74, [*range(74)]], ids=lambda plane: str(plane[:3]))
def test_a_search_by_distances_that_contradict_each_other_ends(place, plane):
    """A line from the start is found by distances."""
    about = distances.read(place.path, manifest.read(place.path).digest)
    write_distances(place.path, np.array(plane, np.uint8), digest=about.digest, states=(1, 7), positions=74)
    with retro.open("british_square", place.data, size=3) as table:
        positions = [table.rules.text.format(table.rules.unrank(slot)) for slot in range(0, 74, 9)]
    for position in positions:
        result = place.run(f"line '{position}' --from-start")
        assert result.code in (0, 2) and (result.code == 0 or result.errors.count("\n") == 1)
