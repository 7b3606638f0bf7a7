"""File systems without locks, and two commands at work in one place."""

from __future__ import annotations

import errno
import shutil
import signal

from trials import Skipped, Workplace, contents, ended, refused, trial, wait_until

SHIM = """
#include <errno.h>
int flock(int descriptor, int operation) { errno = CODE; return -1; }
"""
ERRORS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ESTALE)


def interposed(place: Workplace, source: str, name: str, *options: str) -> dict[str, str]:
    """Variables that put functions in C before those of the system."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise Skipped("there is no C compiler")
    library = place.folder / f"{name}.so"
    (place.folder / f"{name}.c").write_text(source)
    ended(
        place.run([compiler, "-shared", "-fPIC", *options, "-o", str(library), str(place.folder / f"{name}.c"), "-ldl"])
    )
    return {"LD_PRELOAD": str(library)}


def without_locks(place: Workplace, number: int) -> dict[str, str]:
    """Variables with which every lock fails with this error."""
    return interposed(place, SHIM, f"lock{number}", f"-DCODE={number}")


@trial()
def locks_that_fail(place: Workplace) -> None:
    """Where nothing can be locked, a command works, or one line names the file and what to do; nothing stays behind."""
    place.lgame()
    (place.folder / "out").mkdir()
    for number in ERRORS:
        variables = without_locks(place, number)
        for line in (
            "retro solve lgame",
            "retro reach lgame",
            "retro export lgame --format csv --out out/lgame --force",
        ):
            done = place.run(line, variables=variables)
            if done.code:
                assert done.code not in (1, 3, 5), done
                said = refused(done, done.code)
                assert str(place.folder) in said and said.count(" ") > 8, said
        left = [each for each in place.folder.rglob("*") if "writing" in each.name or each.name.startswith("tmp")]
        assert not left, left
        ended(place.run("retro verify lgame --sample 20", variables=variables))


@trial()
def two_writers_without_locks(place: Workplace) -> None:
    """Two commands that solve the same game where nothing can be locked never leave a wrong database."""
    variables = without_locks(place, errno.ENOLCK)
    line = "retro solve lgame --store files --checkpoint 0.0001"
    known = {**place.environment, **variables}
    both = [place.begin(line, env=known) for _ in range(2)]
    for each in both:
        _, errors = each.communicate()
        assert "Traceback" not in errors and "test the memory" not in errors, errors[-500:]
    if (place.data / "lgame").exists():
        ended(place.run("retro verify lgame"))


@trial()
def two_writers(place: Workplace) -> None:
    """The second command that solves a game ends at once and says why; the first goes on."""
    line = "retro solve ostle --set size=4 --set men=3 --set left=1 --set pieces=5 --checkpoint 0.0001"
    first = place.begin(f"exec {line}")
    wait_until(lambda: list(place.data.glob(".*.checkpoint")), "a checkpoint", first)
    first.send_signal(signal.SIGSTOP)
    try:
        refused(place.run(line), 6, "another process", f"process {first.pid}")
    finally:
        first.send_signal(signal.SIGCONT)
    _, errors = first.communicate()
    assert first.returncode == 0, errors[-500:]


@trial()
def database_without_locks(place: Workplace) -> None:
    """A database is the same byte by byte whether locks work or not."""
    ended(place.run("retro solve lgame"))
    expected = contents(place.data / "lgame")
    done = place.run("retro solve lgame --data other", variables=without_locks(place, errno.ENOSYS))
    if not done.code:
        assert contents(place.folder / "other" / "lgame") == expected
