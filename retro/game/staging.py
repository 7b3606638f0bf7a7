"""The scene of a position and the steps of a move, from the plugin's functions or from its texts.

Without `scene` in text.py, the grid that `draw` prints is the board. Without `shown`, the points at the beginning of a
move's text, in order, are the move. If a text cannot be read so, the position has no scene, and the move no steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby, pairwise
from math import gcd
from typing import Any

from retro.game.rules import Rules
from retro.game.scene import LONGEST, Piece, Scene, Step, problem, steps_problem
from retro.system.errors import GameError, described

EMPTY_GLYPHS = ".·_-+"
"""Glyphs of empty squares in drawings."""
_MAX_COLUMNS = 26
Point = tuple[float, float]
_BETWEEN = r"[\s,:>x-]*"
_BEHIND = r"[\s=/(]*[A-Za-z]{0,2}[)+#!?]*"
"""Text that may follow the points of a move, such as ``=Q``: other moves may have the same points."""


def scene(rules: Rules, key: int) -> Scene | None:
    """The scene of a position; None if it has none. GameError if the plugin's scene is wrong.

    Its turn is set if the position determines it, by `first_to_move` or the plugin's scene.
    """
    board = turnless_scene(rules, key)
    return None if board is None else _with_turn(rules, key, board)


def turnless_scene(rules: Rules, key: int) -> Scene | None:
    """The scene without the turn from `first_to_move`; errors as for `scene`."""
    text = rules.text
    if text.scene is None:
        return _read(str(text.draw(key)), str(text.draw(key if rules.initial < 0 else rules.initial)))
    board: Scene = _returned(rules, "scene", problem, key)
    return board


def steps(rules: Rules, board: Scene, key: int, code: int) -> tuple[Step, ...]:
    """The steps of a move on the scene of its position, perhaps none. GameError as for `scene`."""
    text = rules.text
    if text.shown is None:
        return _named(board, str(text.format_move(key, code)))
    return tuple(_returned(rules, "shown", partial(steps_problem, board), key, code))


def final_scene(rules: Rules, key: int, code: int) -> Scene | None:
    """The scene after a move that ends the game; its players and turn are those of the scene before the move.

    None if the plugin does not define it or the position has no scene. GameError as for `scene`.
    """
    before = None if rules.text.final_scene is None else turnless_scene(rules, key)
    if before is None:
        return None
    after = _returned(rules, "final_scene", problem, key, code)
    return _with_turn(rules, key, replace(after, turn=before.turn))


def staged(rules: Rules, key: int) -> Scene:
    """The scene of a position; GameError if it has none."""
    board = scene(rules, key)
    if board is None:
        raise GameError(f"{rules.game.name} cannot be drawn: its text.py defines no scene, and its draw prints no grid")
    return board


@lru_cache(1 << 10)
def _scene(function: Callable[[int], Any], key: int) -> Any:
    """Returns the result of `scene`: players, the board and the turn need the scenes of the same positions."""
    return function(key)


def _returned(rules: Rules, name: str, problem: Callable[[Any], str], key: int, *code: int) -> Any:
    """Returns the result of a function of text.py; GameError if it raises, or if ``problem`` finds a mistake in it."""
    function = getattr(rules.text, name)
    try:
        result = _scene(function, key) if name == "scene" else function(key, *code)
        wrong = problem(result)
    except Exception as error:  # foreign code may raise anything
        raise rules.wrong(name, f"raised {described(error)}", key) from error
    if wrong:
        raise rules.wrong(name, wrong + "".join(f", for move {each}" for each in code), key)
    return result


def _with_turn(rules: Rules, key: int, scene: Scene) -> Scene:
    return scene.seen_by(1 if rules.first_to_move(key) else 2) if rules.kind.of_first else scene


def _named(board: Scene, text: str) -> tuple[Step, ...]:
    """The steps of a move whose text begins with points and has little else; otherwise none."""
    names = "|".join(map(re.escape, sorted(board.places, key=len, reverse=True)))
    match = re.fullmatch(f"((?:{_BETWEEN}(?:{names}))+){_BEHIND}", text)
    if not match:
        return ()
    at = tuple(re.findall(names, match[1]))
    return (Step("arrow" if len(at) > 1 else "point", at),)


def _read(drawing: str, start: str) -> Scene | None:
    """The board of a drawing, a block for each glyph; None unless the start has the same points, one empty."""
    marks, notes = _points(drawing)
    first, _ = _points(start)
    if not marks or marks.keys() != first.keys() or not set(first.values()) & set(EMPTY_GLYPHS):
        return None
    names = _names(list(marks))
    pieces = tuple(Piece("block", names[at], label=mark) for at, mark in marks.items() if mark not in EMPTY_GLYPHS)
    return Scene({name: at for at, name in names.items()}, pieces, notes=notes)


def _names(points: list[Point]) -> dict[Point, str]:
    """Names of points, given row by row: a letter and the number of the row.

    The letter is that of the column if rows have different lengths and all points are in columns; else it counts the
    points of the row.
    """
    rows = [list(row) for _, row in groupby(points, key=lambda at: at[1])]
    counted = len({len(row) for row in rows}) == 1 or any(x % 1 for x, _ in points)
    named = ((at, number if counted else int(at[0])) for row in rows for number, at in enumerate(row))
    return {at: f"{chr(97 + letter)}{int(at[1]) + 1}" for at, letter in named}


def _points(drawing: str) -> tuple[dict[Point, str], tuple[str, ...]]:
    """The glyphs on the points of a drawing, row by row, and its other lines without names of columns.

    The board is the longest run of lines that have the same number of glyphs, or glyphs that are all separate.
    """
    lines = [line for line in drawing.splitlines() if line.strip()]
    glyphs = [_row(line) for line in lines]
    equal = [list(run) for _, run in groupby(range(len(lines)), key=lambda each: len(glyphs[each]))]
    apart = [list(run) for _, run in groupby(range(len(lines)), key=lambda each: _apart(glyphs[each]))]
    runs = [run for run in equal if glyphs[run[0]]] + [run for run in apart if _apart(glyphs[run[0]])]
    best = max(runs, key=len, default=[])
    if len(best) < 2:
        return {}, ()
    # numbers of rows with different widths shift their rows
    pushed = len({glyphs[each][0][0] for each in best}) > 1
    rows = [[(x - _behind_number(lines[each]) * pushed, mark) for x, mark in glyphs[each]] for each in best]
    left = min(row[0][0] for row in rows)
    wide = gcd(*(after - before for row in rows for (before, _), (after, _) in pairwise(row)))
    glyph_at = {
        ((x - left) / wide, float(len(rows) - 1 - below)): mark for below, row in enumerate(rows) for x, mark in row
    }
    if max(x for x, _ in glyph_at) >= _MAX_COLUMNS:
        return {}, ()
    others = [line.strip() for number, line in enumerate(lines) if number not in best and not _columns(line)]
    return glyph_at, tuple(note[: LONGEST["note"]] for note in others if note.isprintable())


def _row(line: str) -> list[tuple[int, str]]:
    """The glyphs of a line and their columns: separate glyphs or a single word, perhaps after a number."""
    begin = _behind_number(line)
    words = line[begin:].split()
    if _columns(line) or not (all(len(word) == 1 for word in words) or len(words) == 1):
        return []
    glyphs = [(glyph.start(), glyph[0]) for glyph in re.compile(r"\S").finditer(line, begin)]
    return glyphs if len(glyphs) > 1 or glyphs[0][0] > begin else []


def _behind_number(line: str) -> int:
    """The column after the number of a row; 0 if the line begins with none."""
    number = re.match(r"\s*\d+\s(?=.*\S)", line)
    return number.end() if number else 0


def _apart(glyphs: list[tuple[int, str]]) -> bool:
    """Whether no two glyphs touch, so that their columns give the shape of the board."""
    return bool(glyphs) and all(after - before > 1 for (before, _), (after, _) in pairwise(glyphs))


def _columns(line: str) -> bool:
    return "abcdefghijklmnopqrstuvwxyz".startswith("".join(line.split()).lower())
