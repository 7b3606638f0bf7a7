"""Plots of a solved game: which there are, and how they come about.

    figures = plotting.draw(tablebase, plotting.of(tablebase), threads, progress)
    plotting.write(figures, "ostle", Path("plots"), ["svg"])

dtm         states by DTM, won and lost apart
scores      states by score, where values are scores
distance    states by plies from the start, if ``retro reach`` was run
outcomes    positions won, drawn and lost in every part of the game
decided     the share of all states that is known to be won or lost after so many plies of looking ahead

Modules: `series` has the numbers, `figures` draws them, `verdicts` what `retro report` shows besides, `style` says how
they look. All but the first need matplotlib, which `retro` does without otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
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

    Plots = Mapping[str, Figure]

NAMES = ("dtm", "scores", "distance", "outcomes", "decided")
METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "retro"},
    "png": {"Software": "retro"},
}
"""By format, what a file says of itself: neither when it was made nor by what version of matplotlib."""


class PlotFile(NamedTuple):
    """A file that was written, and what is in it."""

    plot: str
    format: str
    path: Path


def check_matplotlib() -> None:
    """GameError, which says what to install, if matplotlib is not there."""
    with importing("plotting", "plot", "matplotlib"):
        import matplotlib  # noqa: F401


def of(table: Tablebase) -> list[str]:
    """The plots that there can be of a game, whether or not it was searched from the start."""
    return [name for name in NAMES if name not in (("dtm", "decided") if table.rules.scores else ("scores",))]


def searched(table: Tablebase) -> Reach:
    """Distances from the start, to be plotted; NotSolved or DatabaseError, naming the command, if there are none."""
    with naming(table.rules.command("reach")):
        return distances.read(table.database.path, table.rules.digest)


def draw(table: Tablebase, names: Iterable[str], threads: int, progress: Progress) -> dict[str, Figure]:
    """The plots called ``names``, in the order of NAMES.

    Reads the whole database for ``outcomes``, unless that was done before. GameError if matplotlib is not there or the
    game can have no such plot; NotSolved as from `searched`.
    """
    check_matplotlib()
    from retro.app.plotting import figures
    from retro.app.plotting.style import styled

    wanted, known = set(names), of(table)
    for name in sorted(wanted - set(known)):
        game = table.rules.game.name
        raise GameError(f"there is no plot {name} of {game}; its plots: {', '.join(known)}")
    about, rules = table.database.manifest, table.rules
    title = series.title(rules)
    made: dict[str, Figure] = {}
    with styled():
        for name in [name for name in known if name in wanted]:
            if name == "dtm":
                made[name] = figures.lengths(title, series.lengths(about))
            elif name == "scores":
                made[name] = figures.scores(title, series.scores(about), rules.scores)
            elif name == "distance":
                made[name] = figures.distance(title, searched(table))
            elif name == "outcomes":
                found = outcomes.by_section(rules, table.database, threads, progress)
                made[name] = figures.outcomes(title, outcomes.merged(rules, found), rules.scores, rules.repetition)
            else:
                made[name] = figures.decided(title, series.decided(about))
    return made


def as_svg(figure: Figure) -> bytes:
    """A figure as a file of that format; the same numbers give the same bytes."""
    from retro.app.plotting.style import styled

    written = BytesIO()
    with styled():
        figure.savefig(written, format="svg", metadata=METADATA["svg"])
    return written.getvalue()


def write(plots: Plots, game: str, folder: Path, formats: Iterable[str]) -> list[PlotFile]:
    """Write every plot as ``folder``/``game``-NAME.FORMAT, whole or not at all, and over a file that is there.

    The directory is made if need be, and removed if no plot can be written. The same numbers give the same bytes.

    ResourceError if the disk is full, GameError if something lies there that is no file, OSError if it cannot be done
    for another reason.
    """
    from retro.app.plotting.style import styled

    written = [PlotFile(name, kind, folder / f"{game}-{name}.{kind}") for name in plots for kind in formats]
    with atomic.output_directory(folder):
        for plot, kind, path in written:
            with atomic.output(path, force=True, marker="") as temporary, styled():
                plots[plot].savefig(temporary, format=kind, metadata=METADATA[kind])
    return written
