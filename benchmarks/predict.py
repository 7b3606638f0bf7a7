"""Is the memory that `retro solve --dry-run` predicts what a run takes?

    python benchmarks/memory.py
    python benchmarks/memory.py "ostle pieces=8"

Each game is asked for and solved in processes of its own, twice: *cold*, with an empty cache of kernels, and *warm*.
Taken is what the run that solved says of itself (`peak_rss_bytes` in run.json). Limit: 10 % of what is taken.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from common import AsJson, Row, machine_figures, report

from retro.app.errors import guarded
from retro.game import GameError

GAMES = ("lgame", "british_square", "ostle size=4")
RETRO = "from retro.app.cli import main; main()"


def answered(place: Path, *arguments: str) -> dict[str, int]:
    """What a command of its own process answers."""
    environment = os.environ | {"RETRO_CACHE": str(place / "kernels"), "RETRO_DATA": str(place / "data")}
    command = [sys.executable, "-c", RETRO, *arguments, "--json"]
    found = subprocess.run(command, env=environment, capture_output=True, text=True)
    if found.returncode:
        raise GameError(f"retro {' '.join(arguments)} failed: {found.stderr.strip()[-200:]}")
    answer: dict[str, int] = json.loads(found.stdout)
    return answer


@guarded
def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help='As in "ostle pieces=8".')] = None,
    json: AsJson = False,
) -> None:
    """Compare the memory that is predicted with what is taken."""
    rows: list[Row] = []
    for chosen in games or GAMES:
        name, *settings = chosen.split()
        arguments = ["solve", name, *(word for setting in settings for word in ("--set", setting))]
        with tempfile.TemporaryDirectory() as asked, tempfile.TemporaryDirectory() as solved:
            for state, place in (("cold", asked), ("warm", solved)):
                predicted = answered(Path(place), *arguments, "--dry-run")["memory_bytes"]
                taken = answered(Path(solved), *arguments)["peak_rss_bytes"]
                rows.append(
                    {
                        "game": chosen,
                        "kernels": state,
                        "predicted MiB": predicted / 2**20,
                        "taken MiB": taken / 2**20,
                        "off by %": 100 * (predicted / taken - 1),
                    }
                )
    report({"machine": machine_figures(), "memory": rows}, json)


if __name__ == "__main__":
    typer.run(main)
