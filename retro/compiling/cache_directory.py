"""The directory in which compiled code is stored between runs.

It has to be readable: otherwise nothing is compiled, and `UnusableCache` names it. If it is not writable, code that is
compiled is not stored, with a warning.
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
"""In place of the user's cache directory where there is no home directory; nothing can be created there."""
_ADVICE = "RETRO_CACHE names another directory"


class UnusableCache(Uncompilable):
    """There is no cache directory, or it cannot be read; the message names it."""


class CacheWarning(UserWarning):
    """Compiled code cannot be saved and will be compiled again in every run."""


def cache_directory() -> Path:
    """Returns the environment's ``RETRO_CACHE``, or else the user's cache directory."""
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
    """Creates ``directory`` if it is missing; a directory that has passed is not examined again.

    Raises UnusableCache if it cannot be read, ResourceError if there is no space to create it.
    """
    try:
        if directory == _NOWHERE:
            raise UnusableCache("there is no home directory to save compiled code in; RETRO_CACHE names a directory")
        directory.mkdir(parents=True, exist_ok=True)
        os.scandir(directory).close()
        os.stat(directory / ".")  # its files can be opened
    except OSError as error:
        raise _unusable(directory, error) from error


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
