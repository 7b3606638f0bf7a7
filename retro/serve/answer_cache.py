"""Finished answers, kept as long as their database is the same: most questions are asked again."""

from __future__ import annotations

import os
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

MOST_BYTES = 24 << 20
"""Of all that is kept; those asked longest ago go first."""
OVERHEAD = 1 << 10
"""Bytes that an answer takes besides its body, about."""

Question = tuple[str, bytes]
"""Path and query of an address."""


class Stamp(NamedTuple):
    """Which database an answer is of: the directory, and what changes when anything in it does."""

    path: Path
    inode: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> Stamp:
        """As it is now; OSError if there is none."""
        found = os.stat(path)
        return cls(path, found.st_ino, found.st_mtime_ns)

    @property
    def holds(self) -> bool:
        """Whether the database is still the same."""
        try:
            return Stamp.of(self.path) == self
        except OSError:
            return False


class Answer(NamedTuple):
    """A body, and of what kind it is."""

    body: bytes
    kind: str
    stamp: Stamp


class Kept:
    """The answers that were asked lately; for one thread."""

    def __init__(self) -> None:
        self._answers: OrderedDict[Question, Answer] = OrderedDict()
        self._bytes = 0

    def find(self, question: Question) -> Answer | None:
        """The answer to a question; None if there is none, or its database is another one now."""
        found = self._answers.get(question)
        if found is None:
            return None
        if not found.stamp.holds:
            self._drop(question)
            return None
        self._answers.move_to_end(question)
        return found

    def keep(self, question: Question, answer: Answer) -> None:
        """Keep an answer, and let others go for it."""
        self._drop(question)
        self._answers[question] = answer
        self._bytes += len(answer.body) + OVERHEAD
        while self._bytes > MOST_BYTES:
            self._drop(next(iter(self._answers)))

    def _drop(self, question: Question) -> None:
        gone = self._answers.pop(question, None)
        if gone is not None:
            self._bytes -= len(gone.body) + OVERHEAD
