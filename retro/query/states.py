"""States, their moves and lines of best play as JSON, for commands and the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from retro.game import NONE, outcome_name
from retro.game.notation import move_code
from retro.game.values import Value, for_mover
from retro.lookup.table import RecordTable
from retro.puzzles.puzzles import State
from retro.query.api import MoveValue, Tablebase
from retro.storage import NotSolved
from retro.system.errors import GameError, ResourceError


def from_start(table: Tablebase, key: int, forbidden: int | None) -> int | None:
    """Plies from the start to a state; None if no game comes to it or the distances were never computed.

    Also None if the game or the memory does not allow the search that a forbidden move takes. DatabaseError if the file
    of distances cannot be used.
    """
    try:
        return table.distance(key, forbidden)
    except (NotSolved, GameError, ResourceError):
        return None


def query_as_json(
    table: Tablebase, key: int, forbidden: str | None, plies: int | None, moves: Sequence[MoveValue]
) -> dict[str, Any]:
    """The answer of `retro query`: a state, how many ``plies`` from the start it is, and its moves."""
    return {
        "position": str(table.rules.text.format(key)),
        **table.probe(key, forbidden)._asdict(),
        "forbidden": forbidden,
        "why_forbidden": why_forbidden(table, key, forbidden),
        "from_start": plies,
        "moves": [
            {
                "move": each.move,
                "value": each.value,
                "dtm": each.dtm,
                "forbidden": each.forbidden,
                "replies": None if each.replies is None else each.replies._asdict(),
            }
            for each in moves
        ],
    }


def line_as_json(
    table: Tablebase, key: int, forbidden: str | None, from_start: bool, moves: Sequence[MoveValue]
) -> dict[str, Any]:
    """The answer of `retro line`: moves from the start or from a state on, and the value of that state."""
    text, about = table.rules.text, table.database.manifest
    return {
        "game": about.game,
        "options": about.options,
        "position": str(text.format(key)),
        **table.probe(key, forbidden)._asdict(),
        "forbidden": forbidden,
        "begins": str(text.format(table.rules.initial if from_start else key)),
        "plies": len(moves),
        "moves": [{"move": each.move, "value": each.value, "dtm": each.dtm, "after": each.after} for each in moves],
    }


def why_forbidden(table: Tablebase, key: int, forbidden: str | None) -> str | None:
    rules = table.rules
    return None if forbidden is None else str(rules.text.why_forbidden(key, move_code(rules, key, forbidden)))


def state_as_json(table: RecordTable, state: State) -> dict[str, Any]:
    """A state: its value, how many moves may be played, and which of them win, by code."""
    rules, key = table.rules, state.key
    moves = [move for move in rules.moves(key) if move.code != state.forbidden]
    first = rules.first_to_move(key)
    worth = {move.code: for_mover(rules, table.move_value(key, move), first) for move in moves}
    outcomes = {code: outcome_name(value, rules.scores) for code, value in worth.items()}
    forbidden = None if state.forbidden == NONE else str(rules.text.format_move(key, state.forbidden))
    return {
        "position": str(rules.text.format(key)),
        "forbidden": forbidden,
        **Value.of(state.value, rules.scores)._asdict(),
        "moves": len(moves),
        "winning": [str(rules.text.format_move(key, code)) for code, outcome in outcomes.items() if outcome == "win"],
    }
