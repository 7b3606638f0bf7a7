"""The stores of records during a run: plans, the choice between them, and files that remain."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from commanding import run
from runs import files_of, rules_of

from retro.app.arguments import size
from retro.solving import queue, tiles
from retro.solving.sample import Sample
from retro.solving.tiles import FILES, PACKED, Tiles
from retro.storage.location import scratch_path
from retro.system.errors import GameError

GIB = 1 << 30
OSTLE = ["ostle", "--set", "size=3", "--set", "left=0"]


def solved(data, *more):
    code, _, errors = run("solve", *OSTLE, "--data", data, *more)
    assert code == 0, errors
    return files_of(next(path for path in data.iterdir() if path.is_dir())), errors


@pytest.mark.compiled
def test_databases_and_distances_are_the_same_and_nothing_is_left(tmp_path):
    collected = []
    for store in ("plain", "packed", "files"):
        data, more = tmp_path / store, ["--store", store, "--scratch", tmp_path / "scratch"]
        _, remarks = solved(data, *more)
        code, text, _ = run("reach", *OSTLE, "--data", data, *more, "--dry-run", "--json")
        assert code == 0 and [each["store"] for each in json.loads(text)["stores"]] == [store]
        code, _, errors = run("reach", *OSTLE, "--data", data, *more)
        assert code == 0 and all(("GB were written to" in each) == (store == "files") for each in (errors, remarks))
        (path,) = (path for path in data.iterdir() if path.is_dir())
        collected.append(files_of(path))
        assert not (tmp_path / "scratch").exists() or not list((tmp_path / "scratch").iterdir())
    assert collected[1] == collected[2] == collected[0] and "distances.zst" in collected[0]


@pytest.mark.compiled
def test_only_leftovers_of_a_killed_run_are_removed(tmp_path):
    _, _ = solved(tmp_path / "plain")
    name = next(path.name for path in (tmp_path / "plain").iterdir() if path.is_dir())
    path = scratch_path(tmp_path / "files" / name)
    path.mkdir(parents=True)
    for left in ("17.zst", "17.3", "17.lists"):
        (path / left).write_bytes(b"half a tile, a run, or predecessor lists")
    solved(tmp_path / "files", "--store", "files")
    assert not path.exists()
    path.mkdir()
    (path / "17.txt").write_text("mine")
    code, _, errors = run("solve", *OSTLE, "--data", tmp_path / "files", "--store", "files")
    assert code == 2 and "is in the way" in errors and "Traceback" not in errors
    assert (path / "17.txt").read_text() == "mine"


def test_the_fastest_that_fits_is_chosen(reported, tmp_path):
    reported(available_memory=64 * GIB, held_memory=GIB // 8, peak_memory=0, free_disk=100 * GIB)

    def dry_run(*more):
        code, text, _ = run("solve", "ostle", "--data", tmp_path, "--dry-run", "--json", *more)
        assert code == 0
        return json.loads(text)

    chosen = {memory: dry_run("--memory", memory) for memory in ("20GiB", "8GiB", "3GiB")}
    assert [each["store"] for each in chosen.values()] == ["plain", "packed", "files"]
    for memory, each in chosen.items():
        assert each["fits"] and each["memory_bytes"] <= size(memory)
        assert [other["store"] for other in each["stores"]] == ["plain", "packed", "files", "plain"]
    assert chosen["3GiB"]["scratch_bytes"] > 3 * GIB
    assert dry_run("--store", "packed")["store"] == "packed"
    reported(free_disk=GIB)
    assert dry_run("--memory", "3GiB")["fits"] is False
    code, text, _ = run("solve", "ostle", "--data", tmp_path, "--dry-run", "--memory", "3GiB")
    assert code == 0 and "bytes of disk are missing" in text and "files" in text


def test_a_separate_disk_is_checked_separately(reported, tmp_path):
    """On either disk there is room for the database or for the scratch files, but not for both."""
    command = "solve", "ostle", "--data", tmp_path, "--dry-run", "--store", "files"
    needed = json.loads(run(*command, "--json").output)
    room = max(needed["scratch_bytes"], needed["disk_bytes"])
    for same, free, missing in ((False, room, False), (False, needed["scratch_bytes"] - 1, True), (True, room, True)):
        reported(same_disk=same, free_disk=free)
        code, text, _ = run(*command)
        assert code == 0 and ("disk are missing" in text) == missing


def test_more_memory_is_used():
    rules = rules_of("ostle")
    sample, kernels = Sample(rules), queue.kernels(rules)
    for kind in (PACKED, FILES):
        listed = [Tiles.within(rules, kind, 2, memory * GIB, sample.walked, kernels) for memory in (2, 4, 6, 9)]
        assert listed == sorted(listed, key=lambda each: each.budget) and listed[0].budget < listed[-1].budget
        for memory, each in zip((6, 9), listed[2:], strict=True):
            assert each.memory_bytes(rules, 2) <= memory * GIB


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [("4GiB", 4 << 30), ("500MB", 500_000_000), ("1.5 gib", 3 << 29), ("7k", 7000), ("12", 12), ("3T", 3 * 10**12)]
    + [(text, None) for text in ("", "GiB", "four", "-1GB", "4 potatoes", "1e9")],
)
def test_sizes(text, bytes_):
    if bytes_:
        assert size(text) == bytes_
    else:
        with pytest.raises(GameError, match="not a size"):
            size(text)


def test_stores_that_a_game_cannot_have():
    code, _, errors = run("solve", "british_square", "--set", "size=3", "--store", "files", "--dry-run")
    assert code == 2 and "--store plain" in errors


def test_packed_pages_leave_less_memory_for_updates():
    worst = int(tiles.PACKED_SHARE * 4000)

    def for_updates(held, budget=2000):
        store = SimpleNamespace(held=held, shape=(1000,), dtype=np.dtype(np.uint32))
        return Tiles(PACKED, budget).for_updates(store)

    budgets = [for_updates(held) for held in (0, 100, 800, worst, 5000)]
    assert budgets == sorted(budgets, reverse=True) and 0 < budgets[0] < 2000 and budgets[-1] == 0
    assert for_updates(worst) == 2000 - worst  # more it will not be
    assert 0 < for_updates(worst // 2) < 2000 - worst // 2
    assert Tiles(FILES, 1000).for_updates(SimpleNamespace(held=0)) == 1000
