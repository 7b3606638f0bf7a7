"""Tables, facts and lists, fitted to the terminal: long cells fold at spaces, and no text is cut off.

Where stdout is no terminal every row is one line, however long.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from retro.system.messages import plain, some

if TYPE_CHECKING:
    from rich.console import Console

_MIN_WIDTH = 20
"""Columns in which text folds at least, however narrow the terminal is."""

Facts = list[tuple[str, str]]
"""Pairs of a name and a text."""
Cell = str | Callable[[Mapping[str, Any]], str]
"""How a cell follows from a row in JSON: a field of the row, or a function of the row."""


def records(
    rows: Iterable[Mapping[str, Any]], columns: Mapping[str, Cell], title: str = "", left: int = 0, of: str = ""
) -> None:
    """Prints JSON objects as a `table`: ``columns`` maps names of columns to cells.

    Numbers get separators of thousands, lists are shortened, None is an empty cell.
    """
    cells = [[cell(row) if callable(cell) else text(row[cell]) for cell in columns.values()] for row in rows]
    table(list(columns), cells, title, left, of)


def fields(answer: Mapping[str, Any], columns: Mapping[str, Cell]) -> None:
    """Prints one JSON object as `facts`: ``columns`` maps names to cells, as of `records`. Empty cells are left out."""
    cells = ((name, cell(answer) if callable(cell) else text(answer[cell])) for name, cell in columns.items())
    facts((name, text) for name, text in cells if text)


def text(field: Any) -> str:
    """Returns a field of an answer in JSON as a cell; see `records`."""
    if field is None:
        return ""
    if isinstance(field, list):
        return some(field)
    return f"{field:,}" if isinstance(field, int) else str(field)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", left: int = 0, of: str = "") -> None:
    """Prints a table without its empty columns; then, if rows are ``left`` out, their number and what they are ``of``.

    Columns whose names end in ``>`` are aligned to the right. On a narrow terminal, names fold at spaces, and so do
    cells of columns whose names end in ``~``; if that is not enough, each row is printed as a list.
    """
    cells = [[plain(cell) for cell in row] for row in rows]
    if not cells:
        return
    if title:
        sys.stdout.write(f"{folded(plain(title))}\n")
    filled = [
        _TextColumn(name.rstrip(">~"), texts, name.endswith(">"), name.endswith("~"))
        for name, texts in zip(columns, zip(*cells, strict=True), strict=True)
        if any(texts)
    ]
    widths = _widths(filled)
    sys.stdout.write(_as_lists(filled) if widths is None else _as_table(filled, widths))
    if left:
        sys.stdout.write(f"  ... and {left:,} more{f' {of}' if of else ''}\n")
    sys.stdout.write("\n")


def facts(pairs: Iterable[tuple[str, str]]) -> None:
    """Prints names and texts, one pair a line."""
    listed = list(pairs)
    width = max((len(name) for name, _ in listed), default=0)
    for name, text in listed:
        sys.stdout.write(f"{folded(plain(text), f'{name:<{width}}  ')}\n")


def console() -> Console:
    """Returns a console that prints coloured text as it is."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def folded(text: str, head: str = "") -> str:
    """``head`` and ``text``; on a terminal, the text folds at spaces, beside the head."""
    terminal = _terminal_width()
    if terminal is None:
        return head + text
    width = max(_MIN_WIDTH, terminal - len(head))
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return head + f"\n{' ' * len(head)}".join(lines)


class _TextColumn(NamedTuple):
    name: str
    texts: tuple[str, ...]
    right: bool
    folds: bool


def _widths(columns: Sequence[_TextColumn]) -> list[int] | None:
    """Returns the width of each column; None if not even the narrowest columns fit on the terminal."""
    from rich.cells import cell_len

    narrowest, widest = [], []
    for name, texts, _, folds in columns:
        words = [word for text in texts for word in text.split()] if folds else texts
        narrowest.append(max(map(cell_len, (*name.split(), *words))))
        widest.append(max(map(cell_len, (name, *texts))))
    terminal = _terminal_width()
    if terminal is None:
        return widest
    spare, widths = terminal - _table_width(narrowest), narrowest
    if spare < 0:
        return None
    while spare and widths != widest:
        for index, width in enumerate(widths):
            if spare and width < widest[index]:
                widths[index], spare = width + 1, spare - 1
    return widths


def _table_width(widths: Sequence[int]) -> int:
    """Returns the width of a table: that of its cells, and of what rich draws around them."""
    return sum(widths) + 3 * len(widths) + 1


def _as_lists(columns: Sequence[_TextColumn]) -> str:
    """Rows as names and cells, one below the other; cells that do not fold may be longer than a line."""
    width, lines = max(len(column.name) for column in columns), []
    for row in zip(*(column.texts for column in columns), strict=True):
        lines.append("")
        for column, text in zip(columns, row, strict=True):
            head = f"{column.name:<{width}}  "
            if text:
                lines.append(folded(text, head) if column.folds else head + text)
    return "\n".join(lines) + "\n"


def _as_table(columns: Sequence[_TextColumn], widths: Sequence[int]) -> str:
    """Rows as rich draws them in its box SIMPLE_HEAD, which takes it a second for 4,000 rows."""
    from rich.cells import cell_len
    from rich.text import Text

    def folds(text: str, width: int) -> list[str]:
        if cell_len(text) <= width:
            return [text]
        return [line.plain.rstrip() for line in Text(text).wrap(wrapping, width)]

    def padded(column: _TextColumn, width: int, text: str) -> str:
        space = " " * (width - cell_len(text))
        return space + text if column.right else text + space

    def drawn(row: Iterable[str]) -> str:
        cells = zip_longest(*map(folds, map(str.rstrip, row), widths), fillvalue="")
        return "".join(f"  {'   '.join(map(padded, columns, widths, line))}  \n" for line in cells)

    wrapping, width = console(), _table_width(widths)
    with wrapping.capture() as heads:
        wrapping.print(drawn(column.name for column in columns), style="bold", end="")
    rows = map(drawn, zip(*(column.texts for column in columns), strict=True))
    return "".join([" " * width, "\n", heads.get(), f" {'─' * (width - 2)} \n", *rows])


def _terminal_width() -> int | None:
    """Returns the columns of the terminal; None if stdout is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
