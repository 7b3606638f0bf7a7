"""Figures from numbers: one function for each plot. Call the functions inside `styled`.

The title of a figure names the game and the plot; a second line has the numbers that the picture leaves out. Axes have
units, and numbers separators of thousands.

Plots are legible in a column of a paper, to the colour-blind, and in black and white. Colours are from Okabe and Ito's
palette (https://jfly.uni-koeln.de/color/) and differ in lightness too; each outcome also has its own hatch and dash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, PercentFormatter
from numpy.typing import NDArray

from retro.app.output import WHOSE
from retro.app.plotting.series import Decided, Lengths, Numbers
from retro.statistics.outcomes import Outcomes
from retro.storage.distances import Reach

MAX_LINES = 8
"""Up to this number of sections, each has a line of text."""
LOGARITHMIC_FROM = 20
"""From this number of plies on, the axis is logarithmic."""
BAR_WIDTH = 0.85
"""Width of a bar, as a share of the distance between bars."""
MAX_BARS = 2000
"""Bars that are drawn as one path if they are more."""
LOWEST_COUNT = 0.5
"""Lower end of logarithmic axes of counts."""
NUMBERED_BAR_WIDTH = 0.7
"""The same for a bar that has a line of text."""
COLUMN_POINTS = 42
"""Points from one column of numbers to the next."""
NUMBER_FORMAT = "{x:,.0f}"
"""Format of whole numbers at an axis."""
SCORE_SIGNS = ("above 0", "0", "below 0")


class Look(NamedTuple):
    """The look of an outcome: a colour, a hatch of areas, a dash of lines."""

    colour: str
    hatch: str
    dash: str


WON_LOOK = Look("#0072B2", "", "--")
DRAWN_LOOK = Look("#FFFFFF", "", ":")
LOST_LOOK = Look("#E69F00", "////", "-.")
NEUTRAL_LOOK = Look("#009E73", "", "-")
INK = "#000000"

MATPLOTLIB_SETTINGS: Any = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelsize": 8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": False,
    "figure.figsize": (6.3, 3.6),
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.5,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "savefig.dpi": 200,
    "svg.fonttype": "path",
    "svg.hashsalt": "retro",
}
"""Settings that are not matplotlib's defaults. Text in SVG is outlines, which need no font."""


def styled() -> AbstractContextManager[None]:
    """A block in which matplotlib uses its defaults and MATPLOTLIB_SETTINGS only: no configuration changes a plot."""
    return style.context(["default", MATPLOTLIB_SETTINGS])


def lengths(title: str, states: Lengths) -> Figure:
    """Draws states by DTM, the won ones above the lost ones, on the same logarithmic axes."""
    figure = figure_of(f"{title}: states by DTM", _undecided(states))
    above, below = figure.subplots(2, 1, sharex=True, sharey=True)
    both, step = [*states.won, *states.lost], 1
    largest = max([*states.won.values(), *states.lost.values()], default=1)
    for axes, name, numbers, look in ((above, "won", states.won, WON_LOOK), (below, "lost", states.lost, LOST_LOOK)):
        step = max(step, _bars(axes, numbers, look))
        axes.set_title(f"{name}: {_share(sum(numbers.values()), states.states)}", loc="left", fontsize=8)
        _counting(axes, largest)
    _whole(below, min(both, default=0), max(both, default=0), step)
    below.set_xlabel("DTM (plies to the end of the game)")
    return figure


def _undecided(states: Lengths) -> str:
    """Returns which states have no DTM, in words."""
    drawn = f"drawn: {_share(states.drawn, states.states)}"
    if not states.endless:
        return drawn
    return f"{drawn}; won or lost by play without end: {_share(states.endless, states.states)}"


def scores(title: str, states: Numbers, whose: str) -> Figure:
    """Draws states by score on a logarithmic axis."""
    total = sum(states.values())
    figure = figure_of(f"{title}: states by score", f"{total:,} states")
    axes = figure.subplots()
    for sign, name, look in zip((1, 0, -1), SCORE_SIGNS, (WON_LOOK, DRAWN_LOOK, LOST_LOOK), strict=True):
        of_sign = {number: count for number, count in states.items() if (number > 0) - (number < 0) == sign}
        axes.bar(
            list(of_sign),
            list(of_sign.values()),
            BAR_WIDTH,
            label=f"{name}: {_percent(sum(of_sign.values()), total)}",
            **_filled(look),
        )
    _counting(axes, max(states.values(), default=1))
    _whole(axes, min(states, default=0), max(states, default=0))
    axes.set_xlabel(f"score (points {WHOSE[whose]})")
    legend(axes)
    return figure


