"""How plots look: for a column of a paper, for the colour-blind, and for a printer without colours.

Colours are from Okabe and Ito's palette (https://jfly.uni-koeln.de/color/), chosen so that they differ in lightness,
too; each outcome also has a hatch and a dash of its own.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from matplotlib import rc_context, rcParamsDefault


class Look(NamedTuple):
    """Of an outcome."""

    colour: str
    hatch: str
    dash: str


WON = Look("#0072B2", "", "--")
DRAWN = Look("#FFFFFF", "", ":")
LOST = Look("#E69F00", "////", "-.")
PLAIN = Look("#009E73", "", "-")
INK = "#000000"

_KEPT = ("backend", "backend_fallback", "date.epoch", "docstring.hardcopy", "interactive", "timezone", "toolbar")
"""Settings that have no say in how a figure looks; some cannot be changed any more."""

STYLE: Any = {
    **{name: value for name, value in rcParamsDefault.items() if name not in _KEPT},
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
"""Complete, so that what a user has configured changes no plot. Text in SVG is outlines: it looks the same anywhere."""


def styled() -> AbstractContextManager[None]:
    """Our settings and nobody else's, as long as it is entered."""
    return rc_context(STYLE)
