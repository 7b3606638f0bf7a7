"""A database opened for reading: the record of any position by its index, one frame at a time.

A look-up reads, checks and decompresses the one frame that holds the record, and where positions are enumerated one of
keys before that; frames read lately are kept, 32 MiB of them at most, and as much of keys.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.game import UNKNOWN
from retro.game.rules import IndexedRules, Rules
from retro.indexing.enumerated import Positions, bind
from retro.storage import Damaged, manifest, run
from retro.storage.block import MOST_CODES, BlockDecoder, BlockLayout, Fields
from retro.storage.keys import KeyFile
from retro.storage.seekable import SeekableReader
from retro.storage.solution import Planes

CACHE_BYTES = 32 << 20
"""Of records; keys have a limit of their own."""
Decoded = TypeVar("Decoded")


class Database:
    """Records by index; safe to share between threads. A context manager.

    ``keys`` are the positions of a game that enumerates them, None for one with an index of its own.
    """

    def __init__(self, path: Path, digest: str | None = None) -> None:
        """Open the database at ``path``.

        NotSolved if there is none; Damaged if it is not what was written, Unreadable if the system cannot read it,
        Unusable if it has another format or, if ``digest`` is given, was solved by other rules.
        """
        self.path = path
        self.manifest = about = manifest.read(path, digest)
        self.run = run.read(manifest.settled(path) / run.SOLVED, "solve the game again")
        layout = BlockLayout.of(about.repetition, about.codes, about.value_bytes)
        if not 0 < len(about.values) <= layout.most_values or about.values[0] != UNKNOWN:
            raise Damaged(f"{path / manifest.NAME} cannot be used: its list of values is not sound")
        if about.repetition and about.codes > MOST_CODES:
            raise Damaged(f"{path / manifest.NAME} cannot be used: its number of codes is not sound")
        self._frames = SeekableReader(manifest.settled(path) / manifest.VALUES)
        right = self._frames.has(self.slots, about.block, layout.record_bytes)
        if self._frames.table_sha256 != about.files[manifest.VALUES].table_sha256 or not right:
            raise self._mixed_up(manifest.VALUES)
        self.keys = self._open_keys()
        self._decoder = BlockDecoder(layout, list(about.values), about.codes)
        kept = max(1, CACHE_BYTES // (about.block * layout.record_bytes))
        self._cache = lru_cache(kept)(self._frames.frame)

    @property
    def slots(self) -> int:
        """Size of the index."""
        return self.manifest.statistics.slots

    @property
    def disk_bytes(self) -> int:
        """Bytes on disk, the manifest included."""
        return manifest.disk_bytes(self.path, self.manifest)

    def indexed(self, rules: Rules, in_memory: bool = False) -> IndexedRules:
        """The rules with an index: their own or, where positions are enumerated, the keys of this database.

        Compiled code wants the keys in memory. Damaged if there are none.
        """
        if isinstance(rules, IndexedRules) and not rules.enumerated:
            return rules
        if self.keys is None:
            raise Damaged(f"{self.path} is damaged: it has no keys; solve the game again")
        return bind(rules, Positions.of(self.keys.all()) if in_memory else self.keys)

    def record(self, index: int) -> tuple[int, int, int]:
        """best, second and only move of a position (see `retro.storage.solution`).

        IndexError if there is no such slot, Damaged if the frame is not what was written, Unreadable if the system
        cannot read it, Closed after `close`.
        """
        self.check_open()
        if not 0 <= index < self.slots:
            raise IndexError(index)
        number, place = divmod(index, self.manifest.block)
        data = self._cache(number)
        try:
            return self._decoder.record(data, place)
        except ValueError as error:
            raise self._unsound(number, error) from error

    def records(self, slots: NDArray[np.int64]) -> Planes:
        """The same of many positions, in arrays; each frame is decoded once, whatever the order of the slots."""
        self.check_open()
        if slots.size and not (slots.min() >= 0 and slots.max() < self.slots):
            raise IndexError(slots)
        size = len(slots)
        found: Planes = np.empty(size, np.uint16), np.empty(size, np.uint16), np.empty(size, np.int16)
        numbers, places = np.divmod(slots, self.manifest.block)
        order = np.argsort(numbers, kind="stable")
        for wanted in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1) if slots.size else ():
            decoded = self._decoded(int(numbers[wanted[0]]), self._cache, self._decoder.planes)
            for plane, known in zip(found, decoded, strict=True):
                plane[wanted] = known[places[wanted]]
        return found

    def planes(self, start: int, stop: int) -> Planes:
        """best, second and only move of slots start..stop-1, as `Solution.planes` gives them."""
        if not 0 <= start <= stop <= self.slots:
            raise IndexError(f"{start}:{stop}")
        block = self.manifest.block
        parts: list[Planes] = [(np.empty(0, np.uint16), np.empty(0, np.uint16), np.empty(0, np.int16))]
        for number in range(start // block, -(-stop // block)):
            best, second, only_move = self._decoded(number, self._frames.frame, self._decoder.planes)
            part = slice(max(start - number * block, 0), stop - number * block)
            parts.append((best[part], second[part], only_move[part]))
        best, second, only_move = (np.concatenate(plane) for plane in zip(*parts, strict=True))
        return best, second, only_move

    def fields(self, number: int) -> Fields:
        """All records of a frame: indices of best and second in the manifest's values, codes of only moves plus 1."""
        return self._decoded(number, self._frames.frame, self._decoder.fields)

    def check_open(self) -> None:
        """Closed if `close` was called."""
        self._frames.check_open()

    def close(self) -> None:
        """Close the files; whatever is read from the database afterwards raises Closed."""
        self._frames.close()
        if self.keys is not None:
            self.keys.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _decoded(self, number: int, frame: Callable[[int], bytes], decode: Callable[[bytes], Decoded]) -> Decoded:
        """All records of a frame."""
        try:
            return decode(frame(number))
        except ValueError as error:
            raise self._unsound(number, error) from error

    def _open_keys(self) -> KeyFile | None:
        """The keys, where positions are enumerated."""
        listed = self.manifest.files.get(manifest.KEYS)
        if listed is None:
            return None
        keys = KeyFile(manifest.settled(self.path) / manifest.KEYS, self.slots, self.manifest.block)
        if keys.table_sha256 != listed.table_sha256:
            raise self._mixed_up(manifest.KEYS)
        return keys

    def _unsound(self, number: int, why: ValueError) -> Damaged:
        place = manifest.settled(self.path) / manifest.VALUES
        return Damaged(f"{place} cannot be used: frame {number}: {why}; solve the game again")

    def _mixed_up(self, name: str) -> Damaged:
        place = manifest.settled(self.path) / name
        return Damaged(f"{place} is damaged: it is not the file that {manifest.NAME} describes; solve the game again")
