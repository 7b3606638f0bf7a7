"""Runs that are interrupted go on and end like runs that are not; what does not belong to a run is refused."""

import copy
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from retro import loading, plugins, saver, solving
from retro.analysis import reach
from retro.app import cli
from retro.app.interruption import Interrupted, Stopping
from retro.indexing import discovery
from retro.progress import Silent, Stopwatch
from retro.solving import acyclic, queue, sweep, tiers, tiles
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage import checkpoint
from retro.storage.checkpoint import Checkpoint, Identity, Refused
from retro.storage.seekable import SeekableReader, SeekableWriter

OSTLE = {"size": 3, "left": 0}
IDENTITY = Identity("solve", "walk", {"size": 3}, "a" * 64, "b" * 64, "queue")


def rules_of(name, **options):
    game = plugins.load(name)
    return loading.load(game, game.choose({key: str(value) for key, value in options.items()}))


# Tasks


class Recorder(saver.Saver):
    """Is due before every task whose number is in ``when``."""

    def __init__(self, when=()):
        self.when, self.asked, self.saved = set(when), -1, []

    def due(self):
        self.asked += 1
        return self.asked in self.when


@pytest.mark.parametrize("ahead", [0, 1, 5, 100])
def test_tasks_come_in_order_and_saving_waits_for_those_under_way(ahead):
    from concurrent.futures import ThreadPoolExecutor

    begun, looked_at, saved = [], [], []

    def one(task):
        begun.append(task)
        time.sleep(0.001 * (task % 3))
        return task * task

    def save(number):
        assert sorted(begun) == list(range(number)) == [task for task, _ in looked_at]
        saved.append(number)

    with ThreadPoolExecutor(3) as pool:
        for each in saver.in_order(pool, ahead, one, range(20), Recorder({0, 3, 4, 17}), save):
            looked_at.append(each)
    assert looked_at == [(task, task * task) for task in range(20)]
    assert saved == [0, 3, 4, 17]


# The file


def keep(path, stopping=lambda: False, identity=IDENTITY, **more):
    return Checkpoint(path, identity, 2, stopping, Stopwatch(Silent()), **more)


ARRAYS = {
    "records": np.arange(3_000_000, dtype=np.uint32),
    "pending": np.eye(7, 5, dtype=np.bool_),
    "none": np.zeros(0, np.int64),
    "total": np.array([-1, 2, 1 << 60]),
}


def test_what_was_saved_comes_back(tmp_path):
    path, clock = tmp_path / "c", iter(range(100)).__next__
    first = keep(path, clock=clock)
    assert not first.check() and first.resume("queue") is None
    first.watch.seconds["level"] = 7.0
    first.save("queue", {"level": 4, "tiers": {"a": 1}}, ARRAYS)
    second = keep(path, clock=clock)
    assert second.check()
    assert (second.resumed, second.watch.seconds) == (1, {"level": 7.0})
    assert second.seconds > first._began
    assert second.resume("sweep") is None
    where, arrays = second.resume("queue")
    assert where == {"level": 4, "tiers": {"a": 1}}
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype and np.array_equal(arrays[name], array)
        assert arrays[name].flags.writeable
    assert sorted(each.name for each in tmp_path.iterdir()) == ["c"]
    second.discard()
    assert not list(tmp_path.iterdir())


