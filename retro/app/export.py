"""What `retro export` does and says: all states that meet conditions, in a file that other programs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import retro
from retro.app import layout, output
from retro.app.exporting import formats
from retro.app.exporting.columns import Content, cells, columns
from retro.app.exporting.formats import FORMATS, writer
from retro.app.interruption import Stopping
from retro.game.rules import IndexedRules
from retro.puzzles.conditions import Conditions
from retro.puzzles.export import StateRows
from retro.storage.manifest import Manifest
from retro.system import atomic


class Exported(NamedTuple):
    """StateRows of the file, the states that they stand for, and the bytes it takes."""

    rows: int
    states: int
    bytes: int


class Target(NamedTuple):
    """A file to be written: its format, whether over another one, and what it has."""

    out: Path
    format: str
    force: bool
    content: Content = Content()

    def check(self) -> None:
        """GameError, before much work is done, if it cannot be written."""
        writer(self.format)
        atomic.check_output(self.out, self.force, FORMATS[self.format].sign)


def default_name(path: Path, format: str) -> Path:
    """Where an export is written by default: here, under the database's name in plain letters."""
    return Path(f"{path.name.replace(',', '-').replace('=', '-')}.{format}")


def about(
    manifest: Manifest,
    conditions: Conditions,
    limit: int | None,
    keys: bool,
    sample: int | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """What a file is about: enough to cite it, and to make it again; ``seed`` draws a ``sample`` of so many states."""
    return {
        "game": manifest.game,
        "title": manifest.title,
        "options": manifest.options,
        "digest": manifest.digest,
        "conditions": conditions.given,
        "limit": limit,
        "sample": sample,
        "seed": seed,
        "keys": keys,
        "notes": list(manifest.notes),
        "engine": retro.__version__,
    }


def write(rules: IndexedRules, pieces: Iterable[StateRows], target: Target, described: dict[str, Any]) -> Exported:
    """Write states as they come; what was written.

    Errors leave nothing: ResourceError if the disk is full, Interrupted on a signal.
    """
    writing, known = writer(target.format), columns(rules, target.content)
    rows = states = 0
    with (
        Stopping().watching(lambda: f"nothing was written to {target.out}"),
        atomic.output(target.out, target.force, FORMATS[target.format].sign) as temporary,
    ):
        with writing(temporary, known, described) as take:
            for batch in batches(pieces, formats.BATCH):
                take(cells(rules, batch, target.content))
                rows += len(batch.slots)
                states += int(batch.counts.sum())
    files = [each for each in (target.out, *target.out.rglob("*")) if each.is_file()]
    return Exported(rows, states, sum(each.stat().st_size for each in files))


def batches(pieces: Iterable[StateRows], size: int) -> Iterator[StateRows]:
    """The same rows, ``size`` of them at a time; the last ones may be fewer."""
    waiting: list[StateRows] = []
    many = 0
    for piece in pieces:
        waiting.append(piece)
        many += len(piece.slots)
        while many >= size:
            together = _joined(waiting)
            yield together.first(size)
            waiting, many = [together.after(size)], many - size
    if many:
        yield _joined(waiting)


def _joined(pieces: list[StateRows]) -> StateRows:
    return StateRows(*(np.concatenate(each) for each in zip(*pieces, strict=True)))


def as_json(target: Target, described: dict[str, Any], written: Exported) -> dict[str, Any]:
    """The answer as one object."""
    asked = {name: described[name] for name in ("game", "options", "conditions", "sample", "seed")}
    return {**asked, "format": target.format, "out": str(target.out), **written._asdict()}


def say(target: Target, described: dict[str, Any], written: Exported) -> None:
    """The same for people."""
    drawn = [] if described["seed"] is None else [("seed", str(described["seed"]))]
    layout.facts(
        [
            *drawn,
            ("rows", f"{written.rows:,}"),
            ("states", f"{written.states:,}"),
            ("file", f"{target.out} ({output.gigabytes(written.bytes)})"),
        ]
    )
