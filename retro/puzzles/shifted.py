"""A position with one of its pieces on a neighbouring point: what a composer asks whether each piece stands right."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from retro.game import notation, staging
from retro.game.rules import IndexedRules
from retro.game.scene import Scene
from retro.play.states import State
from retro.puzzles.compose import standing
from retro.system.errors import GameError


class Shift(NamedTuple):
    """A piece on another point, and the state after that; nothing is forbidden in it."""

    origin: str
    goal: str
    state: State


def shifts(state: State) -> list[Shift]:
    """All positions of the game in which one piece stands on a point next to its own, in order of points.

    They are found by their text: two of its characters change places, and the scene tells what that means. Pieces that
    take several points stay. None are found if the game has no scene.
    """
    rules, board = state.states.rules, staging.scene(state.states.rules, state.key)
    text = str(rules.text.format(state.key))
    if board is None:
        return []
    keys = set()
    for one, other in combinations(range(len(text)), 2):
        if text[one] != text[other]:
            letters = list(text)
            letters[one], letters[other] = text[other], text[one]
            try:
                keys.add(notation.position_key(rules, "".join(letters)))
            except GameError:
                continue
    assert isinstance(rules, IndexedRules)
    found = []
    for key in keys:
        after = staging.scene(rules, key)
        moved = None if after is None or not 0 <= rules.rank(key)[0] < rules.slots else _moved(board, after)
        found += [] if moved is None else [Shift(*moved, state.states.at(key))]
    return sorted(found, key=lambda shift: shift[:2])


def _moved(before: Scene, after: Scene) -> tuple[str, str] | None:
    """From where to where a piece is shifted, if that is all that differs."""
    if (before.turn, before.notes) != (after.turn, after.notes):
        return None
    gone, come = standing(before) - standing(after), standing(after) - standing(before)
    if len(gone) != 1 or len(come) != 1:
        return None
    ((glyph, player, origin),), ((other, owner, goal),) = gone, come
    (x, y), (u, v) = before.places[origin], after.places[goal]
    return (origin, goal) if (glyph, player) == (other, owner) and abs(x - u) + abs(y - v) <= 1 else None
