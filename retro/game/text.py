"""Positions and moves as text: a game's own text functions, and the defaults of those that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from retro.game.scene import Scene, Step
from retro.system.errors import GameError, described

START = "start"
"""The word for the game's start wherever a command takes a position; of several starts, for the first."""
MAX_DIGITS = 19
"""Digits of the largest key, 2**63 - 1."""
MAX_ON_A_SQUARE = 127
"""The largest number of `squares`: an export stores it in a byte."""
PLAYERS = {"en": ("the first player", "the second player"), "ja": ("先手", "後手")}
"""Names of players by language, for games without names of their own."""
LONGEST_NAME = 20
"""Characters of a player's name."""
WHY_FORBIDDEN = "the rules forbid it after the last move"
"""The default of `why_forbidden`."""
RESERVED = ("slot", "position", "forbidden", "value", "dtm", "best", "optimal", "states")
"""Names of other columns of an export, which `squares` must not use."""


def start_name(number: int) -> str:
    """The word for the start of this number in `INITIAL`, counted from 0: ``start``, ``start2``, ``start3``, ..."""
    return START if number == 0 else f"{START}{number + 1}"


class Text(NamedTuple):
    """The functions of text.py (see `retro.game`), with defaults; None for a missing function without a default.

    swapped_move  None if the game defines `swapped` and does not say how its moves are written then
    players       names of the first and second player by language; empty if the game has none
    """

    draw: Callable[[int], str]
    format: Callable[[int], str]
    parse: Callable[[str], int]
    format_move: Callable[[int, int], str]
    parse_move: Callable[[int, str], int]
    why_forbidden: Callable[[int, int], str]
    section: Callable[[str], str]
    swapped: Callable[[int], int]
    swapped_move: Callable[[int, int], str] | None
    squares: Callable[[int], Mapping[str, int]] | None
    scene: Callable[[int], Scene] | None
    shown: Callable[[int, int], Sequence[Step]] | None
    final_scene: Callable[[int, int], Scene] | None
    players: Mapping[str, tuple[str, str]]

    def player(self, number: int, language: str = "en") -> str:
        """The name of the first player (0) or the second (1); in English, or a general one, if there is none."""
        names = self.players.get(language) or self.players.get("en") or PLAYERS[language]
        return names[number]


def of(game: str, module: ModuleType, codes: Callable[[int], list[int]]) -> Text:
    """The text functions of a game; ``codes`` returns the codes of a position's moves.

    GameError if the module has neither `draw` nor `format`, or only one of `format` and `parse`.
    """
    draw, write, read = (getattr(module, name, None) for name in ("draw", "format", "parse"))
    if draw is None and write is None:
        raise GameError(f"plugin {game}: text.py defines neither draw nor format")
    if (write is None) != (read is None):
        defined, missing = ("format", "parse") if read is None else ("parse", "format")
        raise GameError(f"plugin {game}: text.py defines {defined}, but not {missing}, its inverse")
    for name in Text._fields:
        if not callable(getattr(module, name, str)):
            raise GameError(f"plugin {game}: {name} in text.py is no function")
    format_move = getattr(module, "format_move", lambda key, code: str(code))

    def parse_move(key: int, text: str) -> int:
        expected = text.strip()
        for code in codes(key):
            if format_move(key, code) == expected:
                return code
        raise ValueError(f"{text[:40]!a} is none of its moves")

    return Text(
        draw or write,  # type: ignore[arg-type]
        write or str,
        read or _key,
        format_move,
        getattr(module, "parse_move", parse_move),
        getattr(module, "why_forbidden", lambda key, code: WHY_FORBIDDEN),
        getattr(module, "section", lambda name: name),
        getattr(module, "swapped", lambda key: key),
        getattr(module, "swapped_move", None if hasattr(module, "swapped") else format_move),
        getattr(module, "squares", None),
        getattr(module, "scene", None),
        getattr(module, "shown", None),
        getattr(module, "final_scene", None),
        _players(game, getattr(module, "PLAYERS", {})),
    )


def _players(game: str, given: Any) -> Mapping[str, tuple[str, str]]:
    """The names declared as PLAYERS; GameError if they break the contract."""
    if isinstance(given, Mapping) and given.keys() <= PLAYERS.keys() and all(map(_pair, given.values())):
        return {language: (first, second) for language, (first, second) in given.items()}
    expected = f"two names of at most {LONGEST_NAME} characters by language ({', '.join(PLAYERS)})"
    raise GameError(f"plugin {game}: PLAYERS in text.py is {ascii(given)[:60]}, not {expected}")


def _pair(names: Any) -> bool:
    """Whether ``names`` are two different names of players."""
    return (
        isinstance(names, tuple | list)
        and len(names) == 2
        and all(isinstance(each, str) and each.isprintable() and 0 < len(each) <= LONGEST_NAME for each in names)
        and names[0] != names[1]
    )


def on_squares(text: Text, key: int) -> dict[str, int]:
    """The result of `squares` for a position; ValueError if it breaks the contract."""
    assert text.squares is not None
    try:
        squares = text.squares(key)
    except Exception as error:
        raise ValueError(f"squares raised {described(error)}") from error
    if not isinstance(squares, Mapping) or not squares:
        raise ValueError(f"squares returned {type(squares).__name__}, not a dictionary of names and numbers")
    for name, number in squares.items():
        if not (isinstance(name, str) and re.fullmatch("[a-z][a-z0-9_]*", name)) or name in RESERVED:
            raise ValueError(f"squares names a square {ascii(name)[:40]}, which cannot be the name of a column")
        if type(number) is not int or not 0 <= number <= MAX_ON_A_SQUARE:
            shown = ascii(number)[:40]
            raise ValueError(f"squares puts {shown} on {name}, not a number from 0 to {MAX_ON_A_SQUARE}")
    return dict(squares)


def cells(drawing: str, glyphs: str, rows: int, columns: int) -> str:
    """The glyphs of a board in a drawing, row by row; "" if ``drawing`` has no such board.

    For `parse` functions that read the output of `draw`: a row is a number and separate glyphs, as in `` 3  X . O ``.
    Other lines are ignored.
    """
    glyph = f"[{re.escape(glyphs)}]"
    lines = re.findall(rf"(?<!\S)[0-9]{{1,2}}\s+({glyph}(?:\s+{glyph}){{{columns - 1}}})(?!\S)", drawing)
    return "".join("".join(lines).split()) if len(lines) == rows else ""


def _key(text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS and int(digits) < 1 << 63):
        raise ValueError(f"a position is written as its key, a number from 0 to 2**63 - 1, not {text[:40]!a}")
    return int(digits)
