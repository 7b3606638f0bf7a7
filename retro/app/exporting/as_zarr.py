"""Zarr, version 3: a group with an array for each column; its attributes describe the export.

Missing whole numbers are MISSING_NUMBER, missing text is empty.
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

from retro.app.exporting import columns as batches
from retro.app.exporting.columns import CATEGORY, INT8, INT32, INT64, TEXT, Cells, Column, Write

MISSING_NUMBER = -1
ZARR_TYPES: dict[str, Any] = {INT64: "int64", INT32: "int32", INT8: "int8", TEXT: str, CATEGORY: str}
"""Text has any length: version 3 specifies no other type of text."""


@contextmanager
def writing(path: Path, columns: Sequence[Column], about: dict[str, Any]) -> Iterator[Write]:
    """A writer into the directory ``path``: for each batch, a chunk of every array."""
    # after an interrupt the main thread waits here until zarr has written all that it began: no file appears after the
    # directory was removed
    with ThreadPoolExecutor(1) as pool:
        try:
            arrays = pool.submit(_create, path, columns, about).result()
            yield lambda cells: pool.submit(_append, arrays, cells).result()
        except BaseException:
            # concurrent writes of zarr fail too, once the directory is removed: report only the first error, without a
            # traceback of each other one
            logging.getLogger("asyncio").setLevel(logging.CRITICAL)
            raise


def _create(path: Path, columns: Sequence[Column], about: dict[str, Any]) -> list[Any]:
    group = zarr.create_group(str(path), zarr_format=3, attributes=about)
    return [
        group.create_array(
            column.name,
            shape=(0,),
            chunks=(batches.BATCH_ROWS,),
            dtype=ZARR_TYPES[column.kind],
            dimension_names=["row"],
        )
        for column in columns
    ]


def _append(arrays: list[Any], cells: list[Cells]) -> None:
    for array, each in zip(arrays, cells, strict=True):
        array.append(_plain(each, array.dtype))


def _plain(cells: Cells, kind: Any) -> Any:
    if isinstance(cells, np.ma.MaskedArray):
        return cells.filled(MISSING_NUMBER).astype(kind)
    return np.array([each or "" for each in cells.tolist()], kind)
