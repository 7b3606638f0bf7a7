"""Grades of draws: two more files in a database's directory, written by `retro solve --draws graded`.

grades.json  counts of graded positions, and length and checksums of the next file
grades.zst   zstd seekable format, frames of BLOCK_SLOTS rows, one a slot: signed numbers of 16 bits, little-endian

A row has grade and plies with nothing forbidden (`retro.game.graded.Grade`); with a repetition rule also the only best
move plus 1, and grade and plies with that move forbidden. The grade of a state that is not drawn is -32,768. Both files
follow from the rules alone; grades.json is written last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.graded import Row, row_of
from retro.storage import Busy, NotSolved, Unusable, checked_json, slot_file
from retro.storage.manifest import block_file, present_path
from retro.storage.seekable import BlockFile
from retro.storage.slot_file import SlotFile, SlotRows
from retro.system import files
from retro.system.atomic import check_replaceable, replacing
from retro.system.files import Closing

ABOUT_FILE = "grades.json"
GRADES_FILE = "grades.zst"
GRADES_FORMAT = 1
GRADES_FILES = (GRADES_FILE, ABOUT_FILE)
"""In the order in which they are replaced."""
GRADE_AGAIN = "grade the draws again"
"""The remedy for damaged files."""


@dataclass(frozen=True)
class GradesAbout:
    """What a file of grades contains.

    digest   hash of the rules and options, as in the manifest
    staying  hash of the plugin's function `staying`; "" if it has none
    columns  numbers in a row: 2, or 5 with a repetition rule
    counts   number of drawn positions by grade, images counted once
    file     length and checksums of the file of grades
    """

    digest: str
    staying: str
    columns: int
    counts: dict[int, int]
    file: BlockFile


def check(path: Path) -> None:
    """Checks that grades can be written into the database at ``path``; errors as from `check_replaceable`."""
    check_replaceable(*(present_path(path) / name for name in GRADES_FILES))


def write(
    path: Path,
    digest: str,
    rows: SlotRows,
    columns: int,
    counts: dict[int, int],
    threads: int,
    advance: Callable[[int], None],
    staying: str = "",
) -> GradesAbout:
    """Writes both files into the database at ``path``; returns the content of grades.json.

    Busy if the database is gone, ResourceError if the disk is full, OSError if it fails.
    """
    folder = present_path(path)
    try:
        with replacing(*(folder / name for name in GRADES_FILES)) as new:
            about = GradesAbout(digest, staying, columns, counts, slot_file.write(new[0], rows, threads, advance))
            files.write_text(new[1], checked_json.dumps({"format": GRADES_FORMAT, **asdict(about)}))
    except FileNotFoundError as error:
        raise Busy(f"{path} was replaced in the meantime; {GRADE_AGAIN}") from error
    return about


def read(path: Path, digest: str) -> GradesAbout:
    """Returns the content of grades.json; NotSolved if draws were not graded, Unusable if by other rules.

    Other errors as from `retro.storage.checked_json.read`.
    """
    file = present_path(path) / ABOUT_FILE
    try:
        about = GradesAbout(**checked_json.read(file, GRADES_FORMAT, _FIELDS, GRADE_AGAIN))
    except FileNotFoundError as error:
        raise NotSolved(f"draws are not graded yet: {path} has no grades") from error
    if about.digest != digest:
        raise Unusable(f"{file} cannot be used: it was made by other rules; {GRADE_AGAIN}")
    return about


def _columns(value: Any) -> int:
    if (columns := checked_json.whole(value)) not in (2, 5):
        raise ValueError
    return columns


def _counts(value: Any) -> dict[int, int]:
    return {int(grade): checked_json.whole(count) for grade, count in checked_json.mapping(value).items()}


_FIELDS = checked_json.readers(GradesAbout, columns=_columns, counts=_counts, file=block_file)


class GradeFile(Closing):
    """Grades by slot; safe to share between threads."""

    def __init__(self, path: Path, slots: int, digest: str, staying: str | None = None) -> None:
        """Open the grades of the database at ``path``.

        Errors as from `read`, Damaged if the file is not sound, Unusable if the plugin's function was another one than
        that with the hash ``staying``.
        """
        self.about = read(path, digest)
        if staying not in (None, self.about.staying):
            raise Unusable(f"{present_path(path) / ABOUT_FILE} was made by another staying; {GRADE_AGAIN}")
        self._slots, columns, file = slots, self.about.columns, present_path(path) / GRADES_FILE
        self._file = SlotFile(file, self.about.file, slots, "<i2", columns, GRADE_AGAIN)

    def row(self, index: int) -> Row:
        """Returns the grades of a slot; errors as from `SlotFile.row`."""
        return row_of(self._file.row(index))

    def rows(self) -> NDArray[np.int16]:
        """Returns the rows of all slots; errors as from `SlotFile.row`."""
        return self._file.rows(0, self._slots)

    def close(self) -> None:
        self._file.close()
