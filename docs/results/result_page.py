"""Pages of results in Markdown: computed numbers beside published ones, and the count of those that differ.

Also the command-line arguments and the exit code that the scripts of these pages share.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from retro.app import layout
from retro.system.errors import RetroError
from retro.system.messages import exit_code, one_line
from retro.system.settings import settings

Options = dict[str, str]

FIRST_COLUMN = {
    "numbers": "what",
    "positions by part": "section",
    "states by DTM": "plies",
    "states by plies from the start": "plies",
}
"""The heading of the first column, by kind of published entry."""


class ResultPage:
    """The lines of a page, and the count of its numbers that differ from the published ones."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.different = 0

    def text(self, *lines: str) -> None:
        """Appends lines and an empty line."""
        self.lines += [*lines, ""]

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """Appends a table; columns whose names end in ``>`` are aligned to the right."""
        rule = ["---:" if column.endswith(">") else "---" for column in columns]
        names = [column.rstrip(">") for column in columns]
        self.text(*(f"| {' | '.join(cells)} |" for cells in [names, rule, *rows]))

    def section(self, section: Mapping[str, Any]) -> None:
        """Appends the rows of a published entry (`reproduce.compare`), and the count of equal rows."""
        rows, different = section["rows"], sum(not row["equal"] for row in section["rows"])
        self.different += different
        self.text(f"Source: {section['source']}. {section['remark']}".rstrip())
        self.text(f"{len(rows) - different} of {len(rows)} rows are equal{', the others DIFFER' if different else ''}.")
        cells = [
            (row["name"], layout.text(row["found"]), layout.text(row["published"]), "yes" if row["equal"] else "**no**")
            for row in rows
        ]
        self.table((FIRST_COLUMN[section["what"]], "found>", "published>", "equal"), cells)


def arguments(name: str, wrong: str = "any number differs from the published one") -> argparse.ArgumentParser:
    """Returns the parser of the script for the page ``name``; ``wrong`` is the condition that ``--check`` reports."""
    parser = argparse.ArgumentParser(description=f"Make docs/results/{name} from the database of Ostle.")
    parser.add_argument("--data", metavar="DIR", help="directory of databases; by default the user's data directory")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="an option of the game")
    parser.add_argument("--check", action="store_true", help=f"exit code 1 if {wrong}")
    return parser


def write(
    given: argparse.Namespace, make: Callable[[Options], ResultPage], wrong: str = "different from what is published"
) -> int:
    """Prints the page that ``make`` returns for the options of the game; returns the exit code."""
    made, code = _printed(lambda: make(settings(given.set)))
    if made.different:
        print(f"{wrong}: {made.different}", file=sys.stderr)
    return code or int(given.check and made.different > 0)


def print_games(name: str, games: int, page: Callable[[str | None, int, int], ResultPage]) -> int:
    """Prints docs/results/``name``.md on stdout, and returns the exit code.

    ``page`` gets the directory of databases, the number of ``games`` of each pair of players, and the seed.
    """
    parser = argparse.ArgumentParser(description=f"Make docs/results/{name}.md from databases of the games.")
    parser.add_argument("--data", metavar="DIR", help="where databases lie; by default the user's data directory")
    parser.add_argument("--games", metavar="N", type=int, default=games, help="games of each pair of players")
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    given = parser.parse_args()
    return _printed(lambda: page(given.data, given.games, given.seed))[1]


def _printed(make: Callable[[], ResultPage]) -> tuple[ResultPage, int]:
    """Prints the page that ``make`` returns, or its error; returns the page, empty after an error, and an exit code."""
    try:
        made = make()
    except (RetroError, OSError) as error:
        print(f"error: {one_line(str(error))}", file=sys.stderr)
        return ResultPage(), exit_code(error) or 2
    print("\n".join(made.lines).rstrip())
    return made, 0
