"""Zarr, version 3: a group with an array for each column, and what it is about in the group's attributes.

Whole numbers that are missing are MISSING, missing text is empty.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import zarr

from retro.app.exporting import formats
from retro.app.exporting.columns import INT8, INT32, INT64, TEXT, WORD, Cells, Column
from retro.app.exporting.formats import Write

MISSING = -1
TYPES: dict[str, Any] = {INT64: "int64", INT32: "int32", INT8: "int8", TEXT: str, WORD: str}
"""Text has any length: of the types for text, that is the one that version 3 specifies."""


@contextmanager
def writing(place: Path, columns: Sequence[Column], about: dict[str, Any]) -> Iterator[Write]:
    """Writes into the directory ``place``, a chunk of every array for each batch."""
    # after an interrupt the main thread waits here until zarr has written all that it began: nothing appears after the
    # files were cleared away
    with ThreadPoolExecutor(1) as pool:
        try:
            arrays = pool.submit(_made, place, columns, about).result()
            yield lambda cells: pool.submit(_append, arrays, cells).result()
        except BaseException:
            # what zarr writes side by side fails, too, when all is cleared away, and nobody waits for that: told is the
            # first error, and not a traceback of each other one
            logging.getLogger("asyncio").setLevel(logging.CRITICAL)
            raise


def _made(place: Path, columns: Sequence[Column], about: dict[str, Any]) -> list[Any]:
    group = zarr.create_group(str(place), zarr_format=3, attributes=about)
    return [
        group.create_array(
            column.name, shape=(0,), chunks=(formats.BATCH,), dtype=TYPES[column.kind], dimension_names=["row"]
        )
        for column in columns
    ]


def _append(arrays: list[Any], cells: list[Cells]) -> None:
    for array, each in zip(arrays, cells, strict=True):
        array.append(_plain(each, array.dtype))


def _plain(cells: Cells, kind: Any) -> Any:
    if isinstance(cells, np.ma.MaskedArray):
        return cells.filled(MISSING).astype(kind)
    return np.array([each or "" for each in cells.tolist()], kind)
