"""Figures as files: the same bytes for the same numbers, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from matplotlib.figure import Figure

from retro.app.plotting.style import DOTS_PER_INCH, styled
from retro.storage.files import enough

METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Date": None, "Creator": "retro"},
    "png": {"Software": "retro"},
}
"""What a file says of itself: neither when it was made nor by what version of matplotlib."""


def write(figure: Figure, path: Path, kind: str) -> None:
    """Write a figure as ``svg`` or ``png``; the directory is made if need be.

    ResourceError if the disk is full, OSError if it cannot be done for another reason.
    """
    with enough(path, 1):
        path.parent.mkdir(parents=True, exist_ok=True)
    place = path.with_name(f".{path.name}.writing")
    try:
        with enough(path, 1), place.open("wb") as file, styled():
            figure.savefig(file, format=kind, dpi=DOTS_PER_INCH, metadata=METADATA[kind])
        os.replace(place, path)
    except BaseException:
        place.unlink(missing_ok=True)
        raise
