"""The scene of a position and the steps of a move, from the plugin's functions.

A game without `scene` in text.py has no scenes: its positions are shown as the text that `draw` returns. Without
`shown`, the points at the beginning of a move's text, in order, are the move; a move of another text has no steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from retro.game.rules import Rules
from retro.game.scene import Scene, Step, problem, steps_problem
from retro.system.errors import GameError, described

_BETWEEN = r"[\s,:>x-]*"
_BEHIND = r"[\s=/(]*[A-Za-z]{0,2}[)+#!?]*"
"""Text that may follow the points of a move, such as ``=Q``: other moves may have the same points."""


def scene(rules: Rules, key: int) -> Scene | None:
    """The scene of a position; None if the game has no scenes. GameError if the plugin's scene is wrong.

    Its turn is set if the position determines it, by `first_to_move` or the plugin's scene.
    """
    board = turnless_scene(rules, key)
    return None if board is None else _with_turn(rules, key, board)


def turnless_scene(rules: Rules, key: int) -> Scene | None:
    """The scene without the turn from `first_to_move`; errors as for `scene`."""
    board: Scene | None = None if rules.text.scene is None else _returned(rules, "scene", problem, key)
    return board


def steps(rules: Rules, board: Scene, key: int, code: int) -> tuple[Step, ...]:
    """The steps of a move on the scene of its position, perhaps none. GameError as for `scene`."""
    text = rules.text
    if text.shown is None:
        return _named(board, str(text.format_move(key, code)))
    return tuple(_returned(rules, "shown", partial(steps_problem, board), key, code))


def final_scene(rules: Rules, key: int, code: int) -> Scene | None:
    """The scene after a move that ends the game; its players and turn are those of the scene before the move.

    None if the plugin does not define it or has no `scene`. GameError as for `scene`.
    """
    before = None if rules.text.final_scene is None else turnless_scene(rules, key)
    if before is None:
        return None
    after = _returned(rules, "final_scene", problem, key, code)
    return _with_turn(rules, key, replace(after, turn=before.turn))


def staged(rules: Rules, key: int) -> Scene:
    """The scene of a position; GameError if the game has no scenes."""
    board = scene(rules, key)
    if board is None:
        raise GameError(f"{rules.game.name} cannot be drawn: its text.py defines no scene")
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
