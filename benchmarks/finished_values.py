"""Looking up the values of finished tiers: processor seconds of solving a game with these values in memory or in pages.

    python benchmarks/finished_values.py squadro --set speeds=1321 --pages 40 --pages 8
    python benchmarks/finished_values.py nine_mens_morris --set men=5 --pages 8 --before ../before/.venv/bin/python

A game with an index, in several tiers, whose plugin is installed; a PYTHON of another installation must have it, too.
Every run is a process of its own, which solves the game twice: the first time loads kernels.
"""

from __future__ import annotations

import json as text
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from common import AsJson, Row, Settings, machine_figures, report


def seconds_of(game: str, settings: list[str], pages: int, threads: int) -> float:
    """Returns the processor seconds of solving a game in this process, with so many MiB for pages; 0 for no pages."""
    from retro.game import plugins
    from retro.game.loading import load
    from retro.game.rules import IndexedRules
    from retro.solving import solve
    from retro.solving.tiles import IN_MEMORY, Tiles
    from retro.system.progress import Silent
    from retro.system.settings import settings as as_dictionary

    plugin = plugins.load(game)
    rules = load(plugin, plugin.choose(as_dictionary(settings)))
    assert isinstance(rules, IndexedRules), "a game without an index has to be enumerated first"
    tiles = Tiles(finished=pages << 20) if pages else IN_MEMORY
    for _ in range(2):
        begun = time.process_time()
        solve(rules, "queue", threads, Silent(), tiles=tiles)
    return time.process_time() - begun


def main(
    game: Annotated[str, typer.Argument(help="The name of an installed game.")],
    settings: Settings = None,
    pages: Annotated[
        list[int] | None, typer.Option(min=0, metavar="MIB", help="Memory for pages; 0 for all in memory.")
    ] = None,
    before: Annotated[Path | None, typer.Option(metavar="PYTHON", help="The interpreter of another version.")] = None,
    threads: Annotated[int, typer.Option(min=1)] = 2,
    json: AsJson = False,
    alone: Annotated[bool, typer.Option(hidden=True)] = False,
) -> None:
    """Solve a game with values of finished tiers in memory, and in pages."""
    sizes = [0, *(pages or [])]
    if alone:
        print(text.dumps(seconds_of(game, settings or [], sizes[-1], threads)))
        return
    options = [f"--set={each}" for each in settings or []] + [f"--threads={threads}"]
    rows: list[Row] = []
    for size in dict.fromkeys(sizes):
        row: Row = {"pages": f"{size} MiB" if size else "none"}
        for version, python in {"before": before, "now": Path(sys.executable)}.items():
            if python is not None:
                command = [str(python), __file__, game, *options, f"--pages={size}", "--alone"]
                row[version] = float(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        if "before" in row:
            row["ratio"] = float(row["now"] or 0) / float(row["before"] or 1)
        rows.append(row)
    report({"machine": machine_figures(), "processor seconds": rows}, json)


if __name__ == "__main__":
    typer.run(main)
