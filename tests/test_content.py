"""The digest of a database's content: of the values alone, however they are stored; and what compares it."""

import hashlib
import json
import shutil
import struct

import numpy as np
import pytest
from commanding import ask, run
from page_reader import READER
from random_files import random_solution, write_distances
from random_files import store as store_given
from tiny_databases import SEARCHED, edit

from retro.game import NONE
from retro.game.values import NO_VALUE
from retro.storage import block, content, seekable, writer
from retro.storage.block import MAX_BLOCK_SLOTS, block_for
from retro.storage.block import SHORT_BLOCK_SLOTS as FRAME
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.manifest import VALUES_FILE
from retro.storage.solution import Solution, Statistics
from retro.system.progress import Silent
from retro.verify import published


def records(slots):
    """best, second and only move of so many slots, a fifth of them without a position."""
    best, second, only = random_solution(slots, values=400).records
    empty = np.random.default_rng(0).random(slots) < 0.2
    best[empty], second[empty], only[empty] = NO_VALUE, NO_VALUE, NONE
    return best, second, only


def store(path, planes, there=False):
    """Writes a database with these records; returns its manifest. ``there``: workers hold the records."""
    slots = len(planes[0])

    def read(start, stop):
        best, second, only_move = (plane[start:stop] for plane in planes)
        return best, second, only_move

    def blocks(function, size):
        return (function(read(start, min(start + size, slots))) for start in range(0, slots, size))

    return store_given(path, Solution(read, Statistics(slots=slots), [], blocks=blocks if there else None))


def by_definition(planes):
    """The digest, number by number."""
    whole = hashlib.sha256()
    for start in range(0, len(planes[0]), 16384):
        piece = hashlib.sha256()
        for plane, kind in zip(planes, "iih", strict=True):
            numbers = plane[start : start + 16384].tolist()
            piece.update(struct.pack(f"<{len(numbers)}{kind}", *numbers))
        whole.update(piece.digest())
    return whole.hexdigest()


@pytest.mark.parametrize("slots", [1, FRAME, FRAME + 1, 9 * FRAME - 5])
def test_it_is_what_the_page_says_and_its_reader_finds(tmp_path, slots):
    planes = records(slots)
    about = store(tmp_path / "walk", planes)
    assert about.content == by_definition(planes)
    reader = READER.Database(tmp_path / "walk")
    reader.check()
    assert reader.manifest["content"] == reader.content() == about.content
    with Database(tmp_path / "walk") as opened:
        assert content.whole(content.pieces_of(opened, 3, Silent())) == about.content
        assert opened.block == FRAME and all(map(np.array_equal, opened.planes(0, slots), planes))


def test_it_does_not_depend_on_how_records_are_stored(tmp_path, monkeypatch):
    planes = records(9 * FRAME - 5)
    names = {store(tmp_path / "here", planes).content, store(tmp_path / "there", planes, there=True).content}
    files = [(tmp_path / name / VALUES_FILE).read_bytes() for name in ("here", "there")]
    assert files[0] == files[1]
    monkeypatch.setattr(writer, "DATABASE_ZSTD_LEVEL", 1)
    monkeypatch.setattr(writer, "VALUE_BYTES", (4,))
    monkeypatch.setattr(block, "SHORT_BLOCK_SLOTS", 4 * FRAME)
    about = store(tmp_path / "other", planes)
    assert (about.block, about.value_bytes) == (4 * FRAME, 4)
    assert names | {about.content, READER.Database(tmp_path / "other").content()} == {by_definition(planes)}
    with Database(tmp_path / "other") as opened:
        assert content.whole(content.pieces_of(opened, 1, Silent())) == about.content


