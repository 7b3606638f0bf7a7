"""An export is written completely or not at all: after errors, on a full disk, interrupted, killed."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from exporting import ABOUT, FORMATS, content, exported, rows_of, some_rows, write

from retro.app.commands import export as writing
from retro.app.exporting.columns import BATCH_ROWS, Content
from retro.puzzles.conditions import Conditions
from retro.system import atomic


class BrokenExport(Exception):
    pass


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenExport])
def test_a_failed_export_leaves_nothing(small_game, name, error, tmp_path):
    rules, out = small_game("ostle").rules, tmp_path / f"some.{name}"

    def pieces(fail):
        yield some_rows(small_game("ostle"), BATCH_ROWS + 1)
        if fail:
            raise error

    with pytest.raises(error):
        writing.write(rules, pieces(True), writing.Target(out, name, False, Content(True)), ABOUT)
    assert list(tmp_path.iterdir()) == []
    writing.write(rules, pieces(False), writing.Target(out, name, False, Content(True)), ABOUT)
    before = content(out)
    with pytest.raises(error):
        writing.write(rules, pieces(True), writing.Target(out, name, True, Content(True)), ABOUT)
    assert content(out) == before and list(tmp_path.iterdir()) == [out]


RETRO = f"{sys.executable} -c 'from retro.app.cli import main; main()'"
SMALL_DISK = (
    shutil.which("unshare")
    and not subprocess.run(
        ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"], capture_output=True, check=False
    ).returncode
)


@pytest.mark.skipif(not SMALL_DISK, reason="no small disk can be mounted here")
@pytest.mark.parametrize("name", FORMATS)
def test_a_full_disk_is_one_line_and_nothing_is_left(small_game, name, tmp_path):
    game, disk = small_game("ostle"), tmp_path / "disk"
    disk.mkdir()
    options = f"--data {game.tablebase.database.path.parent} --set size=3 --set left=0"
    command = f"{RETRO} export ostle {options} --format {name} --out {disk}/all.{name}"
    script = f"mount -t tmpfs -o size=8k none {disk} && {{ {command}; echo code $?; ls -A {disk}; }}"
    run = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, check=False)
    errors = [line for line in run.stderr.splitlines() if not re.match(r".*: +\d+%", line)]
    assert run.stdout.split() == ["code", "4"], run.stderr
    assert len(errors) == 1 and re.match(r"error: the disk is full: [\d,]+ bytes are short", errors[0]), run.stderr


ENDLESS = """
    import itertools, sys
    from pathlib import Path
    import numpy as np
    import typer
    from retro.game import loading, plugins
    from retro.puzzles.export import StateRows
    from retro.app import errors
    from retro.app.commands import export
    from retro.app.exporting.columns import Content

    game = plugins.load("lgame")
    rules = loading.load(game, game.choose({}))
    ones = np.ones(100_000, np.int64)
    rows = StateRows(ones, ones * rules.initial, -ones, ones, -ones, np.full(100_000, None), ones)

    @errors.guarded
    def run():
        target = export.Target(Path(sys.argv[1]), sys.argv[2], False, Content(True))
        export.write(rules, itertools.repeat(rows), target, {})

    try:
        run()
    except typer.Exit as ended:
        sys.exit(ended.exit_code)
"""


def start_endless(out: Path, name: str):
    """Returns a process that never stops writing, after it has begun."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(ENDLESS), str(out), name], stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not any(each.is_file() and each.stat().st_size for each in out.parent.rglob("*")):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    return process


@pytest.mark.parametrize(("name", "number"), [("csv", signal.SIGINT), ("parquet", signal.SIGTERM)])
def test_an_interrupted_export_leaves_nothing(name, number, tmp_path):
    process = start_endless(tmp_path / f"some.{name}", name)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert list(tmp_path.iterdir()) == []
    assert process.returncode == 128 + number
    assert errors == f"error: interrupted; nothing was written to {tmp_path / f'some.{name}'}\n"


@pytest.mark.parametrize("name", FORMATS)
def test_leftovers_of_a_killed_process_are_removed(small_game, name, tmp_path):
    out = tmp_path / f"some.{name}"
    process = start_endless(out, name)
    rows, _ = write(small_game("ostle"), Conditions(value="loss"), out)  # what is still being written is left alone
    assert len(list(tmp_path.iterdir())) == 2
    process.kill()
    process.communicate(timeout=60)
    (left,) = set(tmp_path.iterdir()) - {out}
    assert left.name.startswith(".")
    target = writing.Target(out, name, force=True)
    writing.write(small_game("ostle").rules, exported(small_game("ostle"), Conditions(value="loss")), target, {})
    assert list(tmp_path.iterdir()) == [out]
    assert rows_of(out, small_game("ostle").rules, False) == rows


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
