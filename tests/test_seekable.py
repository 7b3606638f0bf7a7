"""The seekable format: frames are read in any order, any reader of zstd reads them, and all damage is reported."""

import hashlib
import os
import shutil
import struct
import subprocess

import pytest
import xxhash
import zstandard

from retro.storage.seekable import SeekableWriter


@pytest.fixture
def frames(tmp_path):
    plain = [bytes([number]) * (1000 + number) + os.urandom(10) for number in range(40)]
    path = tmp_path / "frames.zst"
    with SeekableWriter(path, 3, 2) as file:
        for data in plain:
            file.write(data)
        written = file.finish()
    return path, plain, written


def test_the_file_is_the_format_of_the_specification(frames):
    """Read here with nothing but the specification's field list."""
    path, plain, written = frames
    data = path.read_bytes()
    assert (written.bytes, written.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    number, descriptor, magic = struct.unpack("<IBI", data[-9:])
    assert (number, descriptor, magic) == (len(plain), 0x80, 0x8F92EAB1)
    table = data[-(8 + 12 * number + 9) :]
    assert struct.unpack("<II", table[:8]) == (0x184D2A5E, 12 * number + 9)
    start = 0
    for entry, expected in zip(struct.iter_unpack("<III", table[8:-9]), plain, strict=True):
        assert entry[1:] == (len(expected), xxhash.xxh64_intdigest(expected) & 0xFFFFFFFF)
        frame = data[start : start + entry[0]]
        assert zstandard.get_frame_parameters(frame).has_checksum
        assert zstandard.ZstdDecompressor().decompress(frame) == expected
        start += entry[0]
    assert start + len(table) == len(data)


@pytest.mark.skipif(shutil.which("zstd") is None, reason="the zstd tool is not installed")
def test_the_zstd_tool_reads_it(frames):
    path, plain, _ = frames
    run = subprocess.run(["zstd", "-dc", str(path)], capture_output=True, check=True)
    assert run.stdout == b"".join(plain)
