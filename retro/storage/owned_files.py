"""What in and beside a database's directory is the program's, and what is the user's.

Only files that the program wrote are ever removed: ordinary files under the names below. All else that lies in the
directory of a database goes along when a new database takes its place; what lies where the program has to write is
never touched: the run is refused before any work is done, and the line says what to move away.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from retro.storage import Damaged, DatabaseError, Unusable, distances, manifest, sections
from retro.storage.location import replaced_path
from retro.storage.run import SOLVED
from retro.system import files
from retro.system.files import check_ordinary, in_the_way

WRITTEN = frozenset(
    (
        *(manifest.NAME, manifest.VALUES, manifest.KEYS, SOLVED, sections.NAME, sections.WRITING),
        *(*distances.NAMES, *distances.WRITING),
    )
)
"""The files of a database's directory."""


def check(path: Path) -> None:
    """Make sure that a database can be written at ``path`` without harm to anything that is the user's.

    DatabaseError if something lies there that is no database, or has a name there that a file of the program has.
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
        for each in users(old):
            if os.path.lexists(path / each.name):
                raise DatabaseError(f"{each} was left by a run that was killed, and {path} has another: move one away")
    _check_beside(path)


def users(place: Path) -> list[Path]:
    """What is the user's in the directory of a database; all of it if there is more of it than the program's."""
    return sorted(each for each in place.iterdir() if each.name not in WRITTEN)


def unfinished(path: Path) -> list[Path]:
    """Directories in which databases for ``path`` were being written when something killed the run."""
    return [each for each in path.parent.iterdir() if each.name.startswith(writing_prefix(path))]


def writing_prefix(path: Path) -> str:
    """How the directory is called in which a database for ``path`` is written, some letters follow."""
    return f".{path.name}.writing."


def carry(old: Path, path: Path) -> None:
    """Move what is the user's from the directory ``old`` into the database at ``path``; then remove ``old``.

    Whatever moment the machine stops in, each of the user's files is in one of the two. DatabaseError if one cannot be
    moved; it stays where it is.
    """
    for each in users(old):
        try:
            each.rename(path / each.name)
        except OSError as error:
            told = f"cannot move {each} to {path}: {error.strerror}"
            raise DatabaseError(f"{told}; the database is whole: move the file by hand") from error
    files.sync(path)
    discard(old)


def discard(place: Path) -> None:
    """Remove the program's files in a directory, and it itself if nothing else is there; a failure does no harm."""
    with suppress(OSError):
        for name in WRITTEN:
            if files.is_ordinary(place / name):
                (place / name).unlink()
        place.rmdir()


def _is_database(path: Path) -> bool:
    if not files.is_directory(path):
        return False
    try:
        return files.is_ordinary(path / manifest.VALUES) or bool(manifest.read(path))
    except (Damaged, Unusable):
        return False


def _check_inside(place: Path) -> None:
    """Every file can be removed, and everything of the user's be moved."""
    if os.path.ismount(place):
        raise DatabaseError(f"{place} is a disk of its own, which no other directory can replace: move it away")
    for name in sorted(WRITTEN):
        check_ordinary(place / name)
    for each in users(place):
        if os.path.ismount(each) or (files.is_directory(each) and not os.access(each, os.W_OK)):
            raise DatabaseError(f"{each} cannot be moved, and is in a database that is replaced: move it away")


def _check_beside(path: Path) -> None:
    """What an earlier run has left can be removed or written over."""
    # files that another run removes in this moment do not matter: this one is refused when it asks for the lock
    with suppress(FileNotFoundError, NotADirectoryError):
        for each in sorted(path.parent.iterdir()):
            if each.name.startswith(writing_prefix(path)):
                if not files.is_directory(each) or users(each):
                    raise in_the_way(each)
                _check_inside(each)
            elif each.name.startswith(f".{path.name}.") and each.name.endswith((".lock", ".checkpoint", ".writing")):
                check_ordinary(each)
