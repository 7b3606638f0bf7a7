"""What readers refuse is refused by plans, before any work, and by writers, before the first byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from commanding import ask
from random_files import random_solution, store
from runs import rules_of

from retro.app.commands.solve import Job
from retro.game.rules import IndexedRules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import queue
from retro.storage import DatabaseError, capacity, checked_json, distances, keys, manifest, seekable, writer
from retro.storage.block import BLOCK_SLOTS
from retro.storage.seekable import SeekableReader, SeekableWriter
from retro.system.errors import GameError
from retro.system.progress import Silent


def lgame(**changed: Any) -> IndexedRules:
    return replace(rules_of("lgame"), **changed)


MANY_SECTIONS = tuple((f"section {i}", 0, 1) for i in range(5000))
NO_ROOM = "because of its manifest: a file of JSON would have"
LIMITS = [
    (seekable, "MAX_FRAMES", 0, {}, "has 2,296 slots, and a database holds 0 at most: choose options with fewer"),
    (seekable, "MAX_FRAMES", 1, None, "has at least 1 positions, and a database holds 0 at most: "),
    (seekable, "MAX_FRAME_BYTES", 11, {}, "has 1 tiers, and its checkpoint holds 0 at most: return"),
    (capacity, "MAX_CODES", 100, {"repetition": True}, "has 624 CODES and a repetition rule, and a database holds 100"),
    (checked_json, "MAX_JSON_BYTES", 1200, {}, NO_ROOM),
    (checked_json, "MAX_JSON_BYTES", 100_000, {"sections": MANY_SECTIONS}, NO_ROOM),
    (checked_json, "MAX_JSON_BYTES", 50_000, {"starts": (0,) * 5000}, NO_ROOM),
    (checked_json, "MAX_INTEGER", (1 << 63) - 1, {"options": {"n": 1 << 63}}, "its manifest: field option"),
]
"""Module, name and a too small value of what a reader enforces, changes of the L-game (None: no index), message."""


@pytest.mark.parametrize(("module", "name", "value", "changed", "message"), LIMITS)
@pytest.mark.parametrize("planned", [True, False], ids=["plan", "run"])
def test_a_game_that_no_database_can_hold_is_refused_before_any_work(
    tmp_path, monkeypatch, module, name, value, changed, message, planned
):
    """By a dry run and by a run, in one line that names the game, the limit and what to do; no file is made."""
    monkeypatch.setattr(module, name, value)
    rules = lgame().without_index() if changed is None else lgame(**changed)
    job = Job(rules, tmp_path / "lgame", "auto", 1, Silent(), print)
    with pytest.raises(GameError) as caught:
        job.choices() if planned else job.solve()
    assert str(caught.value).startswith("lgame ") and message in str(caught.value)
    assert not [each for each in tmp_path.iterdir() if each.name != ".lgame.lock"]


def test_the_command_says_so_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(seekable, "MAX_FRAMES", 0)
    line = ask("solve", "lgame", "--data", tmp_path, code=2)
    assert line == "error: lgame has 2,296 slots, and a database holds 0 at most: choose options with fewer"


@pytest.mark.parametrize(("length", "fits"), [(225, True), (226, False), (255, False), (256, False)])
def test_names_for_which_the_system_has_no_room_are_refused(tmp_path, length, fits):
    """The longest name is that of a checkpoint that is being written."""
    path = tmp_path / ("x" * length)
    longest = f".{path.name}.positions.checkpoint.writing"
    assert (len(longest) <= 255) == fits
    for place in (path, tmp_path / "missing" / path.name):
        if fits:
            capacity.check(lgame(), place)
            (tmp_path / longest).touch()
        else:
            with pytest.raises(GameError, match="no names of files that are so long"):
                capacity.check(lgame(), place)


# Writers


def written(path: Path, slots: int, enumerated: bool) -> None:
    """Writes a file of keys or of distances with so many slots."""
    if enumerated:
        keys.write(path, np.arange(slots), 1, lambda done: None)
    else:
        distances.write_file(path, np.zeros(slots, np.uint8), 1, lambda done: None)


@pytest.mark.parametrize("frames", [2, 3, 4])
@pytest.mark.parametrize("enumerated", [False, True])
def test_files_have_as_many_frames_as_a_reader_accepts(tmp_path, monkeypatch, frames, enumerated):
    """The file of keys has one more, its directory. What the plan accepts the writer does, and the reader."""
    monkeypatch.setattr(seekable, "MAX_FRAMES", 3)
    path, slots = tmp_path / "file", (frames - enumerated) * BLOCK_SLOTS
    rules = lgame().without_index() if enumerated else lgame()
    if frames <= 3:
        capacity.check_slots(rules, slots)
        written(path, slots, enumerated)
        assert len(SeekableReader(path)) == frames
        return
    with pytest.raises(GameError, match="and a database holds"):
        capacity.check_slots(rules, slots)
    with pytest.raises(GameError, match=rf"^{path} would have 4 frames, and readers accept 3: choose options"):
        written(path, slots, enumerated)
    assert not path.exists()


def test_a_writer_that_does_not_know_the_number_of_frames_stops_at_the_limit(tmp_path, monkeypatch):
    """As that of a checkpoint, which the old one outlives."""
    monkeypatch.setattr(seekable, "MAX_FRAMES", 3)
    monkeypatch.setattr(seekable, "MAX_FRAME_BYTES", 2000)
    with SeekableWriter(tmp_path / "file", 1, 1) as file:
        for _ in range(4):
            file.write(b"x" * 2000)
        with pytest.raises(GameError, match="would have 2,001 bytes in a frame, and readers accept 2,000"):
            file.write(b"x" * 2001)
        with pytest.raises(GameError, match="would have 4 frames, and readers accept 3"):
            file.finish()


def test_a_manifest_is_refused_before_records_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "_fill", None)
    solution = random_solution(1000, 5, 20)
    solution.statistics = replace(solution.statistics, states=dict.fromkeys(range(2000), 1))
    monkeypatch.setattr(checked_json, "MAX_JSON_BYTES", 20_000)
    with pytest.raises(DatabaseError, match="readers take 20,000 at most"):
        store(tmp_path / "walk", solution)
    assert [each.name for each in tmp_path.iterdir()] == [".walk.lock"]


def test_a_game_with_more_levels_than_a_manifest_lists_ends_at_that_level(monkeypatch):
    rules = enumerate_positions(rules_of(chain(), length=60), 1, Silent(), Limits(1 << 20))
    limit = 40 * manifest._MIN_LEVEL_BYTES
    monkeypatch.setattr(checked_json, "MAX_JSON_BYTES", limit)
    with pytest.raises(GameError, match=rf"has wins of 41 plies, and a manifest of {limit:,} bytes lists fewer"):
        queue.solve(rules, 1, Silent())


def test_a_level_takes_at_least_the_bytes_that_are_assumed():
    """Levels of one value each, as many as a manifest can have, take more than it can have."""
    most = checked_json.MAX_JSON_BYTES // manifest._MIN_LEVEL_BYTES
    listed = sum(len(f"  {value},\n") + len(f'   "{value}": 1,\n') for value in range(2, most + 2))
    assert listed > checked_json.MAX_JSON_BYTES
