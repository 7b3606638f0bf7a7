"""Tables, facts and lists, fitted to the terminal: nothing is lost, and what has to stay whole is not broken.

Where stdout is no terminal every row is one line, however long.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from retro.system.messages import plain

if TYPE_CHECKING:
    from rich.console import Console

_NARROWEST = 20
"""Columns in which text is folded at least, whatever the terminal says."""


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", left: int = 0, of: str = "") -> None:
    """Print a table without its empty columns, and how many more rows, or what they are ``of``, are ``left`` out.

    Columns whose names end in ``>`` are set to the right. Where the terminal is narrow, names fold at spaces, and so do
    cells of columns whose names end in ``~``; others stay whole. If that is not enough, each row becomes a list.
    """
    cells = [[plain(cell) for cell in row] for row in rows]
    if not cells:
        return
    if title:
        sys.stdout.write(f"{folded(plain(title))}\n")
    shown = [
        _Column(name.rstrip(">~"), texts, name.endswith(">"), name.endswith("~"))
        for name, texts in zip(columns, zip(*cells, strict=True), strict=True)
        if any(texts)
    ]
    widths = _widths(shown)
    sys.stdout.write(_listed(shown) if widths is None else _drawn(shown, widths))
    if left:
        sys.stdout.write(f"  ... and {left:,} more{f' {of}' if of else ''}\n")
    sys.stdout.write("\n")


def console() -> Console:
    """Where text in colours is printed as it is."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


class _Column(NamedTuple):
    name: str
    texts: tuple[str, ...]
    right: bool
    folds: bool


def _widths(columns: Sequence[_Column]) -> list[int] | None:
    """Of each column; None if not even the narrowest fit on the terminal."""
    from rich.cells import cell_len

    least, most = [], []
    for name, texts, _, folds in columns:
        whole = [word for text in texts for word in text.split()] if folds else texts
        least.append(max(map(cell_len, (*name.split(), *whole))))
        most.append(max(map(cell_len, (name, *texts))))
    room = _room()
    if room is None:
        return most
    spare, widths = room - _around(least), least
    if spare < 0:
        return None
    while spare and widths != most:
        for place, width in enumerate(widths):
            if spare and width < most[place]:
                widths[place], spare = width + 1, spare - 1
    return widths


def _around(widths: Sequence[int]) -> int:
    """Columns of a table, with what rich draws around those of its cells."""
    return sum(widths) + 3 * len(widths) + 1


def _listed(columns: Sequence[_Column]) -> str:
    """Rows as names and cells, one below the other; cells that stay whole may be longer than a line."""
    names, lines = max(len(column.name) for column in columns), []
    for row in zip(*(column.texts for column in columns), strict=True):
        lines.append("")
        for column, text in zip(columns, row, strict=True):
            head = f"{column.name:<{names}}  "
            if text:
                lines.append(folded(text, head) if column.folds else head + text)
    return "\n".join(lines) + "\n"


def _drawn(columns: Sequence[_Column], widths: Sequence[int]) -> str:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=SIMPLE_HEAD)
    for column, width in zip(columns, widths, strict=True):
        drawn.add_column(Text(column.name), justify="right" if column.right else "left", width=width, overflow="fold")
    for row in zip(*(column.texts for column in columns), strict=True):
        drawn.add_row(*map(Text, row))
    console = Console(width=_around(widths), height=1)  # with both, rich believes it of dumb terminals, too
    with console.capture() as caught:
        console.print(drawn)
    text, _, _ = caught.get().rstrip("\n").rpartition("\n")  # the last line is empty
    return f"{text}\n"


def _room() -> int | None:
    """Columns of the terminal; None if stdout is none: nothing is folded there."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def folded(text: str, head: str = "") -> str:
    """A line that begins with ``head``; on a terminal, the text after it is folded at spaces."""
    room = _room()
    if room is None:
        return head + text
    width = max(_NARROWEST, room - len(head))
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return head + f"\n{' ' * len(head)}".join(lines)


def facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Print names and what they stand for, one pair a line."""
    known = list(pairs)
    width = max((len(name) for name, _ in known), default=0)
    for name, text in known:
        sys.stdout.write(f"{folded(plain(text), f'{name:<{width}}  ')}\n")
