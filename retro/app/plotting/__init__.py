"""Plots of a solved game, as figures of matplotlib and as files.

    figures = plotting.draw(tablebase, plotting.names(tablebase), threads, progress)
    plotting.write(figures, "ostle", Path("plots"), ["svg"])

dtm         states by DTM, won and lost in two panels
scores      states by score, where values are scores
distance    states by plies from the start, if `retro reach` has computed them
outcomes    positions won, drawn and lost in every section of the game
decided     the shares of all states that are won or lost within a number of plies

`series` computes the numbers, `figures` draws them by matplotlib, an optional dependency.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from retro.app.plotting import series
from retro.statistics import outcomes
from retro.storage import distances, naming
from retro.system import atomic
from retro.system.errors import GameError
from retro.system.extras import importing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from retro.query.api import Tablebase
    from retro.storage.distances import Reach
    from retro.system.progress import Progress

PLOTS = ("dtm", "scores", "distance", "outcomes", "decided")
METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "retro"},
    "png": {"Software": "retro"},
}
"""Metadata of a file by format: without the date and the version of matplotlib, so that files do not depend on them."""


class PlotFile(NamedTuple):
    """A file that was written, with the name of its plot."""

    plot: str
    format: str
    path: Path


def check_matplotlib() -> None:
    """Raises GameError, which says what to install, if matplotlib is missing."""
    with importing("plotting", "plot", "matplotlib"):
        import matplotlib  # noqa: F401


def names(table: Tablebase) -> list[str]:
    """Returns the names of the plots of a game; ``distance`` is one of them even if `retro reach` has not run."""
    return [name for name in PLOTS if name not in (("dtm", "decided") if table.rules.scores else ("scores",))]


def distances_of(table: Tablebase) -> Reach:
    """Returns the distances from the start.

    Raises NotSolved or DatabaseError, which name the command that computes them.
    """
    with naming(table.rules.command("reach")):
        return distances.read(table.database.path, table.database.manifest.digest)


def draw(table: Tablebase, wanted: Iterable[str], threads: int, progress: Progress) -> dict[str, Figure]:
    """Returns the ``wanted`` plots by name, in the order of PLOTS.

    Scans the whole database for ``outcomes``, unless the result is cached. Raises GameError if matplotlib is missing or
    the game has no such plot; errors as from `distances_of`.
    """
    check_matplotlib()
    from retro.app.plotting import figures

    chosen, available = set(wanted), names(table)
    for name in sorted(chosen - set(available)):
        game = table.rules.game.name
        raise GameError(f"there is no plot {name} of {game}; its plots: {', '.join(available)}")
    about, rules = table.database.manifest, table.rules
    title = series.title(rules)
    drawings: dict[str, Callable[[], Figure]] = {
        "dtm": lambda: figures.lengths(title, series.lengths(about)),
        "scores": lambda: figures.scores(title, series.scores(about), rules.scores),
        "distance": lambda: figures.distance(title, distances_of(table)),
        "outcomes": lambda: figures.outcomes(
            title,
            outcomes.merged(rules, outcomes.by_section(rules, table.database, threads, progress)),
            rules.scores,
            rules.repetition,
        ),
        "decided": lambda: figures.decided(title, series.decided(about)),
    }
    with figures.styled():
        return {name: drawings[name]() for name in available if name in chosen}


def write(plots: Mapping[str, Figure], game: str, folder: Path, formats: Iterable[str]) -> list[PlotFile]:
    """Writes every plot as ``folder``/``game``-NAME.FORMAT, completely or not at all, over an existing file.

    A missing directory is made, and removed if no plot can be written. The same numbers give the same bytes.

    Raises ResourceError if the disk is full, GameError if something other than a file is at the path, OSError for other
    failures.
    """
    from retro.app.plotting.figures import styled

    written = [PlotFile(name, kind, folder / f"{game}-{name}.{kind}") for name in plots for kind in formats]
    with atomic.output_directory(folder):
        for plot, kind, path in written:
            with atomic.output(path, force=True) as temporary, styled():
                plots[plot].savefig(temporary, format=kind, metadata=METADATA[kind])
    return written
