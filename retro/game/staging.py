"""The scene of a position and the steps of a move: as the plugin says, or else read off what it writes for people.

Without `scene` in text.py, the grid that `draw` prints is the board; without `shown`, the points that a move's text
begins with, in their order, are the move. What cannot be read so has no scene, and no steps: its text is all there is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby, pairwise
from math import gcd

from retro.game.rules import Rules
from retro.game.scene import LONGEST, Piece, Scene, Step, problem, steps_problem
from retro.system.errors import GameError, described

EMPTY = ".·_-+"
"""Glyphs of empty squares in drawings."""
_MOST_COLUMNS = 26
Point = tuple[float, float]
_BETWEEN = r"[\s,:>x-]*"
_BEHIND = r"[\s=/(]*[A-Za-z]{0,2}[)+#!?]*"
"""What may follow the points in the text of a move, such as ``=Q``: other moves may have the same points."""


def scene(rules: Rules, key: int) -> Scene | None:
    """The scene of a position; None if nothing is known of it. GameError if the plugin's own is none.

    It has the turn wherever the position says whose it is, by `first_to_move` or by the plugin's own scene.
    """
    found = own(rules, key)
    return None if found is None else _with_turn(rules, key, found)


def own(rules: Rules, key: int) -> Scene | None:
    """The scene without the turn that `first_to_move` gives it; errors as of `scene`."""
    text = rules.text
    if text.scene is None:
        return _read(str(text.draw(key)), str(text.draw(key if rules.initial < 0 else rules.initial)))
    try:
        found = text.scene(key)
        wrong = problem(found)
    except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
        raise rules.wrong("scene", f"raised {described(error)}", key) from error
    if wrong:
        raise rules.wrong("scene", wrong, key)
    return found


def steps(rules: Rules, board: Scene, key: int, code: int) -> tuple[Step, ...]:
    """The steps of a move on the scene of its position; none if nothing is known. GameError as of `scene`."""
    text = rules.text
    if text.shown is None:
        return _named(board, str(text.format_move(key, code)))
    try:
        found = text.shown(key, code)
        wrong = steps_problem(board, found)
    except Exception as error:  # as above
        raise rules.wrong("shown", f"raised {described(error)}", key) from error
    if wrong:
        raise rules.wrong("shown", f"{wrong}, for move {code}", key)
    return tuple(found)


def final_scene(rules: Rules, key: int, code: int) -> Scene | None:
    """The scene after a move that ends the game, whose players and turn are those of the scene before it.

    None if the plugin does not define it, or the position has no scene. GameError if what it returns is no scene.
    """
    text = rules.text
    before = None if text.final_scene is None else own(rules, key)
    if text.final_scene is None or before is None:
        return None
    try:
        found = text.final_scene(key, code)
        wrong = problem(found)
    except Exception as error:  # as above
        raise rules.wrong("final_scene", f"raised {described(error)}", key) from error
    if wrong:
        raise rules.wrong("final_scene", f"{wrong}, for move {code}", key)
    return _with_turn(rules, key, replace(found, turn=before.turn))


def staged(rules: Rules, key: int) -> Scene:
    """The scene of a position; GameError if nothing is known of it."""
    found = scene(rules, key)
    if found is None:
        raise GameError(f"{rules.game.name} cannot be drawn: its text.py defines no scene, and its draw prints no grid")
    return found


def _with_turn(rules: Rules, key: int, scene: Scene) -> Scene:
    return scene if rules.scores != "first" else scene.seen_by(1 if rules.first_to_move(key) else 2)


def _named(board: Scene, text: str) -> tuple[Step, ...]:
    """A move as the points that its text begins with, if little follows."""
    names = "|".join(map(re.escape, sorted(board.places, key=len, reverse=True)))
    found = re.fullmatch(f"((?:{_BETWEEN}(?:{names}))+){_BEHIND}", text)
    if not found:
        return ()
    at = tuple(re.findall(names, found[1]))
    return (Step("arrow" if len(at) > 1 else "point", at),)


def _read(drawing: str, start: str) -> Scene | None:
    """The board of a drawing, if the start's has the same points and an empty one; a block for what stands on each."""
    marks, notes = _points(drawing)
    first, _ = _points(start)
    if not marks or marks.keys() != first.keys() or not set(first.values()) & set(EMPTY):
        return None
    names = _names(list(marks))
    pieces = tuple(Piece("block", names[at], label=mark) for at, mark in marks.items() if mark not in EMPTY)
    return Scene({name: at for at, name in names.items()}, pieces, notes=notes)


