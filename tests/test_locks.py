"""Locks on disks that have none, refuse them, or grant them to everyone; errors name the process that holds one."""

import errno
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from commanding import ask
from runs import files_of

from retro.solving import scratch
from retro.solving.packed import WHOLE
from retro.solving.tiles import FILES, Tiles
from retro.system import locks
from retro.system.errors import Busy, DatabaseError, GameError, WentWrong
from retro.system.locks import Owner, exclusive_lock, owners

pytestmark = pytest.mark.compiled

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ESTALE)
GRANTED = 0
"""Stands for a lock that is granted to everyone."""
GAME = ("british_square", "--set", "size=3")
NAME = "british_square,size=3"


@pytest.fixture
def locking(monkeypatch):
    """Makes every lock fail with an error, or be granted."""
    monkeypatch.setattr(locks, "SETTLING", 0.05)

    def interpose(number):
        def flock(descriptor, operation):
            if number:
                raise OSError(number, os.strerror(number))

        monkeypatch.setattr(fcntl, "flock", flock)

    return interpose


def test_the_file_names_its_owner_only_while_the_lock_is_held(tmp_path):
    with exclusive_lock(tmp_path / "lock", "busy"):
        owner = json.loads((tmp_path / "lock").read_text())
        assert (owner["host"], owner["pid"]) == (socket.gethostname(), os.getpid())
        with pytest.raises(Busy, match=rf"^busy \(process {os.getpid()} on "):
            with exclusive_lock(tmp_path / "lock", "busy"):
                pass
    assert (tmp_path / "lock").read_bytes() == b""


@pytest.mark.parametrize("number", [GRANTED, *NO_LOCKS])
def test_without_locks_the_second_process_names_the_first(tmp_path, locking, number):
    locking(number)
    for _ in range(2):  # it is free again afterwards
        with exclusive_lock(tmp_path / "lock", "busy"):
            with pytest.raises(Busy, match=rf"^busy \(process {os.getpid()} on "):
                with exclusive_lock(tmp_path / "lock", "busy"):
                    pass
    assert (tmp_path / "lock").read_bytes() == b""


@pytest.mark.parametrize("number", [None, GRANTED, errno.ENOLCK])
def test_of_eight_that_begin_at_once_one_continues(tmp_path, locking, number):
    if number is not None:
        locking(number)
    begin, end = threading.Barrier(8), threading.Barrier(8)

    def work(number):
        begin.wait()
        try:
            with exclusive_lock(tmp_path / "lock", "busy"):
                end.wait()  # all others have been refused by then
                return True
        except Busy:
            end.wait()
            return False

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 1


KILLED = """
import errno, fcntl, os, signal, sys
from pathlib import Path
from retro.system import locks
def flock(descriptor, operation):
    if int(sys.argv[2]):
        raise OSError(int(sys.argv[2]), "no locks")
fcntl.flock, locks.SETTLING = flock, 0
with locks.exclusive_lock(Path(sys.argv[1]), "busy"):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("number", [GRANTED, errno.ENOLCK])
def test_a_process_that_was_killed_holds_nothing(tmp_path, locking, number):
    locking(number)
    ended = subprocess.run([sys.executable, "-c", KILLED, tmp_path / "lock", str(number)], check=False)
    assert ended.returncode == -signal.SIGKILL and b'"pid"' in (tmp_path / "lock").read_bytes()
    with exclusive_lock(tmp_path / "lock", "busy"):
        pass
    assert (tmp_path / "lock").read_bytes() == b""


def test_a_later_process_of_the_same_number_is_another_one(tmp_path, locking):
    locking(errno.ENOLCK)
    (tmp_path / "lock").write_bytes(replace(Owner.here(), started="1").line)
    with exclusive_lock(tmp_path / "lock", "busy"):
        pass


def test_a_process_of_another_machine_is_believed_to_run_where_there_are_no_locks(tmp_path, locking):
    locking(errno.EOPNOTSUPP)
    elsewhere = replace(Owner.here(), host="elsewhere", pid=12)
    (tmp_path / "lock").write_bytes(elsewhere.line)
    message = rf"^busy \(process 12 on elsewhere, since .*; if that process has ended|remove {tmp_path / 'lock'}$"
    with pytest.raises(Busy, match=message), exclusive_lock(tmp_path / "lock", "busy"):
        pass
    assert owners(tmp_path / "lock") == [elsewhere]
    (tmp_path / "lock").unlink()
    with exclusive_lock(tmp_path / "lock", "busy"):
        pass


def test_a_failure_beside_another_writer_names_it(tmp_path, locking):
    """A disk that grants the lock to two machines: the first process finds the second one's line."""
    locking(GRANTED)
    message = r"^packed page 25 of the records is damaged; busy \(process 12 on elsewhere"
    elsewhere = replace(Owner.here(), host="elsewhere", pid=12)
    with pytest.raises(Busy, match=message), exclusive_lock(tmp_path / "lock", "busy"):
        with (tmp_path / "lock").open("ab") as file:
            file.write(elsewhere.line)
        raise WentWrong("packed page 25 of the records is damaged")
    assert owners(tmp_path / "lock") == [elsewhere]
    with pytest.raises(Busy, match=message):  # and the second
        with exclusive_lock(tmp_path / "lock", "busy"):
            raise WentWrong("packed page 25 of the records is damaged")
    (tmp_path / "lock").unlink()
    with pytest.raises(WentWrong, match=r"^packed page 25 of the records is damaged$"):
        with exclusive_lock(tmp_path / "lock", "busy"):
            raise WentWrong("packed page 25 of the records is damaged")


