"""Positions and moves for people: a game's own text functions, and what stands in for those that it lacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from retro.game.scene import Scene, Step
from retro.system.errors import GameError, described

START = "start"
"""The start of the game, wherever a position is asked for."""
MOST_DIGITS = 19
"""Of a key: 2**63 - 1 has as many."""
MOST_ON_A_SQUARE = 127
"""Numbers of `squares` take a byte."""
PLAYERS = {"en": ("the first player", "the second player"), "ja": ("先手", "後手")}
"""What players are called, by language, where the game has no names for them."""
LONGEST_NAME = 20
"""Characters."""
FORBIDDEN = "the rules forbid it after the last move"
"""Why a move is forbidden, where the game does not say."""
TAKEN = ("slot", "position", "forbidden", "value", "dtm", "best", "optimal", "states")
"""Names that `squares` may not give: other columns of an export have them."""


class Text(NamedTuple):
    """The functions of text.py (see `retro.game`); None for optional ones that the module lacks.

    players  the names of both by language, none if the game does not tell
    """

    draw: Callable[[int], str]
    format: Callable[[int], str]
    parse: Callable[[str], int]
    format_move: Callable[[int, int], str]
    parse_move: Callable[[int, str], int]
    why_forbidden: Callable[[int, int], str]
    section: Callable[[str], str]
    swapped: Callable[[int], int]
    squares: Callable[[int], Mapping[str, int]] | None
    scene: Callable[[int], Scene] | None
    shown: Callable[[int, int], Sequence[Step]] | None
    final_scene: Callable[[int, int], Scene] | None
    players: Mapping[str, tuple[str, str]]

    def player(self, number: int, language: str = "en") -> str:
        """What the first player (0) or the second (1) is called."""
        names = self.players.get(language) or self.players.get("en") or PLAYERS[language]
        return names[number]


def of(game: str, module: ModuleType, codes: Callable[[int], list[int]]) -> Text:
    """The text functions of a game; ``codes`` tells the codes of a position's moves.

    GameError if the module has neither `draw` nor `format`, or only one of `format` and `parse`.
    """
    draw, write, read = (getattr(module, name, None) for name in ("draw", "format", "parse"))
    if draw is None and write is None:
        raise GameError(f"plugin {game}: text.py defines neither draw nor format")
    if (write is None) != (read is None):
        there, missing = ("format", "parse") if read is None else ("parse", "format")
        raise GameError(f"plugin {game}: text.py defines {there}, but not {missing}, its inverse")
    if hasattr(module, "part"):
        raise GameError(f"plugin {game}: part in text.py is now called section: rename it")
    for name in Text._fields:
        if not callable(getattr(module, name, str)):
            raise GameError(f"plugin {game}: {name} in text.py is no function")
    format_move = getattr(module, "format_move", _number)

    def parse_move(key: int, text: str) -> int:
        wanted = text.strip()
        for code in codes(key):
            if format_move(key, code) == wanted:
                return code
        raise ValueError(f"{text[:40]!a} is none of its moves")

    return Text(
        draw or write,  # type: ignore[arg-type]
        write or str,
        read or _key,
        format_move,
        getattr(module, "parse_move", parse_move),
        getattr(module, "why_forbidden", _forbidden),
        getattr(module, "section", _same),
        getattr(module, "swapped", _same),
        getattr(module, "squares", None),
        getattr(module, "scene", None),
        getattr(module, "shown", None),
        getattr(module, "final_scene", None),
        _players(game, getattr(module, "PLAYERS", {})),
    )


def _players(game: str, given: Any) -> Mapping[str, tuple[str, str]]:
    """What is declared as PLAYERS; GameError if it cannot be."""
    if isinstance(given, Mapping) and given.keys() <= PLAYERS.keys() and all(map(_pair, given.values())):
        return {language: (first, second) for language, (first, second) in given.items()}
    wanted = f"two names of at most {LONGEST_NAME} characters by language ({', '.join(PLAYERS)})"
    raise GameError(f"plugin {game}: PLAYERS in text.py is {ascii(given)[:60]}, not {wanted}")


def _pair(names: Any) -> bool:
    return (
        isinstance(names, tuple | list)
        and len(names) == 2
        and all(isinstance(each, str) and each.isprintable() and 0 < len(each) <= LONGEST_NAME for each in names)
        and names[0] != names[1]
    )


def on_squares(text: Text, key: int) -> dict[str, int]:
    """What `squares` says of a position; ValueError, in words, if it does not say what it may."""
    assert text.squares is not None
    try:
        found = text.squares(key)
    except Exception as error:
        raise ValueError(f"squares raised {described(error)}") from error
    if not isinstance(found, Mapping) or not found:
        raise ValueError(f"squares returned {type(found).__name__}, not a dictionary of names and numbers")
    for name, number in found.items():
        if not (isinstance(name, str) and re.fullmatch("[a-z][a-z0-9_]*", name)) or name in TAKEN:
            raise ValueError(f"squares names a square {ascii(name)[:40]}, which cannot be the name of a column")
        if type(number) is not int or not 0 <= number <= MOST_ON_A_SQUARE:
            shown = ascii(number)[:40]
            raise ValueError(f"squares says that {shown} is on {name}, not a number from 0 to {MOST_ON_A_SQUARE}")
    return dict(found)


def cells(drawing: str, glyphs: str, rows: int, columns: int) -> str:
    """The glyphs of a board that was drawn with a number before each row, row by row; "" if it is no such drawing.

    So that `parse` can read what `draw` writes: `` 3  X . O `` and so on, each glyph by itself, whatever stands below.
    """
    glyph = f"[{re.escape(glyphs)}]"
    found = re.findall(rf"(?<!\S)[0-9]{{1,2}}\s+({glyph}(?:\s+{glyph}){{{columns - 1}}})(?!\S)", drawing)
    return "".join("".join(found).split()) if len(found) == rows else ""


def _number(key: int, code: int) -> str:
    return str(code)


def _forbidden(key: int, code: int) -> str:
    return FORBIDDEN


def _same(given: Any) -> Any:
    return given


def _key(text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= MOST_DIGITS and int(digits) < 1 << 63):
        raise ValueError(f"a position is written as its key, a number from 0 to 2**63 - 1, not {text[:40]!a}")
    return int(digits)
