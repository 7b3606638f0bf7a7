"""Hours, bytes and price of a game on many machines, by a model with numbers measured on one (docs/scaling.md).

    python benchmarks/scaling.py
    python benchmarks/scaling.py --positions 1.0e13 --nodes 4096 --cores 64
    python benchmarks/scaling.py --positions 160900185 --edges 6.415 --levels 110 --cores 0.5 --nodes 4 --gigabits 100

Processor time grows with positions, edges and what is sent, and is shared by all cores. Updates cross the network once,
and so does the database, packed, to whoever writes it. What does not shrink with more machines is that, and rounds, one
or more for each level: all workers are called by way of teams, and every worker fetches a message from every other one.
"""

from __future__ import annotations

from math import comb, sqrt
from typing import Annotated

import typer
from common import AsJson, Row, report

from retro.app.errors import guarded

FIRST, EDGE, WRITE = 156e-9, 62e-9, 57e-9
"""Seconds of one thread for a position's first record, for an edge (all of Ostle in one process), and for a record that
is written (by two workers): `retro solve ostle`, phases in its run.json."""
BYTE = 2e-9
"""Seconds of one thread for a byte that is sent: all of Ostle by two workers."""
ROUND, MEMBER, TOLD, PAIR = 15e-3, 2.4e-3, 0.1e-3, 0.03e-6
"""Seconds of a round for the driver and those who lead teams: at least, for each worker of a team, of which there are
as many, for what each worker tells, and for each pair (`benchmarks/delivery.py`)."""
FETCH, MESSAGE = 16e-3, 0.5e-3
"""Seconds of a round for a worker: at least, and for a message from each of the others (likewise)."""
UPDATE, RECORD, PACKED = 4, 4, 0.8
"""Bytes; of a position in Ostle's database."""
SIX = 36 * sum(comb(35, mine) * comb(35 - mine, other) for mine in (4, 5) for other in (4, 5)) / 8
"""Positions of Ostle on six by six squares, five men a side, up to symmetry."""


def predicted(
    positions: float, edges: float, levels: int, nodes: int, cores: float, memory: float, gigabits: float, price: float
) -> Row:
    """Returns a row: hours of each phase, and the bytes that each machine holds and sends.

    Half a row is empty if the game does not fit into the machines' memory.
    """
    sent = edges * UPDATE * (nodes - 1) / nodes
    rate, threads = gigabits * 1e9 / 8, nodes * cores
    records = positions * RECORD
    capacity = memory * 1e9 - records / nodes
    known: Row = {"nodes": nodes, "records of each GB": records / nodes / 1e9, "sent by each TB": sent / nodes / 1e12}
    if capacity <= 0:
        return known
    rounds = levels + edges * UPDATE / nodes / capacity
    seconds = {
        "first records": positions * FIRST / threads,
        "edges": (edges * EDGE + sent * BYTE) / threads,
        "network": sent / nodes / rate,
        "driver": rounds * (ROUND + MEMBER * sqrt(nodes) + nodes * (TOLD + PAIR * nodes)),
        "messages": rounds * (FETCH + nodes * MESSAGE),
        "writing": positions * WRITE / threads + (positions * PACKED / rate if nodes > 1 else 0.0),
    }
    whole = sum(seconds.values()) / 3600
    hours = {f"{name} h": value / 3600 for name, value in seconds.items()}
    return known | hours | {"all h": whole, "price $": whole * nodes * price}


@guarded
def main(
    positions: Annotated[float, typer.Option(min=1, metavar="N", help="By default Ostle on 6 x 6 squares.")] = SIX,
    edges: Annotated[float, typer.Option(min=0, metavar="N", help="For each position; 15 in Ostle.")] = 16.0,
    levels: Annotated[int, typer.Option(min=1, metavar="N", help="The longest DTM; 147 in Ostle.")] = 150,
    nodes: Annotated[list[int] | None, typer.Option(min=1, metavar="N", help="Machines; may be repeated.")] = None,
    cores: Annotated[float, typer.Option(min=0.001, metavar="N", help="Of each.")] = 16.0,
    memory: Annotated[float, typer.Option(min=0.001, metavar="GB", help="Of each, for records and updates.")] = 112.0,
    gigabits: Annotated[float, typer.Option(min=0.001, metavar="N", help="A second, of each one's network.")] = 10.0,
    price: Annotated[float, typer.Option(min=0, metavar="DOLLARS", help="Of a machine for an hour.")] = 1.0,
    json: AsJson = False,
) -> None:
    """Predicts hours, bytes and price of a game on many machines."""
    machines = nodes or (16, 256, 4096)
    rows = [predicted(positions, edges * positions, levels, n, cores, memory, gigabits, price) for n in machines]
    report({f"{positions:,.0f} positions, {edges:g} edges each": rows}, json)


if __name__ == "__main__":
    typer.run(main)
