"""Figures of a report that show variants of a game together: numbers of moves, and how soon games are decided.

Call the functions inside `style.styled`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from retro.app.plotting.figures import figure_of, legend
from retro.app.plotting.series import Numbers
from retro.app.plotting.style import INK, LOST, PLAIN, WON

LINES = ((WON.colour, "-"), (LOST.colour, "--"), (PLAIN.colour, "-."), (INK, ":"))


def choices(title: str, subtitle: str, positions: Mapping[str, Numbers]) -> Figure:
    """Shares of the positions by number of legal moves, a line for each of the names."""
    figure = figure_of(f"{title}: legal moves of a position", subtitle)
    axes = figure.subplots()
    for (name, numbers), (colour, dash) in zip(positions.items(), cycle(LINES), strict=False):
        shares = [numbers.get(moves, 0) / max(1, sum(numbers.values())) for moves in range(max(numbers, default=0) + 1)]
        axes.plot(range(len(shares)), shares, label=name, color=colour, linestyle=dash, drawstyle="steps-mid")
    axes.set_ylabel("share of positions")
    axes.set_xlabel("legal moves")
    _finish(axes, len(positions))
    return figure


def decisions(title: str, subtitle: str, curves: Mapping[str, Sequence[float]]) -> Figure:
    """Shares of games that are decided after so many plies, a line for each of the names."""
    figure = figure_of(f"{title}: games decided after so many plies", subtitle)
    axes = figure.subplots()
    longest = max(map(len, curves.values()), default=0)
    for (name, curve), (colour, dash) in zip(curves.items(), cycle(LINES), strict=False):
        whole = [*curve, *(1.0 for _ in range(longest - len(curve)))]
        axes.plot(range(longest), whole, label=name, color=colour, linestyle=dash, drawstyle="steps-post")
    axes.set_ylim(0, 1.02)
    axes.set_ylabel("share of games")
    axes.set_xlabel("plies from the start")
    _finish(axes, len(curves))
    return figure


def _finish(axes: Axes, lines: int) -> None:
    axes.set_xlim(left=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if lines > 1:
        legend(axes)
