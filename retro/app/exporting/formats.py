"""The formats of an export, and their writers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from retro.app.exporting.columns import Column, Write
from retro.system.extras import importing

Writing = Callable[[Path, Sequence[Column], dict[str, Any]], AbstractContextManager[Write]]
"""A context manager, from a path, columns and metadata. The file is complete when it ends without an error."""


class Format(NamedTuple):
    """How a format is written.

    load     imports the writer
    package  the writer needs it; empty if it needs none
    sign     the file by which a directory of this format is recognised; empty if the export is a single file
    """

    load: Callable[[], Writing]
    package: str = ""
    sign: str = ""


def _parquet() -> Writing:
    from retro.app.exporting.as_parquet import writing

    return writing


def _zarr() -> Writing:
    from retro.app.exporting.as_zarr import writing

    return writing


def _csv() -> Writing:
    from retro.app.exporting.as_csv import writing

    return writing


FORMATS = {
    "parquet": Format(_parquet, package="pyarrow"),
    "zarr": Format(_zarr, package="zarr", sign="zarr.json"),
    "csv": Format(_csv),
}
"""The formats by name."""


def writer(name: str) -> Writing:
    """The writer of a format; GameError, with what to install, if it cannot be used."""
    with importing(name, "export", FORMATS[name].package):
        return FORMATS[name].load()