def distance(title: str, distances: Reach) -> Figure:
    """Draws states by plies from the start on a logarithmic axis."""
    farthest = len(distances.states) - 1
    subtitle = f"{sum(distances.states):,} states, the farthest after {farthest:,} plies"
    figure = figure_of(f"{title}: states by distance from the start", subtitle)
    axes = figure.subplots()
    _bars(axes, dict(enumerate(distances.states)), NEUTRAL_LOOK)
    _counting(axes, max(distances.states))
    _whole(axes, 0, farthest)
    axes.set_xlabel("distance (plies from the start)")
    return figure


def outcomes(title: str, sections: Sequence[Outcomes], scores: str, repetition: bool) -> Figure:
    """Draws the shares of the positions of each section that are won, drawn and lost.

    Up to MAX_LINES sections are lines of text with bars, more are bars without numbers. ``scores`` and ``repetition``
    are those of the game.
    """
    whole = Outcomes(
        "all positions", *(sum(column) for column in zip(*(section.counts for section in sections), strict=True))
    )
    names = [f"score {sign}" for sign in SCORE_SIGNS] if scores else ["won", "drawn", "lost"]
    values = f"scores {WHOSE[scores]}" if scores else f"values {WHOSE['mover']}"
    counted = f"{whole.positions:,} positions{', nothing forbidden' if repetition else ''}; {values}"
    figure = figure_of(f"{title}: outcomes by section of the game", counted)
    axes = figure.subplots()
    if len(sections) <= MAX_LINES:
        _with_numbers(axes, [*sections, whole] if len(sections) > 1 else [whole], names)
    else:
        _without_numbers(axes, sections, names)
    legend(axes)
    return figure


