"""Atomic replacement of files and directories: readers, also after a crash, see the old one or the new one.

The new one is written beside its path under a hidden name, synced to disk, and then renamed. If a process is killed,
the next one that writes the same path removes the hidden file: `replacing` uses fixed names and runs under a lock;
`output` uses names with the process number and locks the hidden file while its process runs.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from retro.system import machine
from retro.system.errors import DatabaseError, GameError
from retro.system.files import check_ordinary, check_writable, is_directory, is_ordinary, space_for, sync
from retro.system.locks import try_lock

_OLD = ".old"
_MIN_MISSING = 1 << 16
"""The fewest bytes that a message about a full disk reports as missing."""


def temporary_path(path: Path) -> Path:
    """Returns the hidden path beside ``path`` at which `replacing` writes the new file."""
    return path.with_name(f".{path.name.removeprefix('.')}.writing")


@contextmanager
def replacing(*paths: Path) -> Iterator[list[Path]]:
    """A context manager whose block writes new files, which replace the files at ``paths`` when the block ends.

    The block gets the `temporary_path` of each path and writes there. Files that a crash left at these paths are
    removed before the block begins, and the block's own files if it fails. Files are replaced in the order of
    ``paths``.
    """
    new = [temporary_path(path) for path in paths]
    try:
        for each in new:
            each.unlink(missing_ok=True)
        yield new
        for each, path in zip(new, paths, strict=True):
            sync(path.parent)
            each.replace(path)
        sync(paths[-1].parent)
    except BaseException:
        for each in new:
            each.unlink(missing_ok=True)
        raise


def check_replaceable(*paths: Path) -> None:
    """Checks, before much work is done, that `replacing` can write ``paths``, which are in one directory.

    DatabaseError, with the reason, if it cannot, ResourceError if the disk is full.
    """
    check_writable(paths[0].parent)
    for each in paths:
        check_ordinary(each)
        check_ordinary(temporary_path(each))


def replace_directory(new: Path, path: Path, old: Path) -> None:
    """Renames the directory at ``path``, if there is one, to ``old`` and ``new`` to ``path``; restores it on errors.

    No portable system call exchanges two directories, so for a moment there is none at ``path``.
    """
    if path.exists():
        path.rename(old)
    try:
        new.rename(path)
    except BaseException:
        if old.exists() and not path.exists():
            old.rename(path)
        raise
    sync(path.parent)


def check_output(out: Path, force: bool, *, directory: bool = False) -> None:
    """Checks, before any long work, that an export can be written to ``out``; GameError, with the reason, if not.

    What is there is replaced only with ``force``: a file, or, if the export is a ``directory``, one that contains
    diagrams and nothing else. A link is followed.
    """
    out = _followed(out)
    if not out.parent.is_dir():
        raise GameError(f"cannot write {out}: there is no directory {out.parent}")
    if not os.path.lexists(out):
        return
    if not force:
        raise GameError(f"{out} is there already; --force writes over it")
    if not (out / "1.svg" if directory else out).is_file():
        raise GameError(f"{out} is there already, and is nothing that may be written over; choose another name")
    for each in out.iterdir() if directory else ():
        if not (is_ordinary(each) and re.fullmatch(r"[0-9]+\.svg", each.name)):
            raise GameError(f"{out} is there already, and {each} is in it, which no export writes; choose another name")


@contextmanager
def output(out: Path, force: bool, *, directory: bool = False) -> Iterator[Path]:
    """A block that writes an export at the path that it gets, which is renamed to ``out`` at its end.

    If the block fails, its files are removed. ResourceError if the disk is full; other errors as of `check_output`.
    """
    check_output(out, force, directory=directory)
    out = _followed(out)
    try:
        _clear_up(out, directory)
        with space_for(out, _MIN_MISSING):
            new = out.with_name(f"{_prefix(out)}{os.getpid()}")
            if directory:
                new.mkdir()
            else:
                new.touch(exist_ok=False)
    except OSError as error:
        raise GameError(f"cannot write in {out.parent}: {machine.explained(error)}") from error
    try:
        with _locked(new):
            with space_for(new, _MIN_MISSING):
                yield new
                for each in (new, *new.rglob("*")):
                    sync(each)
            check_output(out, force, directory=directory)
            _put(new, out)
    except BaseException:
        _remove(new)
        raise


@contextmanager
def output_directory(folder: Path) -> Iterator[None]:
    """A block that writes in ``folder``, made with its parents; if it fails, new empty directories are removed.

    ResourceError if the disk is full, OSError if the directory cannot be made.
    """
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        with space_for(folder, 1):
            folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for each in made:
            with suppress(OSError):
                each.rmdir()
        raise


def write_diagrams(out: Path, force: bool, drawings: Iterable[str]) -> None:
    """Writes a directory of drawings: 1.svg, 2.svg and so on; errors as from `output`."""
    with output(out, force, directory=True) as new:
        for number, drawing in enumerate(drawings, 1):
            (new / f"{number}.svg").write_text(drawing, encoding="utf-8")


def _followed(out: Path) -> Path:
    return Path(os.path.realpath(out)) if out.is_symlink() else out


def _prefix(out: Path) -> str:
    return f".{out.name}.writing."


@contextmanager
def _locked(path: Path) -> Iterator[bool]:
    """A block that holds the lock of ``path`` itself; it gets False if the disk has no locks.

    BlockingIOError if another process holds it.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield try_lock(descriptor, path)
    finally:
        os.close(descriptor)


def _clear_up(out: Path, directory: bool) -> None:
    """Removes hidden files of killed processes; renames an old export back if no new one has replaced it."""
    left_name = re.compile(rf"{re.escape(_prefix(out))}[0-9]+({re.escape(_OLD)})?")
    for left in out.parent.iterdir():
        if left_name.fullmatch(left.name) and (is_directory(left) if directory else is_ordinary(left)):
            with suppress(OSError, DatabaseError), _locked(left) as locked:
                if not locked:  # a disk without locks: the process may still be at work
                    continue
                if left.name.endswith(_OLD) and not os.path.lexists(out):
                    left.rename(out)
                else:
                    _remove(left)


def _put(new: Path, out: Path) -> None:
    if out.is_dir():
        old = new.with_name(f"{new.name}{_OLD}")
        replace_directory(new, out, old)
        _remove(old)
    else:
        new.replace(out)
        sync(out.parent)


def _remove(path: Path) -> None:
    if is_directory(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
