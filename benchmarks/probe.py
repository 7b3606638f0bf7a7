"""The time of a probe and of a query, and the memory of the process.

    python benchmarks/probe.py --set pieces=8

Positions are drawn at random over the whole index. Each question is asked three times: *cold*, the file dropped from
the system's cache before every question and no frame kept by the reader; *cached*, the same with the file in the
system's cache as far as the first round brought it there; *warm*, at once again. Limits: 1 ms for a probe, 50 ms for a
warm query with all its moves, 300 MB for the process.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from common import AsJson, Data, Row, Settings, choose, figure, machine_figures, report

from retro.app.errors import guarded
from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.query import api
from retro.query.api import Tablebase
from retro.storage import manifest
from retro.system import machine

State = tuple[int, int | None]
Question = Callable[[Tablebase, State], object]

QUESTIONS: dict[str, tuple[Question, float]] = {
    "probe": (lambda table, state: table.probe(state[0]), 1.0),
    "probe with a forbidden move": (lambda table, state: table.probe(*state), 1.0),
    "query, all moves": (lambda table, state: table.moves(*state), 50.0),
}
"""What is asked, and its limit in milliseconds."""


def random_states(rules: IndexedRules, number: int, seed: int) -> list[State]:
    """States that a random move from a random position leads to, with the move that it forbids."""
    choice = random.Random(seed)
    states: list[State] = []
    while len(states) < number:
        key = rules.unrank(choice.randrange(rules.slots))
        moves = [move for move in rules.moves(key) if move.goes_on] if key >= 0 else []
        if moves:
            move = choice.choice(moves)
            code = rules.undo(key, move.code, move.successor)
            states.append((move.successor, None if code == NONE else code))
    return states


def drop(file: Path) -> None:
    """Drops a file from the system's cache."""
    descriptor = os.open(file, os.O_RDONLY)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def asked(rules: IndexedRules, path: Path, asking: list[State], ask: Question) -> dict[str, list[float]]:
    """Returns milliseconds of every query, by what was in memory before."""
    took: dict[str, list[float]] = {"cold": [], "cached": [], "warm": []}

    def timed(kind: str, table: Tablebase, state: State) -> None:
        began = time.perf_counter()
        ask(table, state)
        took[kind].append((time.perf_counter() - began) * 1e3)

    for state in asking:
        with api.open_at(path, rules) as table:
            drop(manifest.present_path(path) / manifest.VALUES_FILE)
            timed("cold", table, state)
    for state in asking:
        with api.open_at(path, rules) as table:
            timed("cached", table, state)
            timed("warm", table, state)
    return took


@guarded
def main(
    settings: Settings = None,
    data: Data = None,
    number: Annotated[int, typer.Option(min=1, metavar="N", help="Positions to ask for.")] = 200,
    seed: Annotated[int, typer.Option(help="Of the random positions.")] = 1,
    json: AsJson = False,
) -> None:
    """Measure probes and queries against the limits of the project."""
    rules, path = choose(settings, data)
    began = time.perf_counter()
    with api.open_at(path, rules) as table:
        opened = (time.perf_counter() - began) * 1e3
        asking = random_states(rules, number, seed)
        for state in asking:  # fills what the reader keeps: the most memory that probing needs
            table.moves(*state)
    memory = machine.peak_memory()
    rows: list[Row] = []
    for name, (ask, limit) in QUESTIONS.items():
        for kind, took in asked(rules, path, asking, ask).items():
            median, high = np.percentile(took, (50, 99))
            rows.append(
                {
                    "question": name,
                    "memory": kind,
                    "median ms": float(median),
                    "99 % ms": float(high),
                    "longest ms": max(took),
                    "limit ms": limit,
                }
            )
    memory_rows = [
        figure("opening the database", opened, "ms"),
        figure("peak resident memory", memory / 1e6, "MB; limit 300 MB"),
    ]
    report({"machine": machine_figures(), "process": memory_rows, "latency": rows}, json)


if __name__ == "__main__":
    typer.run(main)
