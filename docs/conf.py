"""How Sphinx makes the site of the pages in this directory:

    python -m sphinx -W -n -b html docs build/docs

Every page can be read as it is, too, and links to others and to sources by their places in the repository. The site
has the pages only. So a page may be another Markdown file, included whole (``games/ostle.md`` is the game's own
README), and a link to a file that is no page becomes a link to a copy of it; pictures are shown.
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
PICTURES = (".png", ".svg")
LINK = re.compile(r"(?<=\]\()(?!\w+:)([^)\s#]+)")


def _included(page: Path) -> Path:
    """The file whose text a page shows: its own, or the one that it includes whole."""
    found = INCLUDED.fullmatch(page.read_text(encoding="utf-8"))
    return (page.parent / found[1]).resolve() if found else page


PAGES = {_included(page): page for page in DOCS.rglob("*.md")}
"""The pages by the files whose texts they show."""


def _text(app: Any, name: str, source: list[str]) -> None:
    """The text of a page, its links to be followed from where the page is and not from where the file is."""
    page = Path(app.env.doc2path(name))
    file = _included(page)
    if file != page:
        app.env.note_dependency(str(file))

    def link(found: re.Match[str]) -> str:
        target = (file.parent / found[1]).resolve()
        if target.is_dir():
            target /= "README.md"
        shown = target if target in PAGES.values() or target.suffix in PICTURES else PAGES.get(target)
        if shown is None and target.is_file() and target.is_relative_to(ROOT):
            return f"path:{os.path.relpath(target, page.parent)}"
        return os.path.relpath(shown, page.parent) if shown else found[1]

    source[0] = LINK.sub(link, file.read_text(encoding="utf-8"))


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _text)
