"""The digest of a database's content: of its values and only moves, in order of slots, and of nothing else.

It does not depend on how records are stored: on frames, compression and the list of values. It is the SHA-256 of the
SHA-256 of each piece of 16,384 slots, one after another. A piece is its best values as 32-bit integers, then its second
values as these, then its only moves as 16-bit integers, all little-endian and signed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.storage.database import Database
from retro.storage.solution import Planes
from retro.system.checkpointing import in_order
from retro.system.progress import Progress
from retro.system.ranges import Pieces, ranges

PIECE_SLOTS = 1 << 14
"""Slots of a piece; the last one may have fewer. Frames of records have whole pieces."""


def pieces(planes: Planes) -> list[bytes]:
    """Returns the SHA-256 of each piece of consecutive records; the first one begins a piece."""
    hashes = []
    for piece in (slice(*each) for each in ranges(0, len(planes[0]), PIECE_SLOTS)):
        digest = hashlib.sha256()
        for plane, dtype in zip(list[NDArray[Any]](planes), ("<i4", "<i4", "<i2"), strict=True):
            digest.update(np.ascontiguousarray(plane[piece], dtype).data)
        hashes.append(digest.digest())
    return hashes


def pieces_of(database: Database, threads: int, progress: Progress) -> Iterator[bytes]:
    """Yields the SHA-256 of each piece of a database. Errors as from `Database.planes`."""
    tasks = Pieces([(0, database.slots)], database.block)
    progress.phase("content", database.slots, None)
    with ThreadPoolExecutor(threads) as pool:
        for (start, stop), hashes in in_order(pool, 2 * threads, lambda task: pieces(database.planes(*task)), tasks):
            progress.advance(stop - start, 0)
            yield from hashes


def whole(hashes: Iterator[bytes]) -> str:
    """Returns the digest of a content, in hexadecimal, from the SHA-256 of each of its pieces."""
    digest = hashlib.sha256()
    for each in hashes:
        digest.update(each)
    return digest.hexdigest()
