"""Where records lie while a game is solved: in memory, packed in memory, or packed in files.

So do distances from the start while they are found (`retro.analysis.reach`): to a store they are records, too. A tile
is 2**bits neighbouring slots, a page a part of it that is read and written by itself. Whoever wants records opens slots
of a tile, changes them, and closes them again; nobody else has opened the same pages meanwhile. A store holds no more
than was opened: each of several shards may have one, with its own tiles only.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import xxhash
import zstandard
from numpy.typing import NDArray

from retro import files
from retro.game import WentWrong
from retro.rules import IndexedRules
from retro.saver import Each
from retro.solving.record import Layout, Records

TILE_BITS = 22
"""Records of a tile fit into a processor's caches: 16 MiB of Ostle."""
LEAST_TILE_BITS = 16
TILES = 64
"""A smaller game has smaller tiles, so that threads share the work, but about so many are enough."""
PAGE_BITS = 20
"""Slots that are packed together, and expanded in one go, at most."""
LEVEL = 1
"""zstd level of packed pages."""

Span = tuple[int, int]
"""First slot and one past the last."""


def tile_bits(rules: IndexedRules) -> int:
    """The binary logarithm of the slots of a tile."""
    return min(TILE_BITS, max(LEAST_TILE_BITS, (rules.slots // TILES).bit_length()))


def spans(start: int, stop: int, slots: int) -> list[Span]:
    """Slots start..stop-1, cut where ``slots`` divides them."""
    cuts = range((start // slots + 1) * slots, stop, slots)
    return list(zip([start, *cuts], [*cuts, stop], strict=True))


class Store(ABC):
    """Records by slot. Page by page they can be saved and filled in again (`retro.saver.Parts`)."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    def __init__(
        self, rules: IndexedRules, dtype: np.dtype[Any], blank: int | None = None, bits: int | None = None
    ) -> None:
        """Of records of this type; ``blank`` is what slots have that nobody has opened: by default anything.

        Tiles are cut as `tile_bits` says, unless somebody else has cut them before: into ``bits``.
        """
        self.dtype, self.blank = dtype, blank
        self.bits = tile_bits(rules) if bits is None else bits
        self.page = 1 << min(PAGE_BITS, self.bits)
        self.pages = spans(0, rules.slots, self.page)
        self.shape = (rules.slots,)

    held = 0
    """Bytes of packed records in memory."""
    written = 0
    """Bytes written to disk so far."""

    @abstractmethod
    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        """Records of slots start..stop-1 of one tile, to be changed."""

    @abstractmethod
    def read(self, start: int, stop: int) -> Records:
        """Records of slots start..stop-1, not to be changed."""

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, slots: slice) -> Records:
        start, stop, _ = slots.indices(len(self))
        return self.read(start, stop)

    @property
    def sizes(self) -> list[int]:
        """Bytes of each part."""
        return [(stop - start) * self.dtype.itemsize for start, stop in self.pages]

    def part(self, number: int) -> NDArray[np.uint8]:
        """The bytes of a page."""
        return self.read(*self.pages[number]).view(np.uint8)

    def fill(self, number: int, data: bytes) -> None:
        """Bring a page back."""
        with self.opened(*self.pages[number]) as records:
            records[:] = np.frombuffer(data, self.dtype)

    def each(self, function: Each) -> None:
        """See `retro.saver.Parts`: they are here."""
        return None

    def _empty(self, slots: int) -> Records:
        return np.empty(slots, self.dtype) if self.blank is None else np.full(slots, self.blank, self.dtype)


class Plain(Store):
    """Records as they are, an array for each tile."""

    def __init__(
        self, rules: IndexedRules, dtype: np.dtype[Any], blank: int | None = None, bits: int | None = None
    ) -> None:
        super().__init__(rules, dtype, blank, bits)
        self._tiles: dict[int, Records] = {}
        self._making = threading.Lock()

    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        tile = start >> self.bits
        with self._making:
            if tile not in self._tiles:
                self._tiles[tile] = self._empty(min(1 << self.bits, self.shape[0] - (tile << self.bits)))
        base = tile << self.bits
        return nullcontext(self._tiles[tile][start - base : stop - base])

    def read(self, start: int, stop: int) -> Records:
        parts = []
        for first, last in spans(start, stop, 1 << self.bits):
            with self.opened(first, last) as records:
                parts.append(records)
        return parts[0] if len(parts) == 1 else np.concatenate(parts)


class Packed(Store):
    """Records packed by pages, in memory, or in files of a directory."""

    def __init__(
        self,
        rules: IndexedRules,
        dtype: np.dtype[Any],
        blank: int | None = None,
        bits: int | None = None,
        directory: Path | None = None,
    ) -> None:
        super().__init__(rules, dtype, blank, bits)
        self._places: dict[int, bytes] | Files = {} if directory is None else Files(directory)
        self._local = threading.local()
        self._buffers: list[Records] = []
        self._counting = threading.Lock()

    @contextmanager
    def opened(self, start: int, stop: int) -> Iterator[Records]:
        pages = self._pages(start, stop)
        base = self.pages[pages[0]][0]
        try:  # memory asked for anew each time would lie between packed pages, which stay
            buffer = self._buffers.pop()
        except IndexError:
            buffer = np.empty(1 << self.bits, self.dtype)
        records = buffer[: self.pages[pages[-1]][1] - base]
        self._unpack(pages, records)
        before = [self._state(records, base, page) for page in pages]
        yield records[start - base : stop - base]
        for page, state in zip(pages, before, strict=True):
            if self._state(records, base, page) != state or page not in self._places:
                self._place(page, self._packer.compress(self._of(records, base, page).data))
        self._buffers.append(buffer)

    def read(self, start: int, stop: int) -> Records:
        pages = self._pages(start, stop)
        base = self.pages[pages[0]][0]
        records = np.empty(self.pages[pages[-1]][1] - base, self.dtype)
        self._unpack(pages, records)
        return records[start - base : stop - base]

    def _unpack(self, pages: range, records: Records) -> None:
        base = self.pages[pages[0]][0]
        for page in pages:
            part = self._of(records, base, page)
            if page in self._places:
                try:
                    with self._unpacker.stream_reader(self._places[page]) as plain:
                        missing = part.nbytes - plain.readinto(part.view(np.uint8).data)
                except zstandard.ZstdError:
                    missing = part.nbytes
                if missing:
                    raise WentWrong(f"packed page {page} of the records is damaged; test the memory and the disk")
            elif self.blank is not None:
                part[:] = self.blank

    def _place(self, page: int, data: bytes) -> None:
        before = 0 if page not in self._places or isinstance(self._places, Files) else len(self._places[page])
        self._places[page] = data
        with self._counting:
            if isinstance(self._places, Files):
                self.written += len(data)
            else:
                self.held += len(data) - before

    def _pages(self, start: int, stop: int) -> range:
        return range(start // self.page, (stop - 1) // self.page + 1)

    def _of(self, records: Records, base: int, page: int) -> Records:
        start, stop = self.pages[page]
        return records[start - base : stop - base]

    def _state(self, records: Records, base: int, page: int) -> int:
        """The same if the page is: what nobody has changed is not packed again."""
        return xxhash.xxh3_64_intdigest(self._of(records, base, page).data)

    @property
    def _packer(self) -> zstandard.ZstdCompressor:
        if not hasattr(self._local, "packer"):
            self._local.packer = zstandard.ZstdCompressor(LEVEL)
        packer: zstandard.ZstdCompressor = self._local.packer
        return packer

    @property
    def _unpacker(self) -> zstandard.ZstdDecompressor:
        if not hasattr(self._local, "unpacker"):
            self._local.unpacker = zstandard.ZstdDecompressor()
        unpacker: zstandard.ZstdDecompressor = self._local.unpacker
        return unpacker


class Files:
    """Packed pages by number, each in a file."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._there: set[int] = set()

    def __contains__(self, number: int) -> bool:
        return number in self._there

    def __getitem__(self, number: int) -> bytes:
        return self._path(number).read_bytes()

    def __setitem__(self, number: int, data: bytes) -> None:
        path = self._path(number)
        with files.enough(path, len(data)):
            path.write_bytes(data)
        self._there.add(number)

    def _path(self, number: int) -> Path:
        return self._directory / f"{number}.zst"


PLAIN, PACKED, FILES = KINDS = "plain", "packed", "files"
"""Stores, the fastest first."""
SHARES = {PLAIN: 8, PACKED: 2, FILES: 2}
LEAST_SHARE, LEAST_BUDGET = 64, 32 << 20
"""Updates on their way take that part of what records take, if there is memory for it, and never less than the least:
the fewer there is room for, the more often a tile is unpacked and packed."""
PACKED_SHARE, PACKED_MEAN = 0.33, 0.15
"""What packing leaves of records at the worst moment, which is the end (of all of Ostle 0.31), and in between."""
GROWTH = 1.15
"""How much larger packed records may become in a level."""
BUFFERS = 3
"""Tiles that a thread has unpacked, while it packs and unpacks."""


@dataclass(frozen=True)
class Tiles:
    """How a run keeps its tiles.

    kind     PLAIN, PACKED or FILES
    budget   bytes for updates on their way, and for records packed in memory
    scratch  directory for FILES, to be removed by whoever made it
    shards   parts that tell each other updates
    dtype    what a slot has, if it is not the record of a solver
    bits     of a tile's slots, if another process has cut the tiles
    """

    kind: str = PLAIN
    budget: int = 1 << 28
    scratch: Path | None = None
    shards: int = 1
    dtype: np.dtype[Any] | None = None
    bits: int | None = None

    @classmethod
    def within(
        cls,
        rules: IndexedRules,
        kind: str,
        threads: int,
        memory: int,
        edges: int,
        dtype: np.dtype[Any] | None = None,
    ) -> Tiles:
        """A store of that kind which takes ``memory`` bytes, or as little as can be.

        What records leave of them is for updates, but never more than a share, or than a game with so many ``edges``
        has use for: half of them in the largest level.
        """
        empty = cls(kind, 0, dtype=dtype)
        records = rules.slots * empty.record(rules).itemsize
        packed = int(PACKED_SHARE * records) if kind == PACKED else 0
        left = memory - packed - empty.memory_bytes(rules, threads)
        least = max(records // LEAST_SHARE, LEAST_BUDGET)
        return replace(empty, budget=packed + min(max(least, min(records // SHARES[kind], left)), 2 * edges))

    def record(self, rules: IndexedRules) -> np.dtype[Any]:
        """What a slot has."""
        return np.dtype(Layout.of(rules).dtype) if self.dtype is None else self.dtype

    def for_updates(self, store: Store) -> int:
        """What is left of the budget for updates in the next level."""
        return max(0, self.budget - int(GROWTH * store.held))

    def memory_bytes(self, rules: IndexedRules, threads: int) -> int:
        """What records, marks and updates take in memory."""
        record = self.record(rules).itemsize
        buffers = threads * BUFFERS * min(rules.slots, 1 << tile_bits(rules)) * record
        records = rules.slots * record
        return (records if self.kind == PLAIN else buffers) + rules.slots // 256 + self.budget

    def scratch_bytes(self, rules: IndexedRules) -> int:
        """What it takes on disk."""
        return int(PACKED_SHARE * rules.slots * self.record(rules).itemsize) if self.kind == FILES else 0

    def store(self, rules: IndexedRules, blank: int | None = None) -> Store:
        """A store without records; ``blank`` see `Store`."""
        if self.kind == PLAIN:
            return Plain(rules, self.record(rules), blank, self.bits)
        assert self.kind == PACKED or self.scratch is not None
        return Packed(rules, self.record(rules), blank, self.bits, self.scratch if self.kind == FILES else None)


IN_MEMORY = Tiles()
