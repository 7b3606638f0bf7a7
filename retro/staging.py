"""The scene of a position and the steps of a move: as the plugin says, or else read off what it writes for people.

Without `scene` in text.py, the grid that `draw` prints is the board; without `shown`, the points that a move's text
begins with, in their order, are the move. What cannot be read so has no scene, and no steps: its text is all there is.
"""

from __future__ import annotations

import re
from itertools import groupby

from retro.game import GameError
from retro.rules import Rules
from retro.scene import LONGEST, Piece, Scene, Step, grid, problem, steps_problem
from retro.spelling import told

EMPTY = ".·_-+"
"""Glyphs of empty squares in drawings."""
_MOST_COLUMNS = 26
_BETWEEN = r"[\s,:>x-]*"
_BEHIND = r"[\s=/(]*[A-Za-z]{0,2}[)+#!?]*"
"""What may follow the points in the text of a move, such as ``=Q``: other moves may have the same points."""


def scene(rules: Rules, key: int) -> Scene | None:
    """The scene of a position; None if nothing is known of it. GameError if the plugin's own is none.

    It has the turn wherever the position says whose it is, by `first_to_move` or by the plugin's own scene.
    """
    found = own(rules, key)
    if found is None or rules.scores != "first":
        return found
    return found.seen_by(1 if rules.first_to_move(key) else 2)


def own(rules: Rules, key: int) -> Scene | None:
    """The scene without the turn that `first_to_move` gives it; errors as of `scene`."""
    text = rules.text
    if text.scene is None:
        return _read(str(text.draw(key)), str(text.draw(key if rules.initial < 0 else rules.initial)))
    try:
        found = text.scene(key)
        wrong = problem(found)
    except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
        raise rules.wrong("scene", f"raised {told(error)}", key) from error
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
        raise rules.wrong("shown", f"raised {told(error)}", key) from error
    if wrong:
        raise rules.wrong("shown", f"{wrong}, for move {code}", key)
    return tuple(found)


def staged(rules: Rules, key: int) -> Scene:
    """The scene of a position; GameError if nothing is known of it."""
    found = scene(rules, key)
    if found is None:
        raise GameError(f"{rules.game.name} cannot be drawn: its text.py defines no scene, and its draw prints no grid")
    return found


def _named(board: Scene, text: str) -> tuple[Step, ...]:
    """A move as the points that its text begins with, if little follows."""
    names = "|".join(map(re.escape, sorted(board.places, key=len, reverse=True)))
    found = re.fullmatch(f"((?:{_BETWEEN}(?:{names}))+){_BEHIND}", text)
    if not found:
        return ()
    at = tuple(re.findall(names, found[1]))
    return (Step("arrow" if len(at) > 1 else "point", at),)


def _read(drawing: str, start: str) -> Scene | None:
    """The grid of a drawing, if the start's is as large and has an empty square; a block for whatever stands on it."""
    rows, notes = _grid(drawing)
    first, _ = _grid(start)
    shape = [len(row) for row in rows]
    if not rows or shape != [len(row) for row in first] or not set("".join(first)) & set(EMPTY):
        return None
    pieces = tuple(
        Piece("block", f"{chr(97 + x)}{len(rows) - y}", label=mark)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark not in EMPTY
    )
    return Scene(grid(len(rows[0]), len(rows)), pieces, notes=notes)


def _grid(drawing: str) -> tuple[list[str], tuple[str, ...]]:
    """The most lines of equally many glyphs that follow each other, and the other lines but names of columns."""
    lines = [line for line in drawing.splitlines() if line.strip()]
    runs = [list(run) for _, run in groupby(enumerate(lines), key=lambda each: len(_row(each[1])))]
    best = max((run for run in runs if _row(run[0][1])), key=len, default=[])
    if len(best) < 2:
        return [], ()
    inside = {place for place, _ in best}
    others = [line.strip() for place, line in enumerate(lines) if place not in inside and not _columns(line)]
    notes = tuple(note[: LONGEST["note"]] for note in others if note.isprintable())
    return [_row(line) for _, line in best], notes


def _row(line: str) -> str:
    """The glyphs of a line, each by itself or all in one word, perhaps after a number; empty if it has none."""
    words = line.split()
    if len(words) > 1 and words[0].isdecimal():
        del words[0]
    glyphs = "".join(words)
    fits = all(len(word) == 1 for word in words) or len(words) == 1
    return glyphs if fits and 1 < len(glyphs) <= _MOST_COLUMNS and not _columns(line) else ""


def _columns(line: str) -> bool:
    return "abcdefghijklmnopqrstuvwxyz".startswith("".join(line.split()).lower())
