"""The paths of databases: one directory per game and choice of options, in the user's data directory.

ostle                  all options have their defaults
ostle,pieces=8         options that do not, in the game's order
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from retro.game import Game
from retro.system.errors import GameError


def data_directory(given: Path | str | None = None) -> Path:
    """Returns ``given``, or the environment's ``RETRO_DATA``, or the system's directory for the user's data.

    GameError if no directory can have that name.
    """
    chosen = given or os.environ.get("RETRO_DATA")
    if not chosen:
        from platformdirs import user_data_path

        try:
            return user_data_path("retro", appauthor=False)
        except RuntimeError as error:
            raise GameError(
                "there is no home directory for databases; --data or RETRO_DATA names a directory"
            ) from error
    path = Path(chosen)
    try:
        path.stat()
    except ValueError as error:
        raise GameError(f"no directory can be called {str(path)[:40]!a}") from error
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            raise GameError(f"no directory can be called {str(path)[:40]!a}: {error.strerror}") from error
    return path


def database_path(data: Path, game: Game, options: Mapping[str, int | str]) -> Path:
    """Returns the directory of the database for a choice of options (all of them, see `Game.choose`).

    If that is a link, the directory that it leads to, because files are also written beside a database.
    """
    changed = [
        f"{option.name}={quote(str(options[option.name]), safe='')}"
        for option in game.options
        if options[option.name] != option.default
    ]
    path = data / ",".join([game.name, *changed])
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def replaced_path(path: Path) -> Path:
    """Returns the path to which an old database is renamed for the moment in which the new one replaces it."""
    return path.with_name(f".{path.name}.replaced")


def checkpoint_path(path: Path, job: str = "solve") -> Path:
    """Returns the path of the checkpoint of a long run for the database at ``path``."""
    return path.with_name(f".{path.name}.{job}.checkpoint")


def lock_path(path: Path, job: str) -> Path:
    """Returns the path of the lock of a long run for the database at ``path`` that is not its solving."""
    return path.with_name(f".{path.name}.{job}.lock")


def growing_path(checkpoint: Path) -> Path:
    """Returns the path of the file of finished tiers that belongs to a checkpoint."""
    return checkpoint.with_suffix(".tiers")


def scratch_path(path: Path, job: str = "solve") -> Path:
    """Returns the directory for the tiles of a long run for the database at ``path``, if they are in files."""
    return path.with_name(f".{path.name}.{job}.scratch")
