"""What is published of a game: numbers that its plugin brings along, to be found again (published.toml).

    [sources]
    paper = "Author, title, where, year"

    [[published]]
    title = "Table 2: states by plies to the end"
    source = "paper"
    what = "states by DTM"
    rows = {draw = 4, 1 = 2, 3 = 1}

The file is plain data: nothing in it runs. `KINDS` says what an entry can be about; `retro reproduce` computes the
numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from importlib import resources
from typing import Any, NamedTuple

from retro.game import DRAW, Game, dtm, outcome_name, points
from retro.game.values import Value
from retro.puzzles.conditions import Conditions
from retro.storage.manifest import Manifest
from retro.system.errors import GameError

NAME = "published.toml"
NOTHING = "nothing"
"""Among forbidden moves: that none is."""

Found = int | str
Rows = dict[str, Found]


class Kind(NamedTuple):
    """What an entry can be about: what its rows hold, ``number``, ``value`` or ``text``, and a field that it needs.

    ``whole``: a row that is found and not published differs, too.
    """

    holds: str
    needs: str = ""
    whole: bool = False


KINDS = {
    "numbers": Kind("number"),
    "positions by part": Kind("number"),
    "states by DTM": Kind("number", whole=True),
    "states by value": Kind("number", whole=True),
    "states by plies from the start": Kind("number", whole=True),
    "states by condition": Kind("number", "conditions"),
    "values": Kind("value"),
    "values with a move forbidden": Kind("value", "position"),
    "moves": Kind("value", "position"),
    "winning moves": Kind("value", "position", whole=True),
    "moves by value": Kind("number", "position", whole=True),
    "lines": Kind("text"),
    "games": Kind("number"),
}


def _longest(about: Manifest) -> int:
    states = about.statistics.states.items()
    return sum(count for value, count in states if value > DRAW and dtm(value) == about.longest_dtm)


def _final(about: Manifest, outcome: str) -> int:
    final = about.statistics.final.items()
    return sum(count for value, count in final if outcome_name(value, about.scores) == outcome)


def _score(about: Manifest, end: Callable[[Mapping[int, int]], int]) -> Found:
    return points(end(about.statistics.states)) if about.scores and about.statistics.states else "none"


NUMBERS: dict[str, Callable[[Manifest], Found]] = {
    "the start": lambda about: "none" if about.start is None else str(Value.of(about.start, about.scores)),
    "parts": lambda about: len(about.statistics.sections),
    "positions": lambda about: about.statistics.positions,
    "checkmate positions": lambda about: about.won_at_once,
    "positions that no move enters without forbidding one": lambda about: about.statistics.unentered,
    "final positions": lambda about: sum(about.statistics.final.values()),
    "final positions won": lambda about: _final(about, "win"),
    "final positions lost": lambda about: _final(about, "loss"),
    "final positions drawn": lambda about: _final(about, "draw"),
    "states": lambda about: sum(about.statistics.states.values()),
    "states with a forbidden move": lambda about: about.statistics.forbidding,
    "states won": lambda about: about.count("win"),
    "states lost": lambda about: about.count("loss"),
    "states drawn": lambda about: about.count("draw"),
    "states won or lost": lambda about: about.count("win") + about.count("loss"),
    "states of the longest games": _longest,
    "longest game, plies": lambda about: about.longest_dtm or 0,
    "lowest score": lambda about: _score(about, min),
    "highest score": lambda about: _score(about, max),
}
"""The rows of ``numbers``, and how they are read off a database's manifest."""
NAMED = {
    "numbers": tuple(NUMBERS),
    "games": ("games", "won by the first player", "won by the second", "drawn"),
    "states by condition": ("states", "positions"),
}
"""Kinds whose rows have names that are given."""

_VALUE = re.compile(r"(win|loss)( in \d+)?|draw|[+-]\d+|0")


@dataclass(frozen=True)
class Published:
    """An entry: numbers of one kind that are published in one place.

    title, source   what and where, in words
    what            one of `KINDS`
    rows            by name, what is published: a number, a value as `retro query` shows it, or moves
    remark          where counting differs, for people
    options         by name, the choices for which it holds; of an option that is not there, the default
    position        what the rows are about, as text
    offset          the published number of plies less DTM
    conditions      that the states meet
    """

    title: str
    source: str
    what: str
    rows: Rows
    remark: str = ""
    options: Mapping[str, tuple[Found, ...]] = field(default_factory=dict)
    position: str = ""
    offset: int = 0
    conditions: Conditions = field(default_factory=Conditions)

    def holds(self, game: Game, options: Mapping[str, Found]) -> bool:
        """Whether it is about the game with these options, all of them."""
        plain = game.choose({})
        return all(chosen in self.options.get(name, (plain[name],)) for name, chosen in options.items())


