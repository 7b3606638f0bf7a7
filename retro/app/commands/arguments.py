"""The application, and options that several commands take but not all (those: `shell`)."""

from __future__ import annotations

import math
import re
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from retro import __version__
from retro.app.usage import Commands
from retro.system.errors import GameError

if TYPE_CHECKING:
    from retro.app.requirements import Room
    from retro.app.workers import Crew

app = typer.Typer(
    cls=Commands,
    help="Strongly solve two-player games by retrograde analysis, and ask the solutions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

MOST_SAMPLES = 10**6
MOST_WORKERS = 10**5
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew and discard what an interrupted run has saved.")]
Checkpoint = Annotated[
    float,
    typer.Option(
        "--checkpoint",
        min=0,
        metavar="MINUTES",
        help="Save what was found so far every so often; with 0 only when interrupted.",
    ),
]
Memory = Annotated[
    str | None, typer.Option(metavar="SIZE", help="Use so much memory at most, such as 4GiB; by default all.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only tell the memory, disk and time needed.")]
MINUTES = 9.0
"""From one checkpoint to the next: with the writing of it, not more than ten."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"retro {__version__}")
        raise typer.Exit


@dataclass(frozen=True)
class RoomOptions:
    """What a run may use; the fields are options."""

    store: Annotated[
        Literal["auto", "plain", "packed", "files"],
        typer.Option(help="Where records are: in memory, packed there, or in files."),
    ] = "auto"
    memory: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Use so much memory at most, such as 4GiB; by default all.")
    ] = None
    scratch: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where records in files lie; by default beside the database.")
    ] = None

    def room(self) -> Room:
        """The same; GameError if ``memory`` is no size."""
        from retro.app.requirements import Room

        return Room(self.store, None if self.memory is None else size(self.memory), self.scratch)


@dataclass(frozen=True)
class EngineOptions:
    """Who solves; the fields are options."""

    engine: Annotated[Literal["local", "ray"], typer.Option(help="Who solves: this process, or workers on Ray.")] = (
        "local"
    )
    address: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Where Ray runs already, or auto; by default it is started here."),
    ] = None
    shards: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_WORKERS, metavar="N", help="Workers on Ray; by default 2, or one on each of its machines."
        ),
    ] = None

    def workers(self, threads: int, opened: ExitStack) -> Crew | None:
        """Those workers, with so many threads on this machine, or each; GameError for options that contradict.

        Ray is joined if that is asked for, until ``opened`` ends.
        """
        if self.engine == "local":
            given = [name for name, value in (("--address", self.address), ("--shards", self.shards)) if value]
            if given:
                raise GameError(f"{given[0]} is for --engine ray")
            return None
        from retro.app import workers

        return workers.gathered(self.address, self.shards, threads, opened, remark)


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show name and version and exit.")
    ] = False,
) -> None:
    """What is said of the program and not of a command."""


def remark(line: str) -> None:
    """Something to know while a command works."""
    typer.echo(line, err=True)


def seconds(checkpoint: float) -> float:
    """From one checkpoint to the next; GameError if that is no time."""
    if math.isnan(checkpoint):
        raise GameError("--checkpoint wants minutes, not nan")
    return 60 * checkpoint or math.inf


def allowed(memory: str | None) -> int:
    """Bytes of memory that may be used, of those that there are; GameError if it is no size."""
    from retro.system import machine

    there = machine.available_memory()
    return there if memory is None else min(there, size(memory))


def size(text: str) -> int:
    """Bytes in a text such as 500MB or 4GiB; GameError if it is none."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?) *(?:([kMGT])(i?)B?|B?)", text.strip(), re.IGNORECASE)
    if found is None:
        raise GameError(f"not a size: {text}; one is 500MB or 4GiB")
    number, unit, binary = found.groups()
    return int(float(number) * (1024 if binary else 1000) ** (" KMGT".index(unit.upper()) if unit else 0))