def test_an_error_of_the_plugin_is_not_blamed_on_another_process(tmp_path, locking):
    locking(GRANTED)
    (tmp_path / "lock").write_bytes(replace(Owner.here(), host="elsewhere").line)
    with pytest.raises(GameError, match=r"^wrong$"), exclusive_lock(tmp_path / "lock", "busy"):
        raise GameError("wrong")


def test_damage_in_a_directory_of_tiles_is_not_blamed_on_another_process(tmp_path):
    with pytest.raises(WentWrong, match=r"^damaged$"), scratch.directory(tmp_path / "tiles", Tiles(FILES)):
        raise WentWrong("damaged")


@pytest.mark.parametrize("line", [b'{"host"', b'{"host": "a"}\n', b'{"host": 1, "pid": []}\n', b" \0\n", b""])
def test_a_line_cut_short_names_no_process(tmp_path, line):
    (tmp_path / "lock").write_bytes(line)
    with exclusive_lock(tmp_path / "lock", "busy"):
        pass


def test_a_file_of_the_users_is_not_written_over(tmp_path):
    (tmp_path / "lock").write_text("my notes")
    with pytest.raises(DatabaseError, match="is in the way"), exclusive_lock(tmp_path / "lock", "busy"):
        pass
    assert (tmp_path / "lock").read_text() == "my notes"


def test_another_error_of_a_lock_is_one_line_with_its_file(tmp_path, locking):
    locking(errno.EIO)
    line = ask("solve", *GAME, "--data", tmp_path, code=7)
    assert line.startswith(f"error: cannot lock {tmp_path}/.{NAME}.lock: Input/output error")


# Commands


@pytest.mark.parametrize("number", [GRANTED, errno.ENOLCK])
def test_games_are_solved_on_disks_without_locks(solved, tmp_path, locking, number):
    locking(number)
    ask("solve", *GAME, "--data", tmp_path)
    with exclusive_lock(tmp_path / f".{NAME}.lock", "another process is solving"):
        assert f"(process {os.getpid()} on " in ask("solve", *GAME, "--data", tmp_path, code=6)
    assert files_of(tmp_path / NAME) == files_of(solved / NAME)


@pytest.mark.parametrize("number", [None, GRANTED, errno.ENOLCK])
def test_two_runs_do_not_share_a_directory_of_tiles(tmp_path, locking, number):
    """Their databases lie in different directories, so only --scratch is the same: the databases' locks differ."""
    if number is not None:
        locking(number)
    folder, tiles = tmp_path / "tiles", Tiles(FILES)
    with scratch.directory(folder, tiles):
        (folder / f"0.{WHOLE}").write_bytes(b"1")
        with pytest.raises(Busy, match=rf"has its records in {folder} \(process"), scratch.directory(folder, tiles):
            pass
        assert (folder / f"0.{WHOLE}").read_bytes() == b"1"
    assert not folder.exists()


@pytest.mark.parametrize("number", [GRANTED, *NO_LOCKS])
@pytest.mark.parametrize(
    "arguments",
    [("export", "--format", "csv", "--out", "file"), ("line", "000-000-000 turn 1", "--svg", "diagrams")],
    ids=["export", "line"],
)
def test_exports_need_no_locks_and_leave_nothing(solved, tmp_path, locking, number, arguments, monkeypatch):
    locking(number)
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        ask(arguments[0], *GAME, *arguments[1:], "--data", solved, "--force")
    assert [each.name for each in tmp_path.iterdir()] == [arguments[-1]]


def test_an_export_that_cannot_be_locked_leaves_nothing(solved, tmp_path, locking):
    locking(errno.EIO)
    assert "cannot lock" in ask(
        "export", *GAME, "--format", "csv", "--out", tmp_path / "file", "--data", solved, code=7
    )
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    ask("solve", *GAME, "--data", data)
    return data
