"""The scratch directory: files of pages (`retro.system.page_files`) while a game is solved. Nothing in it is used
afterwards."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from retro.indexing.key_sets import NAME
from retro.solving.edges import LISTS
from retro.solving.packed import OF_PAGE
from retro.solving.tiles import FILES, Tiles
from retro.system import files
from retro.system.errors import DatabaseError
from retro.system.files import in_the_way, writing_in
from retro.system.locks import exclusive_lock

PIECES = (*OF_PAGE, LISTS, NAME)
"""Names of the pieces of pages; runs of edges have numbers."""
LOCK = "lock"
"""File in the directory: runs that write different databases may be given the same directory for their tiles."""


@contextmanager
def directory(path: Path, tiles: Tiles) -> Iterator[Tiles]:
    """Yields ``tiles`` with an empty directory at ``path`` if they need one; it is removed at the end.

    Files that a killed run left there are removed. Raises Busy if the run is still in progress, DatabaseError if
    anything else is there or nothing can be written there; tiles that need no directory leave all that alone.
    """
    if tiles.kind != FILES:
        with suppress(DatabaseError):
            _discard(path, "")
        yield tiles
        return
    with made(path):
        yield replace(tiles, scratch=path)


@contextmanager
def made(path: Path) -> Iterator[None]:
    """A block in which ``path`` is a directory that belongs to this run; it is empty at first, and removed at the end.

    Removes files and raises errors as `directory` does.
    """
    busy = f"another process has its records in {path}"
    _discard(path, busy)
    with writing_in(path.parent), files.space_for(path, 1):
        path.mkdir(parents=True)
    try:
        with exclusive_lock(path / LOCK, busy):
            try:
                yield
            finally:
                shutil.rmtree(path, ignore_errors=True)
    finally:
        with suppress(OSError):  # it is empty if the lock could not be made
            path.rmdir()


def _discard(path: Path, busy: str) -> None:
    """Removes the files of a run that has ended, and nothing else. Raises Busy if it is still in progress."""
    if not path.exists():
        return
    if not files.is_directory(path) or not all(_of_run(each) for each in path.iterdir()):
        raise in_the_way(path)
    with exclusive_lock(path / LOCK, busy), writing_in(path.parent):
        shutil.rmtree(path)


def _of_run(path: Path) -> bool:
    name = path.suffix.removeprefix(".")
    return path.name == LOCK or (path.stem.isdigit() and (name in PIECES or name.isdigit()))