def test_it_is_due_after_a_while_and_when_somebody_asks_to_stop(tmp_path):
    now, asked = [0.0], [False]
    kept = keep(tmp_path / "c", lambda: asked[0], interval=10, clock=lambda: now[0])
    assert not kept.due()
    now[0] = 10
    assert kept.due()
    kept.save("queue", {}, {})
    assert not kept.due()
    asked[0] = True
    assert kept.due()
    with pytest.raises(KeyboardInterrupt):
        kept.save("queue", {"here": 1}, {})
    assert keep(tmp_path / "c").resume("queue") == ({"here": 1}, {})


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"rules": "c" * 64}, r"it is of another plugin source or index \(aaaaaaaaaaaa, now cccccccccccc\)"),
        ({"options": {"size": 4}}, r"other options \(size=3, now size=4\)"),
        ({"engine": "d" * 64}, "another version of the engine"),
        ({"backend": "sweep"}, r"another backend \(queue, now sweep\)"),
        ({"byteorder": "big"}, "a machine of the other byte order"),
        ({"format": 2}, r"another format \(1, now 2\)"),
        ({"game": "run", "job": "reach"}, r"another job \(solve, now reach\), another game \(walk, now run\)"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused_by_naming_what_differs(tmp_path, changes, told):
    keep(tmp_path / "c").save("queue", {}, ARRAYS)
    other = keep(tmp_path / "c", identity=replace(IDENTITY, **changes))
    for ask in (other.check, lambda: other.resume("queue")):
        with pytest.raises(Refused, match=told + ".*; --restart discards it and begins anew"):
            ask()
    assert keep(tmp_path / "c").resume("queue")


def test_a_damaged_checkpoint_is_refused(tmp_path):
    path = tmp_path / "c"
    keep(path).save("queue", {}, ARRAYS)
    sound = path.read_bytes()
    chance = np.random.default_rng(0)
    refused = harmless = 0
    for place in (*chance.integers(0, len(sound), 60).tolist(), *range(len(sound) - 60, len(sound))):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1 << int(chance.integers(8))]) + sound[place + 1 :])
        kept = keep(path)
        try:
            kept.check()
            found = kept.resume("queue")
        except Refused as error:
            assert "it is damaged" in str(error) or "it is of another" in str(error)
            refused += 1
        else:  # a bit that says nothing of the content
            assert found is not None and all(np.array_equal(found[1][name], ARRAYS[name]) for name in ARRAYS)
            harmless += 1
    assert refused > 100 > 5 > harmless
    for data in (b"", sound[:-1], sound[: len(sound) // 2], b"\0" * 100):
        path.write_bytes(data)
        with pytest.raises(Refused, match="it is damaged"):
            keep(path).check()


@pytest.mark.parametrize("shape", [[1 << 36], [1 << 50], [-1, -3_000_000], [1 << 32, 1 << 32], [2.0], "many"])
def test_forged_sizes_are_refused_before_memory_is_asked_for(tmp_path, shape):
    path = tmp_path / "c"
    keep(path).save("queue", {}, ARRAYS)
    reader = SeekableReader(path)
    *frames, last = [reader.frame(number) for number in range(len(reader))]
    reader.close()
    about = json.loads(last)
    about["arrays"][0][2] = shape
    path.unlink()
    with SeekableWriter(path, 1, 1) as writer:
        for frame in (*frames, json.dumps(about).encode()):
            writer.write(frame)
        writer.finish()
    with pytest.raises(Refused, match="it is damaged"):
        keep(path).resume("queue")


def test_a_full_disk_leaves_the_last_checkpoint(tmp_path, monkeypatch):
    path = tmp_path / "c"
    keep(path).save("queue", {"here": 1}, ARRAYS)
    real = os.write

    def write(descriptor, data):
        if len(data) > 1000:
            raise OSError(28, "No space left on device")
        return real(descriptor, data)

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(Exception, match=r"the disk is full: [\d,]+ bytes are short for .*c.writing"):
        keep(path).save("queue", {"here": 2}, ARRAYS)
    monkeypatch.undo()
    assert [each.name for each in tmp_path.iterdir()] == ["c"]
    assert keep(path).resume("queue")[0] == {"here": 1}


# Backends


class Stopped(Exception):
    """The run was killed."""


def copied(snapshot):
    """A snapshot that does not change any more; what comes in parts is a list of them."""
    name, where, arrays = snapshot
    kept = {}
    for each, array in arrays.items():
        parts = [array.part(number).tobytes() for number in range(len(array.sizes))] if hasattr(array, "part") else None
        kept[each] = copy.copy(array) if parts is None else parts
    return name, json.loads(json.dumps(where)), kept


def small_tasks(monkeypatch, backend):
    if backend == "queue":
        monkeypatch.setattr(tiles, "LEAST_TILE_BITS", 10)
        monkeypatch.setattr(tiles, "TILES", 1 << 20)
    else:
        monkeypatch.setattr(sweep, "TASK_SLOTS", 100)


class Killed(saver.Saver):
    """Saves into memory before every task of which ``chance`` says so, and is killed after ``saves`` of them."""

    def __init__(self, chance, saves, saved=None):
        self.chance, self.saves, self.saved = chance, saves, saved

    def resume(self, name, into=saver.EMPTY):
        if self.saved is None or self.saved[0] != name:
            return None
        _, where, arrays = copied(self.saved)
        for each, parts in into.items():
            for number, part in enumerate(arrays.pop(each)):
                parts.fill(number, part)
        return where, arrays

    def due(self):
        return self.saves > 0 and self.chance.random() < 0.2

    def save(self, name, where, arrays):
        self.saved = copied((name, where, arrays))
        self.saves -= 1
        if self.saves == 0:
            raise Stopped


def interrupted(run, seed):
    """What ``run`` gives when it is stopped every few tasks; how often it was."""
    chance, saved, times = np.random.default_rng(seed), None, 0
    while True:
        keeping = Killed(chance, int(chance.integers(1, 4)) if times < 40 else 0, saved)
        try:
            return run(keeping), times
        except Stopped:
            saved, times = keeping.saved, times + 1


def same(one, other, slots):
    assert one.statistics == other.statistics and one.edges == other.edges
    for plane, expected in zip(one.planes(0, slots), other.planes(0, slots), strict=True):
        assert np.array_equal(plane, expected)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("name", "options", "backend"),
    [
        ("ostle", OSTLE, "queue"),
        ("ostle", OSTLE, "sweep"),
        ("ostle", {**OSTLE, "rule8": "exact"}, "queue"),
        ("lgame", {}, "queue"),
    ],
)
def test_a_run_that_was_interrupted_ends_like_one_that_was_not(monkeypatch, name, options, backend, threads):
    rules = rules_of(name, **options)
    module = {"queue": queue, "sweep": sweep}[backend]
    expected = module.solve(rules, 2, Silent())
    small_tasks(monkeypatch, backend)
    stops = 0
    for seed in range(3):
        found, times = interrupted(lambda kept: module.solve(rules, threads, Silent(), kept), seed)
        same(found, expected, rules.slots)
        stops += times
    assert stops > 5


@pytest.mark.parametrize(("name", "options"), [("ostle", OSTLE), ("lgame", {})])
def test_a_run_goes_on_with_other_tiles(monkeypatch, tmp_path, name, options):
    rules = rules_of(name, **options)
    small_tasks(monkeypatch, "queue")
    expected = queue.solve(rules, 2, Silent())
    kinds = itertools.cycle(itertools.product((PLAIN, FILES, PACKED), (0, 1 << 24), (1, 2, 7)))
    stops = 0

    def run(kept):
        kind, budget, shards = next(kinds)
        place = Path(tempfile.mkdtemp(dir=tmp_path))
        return queue.solve(rules, 1 + shards % 3, Silent(), kept, Tiles(kind, budget, place, shards))

    for seed in range(3):
        found, times = interrupted(run, seed)
        same(found, expected, rules.slots)
        stops += times
    assert stops > 5


@pytest.mark.parametrize("threads", [1, 3])
def test_one_pass_goes_on_where_it_was(monkeypatch, threads):
    rules = discovery.enumerate_positions(rules_of("british_square", size=3), 1, Silent(), 1 << 20)
    expected = acyclic.solve(rules, 2, Silent())
    monkeypatch.setattr(tiers, "TASK_SLOTS", 5)
    stops = 0
    for seed in range(3):
        found, times = interrupted(lambda kept: acyclic.solve(rules, threads, Silent(), kept), seed)
        same(found, expected, rules.slots)
        stops += times
    assert stops > 3


@pytest.mark.parametrize("threads", [1, 3])
def test_finding_positions_goes_on_where_it_was(monkeypatch, threads):
    rules = rules_of("british_square", size=3)
    for plain in (rules, replace(rules, functions={k: f for k, f in rules.functions.items() if k != "tier"})):
        expected = discovery.enumerate_positions(plain, 2, Silent(), 1 << 20)
        monkeypatch.setattr(discovery, "BUFFER", 40)
        stops = 0
        for seed in range(3):
            found, times = interrupted(
                lambda kept, plain=plain: discovery.enumerate_positions(plain, threads, Silent(), 1 << 20, kept), seed
            )
            assert np.array_equal(found.index.keys, expected.index.keys)
            assert (found.tiers, found.acyclic, found.slots) == (expected.tiers, expected.acyclic, expected.slots)
            stops += times
        assert stops > 5


@pytest.mark.parametrize("name", ["ostle", "lgame"])
def test_a_search_goes_on_where_it_was(monkeypatch, tmp_path, name):
    rules = rules_of(name, **({"size": 4} if name == "ostle" else {}))
    small_tasks(monkeypatch, "queue")
    expected = reach.search(rules, 2, Silent())
    kinds, stops = itertools.cycle(itertools.product((PLAIN, FILES, PACKED), (0, 1 << 24))), 0

    def run(kept):
        kind, budget = next(kinds)
        place = Path(tempfile.mkdtemp(dir=tmp_path))
        return reach.search(rules, 1 + stops % 3, Silent(), kept, Tiles(kind, budget, place, dtype=reach.BYTE))

    for seed in range(3):
        found, times = interrupted(run, seed)
        assert np.array_equal(found.distances, expected.distances) and found[1:3] == expected[1:3]
        stops += times
    assert stops > (5 if name == "ostle" else 0)


def test_every_backend_that_saves_says_what_it_is_made_of():
    for backend in ("queue", "sweep", "acyclic"):
        found = solving.sources(backend)
        assert f"retro.solving.{backend}" in found
        assert any(name.endswith("_kernels") for name in found)
        for name in found:
            loading.source(name)


# Commands


SOLVE = ["solve", "ostle", "--set", "size=3", "--set", "left=0"]
SLOW = """
import sys, time
from retro.app import cli
from retro.solving import shard, tiles
from retro import saver
tiles.LEAST_TILE_BITS, tiles.TILES = 10, 1 << 20
real = saver.in_order
def slow(pool, ahead, one, *more):
    def later(task):
        time.sleep({pause})
        return one(task)
    return real(pool, ahead, later, *more)
shard.in_order = slow
sys.argv = ["retro", *{arguments!r}]
cli.main()
"""


def start(data, *arguments, pause=0.05):
    """A process that works slowly."""
    code = SLOW.format(pause=pause, arguments=[*arguments, "--data", str(data)])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", code], **pipes, text=True)


def run(data, *arguments):
    with pytest.MonkeyPatch.context() as patch:
        small_tasks(patch, "queue")  # as in `start`: pages in a checkpoint are those of the run that goes on
        found = CliRunner().invoke(cli.app, [*arguments, "--data", str(data)])
    return found.exit_code, found.stdout, found.stderr


def files_of(place):
    """What follows from the rules."""
    return {each.name: each.read_bytes() for each in place.iterdir() if not each.name.endswith("run.json")}


def of_reach(name):
    return "reach" in name or "distances" in name


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A directory with the database that a run makes which nobody interrupts."""
    data = tmp_path_factory.mktemp("finished")
    assert run(data, *SOLVE)[0] == 0
    assert run(data, "reach", *SOLVE[1:])[0] == 0
    return next(place for place in data.iterdir() if place.is_dir())


def wait_for(path, process):
    until = time.monotonic() + 60
    while not path.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.01)
    assert path.exists(), process.communicate()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_saves_and_the_same_command_goes_on(tmp_path, finished, number, code):
    place = tmp_path / finished.name
    for command in ("solve", "reach"):
        left = tmp_path / f".{finished.name}.{command}.checkpoint"
        process = start(tmp_path, command, *SOLVE[1:], "--checkpoint", "0.001")
        wait_for(left, process)
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
        assert process.returncode == code, told
        assert re.search(rf"error: interrupted; what was found so far is in .*{command}.checkpoint: the same", told)
        assert "Traceback" not in told
        assert left.exists()
        code_now, _, told = run(tmp_path, command, *SOLVE[1:])
        assert code_now == 0 and "going on from" in told
        assert not left.exists()
        resumed = json.loads((place / ("run.json" if command == "solve" else "reach-run.json")).read_text())
        assert resumed["resumed"] == 1
    assert files_of(place) == files_of(finished)


@pytest.mark.parametrize(
    ("command", "after", "store", "then"),
    [
        ("solve", 0.0, "plain", "packed"),
        ("solve", 0.2, "files", "plain"),
        ("solve", 0.5, "packed", "files"),
        ("solve", 1.0, "files", "files"),
        ("reach", 0.0, "plain", "packed"),
        ("reach", 0.2, "files", "plain"),
        ("reach", 0.4, "packed", "files"),
    ],
)
def test_a_killed_run_goes_on_and_its_database_is_the_same_byte_by_byte(
    tmp_path, finished, command, after, store, then
):
    place = tmp_path / finished.name
    left = tmp_path / f".{finished.name}.{command}.checkpoint"
    if command == "reach":
        shutil.copytree(finished, place, ignore=lambda folder, names: [name for name in names if of_reach(name)])
    process = start(tmp_path, command, *SOLVE[1:], "--checkpoint", "0.001", "--store", store, pause=0.02)
    wait_for(left, process)
    time.sleep(after)
    process.kill()
    process.communicate()
    assert run(tmp_path, command, *SOLVE[1:], "--store", then)[0] == 0
    expected = {name: data for name, data in files_of(finished).items() if command == "reach" or not of_reach(name)}
    assert files_of(place) == expected
    assert not left.exists()


def test_restart_discards_and_a_changed_backend_is_refused(tmp_path, finished):
    left = tmp_path / f".{finished.name}.solve.checkpoint"
    process = start(tmp_path, *SOLVE, "--checkpoint", "0.001")
    wait_for(left, process)
    process.terminate()
    process.communicate()
    assert f"goes on from {left}" in run(tmp_path, "info", *SOLVE[1:])[1]
    code, _, told = run(tmp_path, *SOLVE, "--backend", "sweep")
    assert code == 2
    assert "another backend (queue, now sweep)" in told and "--restart" in told
    assert left.exists()
    code, _, told = run(tmp_path, *SOLVE, "--restart")
    assert code == 0 and "going on" not in told
    assert not left.exists()


def test_two_solvers_do_not_work_in_one_directory(tmp_path, finished):
    left = tmp_path / f".{finished.name}.solve.checkpoint"
    process = start(tmp_path, *SOLVE, "--checkpoint", "0.001")
    wait_for(left, process)
    try:
        began = time.monotonic()
        code, _, told = run(tmp_path, *SOLVE)
        assert code == 5 and "another process is solving or writing" in told
        assert time.monotonic() - began < 10
    finally:
        process.kill()
        process.communicate()


def test_asked_twice_it_stops_at_once():
    stopping = Stopping(patient=True)
    with pytest.raises(Interrupted) as caught, stopping.watching(lambda: "all is lost"):
        os.kill(os.getpid(), signal.SIGTERM)
        assert stopping() and stopping.signal == signal.SIGTERM
        os.kill(os.getpid(), signal.SIGINT)
    assert str(caught.value) == "interrupted; all is lost" and caught.value.signal == signal.SIGINT


def test_without_patience_it_stops_at_once():
    with pytest.raises(Interrupted) as caught, Stopping().watching(str):
        os.kill(os.getpid(), signal.SIGTERM)
    assert caught.value.signal == signal.SIGTERM


def test_no_path_of_a_checkpoint_is_a_database(tmp_path):
    place = checkpoint.Path(tmp_path) / "walk"
    from retro.storage.location import checkpoint_path

    assert checkpoint_path(place).name == ".walk.solve.checkpoint"
    assert checkpoint_path(place, "reach").parent == Path(tmp_path)
