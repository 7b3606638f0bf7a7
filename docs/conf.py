"""Configuration of Sphinx, which builds a site from the pages in this directory:

    python -m sphinx -W -n -b html docs build/docs

Pages can also be read without the site, so they link to other pages and to sources by paths in the repository. A page
may consist of an included Markdown file from elsewhere (``games/ostle.md`` is the README of the game). Links to files
that are not pages become links to copies of them; pictures are shown.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from retro import __version__

DOCS = Path(__file__).parent
ROOT = DOCS.parent

project = "retro"
version = release = __version__
copyright = "MIT license"
extensions = ["myst_parser"]
exclude_patterns = ["**/*.py"]
html_theme = "furo"
html_title = "retro"
html_show_copyright = False
html_copy_source = False
myst_enable_extensions = ["deflist", "dollarmath"]
myst_heading_anchors = 4

INCLUDED = re.compile(r"\s*```\{include\} (\S+)\n```\s*")
IMAGE_SUFFIXES = (".png", ".svg")
LINK = re.compile(r"(?<=\]\()(?!\w+:)([^)\s#]+)")


def _included(page: Path) -> Path:
    """Returns the file whose text a page shows: the page itself, or the file that it includes."""
    match = INCLUDED.fullmatch(page.read_text(encoding="utf-8"))
    return (page.parent / match[1]).resolve() if match else page


PAGES = {_included(page): page for page in DOCS.rglob("*.md")}
"""The pages, by the files whose texts they show."""


def _text(app: Any, name: str, source: list[str]) -> None:
    """Replaces the source of a page by the text of its file, with links relative to the page."""
    page = Path(app.env.doc2path(name))
    file = _included(page)
    if file != page:
        app.env.note_dependency(str(file))

    def link(match: re.Match[str]) -> str:
        target = (file.parent / match[1]).resolve()
        if target.is_dir():
            target /= "README.md"
        shown = target if target in PAGES.values() or target.suffix in IMAGE_SUFFIXES else PAGES.get(target)
        if shown is None and target.is_file() and target.is_relative_to(ROOT):
            return f"path:{os.path.relpath(target, page.parent)}"
        return os.path.relpath(shown, page.parent) if shown else match[1]

    source[0] = LINK.sub(link, file.read_text(encoding="utf-8"))


def setup(app: Any) -> None:
    """Connects the hooks; Sphinx calls it."""
    app.connect("source-read", _text)
