"""The content of a request: game, options, parameters and body, checked against what its route accepts."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, get_type_hints

from retro.game import notation
from retro.game.text import START
from retro.play.models import MAX_SKILL
from retro.query import named_players
from retro.query.json_types import SchemaFields, has_types
from retro.query.played_game import MAX_LEAD
from retro.serve.puzzle_collections import Collections
from retro.system.errors import GameError
from retro.system.settings import settings
from retro.system.suggestions import suggestion

MAX_BATCH = 1_000
"""Positions, or moves, in one request."""
PLAYER_NAMES = (named_players.RANDOM, *named_players.SOLVED)


class BadRequest(GameError):
    """A request that is malformed, whatever the game."""


class NotFound(GameError):
    """There is no such game, or nothing that meets the request's conditions."""


@dataclass(frozen=True)
class Parameter:
    """A parameter in the query of an address: a text, or a whole number from ``low`` to ``high``.

    choices     all texts that are valid; empty if any is
    repeatable  whether it may be given several times
    """

    name: str
    help: str
    kind: type[int] | type[str] = str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    repeatable: bool = False

    def read(self, text: str) -> int | str:
        """The value that a text stands for; BadRequest if there is none."""
        if self.kind is int:
            # at most twenty digits, as int() takes long for a million of them
            if not text.removeprefix("-").isdecimal() or len(text) > 20 or not self.low <= int(text) <= self.high:
                raise BadRequest(f"{self.name} is a whole number from {self.low} to {self.high}, not {text[:40]!a}")
            return int(text)
        if self.choices:
            _check_choice(self.name, text, self.choices)
        return text


def _check_choice(name: str, text: str, choices: Sequence[str]) -> None:
    if text not in choices:
        raise BadRequest(f"{name} is {', '.join(choices)}, not {text[:40]!a}{suggestion(text, choices)}")


@dataclass(frozen=True)
class GameRequest:
    """A request about a game: the parameters of its address, and its body as JSON.

    proceed  is called at every step of the work, as before each record is read (`Tablebase.watched`). It raises
             `retro.serve.pool.Stopped` once the client has disconnected, TakesLong when the time is up
    collections  the puzzles that are composed
    """

    game: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    proceed: Callable[[], None] = lambda: None
    collections: Collections = field(default_factory=Collections)

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a parameter, ``default`` without it."""
        return self.parameters.get(name, default)

    @property
    def settings(self) -> dict[str, str]:
        """The chosen options of the game; BadRequest if they are not KEY=VALUE."""
        return settings(self.get("set", []), "set", BadRequest)


def read(parameters: Sequence[Parameter], pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The values of the parameters of an address; BadRequest for an unknown or repeated one, or an invalid value."""
    by_name = {each.name: each for each in parameters}
    values: dict[str, Any] = {}
    for name, text in pairs:
        if name not in by_name:
            raise BadRequest(f"unknown parameter {name[:40]!a}{suggestion(name, by_name)}")
        value = by_name[name].read(text)
        if by_name[name].repeatable:
            values.setdefault(name, []).append(value)
        elif name in values:
            raise BadRequest(f"{name} is given twice")
        else:
            values[name] = value
    return values


def body(data: bytes | bytearray) -> Any:
    """The JSON of a request's body; BadRequest if it is not JSON, or if an object has a field twice."""
    try:
        return json.loads(data, parse_constant=_no_number, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise BadRequest("the body is no JSON") from error


def _no_number(name: str) -> None:
    """Refuses NaN and Infinity, which Python reads and JSON does not have."""
    raise ValueError(name)


def _object(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(fields)) < len(fields):
        raise BadRequest("an object in the body has a field twice")
    return dict(fields)


@dataclass(frozen=True)
class StateBody:
    """A position and a move that is forbidden in it, if any."""

    position: str | int
    forbid: str | None = None


@dataclass(frozen=True)
class BatchBody:
    """The states of a request for the values of many states."""

    positions: Annotated[
        list[
            Annotated[str, "A position, seen by the player to move; its key, or start, start2, ..."]
            | Annotated[int, SchemaFields(minimum=0), "Its key."]
            | StateBody
        ],
        SchemaFields(maxItems=MAX_BATCH),
    ]


def states(body: Any) -> list[StateBody]:
    """The states of a `BatchBody`; BadRequest, with the index of the first wrong one, if it has another form."""
    listed = body.get("positions") if isinstance(body, dict) else None
    if not isinstance(listed, list) or len(body) > 1:
        raise BadRequest('the body is {"positions": [...]}')
    if len(listed) > MAX_BATCH:
        raise BadRequest(f"at most {MAX_BATCH:,} positions in one request, not {len(listed):,}")
    return [_state(index, each) for index, each in enumerate(listed)]


def _state(index: int, given: Any) -> StateBody:
    fields = given if isinstance(given, dict) else {"position": given}
    if "position" in fields and not isinstance(fields["position"], bool) and has_types(StateBody, fields):
        return StateBody(**fields)
    raise BadRequest(f'positions[{index}] is no text, key or {{"position": ..., "forbid": ...}}')


@dataclass(frozen=True)
class GameBody:
    """A game that is played: its first state, its moves, and the player of the next move."""

    position: Annotated[str | int, "Where it began; by default the start."] = START
    forbid: Annotated[str | None, "The move that was forbidden there."] = None
    moves: Annotated[tuple[str, ...], SchemaFields(maxItems=MAX_BATCH)] = ()
    player: Annotated[str, SchemaFields(enum=list(PLAYER_NAMES)), "Who makes the next move; by default perfect."] = (
        "perfect"
    )
    skill: Annotated[float, SchemaFields(minimum=0, maximum=MAX_SKILL), "Of the opponent whom trap expects."] = 5.0
    seed: Annotated[int | None, "For the same random choices again."] = None
    mover: Annotated[
        int, SchemaFields(enum=[1, 2]), "Who began, where the position does not determine whose turn it is."
    ] = 1
    lead: Annotated[int, "Points that the first player had gained before, minus those of the second."] = 0
    plies: Annotated[
        int | None, "Stop the game after so many; by default after 200, and as many more as the longest win takes."
    ] = None


def game(body: Any) -> GameBody:
    """The game of a body; BadRequest if it has another form, or if there is no such player."""
    if not isinstance(body, dict) or not has_types(GameBody, body):
        names = ", ".join(get_type_hints(GameBody))
        raise BadRequest(f"the body is an object with no more than {names}, of the right types")
    if any(isinstance(each, bool) for each in body.values()):
        raise BadRequest("nothing in the body is true or false")
    moves = body.get("moves", [])
    if len(moves) > MAX_BATCH or not all(isinstance(move, str) for move in moves):
        raise BadRequest(f"moves are at most {MAX_BATCH:,} texts")
    game = GameBody(**{**body, "moves": tuple(moves)})
    _check_choice("player", game.player, PLAYER_NAMES)
    if game.mover not in (1, 2):
        raise BadRequest(f"mover is 1 or 2, not {notation.shown(game.mover)}")
    if abs(game.lead) > MAX_LEAD:
        raise BadRequest(f"lead is {-MAX_LEAD:,} to {MAX_LEAD:,} points, not {notation.shown(game.lead)}")
    if not 0 <= game.skill <= MAX_SKILL:
        raise BadRequest(f"skill is a number from 0 to {MAX_SKILL:.0f}, not {notation.shown(game.skill)}")
    return game
