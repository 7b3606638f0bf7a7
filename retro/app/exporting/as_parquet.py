"""Apache Parquet, by pyarrow: a row group for each batch, compressed with zstd.

The description of the export is JSON in the file's metadata, under the name ``retro``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from retro.app.exporting.columns import CATEGORY, INT8, INT32, INT64, TEXT, Cells, Column, Write

PARQUET_TYPES = {
    INT64: pa.int64(),
    INT32: pa.int32(),
    INT8: pa.int8(),
    TEXT: pa.string(),
    CATEGORY: pa.dictionary(pa.int8(), pa.string()),
}


@contextmanager
def writing(path: Path, columns: Sequence[Column], about: dict[str, Any]) -> Iterator[Write]:
    """A writer of a file at ``path``."""
    fields = [pa.field(column.name, PARQUET_TYPES[column.kind], nullable=column.missing) for column in columns]
    # slots and positions hardly repeat: dictionaries of them would be larger than what they replace
    repeating = [column.name for column in columns if column.name not in ("slot", "position")]
    schema = pa.schema(fields, metadata={"retro": json.dumps(about)})
    with path.open("wb") as file:
        writer = parquet.ParquetWriter(file, schema, compression="zstd", use_dictionary=repeating)

        def write(cells: list[Cells]) -> None:
            arrays = [_array(each, field.type) for each, field in zip(cells, fields, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))

        try:
            yield write
            writer.close()
        except BaseException:
            with suppress(Exception):  # otherwise it tries again when it is collected
                writer.close()
            raise


def _array(cells: Cells, kind: pa.DataType) -> pa.Array:
    if isinstance(cells, np.ma.MaskedArray):
        return pa.array(cells.data, kind, mask=np.ma.getmaskarray(cells))
    if pa.types.is_dictionary(kind):
        return pa.array(cells, pa.string()).dictionary_encode().cast(kind)
    return pa.array(cells, kind)
