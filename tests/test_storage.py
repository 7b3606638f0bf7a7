"""Databases: a solution is read as written, damage is reported, and an interrupted run leaves the old database."""

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_files import MANIFEST, RUN, GivenSolution, random_solution, same, store

from retro.game import NONE, Game, Option
from retro.storage import Damaged, DatabaseError, NotSolved, checked_json, manifest, writer
from retro.storage.block import BLOCK_SLOTS, BlockDecoder, BlockEncoder, BlockLayout, TooManyValues
from retro.storage.database import Database
from retro.storage.location import data_directory, database_path
from retro.storage.seekable import SeekableReader

# Blocks


VALUES = st.integers(0, 511) | st.integers(65_000, 66_000)


@given(
    st.sampled_from([1, 2, 4]),
    st.sampled_from([5, 255, 256, 300]),
    st.lists(st.tuples(VALUES, VALUES, st.integers(-1, 4)), min_size=1, max_size=50),
)
def test_a_block_is_read_as_planes_and_by_record(value_bytes, codes, records):
    layout = BlockLayout.of(True, codes, value_bytes)
    records = [(best, best if only_move == NONE else second, only_move) for best, second, only_move in records]
    best, second, only_move = (np.array(plane) for plane in zip(*records, strict=True))
    encoder = BlockEncoder(layout)
    data = encoder.encode((best.astype(np.uint32), second.astype(np.uint32), only_move.astype(np.int16)))
    assert len(data) == len(records) * layout.record_bytes
    decoder = BlockDecoder(layout, encoder.values)
    assert [decoder.record(data, number) for number in range(len(records))] == records
    assert same(decoder.planes(data), (best, second, only_move))


def test_the_largest_code_fits():
    for codes in (255, 256):
        layout = BlockLayout.of(True, codes, 1)
        assert layout.code_bytes == (1 if codes == 255 else 2)
        encoder = BlockEncoder(layout)
        data = encoder.encode((np.array([3], np.uint16), np.array([5], np.uint16), np.array([codes - 1], np.int16)))
        assert BlockDecoder(layout, encoder.values).record(data, 0) == (3, 5, codes - 1)


def test_narrow_fields_hold_255_values_and_not_one_more():
    nothing = np.full(256, NONE, np.int16)
    values = np.arange(256, dtype=np.uint16)
    BlockEncoder(BlockLayout.of(True, 9, 1)).encode((values[:255], values[:255], nothing[:255]))
    with pytest.raises(TooManyValues):
        BlockEncoder(BlockLayout.of(True, 9, 1)).encode((values, values, nothing))


def test_fields_of_two_bytes_hold_65_535_values_and_not_one_more():
    values = np.arange(65_536, dtype=np.uint32)
    nothing = np.full(len(values), NONE, np.int16)
    with pytest.raises(TooManyValues):
        BlockEncoder(BlockLayout.of(False, 9, 2)).encode((values, values, nothing))
    for width, count in ((2, 65_535), (4, 65_536)):
        layout, some = BlockLayout.of(False, 9, width), values[:count]
        encoder = BlockEncoder(layout)
        data = encoder.encode((some, some, nothing))
        assert len(data) == width * count
        assert np.array_equal(BlockDecoder(layout, encoder.values).planes(data)[0], some)


# Databases


