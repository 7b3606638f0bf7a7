"""JSON files that show when they were damaged: their last field is the SHA-256 of all that stands before it.

Reading trusts nothing: every field must be there, of its type and in its range.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from retro.storage import Damaged, Unusable
from retro.storage.reading import readable
from retro.system.errors import GameError
from retro.system.files import opened

Kind = TypeVar("Kind")
Readers = Mapping[str, Callable[[Any], Any]]
"""By name of a field, what it may be: they return it, or raise TypeError, ValueError or GameError."""

MOST_BYTES = 8 << 20
"""No such file is longer; so a forged one cannot fill memory, of which JSON takes up to twenty times as much."""
MOST = (1 << 63) - 1
"""No number is higher."""

_UNSEALED = re.compile(rb'\s*{\s*"format"\s*:\s*([0-9]{1,20})\s*[,}]')


def sealed(fields: Mapping[str, Any]) -> str:
    """The text of a file with these fields, of which there is at least one."""
    body = json.dumps(fields, indent=1).removesuffix("\n}")
    return f"{body}{_seal(body.encode())}"


def read(place: Path, version: int, readers: Readers, remedy: str) -> dict[str, Any]:
    """The fields of a file; ``remedy`` is what to do if it cannot be used.

    FileNotFoundError if there is no such file, Damaged if it is not as it was written or a field is not what it should
    be, Unreadable if the system cannot read it, Unusable if it has another format than ``version``.
    """
    try:
        with readable(place, remedy), os.fdopen(opened(place), "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except Damaged as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            raise FileNotFoundError(*error.__cause__.args) from error
        raise
    try:
        found = _unsealed(data, version)
        return {name: field(found, name, reader) for name, reader in readers.items()}
    except _Broken as error:
        raise Damaged(f"{place} is damaged: {error}; {remedy}") from error
    except _Another as error:
        raise Unusable(f"{place} cannot be used: {error}; {remedy}") from error
    except ValueError as error:
        raise Damaged(f"{place} cannot be used: {error}; {remedy}") from error


def _seal(body: bytes) -> str:
    """What ends a file that begins with ``body``."""
    return f',\n "checksum": "{hashlib.sha256(body).hexdigest()}"\n}}\n'


class _Broken(Exception):
    """A file is not as it was written."""


class _Another(Exception):
    """A file has another format."""


def _unsealed(data: bytes, version: int) -> dict[str, Any]:
    """All fields; _Broken if the checksum is wrong, _Another for another format, ValueError if it is no JSON."""
    if len(data) > MOST_BYTES:
        raise _Broken(f"it is longer than {MOST_BYTES:,} bytes")
    body = data[: -len(_seal(b""))]
    if data[len(body) :] != _seal(body).encode():
        # what has no checksum at all may be of a format that had none
        written = None if b'"checksum"' in data else _UNSEALED.match(data)
        if written is None:
            raise _Broken("its checksum is wrong")
        if int(written[1]) != version:
            raise _another(int(written[1]), version)
        raise _Broken("its checksum is missing")
    try:
        found = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON that this program can read") from error
    if not isinstance(found, dict):
        raise ValueError("it is no JSON object")
    if found.get("format") != version or isinstance(found["format"], bool):
        raise _another(found.get("format"), version)
    return found


def _another(told: Any, version: int) -> Exception:
    if isinstance(told, bool) or not isinstance(told, int) or abs(told) > MOST:
        return ValueError("its format is no number that there can be")
    return _Another(f"it has format {told}, this program reads format {version}")


def field(found: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    """A field as ``read`` wants it; ValueError if it is missing or something else."""
    if name not in found:
        raise ValueError(f"field {name} is missing")
    try:
        return read(found[name])
    except (TypeError, ValueError, GameError) as error:
        raise ValueError(f"field {name} is not what it should be") from error


def _of_type(kind: type[Kind]) -> Callable[[Any], Kind]:
    def read(found: Any) -> Kind:
        if not isinstance(found, kind):
            raise TypeError
        return found

    return read


text: Callable[[Any], str] = _of_type(str)
flag: Callable[[Any], bool] = _of_type(bool)
mapping: Callable[[Any], dict[str, Any]] = _of_type(dict)
listed: Callable[[Any], list[Any]] = _of_type(list)


def between(least: int, most: int) -> Callable[[Any], int]:
    """What reads a whole number, ``least`` to ``most``."""

    def read(found: Any) -> int:
        if not isinstance(found, int) or isinstance(found, bool):
            raise TypeError
        if not least <= found <= most:
            raise ValueError
        return found

    return read


whole = between(0, MOST)
positive = between(1, MOST)


def seconds(found: Any) -> float:
    """A number, 0 to MOST."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise TypeError
    if not 0 <= found <= MOST:
        raise ValueError
    return float(found)


def choices(found: Any) -> dict[str, int | str]:
    """An object of whole numbers and strings."""
    for choice in mapping(found).values():
        if isinstance(choice, bool) or not isinstance(choice, int | str):
            raise TypeError
        if isinstance(choice, int) and abs(choice) > MOST:
            raise ValueError
    return mapping(found)
