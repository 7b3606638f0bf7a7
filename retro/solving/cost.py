"""The approximate time of a run, from the numbers of its positions and edges.

The constants are seconds of one thread, measured on one machine with Ostle. Games differ in what their functions take,
and machines in speed, so a run may take half or twice as long.
"""

from __future__ import annotations

from retro.solving.tiles import PLAIN
from retro.system import machine

POSITION, EDGE = 200e-9, 35e-9
"""Seconds of a position and of an edge; writing and verifying the database are included."""
PACKED = 4.5
"""How many times as long a run takes whose records are packed, in memory or in files."""


def seconds(positions: int, edges: int, threads: int, kind: str) -> float:
    """Returns the seconds of a run in ``threads`` threads of this machine with a store of that kind."""
    alone = positions * POSITION + edges * EDGE
    return alone * (1 if kind == PLAIN else PACKED) / min(threads, machine.cores())
