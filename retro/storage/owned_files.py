"""Which files in and beside a database's directory are the program's, and which are the user's.

The program removes only files that it wrote: ordinary files with the names below. All other files in the directory of
a database are the user's, and are moved to the new database that replaces it. If something of the user's is at a path
that the program has to write, the run is refused before any work is done, and the error names what to move away.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from retro.storage import Damaged, DatabaseError, Unusable, distances, manifest, sections
from retro.storage.location import replaced_path
from retro.storage.run import SOLVE_RUN_FILE
from retro.system import files
from retro.system.atomic import temporary_path
from retro.system.files import check_ordinary, in_the_way

_REPLACED = (sections.SECTIONS_FILE, *distances.REACH_FILES)
OWNED_FILES = frozenset(
    (
        *(manifest.MANIFEST_FILE, manifest.VALUES_FILE, manifest.KEYS_FILE, SOLVE_RUN_FILE, *_REPLACED),
        *(temporary_path(Path(name)).name for name in _REPLACED),
    )
)
"""Names of the program's files in a database's directory."""

_BESIDE = ".lock", ".checkpoint", ".tiers", ".writing"
"""Endings of the program's files beside a database."""


def check(path: Path) -> None:
    """Check that a database can be written at ``path`` without harm to files of the user.

    DatabaseError if ``path`` is no database, or if a file of the user's has the name of one of the program's files.
    """
    if path.is_symlink():
        raise DatabaseError(f"{path} is a link that leads to no directory: move it away")
    old = replaced_path(path)
    if path.exists():
        if not _is_database(path):
            raise DatabaseError(f"{path} is there already and is no database: move it away or choose another directory")
        _check_inside(path)
    if os.path.lexists(old):
        if not files.is_directory(old) or not (path.exists() or _is_database(old)):
            raise in_the_way(old)
        _check_inside(old)
        for each in users_files(old):
            if os.path.lexists(path / each.name):
                raise DatabaseError(f"{each} was left by a run that was killed, and {path} has another: move one away")
    _check_beside(path)


def users_files(directory: Path) -> list[Path]:
    """Returns the user's files and directories in the directory of a database, sorted."""
    return sorted(each for each in directory.iterdir() if each.name not in OWNED_FILES)


def unfinished(path: Path) -> list[Path]:
    """Returns the directories that killed runs left while they wrote a database for ``path``."""
    return [each for each in path.parent.iterdir() if each.name.startswith(writing_prefix(path))]


def writing_prefix(path: Path) -> str:
    """Returns how the name starts of a directory in which a database for ``path`` is written."""
    return f".{path.name}.writing."


def carry(old: Path, path: Path) -> None:
    """Move the user's files from the directory ``old`` into the database at ``path``; then remove ``old``.

    A crash at any moment leaves each file in one of the two. DatabaseError if a file cannot be moved; it stays in
    ``old``.
    """
    for each in users_files(old):
        try:
            each.rename(path / each.name)
        except OSError as error:
            reason = f"cannot move {each} to {path}: {error.strerror}"
            raise DatabaseError(f"{reason}; the database is whole: move the file by hand") from error
    files.sync(path)
    discard(old)


def discard(directory: Path) -> None:
    """Remove the program's files in a directory, and the directory if it is empty then; errors are ignored."""
    with suppress(OSError):
        for name in OWNED_FILES:
            if files.is_ordinary(directory / name):
                (directory / name).unlink()
        directory.rmdir()


def _is_database(path: Path) -> bool:
    if not files.is_directory(path):
        return False
    try:
        return files.is_ordinary(path / manifest.VALUES_FILE) or bool(manifest.read(path))
    except (Damaged, Unusable):
        return False


def _check_inside(directory: Path) -> None:
    """DatabaseError unless all of the program's files can be removed, and all of the user's moved."""
    if os.path.ismount(directory):
        raise DatabaseError(f"{directory} is a disk of its own, which no other directory can replace: move it away")
    for name in sorted(OWNED_FILES):
        check_ordinary(directory / name)
    for each in users_files(directory):
        if os.path.ismount(each) or (files.is_directory(each) and not os.access(each, os.W_OK)):
            raise DatabaseError(f"{each} cannot be moved, and is in a database that is replaced: move it away")


def _check_beside(path: Path) -> None:
    """DatabaseError unless everything that an earlier run left beside ``path`` can be removed or written over."""
    # files that another run removes in this moment do not matter: this run is refused when it takes the lock
    with suppress(FileNotFoundError, NotADirectoryError):
        for each in sorted(path.parent.iterdir()):
            if each.name.startswith(writing_prefix(path)):
                if not files.is_directory(each) or users_files(each):
                    raise in_the_way(each)
                _check_inside(each)
            elif each.name.startswith(f".{path.name}.") and each.name.endswith(_BESIDE):
                check_ordinary(each)
