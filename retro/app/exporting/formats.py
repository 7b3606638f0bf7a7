"""The formats, and how a writer for one of them is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from retro.app.exporting.columns import Cells, Column
from retro.system.extras import importing

BATCH = 1 << 17
"""Rows that are written at once: enough for compression and for readers, little memory."""

Write = Callable[[list[Cells]], None]
"""Writes a batch of rows: the cells of every column."""
Writing = Callable[[Path, Sequence[Column], dict[str, Any]], AbstractContextManager[Write]]
"""A writer: place, columns, what the export is about. Everything is written when it ends without an error."""


class Format(NamedTuple):
    """``package`` is what the writer needs; ``sign`` is the file of a directory that tells the format."""

    package: str
    sign: str


FORMATS = {
    "parquet": Format("pyarrow", ""),
    "zarr": Format("zarr", "zarr.json"),
    "csv": Format("", ""),
}
"""By name; the writer is in the module ``as_`` and the name."""


def writer(name: str) -> Writing:
    """The writer of a format; GameError, with what to install, if it cannot be used."""
    with importing(name, "export", FORMATS[name].package):
        writing: Writing = import_module(f"retro.app.exporting.as_{name}").writing
    return writing
