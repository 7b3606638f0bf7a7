"""The page: files that were built from `web/`, and the style of drawings. It gets all data from the API."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from retro.drawing import svg_style
from retro.serve.compressed import THOROUGHLY, Compressed

FILES = Path(__file__).parent / "files"
INDEX_FILE = "index.html"
MEDIA_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".txt": "text/plain",
    ".svg": "image/svg+xml",
}
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}
"""The page may load only its own scripts and styles."""


@cache
def files() -> dict[str, Compressed]:
    """The files of the page by name; a request for another name finds nothing."""
    built = {
        path.name: Compressed.of(path.read_bytes(), MEDIA_TYPES[path.suffix], THOROUGHLY)
        for path in FILES.iterdir()
        if path.suffix in MEDIA_TYPES
    }
    return built | {"board.css": Compressed.of(svg_style.PAGE.encode(), MEDIA_TYPES[".css"], THOROUGHLY)}
