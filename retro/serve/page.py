"""The page: files that were built from `web/`, and the style of drawings. It asks the API for everything else."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from retro.drawing import svg_style

PLACE = Path(__file__).parent / "files"
INDEX = "index.html"
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".txt": "text/plain",
    ".svg": "image/svg+xml",
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
"""Nothing but its own scripts and styles."""


class File(NamedTuple):
    """What a browser gets."""

    data: bytes
    kind: str


@cache
def files() -> dict[str, File]:
    """By the names that a browser asks for; nothing else is looked up."""
    found = {path.name: File(path.read_bytes(), KINDS[path.suffix]) for path in PLACE.iterdir() if path.suffix in KINDS}
    return found | {"board.css": File(svg_style.PAGE.encode(), KINDS[".css"])}
