"""Files for other programs: Parquet, and CSV, which needs no other package and is written here."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from retro.app.exporting.columns import Column, Write
from retro.system.extras import importing

Writing = Callable[[Path, Sequence[Column], dict[str, Any]], AbstractContextManager[Write]]
"""A context manager, from a path, columns and metadata. The file is complete when it ends without an error."""


def writer(name: str) -> Writing:
    """Returns the writer of "parquet" or "csv"; raises GameError, which says what to install, if it cannot be used."""
    if name == "csv":
        return _csv
    with importing(name, "export", "pyarrow"):
        from retro.app.exporting import as_parquet
    return as_parquet.writing


@contextmanager
def _csv(path: Path, columns: Sequence[Column], about: dict[str, Any]) -> Iterator[Write]:
    """A writer of CSV in UTF-8: a line of names, then a line for each row; missing cells are empty.

    The metadata ``about`` is not written: CSV has none.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(column.name for column in columns)
        yield lambda cells: lines.writerows(zip(*(each.tolist() for each in cells), strict=True))
