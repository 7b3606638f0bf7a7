"""The rule `text`: what is written can be read, and what cannot be read is refused with one clear line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retro.conformance.report import Failed
from retro.conformance.subject import Subject, kind, whole
from retro.game import NONE, ONGOING
from retro.game.text import on_squares
from retro.system.errors import described

JUNK = (
    "",
    " ",
    "-1",
    "?",
    "x" * 5_000,
    "9" * 400,
    "\0\n\r\t",
    "\u2028é漢🎲",
    "a1-b2/c3",
    "nan",
    "1e9",
    "--help",
    "[]{}",
)
"""No position and no move of any decent game, though some may be read as one."""
LONGEST_ERROR = 1_000
SHOWN = 200
"""Characters of what a function raised that a message shows."""


def check(subject: Subject) -> None:
    """Positions and moves of the sample there and back; then junk."""
    words = subject.rules.text
    written: dict[str, int] = {}
    names = None
    for key in subject.each(subject.sample):
        if words.squares is not None:
            names = _squares(subject, key, names)
        text = _line(subject, "format", words.format, key)  # first, for draw may be the same function
        drawn = _line(subject, "draw", words.draw, key, many=True)
        if written.setdefault(text, key) != key:
            raise Failed(f"{subject.place(key)}: format gives position {written[text]} the same text {text[:80]!r}")
        back = _read(subject, "parse", words.parse, text)
        if back != key:
            raise Failed(f"{subject.place(key)}: parse(format(key)) is {back}, not {key}")
        back = _refuses(subject, "parse", words.parse, drawn)
        if back not in (None, key):
            raise Failed(f"{subject.place(key)}: parse(draw(key)) is {back}, neither {key} nor a ValueError")
        _swapped(subject, key)
        _moves(subject, key)
    for key in subject.sample[:3]:
        texts = [*JUNK, words.format(key)[:-1], words.format(key) + "#"]
        for junk in texts:
            _refuses(subject, "parse", words.parse, junk)
            _refuses(subject, "parse_move", words.parse_move, junk, key)


def _swapped(subject: Subject, key: int) -> None:
    """The board as the other player sees it can be written, and swapped again is the same."""
    words = subject.rules.text
    other = _read(subject, "swapped", words.swapped, key)
    back = None if whole(other) is None else _read(subject, "swapped", words.swapped, other)
    if back != key:
        raise Failed(f"{subject.place(key)}: swapped(key) is {kind(other)}, and swapped again {kind(back)}, not {key}")
    _line(subject, "draw", words.draw, other, many=True)
    _line(subject, "format", words.format, other)


def _squares(subject: Subject, key: int, names: tuple[str, ...] | None) -> tuple[str, ...]:
    """The names of squares, which are the same for all positions."""
    try:
        found = tuple(on_squares(subject.rules.text, key))
    except ValueError as error:
        raise Failed(f"{subject.place(key)}: {error}") from error
    if names not in (None, found):
        raise Failed(f"{subject.place(key)}: squares names other squares than elsewhere, or in another order")
    return found


def _moves(subject: Subject, key: int) -> None:
    words = subject.rules.text
    written: dict[str, int] = {}
    for move in subject.moves(key):
        text = _line(subject, "format_move", words.format_move, key, move.code)
        if text in written:
            where = subject.place(key, move.code)
            raise Failed(f"{where}: format_move gives the move of code {written[text]} the same text {text[:80]!r}")
        written[text] = move.code
        if subject.rules.repetition and move.outcome == ONGOING:
            forbidden = subject.rules.undo(key, move.code, move.successor)
            if forbidden != NONE:
                _line(subject, "why_forbidden", words.why_forbidden, move.successor, forbidden)
        back = _read(subject, "parse_move", words.parse_move, key, text)
        if back != move.code:
            raise Failed(f"{subject.place(key, move.code)}: parse_move(key, {text[:80]!r}) is {back}, not {move.code}")


def _line(subject: Subject, name: str, write: Callable[..., Any], key: int, *code: int, many: bool = False) -> str:
    """What a function writes: text, not empty, in one line unless it may take many."""
    try:
        text = write(key, *code)
    except Exception as error:
        raise Failed(f"{subject.place(key, *code)}: {name} raised {described(error)[:SHOWN]}") from error
    if not isinstance(text, str) or not text:
        raise Failed(f"{subject.place(key, *code)}: {name} returned {kind(text)}, not a text")
    if not many and (len(text.splitlines()) > 1 or not text.isprintable()):
        raise Failed(f"{subject.place(key, *code)}: {name} returned {kind(text)}, which is not one printable line")
    return text


def _read(subject: Subject, name: str, read: Callable[..., Any], *arguments: Any) -> Any:
    given = ", ".join(repr(each)[:80] for each in arguments)
    try:
        return read(*arguments)
    except Exception as error:
        raise Failed(
            f"{name}({given}) raised {described(error)[:SHOWN]}, but the text was written by the game"
        ) from error


def _refuses(subject: Subject, name: str, read: Callable[..., Any], junk: str, *key: int) -> int | None:
    """Junk is a ValueError of one line, or else it is no junk: the number that comes back."""
    shown = f"{name}({', '.join([*map(str, key), ascii(junk)[:60]])})"
    try:
        found = read(*key, junk)
    except ValueError as error:
        text = str(error)
        if not text.strip() or len(text.splitlines()) > 1 or len(text) > LONGEST_ERROR:
            raise Failed(f"{shown}: the ValueError says {ascii(text)[:80]}, not one clear line") from error
    except Exception as error:
        raise Failed(f"{shown} raised {described(error)[:SHOWN]}, not a ValueError") from error
    else:
        if whole(found) is None:
            raise Failed(f"{shown} returned {kind(found)}, neither a number nor a ValueError")
        return whole(found)
    return None
