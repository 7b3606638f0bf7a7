"""Checkpoints: a saved state is read whole, and the checkpoint of another run is refused."""

import gc
import json
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest
from random_files import ARRAYS, IDENTITY, checkpoint_file

from retro.storage.checkpoint import Refused
from retro.storage.seekable import SeekableReader, SeekableWriter
from retro.system import checkpointing


class Recorder(checkpointing.Checkpoint):
    """Is due before every task whose number is in ``when``."""

    def __init__(self, when=()):
        self.when, self.task, self.saved = set(when), -1, []

    def due(self):
        self.task += 1
        return self.task in self.when


@pytest.mark.parametrize("ahead", [0, 1, 5, 100])
def test_tasks_come_in_order_and_saving_waits_for_those_under_way(ahead):
    begun, looked_at, saved = [], [], []

    def one(task):
        begun.append(task)
        time.sleep(0.001 * (task % 3))
        return task * task

    def save(number):
        assert sorted(begun) == list(range(number)) == [task for task, _ in looked_at]
        saved.append(number)

    with ThreadPoolExecutor(3) as pool:
        for each in checkpointing.in_order(pool, ahead, one, range(20), Recorder({0, 3, 4, 17}), save):
            looked_at.append(each)
    assert looked_at == [(task, task * task) for task in range(20)]
    assert saved == [0, 3, 4, 17]


@pytest.mark.parametrize(("threads", "ahead"), [(1, 1), (3, 5), (3, 100)])
@pytest.mark.parametrize("stops", ["task", "caller"])
def test_after_an_error_no_task_starts_and_none_runs(threads, ahead, stops):
    """Whether a task raises it, or the code that reads the results."""
    begun, ended = [], []

    def one(task):
        begun.append(task)
        time.sleep(0.001)
        ended.append(task)
        if stops == "task" and task == 3:
            raise ValueError(task)
        return task

    with ThreadPoolExecutor(threads) as pool:
        with pytest.raises(ValueError, match=r"^3$"):
            for task, _ in checkpointing.in_order(pool, ahead, one, range(1000)):
                if task == 3:
                    raise ValueError(task)
        assert sorted(begun) == sorted(ended)
        assert begun == [0, 1, 2, 3] or stops == "caller" or threads > 1
        begun.clear()
        pool.submit(int).result()
        assert not begun


def test_of_several_errors_the_first_in_order_is_raised():
    def one(task):
        time.sleep(0.01 * (task == 5))
        raise ValueError(task)

    with ThreadPoolExecutor(3) as pool, pytest.raises(ValueError, match=r"^5$"):
        list(checkpointing.all_results(pool, one, range(5, 500)))


def test_what_a_failed_task_held_is_freed_at_once():
    """An error holds its frames; if one of these held the error, only the garbage collector would free both."""

    class Held:
        pass

    held = []

    def one(task):
        large = Held()
        held.append(weakref.ref(large))
        raise ValueError(task)

    gc.disable()
    try:
        with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError) as caught:
            list(checkpointing.in_order(pool, 2, one, range(5)))
        assert held[0]() is not None
        del caught
        assert held[0]() is None
    finally:
        gc.enable()


# The file


def test_what_was_saved_comes_back(tmp_path):
    path, clock = tmp_path / "c", iter(range(100)).__next__
    first = checkpoint_file(path, clock=clock)
    assert not first.check() and first.resume("queue") is None
    first.watch.seconds["level"] = 7.0
    first.save("queue", {"level": 4, "tiers": {"a": 1}}, ARRAYS)
    second = checkpoint_file(path, clock=clock)
    assert second.check()
    assert (second.resumed, second.watch.seconds) == (1, {"level": 7.0})
    assert second.seconds > first._start
    assert second.resume("search") is None
    where, arrays = second.resume("queue")
    assert where == {"level": 4, "tiers": {"a": 1}}
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype and np.array_equal(arrays[name], array)
        assert arrays[name].flags.writeable
    assert sorted(each.name for each in tmp_path.iterdir()) == ["c"]
    second.discard()
    assert not list(tmp_path.iterdir())


def test_it_is_due_after_a_while_and_when_the_run_is_to_stop(tmp_path):
    now, stop = [0.0], [False]
    resumable = checkpoint_file(tmp_path / "c", lambda: stop[0], interval=10, clock=lambda: now[0])
    assert not resumable.due()
    now[0] = 10
    assert resumable.due()
    resumable.save("queue", {}, {})
    assert not resumable.due()
    stop[0] = True
    assert resumable.due()
    with pytest.raises(KeyboardInterrupt):
        resumable.save("queue", {"here": 1}, {})
    assert checkpoint_file(tmp_path / "c").resume("queue") == ({"here": 1}, {})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": "c" * 64}, r"it is of another plugin source or index \(aaaaaaaaaaaa, now cccccccccccc\)"),
        ({"options": {"size": 4}}, r"other options \(size=3, now size=4\)"),
        ({"engine": "d" * 64}, "another version of the engine"),
        ({"backend": "reference"}, r"another backend \(queue, now reference\)"),
        ({"byteorder": "big"}, "a machine of the other byte order"),
        ({"format": 3}, r"another format \(2, now 3\)"),
        ({"game": "run", "job": "reach"}, r"another job \(solve, now reach\), another game \(walk, now run\)"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused_by_naming_what_differs(tmp_path, changes, message):
    checkpoint_file(tmp_path / "c").save("queue", {}, ARRAYS)
    other = checkpoint_file(tmp_path / "c", identity=replace(IDENTITY, **changes))
    for ask in (other.check, lambda: other.resume("queue")):
        with pytest.raises(Refused, match=message + ".*; --restart discards it and begins anew"):
            ask()
    assert checkpoint_file(tmp_path / "c").resume("queue")


def test_a_damaged_checkpoint_is_refused(tmp_path):
    """But for bits that do not affect the content."""
    path = tmp_path / "c"
    checkpoint_file(path).save("queue", {}, ARRAYS)
    sound, chance, harmless = path.read_bytes(), np.random.default_rng(0), 0
    damages = [b"", sound[:-1], sound[: len(sound) // 2], b"\0" * 100]
    for position in (*chance.integers(0, len(sound), 60).tolist(), *range(len(sound) - 60, len(sound))):
        flipped = bytes([sound[position] ^ 1 << int(chance.integers(8))])
        damages.append(sound[:position] + flipped + sound[position + 1 :])
    for data in damages:
        path.write_bytes(data)
        try:
            assert checkpoint_file(path).check()
            _, arrays = checkpoint_file(path).resume("queue")
            assert all(np.array_equal(arrays[name], ARRAYS[name]) for name in ARRAYS)
            harmless += 1
        except Refused as error:
            assert "it is damaged" in str(error) or "it is of another" in str(error)
    assert harmless < 5


@pytest.mark.parametrize("shape", [[1 << 36], [1 << 50], [-1, -1_200_000], [1 << 32, 1 << 32], [2.0], "many"])
def test_forged_sizes_are_refused_before_memory_is_asked_for(tmp_path, shape):
    path = tmp_path / "c"
    checkpoint_file(path).save("queue", {}, ARRAYS)
    with closing(SeekableReader(path)) as reader:
        *frames, last = [reader.frame(number) for number in range(len(reader))]
    about = json.loads(last)
    about["arrays"][0][2] = shape
    path.unlink()
    with SeekableWriter(path, 1, 1) as writer:
        for frame in (*frames, json.dumps(about).encode()):
            writer.write(frame)
        writer.finish()
    with pytest.raises(Refused, match="it is damaged"):
        checkpoint_file(path).resume("queue")
