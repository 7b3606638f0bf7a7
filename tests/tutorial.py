"""The tutorial as a sequence of steps: files to write, files to change, and commands with what they print.

In the pages a block of code belongs to the file named before it:

    **path**                        the whole file
    **path**, added at the end:     more of it
    **path**, changed:              a ``diff``: lines with a minus are replaced by lines with a plus

A ``console`` block holds commands after ``$`` and what they print. There a line ``...`` stands for any lines and
``...`` within a line for any text; blank lines do not count. In a block ``console figures`` seconds and
MiB are examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PAGES = sorted((Path(__file__).parent.parent / "docs" / "tutorial").glob("*.md"))

_BLOCK = re.compile(r"(?:^(\*\*[^\n]*)\n\n)?^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LABEL = re.compile(r"\*\*([\w./-]+)\*\*(?:, (added at the end|changed):)?")
_FIGURE = re.compile(r"\d[\d.]* (?=s\b|MiB\b)")


class Write(NamedTuple):
    """A file to write, whole or with ``text`` at its end."""

    path: str
    text: str
    append: bool

    def apply(self, directory: Path) -> None:
        file = directory / self.path
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") + "\n\n" if self.append else ""
        file.write_text(before + self.text, encoding="utf-8")


class Replacement(NamedTuple):
    """Lines of a file to replace by others; they must occur once."""

    path: str
    old: str
    new: str

    def apply(self, directory: Path) -> None:
        file = directory / self.path
        text = file.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.path} should have once:\n{self.old}"
        file.write_text(text.replace(self.old, self.new), encoding="utf-8")


class Command(NamedTuple):
    """A command, and a pattern of what it prints."""

    line: str
    expected: str
    figures: bool

    def matches(self, printed: str) -> bool:
        return re.fullmatch(_pattern(self.expected, self.figures), _plain(printed, self.figures)) is not None


Step = Write | Replacement | Command


def steps(page: Path) -> Iterator[Step]:
    """The steps of a page in order. Raises AssertionError for a block that no step uses."""
    for label, language, more, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            yield from _commands(text, more.strip() == "figures")
            continue
        match = _LABEL.fullmatch(label)
        assert match, f"{page.name}: no file is named before the block that begins {text[:60]!r}"
        if language == "diff":
            yield Replacement(match[1], _side(text, "-"), _side(text, "+"))
        else:
            yield Write(match[1], text, append=match[2] is not None)


def _commands(text: str, figures: bool) -> Iterator[Command]:
    assert text.startswith("$ ")
    for entry in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, expected = entry.partition("\n")
        yield Command(line, expected, figures)


def _side(diff: str, sign: str) -> str:
    lines = diff.splitlines()
    assert all(line[:1] in (" ", "-", "+", "") for line in lines), diff
    return "".join(f"{line[1:]}\n" for line in lines if line[:1] in (" ", sign, ""))


def _plain(text: str, figures: bool) -> str:
    lines = (line.rstrip() for line in text.splitlines())
    plain = "".join(f"{line}\n" for line in lines if line)
    return _FIGURE.sub("0 ", plain) if figures else plain


def _pattern(expected: str, figures: bool) -> str:
    lines = _plain(expected, figures).splitlines()
    return "".join(
        "(.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n" for line in lines
    )
