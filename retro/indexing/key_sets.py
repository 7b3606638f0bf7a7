"""Sets of keys that grow, packed, for the enumeration of positions (`retro.indexing.discovery`).

A set is divided into segments of neighbouring keys, each of which is packed (`retro.indexing.packed_keys`) and stored
in memory or in a file. So a set takes 2 to 3 bytes a key. Keys are added many at a time: each segment into which some
of them fall is unpacked, merged with them, and packed again. So adding keys costs at most one pass over the set.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, pairwise
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.indexing.packed_keys import BLOCK, Keys, PackedKeys
from retro.system.page_files import FileStorage, MemoryStorage
from retro.system.sizes import PRODUCTION, Sizes

FEW = 1 << 12
"""numpy sorts fewer keys than these faster than the compiled kernel does."""
LOWEST = np.iinfo(np.int64).min
NAME = "keys"
"""The name of all pieces of the storage; they differ in their numbers."""


class Piece(NamedTuple):
    """Sorted keys in a storage."""

    number: int
    size: int


class Pieces:
    """Sorted keys, packed, in memory or in files; several threads may use it."""

    def __init__(self) -> None:
        self._memory = MemoryStorage()
        self._files: FileStorage | None = None
        self._numbers = count()

    @property
    def held(self) -> int:
        """Bytes of all pieces in memory."""
        return self._memory.held

    def put(self, keys: Keys) -> Piece:
        """Stores sorted keys."""
        packed = PackedKeys.of(keys)
        parts = (packed.firsts.view(np.uint8), packed.starts.view(np.uint8), packed.words.view(np.uint8))
        return self.restore(len(keys), np.concatenate(parts))

    def restore(self, size: int, data: NDArray[np.uint8]) -> Piece:
        """Stores the bytes of a piece of ``size`` keys."""
        piece = Piece(next(self._numbers), size)
        (self._files or self._memory).put((piece.number, NAME), data.data)
        return piece

    def data(self, piece: Piece) -> NDArray[np.uint8]:
        """Returns the bytes of a piece."""
        try:
            data = self._memory.get((piece.number, NAME))
        except KeyError:  # `move` may just have removed it
            if self._files is None:
                raise
            data = self._files.get((piece.number, NAME))
        return np.frombuffer(data, np.uint8)

    def keys(self, piece: Piece, start: int = 0, stop: int | None = None) -> Keys:
        """Returns keys start..stop-1 of a piece, by default all."""
        blocks, words = -(-piece.size // BLOCK), self.data(piece).view(np.int64)
        firsts, starts, distances = words[:blocks], words[blocks : 2 * blocks + 1], words[2 * blocks + 1 :]
        packed = PackedKeys(firsts, starts, distances.view(np.uint64), piece.size)
        return packed.keys(start, piece.size if stop is None else stop)

    def remove(self, piece: Piece) -> None:
        """Deletes a piece."""
        key = piece.number, NAME
        if key in self._memory:
            self._memory.remove(key)
        elif self._files is not None:
            self._files.remove(key)

    def move(self, files: FileStorage, pieces: Iterable[Piece]) -> None:
        """Moves ``pieces``, all that are in memory, to files. Pieces that are stored later go to files, too."""
        self._files = files
        for number, _ in pieces:
            files.put((number, NAME), self._memory.get((number, NAME)))
            self._memory.remove((number, NAME))


class PieceArrays(Mapping[str, NDArray[Any]]):
    """Arrays of a checkpoint by name: the bytes of pieces, each read only when it is saved, and other arrays."""

    def __init__(self, pieces: Pieces, named: Mapping[str, Piece], others: Mapping[str, NDArray[Any]]) -> None:
        self.pieces, self.named, self.others = pieces, named, others

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.others[name] if name in self.others else self.pieces.data(self.named[name])

    def __iter__(self) -> Iterator[str]:
        return chain(self.others, self.named)

    def __len__(self) -> int:
        return len(self.others) + len(self.named)


class _Buffers(threading.local):
    """Arrays of each thread, of at least ``least`` keys, which grow as required."""

    def __init__(self, least: int) -> None:
        self.arrays: dict[str, NDArray[Any]] = {}
        self.least = least

    def of(self, name: str, size: int) -> Keys:
        """Returns an array of this name of at least ``size`` keys."""
        if name not in self.arrays or len(self.arrays[name]) < size:
            self.arrays[name] = np.empty(max(size, self.least), np.int64)
        return self.arrays[name]


class Sorting:
    """Sorts keys of several threads by compiled ``kernels``."""

    def __init__(self, kernels: ModuleType, sizes: Sizes = PRODUCTION) -> None:
        self.kernels, self.buffers, self.sizes = kernels, _Buffers(2 * sizes.segment), sizes

    def compile(self) -> None:
        """Compiles the kernels, or loads them from the cache."""
        none = np.empty(0, np.int64)
        self.kernels.sort(none.view(np.uint64), none.view(np.uint64), 0)
        self.kernels.unique(none)
        self.kernels.unite(none, none, none, none)

    def unique(self, keys: Keys) -> Keys:
        """Returns the keys sorted, each once; they are in ``keys`` or in a buffer that the next call overwrites."""
        if len(keys) < FEW:
            keys.sort()
        else:
            spare = self.buffers.of("spare", len(keys))[: len(keys)]
            keys = spare if self.kernels.sort(keys.view(np.uint64), spare.view(np.uint64), 0) else keys
        return keys[: self.kernels.unique(keys)]


class KeySet:
    """A set of keys.

    size      the number of keys
    segment   the most keys of a segment
    bounds    the lowest key that each segment can have, LOWEST for the first one
    segments  the piece with the keys of each segment
    """

    bounds: Keys
    segments: list[Piece]
    size = 0

    def __init__(self, pieces: Pieces, sorting: Sorting) -> None:
        self.pieces, self.sorting, self.segment = pieces, sorting, sorting.sizes.segment
        self.bounds, self.segments = np.array([LOWEST]), [pieces.put(np.empty(0, np.int64))]

    @property
    def ends(self) -> tuple[int, int]:
        """Returns the first and the last key of a set that is not empty."""
        some = [piece for piece in self.segments if piece.size]
        first, last = self.pieces.keys(some[0], 0, 1), self.pieces.keys(some[-1], some[-1].size - 1)
        return int(first[0]), int(last[0])

    def add(self, arrays: Sequence[Keys], run: Callable[..., Iterable[Any]]) -> list[Piece]:
        """Adds the keys of sorted arrays. Returns pieces with those that were not in the set before.

        ``run(function, tasks)`` returns the results of independent tasks in order, as `map` does.
        """
        borders, sizes = self._borders(arrays)
        if np.any(sizes > 2 * self.segment):
            self._divide(arrays, borders, sizes)
            borders, sizes = self._borders(arrays)
        groups = np.cumsum(sizes) // self.segment
        cuts = [0, *(np.flatnonzero(np.diff(groups)) + 1).tolist(), len(sizes)]
        tasks = [range(start, stop) for start, stop in pairwise(cuts)]
        new, bounds, segments = list[Piece](), list[int](), list[Piece]()
        for some_bounds, some_segments, some_new in run(lambda task: self._add(arrays, borders, task), tasks):
            bounds += some_bounds
            segments += some_segments
            new += some_new
        self.bounds, self.segments = np.array(bounds), segments
        self.size += sum(piece.size for piece in new)
        return new

    def _borders(self, arrays: Sequence[Keys]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns where the keys of each segment begin in each array, and how many keys of all arrays it gets.

        The former has a row for each segment, and one for the end.
        """
        borders = np.empty((len(self.bounds) + 1, len(arrays)), np.int64)
        for i, array in enumerate(arrays):
            borders[:-1, i] = np.searchsorted(array, self.bounds)
            borders[-1, i] = len(array)
        return borders, np.diff(borders, axis=0).sum(axis=1)

    def _divide(self, arrays: Sequence[Keys], borders: NDArray[np.int64], sizes: NDArray[np.int64]) -> None:
        """Divides each segment into which many new keys fall, so that no task is large. New segments may be empty."""
        bounds, segments = list[int](), list[Piece]()
        for number, (bound, piece) in enumerate(zip(self.bounds.tolist(), self.segments, strict=True)):
            bounds.append(bound)
            if sizes[number] <= 2 * self.segment:
                segments.append(piece)
                continue
            new_keys = (
                array[start : stop : self.sorting.sizes.sample_step]
                for array, start, stop in zip(arrays, *borders[number:][:2], strict=True)
            )
            sample = np.sort(np.concatenate(list(new_keys)))
            cuts = np.unique(sample[:: max(1, len(sample) * self.segment // int(sizes[number]))])
            cuts = cuts[cuts > bound]
            keys = self.pieces.keys(piece)
            segments += [self.pieces.put(part) for part in np.split(keys, np.searchsorted(keys, cuts))]
            bounds += cuts.tolist()
            self.pieces.remove(piece)
        self.bounds, self.segments = np.array(bounds), segments

    def _add(
        self, arrays: Sequence[Keys], borders: NDArray[np.int64], task: range
    ) -> tuple[list[int], list[Piece], list[Piece]]:
        """Adds the keys of some segments. Returns their bounds and pieces now, and pieces of the new keys."""
        bounds, segments, added, buffers = list[int](), list[Piece](), list[Keys](), self.sorting.buffers
        for number in task:
            bound, piece = int(self.bounds[number]), self.segments[number]
            starts, stops = borders[number], borders[number + 1]
            parts = [arrays[i][starts[i] : stops[i]] for i in np.flatnonzero(stops > starts).tolist()]
            n_new = 0
            if parts:
                keys = self.sorting.unique(np.concatenate(parts)) if len(parts) > 1 else parts[0]
                known = self.pieces.keys(piece)
                union, new = buffers.of("union", len(known) + len(keys)), buffers.of("new", len(keys))
                n_new = self.sorting.kernels.unite(known, keys, union, new)
            if not n_new:
                bounds.append(bound)
                segments.append(piece)
                continue
            added.append(new[:n_new].copy())
            union = union[: len(known) + n_new]
            parts = np.array_split(union, -(-len(union) // self.segment))
            bounds += [bound, *(int(part[0]) for part in parts[1:])]
            segments += [self.pieces.put(part) for part in parts]
            self.pieces.remove(piece)
        return bounds, segments, [self.pieces.put(np.concatenate(added))] if added else []

    def taken(self) -> Iterator[Keys]:
        """Yields the keys of all segments in order, and empties the set; keys can no longer be added."""
        segments, self.bounds, self.segments, self.size = self.segments, self.bounds[:0], [], 0
        for piece in segments:
            keys = self.pieces.keys(piece)
            self.pieces.remove(piece)
            yield keys