def decided(title: str, shares: Decided) -> Figure:
    """Draws the shares of all states that are won or lost within a number of plies."""
    figure = figure_of(
        f"{title}: share of states decided within a number of plies",
        f"drawn: {shares.drawn:.1%} of all states"
        + (f"; won or lost by play without end: {shares.endless:.1%}" if shares.endless else ""),
    )
    axes = figure.subplots()
    both = [won + lost for won, lost in zip(shares.won, shares.lost, strict=True)]
    end = shares.plies[-1] * 1.08 + 0.5  # makes the last step visible
    for name, series, colour, dash in (
        ("won or lost", both, INK, "-"),
        ("won", shares.won, WON_LOOK.colour, WON_LOOK.dash),
        ("lost", shares.lost, LOST_LOOK.colour, LOST_LOOK.dash),
    ):
        look: dict[str, Any] = {"color": colour, "linestyle": dash, "drawstyle": "steps-post", "linewidth": 1.5}
        axes.plot([*shares.plies, end], [*series, series[-1]], label=f"{name}: {series[-1]:.1%}", **look)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.set_ylabel("share of all states")
    axes.set_xlabel("DTM at most (plies)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if shares.plies[-1] >= LOGARITHMIC_FROM:
        axes.set_xscale("symlog", linthresh=1) if shares.plies[0] < 1 else axes.set_xscale("log")
        steps = [0, *(step * 10**power for power in range(5) for step in (1, 2, 5))]
        axes.set_xticks([plies for plies in steps if shares.plies[0] <= plies <= end])
        axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(NUMBER_FORMAT)
    axes.set_xlim(shares.plies[0], end)
    legend(axes)
    return figure


def figure_of(title: str, subtitle: str) -> Figure:
    """Returns an empty figure with a title of two lines."""
    figure = Figure(layout="constrained")
    figure.suptitle(f"{title}\n{subtitle}", x=0.01, ha="left", fontsize=9, linespacing=1.4)
    return figure


def _bars(axes: Axes, numbers: Numbers, look: Look) -> int:
    """Draws bars as wide as the least distance between numbers and returns it; many games win at odd DTM only."""
    positions = sorted(numbers)
    step = min((after - before for before, after in pairwise(positions)), default=1)
    counts = [numbers[each] for each in positions]
    if len(positions) > MAX_BARS:
        bars = PathCollection([_outlines(positions, counts, BAR_WIDTH * step)], facecolor=look.colour, linewidth=0)
        axes.add_collection(bars, autolim=False)
    else:
        axes.bar(positions, counts, BAR_WIDTH * step, color=look.colour, linewidth=0)
    return step


def _outlines(positions: Sequence[int], counts: Sequence[int], width: float) -> Path:
    """Returns the outlines of bars as one path: a path for each of 70,000 bars takes minutes."""
    left, right = np.array(positions) - width / 2, np.array(positions) + width / 2
    bottom, top = np.full(len(positions), LOWEST_COUNT), np.array(counts)
    corners = [left, bottom, left, top, right, top, right, bottom, left, bottom]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
    return Path(np.column_stack(corners).reshape(-1, 2), codes * len(positions))


def _filled(look: Look) -> dict[str, Any]:
    return {"color": look.colour, "edgecolor": INK, "hatch": look.hatch, "linewidth": 0.5}


def _counting(axes: Axes, largest: int) -> None:
    """Makes the axis logarithmic, for counts from 1 to ``largest``."""
    axes.set_ylabel("states")
    axes.set_yscale("log")
    axes.set_ylim(LOWEST_COUNT, 2 * largest)
    axes.yaxis.set_major_locator(LogLocator(10, numticks=6))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(NUMBER_FORMAT)


def _whole(axes: Axes, lowest: int, highest: int, step: int = 1) -> None:
    """Makes the axis one of whole numbers, for bars at a distance of ``step``."""
    axes.set_xlim(lowest - 0.6 * step, highest + 0.6 * step)
    axes.xaxis.set_major_locator(MaxNLocator(10, integer=True, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(NUMBER_FORMAT)


def _with_numbers(axes: Axes, sections: Sequence[Outcomes], names: Sequence[str]) -> None:
    """Draws a bar and a line of numbers for each section, from top to bottom."""
    shares = _stacked(axes.barh, sections, names, NUMBERED_BAR_WIDTH, clip_on=False)
    right: dict[str, Any] = {"textcoords": "offset points", "ha": "right", "annotation_clip": False}
    for column, name in enumerate(names):
        points, heading = COLUMN_POINTS * (column + 1), name.removeprefix("score ")
        axes.annotate(heading, (1, 1), (points, 4), xycoords="axes fraction", va="bottom", **right)
        for position, share in enumerate(shares[:, column]):
            axes.annotate(f"{share:.1%}", (1, position), (points, 0), xycoords="data", va="center", **right)
    axes.set_yticks(range(len(sections)), [f"{section.name}\n{section.positions:,}" for section in sections])
    axes.set_ylim(max(len(sections) - 0.5, 1), min(-0.5, len(sections) - 2))
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.set_xlabel("share of positions")
    axes.grid(visible=False)
    axes.tick_params("y", length=0)


def _without_numbers(axes: Axes, sections: Sequence[Outcomes], names: Sequence[str]) -> None:
    """Draws a bar for each section, from left to right, with some of their names."""
    _stacked(axes.bar, sections, names, BAR_WIDTH)
    named = range(0, len(sections), -(-len(sections) // MAX_LINES))
    axes.set_xticks(named, [sections[number].name for number in named])
    axes.set_xlim(-0.5, len(sections) - 0.5)
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(PercentFormatter(1, 0))
    axes.set_ylabel("share of positions")
    axes.set_xlabel("section of the game")


def _stacked(
    bars: Callable[..., object], sections: Sequence[Outcomes], names: Sequence[str], width: float, **more: Any
) -> NDArray[np.float64]:
    """Draws the shares of the outcomes of each section by ``bars``, one behind the other; returns a row for each."""
    counts = np.array([section.counts for section in sections])
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    begin = shares.cumsum(axis=1) - shares
    for column, (name, look) in enumerate(zip(names, (WON_LOOK, DRAWN_LOOK, LOST_LOOK), strict=True)):
        bars(range(len(sections)), shares[:, column], width, begin[:, column], label=name, **_filled(look), **more)
    return shares


def legend(axes: Axes) -> None:
    """Adds a legend above the picture, in the order of the drawing."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0.2, handlelength=2.5)


def _share(count: int, total: int) -> str:
    return f"{count:,} of {total:,} states ({_percent(count, total)})"


def _percent(count: int, total: int) -> str:
    return f"{count / max(1, total):.1%}"
