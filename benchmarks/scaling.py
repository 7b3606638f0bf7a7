"""What a game would take on many machines: a model made of what was measured on one (docs/scaling.md).

    python benchmarks/scaling.py
    python benchmarks/scaling.py --positions 1.0e13 --nodes 4096 --cores 64

Processor time grows with positions and edges and is shared by all cores. Updates cross the network once; all records
cross it once to whoever writes the database. What does not shrink with more machines are rounds, one or more for each
level: the driver calls every worker, and every worker fetches a message from every other one.
"""

from __future__ import annotations

from math import comb
from typing import Annotated

import typer
from common import AsJson, Row, report

from retro.app.errors import guarded

FIRST, EDGE, WRITE = 156e-9, 62e-9, 36e-9
"""Seconds of one thread for a position's first record, for an edge, and for a record that is written: all of Ostle on
two cores (`retro info ostle`, phases in run.json)."""
WORKERS = 1.15
"""Times that workers take for an edge what one process takes (docs/scaling.md)."""
UPDATE, RECORD = 4, 4
"""Bytes."""
CALL, PAIR, MESSAGE = 1.0e-3, 0.3e-6, 1.0e-3
"""Seconds of the driver in a round for each worker and for each pair of them, and of a worker for each message
(`benchmarks/delivery.py`)."""
LEVELS = 150
"""Of all of Ostle: 147."""
ROOM = 1 / 8
"""Of the records' bytes, for updates on their way: when it is full a round ends."""
SIX = 36 * sum(comb(35, mine) * comb(35 - mine, other) for mine in (4, 5) for other in (4, 5)) / 8
"""Positions of Ostle on six by six squares, five men a side, up to symmetry."""


def predicted(positions: float, edges: float, nodes: int, cores: int, gigabits: float, price: float) -> Row:
    """A row of the table: hours of each part, and what each machine holds and sends."""
    bytes_each = edges * UPDATE * (nodes - 1) / nodes / nodes
    rate, threads = gigabits * 1e9 / 8, nodes * cores
    records = positions * RECORD
    rounds = LEVELS + edges * UPDATE / (records * ROOM)
    seconds = {
        "first records": positions * FIRST / threads,
        "levels": edges * EDGE * WORKERS / threads + bytes_each / rate,
        "driver": rounds * nodes * (CALL + PAIR * nodes),
        "messages": rounds * nodes * MESSAGE,
        "writing": max(positions * WRITE / cores, records / rate),
    }
    hours = {name: value / 3600 for name, value in seconds.items()}
    whole = sum(hours.values())
    return {
        "nodes": nodes,
        "memory of each GB": records * (1 + ROOM) / nodes / 1e9,
        "sent by each TB": bytes_each / 1e12,
        **{f"{name} h": value for name, value in hours.items()},
        "all h": whole,
        "price $": whole * nodes * price,
    }


@guarded
def main(
    positions: Annotated[float, typer.Option(min=1, metavar="N", help="By default Ostle on 6 x 6 squares.")] = SIX,
    edges: Annotated[float, typer.Option(min=0, metavar="N", help="For each position; 15 in Ostle.")] = 16.0,
    nodes: Annotated[list[int] | None, typer.Option(min=1, metavar="N", help="Machines; may be repeated.")] = None,
    cores: Annotated[int, typer.Option(min=1, metavar="N", help="Of each.")] = 16,
    gigabits: Annotated[float, typer.Option(min=0.001, metavar="N", help="A second, of each one's network.")] = 10.0,
    price: Annotated[float, typer.Option(min=0, metavar="DOLLARS", help="Of a machine for an hour.")] = 1.0,
    json: AsJson = False,
) -> None:
    """Predict what a game takes on many machines."""
    rows = [predicted(positions, edges * positions, each, cores, gigabits, price) for each in nodes or (16, 256, 4096)]
    report({f"{positions:,.0f} positions, {edges:g} edges each": rows}, json)


if __name__ == "__main__":
    typer.run(main)
