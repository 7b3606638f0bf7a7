"""Figures as files: the same bytes for the same numbers, whole or not at all."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from retro.app.exporting import place
from retro.app.plotting.style import DOTS_PER_INCH, styled
from retro.files import enough

METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "retro"},
    "png": {"Software": "retro"},
}
"""What a file says of itself: neither when it was made nor by what version of matplotlib."""


def write(figure: Figure, path: Path, kind: str) -> None:
    """Write a figure as ``svg`` or ``png``, over one that is there; the directory is made if need be.

    ResourceError if the disk is full, GameError if something lies there that is no file, OSError if it cannot be done
    for another reason.
    """
    with enough(path, 1):
        path.parent.mkdir(parents=True, exist_ok=True)
    with place.whole(path, force=True, sign="") as temporary, styled():
        figure.savefig(temporary, format=kind, dpi=DOTS_PER_INCH, metadata=METADATA[kind])