@pytest.mark.parametrize("slots", [1, BLOCK_SLOTS - 1, BLOCK_SLOTS, BLOCK_SLOTS + 1, 17 * BLOCK_SLOTS + 5])
def test_a_solution_is_read_as_written(tmp_path, slots):
    solution = random_solution(slots)
    about = store(tmp_path / "walk", solution)
    with Database(tmp_path / "walk", MANIFEST.digest) as opened:
        assert same(opened.planes(0, slots), solution.planes(0, slots))
        middle = slots // 2
        assert same(opened.planes(middle, slots - 1), solution.planes(middle, slots - 1)) or slots == 1
        for index in {0, slots // 3, slots - 1}:
            assert opened.record(index) == tuple(int(plane[0]) for plane in solution.planes(index, index + 1))
        for index in (-1, slots):
            with pytest.raises(IndexError):
                opened.record(index)
        assert opened.manifest == about and opened.run == RUN
        assert opened.disk_bytes == sum(file.stat().st_size for file in (tmp_path / "walk").iterdir())


def test_more_values_than_a_byte_can_tell_apart(tmp_path):
    """The 256th value turns up only in the last block; the file is begun again with wider fields."""
    solution = random_solution(20 * BLOCK_SLOTS, values=240)
    solution.records[0][-100:] = solution.records[1][-100:] = np.arange(1000, 1100)
    solution.records[2][-100:] = NONE
    assert store(tmp_path / "walk", solution).value_bytes == 2
    with Database(tmp_path / "walk") as opened:
        assert same(opened.planes(0, 20 * BLOCK_SLOTS), solution.planes(0, 20 * BLOCK_SLOTS))


def test_a_game_without_repetition_stores_one_plane(tmp_path):
    best = np.random.default_rng(1).integers(0, 9, BLOCK_SLOTS + 3)
    solution = GivenSolution(best, best, np.full(len(best), NONE))
    store(tmp_path / "walk", solution, repetition=False)
    assert SeekableReader(tmp_path / "walk" / manifest.VALUES_FILE).plain_bytes(0) == BLOCK_SLOTS
    with Database(tmp_path / "walk") as opened:
        assert same(opened.planes(0, len(best)), solution.planes(0, len(best)))
        assert opened.record(BLOCK_SLOTS + 1) == (best[BLOCK_SLOTS + 1], best[BLOCK_SLOTS + 1], NONE)


def test_the_same_records_make_the_same_file(tmp_path):
    solution = random_solution(3 * BLOCK_SLOTS + 7)
    one, two = store(tmp_path / "one", solution), store(tmp_path / "two", solution)
    assert one.files == two.files
    data = (tmp_path / "one" / manifest.VALUES_FILE).read_bytes()
    assert one.files[manifest.VALUES_FILE].sha256 == hashlib.sha256(data).hexdigest()


def test_progress_adds_up(tmp_path):
    solution, progress = random_solution(35 * BLOCK_SLOTS), []
    about = replace(MANIFEST, statistics=solution.statistics)
    writer.write(tmp_path / "walk", solution, about, lambda: RUN, 1, progress.append)
    assert len(progress) > 1
    assert sum(progress) == 35 * BLOCK_SLOTS


def test_the_cache_is_bounded(tmp_path):
    solution = random_solution(4 * BLOCK_SLOTS, seed=5)
    store(tmp_path / "walk", solution)
    with Database(tmp_path / "walk", cache_bytes=5 * BLOCK_SLOTS) as opened:
        for index in (0, BLOCK_SLOTS, 2 * BLOCK_SLOTS, 3 * BLOCK_SLOTS, 0, 1):
            assert opened.record(index) == tuple(int(plane[0]) for plane in solution.planes(index, index + 1))
            assert opened._cache.cache_info().currsize == 1


# What opening refuses


@pytest.fixture
def stored(tmp_path):
    store(tmp_path / "walk", random_solution(1000))
    return tmp_path / "walk"


def edit(path, change):
    file = path / manifest.MANIFEST_FILE
    about = json.loads(file.read_text())
    del about["checksum"]
    change(about)
    file.write_text(checked_json.dumps(about))


def test_a_missing_database(tmp_path):
    with pytest.raises(NotSolved, match="no database"):
        Database(tmp_path / "walk")


@pytest.mark.parametrize("content", [None, b"", b"{}", b"no JSON"], ids=["missing", "empty", "no fields", "damaged"])
def test_a_database_opens_without_a_sound_run_file(stored, content):
    with Database(stored) as complete:
        about, records, disk_bytes = complete.manifest, complete.planes(0, complete.slots), complete.disk_bytes
    run_bytes = (stored / "run.json").stat().st_size
    (stored / "run.json").unlink()
    if content is not None:
        (stored / "run.json").write_bytes(content)
    with Database(stored) as opened:
        assert opened.run is None and opened.manifest == about
        assert same(opened.planes(0, opened.slots), records)
        assert opened.disk_bytes == disk_bytes - run_bytes + len(content or b"")


def test_other_rules(stored):
    with pytest.raises(DatabaseError, match="solved by other rules: solve the game again"):
        Database(stored, "abd")


def test_another_format(stored):
    edit(stored, lambda about: about.update(format=2))
    with pytest.raises(DatabaseError, match="it has format 2, this program reads format 3"):
        Database(stored)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '"x"', "[" * 100_000, "\x00", '{"format": 1}', "NaN"])
