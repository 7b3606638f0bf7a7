"""Caches of compiled code that may only be read, belong to another user, are no directory, or have no home."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from retro.compiling.cache_directory import cache_directory
from trials import Workplace, ended, refused, trial
from trials.users import USER, as_user

NO_HOME = """
import os, pwd, sys
import retrograde
def unknown(user):
    raise KeyError(user)
pwd.getpwuid = unknown
sys.argv[0] = "retro"
retrograde.main()
"""
WITHOUT_COMPILING = ("games", "info lgame", "query lgame", "line lgame", "check-file lgame")
WITH_COMPILING = ("puzzles lgame", "verify lgame", "check lgame --seconds 0.1", "compose lgame", "solve lgame")


@trial(quick=True)
def cache_that_is_a_file(place: Workplace) -> None:
    """What compiles names the directory and RETRO_CACHE, exit code 2, and not the plugin; the rest works."""
    place.lgame()
    file = place.folder / "file"
    file.touch()
    for command in ("puzzles lgame", "check lgame --seconds 0.1"):
        done = place.run(f"retro {command}", variables={"RETRO_CACHE": str(file)})
        assert "plugin" not in refused(done, 2, str(file), "RETRO_CACHE")
    ended(place.run("retro query lgame", variables={"RETRO_CACHE": str(file)}))


@trial()
def cache_that_is_a_file_of_all_commands(place: Workplace) -> None:
    """The same of more commands, and of a cache below a file, and one that cannot be made."""
    place.lgame()
    (place.folder / "file").touch()
    for cache in (
        place.folder / "file",
        place.folder / "file" / "below",
        Path("/proc/none"),
        place.folder / ("x" * 300),
    ):
        for command in WITHOUT_COMPILING:
            ended(place.run(f"retro {command}", variables={"RETRO_CACHE": str(cache)}))
        command = place.random.choice(WITH_COMPILING)
        done = place.run(f"retro {command}", variables={"RETRO_CACHE": str(cache)})
        assert "plugin" not in refused(done, 2, str(cache), "RETRO_CACHE")


@trial(quick=True)
def no_home(place: Workplace) -> None:
    """Without HOME and an entry in passwd the line says which directory is missing, and how to name one."""
    place.lgame()
    known = {"HOME": None, "XDG_CACHE_HOME": None, "XDG_DATA_HOME": None, "RETRO_CACHE": None}
    refused(place.python(NO_HOME, "puzzles", "lgame", variables=known), 2, "home directory", "RETRO_CACHE")
    ended(place.python(NO_HOME, "query", "lgame", variables=known))
    refused(place.python(NO_HOME, "stats", "lgame", variables={**known, "RETRO_DATA": None}), 2, "--data or RETRO_DATA")


@trial()
def cache_that_may_only_be_read(place: Workplace) -> None:
    """Another user's warm cache is read, nothing is written elsewhere, and what is missing is compiled, with a line."""
    place.lgame()
    warm = place.folder / "warm"
    warm.mkdir()
    # the cache of this user, in which these commands leave all that they need
    for command in WITH_COMPILING[:4]:
        ended(place.run(f"retro {command}"))
    bound = f"mount --bind {shlex.quote(str(cache_directory()))} {warm} && mount -o remount,ro,bind {warm}"
    variables = {"RETRO_CACHE": str(warm)}
    for command in WITH_COMPILING[:4]:
        done = ended(as_user(place, f"retro {command}", bound, variables, home=True))
        assert "warning" not in done.errors, f"{command}: {done.errors}"
    empty = place.folder / "empty"
    empty.mkdir()
    done = ended(as_user(place, "retro puzzles lgame", variables={"RETRO_CACHE": str(empty)}, home=True))
    warnings = [line for line in done.errors.splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 1 and str(empty) in warnings[0] and "RETRO_CACHE" in warnings[0], done.errors
    left = [each for each in (place.folder / "home").rglob("*") if each.is_file()]
    assert not left, f"another cache: {left}"


@trial()
def cache_of_another_user(place: Workplace) -> None:
    """A cache that cannot be read is named; in one whose files cannot be read they are compiled anew, with a line."""
    place.lgame()
    closed, files = place.folder / "closed", place.folder / "files"
    closed.mkdir(mode=0o700)
    for command in ("puzzles lgame", "verify lgame"):
        done = as_user(place, f"retro {command}", variables={"RETRO_CACHE": str(closed)}, home=True)
        assert "plugin" not in refused(done, 2, str(closed), "RETRO_CACHE")
    ended(as_user(place, "retro query lgame", variables={"RETRO_CACHE": str(closed)}, home=True))
    ended(place.run("retro puzzles lgame", variables={"RETRO_CACHE": str(files)}))
    for each in files.rglob("*"):
        if each.is_file():
            each.chmod(0o600)
    done = ended(as_user(place, "retro puzzles lgame", variables={"RETRO_CACHE": str(files)}, home=True))
    assert str(files) in done.errors and "RETRO_CACHE" in done.errors, done.errors


@trial()
def user_without_a_home(place: Workplace) -> None:
    """No HOME, no entry in passwd, and no RETRO_CACHE: what compiles says so, the rest works."""
    path = place.lgame()
    for each in (place.data, path):
        os.chown(each, USER, USER)
    for command in WITHOUT_COMPILING:
        ended(as_user(place, f"retro {command}", variables={"RETRO_CACHE": None}))
    refused(as_user(place, "retro verify lgame", variables={"RETRO_CACHE": None}), 2, "home directory", "RETRO_CACHE")
    nowhere = {"RETRO_CACHE": None, "HOME": "/nonexistent"}
    refused(as_user(place, "retro verify lgame", variables=nowhere), 2, "/nonexistent/.cache/retro", "RETRO_CACHE")
