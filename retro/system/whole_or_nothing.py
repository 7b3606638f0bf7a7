"""A file or directory that is there whole or not at all, whatever happens on the way.

It is written beside its place under a hidden name and renamed at last. What a killed process leaves there is cleared
away when the same is written again; a lock that goes with the process tells that from what is still being written.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from retro.storage import DatabaseError
from retro.storage.exclusive import lock
from retro.system import machine
from retro.system.errors import GameError
from retro.system.files import enough, is_directory, is_ordinary, replace_directory, sync

DIAGRAMS = "1.svg"
"""Is in every directory of diagrams."""
_OLD = ".old"
_LEAST = 1 << 16
"""Bytes that are short at least when a disk is full."""


def check(out: Path, force: bool, sign: str) -> None:
    """Make sure, before much work is done, that ``out`` can be written; GameError, in words, if not.

    ``sign`` is a file that all directories have which may be written over; empty if ``out`` shall be a file. Nothing
    is written over without ``force``, and nothing that is no export with it. A link is followed.
    """
    out = _followed(out)
    if not out.parent.is_dir():
        raise GameError(f"cannot write {out}: there is no directory {out.parent}")
    if not os.path.lexists(out):
        return
    if not force:
        raise GameError(f"{out} is there already; --force writes over it")
    if not ((out / sign).is_file() if sign else out.is_file()):
        raise GameError(f"{out} is there already, and is nothing that may be written over; choose another name")
    for each in out.rglob("*") if sign else ():
        if not (is_directory(each) or (is_ordinary(each) and _written(each.name, sign))):
            raise GameError(f"{out} is there already, and {each} is in it, which no export writes; choose another name")


def _written(name: str, sign: str) -> bool:
    """Whether a file of that name is one of those beside ``sign``: numbered, with its ending if it is numbered too."""
    number, ending = os.path.splitext(sign) if sign[:1].isdecimal() else ("", "")
    return name == sign or name.removesuffix(ending if number.isdecimal() else "").isdecimal()


@contextmanager
def whole(out: Path, force: bool, sign: str) -> Iterator[Path]:
    """A place to write at, which becomes ``out`` if all goes well, and of which nothing is left if not.

    ResourceError if the disk is full; otherwise as `check`.
    """
    check(out, force, sign)
    out = _followed(out)
    try:
        _clear_up(out, sign)
        with enough(out, _LEAST):
            name = _made(out, sign)
    except OSError as error:
        raise GameError(f"cannot write in {out.parent}: {machine.explained(error)}") from error
    try:
        with _locked(name):
            with enough(name, _LEAST):
                yield name
                _settle(name)
            check(out, force, sign)
            _put(name, out)
    except BaseException:
        _remove(name)
        raise


@contextmanager
def directory(folder: Path) -> Iterator[None]:
    """A directory to write in, made with its parents; those that were made go if an error leaves them empty.

    ResourceError if the disk is full, OSError if the directory cannot be made.
    """
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        with enough(folder, 1):
            folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for each in made:
            with suppress(OSError):
                each.rmdir()
        raise


def diagrams(out: Path, force: bool, drawn: Iterable[str]) -> None:
    """Make a directory of drawings, 1.svg and so on; errors as `whole`."""
    with whole(out, force, sign=DIAGRAMS) as temporary:
        for number, drawing in enumerate(drawn, 1):
            (temporary / f"{number}.svg").write_text(drawing, encoding="utf-8")


def _followed(out: Path) -> Path:
    return Path(os.path.realpath(out)) if out.is_symlink() else out


def _made(out: Path, sign: str) -> Path:
    place = out.with_name(f"{_prefix(out)}{os.getpid()}")
    if sign:
        place.mkdir()
    else:
        place.touch(exist_ok=False)
    return place


def _prefix(out: Path) -> str:
    return f".{out.name}.writing."


@contextmanager
def _locked(place: Path) -> Iterator[bool]:
    """A block that holds the lock of ``place``; whether it does, for a disk may have no locks.

    BlockingIOError if another process holds it.
    """
    descriptor = os.open(place, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield lock(descriptor, place)
    finally:
        os.close(descriptor)


def _clear_up(out: Path, sign: str) -> None:
    """Remove what killed processes left, or put it back if it is what should have been replaced."""
    written = re.compile(rf"{re.escape(_prefix(out))}[0-9]+({re.escape(_OLD)})?")
    for left in out.parent.iterdir():
        if written.fullmatch(left.name) and (is_directory(left) if sign else is_ordinary(left)):
            with suppress(OSError, DatabaseError), _locked(left) as ended:
                if not ended:  # without locks a process that is still at work cannot be told from one that was killed
                    continue
                if left.name.endswith(_OLD) and not os.path.lexists(out):
                    left.rename(out)
                else:
                    _remove(left)


def _settle(place: Path) -> None:
    """Wait until the disk has everything."""
    for each in (place, *place.rglob("*")):
        sync(each)


def _put(place: Path, out: Path) -> None:
    if out.is_dir():
        old = place.with_name(f"{place.name}{_OLD}")
        replace_directory(place, out, old)
        _remove(old)
    else:
        place.replace(out)
        sync(out.parent)


def _remove(place: Path) -> None:
    if is_directory(place):
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)
