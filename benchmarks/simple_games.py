"""What games cost that define little more than `moves` and `draw`: processor seconds, by phase, and memory.

    python benchmarks/simple_games.py
    python benchmarks/simple_games.py --before PYTHON
    python benchmarks/simple_games.py --size huge --write DIRECTORY && pip install DIRECTORY && retro solve connect4

Games without an index and without ``unmoves`` are written as plugins, enumerated and solved with one thread in memory,
each in a process of its own, with kernels from the cache. ``--before`` is the Python of an environment with another
version of retro: each game is then solved by both, one after the other, and the last column is the ratio of processor
seconds. The memory is the peak of the process, less its peak before the enumeration begins. ``--write`` writes the
games as a distribution of plugins instead, for `retro solve` with any store.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from common import AsJson, Row, machine_figures, report
from one_game import measured, write_package
from simple_rules import GAMES, source

PROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "simple-games"
version = "1"

[tool.setuptools]
packages = {packages}

[project.entry-points."retro.games"]
"""


def write_distribution(directory: Path, size: str) -> None:
    """Writes all games as a distribution of plugins."""
    directory.mkdir(parents=True)
    packages = [write_package(directory, name, source(name, size)).name for name in GAMES]
    entries = (f'{name} = "simple_{name}.plugin"\n' for name in GAMES)
    (directory / "pyproject.toml").write_text(PROJECT.format(packages=packages) + "".join(entries), encoding="utf-8")


def main(
    before: Annotated[str, typer.Option(metavar="PYTHON", help="Python of another version of retro.")] = "",
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be repeated.")] = None,
    size: Annotated[Literal["normal", "large", "huge"], typer.Option(help="Of Connect-4, fox and hounds.")] = "normal",
    write: Annotated[Path | None, typer.Option(metavar="DIRECTORY", help="Write the games as plugins.")] = None,
    threads: Annotated[int, typer.Option(min=1)] = 1,
    json: AsJson = False,
) -> None:
    """Solve games that define little more than `moves` and `draw`."""
    if write:
        write_distribution(write, size)
        return
    games: list[Row] = []
    phases: list[Row] = []
    for name in game or GAMES:
        rules = source(name, size)
        runs = {"after" if before else "": measured(rules, threads)}
        if before:
            runs = {"before": measured(rules, threads, before)} | runs
            assert runs["before"]["states"] == runs["after"]["states"], f"{name}: the versions differ"
        for label, run in runs.items():
            row: Row = {
                "game": f"{name} {label}".strip(),
                "positions": run["positions"],
                "processor seconds": run["seconds"],
                "positions a second": run["positions"] / run["seconds"],
                "bytes a position": run["bytes"] / run["positions"],
                "ratio": run["seconds"] / runs["before"]["seconds"] if before else None,
            }
            games.append(row)
            phases += [
                {"game": f"{name} {label}".strip(), "phase": phase, "seconds": seconds}
                for phase, seconds in run["phases"].items()
            ]
    report({"machine": machine_figures(), "games": games, "phases": phases}, json)


if __name__ == "__main__":
    typer.run(main)
