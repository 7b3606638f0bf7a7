"""Locks on disks that have none, refuse them, or grant them to everyone; errors name the process that holds one.

And threads that the system refuses.
"""

import errno
import fcntl
import json
import os
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

import pytest
from harness import NAME, Row, check, done, forked, only_added, rows

from retro.solving import scratch
from retro.solving.packed import WHOLE
from retro.solving.tiles import FILES, Tiles
from retro.system import locks
from retro.system.errors import Busy, DatabaseError, GameError, WentWrong
from retro.system.locks import Owner, exclusive_lock, owners

NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ESTALE)
SOUND, GRANTED = None, 0
"""Stand for a sound disk, and for one that grants each lock to everyone."""


@contextmanager
def flock(place, number):
    """A disk that has no locks, or fails to lock with this error; what others have written is seen at once."""

    def failing(descriptor, operation):
        if number:
            raise OSError(number, os.strerror(number))

    if number is not SOUND:
        place.patch.setattr(fcntl, "flock", failing)
        place.patch.setattr(locks, "SETTLING", 0.05)
    yield
    place.patch.undo()


@contextmanager
def busy(place, number, name="lock"):
    """Another thread of this process solves the game, or verifies it."""
    with flock(place, number), exclusive_lock(place.data / f".{NAME}.{name}", "busy"):
        yield


@contextmanager
def no_threads(place):
    """The system starts no more threads; a limit of them would end the tests, too."""

    def refuse(thread):
        raise RuntimeError("can't start new thread")

    place.patch.setattr(threading.Thread, "start", refuse)
    yield
    place.patch.undo()


@rows(
    Row("verify", (no_threads,), 4, "error: no more threads can be started: --threads 1 "),
    Row("solve", (flock, errno.EIO), 7, f"cannot lock .*/.{NAME}.lock: Input/output error"),
    Row("export --format csv --out {place}/out", (flock, errno.EIO), 7, "cannot lock .*: Input/output error"),
    *(Row("solve", (flock, number), 0, "", done) for number in (GRANTED, errno.ENOLCK)),
    *(Row("solve", (busy, number), 6, rf"\(process {os.getpid()} on ") for number in (SOUND, GRANTED, errno.ENOLCK)),
    Row("verify", (busy, SOUND, "verify.lock"), 6, rf"\(process {os.getpid()} on "),
    *(
        Row(f"{operation} {{place}}/out --force", (flock, number), 0, "", partial(only_added, "out"))
        for operation in ("export --format csv --out", "line start --svg")
        for number in (GRANTED, *NO_LOCKS)
    ),
)
def test_commands_on_disks_without_locks(place, row):
    check(row, place)


@pytest.fixture
def lock(place):
    return place.folder / "lock"


def test_the_second_process_names_the_first(place, lock):
    """The file names its owner only while the lock is held."""
    for number in (SOUND, GRANTED, *NO_LOCKS):
        for _ in range(2):  # it is free again afterwards
            with flock(place, number), exclusive_lock(lock, "busy"):
                owner = json.loads(lock.read_text())
                assert (owner["host"], owner["pid"]) == (socket.gethostname(), os.getpid())
                with pytest.raises(Busy, match=rf"^busy \(process {os.getpid()} on "), exclusive_lock(lock, "busy"):
                    pass
        assert lock.read_bytes() == b""


@pytest.mark.parametrize("number", [SOUND, GRANTED, errno.ENOLCK])
def test_of_eight_that_begin_at_once_one_continues(place, lock, number):
    begin, end = threading.Barrier(8), threading.Barrier(8)

    def work(number):
        begin.wait()
        try:
            with exclusive_lock(lock, "busy"):
                end.wait()  # all others have been refused by then
                return True
        except Busy:
            end.wait()
            return False

    with flock(place, number), ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 1


ELSEWHERE = replace(Owner.here(), host="elsewhere", pid=12)
LATER = replace(Owner.here(), started="1")
"""A process of the same number that has ended."""
OF_ANOTHER = "^busy .process 12 on elsewhere, since .*; .* has no locks: if that process has ended, remove .*lock$"


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        *((SOUND, line, "") for line in (b'{"host"', b'{"host": "a"}\n', b'{"host": 1, "pid": []}\n', b" \0\n", b"")),
        (errno.ENOLCK, LATER.line, ""),
        (errno.EOPNOTSUPP, ELSEWHERE.line, OF_ANOTHER),
        (SOUND, b"my notes", "is in the way"),
    ],
)
def test_a_line_in_the_file_may_name_another_process(place, lock, number, line, message):
    """Lines cut short, and those of processes that have ended, name none; what no process wrote is not written over."""
    lock.write_bytes(line)
    with flock(place, number):
        if message:
            with pytest.raises(DatabaseError, match=message), exclusive_lock(lock, "busy"):
                pass
            assert lock.read_bytes().strip() == line.strip()
            lock.unlink()
        with exclusive_lock(lock, "busy"):
            pass


@pytest.mark.parametrize("number", [GRANTED, errno.ENOLCK])
def test_a_process_that_was_killed_holds_nothing(place, lock, number):
    def killed():
        with exclusive_lock(lock, "busy"):
            os.kill(os.getpid(), signal.SIGKILL)

    with flock(place, number):
        assert forked(killed) == (-signal.SIGKILL, None) and b'"pid"' in lock.read_bytes()
        with exclusive_lock(lock, "busy"):
            pass
        assert lock.read_bytes() == b""


WRONG = "packed page 25 of the records is damaged"


@pytest.mark.parametrize(
    ("before", "meanwhile", "error", "raised", "message"),
    [
        (b"", ELSEWHERE.line, WentWrong(WRONG), Busy, rf"^{WRONG}; busy \(process 12 on elsewhere"),
        (ELSEWHERE.line, b"", WentWrong(WRONG), Busy, rf"^{WRONG}; busy \(process 12 on elsewhere"),
        (b"", b"", WentWrong(WRONG), WentWrong, f"^{WRONG}$"),
        (ELSEWHERE.line, b"", GameError("wrong"), GameError, "^wrong$"),
    ],
)
def test_a_failure_beside_another_writer_names_it(place, lock, before, meanwhile, error, raised, message):
    """A disk grants the lock to two machines: one finds the line of the other. No plugin's error is blamed on it."""
    lock.write_bytes(before)
    with flock(place, GRANTED), pytest.raises(raised, match=message), exclusive_lock(lock, "busy"):
        with lock.open("ab") as file:
            file.write(meanwhile)
        raise error
    assert owners(lock) == ([ELSEWHERE] if before or meanwhile else [])


@pytest.mark.parametrize("number", [SOUND, GRANTED, errno.ENOLCK])
def test_two_runs_do_not_share_a_directory_of_tiles(place, number):
    """Their databases lie in different directories, so only --scratch is the same: the databases' locks differ."""
    folder, tiles = place.folder / "tiles", Tiles(FILES)
    with flock(place, number), pytest.raises(WentWrong, match=r"^damaged$"), scratch.directory(folder, tiles):
        (folder / f"0.{WHOLE}").write_bytes(b"1")
        with pytest.raises(Busy, match=rf"has its records in {folder} \(process"), scratch.directory(folder, tiles):
            pass
        assert (folder / f"0.{WHOLE}").read_bytes() == b"1"
        raise WentWrong("damaged")  # which is not blamed on another process
    assert not folder.exists()
