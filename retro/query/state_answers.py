"""States, their moves and lines of best play as JSON, for commands and the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from retro.game.notation import move_code
from retro.game.rules import Rules
from retro.game.values import Value
from retro.play.states import Replies
from retro.query.api import Tablebase
from retro.query.json_types import Count, Options, ValueAnswer, value_answer
from retro.query.results import MoveValue
from retro.storage import NotSolved
from retro.system.errors import GameError, ResourceError

if TYPE_CHECKING:
    from retro.lookup.table import RecordTable
    from retro.puzzles.search import SampleState


class _MadeAnswer(ValueAnswer):
    move: str
    again: Annotated[bool, "Whether the same player moves again."]
    gained: Annotated[int, "Points that the move gains at once."]


class MoveAnswer(_MadeAnswer):
    """A move of a state."""

    forbidden: bool
    replies: Annotated[dict[str, Any] | None, Replies, "How many of the opponent's replies keep what he has."]


class StateFields(ValueAnswer):
    """A state without its moves."""

    position: str
    forbidden: str | None
    why_forbidden: Annotated[str | None, "As the rest of a sentence."]
    from_start: Annotated[Count | None, "Plies from the start."]


class StateAnswer(StateFields):
    """A state and its moves, best first."""

    moves: Sequence[MoveAnswer]


class LineMoveAnswer(_MadeAnswer):
    """A move of a line, and the position that it leads to."""

    after: str | None


class LineAnswer(ValueAnswer):
    """A line of moves, and the value of the state in which it begins or, from the start, ends."""

    game: str
    options: Options
    position: str
    forbidden: str | None
    begins: str
    plies: Count
    endless: Annotated[bool, "Whether best play goes on for ever: after these moves, it repeats."]
    moves: list[LineMoveAnswer]


def from_start(table: Tablebase, key: int, forbidden: int | None) -> int | None:
    """Plies from the start to a state; None if no game reaches it or the distances were never computed.

    Also None if the search for a forbidden move is impossible, or memory does not suffice for it. DatabaseError if the
    file of distances cannot be used.
    """
    try:
        return table.distance(key, forbidden)
    except (NotSolved, GameError, ResourceError):
        return None


def query_answer(
    table: Tablebase, key: int, forbidden: str | None, plies: int | None, moves: Sequence[MoveValue]
) -> StateAnswer:
    """The answer of `retro query`: a state, how many ``plies`` from the start it is, and its moves."""
    rules = table.rules
    why = None if forbidden is None else str(rules.text.why_forbidden(key, move_code(rules, key, forbidden)))
    return {
        "position": str(rules.text.format(key)),
        **value_answer(table.probe(key, forbidden)),
        "forbidden": forbidden,
        "why_forbidden": why,
        "from_start": plies,
        "moves": [
            {**_made(each), "forbidden": each.forbidden, "replies": each.replies and each.replies._asdict()}
            for each in moves
        ],
    }


def line_answer(
    table: Tablebase, key: int, forbidden: str | None, begins: str, moves: Sequence[MoveValue], to_state: bool = False
) -> LineAnswer:
    """The answer of `retro line`: best play from a state or, with ``to_state``, moves from ``begins`` to the state."""
    text, about, value = table.rules.text, table.database.manifest, table.probe(key, forbidden)
    return {
        "game": about.game,
        "options": about.options,
        "position": str(text.format(key)),
        **value_answer(value),
        "forbidden": forbidden,
        "begins": begins,
        "plies": len(moves),
        "endless": not to_state and _goes_on_for_ever(table.rules, key, value, moves),
        "moves": [{**_made(each), "after": each.after} for each in moves],
    }


def _made(move: MoveValue) -> _MadeAnswer:
    return {"move": move.move, "value": move.value, "dtm": move.dtm, "again": move.again, "gained": move.gained}


def _goes_on_for_ever(rules: Rules, key: int, value: Value, line: Sequence[MoveValue]) -> bool:
    """Whether best play from a state with this value, whose line is given, has no end.

    A draw without plies does not show it, since such a draw is worth the same with and without an end of the game.
    Scores may be, too; their line ends where it comes back to a state, which a line that was cut does not show.
    """
    if isinstance(value.value, str):
        return value.endless
    before = [str(rules.text.format(key)), *(each.after for each in line)]
    return len(line) > 0 and before.pop() in before


def state_answer(table: RecordTable, state: SampleState) -> dict[str, Any]:
    """A state that a search found: its value, the number of its legal moves, and those that win, ordered by code."""
    rules, key = table.rules, state.key
    moves = [move for move in rules.moves(key) if move.code != state.forbidden]
    winning = [move.code for move in moves if rules.kind.result(table.move_value(key, move)) > 0]
    return {
        "position": str(rules.text.format(key)),
        "forbidden": rules.move_text(key, state.forbidden),
        **rules.words(key, state.value)._asdict(),
        "moves": len(moves),
        "winning": [str(rules.text.format_move(key, code)) for code in winning],
    }


def states_sampled(rules: Rules, samples: Sequence[SampleState]) -> int:
    """The number of states that samples stand for: those of all images, for each player."""
    return sum(rules.weight(each.key) * rules.players for each in samples)
