"""What solving a game takes: memory, disk and time, known before anything is computed.

Memory is counted, not guessed: the arrays of a backend and what the process needs besides. Disk and time are
estimates from Ostle on one machine (`benchmarks/`): good enough to tell minutes from hours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from retro.compile import Rules
from retro.solving.record import Layout

BACKENDS = ("reference", "sweep", "queue")

PROCESS_BYTES = 300 << 20
"""Interpreter, libraries, compiled code and the writer's buffers."""
STORED_BYTES = {True: 1.0, False: 0.5}
"""Bytes per slot in a database, by whether the game has a repetition rule; Ostle takes 0.54 to 0.87."""
EDGE_NANOSECONDS = 35.0
"""Time of one thread for all that the queue backend does, by slots times most moves; Ostle takes 17 to 35."""
SWEEPS = 40
"""How often the sweep backend goes through the game."""


@dataclass(frozen=True)
class Plan:
    """What a backend needs; ``seconds`` is an estimate."""

    backend: str
    memory_bytes: int
    disk_bytes: int
    seconds: float


def plan(rules: Rules, backend: str, threads: int) -> Plan:
    """What solving ``rules`` takes; ``backend`` may be ``auto``, which chooses the queue."""
    layout = Layout.of(rules)
    slots, states = rules.slots, rules.slots * (rules.max_moves + 1)
    edges = slots * rules.max_moves
    seconds = edges * EDGE_NANOSECONDS / 1e9
    if backend == "reference":
        memory, seconds = states * 400, edges * SWEEPS * 2e-6
    elif backend == "sweep":
        # the bits twice while their ranks are made, and 16 bits for every state if some move leads to all of them
        bits = states * (1024 + 257) // (1024 * 8)
        memory, seconds = 2 * bits + 2 * states, seconds * SWEEPS / threads
    else:
        backend = "queue"
        memory, seconds = slots * np.dtype(layout.dtype).itemsize + slots // 256, seconds / threads
    disk = int(slots * STORED_BYTES[rules.repetition]) + (1 << 20)
    return Plan(backend, memory + PROCESS_BYTES, disk, seconds)
