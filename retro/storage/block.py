"""The records of one frame as plain bytes, and back.

    best        value of the position                         1 byte: its index in the database's list of values
    second      value when the only move is forbidden, or 0   1 byte: its index plus 1
    only_move   the only best move, or 0                      1 byte: its code plus 1

Each field is a plane of its own, because equal values next to each other compress well. Fields are two bytes wide
(little-endian) where one byte cannot hold them, and those of values four where two bytes cannot. Games without a
repetition rule have the first plane only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE
from retro.game.values import NO_VALUE
from retro.storage import seekable
from retro.storage.solution import Planes, Values
from retro.storage.value_numbers import ValueNumbers

BLOCK_SLOTS, SHORT_BLOCK_SLOTS, MAX_BLOCK_SLOTS = 1 << 16, 1 << 14, 1 << 22
"""Slots in a frame of keys, distances or records; of records with three planes; and the most, in a large file."""

DATABASE_ZSTD_LEVEL = 3
"""Higher levels take several times as long and save a few per cent."""

MAX_CODES = 1 << 15
"""Move codes of a game with a repetition rule: the only move is stored as a signed number of 16 bits."""

Plane = NDArray[np.unsignedinteger]
Fields = tuple[Plane, Plane, Plane]
Buffer = bytes | memoryview
Rows = slice | NDArray[np.int64]
ALL = slice(None)

VALUE_BYTES = 1, 2, 4
"""Widths of a value in a record."""
_MISSING = {width: (1 << 8 * width) - 1 for width in VALUE_BYTES}
_TYPE: dict[int, np.dtype[np.unsignedinteger]] = {width: np.dtype(f"<u{width}") for width in VALUE_BYTES}


def stored_move(only_move: Any) -> Any:
    """Returns an only move, or NONE, as a record stores it: NONE is 0. It may be a number or an array."""
    return only_move - NONE


def read_move(stored: Any) -> Any:
    """Returns the only move, or NONE, that is stored so."""
    return stored + NONE


def block_for(slots: int, repetition: bool = False) -> int:
    """Returns the slots in a frame of a file that has so many; the last frame may have fewer.

    They are doubled until a reader accepts the number of frames, and one more, or up to MAX_BLOCK_SLOTS. Short frames
    are found and decompressed sooner. Those of three planes take no more bytes on disk, other ones a tenth more.
    """
    block = SHORT_BLOCK_SLOTS if repetition else BLOCK_SLOTS
    while -(-slots // block) >= seekable.MAX_FRAMES and block < MAX_BLOCK_SLOTS:
        block *= 2
    return block


class TooManyValues(Exception):
    """There are more distinct values than a field of the chosen width can number."""


@dataclass(frozen=True)
class BlockLayout:
    """Which planes a block has, and the bytes of their fields."""

    repetition: bool
    value_bytes: int
    code_bytes: int

    @classmethod
    def of(cls, repetition: bool, codes: int, value_bytes: int) -> BlockLayout:
        """Returns the layout for a game whose move codes are 0..codes-1."""
        return cls(repetition, value_bytes, 1 if codes + 1 <= 256 else 2)

    @property
    def record_bytes(self) -> int:
        return 2 * self.value_bytes + self.code_bytes if self.repetition else self.value_bytes

    @property
    def max_values(self) -> int:
        """Number of distinct values that a field can number."""
        return _MISSING[self.value_bytes]

    def stored(self, data: Buffer, rows: Rows = ALL) -> tuple[Plane, Plane | None, Plane | None]:
        """Returns ``rows`` of the planes of a block, as they are stored; None for planes that the layout lacks."""
        value_type = _TYPE[self.value_bytes]
        length = memoryview(data).nbytes // self.record_bytes
        best = np.frombuffer(data, value_type, length)
        if not self.repetition:
            return best[rows], None, None
        second = np.frombuffer(data, value_type, length, self.value_bytes * length)
        codes = np.frombuffer(data, _TYPE[self.code_bytes], length, 2 * self.value_bytes * length)
        return best[rows], second[rows], codes[rows]


class BlockEncoder:
    """Encodes records as bytes and collects the list of values in the order in which they occur."""

    def __init__(self, layout: BlockLayout, values: Sequence[int] = (NO_VALUE,)) -> None:
        """``values`` are in the list already, and no more than the layout can number."""
        self.layout, self.values = layout, list(values)
        self._missing = _MISSING[layout.value_bytes]
        self._indices = ValueNumbers(self._missing, _TYPE[layout.value_bytes])
        """Index of each value in the list."""
        self._indices.put(self.values, 0)

    def encode(self, planes: Planes) -> bytes:
        """Returns the bytes of a block. TooManyValues if the layout is too narrow."""
        best, second, only_move = planes
        best_indices = self._encode_plane(best)
        if not self.layout.repetition:
            return best_indices.tobytes()
        second_indices = self._encode_plane(second)
        second_indices += 1
        second_indices *= only_move != NONE
        codes = stored_move(only_move).astype(_TYPE[self.layout.code_bytes])
        return b"".join((best_indices.tobytes(), second_indices.tobytes(), codes.tobytes()))

    @property
    def value_planes(self) -> int:
        """Number of planes that hold values."""
        return 2 if self.layout.repetition else 1

    def collect(self, values: Values) -> None:
        """Add the ``values`` of a plane, distinct and in ascending order, to the list. TooManyValues as in `encode`."""
        new: list[int] = values[self._indices.of(values) == self._missing].tolist()
        if len(self.values) + len(new) > self.layout.max_values:
            raise TooManyValues
        self._indices.put(new, len(self.values))
        self.values += new

    def _encode_plane(self, values: Values) -> Plane:
        indices: Plane = self._indices.of(values)
        if indices.size and indices.max() == self._missing:
            self.collect(np.unique(values[indices == self._missing]))
            indices = self._indices.of(values)
        return indices


class BlockDecoder:
    """Decodes bytes to records. ValueError for a record whose value or move code does not exist."""

    def __init__(self, layout: BlockLayout, values: list[int], codes: int = MAX_CODES) -> None:
        self._layout, self._codes = layout, codes
        self._values: Values = np.array(values, np.int32)

    def planes(self, data: Buffer, rows: Rows = ALL) -> Planes:
        """Returns the records of some ``rows`` of a block."""
        best, second, codes = self.fields(data, rows)
        return np.take(self._values, best), np.take(self._values, second), read_move(codes.astype(np.int16))

    def fields(self, data: Buffer, rows: Rows = ALL) -> Fields:
        """Returns records as stored: indices of best and second in the list of values, and `stored_move`s."""
        best, second, codes = self._layout.stored(data, rows)
        if best.size and int(best.max()) >= len(self._values):
            raise ValueError("a record names a value that there is not")
        if second is None or codes is None:
            return best, best, np.zeros(len(best), np.uint8)
        none = codes == 0
        if codes.size and (int(codes.max()) > self._codes or int(second.max()) > len(self._values)):
            raise ValueError("a record names a move or a value that there is not")
        if not np.array_equal(none, second == 0):
            raise ValueError("a record has a move without a value, or a value without a move")
        return best, np.where(none, best, second - second.dtype.type(1)), codes

    def record(self, data: Buffer, number: int) -> tuple[int, int, int]:
        """Returns best, second and only move of one record of a block."""
        best_plane, second_plane, code_plane = self._layout.stored(data)
        best, second, code = int(best_plane[number]), 0, 0
        if second_plane is not None and code_plane is not None:
            second, code = int(second_plane[number]), int(code_plane[number])
        count = len(self._values)
        if best >= count or second > count or code > self._codes or (second > 0) != (code > 0):
            raise ValueError("a record names a move or a value that there is not")
        value = int(self._values[best])
        return (value, int(self._values[second - 1]), read_move(code)) if code else (value, value, NONE)
