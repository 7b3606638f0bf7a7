"""What a request says: the game and its options, numbers and texts, checked against what its route takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from retro.game.text import START
from retro.game.values import Record, Records
from retro.system.errors import GameError
from retro.system.suggestions import suggestion

MOST_BATCH = 1_000
"""Positions in one request."""


class BadRequest(GameError):
    """A request that nobody can understand, whatever the game."""


class Unknown(GameError):
    """There is no such thing."""


@dataclass(frozen=True)
class Parameter:
    """Something that a request may say in its address: a text, or a whole number between two others.

    choices  all that a text may be; empty if it may be anything
    many     whether it may be said several times
    """

    name: str
    help: str
    kind: type[int] | type[str] = str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    many: bool = False

    def read(self, text: str) -> int | str:
        """What a text says; BadRequest if it cannot."""
        if self.kind is int:
            # twenty digits: int() does not take long over a million of them
            if not text.removeprefix("-").isdecimal() or len(text) > 20 or not self.least <= int(text) <= self.most:
                raise BadRequest(f"{self.name} is a whole number from {self.least} to {self.most}, not {text[:40]!a}")
            return int(text)
        if self.choices and text not in self.choices:
            raise BadRequest(
                f"{self.name} is {', '.join(self.choices)}, not {text[:40]!a}{suggestion(text, self.choices)}"
            )
        return text


@dataclass(frozen=True)
class Asked:
    """A request: what is in its path, its parameters, and its body as JSON.

    proceed  is called at every step of long work, and raises `retro.serve.pool.Stopped` once the client is gone
    """

    game: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    proceed: Callable[[], None] = lambda: None

    def get(self, name: str, default: Any = None) -> Any:
        """What is said of something, or else ``default``."""
        return self.given.get(name, default)

    def watched(self, records: Records) -> Records:
        """The same records; reading one is a step of long work."""

        def read(slot: int) -> Record:
            self.proceed()
            return records(slot)

        return read

    @property
    def settings(self) -> dict[str, str]:
        """Options of the game that are chosen; BadRequest if they are not KEY=VALUE."""
        found: dict[str, str] = {}
        for setting in self.get("set", []):
            key, equals, value = setting.partition("=")
            if not equals or not key:
                raise BadRequest(f"set wants KEY=VALUE, not {setting[:40]!a}")
            if found.setdefault(key, value) != value:
                raise BadRequest(f"set {key[:40]!a} is given twice, with different values")
        return found


def read(known: Sequence[Parameter], said: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The parameters that an address says; BadRequest for one that there is not, is said twice, or cannot be."""
    by_name = {each.name: each for each in known}
    found: dict[str, Any] = {}
    for name, text in said:
        if name not in by_name:
            raise BadRequest(f"unknown parameter {name[:40]!a}{suggestion(name, by_name)}")
        value = by_name[name].read(text)
        if by_name[name].many:
            found.setdefault(name, []).append(value)
        elif name in found:
            raise BadRequest(f"{name} is given twice")
        else:
            found[name] = value
    return found


def body(data: bytes | bytearray) -> Any:
    """The JSON of a request's body; BadRequest if it is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadRequest("the body is no JSON") from error


def states(body: Any) -> list[tuple[str | int, str | None]]:
    """Positions, and moves forbidden in them, that a body lists; BadRequest, with the place, if it does not."""
    listed = body.get("positions") if isinstance(body, dict) else None
    if not isinstance(listed, list) or (isinstance(body, dict) and len(body) > 1):
        raise BadRequest('the body is {"positions": [...]}')
    if len(listed) > MOST_BATCH:
        raise BadRequest(f"at most {MOST_BATCH:,} positions in one request, not {len(listed):,}")
    return [_state(place, each) for place, each in enumerate(listed)]


def _state(place: int, given: Any) -> tuple[str | int, str | None]:
    said = given if isinstance(given, dict) else {"position": given}
    position, forbidden = said.get("position"), said.get("forbid")
    if said.keys() <= {"position", "forbid"} and isinstance(forbidden, str | None):
        if isinstance(position, str | int) and not isinstance(position, bool):
            return position, forbidden
    raise BadRequest(f'positions[{place}] is no text, key or {{"position": ..., "forbid": ...}}')


@dataclass(frozen=True)
class Game:
    """A game that a body tells: where it began, its moves, and the player who is asked for the next one."""

    position: str | int = START
    forbid: str | None = None
    moves: tuple[str, ...] = ()
    player: str = "perfect"
    skill: float = 5.0
    seed: int | None = None
    mover: int = 1


def game(body: Any, players: Sequence[str]) -> Game:
    """The game of a body; BadRequest if it is none, or nobody has the name of the player."""
    if not isinstance(body, dict) or not all(isinstance(each, _GAME.get(name, ())) for name, each in body.items()):
        raise BadRequest(f"the body is an object with no more than {', '.join(_GAME)}, of the right types")
    if any(isinstance(each, bool) for each in body.values()):
        raise BadRequest("nothing in the body is true or false")
    moves = body.get("moves", [])
    if len(moves) > MOST_BATCH or not all(isinstance(move, str) for move in moves):
        raise BadRequest(f"moves are at most {MOST_BATCH:,} texts")
    found = Game(**{**body, "moves": tuple(moves)})
    if found.player not in players:
        raise BadRequest(
            f"player is {', '.join(players)}, not {found.player[:40]!a}{suggestion(found.player, players)}"
        )
    if found.mover not in (1, 2):
        raise BadRequest(f"mover is 1 or 2, not {found.mover}")
    return found


_GAME: dict[str, tuple[type, ...]] = {
    "position": (str, int),
    "forbid": (str, type(None)),
    "moves": (list,),
    "player": (str,),
    "skill": (int, float),
    "seed": (int, type(None)),
    "mover": (int,),
}
