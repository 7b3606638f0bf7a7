"""The directory in which compiled code stays between runs, and what happens where it cannot.

A directory that can be read serves, even if nothing can be written there: code that is compiled anew stays in memory,
with a warning. Without a directory that can be read nothing is compiled: `UnusableCache` names it.
"""

from __future__ import annotations

import errno
import os
import warnings
from functools import cache
from pathlib import Path

from retro.compiling.compile_errors import Uncompilable
from retro.system import machine
from retro.system.errors import ResourceError, RetroError

_NOWHERE = Path(os.devnull, "retro")
"""Stands for the user's cache directory where there is none; nothing can be made there."""
_ADVICE = "RETRO_CACHE names another directory"


class UnusableCache(Uncompilable):
    """The cache directory is none, or cannot be read; the text names it."""


class CacheWarning(UserWarning):
    """Code was compiled that cannot be saved."""


def cache_directory() -> Path:
    """The environment's ``RETRO_CACHE``, or the user's cache directory."""
    chosen = os.environ.get("RETRO_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    try:
        return user_cache_path("retro", appauthor=False)
    except RuntimeError:  # there is no home directory
        return _NOWHERE


@cache
def check(directory: Path) -> None:
    """UnusableCache if ``directory`` cannot be read, which is made if it is missing; ResourceError without room for it.

    A directory that has passed is not examined again.
    """
    try:
        if directory == _NOWHERE:
            raise UnusableCache("there is no home directory to save compiled code in; RETRO_CACHE names a directory")
        directory.mkdir(parents=True, exist_ok=True)
        os.scandir(directory).close()
        os.stat(directory / ".")  # names in it can be looked up
    except OSError as error:
        raise _unusable(directory, error) from error


def not_saved(directory: Path, error: OSError, raising: bool = True) -> None:
    """Warns, once, that code stays in memory because ``directory`` may only be read.

    For other errors ResourceError or UnusableCache; nothing where those are not to be raised.
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
    kind = ResourceError if error.errno in machine.NO_ROOM else UnusableCache
    reason = machine.why_no_room(error) if kind is ResourceError else error.strerror or type(error).__name__
    return kind(f"compiled code cannot be saved in {directory}: {reason}; {_ADVICE}")
