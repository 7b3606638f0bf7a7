"""An export is written completely or not at all: after errors, interrupted, killed.

`faults/test_disk.py` has full disks.
"""

from __future__ import annotations

import os
import shutil
import signal

import pytest
from exporting import ABOUT, FORMATS, content, some_rows, write

from retro.app.commands import export as writing
from retro.app.exporting.columns import BATCH_ROWS, Content
from retro.app.interruption import Interrupted
from retro.puzzles.conditions import Conditions
from retro.system import atomic, locks


class BrokenExport(Exception):
    pass


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("number", [None, signal.SIGINT, signal.SIGTERM])
def test_a_failed_export_leaves_nothing(small_game, name, number, tmp_path):
    """After an error, and after a signal while it was written."""
    rules, out = small_game("ostle").rules, tmp_path / f"some.{name}"
    expected = (Interrupted, f"^interrupted; nothing was written to {out}$") if number else (BrokenExport, None)

    def pieces(fail):
        yield some_rows(small_game("ostle"), BATCH_ROWS + 1)
        if fail and number:
            signal.raise_signal(number)
        elif fail:
            raise BrokenExport

    with pytest.raises(expected[0], match=expected[1]):
        writing.write(rules, pieces(True), writing.Target(out, name, False, Content(True)), ABOUT)
    assert list(tmp_path.iterdir()) == []
    writing.write(rules, pieces(False), writing.Target(out, name, False, Content(True)), ABOUT)
    before = content(out)
    with pytest.raises(expected[0], match=expected[1]):
        writing.write(rules, pieces(True), writing.Target(out, name, True, Content(True)), ABOUT)
    assert content(out) == before and list(tmp_path.iterdir()) == [out]


def test_leftovers_of_a_killed_process_are_removed(small_game, tmp_path):
    """What another process is still writing is left alone."""
    out, left = tmp_path / "some.csv", tmp_path / ".some.csv.writing.123"
    left.touch()
    descriptor = os.open(left, os.O_RDONLY)
    assert locks.try_lock(descriptor, left)
    rows, _ = write(small_game("ostle"), Conditions(value="loss"), out)
    assert {*tmp_path.iterdir()} == {out, left}
    os.close(descriptor)
    out.unlink()
    assert write(small_game("ostle"), Conditions(value="loss"), out)[0] == rows
    assert list(tmp_path.iterdir()) == [out]


def test_an_old_directory_comes_back_after_a_crash_between_two_renames(tmp_path):
    """Without the second rename the old directory is restored; after it the old one is removed."""
    out = tmp_path / "some"
    hidden = tmp_path / ".some.writing.123.old"
    for renamed in (False, True):
        hidden.mkdir()
        (hidden / "1.svg").write_text("old")
        if renamed:
            shutil.rmtree(out)
            out.mkdir()
            (out / "1.svg").write_text("new")
        with pytest.raises(BrokenExport), atomic.output(out, True, directory=True):
            raise BrokenExport
        assert list(tmp_path.iterdir()) == [out]
        assert (out / "1.svg").read_text() == ("new" if renamed else "old")
