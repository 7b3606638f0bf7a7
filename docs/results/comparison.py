"""Pages of results in Markdown: what was found beside what is published, and how many numbers differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


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
