"""Colours, hatches and fonts of plots: legible in a column of a paper, to the colour-blind, and in black and white.

Colours are from Okabe and Ito's palette (https://jfly.uni-koeln.de/color/) and differ in lightness too; each outcome
also has its own hatch and dash.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from matplotlib import rc_context, rcParamsDefault


class Look(NamedTuple):
    """The look of an outcome: a colour, a hatch of areas, a dash of lines."""

    colour: str
    hatch: str
    dash: str


WON = Look("#0072B2", "", "--")
DRAWN = Look("#FFFFFF", "", ":")
LOST = Look("#E69F00", "////", "-.")
PLAIN = Look("#009E73", "", "-")
INK = "#000000"

_UNCHANGED = ("backend", "backend_fallback", "date.epoch", "docstring.hardcopy", "interactive", "timezone", "toolbar")
"""Settings that do not affect how a figure looks; some cannot be changed at run time."""

STYLE: Any = {
    **{name: value for name, value in rcParamsDefault.items() if name not in _UNCHANGED},
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
"""All settings, so that the user's configuration changes no plot. Text in SVG is outlines, which need no font."""


def styled() -> AbstractContextManager[None]:
    """A block in which matplotlib uses STYLE only."""
    return rc_context(STYLE)
