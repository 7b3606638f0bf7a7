"""Helpers of the benchmarks: the choice of a game, compiled kernels, and figures as tables or JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import numpy as np
import typer

from retro.app import layout, output
from retro.game import plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.solving import queue
from retro.solving.below import only_tier
from retro.solving.edges import NO_COUNTS, NO_LISTS
from retro.solving.outbox import outboxes, payload_bits
from retro.solving.record import Layout
from retro.solving.stores import tile_bits
from retro.storage.location import data_directory, database_path
from retro.system import machine
from retro.system.settings import settings as as_dictionary

Row = dict[str, str | int | float | None]

Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of Ostle; may be repeated.")
]
Data = Annotated[Path | None, typer.Option(metavar="DIR", envvar="RETRO_DATA", help="Where databases lie.")]
Threads = Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads; by default one per core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures in JSON.")]


def choose(settings: Sequence[str] | None, data: Path | None) -> tuple[IndexedRules, Path]:
    """Returns the rules of Ostle with options written as KEY=VALUE, and the path of their database."""
    game = plugins.load("ostle")
    options = game.choose(as_dictionary(settings or []))
    rules = load(game, options)
    assert isinstance(rules, IndexedRules)
    return rules, database_path(data_directory(data), game, options)


def warm(rules: IndexedRules) -> ModuleType:
    """Compiles or loads the queue backend's kernels of a game by calling each on no records."""
    kernels = queue.kernels(rules)
    records, none = np.empty(0, Layout.of(rules).dtype), np.empty(0, np.int64)
    pending, counters = np.zeros((4, 1), np.bool_), np.zeros(kernels.COUNTERS, np.int64)
    later, below = np.empty(0, np.int32), only_tier(0)
    shape = rules.slots, (tile_bits(rules.slots), payload_bits(rules))
    [outbox] = outboxes(1, *shape, kernels.BLOCK_UPDATES, 0, kernels.MAX_UPDATES, np.zeros(1, np.bool_))
    kernels.initialise(records, 0, pending, later, below, NO_COUNTS, counters)
    kernels.expand(records, 0, 0, pending, later, below, NO_LISTS, outbox, counters)
    kernels.apply(records, outbox, none, 0, pending[0], later, counters)
    kernels.count_draws(records, 0, below, counters)
    return kernels


def say(line: str) -> None:
    """Prints a remark to stderr; stdout has the figures."""
    typer.echo(line, err=True)


def figure(measure: str, value: str | float, unit: str = "") -> Row:
    """Returns a row of a table of figures."""
    return {"measure": measure, "value": value, "unit": unit}


def machine_figures() -> list[Row]:
    """Returns the table of the machine: processor, cores, memory."""
    return [
        figure("processor", machine.processor()),
        figure("cores", machine.cores()),
        figure("memory", machine.memory() / 2**30, "GiB"),
    ]


def report(tables: dict[str, list[Row]], json: bool) -> None:
    """Print tables (rows of the same columns) to stdout, under their names."""
    if json:
        output.print_json(dict(tables))
        return
    for title, rows in tables.items():
        if rows:
            columns = [f"{name}>" if _is_number(rows, name) else name for name in rows[0]]
            layout.table(columns, [[_text(cell) for cell in row.values()] for row in rows], title)


def _is_number(rows: list[Row], column: str) -> bool:
    return any(isinstance(row[column], int | float) for row in rows)


def _text(cell: Any) -> str:
    """Returns whole numbers in full, others with three significant digits."""
    if cell is None:
        return "-"
    if not isinstance(cell, float):
        return f"{cell:,}" if isinstance(cell, int) else str(cell)
    digits = 2 - math.floor(math.log10(abs(cell))) if cell else 0
    return f"{cell:,.{min(max(digits, 0), 6)}f}"
