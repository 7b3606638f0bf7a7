"""The directory in which compiled code is stored between runs.

It has to be readable: otherwise nothing is compiled, and `UnusableCache` names it. If it is not writable, code that is
compiled is not stored, with a warning.

A file there is code that later processes of this user run. So, as ssh does with its files, a directory is used only if
no users but this one and root can write or exchange it: it and all directories above it belong to one of the two, and
their modes give others no right to write. A directory above it may be sticky, as /tmp is: others can then neither
remove nor rename what is in it.
"""

from __future__ import annotations

import errno
import grp
import os
import pwd
import stat
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from retro.compiling.compile_errors import Uncompilable
from retro.system import machine
from retro.system.errors import ResourceError, RetroError

_ADVICE = "RETRO_CACHE names another directory"


class UnusableCache(Uncompilable):
    """There is no cache directory, it cannot be read, or others may write it; the message names it."""


class CacheWarning(UserWarning):
    """Compiled code cannot be saved and will be compiled again in every run."""


def cache_directory() -> Path:
    """Returns the environment's ``RETRO_CACHE``, or else the user's cache directory.

    Raises UnusableCache if there is neither.
    """
    chosen = os.environ.get("RETRO_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    try:
        return user_cache_path("retro", appauthor=False)
    except RuntimeError:
        reason = "there is no home directory to save compiled code in; RETRO_CACHE names a directory"
        raise UnusableCache(reason) from None


@cache
def check(directory: Path) -> None:
    """Creates ``directory`` if it is missing; a directory that has passed is not examined again.

    Raises UnusableCache if it cannot be read, or users other than this one and root may write it or a directory above
    it; ResourceError if there is no space to create it.
    """
    try:
        make(directory)
        os.stat(directory / ".")  # its files can be opened
        for folder in (directory, *filter(Path.is_dir, directory.iterdir())):
            _check_trusted(directory, folder)
    except OSError as error:
        raise _unusable(directory, error) from error


def make(directory: Path) -> None:
    """Creates a directory, and those above it that are missing, which only this user may write."""
    if not directory.is_dir():
        make(directory.parent)
        directory.mkdir(mode=0o755, exist_ok=True)


def is_trusted(status: os.stat_result) -> bool:
    """Returns whether a file or directory with this status belongs to this user or to root, and only they may write it.

    Their group may write it if they are alone in it, as many systems make a group for each user.
    """
    if status.st_uid not in (os.geteuid(), 0):
        return False
    return not status.st_mode & (stat.S_IWOTH | (0 if _is_of_one(status) else stat.S_IWGRP))


def _is_of_one(status: os.stat_result) -> bool:
    """Returns whether the group of a file has the name of its owner, and no other members."""
    with suppress(KeyError):
        owner, group = pwd.getpwuid(status.st_uid).pw_name, grp.getgrgid(status.st_gid)
        return group.gr_name == owner and set(group.gr_mem) <= {owner}
    return False


def _check_trusted(directory: Path, folder: Path) -> None:
    """Raises UnusableCache if others may write in ``folder``, or exchange it, which is in the cache ``directory``."""
    *above, last = _passed(folder)
    for place in (*above, last):
        status = os.lstat(place)
        sticky = place != last and status.st_mode & stat.S_ISVTX
        if stat.S_ISLNK(status.st_mode) or sticky:  # the modes of links mean nothing
            status = os.stat_result((0o700, *status[1:]))
        if not is_trusted(status):
            own = status.st_uid == os.geteuid()
            why = f"others may write {place}" if own or not status.st_uid else f"{place} belongs to another user"
            advice = f"chmod go-w {place}, or {_ADVICE}" if own else _ADVICE
            raise UnusableCache(f"compiled code in {directory} is not run, because {why}: {advice}")


def _passed(path: Path) -> Iterator[Path]:
    """Yields the directories and links that the system passes on the way to ``path``, the root first."""
    here, left = Path("/"), [*reversed(Path.cwd().joinpath(path).parts[1:])]
    yield here
    while left:
        place = here / left.pop()
        yield place
        if place.is_symlink():
            target = place.readlink()
            here = Path("/") if target.is_absolute() else here
            left += reversed(target.parts[target.is_absolute() :])
        else:
            here = place.parent.parent if place.name == ".." else place


def not_saved(directory: Path, error: OSError, raising: bool = True) -> None:
    """Warns, once, that code is not saved because ``directory`` is read-only.

    Raises ResourceError or UnusableCache for any other ``error``, unless ``raising`` is false.
    """
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        _warn(directory, error.strerror)
    elif raising:
        raise _unusable(directory, error) from error


@cache
def _warn(directory: Path, reason: str) -> None:
    what = f"compiled code cannot be saved in {directory} ({reason}) and is compiled again in every run"
    warnings.warn(f"{what}; {_ADVICE}", CacheWarning, stacklevel=2)


def _unusable(directory: Path, error: OSError) -> RetroError:
    kind = ResourceError if error.errno in machine.DISK_FULL else UnusableCache
    reason = machine.why_disk_full(error) if kind is ResourceError else error.strerror or type(error).__name__
    return kind(f"compiled code cannot be saved in {directory}: {reason}; {_ADVICE}")
