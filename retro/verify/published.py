"""Published numbers of a game: a file of its plugin (published.toml) whose numbers can be reproduced.

    [sources]
    paper = "Author, title, where, year"

    [[published]]
    title = "Table 2: states by plies to the end"
    source = "paper"
    what = "states by DTM"
    rows = {draw = 4, 1 = 2, 3 = 1}

The file is plain data. `ENTRY_KINDS` lists the kinds of entries; `retro reproduce` computes their numbers.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from importlib import resources
from typing import Any, NamedTuple

from retro.game import Game
from retro.puzzles.conditions import Conditions
from retro.storage.manifest import Manifest
from retro.system.errors import GameError

FILE_NAME = "published.toml"
NOTHING_FORBIDDEN = "nothing"
"""Name of the row for no forbidden move."""

Cell = int | str
Cells = dict[str, Cell]


class EntryKind(NamedTuple):
    """A kind of entry.

    holds  the type of its rows: ``number``, ``value`` or ``text``
    needs  a field that the entry must have, or ""
    whole  whether a computed row that is not published counts as a difference
    """

    holds: str
    needs: str = ""
    whole: bool = False


ENTRY_KINDS = {
    "numbers": EntryKind("number"),
    "positions by part": EntryKind("number"),
    "states by DTM": EntryKind("number", whole=True),
    "states by value": EntryKind("number", whole=True),
    "states by plies from the start": EntryKind("number", whole=True),
    "states by condition": EntryKind("number", "conditions"),
    "values": EntryKind("value"),
    "values with a move forbidden": EntryKind("value", "position"),
    "moves": EntryKind("value", "position"),
    "winning moves": EntryKind("value", "position", whole=True),
    "moves by value": EntryKind("number", "position", whole=True),
    "lines": EntryKind("text"),
    "games": EntryKind("number"),
}


def _longest(about: Manifest) -> int:
    longest, states = about.longest_dtm, about.statistics.states.items()
    return 0 if longest is None else sum(count for value, count in states if about.kind.dtm(value) == longest)


def _final(about: Manifest, outcome: str) -> int:
    final = about.statistics.final.items()
    return sum(count for value, count in final if about.kind.outcome(value) == outcome)


def _score(about: Manifest, end: Callable[[Iterable[int]], int]) -> Cell:
    return end(map(about.kind.result, about.statistics.states)) if about.scores and about.statistics.states else "none"


MANIFEST_NUMBERS: dict[str, Callable[[Manifest], Cell]] = {
    "the start": lambda about: "none" if about.start is None else str(about.kind.words(about.start)),
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
"""The rows of ``numbers``, each with a function that reads it from a manifest."""
NAMED = {
    "numbers": tuple(MANIFEST_NUMBERS),
    "games": ("games", "won by the first player", "won by the second", "drawn"),
    "states by condition": ("states", "positions"),
}
"""The names of rows, for kinds with fixed names."""

BY_VALUE = ("states by value", "moves by value")
"""Kinds whose rows are named by values."""
_VALUE = re.compile(r"(win|loss)( in \d+| without end)?|(draw|[+-]\d+|0)( in \d+)?")


@dataclass(frozen=True)
class Published:
    """An entry: numbers of one kind, published in one place.

    title, source   what is published, and where
    what            one of `ENTRY_KINDS`
    rows            by name, the published number, value (as `retro query` shows it), or moves
    remark          differences in counting, for readers
    options         by name, the choices for which the entry holds; the default for an option that is missing
    position        the position that the rows are about, as text
    offset          published plies minus DTM
    conditions      conditions on the states
    """

    title: str
    source: str
    what: str
    rows: Cells
    remark: str = ""
    options: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)
    position: str = ""
    offset: int = 0
    conditions: Conditions = field(default_factory=Conditions)

    def holds(self, game: Game, options: Mapping[str, Cell]) -> bool:
        """Whether the entry holds for these options, which are all options of the game."""
        plain = game.choose({})
        return all(chosen in self.options.get(name, (plain[name],)) for name, chosen in options.items())


def load(game: Game) -> list[Published]:
    """Returns the entries of a game's plugin, none without a file; GameError if the file is malformed."""
    where = f"plugin {game.name}: {FILE_NAME}"
    try:
        content = tomllib.loads((resources.files(game.package) / FILE_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (ValueError, OSError) as error:  # no TOML, no UTF-8, or a directory
        raise GameError(f"{where} cannot be read: {' '.join(str(error).split())}") from error
    try:
        return _entries(game, content)
    except _Malformed as error:
        raise GameError(f"{where}: {error}") from error


def holding(game: Game, options: Mapping[str, Cell]) -> list[Published]:
    """Returns the entries for these options, those with the same title merged; GameError if there are none."""
    entries = load(game)
    by_title: dict[str, Published] = {}
    for each in entries:
        if each.holds(game, options):
            before = by_title.get(each.title)
            by_title[each.title] = replace(each, rows=before.rows | each.rows) if before else each
    if by_title:
        return list(by_title.values())
    if not entries:
        raise GameError(f"nothing is published of {game.name}: its plugin has no {FILE_NAME}")
    chosen = ", ".join(f"{name}={value}" for name, value in options.items())
    others = "; ".join(dict.fromkeys(map(_options, entries)))
    raise GameError(f"nothing is published of {game.name} with {chosen}; there are numbers for {others}")


def _options(entry: Published) -> str:
    given = (f"{name}={'|'.join(map(str, values))}" for name, values in entry.options.items())
    return " ".join(given) or "the defaults"


class _Malformed(Exception):
    """The file is no valid published.toml; the message names the entry and the reason."""


def _check(condition: object, reason: str) -> None:
    if not condition:
        raise _Malformed(reason)


def _check_names(names: Iterable[str], known: Iterable[str], where: str) -> None:
    """Raises _Malformed for the first of ``names`` that is not ``known`` in a part of the file."""
    unknown = [name for name in names if name not in known]
    if unknown:
        raise _Malformed(f"{unknown[0][:40]!r} is unknown; {where} may have {', '.join(known)}")


def _entries(game: Game, content: dict[str, Any]) -> list[Published]:
    sources, listed = content.get("sources", {}), content.get("published", [])
    _check_names(content, ("sources", "published"), "the file")
    texts = isinstance(sources, dict) and all(isinstance(text, str) and text for text in sources.values())
    _check(texts, "[sources] must give each name a text")
    _check(
        isinstance(listed, list) and all(isinstance(each, dict) for each in listed),
        "entries must begin with [[published]]",
    )
    entries: list[Published] = []
    for number, each in enumerate(listed, 1):
        title = each.get("title")
        try:
            entry = _entry(game, sources, each)
            for before in entries:
                _check_together(game, before, entry)
        except _Malformed as error:
            name = f" ({title[:60]})" if isinstance(title, str) else ""
            raise _Malformed(f"entry {number}{name}: {error}") from error
        entries.append(entry)
    return entries


def _entry(game: Game, sources: dict[str, str], given: dict[str, Any]) -> Published:
    _check_names(given, [each.name for each in fields(Published)], "an entry")
    for name in ("title", "source", "what"):
        _check(isinstance(given.get(name), str) and given[name], f"it needs a {name}, as text")
    what, source = given["what"], given["source"]
    _check(what in ENTRY_KINDS, f"what is {what[:40]!r}; choose from {', '.join(ENTRY_KINDS)}")
    _check(source in sources, f"[sources] has no {source[:40]!r}")
    needed = ENTRY_KINDS[what].needs
    _check(not needed or given.get(needed), f"{what} needs {needed}")
    for name, allowed in (
        ("position", needed == "position"),
        ("conditions", needed == "conditions"),
        ("offset", what == "states by DTM"),
    ):
        _check(allowed or name not in given, f"{what} has no {name}")
    for name, type_, words in (("remark", str, "text"), ("position", str, "text"), ("offset", int, "a whole number")):
        value = given.get(name, type_())
        _check(isinstance(value, type_), f"{name} is {value!r:.40}, not {words}")
    read = {
        "source": sources[source],
        "rows": _rows(what, given.get("rows")),
        "options": _choices(game, given.get("options", {})),
        "conditions": _conditions(given.get("conditions", {})),
    }
    return Published(**given | read)


def _rows(what: str, given: Any) -> Cells:
    _check(isinstance(given, dict) and given, "it needs rows, each a name and what is published")
    for name, published in given.items():
        _check_names([name], NAMED.get(what, (name,)), what)
        _check(what not in BY_VALUE or _VALUE.fullmatch(name), f"row {name[:40]!r} is no value such as win in 3 or win")
        in_plies = f"row {name[:40]!r} is a value; rows of {what} are plies, those of states by value are values"
        _check(what != "states by DTM" or not re.fullmatch(r"(win|loss) in \d+", name), in_plies)
        holds = "value" if name == "the start" else ENTRY_KINDS[what].holds
        wrong = f"row {name[:40]!r} is {published!r:.40}"
        if holds == "number":
            _check(type(published) is int, f"{wrong}, not a whole number")
            continue
        _check(isinstance(published, str) and published.strip(), f"{wrong}, not text")
        no_value = f"{wrong}, no value such as win in 3, loss, draw or +2"
        _check(holds != "value" or _VALUE.fullmatch(published), no_value)
    return given  # type: ignore[no-any-return]


def _choices(game: Game, given: Any) -> dict[str, tuple[Cell, ...]]:
    _check(isinstance(given, dict), "options must give each name a value or a list of values")
    available = {option.name: option.choices for option in game.options}
    chosen = {name: tuple(value) if isinstance(value, list) else (value,) for name, value in given.items()}
    for name, values in chosen.items():
        _check(name in available, f"{game.name} has no option {name[:40]!r}")
        for value in values:
            _check(value in available[name], f"option {name} cannot be {value!r:.40}")
    return chosen


def _conditions(given: Any) -> Conditions:
    plain = vars(Conditions())
    _check(isinstance(given, dict), "conditions must give each name a value")
    for name, value in given.items():
        _check(name in plain and name != "within", f"no condition is called {name[:40]!r}")
        type_ = int if plain[name] is None else list if isinstance(plain[name], tuple) else type(plain[name])
        texts = not isinstance(value, list) or all(isinstance(each, str) for each in value)
        _check(type(value) is type_ and texts, f"condition {name} cannot be {value!r:.40}")
    read: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return Conditions(**read)


def _check_together(game: Game, one: Published, other: Published) -> None:
    """Raises _Malformed if entries with the same title that hold for the same options do not form one table."""
    plain = game.choose({})
    choices = [{name: each.options.get(name, (plain[name],)) for name in plain} for each in (one, other)]
    if one.title != other.title or not all(set(choices[0][name]) & set(choices[1][name]) for name in plain):
        return
    same = replace(one, rows={}, options={}) == replace(other, rows={}, options={})
    _check(same, "an entry before it has the same title, and not the same fields")
    for name in other.rows:
        _check(name not in one.rows, f"row {name[:40]!r} occurs twice")
