"""Does best play begin with given moves? How a puzzle is found when only its solution is known."""

from __future__ import annotations

from collections.abc import Sequence

from retro.game import NONE, ONGOING, values
from retro.lookup.table import RecordTable


def followed(table: RecordTable, key: int, forbidden: int, line: Sequence[str]) -> tuple[int, int] | None:
    """The image of a state, with what is forbidden in it, in which best play may begin with ``line``; None if none.

    Every move of the line must be as good as any other that may be played there.
    """
    rules = table.rules
    seen = set()
    for g in range(rules.group):
        image = rules.image(key, g)
        code = NONE if forbidden == NONE else rules.image_code(forbidden, g)
        if (image, code) not in seen and _played(table, image, code, line):
            return image, code
        seen.add((image, code))
    return None


def _played(table: RecordTable, key: int, forbidden: int, line: Sequence[str]) -> bool:
    rules = table.rules
    over = False
    for word in line:
        if over:
            return False
        try:
            wanted = int(rules.text.parse_move(key, word))
        except ValueError:
            return False
        legal = [move for move in rules.moves(key) if move.code != forbidden]
        move = next((move for move in legal if move.code == wanted), None)
        if move is None:
            return False
        worth = values.order(rules, key, table.move_value(key, move))
        if any(values.order(rules, key, table.move_value(key, other)) < worth for other in legal):
            return False
        over = move.outcome != ONGOING
        forbidden = NONE if over else rules.undo(key, move.code, move.successor)
        key = move.successor
    return True
