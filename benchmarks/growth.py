"""Does cost grow in proportion to positions? Ostle with 8, 9 and 10 pieces side by side.

    python benchmarks/growth.py

Reads what the databases that are there say of the runs that made them; with --solve, those that are missing are solved
first. Times are those of whole runs, the database written; *in the levels* is the time of an edge without the phases
that walk none. Bytes are per position: peak resident memory of the run, and the database.
"""

from __future__ import annotations

from typing import Annotated

import typer
from common import AsJson, Data, Row, Settings, Threads, choose, machine_figures, report, say, warm

from retro.app.arguments import RunOptions
from retro.app.commands import solve as solving
from retro.app.console import Display
from retro.app.errors import guarded
from retro.storage import NotSolved, manifest
from retro.storage.database import Database
from retro.storage.manifest import Manifest
from retro.storage.run import Run
from retro.system import machine


def row(pieces: int, about: Manifest, run: Run, database_bytes: int) -> Row:
    positions, edges = about.statistics.positions, run.edges
    return {
        "pieces": pieces,
        "positions": positions,
        "edges": edges,
        "per position": edges / positions,
        "seconds": run.seconds,
        "s per million": run.seconds / positions * 1e6,
        "ns per edge": run.seconds / max(edges, 1) * 1e9,
        "in the levels": run.phases["level"] / max(edges, 1) * 1e9,
        "RSS bytes": run.peak_rss_bytes / positions,
        "disk bytes": database_bytes / positions,
        "threads": run.threads,
    }


@guarded
def main(
    settings: Settings = None,
    pieces: Annotated[list[int] | None, typer.Option(metavar="N", help="Pieces in all; by default 8, 9, 10.")] = None,
    threads: Threads = None,
    data: Data = None,
    solve: Annotated[bool, typer.Option("--solve", help="Solve what has not been solved yet.")] = False,
    json: AsJson = False,
) -> None:
    """Compare what solving Ostle costs with more and more pieces."""
    rows = []
    for number in pieces or (8, 9, 10):
        rules, path = choose([*(settings or []), f"pieces={number}"], data)
        try:
            with Database(path) as database:
                about, run = database.manifest, database.run
                assert run is not None, "run.json is missing or damaged"
        except NotSolved as error:
            if not solve:
                say(f"pieces={number} is left out: {error}")
                continue
            warm(rules)
            options = RunOptions(checkpoint=0, restart=True)
            job = solving.Job(rules, path, "queue", threads or machine.cores(), Display(), say, options)
            about, run = job.solve()
        rows.append(row(number, about, run, manifest.disk_bytes(path, about)))
    report({"machine": machine_figures(), "growth": rows}, json)


if __name__ == "__main__":
    typer.run(main)
