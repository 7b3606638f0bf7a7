"""Keys of enumerated positions: a file is read as written, and impossible keys are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro.storage import keys
from retro.storage.block import BLOCK_SLOTS


def random_keys(count, seed=0):
    generator = np.random.default_rng(seed)
    return np.unique(np.concatenate([generator.integers(0, 2**63, count), np.arange(count) * 3]))


@pytest.mark.parametrize("count", [1, 2, BLOCK_SLOTS, BLOCK_SLOTS + 1, 3 * BLOCK_SLOTS - 7])
def test_keys_are_read_as_written(count, tmp_path):
    sorted_keys = random_keys(count)[:count]
    progress = []
    keys.write(tmp_path / "keys", sorted_keys, BLOCK_SLOTS, 2, progress.append)
    assert sum(progress) == count
    file = keys.KeyFile(tmp_path / "keys", count, BLOCK_SLOTS)
    assert [file.word_at(slot) for slot in range(len(sorted_keys))] == sorted_keys.tolist()
    for index in {0, count // 2, count - 1, min(BLOCK_SLOTS, count - 1)}:
        key = int(sorted_keys[index])
        assert file.word_at(index) == key
        assert file.find(key) == index
        for absent in (key - 1, key + 1):
            if absent not in sorted_keys:
                assert file.find(absent) == -1
    for index in (-1, count):
        with pytest.raises(IndexError):
            file.word_at(index)
    file.close()


@given(st.sets(st.integers(0, 2**63 - 1), min_size=1, max_size=50))
def test_a_frame_of_keys_is_read_as_written(chosen):
    assert keys.decode(keys.encode(np.array(sorted(chosen), np.int64))).tolist() == sorted(chosen)


@pytest.mark.parametrize("wrong", [[5, 5], [7, 3]])
def test_keys_that_do_not_ascend_are_refused(wrong):
    with pytest.raises(ValueError, match="ascending"):
        keys.decode(keys.encode(np.array(wrong, np.int64)))
