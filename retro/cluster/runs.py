"""Runs of edges on their way from the worker that finds them to the owner of the page that they lead to.

Edges of a game without ``unmoves`` are transposed (`retro.solving.transposed`): each worker makes the moves of its own
positions, and stores the predecessor lists of its own pages. So runs go from worker to worker, 2.7 bytes for each edge
whose ends belong to different workers. The runs of a page may arrive from several workers in any order.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.edges import LISTS
from retro.system.page_files import Data, PageStorage, PieceId


class Runs(NamedTuple):
    """A message with runs for one worker: page and number of bytes of each; and the bytes of all, in order."""

    pages: NDArray[np.int64]
    sizes: NDArray[np.int64]
    data: NDArray[np.uint8]


class RunStorage(PageStorage):
    """Runs and lists of the pages of a worker, and runs for other workers until they are sent.

    own     storage for the worker's pages
    owner   function that returns the number of the worker that has a page
    number  number of this worker
    n_runs  by page, the number of its runs in ``own``
    size    bytes of a message, or more
    """

    def __init__(self, own: PageStorage, owner: Callable[[int], int], number: int, pages: int, size: int) -> None:
        self.own, self.n_runs, self._size = own, [0] * pages, size
        self._owner, self._number = owner, number
        self._waiting: dict[int, list[tuple[int, Data]]] = {}
        self._changing = threading.Lock()

    def __contains__(self, piece: PieceId) -> bool:
        return piece in self.own

    def get(self, piece: PieceId) -> Data:
        return self.own.get(piece)

    def put(self, piece: PieceId, data: Data) -> None:
        """Stores lists, or a run of this worker's page; any other run waits until it is sent. Runs get new numbers."""
        page, name = piece
        if name == LISTS:
            self.own.put(piece, data)
        elif (owner := self._owner(page)) == self._number:
            self.add(page, data)
        else:
            with self._changing:
                self._waiting.setdefault(owner, []).append((page, data))

    def pieces(self) -> list[PieceId]:
        return self.own.pieces()

    def remove(self, piece: PieceId) -> None:
        self.own.remove(piece)

    def add(self, page: int, data: Data) -> None:
        """Stores a run of one of this worker's pages."""
        with self._changing:
            number = self.n_runs[page]
            self.n_runs[page] += 1
        self.own.put((page, str(number)), data)

    def receive(self, runs: Runs) -> None:
        """Stores runs that have arrived."""
        data, begin = runs.data.data, 0
        for page, size in zip(runs.pages.tolist(), runs.sizes.tolist(), strict=True):
            self.add(page, data[begin : begin + size])
            begin += size

    def outgoing(self) -> Iterator[tuple[int, Runs]]:
        """Yields messages with the runs that wait, each after the number of its receiver.

        Receivers are in order of their numbers, beginning after this worker, so that not all send to the same one
        first.
        """
        with self._changing:
            waiting, self._waiting = self._waiting, {}
        for owner in sorted(waiting, key=lambda owner: (owner < self._number, owner)):
            pages, pieces, size = list[int](), list[Data](), 0
            listed = waiting.pop(owner)
            for count, (page, data) in enumerate(listed, 1):
                pages.append(page)
                pieces.append(data)
                size += len(data)
                if size >= self._size or count == len(listed):
                    sizes = np.array([len(each) for each in pieces], np.int64)
                    yield owner, Runs(np.array(pages, np.int64), sizes, np.concatenate([_bytes(x) for x in pieces]))
                    pages, pieces, size = [], [], 0


def _bytes(data: Data) -> NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8)
