"""A run of records as the plain bytes of one frame, and back.

    best        value of the position                         1 byte: its index in the database's list of values
    second      value when the only move is forbidden, or 0   1 byte: its index plus 1
    only_move   the only best move, or 0                      1 byte: its code plus 1

Each field is a plane of its own, because equal things side by side compress well. Fields are two bytes (little-endian)
wide where one byte cannot hold them; games without a repetition rule have the first plane only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, UNKNOWN
from retro.storage.solution import Planes

BLOCK = 65536
"""Records in a block; the last one of a database may have fewer."""

MOST_CODES = 1 << 15
"""Of a game with a repetition rule: an only move is a signed number of 16 bits."""

Fields = tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger], NDArray[np.unsignedinteger]]

_MISSING = {1: 0xFF, 2: 0xFFFF}
_TYPE: dict[int, np.dtype[np.unsignedinteger]] = {1: np.dtype("u1"), 2: np.dtype("<u2")}


class TooManyValues(Exception):
    """More distinct values than the chosen width of the field can tell apart."""


@dataclass(frozen=True)
class BlockLayout:
    """Which planes a block has and how wide their fields are, in bytes."""

    repetition: bool
    value_bytes: int
    code_bytes: int

    @classmethod
    def of(cls, repetition: bool, codes: int, value_bytes: int) -> BlockLayout:
        """The layout for a game whose move codes lie in 0..codes-1."""
        return cls(repetition, value_bytes, 1 if codes + 1 <= 256 else 2)

    @property
    def record_bytes(self) -> int:
        """Bytes per position."""
        return 2 * self.value_bytes + self.code_bytes if self.repetition else self.value_bytes

    @property
    def most_values(self) -> int:
        """How many distinct values the fields can tell apart."""
        return _MISSING[self.value_bytes]


class BlockEncoder:
    """Turns records into bytes; collects the list of values as it meets them."""

    def __init__(self, layout: BlockLayout) -> None:
        self.values = [UNKNOWN]
        self._layout = layout
        self._missing = _MISSING[layout.value_bytes]
        self._places = np.full(65536, self._missing, _TYPE[layout.value_bytes])
        self._places[UNKNOWN] = 0

    def encode(self, planes: Planes) -> bytes:
        """The bytes of a block. TooManyValues if the layout is too narrow."""
        best, second, only_move = planes
        first = self._place(best)
        if not self._layout.repetition:
            return first.tobytes()
        some = only_move != NONE
        following = self._place(second)
        following += 1
        following *= some
        codes = (only_move + 1).astype(_TYPE[self._layout.code_bytes])
        return b"".join((first.tobytes(), following.tobytes(), codes.tobytes()))

    @property
    def planes(self) -> int:
        """Of how many planes values are collected."""
        return 2 if self._layout.repetition else 1

    def learn(self, values: NDArray[np.uint16]) -> None:
        """Collect the values of a plane beforehand, each once and in order. TooManyValues as of `encode`."""
        new = values[self._places[values] == self._missing]
        if new.size:
            self._learn(new)

    def _place(self, values: NDArray[np.uint16]) -> NDArray[np.unsignedinteger]:
        places = np.take(self._places, values)
        if places.size and places.max() == self._missing:
            self._learn(np.unique(values[places == self._missing]))
            places = np.take(self._places, values)
        return places

    def _learn(self, values: NDArray[np.uint16]) -> None:
        if len(self.values) + len(values) > self._layout.most_values:
            raise TooManyValues
        for value in values.tolist():
            self._places[value] = len(self.values)
            self.values.append(value)


class BlockDecoder:
    """Turns bytes back into records. ValueError for records of values or codes that there are not."""

    def __init__(self, layout: BlockLayout, values: list[int], codes: int = MOST_CODES) -> None:
        self._layout, self._codes = layout, codes
        self._values = np.array(values, np.uint16)

    def planes(self, data: bytes) -> Planes:
        """All records of a block."""
        first, second, codes = self.fields(data)
        return np.take(self._values, first), np.take(self._values, second), codes.astype(np.int16) - np.int16(1)

    def fields(self, data: bytes) -> Fields:
        """The same as places of best and second in the list of values, and the code of the only move plus 1."""
        first, following, codes = self._fields(data)
        if first.size and int(first.max()) >= len(self._values):
            raise ValueError("a record names a value that there is not")
        if following is None or codes is None:
            return first, first, np.zeros(len(first), np.uint8)
        none = codes == 0
        if codes.size and (int(codes.max()) > self._codes or int(following.max()) > len(self._values)):
            raise ValueError("a record names a move or a value that there is not")
        if not np.array_equal(none, following == 0):
            raise ValueError("a record has a move without a value, or a value without a move")
        return first, np.where(none, first, following - following.dtype.type(1)), codes

    def record(self, data: bytes, number: int) -> tuple[int, int, int]:
        """best, second and only move of one record of a block."""
        first, following, codes = self._fields(data)
        place, after, code = int(first[number]), 0, 0
        if following is not None and codes is not None:
            after, code = int(following[number]), int(codes[number])
        if place >= len(self._values) or after > len(self._values) or code > self._codes or (after > 0) != (code > 0):
            raise ValueError("a record names a move or a value that there is not")
        best = int(self._values[place])
        return (best, int(self._values[after - 1]), code - 1) if code else (best, best, NONE)

    def _fields(
        self, data: bytes
    ) -> tuple[NDArray[np.unsignedinteger], NDArray[np.unsignedinteger] | None, NDArray[np.unsignedinteger] | None]:
        layout = self._layout
        value_type = _TYPE[layout.value_bytes]
        length = len(data) // layout.record_bytes
        first = np.frombuffer(data, value_type, length)
        if not layout.repetition:
            return first, None, None
        following = np.frombuffer(data, value_type, length, layout.value_bytes * length)
        return first, following, np.frombuffer(data, _TYPE[layout.code_bytes], length, 2 * layout.value_bytes * length)
