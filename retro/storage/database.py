"""A database opened for reading: the record of any position by its index, one frame at a time.

A look-up reads, checks and decompresses the frame that holds the record; where positions are enumerated, a frame of
keys before that. The frames read last are cached, up to 32 MiB of records and 32 MiB of keys.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules, Rules
from retro.game.values import NO_VALUE
from retro.indexing.enumerated import bind
from retro.storage import SOLVE_AGAIN, Damaged, Unusable, run
from retro.storage.block import MAX_CODES, BlockDecoder, BlockLayout, Fields
from retro.storage.keys import KeyFile
from retro.storage.manifest import KEYS_FILE, MANIFEST_FILE, VALUES_FILE, disk_bytes, present_path, read
from retro.storage.seekable import SeekableReader
from retro.storage.solution import Planes, joined
from retro.system.files import Closing

RECORD_CACHE_BYTES = 32 << 20
"""Memory for frames of records that were read last."""
Decoded = TypeVar("Decoded")


class Database(Closing):
    """Records by index; safe to share between threads. A context manager.

    manifest  what the database contains
    run       how it was made; None if `run.json` is missing or damaged
    keys      positions of a game that enumerates them; None for a game with an index of its own
    """

    def __init__(self, path: Path, digest: str | None = None, cache_bytes: int = RECORD_CACHE_BYTES) -> None:
        """Open the database at ``path``; frames of records that were read last take ``cache_bytes``, or one frame does.

        NotSolved if there is none; Damaged if its files are not what was written, Unreadable if the system cannot read
        them, Unusable if it has another format or, if ``digest`` is given, was solved by other rules.
        """
        self.path = path
        self.manifest = about = read(path, digest)
        self.run = run.read_if_sound(present_path(path) / run.SOLVE_RUN_FILE)
        layout = BlockLayout.of(about.repetition, about.codes, about.value_bytes)
        sound = 0 < len(about.values) <= layout.max_values
        if not sound or (about.values[0] != NO_VALUE and not about.older):
            raise Damaged(f"{path / MANIFEST_FILE} cannot be used: its list of values is not sound")
        if about.repetition and about.codes > MAX_CODES:
            raise Damaged(f"{path / MANIFEST_FILE} cannot be used: its number of codes is not sound")
        self._frames = SeekableReader(present_path(path) / VALUES_FILE)
        complete = self._frames.has_units(self.slots, about.block, layout.record_bytes)
        if self._frames.table_sha256 != about.files[VALUES_FILE].table_sha256 or not complete:
            raise self._mixed_up(VALUES_FILE)
        self.keys = self._open_keys()
        self._decoder = BlockDecoder(layout, list(about.values), about.codes)
        frames = max(1, cache_bytes // (about.block * layout.record_bytes))
        self._cache = lru_cache(frames)(self._frames.frame)

    @property
    def slots(self) -> int:
        """Number of slots of the index."""
        return self.manifest.statistics.slots

    @property
    def block(self) -> int:
        """The number of slots of a frame."""
        return self.manifest.block

    @property
    def disk_bytes(self) -> int:
        """Bytes on disk, the manifest included."""
        return disk_bytes(self.path, self.manifest)

    def indexed(self, rules: Rules, in_memory: bool = False) -> IndexedRules:
        """Returns the rules with an index: their own or, where positions are enumerated, the keys of this database.

        ``in_memory`` loads all keys, which compiled code requires. Damaged if the database has no keys.
        """
        if isinstance(rules, IndexedRules) and not rules.enumerated:
            return rules
        if self.keys is None:
            raise Damaged(f"{self.path} is damaged: it has no keys; {SOLVE_AGAIN}")
        return bind(rules, self.keys.positions() if in_memory else self.keys)

    def record(self, index: int) -> tuple[int, int, int]:
        """Returns best, second and only move of a slot (see `retro.storage.solution`).

        IndexError if there is no such slot, Damaged if the frame is not what was written, Unreadable if the system
        cannot read it, Closed after `close`.
        """
        self.check_open()
        if not 0 <= index < self.slots:
            raise IndexError(index)
        number, offset = divmod(index, self.manifest.block)
        return self._decoded(number, self._cache, lambda data: self._decoder.record(data, offset))

    def records(self, slots: NDArray[np.int64]) -> Planes:
        """Returns the same for an array of slots, as arrays. Each frame is decoded once, in any order of slots."""
        self.check_open()
        if slots.size and not (slots.min() >= 0 and slots.max() < self.slots):
            raise IndexError(slots)
        size = len(slots)
        best, second, only_move = np.empty(size, np.int32), np.empty(size, np.int32), np.empty(size, np.int16)
        numbers, offsets = np.divmod(slots, self.manifest.block)
        order = np.argsort(numbers, kind="stable")
        for same_frame in np.split(order, np.flatnonzero(np.diff(numbers[order])) + 1) if slots.size else ():
            decode = partial(self._decoder.planes, rows=offsets[same_frame])
            found = self._decoded(int(numbers[same_frame[0]]), self._cache, decode)
            best[same_frame], second[same_frame], only_move[same_frame] = found
        return best, second, only_move

    def planes(self, start: int, stop: int) -> Planes:
        """Returns best, second and only move of slots start..stop-1, as `Solution.planes` does.

        Errors as from `fields`.
        """
        self.check_current()
        if not 0 <= start <= stop <= self.slots:
            raise IndexError(f"{start}:{stop}")
        block, pieces = self.manifest.block, list[Planes]()
        for number in range(start // block, -(-stop // block)):
            best, second, only_move = self._decoded(number, self._frames.frame, self._decoder.planes)
            piece = slice(max(start - number * block, 0), stop - number * block)
            pieces.append((best[piece], second[piece], only_move[piece]))
        return joined(pieces)

    def fields(self, number: int) -> Fields:
        """All records of a frame: indices of best and second in the manifest's values, only moves as they are stored.

        Unusable if the database is older; other errors as from `record`.
        """
        self.check_current()
        return self._decoded(number, self._frames.frame, self._decoder.fields)

    def check_current(self) -> None:
        """Unusable if the database is older: slots without a position are not known from its records."""
        if self.manifest.older:
            format, which = self.manifest.format, "from which single positions can be looked up, and no more"
            raise Unusable(f"the database at {self.path} has the older format {format}, {which}: {SOLVE_AGAIN}")

    def check_open(self) -> None:
        """Closed, if `close` was called."""
        self._frames.check_open()

    def close(self) -> None:
        """Close the files; every later read raises Closed."""
        self._frames.close()
        if self.keys is not None:
            self.keys.close()

    def _decoded(self, number: int, frame: Callable[[int], bytes], decode: Callable[[bytes], Decoded]) -> Decoded:
        try:
            return decode(frame(number))
        except ValueError as error:
            file = present_path(self.path) / VALUES_FILE
            raise Damaged(f"{file} cannot be used: frame {number}: {error}; {SOLVE_AGAIN}") from error

    def _open_keys(self) -> KeyFile | None:
        listed = self.manifest.files.get(KEYS_FILE)
        if listed is None:
            return None
        keys = KeyFile(present_path(self.path) / KEYS_FILE, self.slots, self.manifest.block, self.manifest.key_bits)
        if keys.frames.table_sha256 != listed.table_sha256:
            raise self._mixed_up(KEYS_FILE)
        return keys

    def _mixed_up(self, name: str) -> Damaged:
        file = present_path(self.path) / name
        return Damaged(f"{file} is damaged: it is not the file that {MANIFEST_FILE} describes; {SOLVE_AGAIN}")
