"""What readers refuse is refused by plans, before any work, and by writers, before the first byte."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from random_files import IDENTITY, random_solution, store
from runs import rules_of
from track_game.plugin import retro_game as track

from retro.app.commands.solve import Job
from retro.game.rules import IndexedRules, Tier
from retro.indexing.discovery import Limits, enumerate_positions
from retro.reach import reach
from retro.storage import DatabaseError, block, capacity, checked_json, distances, keys, seekable, writer
from retro.storage.block import MAX_BLOCK_SLOTS, MAX_CODES
from retro.storage.checkpoint import CheckpointFile
from retro.storage.seekable import SeekableWriter
from retro.system.errors import GameError
from retro.system.progress import Silent, Stopwatch


def lgame(**changed: Any) -> IndexedRules:
    return replace(rules_of("lgame"), **changed)


def noted(room: int, **changed: Any) -> IndexedRules:
    """Returns a game with a note that leaves so many bytes of a manifest for all else: about 2000 are needed."""
    return lgame(game=replace(lgame().game, notes=("x" * (checked_json.MAX_JSON_BYTES - room),)), **changed)


MANY = (seekable.MAX_FRAMES - 1) * MAX_BLOCK_SLOTS
"""The most slots that a database holds."""
TIERS = seekable.MAX_FRAME_BYTES // len("2147483648, ")
TOO_LONG = "because of its manifest: a file of JSON would have"
REFUSED = {
    "slots": (
        lambda: lgame(slots=MANY + 1),
        f"has {MANY + 1:,} slots, and a database holds {MANY:,} at most: choose options",
    ),
    "tiers": (
        lambda: lgame(tiers=(Tier(0, 0, 2_296),) * (TIERS + 1)),
        f"has {TIERS + 1:,} tiers, and its checkpoint holds {TIERS:,} at most: return",
    ),
    "codes": (
        lambda: lgame(repetition=True, codes=MAX_CODES + 1),
        f"has {MAX_CODES + 1:,} CODES and a repetition rule, and a database holds {MAX_CODES:,}",
    ),
    "manifest": (lambda: noted(0), TOO_LONG),
    "sections": (lambda: noted(5_000, sections=tuple((f"section {i}", 0, 1) for i in range(500))), TOO_LONG),
    "starts": (lambda: noted(5_000, starts=(0,) * 5_000), TOO_LONG),
    "option": (lambda: lgame(options={"n": 1 << 63}), "because of its manifest: field option"),
}


@pytest.mark.parametrize(("rules", "message"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("planned", [True, False], ids=["plan", "run"])
def test_a_game_that_no_database_can_hold_is_refused_before_any_work(tmp_path, rules, message, planned):
    """By a dry run and by a run, in one line that names the game, the limit and what to do; no file is made."""
    job = Job(tmp_path / "lgame", 1, Silent(), print, rules=rules(), backend="auto")
    with pytest.raises(GameError) as caught:
        job.choices() if planned else job.solve()
    assert str(caught.value).startswith("lgame ") and message in str(caught.value)
    assert not [each for each in tmp_path.iterdir() if each.name != ".lgame.lock"]


def test_an_enumeration_ends_when_it_has_found_more_positions_than_a_database_can_hold(tmp_path):
    check = Job(tmp_path, 1, Silent(), print, rules=rules_of("lgame").without_index(), backend="auto")._resource_check(
        1 << 60
    )
    with pytest.raises(GameError, match=f"has at least {MANY + 1:,} positions, and a database holds {MANY:,}"):
        check(MANY + 1)


def test_a_manifest_with_little_room_is_not_refused(tmp_path):
    capacity.check(noted(5_000), tmp_path / "lgame")


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
    """Writes a file of keys or of distances with so many slots, which take no memory."""
    if enumerated:
        keys.write(path, np.broadcast_to(np.int64(0), slots), block.block_for(slots), 1, lambda done: None)
    else:
        distances.write_file(path, np.broadcast_to(np.uint8(0), slots), 1, lambda done: None)


@pytest.mark.parametrize("enumerated", [False, True])
def test_files_have_as_many_frames_as_a_reader_accepts(tmp_path, enumerated):
    """The file of keys has one more, its directory. What the plan refuses the writer does, before it makes a file."""
    path, rules = tmp_path / "file", rules_of("lgame").without_index() if enumerated else rules_of("lgame")
    assert MANY > 10**13
    capacity.check_slots(rules, MANY)
    with pytest.raises(GameError, match=f"and a database holds {MANY:,} at most"):
        capacity.check_slots(rules, MANY + 1)
    frames = f"{seekable.MAX_FRAMES + 1:,} frames, and readers accept {seekable.MAX_FRAMES:,}"
    with pytest.raises(GameError, match=rf"^{path} would have {frames}: choose options"):
        written(path, MANY + (1 if enumerated else MAX_BLOCK_SLOTS + 1), enumerated)
    assert not path.exists()
    SeekableWriter(path, 1, 1, seekable.MAX_FRAMES).close()


def test_a_writer_that_does_not_know_the_number_of_frames_stops_at_the_limit(tmp_path):
    """As that of a checkpoint, which the old one outlives."""
    with SeekableWriter(tmp_path / "file", 1, 1, max_frames=3) as file:
        for _ in range(3):
            file.write(b"x" * 2000)
        with pytest.raises(GameError, match="would have 67,108,865 bytes in a frame, and readers accept 67,108,864"):
            file.write(bytes(seekable.MAX_FRAME_BYTES + 1))
        with pytest.raises(GameError, match="would have 4 frames, and readers accept 3"):
            file.write(b"x" * 2000)


def test_a_manifest_is_refused_before_records_are_written(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "_fill", None)  # fails if it is called
    solution = random_solution(1000, 5, 20)
    solution.statistics = replace(solution.statistics, states=dict.fromkeys(range(2000), 1))
    with pytest.raises(DatabaseError, match="readers take 67,108,864 at most"):
        store(tmp_path / "walk", solution, notes=("x" * checked_json.MAX_JSON_BYTES,))
    assert [each.name for each in tmp_path.iterdir()] == [".walk.lock"]


class Ahead(CheckpointFile):
    """A checkpoint that claims a higher level than that at which it was saved."""

    def save(self, name, state, arrays):
        super().save(name, {**state, "level": state["level"] + (1 << 22)}, arrays)


def test_a_search_ends_at_a_level_that_is_too_high(tmp_path):
    """A run that was saved at a low level is resumed as if that had been a high one."""
    rules, left = enumerate_positions(rules_of(track(), length=400), 1, Silent(), Limits(1 << 20)), iter(range(280))
    checkpoint = tmp_path / "checkpoint", IDENTITY, 1, lambda: next(left, None) is None, Stopwatch(Silent())
    with pytest.raises(KeyboardInterrupt):
        reach.search(rules, 1, Silent(), Ahead(*checkpoint))
    left = iter(range(1000))
    with pytest.raises(GameError, match="has positions more than 65,534 plies from the start"):
        reach.search(rules, 1, Silent(), Ahead(*checkpoint))
