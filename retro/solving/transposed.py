"""Transposed edges: how the queue backend finds the predecessors of a position in a game without ``unmoves``."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules, Rules
from retro.solving import transposed_kernels
from retro.solving.stores import TASK_SLOTS
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint
from retro.system.progress import Progress
from retro.system.ranges import ranges


class Edges(NamedTuple):
    """All edges of a game, listed by the slot that they lead to (CSR).

    first    int64: edges first[i] to first[i + 1] - 1 lead to slot i
    sources  slot that an edge comes from
    codes    code of the move there
    undos    with a repetition rule: code of the move that the edge forbids at its end, or NONE
    """

    first: NDArray[np.int64]
    sources: NDArray[np.unsignedinteger[Any]]
    codes: NDArray[np.uint16]
    undos: NDArray[np.int16]


def edge_bytes(rules: Rules) -> int:
    """Returns the bytes that an edge takes; every slot takes 8 more."""
    return _source_type(rules)().itemsize + 2 + (2 if rules.repetition else 0)


def _source_type(rules: Rules) -> type[np.unsignedinteger[Any]]:
    return np.uint64 if isinstance(rules, IndexedRules) and rules.slots >= 1 << 32 else np.uint32


def max_edges_to_one_slot(edges: Edges) -> int:
    """Returns the largest number of edges to one slot, from a range of slots at a time: differences take memory."""
    tasks = ranges(0, len(edges.first), TASK_SLOTS)
    return max((int(np.diff(edges.first[start : stop + 1]).max(initial=0)) for start, stop in tasks), default=0)


def no_edges(rules: IndexedRules) -> Edges:
    """Returns empty arrays, for a game that defines ``unmoves``."""
    return _allocated(rules, np.zeros(0, np.int64), 0)


def transpose(
    rules: IndexedRules, threads: int, progress: Progress, lookahead: bool, checkpoint: Checkpoint = NO_CHECKPOINT
) -> Edges:
    """Returns all edges of the game, after one scan that counts them and one that lists them.

    They take `edge_bytes` each and 8 bytes a slot. With ``lookahead``, edges to positions that their mover wins at once
    are left out: a solver need not walk them.
    """
    kernels = compiled_kernels(rules, transposed_kernels, {"LOOKAHEAD": lookahead})
    tasks = ranges(0, rules.slots, TASK_SLOTS)
    first = np.zeros(rules.slots + 2, np.int64)

    def walk(phase: str, listing: bool, edges: Edges) -> None:
        progress.phase(phase, rules.slots, None)
        for _ in pool.map(lambda task: kernels.walk_edges(*task, listing, *edges), tasks):
            progress.advance(TASK_SLOTS, 0)
            checkpoint.raise_if_interrupted()

    with ThreadPoolExecutor(threads) as pool:
        walk("counting edges", False, _allocated(rules, first, 0))
        np.cumsum(first, out=first)
        edges = _allocated(rules, first, int(first[-1]))
        walk("transposing edges", True, edges)
    return edges


def _allocated(rules: IndexedRules, first: NDArray[np.int64], count: int) -> Edges:
    undos = np.empty(count if rules.repetition else 0, np.int16)
    return Edges(first, np.empty(count, _source_type(rules)), np.empty(count, np.uint16), undos)
