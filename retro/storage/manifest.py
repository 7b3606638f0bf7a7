"""The manifest of a database: what is in it, where it came from and how to check it, as JSON for people and programs.

Reading trusts nothing: every field must be there, of its type and in its range.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from retro.game import DRAW, GameError, dtm, outcome_name
from retro.solving.solution import Statistics
from retro.storage import DatabaseError, NotSolved
from retro.storage.location import replaced_path

FORMAT = 2
"""Version of the format of databases; a reader reads its own version only."""

NAME = "manifest.json"
VALUES = "values.zst"
KEYS = "keys.zst"

Options = dict[str, int | str]


@dataclass(frozen=True)
class BlockFile:
    """Length and SHA-256 of a file of the database."""

    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """Everything known of a database but its records.

    game, title, options   whose positions these are
    digest                 hash of the rules and options they were solved by
    codes, repetition      of the game: they fix the layout of a record
    scores                 of the game: what kind of values these are, and whose
    block                  records in a frame
    value_bytes            width of a value in a record
    values                 the values that records refer to by place, packed as in `retro.game`
    statistics             counts of positions and states
    start                  value of the position in which the game starts; None if these options have none
    notes                  counting conventions, in words
    engine, python, numba  versions
    machine                processor, cores, memory_bytes
    backend, threads       how it was solved
    date                   when, ISO 8601 in UTC
    seconds                how long that took, the database written
    phases                 seconds of its phases, by name
    peak_rss_bytes         how much memory that took
    files                  by name
    """

    game: str
    title: str
    options: Options
    digest: str
    codes: int
    repetition: bool
    scores: str
    statistics: Statistics
    start: int | None
    notes: tuple[str, ...]
    engine: str
    python: str
    numba: str
    machine: dict[str, int | str]
    backend: str
    threads: int
    date: str
    seconds: float
    phases: dict[str, float]
    peak_rss_bytes: int
    block: int = 0
    value_bytes: int = 0
    values: tuple[int, ...] = ()
    files: dict[str, BlockFile] = field(default_factory=dict)

    @property
    def longest_dtm(self) -> int | None:
        """Plies to the end of the longest game among the counted states; None if none is won or lost, or for scores."""
        if self.scores:
            return None
        return max((dtm(value) for value in self.statistics.states if value > DRAW), default=None)

    def count(self, outcome: str) -> int:
        """How many of the counted states have the outcome ``win``, ``loss`` or ``draw``; scores by their sign."""
        states = self.statistics.states.items()
        return sum(count for value, count in states if outcome_name(value, self.scores) == outcome)

    def to_json(self) -> str:
        """The text of manifest.json."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n"


def read(path: Path) -> Manifest:
    """The manifest of the database at ``path``.

    NotSolved if there is no such database, DatabaseError if it is not a sound manifest of this format.
    """
    place = settled(path) / NAME
    try:
        text = place.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise NotSolved(f"not solved yet: there is no database at {path}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DatabaseError(f"cannot read {place}: {getattr(error, 'strerror', None) or 'not text'}") from error
    try:
        return parse(text)
    except (ValueError, RecursionError) as error:
        raise DatabaseError(f"{place} cannot be used: {error}; solve the game again") from error


def settled(path: Path) -> Path:
    """``path``, or the old database if a crash came in the moment before the new one took its place."""
    old = replaced_path(path)
    return old if not path.exists() and old.exists() else path


def disk_bytes(path: Path, about: Manifest) -> int:
    """Bytes on disk of the database at ``path`` with the manifest ``about``."""
    return (settled(path) / NAME).stat().st_size + sum(file.bytes for file in about.files.values())


def parse(text: str) -> Manifest:
    """The manifest written as ``text``; ValueError says what is wrong with it."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ValueError("it is not JSON") from error
    if not isinstance(found, dict):
        raise ValueError("it is not a manifest")
    version = found.pop("format", None)
    if version != FORMAT or isinstance(version, bool):
        raise ValueError(f"it has format {str(version)[:20]}, this program reads format {FORMAT}")
    return Manifest(**{name: _field(found, name, read) for name, read in _FIELDS.items()})


def _field(found: Mapping[str, Any], name: str, read: Callable[[Any], Any]) -> Any:
    if name not in found:
        raise ValueError(f"field {name} is missing")
    try:
        return read(found[name])
    except (TypeError, ValueError, GameError) as error:
        raise ValueError(f"field {name} is not what it should be") from error


def _text(found: Any) -> str:
    if not isinstance(found, str):
        raise TypeError
    return found


def _flag(found: Any) -> bool:
    if not isinstance(found, bool):
        raise TypeError
    return found


def _whole(found: Any) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or found < 0:
        raise TypeError
    return found


def _width(found: Any) -> int:
    if found not in (1, 2):
        raise ValueError
    return _whole(found)


def _positive(found: Any) -> int:
    if _whole(found) == 0:
        raise ValueError
    return _whole(found)


def _value(found: Any) -> int:
    if _whole(found) > 0xFFFF:
        raise ValueError
    return _whole(found)


def _seconds(found: Any) -> float:
    if isinstance(found, bool) or not isinstance(found, int | float) or not found >= 0:
        raise TypeError
    return float(found)


def _mapping(found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise TypeError
    return found


def _choices(found: Any) -> Options:
    for choice in _mapping(found).values():
        if isinstance(choice, bool) or not isinstance(choice, int | str):
            raise TypeError
    return _mapping(found)


def _list(found: Any) -> list[Any]:
    if not isinstance(found, list):
        raise TypeError
    return found


def _scores(found: Any) -> str:
    if found not in ("", "mover", "first"):
        raise ValueError
    return _text(found)


def _by_value(found: Any) -> dict[int, int]:
    return {_value(int(value)): _whole(count) for value, count in _mapping(found).items()}


def _statistics(found: Any) -> Statistics:
    counts = _mapping(found)
    names = ("forbidding", "positions", "checkmates", "unentered", "slots", "stored", "edges")
    return Statistics(
        states=_by_value(counts.get("states")),
        final=_by_value(counts.get("final")),
        tiers={name: _whole(count) for name, count in _mapping(counts.get("tiers")).items()},
        **{name: _whole(counts.get(name)) for name in names},
    )


def _files(found: Any) -> dict[str, BlockFile]:
    listed = {
        name: BlockFile(_whole(_mapping(file).get("bytes")), _text(_mapping(file).get("sha256")))
        for name, file in _mapping(found).items()
    }
    if VALUES not in listed:
        raise ValueError
    return listed


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "game": _text,
    "title": _text,
    "options": _choices,
    "digest": _text,
    "codes": _positive,
    "repetition": _flag,
    "scores": _scores,
    "statistics": _statistics,
    "start": lambda found: None if found is None else _value(found),
    "notes": lambda found: tuple(_text(note) for note in _list(found)),
    "engine": _text,
    "python": _text,
    "numba": _text,
    "machine": _choices,
    "backend": _text,
    "threads": _whole,
    "date": _text,
    "seconds": _seconds,
    "phases": lambda found: {_text(name): _seconds(seconds) for name, seconds in _mapping(found).items()},
    "peak_rss_bytes": _whole,
    "block": _positive,
    "value_bytes": _width,
    "values": lambda found: tuple(_value(value) for value in _list(found)),
    "files": _files,
}
