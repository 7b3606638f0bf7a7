"""A cache of answers, each valid as long as its database is unchanged: most requests repeat an earlier one."""

from __future__ import annotations

import os
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from retro.serve.compressed import Compressed

MAX_BYTES = 24 << 20
"""Bytes of all answers; beyond that, the least recently used ones are dropped."""
OVERHEAD = 1 << 10
"""About the bytes of an entry without its compressed body."""

Address = tuple[str, bytes]
"""Path and query of a request."""


class Stamp(NamedTuple):
    """The identity of a database: its directory, or its manifest, and what changes when a file in it is replaced."""

    path: Path
    inode: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """Returns the present stamp of a directory or file; OSError if there is none."""
        status = os.stat(path)
        return cls(path, status.st_ino, status.st_mtime_ns)

    @property
    def is_current(self) -> bool:
        """Whether the directory or file still has this stamp."""
        try:
            return Stamp.of(self.path) == self
        except OSError:
            return False


class CachedAnswer(NamedTuple):
    """An answer, and the stamp of the database that it comes from."""

    content: Compressed
    stamp: Stamp


class AnswerCache:
    """Answers by address, the least recently used first; for one thread."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Address, CachedAnswer] = OrderedDict()
        self._bytes = 0

    def get(self, address: Address) -> CachedAnswer | None:
        """The answer of an address; None if there is none, or if its database has changed since."""
        answer = self._answers.get(address)
        if answer is None:
            return None
        if not answer.stamp.is_current:
            self._drop(address)
            return None
        self._answers.move_to_end(address)
        return answer

    def put(self, address: Address, answer: CachedAnswer) -> None:
        """Store an answer, and drop others until all fit into MAX_BYTES."""
        self._drop(address)
        self._answers[address] = answer
        self._bytes += len(answer.content.packed) + OVERHEAD
        while self._bytes > MAX_BYTES:
            self._drop(next(iter(self._answers)))

    def _drop(self, address: Address) -> None:
        dropped = self._answers.pop(address, None)
        if dropped is not None:
            self._bytes -= len(dropped.content.packed) + OVERHEAD
