"""CSV in UTF-8: a line of names, then a line for each row; missing cells are empty."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from retro.app.exporting.columns import Column, Write


@contextmanager
def writing(path: Path, columns: Sequence[Column], about: dict[str, Any]) -> Iterator[Write]:
    """A writer of a file at ``path``. The metadata ``about`` is not written: CSV has none."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(column.name for column in columns)
        yield lambda cells: lines.writerows(zip(*(each.tolist() for each in cells), strict=True))
