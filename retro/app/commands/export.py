"""`retro export`: the states that meet conditions, in a file for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import typer

import retro
from retro.app import layout
from retro.app.arguments import ConditionOptions, Force, Memory, SampleSeed, option, sample_and_seed
from retro.app.exporting import columns, writer
from retro.app.exporting.columns import BATCH_ROWS, Content
from retro.app.interruption import Stopping
from retro.app.output import byte_count
from retro.app.shell import Shell, command
from retro.game.rules import IndexedRules
from retro.puzzles import export as selection
from retro.puzzles.conditions import Conditions
from retro.puzzles.export import StateRows
from retro.storage.manifest import Manifest
from retro.system import atomic
from retro.system.errors import GameError

MAX_SAMPLED_STATES = 10**7
"""States of a sample, which are all in memory."""


@command()
def export(
    shell: Shell,
    format: Annotated[Literal["parquet", "csv"], typer.Option(help="Format of the file.")],
    wanted: ConditionOptions,
    content: Content,
    out: Annotated[
        Path | None, option("FILE", "File to write; by default in this directory, as in ostle-pieces-8.csv.")
    ] = None,
    force: Force = False,
    limit: Annotated[int | None, option("N", "Write at most N rows, the first in order.", min=1)] = None,
    sample: Annotated[
        int | None, option("N", "Write only N states, drawn at random.", min=1, max=MAX_SAMPLED_STATES)
    ] = None,
    seed: SampleSeed = None,
    memory: Memory = None,
) -> None:
    """Write states of a solved game with their values and best moves into a file. All conditions hold at once."""
    drawn = sample_and_seed(sample, seed)
    if limit is not None and sample is not None:
        raise GameError("--limit and --sample exclude each other: the first states, or some of all")
    target = Target(out or default_name(shell.path, format), format, force, content)
    target.check()
    conditions = wanted.of(shell.rules)
    table, manifest = shell.load(memory, distances=conditions.within is not None)
    options = shell.threads, shell.display, content.optimal
    if drawn is None:
        pieces = selection.rows(table, conditions, limit, *options)
    else:
        pieces = selection.sample(table, conditions, drawn[0], drawn[1], *options)
    described = about(manifest, conditions, limit, content.keys, drawn)
    written = write(table.rules, pieces, target, described)
    common = {name: described[name] for name in ("game", "options", "conditions", "sample", "seed")}
    answer = {**common, "format": target.format, "out": str(target.out), **written._asdict()}
    facts = [
        *([] if drawn is None else [("seed", str(drawn[1]))]),
        ("rows", f"{written.rows:,}"),
        ("states", f"{written.states:,}"),
        ("file", f"{target.out} ({byte_count(written.bytes)})"),
    ]
    shell.answer(answer, lambda: layout.facts(facts))


class Exported(NamedTuple):
    """Rows of the file, the states that they stand for, and the bytes of the file."""

    rows: int
    states: int
    bytes: int


class Target(NamedTuple):
    """A file to be written: its format, whether it may overwrite, and its contents."""

    out: Path
    format: str
    force: bool
    content: Content = Content()

    def check(self) -> None:
        """Raises GameError, before much work is done, if the file cannot be written."""
        writer(self.format)
        atomic.check_output(self.out, self.force)


def default_name(path: Path, format: str) -> Path:
    """Returns the default path of an export: in the working directory, the database's name in plain letters."""
    return Path(f"{path.name.replace(',', '-').replace('=', '-')}.{format}")


def about(
    manifest: Manifest, conditions: Conditions, limit: int | None, keys: bool, drawn: tuple[int, int] | None = None
) -> dict[str, Any]:
    """What the file contains: enough to cite it, and to make it again. ``drawn`` are the size and seed of a sample."""
    sample, seed = drawn or (None, None)
    return {
        **{name: getattr(manifest, name) for name in ("game", "title", "options", "digest", "content", "notes")},
        "conditions": conditions.given,
        "limit": limit,
        "sample": sample,
        "seed": seed,
        "keys": keys,
        "engine": retro.__version__,
    }


def write(
    rules: IndexedRules, pieces: Iterable[StateRows], target: Target, described: dict[str, Any], size: int = BATCH_ROWS
) -> Exported:
    """Writes states as ``pieces`` yields them, in batches of ``size`` rows; ``described`` goes into the metadata.

    On an error nothing is left behind: ResourceError if the disk is full, Interrupted on a signal.
    """
    writing, of_file = writer(target.format), columns.columns(rules, target.content)
    rows = states = 0
    with (
        Stopping().watching(lambda: f"nothing was written to {target.out}"),
        atomic.output(target.out, target.force) as temporary,
    ):
        with writing(temporary, of_file, described) as write_batch:
            for batch in batches(pieces, size):
                write_batch(columns.cells(rules, batch, target.content))
                rows += len(batch.slots)
                states += int(batch.counts.sum())
    return Exported(rows, states, target.out.stat().st_size)


def batches(pieces: Iterable[StateRows], size: int) -> Iterator[StateRows]:
    """Returns the same rows in batches of ``size``; the last batch may be smaller."""
    waiting: list[StateRows] = []
    count = 0
    for piece in pieces:
        waiting.append(piece)
        count += len(piece.slots)
        while count >= size:
            together = _joined(waiting)
            yield together.first(size)
            waiting, count = [together.after(size)], count - size
    if count:
        yield _joined(waiting)


def _joined(pieces: list[StateRows]) -> StateRows:
    return StateRows(*(np.concatenate(each) for each in zip(*pieces, strict=True)))
