"""Files for other programs: the formats and their writers, of which CSV, which needs no other package, is here."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from retro.app.exporting.columns import Column, Write
from retro.system.extras import importing

Writing = Callable[[Path, Sequence[Column], dict[str, Any]], AbstractContextManager[Write]]
"""A context manager, from a path, columns and metadata. The file is complete when it ends without an error."""


class ExportFormat(NamedTuple):
    """How a format is written.

    module   its function `writing` is the writer
    package  the writer needs it; empty if it needs none
    sign     the file by which a directory of this format is recognised; empty if the export is a single file
    """

    module: str
    package: str = ""
    sign: str = ""


FORMATS = {
    "parquet": ExportFormat("retro.app.exporting.as_parquet", package="pyarrow"),
    "zarr": ExportFormat("retro.app.exporting.as_zarr", package="zarr", sign="zarr.json"),
    "csv": ExportFormat(__name__),
}
"""The formats by name."""


def writer(name: str) -> Writing:
    """Returns the writer of a format; raises GameError, which says what to install, if it cannot be used."""
    with importing(name, "export", FORMATS[name].package):
        function: Writing = import_module(FORMATS[name].module).writing
        return function


@contextmanager
def writing(path: Path, columns: Sequence[Column], about: dict[str, Any]) -> Iterator[Write]:
    """A writer of CSV in UTF-8: a line of names, then a line for each row; missing cells are empty.

    The metadata ``about`` is not written: CSV has none.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(column.name for column in columns)
        yield lambda cells: lines.writerows(zip(*(each.tolist() for each in cells), strict=True))