def test_no_manifest_at_all(stored, text):
    (stored / manifest.MANIFEST_FILE).write_text(text)
    with pytest.raises(DatabaseError, match=r"its checksum is wrong|it has format 1") as caught:
        Database(stored)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, Damaged) == ("format" not in text)


TEXTS = {"game", "title", "digest"}
SOUND = {("start", "None"), ("repetition", "True")} | {(name, repr("\x00")) for name in TEXTS}
WRONG = [
    (name, wrong)
    for name in (manifest.JSON_NAMES.get(name, name) for name in MANIFEST.__dataclass_fields__)
    for wrong in (None, [{}], {"x": [1]}, -1, 1.5e300, True, "\x00")
    if (name, repr(wrong)) not in SOUND
]
WRONG += [(manifest.START, wrong) for wrong in ([], [3], [3, -1], [3, True], [3, None])]


@pytest.mark.parametrize(("field", "wrong"), WRONG)
def test_a_field_of_the_wrong_kind(stored, field, wrong):
    """Databases without bits for keys have an older format, which does not have that field."""
    with_words = {"format": manifest.WORDS_FORMAT} if field == "key_bits" else {}
    edit(stored, lambda about: about.update({field: wrong} | with_words))
    with pytest.raises(DatabaseError, match=f"field {field} is not what it should be"):
        Database(stored)
    edit(stored, lambda about: about.pop(field))
    with pytest.raises(DatabaseError, match=f"field {field} is missing"):
        Database(stored)


@pytest.mark.parametrize(
    "change",
    [
        lambda about: about["statistics"].update(slots=10**12),
        lambda about: about["statistics"].update(slots=0),
        lambda about: about.update(block=999),
        lambda about: about.update(codes=400),
        lambda about: about.update(value_bytes=2),
        lambda about: about.update(repetition=False),
        lambda about: about.update(values=[]),
        lambda about: about.update(values=list(range(256))),
        lambda about: about["files"]["values.zst"].update(table_sha256="1"),
    ],
)
def test_a_manifest_that_contradicts_its_file(stored, change):
    edit(stored, change)
    with pytest.raises(DatabaseError) as caught:
        Database(stored)
    assert "damaged" in str(caught.value) or "not sound" in str(caught.value)


# Crashes


def test_an_interrupted_run_leaves_the_old_database_and_no_rubbish(tmp_path, stored):
    class Interrupted(GivenSolution):
        def planes(self, start, stop):
            if start:
                raise KeyboardInterrupt
            return super().planes(start, stop)

    with pytest.raises(KeyboardInterrupt):
        store(stored, Interrupted(*random_solution(40 * BLOCK_SLOTS).records))
    assert sorted(path.name for path in tmp_path.iterdir()) == [".walk.lock", "walk"]
    with Database(stored) as opened:
        assert opened.slots == 1000


def test_a_directory_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="cannot write in"):
        writer.check(tmp_path / "file" / "walk")


# Places


def test_a_directory_per_choice_of_options(tmp_path):
    game = Game(
        "walk", "Walk", "walk", (Option("size", 5, (3, 5), ""), Option("rule", "a", ("a", "../b", "c,size=3"), ""))
    )

    def name_of(**chosen):
        return database_path(tmp_path, game, game.choose(chosen)).relative_to(tmp_path).as_posix()

    assert name_of() == "walk"
    assert name_of(size="3") == "walk,size=3"
    assert name_of(rule="../b") == "walk,rule=..%2Fb"
    assert name_of(rule="c,size=3") == "walk,rule=c%2Csize%3D3"


def test_the_data_directory(monkeypatch, tmp_path):
    monkeypatch.delenv("RETRO_DATA", raising=False)
    assert data_directory().name == "retro"
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    assert data_directory() == tmp_path
    assert data_directory(tmp_path / "x") == tmp_path / "x"
