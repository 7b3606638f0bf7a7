"""Positions in which one piece is on a neighbouring point; a composer compares them with the puzzle."""

from __future__ import annotations

from itertools import combinations

from retro.game import notation, staging
from retro.game.rules import IndexedRules
from retro.game.scene import Scene
from retro.play.states import State
from retro.puzzles.compose import standing
from retro.system.errors import GameError


def shifts(state: State) -> list[tuple[str, str, State]]:
    """Returns all positions of the game in which one piece is on a point next to its own, in order of points.

    Of each, returns the points from and to which the piece is moved, and the state, in which nothing is forbidden.

    Two characters of the position's text are exchanged, and the scenes are compared. Pieces that occupy several points
    are not shifted. Returns nothing if the game has no scene.
    """
    rules, board = state.rules, staging.scene(state.rules, state.key)
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
    result = []
    for key in keys:
        moved = _moved(board, staging.staged(rules, key)) if 0 <= rules.rank(key)[0] < rules.slots else None
        result += [] if moved is None else [(*moved, state.states.at(key))]
    return sorted(result, key=lambda shift: shift[:2])


def _moved(before: Scene, after: Scene) -> tuple[str, str] | None:
    """Returns origin and goal of a shifted piece, if nothing else differs; else None."""
    if (before.turn, before.notes) != (after.turn, after.notes):
        return None
    gone, come = standing(before) - standing(after), standing(after) - standing(before)
    if len(gone) != 1 or len(come) != 1:
        return None
    ((glyph, player, origin),), ((other, owner, goal),) = gone, come
    (x, y), (u, v) = before.places[origin], after.places[goal]
    return (origin, goal) if (glyph, player) == (other, owner) and abs(x - u) + abs(y - v) <= 1 else None