def load(game: Game) -> list[Published]:
    """What the plugin of a game has, none if there is no such file; GameError if it is not as it must be."""
    told = f"plugin {game.name}: {NAME}"
    try:
        known = tomllib.loads((resources.files(game.package) / NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (ValueError, OSError) as error:  # no TOML, no UTF-8, or a directory
        raise GameError(f"{told} cannot be read: {' '.join(str(error).split())}") from error
    try:
        return _entries(game, known)
    except _Malformed as error:
        raise GameError(f"{told}: {error}") from error


def holding(game: Game, options: Mapping[str, Found]) -> list[Published]:
    """What is published for these options, all of them; entries of one title are one. GameError if nothing is."""
    known = load(game)
    found: dict[str, Published] = {}
    for each in known:
        if each.holds(game, options):
            before = found.get(each.title)
            found[each.title] = replace(each, rows=before.rows | each.rows) if before else each
    if found:
        return list(found.values())
    if not known:
        raise GameError(f"nothing is published of {game.name}: its plugin has no {NAME}")
    asked = ", ".join(f"{name}={value}" for name, value in options.items())
    others = "; ".join(dict.fromkeys(map(_options, known)))
    raise GameError(f"nothing is published of {game.name} with {asked}; there are numbers for {others}")


def _options(entry: Published) -> str:
    given = (f"{name}={'|'.join(map(str, values))}" for name, values in entry.options.items())
    return " ".join(given) or "the defaults"


class _Malformed(Exception):
    """What is wrong with which entry."""


def _entries(game: Game, known: dict[str, Any]) -> list[Published]:
    sources, listed = known.get("sources", {}), known.get("published", [])
    other = [name for name in known if name not in ("sources", "published")]
    if other:
        raise _Malformed(f"{other[0][:40]!r} means nothing; there are sources and published")
    if not isinstance(sources, dict) or not all(isinstance(said, str) and said for said in sources.values()):
        raise _Malformed("[sources] has names and what they stand for, as text")
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise _Malformed("entries begin with [[published]]")
    found: list[Published] = []
    for number, each in enumerate(listed, 1):
        title = each.get("title")
        try:
            entry = _entry(game, sources, each)
            for before in found:
                _together(game, before, entry)
        except _Malformed as error:
            name = f" ({title[:60]})" if isinstance(title, str) else ""
            raise _Malformed(f"entry {number}{name}: {error}") from error
        found.append(entry)
    return found


def _entry(game: Game, sources: dict[str, str], given: dict[str, Any]) -> Published:
    wanted = [each.name for each in fields(Published)]
    unknown = [name for name in given if name not in wanted]
    if unknown:
        raise _Malformed(f"{unknown[0][:40]!r} means nothing; an entry may have {', '.join(wanted)}")
    for name in ("title", "source", "what"):
        if not isinstance(given.get(name), str) or not given[name]:
            raise _Malformed(f"it needs a {name}, as text")
    what, source = given["what"], given["source"]
    if what not in KINDS:
        raise _Malformed(f"what is {what[:40]!r}; choose from {', '.join(KINDS)}")
    if source not in sources:
        raise _Malformed(f"[sources] has no {source[:40]!r}")
    kind = KINDS[what]
    for name, meant in (
        ("position", kind.needs == "position"),
        ("conditions", kind.needs == "conditions"),
        ("offset", what == "states by DTM"),
    ):
        if name in given and not meant:
            raise _Malformed(f"{name} means nothing for {what}")
    if kind.needs and not given.get(kind.needs):
        raise _Malformed(f"{what} needs {kind.needs}")
    for name, type_ in (("remark", str), ("position", str), ("offset", int)):
        if not isinstance(given.get(name, type_()), type_):
            raise _Malformed(f"{name} is {given[name]!r:.40}, not {'text' if type_ is str else 'a whole number'}")
    read = {
        "source": sources[source],
        "rows": _rows(what, given.get("rows")),
        "options": _choices(game, given.get("options", {})),
        "conditions": _conditions(given.get("conditions", {})),
    }
    return Published(**given | read)


def _rows(what: str, given: Any) -> Rows:
    if not isinstance(given, dict) or not given:
        raise _Malformed("it needs rows, each a name and what is published")
    for name, published in given.items():
        if name not in NAMED.get(what, (name,)):
            raise _Malformed(f"no row of {what} is called {name[:40]!r}; choose from {', '.join(NAMED[what])}")
        holds = "value" if name == "the start" else KINDS[what].holds
        if holds == "number":
            if type(published) is not int:
                raise _Malformed(f"row {name[:40]!r} is {published!r:.40}, not a whole number")
        elif not isinstance(published, str) or not published.strip():
            raise _Malformed(f"row {name[:40]!r} is {published!r:.40}, not text")
        elif holds == "value" and not _VALUE.fullmatch(published):
            raise _Malformed(f"row {name[:40]!r} is {published[:40]!r}, no value such as win in 3, loss, draw or +2")
    return given


def _choices(game: Game, given: Any) -> dict[str, tuple[Found, ...]]:
    if not isinstance(given, dict):
        raise _Malformed("options are names with a value or a list of values")
    known = {option.name: option.choices for option in game.options}
    found = {}
    for name, value in given.items():
        if name not in known:
            raise _Malformed(f"{game.name} has no option {name[:40]!r}")
        found[name] = tuple(value) if isinstance(value, list) else (value,)
        for each in found[name]:
            if each not in known[name]:
                raise _Malformed(f"option {name} cannot be {each!r:.40}")
    return found


def _conditions(given: Any) -> Conditions:
    plain = vars(Conditions())
    if not isinstance(given, dict):
        raise _Malformed("conditions are names and values")
    for name, value in given.items():
        if name not in plain or name == "within":
            raise _Malformed(f"no condition is called {name[:40]!r}")
        type_ = int if plain[name] is None else list if isinstance(plain[name], tuple) else type(plain[name])
        words = isinstance(value, list) and not all(isinstance(each, str) for each in value)
        if type(value) is not type_ or words:
            raise _Malformed(f"condition {name} cannot be {value!r:.40}")
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Conditions(**read)


def _together(game: Game, one: Published, other: Published) -> None:
    """Entries of one title that hold for the same options are one table."""
    plain = game.choose({})
    choices = [{name: each.options.get(name, (plain[name],)) for name in plain} for each in (one, other)]
    if one.title != other.title or not all(set(choices[0][name]) & set(choices[1][name]) for name in plain):
        return
    if replace(one, rows={}, options={}) != replace(other, rows={}, options={}):
        raise _Malformed("an entry before it has the same title, and not the same fields")
    again = [name for name in other.rows if name in one.rows]
    if again:
        raise _Malformed(f"row {again[0][:40]!r} is there twice")
