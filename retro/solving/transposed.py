"""Edges turned around in memory: how the queue backend finds predecessors of a game that cannot take moves back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling import compile as compiling
from retro.game.rules import IndexedRules, Rules
from retro.solving.stores import TASK_SLOTS
from retro.system.checkpointing import NO_SAVER, Saver
from retro.system.progress import Progress
from retro.system.ranges import ranges

TEMPLATES = ("retro.solving.transposed_kernels",)


class Edges(NamedTuple):
    """All edges by the slot that they lead to.

    first    int64: edges first[i] to first[i + 1] - 1 lead to slot i
    sources  the slot that an edge comes from
    codes    code of the move there
    undos    with a repetition rule: code of the move that it forbids at its end, or NONE
    """

    first: NDArray[np.int64]
    sources: NDArray[np.unsignedinteger[Any]]
    codes: NDArray[np.uint16]
    undos: NDArray[np.int16]


def edge_bytes(rules: Rules) -> int:
    """Memory that an edge takes; there are 8 bytes for every slot besides."""
    return _source_type(rules)().itemsize + 2 + (2 if rules.repetition else 0)


def _source_type(rules: Rules) -> type[np.unsignedinteger[Any]]:
    return np.uint64 if isinstance(rules, IndexedRules) and rules.slots >= 1 << 32 else np.uint32


def most_to_one_slot(edges: Edges) -> int:
    """How many edges lead to a slot at most; some slots at a time, as their differences take memory."""
    tasks = ranges(0, len(edges.first), TASK_SLOTS)
    return max((int(np.diff(edges.first[start : stop + 1]).max(initial=0)) for start, stop in tasks), default=0)


def none(rules: IndexedRules) -> Edges:
    """For a game that takes moves back itself."""
    return _room(rules, np.zeros(0, np.int64), 0)


def turned_around(
    rules: IndexedRules, threads: int, progress: Progress, lookahead: bool, saver: Saver = NO_SAVER
) -> Edges:
    """All edges of the game; memory as `edge_bytes` tells, one scan to count them and one to write them down.

    With ``lookahead``, without the edges that a solver need not walk because the mover wins at once at their end.
    """
    kernels = compiling.kernels(rules, TEMPLATES, {"LOOKAHEAD": lookahead})
    tasks = ranges(0, rules.slots, TASK_SLOTS)
    first = np.zeros(rules.slots + 2, np.int64)

    def walk(phase: str, writing: bool, edges: Edges) -> None:
        progress.phase(phase, rules.slots, None)
        for _ in pool.map(lambda task: kernels.walk_edges(*task, writing, *edges), tasks):
            progress.advance(TASK_SLOTS, 0)
            saver.stop_if_asked()

    with ThreadPoolExecutor(threads) as pool:
        walk("counting edges", False, _room(rules, first, 0))
        np.cumsum(first, out=first)
        edges = _room(rules, first, int(first[-1]))
        walk("turning edges around", True, edges)
    return edges


def _room(rules: IndexedRules, first: NDArray[np.int64], edges: int) -> Edges:
    undos = np.empty(edges if rules.repetition else 0, np.int16)
    return Edges(first, np.empty(edges, _source_type(rules)), np.empty(edges, np.uint16), undos)
