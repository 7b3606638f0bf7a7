"""JSON files with a checksum: their last field is the SHA-256 of all bytes before it.

Reading trusts nothing: every field must be present, of its type and in its range.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from retro.storage import Damaged, DatabaseError, Unusable, readable
from retro.system.files import opened

Content = TypeVar("Content")
Reader = Callable[[Any], Any]
"""Returns a value of JSON as read; raises TypeError or ValueError if it is not what it should be."""
Formats = Mapping[int, Mapping[str, Any]]
"""By number of a format, the fields that files of this format lack, with the values that they stand for."""

MAX_JSON_BYTES = 64 << 20
"""Longer files are refused, so that a forged one cannot fill memory: JSON takes up to twenty times its length. A
manifest takes 25 bytes for each value that occurs."""
MAX_INTEGER = (1 << 63) - 1
NAMES = {"sections": "tiers", "starts": "start"}
"""Fields of classes that have another name in files."""

_WITHOUT_CHECKSUM = re.compile(rb'\s*{\s*"format"\s*:\s*([0-9]{1,20})\s*[,}]')


def dumps(fields: Mapping[str, Any]) -> str:
    """Returns the text of a file with these fields, of which there is at least one. DatabaseError if it is too long."""
    body = json.dumps(fields, indent=1).removesuffix("\n}")
    text = f"{body}{_end(body.encode())}"
    if len(text) > MAX_JSON_BYTES:
        raise DatabaseError(f"a file of JSON would have {len(text):,} bytes; readers take {MAX_JSON_BYTES:,} at most")
    return text


def fields_of(content: Any, formats: Formats) -> dict[str, Any]:
    """Returns the fields of a file for an instance of a data class, in the first format that has what is in it."""
    version = next(
        version
        for version, lacking in formats.items()
        if all(getattr(content, name) == value for name, value in lacking.items())
    )
    fields = asdict(content, dict_factory=lambda pairs: {NAMES.get(name, name): value for name, value in pairs})
    return {"format": version} | {name: value for name, value in fields.items() if name not in formats[version]}


def read(path: Path, kind: type[Content], formats: Formats, remedy: str) -> Content:
    """Returns the content of a file, an instance of a data class; ``remedy`` is what to do if it cannot be used.

    FileNotFoundError if there is no such file, Damaged if it is not as it was written or a field has a wrong value,
    Unreadable if the system cannot read it, Unusable if it has none of the ``formats``.
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
        return _parsed(data, kind, formats)
    except _Unsound as error:
        problem_kind, problem = error.args
        raise problem_kind(f"{path} {problem}; {remedy}") from error
    except ValueError as error:
        raise Damaged(f"{path} cannot be used: {error}; {remedy}") from error


def check(text: str, kind: type, formats: Formats) -> None:
    """Raises DatabaseError, with the reason, unless `read` accepts a file with this text."""
    try:
        _parsed(text.encode(), kind, formats)
    except ValueError as error:
        raise DatabaseError(str(error)) from error


def _parsed(data: bytes, kind: type[Content], formats: Formats) -> Content:
    fields = _checked(data, [*formats])
    return instance(kind, fields, formats[fields["format"]])


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


def instance(kind: type[Content], fields: Any, lacking: Mapping[str, Any] | None = None) -> Content:
    """Returns an instance of a data class; ValueError if a field is missing or wrong, except those that are lacking."""
    known = dict(lacking or {})
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if name not in known:
            in_file = NAMES.get(name, name)
            if in_file not in _plain(dict, fields):
                raise ValueError(f"field {in_file} is missing")
            try:
                known[name] = reader(hint)(fields[in_file])
            except (TypeError, ValueError) as error:
                raise ValueError(f"field {in_file} is not what it should be") from error
    return kind(**known)


@cache
def reader(kind: Any) -> Reader:
    """Returns the reader of a type: str, bool, int, float, a union of these and None, a data class, a dict or tuple.

    Numbers are not negative, unless a text could be in their place. ``Annotated`` adds a reader that is called before,
    and of a whole number it says which ones are accepted.
    """
    origin, of = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, before = partial(_plain, int | str) if of[0] is int else reader(of[0]), of[1]
        return lambda value: inner(before(value))
    if origin is dict:
        key, each, name = reader(of[0]), reader(of[1]), str if of[0] is str else int
        return lambda value: {key(name(text)): each(item) for text, item in _plain(dict, value).items()}
    if origin is tuple and of[-1] is ...:
        each = reader(of[0])
        return lambda value: tuple(map(each, _plain(list, value)))
    if origin is tuple:
        return lambda value: tuple(reader(each)(item) for each, item in zip(of, _plain(list, value), strict=True))
    return partial(instance if is_dataclass(kind) else _plain, kind)


def _plain(kind: Any, value: Any) -> Any:
    accepted = int | float if kind is float else kind
    if not isinstance(value, accepted) or isinstance(value, bool) is not (kind is bool):
        raise TypeError
    if isinstance(value, int | float) and not (0 if kind in (int, float) else -MAX_INTEGER) <= value <= MAX_INTEGER:
        raise ValueError
    return float(value) if kind is float else value


def where(accepted: Callable[[Any], object]) -> Reader:
    """Returns a reader of the values that are ``accepted``."""

    def read(value: Any) -> Any:
        if not accepted(value):
            raise ValueError
        return value

    return read


def among(allowed: Collection[Any]) -> Reader:
    """Returns a reader of the ``allowed`` values, which have one type."""
    kind = type(next(iter(allowed)))
    return where(lambda value: type(value) is kind and value in allowed)  # a range counts to find no whole number
