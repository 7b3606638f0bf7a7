"""What solving a game takes: memory, disk and time, known before anything is computed.

Memory is counted, not guessed: the arrays of a backend and what the process needs besides (`footprint`). Of the sweep
backend it is the most that there can be, and of edges turned around in memory an estimate from a sample. Disk and time
are estimates from a few games on one machine (`benchmarks/`), disk rather more than less.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType

import numpy as np

from retro import compile as compiling
from retro.game import ONGOING, GameError
from retro.rules import Rules
from retro.solving import reverse
from retro.solving.footprint import process_bytes
from retro.solving.record import Layout

STORED_BYTES = {True: 1.0, False: 0.5}
"""Bytes per slot in a database, by whether the game has a repetition rule; Ostle takes 0.54 to 0.87."""
KEY_BYTES = 3
"""Bytes per slot for the keys of enumerated positions in a database; British Square takes less."""
CHECKPOINT_SHARE = {"reference": 0.0, "queue": 0.35, "sweep": 0.4, "acyclic": 0.25}
"""What compression leaves of the arrays that a backend saves, at the worst moment, which is the end. Of all of Ostle
0.31 (1.24 bytes per slot), with at most eight pieces 0.19, of British Square 0.12; sweeping Ostle on four by four
squares 0.29."""
SMALL_FILES = 1 << 20
"""What a database or a checkpoint takes however small it is, rather more than less."""
EDGE_NANOSECONDS = 35.0
"""Time of one thread for all that the queue backend does, by slots times most moves; Ostle takes 17 to 35."""
SWEEPS = 40
"""How often the sweep backend goes through the game."""
SAMPLE = 1000
"""Positions of which the moves are counted to estimate how many edges there are."""


@dataclass(frozen=True)
class Plan:
    """What a backend needs; ``seconds`` is an estimate, ``why`` says why this backend, if there was a choice.

    memory_bytes      of the whole process, what it holds already included
    disk_bytes        of the database
    checkpoint_bytes  of one checkpoint at its largest, 0 if the backend saves none
    """

    backend: str
    why: str
    memory_bytes: int
    disk_bytes: int
    checkpoint_bytes: int
    seconds: float


def plan(rules: Rules, backend: str, threads: int, available: int) -> Plan:
    """What solving ``rules`` takes with ``backend``; ``auto`` chooses one for which ``available`` bytes of memory do,
    those included which this process holds already.

    GameError if the backend cannot solve this game.
    """
    if backend == "auto":
        return _chosen(rules, threads, available)
    if rules.scores and backend not in ("acyclic", "reference"):
        raise GameError(f"values of {rules.game.name} are scores: choose the backend acyclic or reference")
    if backend == "acyclic" and rules.repetition:
        raise GameError(f"{rules.game.name} has a repetition rule: choose another backend than acyclic")
    return _PLANS[backend](rules, threads)


def _chosen(rules: Rules, threads: int, available: int) -> Plan:
    if rules.scores:
        return replace(_acyclic(rules, threads), why="values are scores")
    if rules.acyclic:
        return replace(_acyclic(rules, threads), why="every move lowers the tier, so one pass will do")
    by_queue = _queue(rules, threads)
    if rules.defines("unmoves"):
        return by_queue
    by_sweep = _sweep(rules, threads)
    turned = f"about {_edges(rules):,} edges turned around in memory"
    if by_queue.memory_bytes <= available or by_queue.memory_bytes <= by_sweep.memory_bytes:
        why = f"it cannot take moves back, so {turned}: {_mebibytes(by_queue.memory_bytes)} in all"
        return replace(by_queue, why=why)
    why = (
        f"it cannot take moves back, and with {turned} would need {_mebibytes(by_queue.memory_bytes)} of memory, where "
        f"{_mebibytes(available)} are available; sweeping again and again needs {_mebibytes(by_sweep.memory_bytes)}"
    )
    return replace(by_sweep, why=why)


def _plan(rules: Rules, backend: str, threads: int, arrays: int, saved: int, seconds: float) -> Plan:
    """Of ``arrays`` bytes in memory, of which ``saved`` go into a checkpoint."""
    database = int(rules.slots * (STORED_BYTES[rules.repetition] + (KEY_BYTES if rules.enumerated else 0)))
    share = CHECKPOINT_SHARE[backend]
    checkpoint = int(saved * share) + SMALL_FILES if share else 0
    memory = process_bytes(rules, _kernels(rules, backend), arrays, threads)
    return Plan(backend, "", memory, database + SMALL_FILES, checkpoint, seconds)


def _kernels(rules: Rules, backend: str) -> ModuleType | None:
    """What the backend has compiled first of all."""
    if backend == "reference":
        return None
    with compiling.explained(rules):
        kernels: ModuleType = import_module(f"retro.solving.{backend}").kernels(rules)
        return kernels


def turned_around_bytes(rules: Rules) -> int:
    """About what the edges of a game take in memory, turned around; from a sample of its positions."""
    return 8 * rules.slots + _edges(rules) * reverse.edge_bytes(rules)


def _most_edges(rules: Rules) -> int:
    return rules.slots * rules.max_moves


def _reference(rules: Rules, threads: int) -> Plan:
    states = rules.slots * (rules.max_moves + 1)
    return _plan(rules, "reference", 1, states * 400, 0, _most_edges(rules) * SWEEPS * 2e-6)


def _sweep(rules: Rules, threads: int) -> Plan:
    # the bits twice while their ranks are made, and 16 bits for every state if some move leads to all of them
    states = rules.slots * (rules.max_moves + 1 if rules.repetition else 1)
    bits, values = states * (1024 + 257) // (1024 * 8), 2 * states
    seconds = _most_edges(rules) * EDGE_NANOSECONDS * SWEEPS / threads / 1e9
    return _plan(rules, "sweep", threads, 2 * bits + values, bits + values, seconds)


def _acyclic(rules: Rules, threads: int) -> Plan:
    seconds = _edges(rules) * EDGE_NANOSECONDS * 4 / threads / 1e9
    return _plan(rules, "acyclic", threads, 3 * rules.slots, 2 * rules.slots, seconds)


def _queue(rules: Rules, threads: int) -> Plan:
    records = rules.slots * np.dtype(Layout.of(rules).dtype).itemsize + rules.slots // 256
    seconds = _most_edges(rules) * EDGE_NANOSECONDS / threads / 1e9
    if rules.defines("unmoves"):
        return _plan(rules, "queue", threads, records, records, seconds)
    return _plan(rules, "queue", threads, records + turned_around_bytes(rules), records, seconds)


_PLANS: dict[str, Callable[[Rules, int], Plan]] = {
    "reference": _reference,
    "sweep": _sweep,
    "queue": _queue,
    "acyclic": _acyclic,
}


def _edges(rules: Rules) -> int:
    """About how many edges a game has, rather more than fewer, from a sample of its positions."""
    chance = random.Random(0)
    slots = range(rules.slots) if rules.slots <= SAMPLE else [chance.randrange(rules.slots) for _ in range(SAMPLE)]
    keys = [key for key in map(rules.unrank, slots) if key >= 0]
    found = sum(sum(move.outcome == ONGOING for move in rules.moves(key)) for key in keys)
    return int(1.1 * rules.slots * found / max(1, len(keys)))


def _mebibytes(size: int) -> str:
    return f"{size / (1 << 20):,.0f} MiB"
