"""JSON files with a checksum: their last field is the SHA-256 of all bytes before it.

Reading trusts nothing: every field must be present, of its type and in its range.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_type_hints

from retro.storage import Damaged, DatabaseError, Unusable, readable
from retro.system.errors import GameError
from retro.system.files import opened

Type = TypeVar("Type")
FieldReaders = Mapping[str, Callable[[Any], Any]]
"""By name of a field, a function that returns its value as read, or raises TypeError, ValueError or GameError."""

MAX_JSON_BYTES = 64 << 20
"""Longer files are refused, so that a forged one cannot fill memory: JSON takes up to twenty times its length. A
manifest takes 25 bytes for each value that occurs."""
MAX_INTEGER = (1 << 63) - 1

_NONE_LATER: Mapping[int, FieldReaders] = MappingProxyType({})
_WITHOUT_CHECKSUM = re.compile(rb'\s*{\s*"format"\s*:\s*([0-9]{1,20})\s*[,}]')


def dumps(fields: Mapping[str, Any]) -> str:
    """Returns the text of a file with these fields, of which there is at least one. DatabaseError if it is too long."""
    body = json.dumps(fields, indent=1).removesuffix("\n}")
    text = f"{body}{_end(body.encode())}"
    if len(text) > MAX_JSON_BYTES:
        raise DatabaseError(f"a file of JSON would have {len(text):,} bytes; readers take {MAX_JSON_BYTES:,} at most")
    return text


def read(
    path: Path,
    version: int,
    readers: FieldReaders,
    remedy: str,
    later: Mapping[int, FieldReaders] = _NONE_LATER,
) -> dict[str, Any]:
    """Returns the fields of a file; ``remedy`` is what to do if the file cannot be used.

    Files of a ``later`` version have further fields. FileNotFoundError if there is no such file, Damaged if it is not
    as it was written or a field has a wrong value, Unreadable if the system cannot read it, Unusable if it has another
    version.
    """
    try:
        with readable(path, remedy), os.fdopen(opened(path), "rb") as file:
            # `read` allocates as many bytes as its argument says
            data = file.read(min(os.fstat(file.fileno()).st_size, MAX_JSON_BYTES) + 1)
    except Damaged as error:
        if isinstance(error.__cause__, FileNotFoundError | NotADirectoryError):
            raise FileNotFoundError(*error.__cause__.args) from error
        raise
    try:
        return _parsed(data, version, readers, later)
    except _Unsound as error:
        kind, problem = error.args
        raise kind(f"{path} {problem}; {remedy}") from error
    except ValueError as error:
        raise Damaged(f"{path} cannot be used: {error}; {remedy}") from error


def check(text: str, version: int, readers: FieldReaders, later: Mapping[int, FieldReaders] = _NONE_LATER) -> None:
    """Raises DatabaseError, with the reason, unless `read` accepts a file with this text."""
    try:
        _parsed(text.encode(), version, readers, later)
    except ValueError as error:
        raise DatabaseError(str(error)) from error


def _parsed(data: bytes, version: int, readers: FieldReaders, later: Mapping[int, FieldReaders]) -> dict[str, Any]:
    fields = _checked(data, [version, *later])
    readers = {**readers, **later.get(fields["format"], {})}
    return {name: _field(fields, name, reader) for name, reader in readers.items()}


def _end(body: bytes) -> str:
    """Returns the end of a file that starts with ``body``."""
    return f',\n "checksum": "{hashlib.sha256(body).hexdigest()}"\n}}\n'


class _Unsound(Exception):
    """A file that is not as it was written, or has another format: the type of the error to raise, and the problem."""


def _checked(data: bytes, versions: list[int]) -> dict[str, Any]:
    """Returns all fields; _Unsound if the checksum is wrong or the format is another, ValueError for no JSON."""
    if len(data) > MAX_JSON_BYTES:
        raise _Unsound(Damaged, f"is damaged: it is longer than {MAX_JSON_BYTES:,} bytes")
    body = data[: -len(_end(b""))]
    if data[len(body) :] != _end(body).encode():
        # a file without any checksum may be of a format that had none
        written = None if b'"checksum"' in data else _WITHOUT_CHECKSUM.match(data)
        if written is None:
            raise _Unsound(Damaged, "is damaged: its checksum is wrong")
        if int(written[1]) not in versions:
            raise _other_format(int(written[1]), versions)
        raise _Unsound(Damaged, "is damaged: its checksum is missing")
    try:
        fields = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError("it is no JSON that this program can read") from error
    if not isinstance(fields, dict):
        raise ValueError("it is no JSON object")
    if fields.get("format") not in versions or isinstance(fields["format"], bool):
        raise _other_format(fields.get("format"), versions)
    return fields


def _other_format(format: Any, versions: list[int]) -> Exception:
    if isinstance(format, bool) or not isinstance(format, int) or abs(format) > MAX_INTEGER:
        return ValueError("its format is no number that there can be")
    known = " and ".join(map(str, versions))
    return _Unsound(Unusable, f"cannot be used: it has format {format}, this program reads format {known}")


def _field(fields: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    """Returns a field as ``read`` returns it; ValueError if it is missing or ``read`` refuses it."""
    if name not in fields:
        raise ValueError(f"field {name} is missing")
    try:
        return read(fields[name])
    except (TypeError, ValueError, GameError) as error:
        raise ValueError(f"field {name} is not what it should be") from error


def _of_type(type_: type[Type]) -> Callable[[Any], Type]:
    def read(value: Any) -> Type:
        if not isinstance(value, type_):
            raise TypeError
        return value

    return read


text: Callable[[Any], str] = _of_type(str)
flag: Callable[[Any], bool] = _of_type(bool)
mapping: Callable[[Any], dict[str, Any]] = _of_type(dict)
items: Callable[[Any], list[Any]] = _of_type(list)


def between(low: int, high: int) -> Callable[[Any], int]:
    """Returns a reader of whole numbers from ``low`` to ``high``."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError
        if not low <= value <= high:
            raise ValueError
        return value

    return read


whole = between(0, MAX_INTEGER)
positive = between(1, MAX_INTEGER)


def seconds(value: Any) -> float:
    """Reads a number from 0 to MAX_INTEGER."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    if not 0 <= value <= MAX_INTEGER:
        raise ValueError
    return float(value)


def choices(value: Any) -> dict[str, int | str]:
    """Reads an object of whole numbers and strings."""
    for choice in mapping(value).values():
        if isinstance(choice, bool) or not isinstance(choice, int | str):
            raise TypeError
        if isinstance(choice, int) and abs(choice) > MAX_INTEGER:
            raise ValueError
    return mapping(value)


_BY_TYPE: dict[Any, Callable[[Any], Any]] = {
    str: text,
    bool: flag,
    int: whole,
    float: seconds,
    dict[str, int | str]: choices,
}


def readers(kind: type, **others: Callable[[Any], Any]) -> dict[str, Callable[[Any], Any]]:
    """Returns a reader for each field of the class ``kind``: of ``others``, or else the one for the field's type."""
    return {name: others[name] if name in others else _BY_TYPE[hint] for name, hint in get_type_hints(kind).items()}