def _names(points: list[Point]) -> dict[Point, str]:
    """Names of points, which are row by row: a letter and the number of the row.

    The letter is that of the column, where rows are of different lengths and begin and end in columns; else it counts
    the points of the row.
    """
    rows = [list(row) for _, row in groupby(points, key=lambda at: at[1])]
    counted = len({len(row) for row in rows}) == 1 or any(x % 1 for x, _ in points)
    named = ((at, place if counted else int(at[0])) for row in rows for place, at in enumerate(row))
    return {at: f"{chr(97 + letter)}{int(at[1]) + 1}" for at, letter in named}


def _points(drawing: str) -> tuple[dict[Point, str], tuple[str, ...]]:
    """What stands on the points of a drawing, row by row, and its other lines but names of columns.

    The points are the most lines that follow each other and have equally many glyphs, or glyphs that stand apart.
    """
    lines = [line for line in drawing.splitlines() if line.strip()]
    glyphs = [_row(line) for line in lines]
    equal = [list(run) for _, run in groupby(range(len(lines)), key=lambda place: len(glyphs[place]))]
    apart = [list(run) for _, run in groupby(range(len(lines)), key=lambda place: _apart(glyphs[place]))]
    runs = [run for run in equal if glyphs[run[0]]] + [run for run in apart if _apart(glyphs[run[0]])]
    best = max(runs, key=len, default=[])
    if len(best) < 2:
        return {}, ()
    # numbers of rows may be of different widths, and then push their rows aside
    pushed = len({glyphs[place][0][0] for place in best}) > 1
    rows = [[(x - _behind_number(lines[place]) * pushed, mark) for x, mark in glyphs[place]] for place in best]
    left = min(row[0][0] for row in rows)
    wide = gcd(*(after - before for row in rows for (before, _), (after, _) in pairwise(row)))
    found = {
        ((x - left) / wide, float(len(rows) - 1 - below)): mark for below, row in enumerate(rows) for x, mark in row
    }
    if max(x for x, _ in found) >= _MOST_COLUMNS:
        return {}, ()
    others = [line.strip() for place, line in enumerate(lines) if place not in best and not _columns(line)]
    return found, tuple(note[: LONGEST["note"]] for note in others if note.isprintable())


def _row(line: str) -> list[tuple[int, str]]:
    """The glyphs of a line and where they stand, each by itself or all in one word, perhaps after a number."""
    begin = _behind_number(line)
    words = line[begin:].split()
    if _columns(line) or not (all(len(word) == 1 for word in words) or len(words) == 1):
        return []
    found = [(glyph.start(), glyph[0]) for glyph in re.compile(r"\S").finditer(line, begin)]
    return found if len(found) > 1 or found[0][0] > begin else []


def _behind_number(line: str) -> int:
    """Where a line goes on behind the number of its row; 0 if it has none."""
    number = re.match(r"\s*\d+\s(?=.*\S)", line)
    return number.end() if number else 0


def _apart(glyphs: list[tuple[int, str]]) -> bool:
    """Whether no two glyphs touch, so that where they stand tells the shape of the board."""
    return bool(glyphs) and all(after - before > 1 for (before, _), (after, _) in pairwise(glyphs))


def _columns(line: str) -> bool:
    return "abcdefghijklmnopqrstuvwxyz".startswith("".join(line.split()).lower())