@pytest.mark.parametrize("plane", range(3))
def test_any_other_record_gives_another_one(tmp_path, plane):
    planes = records(2 * FRAME)
    before = store(tmp_path / "walk", planes).content
    slot = int(np.flatnonzero(planes[2] != NONE)[-1])
    planes[plane][slot] = {0: 0, 1: 0, 2: (planes[2][slot] + 1) % 80}[plane]
    assert store(tmp_path / "walk", planes).content != before
    moved = tuple(np.roll(each, 1) for each in planes)
    assert store(tmp_path / "walk", moved).content != store(tmp_path / "walk", planes).content


def test_frames_grow_where_there_would_be_too_many():
    for slots, long, short in ((1, 16, 14), (10**10, 16, 14), (10**11, 16, 15), (10**12, 18, 18), (10**13, 22, 22)):
        assert (block_for(slots), block_for(slots, True)) == (1 << long, 1 << short)
        assert -(-slots >> short) < seekable.MAX_FRAMES
    assert 10 * MAX_BLOCK_SLOTS <= seekable.MAX_FRAME_BYTES and 8 * seekable.MAX_FRAMES <= seekable.MAX_FRAME_BYTES


def test_distances_in_frames_of_any_size_are_read(tmp_path, monkeypatch):
    """Those of older databases had 65,536 slots."""
    plane, slots = np.random.default_rng(2).integers(0, 90, 5 * FRAME + 3).astype(np.uint8), [0, FRAME, -1]
    for size in (FRAME, 4 * FRAME):
        monkeypatch.setattr(block, "BLOCK_SLOTS", size)
        store(tmp_path / "walk", records(len(plane)))
        write_distances(tmp_path / "walk", plane)
        file, reader = DistanceFile(tmp_path / "walk", len(plane), "d" * 64), READER.Database(tmp_path / "walk")
        assert np.array_equal(file.distances(0, len(plane)), plane)
        for slot in (each % len(plane) for each in slots):
            assert file.distance(slot) == reader.distance(slot) == plane[slot]
        file.close()


# Commands


def test_commands_print_the_digest_that_is_to_be_cited(copied, monkeypatch):
    monkeypatch.setattr(published, "holding", lambda game, options: [])  # nothing is published of this variant
    about = json.loads(next(copied.glob("[!.]*/manifest.json")).read_text())
    for command in ("stats", "info", "reproduce"):
        assert f"sha256:{about['content']} (cite this" in ask(command, *SEARCHED, "--data", copied)
    for command in ("stats", "reproduce", "verify"):
        assert json.loads(ask(command, *SEARCHED, "--json", "--data", copied))["content"] == about["content"]


def test_verify_finds_a_manifest_with_another_content(copied):
    edit(next(copied.glob("[!.]*/manifest.json")), content="0" * 64)
    result = run("verify", *SEARCHED, "--json", "--data", copied)
    answer = json.loads(result.output)
    assert result.code == 1 and not answer["sound"] and not answer["same_content"]
    assert not answer["wrong_records"] and not answer["wrong_numbers"] and answer["same_edges"]
    assert "do not have the content" in run("verify", *SEARCHED, "--data", copied).output


def test_two_databases_are_compared(copied, tmp_path):
    path = next(copied.glob("[!.]*/manifest.json")).parent
    other = shutil.copytree(path, tmp_path / "other")
    edit(other / "manifest.json", digest="f" * 64, title="Another", content="0" * 64)  # records alone are compared
    said = ask("verify", *SEARCHED, "--data", copied, "--same-as", other)
    assert said.endswith(f"british_square has the same content as {other}\n")
    store(tmp_path / "walk", records(74))
    result = run("verify", *SEARCHED, "--data", copied, "--same-as", tmp_path / "walk", "--json")
    answer = json.loads(result.output)
    assert result.code == 1 and not answer["sound"] and answer["content"] != answer["other_content"]
    assert "sample" in ask("verify", *SEARCHED, "--data", copied, "--same-as", other, "--sample", 3, code=2)
    assert "no database" in ask("verify", *SEARCHED, "--data", copied, "--same-as", tmp_path / "no", code=5)
