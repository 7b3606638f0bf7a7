"""The directory in which tiles lie while a game is solved, if they are in files. Nothing of it is of use afterwards."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from retro import files
from retro.solving.packed import OF_PAGE
from retro.solving.tiles import FILES, Tiles
from retro.storage.exclusive import in_the_way, writing_in


@contextmanager
def directory(path: Path, tiles: Tiles) -> Iterator[Tiles]:
    """``tiles`` with an empty directory at ``path`` if they need one, which goes when they do.

    What a run that was killed has left there goes, too. DatabaseError if something else lies there, or if nothing can
    be written there.
    """
    if tiles.kind != FILES:
        yield tiles
        return
    with writing_in(path.parent):
        _discard(path)
        with files.enough(path, 1):
            path.mkdir(parents=True)
    try:
        yield replace(tiles, scratch=path)
    finally:
        shutil.rmtree(path, ignore_errors=True)


def _discard(path: Path) -> None:
    """Remove what a run left, and nothing else."""
    if not path.exists():
        return
    if not files.is_directory(path) or not all(_of_page(each) for each in path.iterdir()):
        raise in_the_way(path)
    shutil.rmtree(path)


def _of_page(path: Path) -> bool:
    return path.stem.isdigit() and path.suffix.removeprefix(".") in OF_PAGE
