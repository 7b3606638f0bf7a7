"""Databases: a solution is read as written, damage is reported, and an interrupted run leaves the old database."""

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_files import MANIFEST, RUN, GivenSolution, random_solution, same, store
from tiny_databases import edit

from retro.game import NONE, Game, Option
from retro.storage import DatabaseError, checked_json, manifest, writer
from retro.storage.block import BLOCK_SLOTS, BlockDecoder, BlockEncoder, BlockLayout, TooManyValues
from retro.storage.database import Database
from retro.storage.location import data_directory, database_path

# Blocks


VALUES = st.integers(-(2**31), 2**31 - 1)


@given(
    st.sampled_from([1, 2, 4]),
    st.sampled_from([5, 255, 256, 300]),
    st.lists(st.tuples(VALUES, VALUES, st.integers(-1, 4)), min_size=1, max_size=50),
)
def test_a_block_is_read_as_planes_and_by_record(value_bytes, codes, records):
    layout = BlockLayout.of(True, codes, value_bytes)
    moves = [codes - 1 if only_move == 4 else only_move for *_, only_move in records]  # the largest code among them
    records = [(best, best if m == NONE else second, m) for (best, second, _), m in zip(records, moves, strict=True)]
    best, second, only_move = (np.array(plane) for plane in zip(*records, strict=True))
    encoder = BlockEncoder(layout)
    data = encoder.encode((best.astype(np.int32), second.astype(np.int32), only_move.astype(np.int16)))
    assert len(data) == len(records) * layout.record_bytes and layout.code_bytes == (1 if codes < 256 else 2)
    decoder = BlockDecoder(layout, encoder.values)
    assert [decoder.record(data, number) for number in range(len(records))] == records
    assert same(decoder.planes(data), (best, second, only_move))


@pytest.mark.parametrize(("width", "most"), [(1, 254), (2, 65_534)])
def test_fields_hold_so_many_values_besides_none_and_not_one_more(width, most):
    values, nothing = np.arange(-100, most - 99, dtype=np.int32), np.full(most + 1, NONE, np.int16)
    with pytest.raises(TooManyValues):
        BlockEncoder(BlockLayout.of(False, 9, width)).encode((values, values, nothing))
    for bytes_, count in ((width, most), (2 * width, most + 1)):
        layout, some = BlockLayout.of(False, 9, bytes_), values[:count]
        encoder = BlockEncoder(layout)
        data = encoder.encode((some, some, nothing[:count]))
        assert len(data) == bytes_ * count
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


def test_the_same_records_make_the_same_file_and_progress_adds_up(tmp_path):
    solution, progress = random_solution(35 * BLOCK_SLOTS + 7), []
    about = replace(MANIFEST, statistics=solution.statistics)
    one = writer.write(tmp_path / "one", solution, about, lambda: RUN, 1, progress.append)
    assert len(progress) > 1 and sum(progress) == 35 * BLOCK_SLOTS + 7
    assert one.files == store(tmp_path / "two", solution).files
    data = (tmp_path / "one" / manifest.VALUES_FILE).read_bytes()
    assert one.files[manifest.VALUES_FILE].sha256 == hashlib.sha256(data).hexdigest()


def test_the_cache_is_bounded(tmp_path):
    solution = random_solution(4 * BLOCK_SLOTS, seed=5)
    store(tmp_path / "walk", solution)
    with Database(tmp_path / "walk", cache_bytes=1) as opened:
        for index in (0, BLOCK_SLOTS, 2 * BLOCK_SLOTS, 3 * BLOCK_SLOTS, 0, 1):
            assert opened.record(index) == tuple(int(plane[0]) for plane in solution.planes(index, index + 1))
            assert opened._cache.cache_info().currsize == 1


# What opening refuses


@pytest.fixture
def stored(tmp_path):
    store(tmp_path / "walk", random_solution(1000))
    return tmp_path / "walk"


def test_another_format_or_other_rules(stored):
    with pytest.raises(DatabaseError, match="solved by other rules: solve the game again"):
        Database(stored, "abd")
    edit(stored / manifest.MANIFEST_FILE, format=2)
    with pytest.raises(DatabaseError, match="it has format 2, this program reads format 3"):
        Database(stored)


TEXTS = {"game", "title", "digest"}
SOUND = {("start", "None"), ("start", "-1"), ("repetition", "True")} | {(name, repr("\x00")) for name in TEXTS}
WRONG = [
    (name, wrong)
    for name in (checked_json.NAMES.get(name, name) for name in MANIFEST.__dataclass_fields__ if name != "format")
    for wrong in (None, [{}], {"x": [1]}, -1, 1.5e300, True, "\x00")
    if (name, repr(wrong)) not in SOUND
]
WRONG += [(manifest.START, wrong) for wrong in ([], [3], [3, 1 << 31], [3, True], [3, None])]


@pytest.mark.parametrize(("field", "wrong"), WRONG)
def test_a_field_of_the_wrong_kind(stored, field, wrong):
    """Databases without bits for keys have an older format, which does not have that field."""
    with_words = {"format": 4} if field == "key_bits" else {}
    file = stored / manifest.MANIFEST_FILE
    edit(file, **{field: wrong} | with_words)
    with pytest.raises(DatabaseError, match=f"field {field} is not what it should be"):
        Database(stored)
    left = {name: value for name, value in json.loads(file.read_text()).items() if name not in (field, "checksum")}
    file.write_text(checked_json.dumps(left))
    with pytest.raises(DatabaseError, match=f"field {field} is missing"):
        Database(stored)


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


# Places


def test_a_directory_per_choice_of_options(tmp_path):
    game = Game(
        "walk", "Walk", "walk", (Option("size", 5, (3, 5), ""), Option("rule", "a", ("a", "../b", "c,size=3"), ""))
    )

    choices = ({}, "walk"), ({"size": "3"}, "walk,size=3"), ({"rule": "../b"}, "walk,rule=..%2Fb")
    for chosen, name in (*choices, ({"rule": "c,size=3"}, "walk,rule=c%2Csize%3D3")):
        assert database_path(tmp_path, game, game.choose(chosen)) == tmp_path / name


def test_the_data_directory(monkeypatch, tmp_path):
    monkeypatch.delenv("RETRO_DATA", raising=False)
    assert data_directory().name == "retro"
    monkeypatch.setenv("RETRO_DATA", str(tmp_path))
    assert data_directory() == tmp_path
    assert data_directory(tmp_path / "x") == tmp_path / "x"
