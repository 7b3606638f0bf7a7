"""Pages of results in Markdown: what was found beside what is published, and how many numbers differ.

The scripts that make them are called in the same way and end in the same way, and both are here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from retro.app.errors import exit_code, one_line
from retro.game import GameError

Options = dict[str, str]


@dataclass(frozen=True)
class Row:
    """A number and the published one."""

    name: str
    found: int | str
    published: int | str

    @property
    def equal(self) -> bool:
        return self.found == self.published


def compare(found: Mapping[str, int | str], expected: Mapping[str, int | str]) -> list[Row]:
    """A row for each published number, and one for each that was found and should not be there."""
    return [Row(name, found.get(name, 0), expected.get(name, 0)) for name in dict.fromkeys([*expected, *found])]


class Page:
    """The page, and how many of its numbers differ from the published ones."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.different = 0

    def text(self, *lines: str) -> None:
        """Lines and an empty one after them."""
        self.lines += [*lines, ""]

    def table(self, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A table; columns whose names end in ``>`` are set to the right."""
        rule = ["---:" if column.endswith(">") else "---" for column in columns]
        names = [column.rstrip(">") for column in columns]
        self.text(*(f"| {' | '.join(cells)} |" for cells in [names, rule, *rows]))

    def comparison(self, first: str, rows: Sequence[Row], found: str = "found") -> None:
        """Rows beside the published numbers, and a line that says how many are equal."""
        equal = sum(row.equal for row in rows)
        self.different += len(rows) - equal
        every = (
            f"All {len(rows)} rows are equal." if equal == len(rows) else f"{len(rows) - equal} of {len(rows)} DIFFER."
        )
        self.text(every)
        self.table(
            (first, f"{found}>", "published>", "equal"),
            [(row.name, _number(row.found), _number(row.published), "yes" if row.equal else "**no**") for row in rows],
        )


def _number(shown: int | str) -> str:
    return f"{shown:,}" if isinstance(shown, int) else shown


def arguments(name: str, wrong: str = "any number differs from the published one") -> argparse.ArgumentParser:
    """What a script that makes the page ``name`` may be given; ``wrong`` is what ``--check`` is for."""
    parser = argparse.ArgumentParser(description=f"Make docs/results/{name} from the database of Ostle.")
    parser.add_argument("--data", metavar="DIR", help="where databases lie; by default the user's data directory")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="an option of the game")
    parser.add_argument("--check", action="store_true", help=f"exit code 1 if {wrong}")
    return parser


def write(
    given: argparse.Namespace, make: Callable[[Options], Page], wrong: str = "different from what is published"
) -> int:
    """Print the page that ``make`` makes for the options of the game; the exit code."""
    options = {key: value for key, _, value in (setting.partition("=") for setting in given.set)}
    try:
        made = make(options)
    except (GameError, OSError) as error:
        print(f"error: {one_line(str(error))}", file=sys.stderr)
        return exit_code(error) or 2
    print("\n".join(made.lines).rstrip())
    if made.different:
        print(f"{wrong}: {made.different}", file=sys.stderr)
    return 1 if given.check and made.different else 0
