"""Where databases lie: one directory per game and choice of options, in the user's data directory.

ostle                  all options at their defaults
ostle,pieces=8         those that are not, in the game's own order
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
    """``given``, or the environment's ``RETRO_DATA``, or the place that the system has for the user's data.

    GameError if nothing can be called so.
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
    """The directory of the database for a choice of options (all of them, see `Game.choose`).

    Where that is a link, the directory that it leads to: what is written beside a database lies beside that.
    """
    changed = [
        f"{option.name}={quote(str(options[option.name]), safe='')}"
        for option in game.options
        if options[option.name] != option.default
    ]
    path = data / ",".join([game.name, *changed])
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def replaced_path(path: Path) -> Path:
    """Where the old database waits during the moment in which the new one takes its place."""
    return path.with_name(f".{path.name}.replaced")


def checkpoint_path(path: Path, job: str = "solve") -> Path:
    """Where a long run for the database at ``path`` saves what it found so far."""
    return path.with_name(f".{path.name}.{job}.checkpoint")


def scratch_path(path: Path, job: str = "solve") -> Path:
    """Where tiles of a long run for the database at ``path`` lie, if they are in files."""
    return path.with_name(f".{path.name}.{job}.scratch")
