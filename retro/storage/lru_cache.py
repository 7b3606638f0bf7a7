"""A cache of what was read last, up to a limit: a game or an analysis that stays in a neighbourhood reads little."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Content = TypeVar("Content")


class LRUCache(Generic[Content]):
    """The contents of the ``most`` frames asked for last, by number; safe to share between threads."""

    def __init__(self, read: Callable[[int], Content], most: int) -> None:
        self._read, self._most = read, max(1, most)
        self._contents: OrderedDict[int, Content] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._contents)

    def __call__(self, number: int) -> Content:
        """The content of a frame; whatever reading it raises."""
        with self._lock:
            if number in self._contents:
                self._contents.move_to_end(number)
                return self._contents[number]
        content = self._read(number)
        with self._lock:
            self._contents[number] = content
            while len(self._contents) > self._most:
                self._contents.popitem(last=False)
        return content
