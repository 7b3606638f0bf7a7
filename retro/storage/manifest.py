"""The manifest of a database: what is in it and how to check it, as JSON for people and programs.

It says nothing of the run that made the database (`retro.storage.run`): the same rules make the same manifest.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from retro.game import DRAW, WIN, dtm, outcome_name
from retro.storage import Damaged, NotSolved, Unusable, sealed
from retro.storage.block import BLOCK
from retro.storage.location import replaced_path
from retro.storage.run import SOLVED
from retro.storage.sealed import Readers
from retro.storage.seekable import BlockFile
from retro.storage.solution import Statistics

FORMAT = 3
"""Version of the format of databases; a reader reads its own version only."""

NAME = "manifest.json"
VALUES = "values.zst"
KEYS = "keys.zst"

Options = dict[str, int | str]


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

    @property
    def won_at_once(self) -> int:
        """How many positions the player to move can win at once, counted as states are; 0 for scores.

        With a repetition rule they are no states, and those count that have a move with the outcome WIN.
        """
        return self.statistics.checkmates if self.repetition or self.scores else self.statistics.states.get(WIN, 0)

    def count(self, outcome: str) -> int:
        """How many of the counted states have the outcome ``win``, ``loss`` or ``draw``; scores by their sign."""
        states = self.statistics.states.items()
        return sum(count for value, count in states if outcome_name(value, self.scores) == outcome)

    def to_json(self) -> str:
        """The text of manifest.json."""
        fields = asdict(self)
        fields["statistics"] = {JSON_NAMES.get(name, name): count for name, count in fields["statistics"].items()}
        return sealed.sealed({"format": FORMAT, **fields})


def read(path: Path, digest: str | None = None) -> Manifest:
    """The manifest of the database at ``path``.

    NotSolved if there is no such database, Damaged if its manifest is not what was written, Unreadable if the system
    cannot read it, Unusable if it has another format or, if ``digest`` is given, is of other rules.
    """
    place = settled(path) / NAME
    try:
        about = Manifest(**sealed.read(place, FORMAT, _FIELDS, "solve the game again"))
    except FileNotFoundError as error:
        if path.exists() or replaced_path(path).exists():
            raise Damaged(f"{place} is missing; solve the game again") from error
        raise NotSolved(f"not solved yet: there is no database at {path}") from error
    if digest is not None and about.digest != digest:
        raise Unusable(f"the database at {path} was solved by other rules: solve the game again")
    return about


def settled(path: Path) -> Path:
    """``path``, or the old database if a crash came in the moment before the new one took its place."""
    old = replaced_path(path)
    return old if not path.exists() and old.exists() else path


def disk_bytes(path: Path, about: Manifest) -> int:
    """Bytes on disk of the database at ``path`` with the manifest ``about``."""
    own = sum((settled(path) / name).stat().st_size for name in (NAME, SOLVED))
    return own + sum(file.bytes for file in about.files.values())


_value = sealed.between(0, 0xFFFF)
JSON_NAMES = {"sections": "tiers"}
"""Fields of `Statistics` that the file format knows by another name."""


def _scores(found: Any) -> str:
    if sealed.text(found) not in ("", "mover", "first"):
        raise ValueError
    return sealed.text(found)


def _by_value(found: Any) -> dict[int, int]:
    return {_value(int(value)): sealed.whole(count) for value, count in sealed.mapping(found).items()}


def _statistics(found: Any) -> Statistics:
    counts = sealed.mapping(found)
    names = ("forbidding", "positions", "checkmates", "unentered", "slots", "stored")
    return Statistics(
        states=_by_value(counts.get("states")),
        final=_by_value(counts.get("final")),
        sections={
            name: sealed.whole(count) for name, count in sealed.mapping(counts.get(JSON_NAMES["sections"])).items()
        },
        **{name: sealed.whole(counts.get(name)) for name in names},
    )


def block_file(found: Any) -> BlockFile:
    """What is known of a file, read from JSON."""
    known = sealed.mapping(found)
    return BlockFile(
        sealed.whole(known.get("bytes")), sealed.text(known.get("sha256")), sealed.text(known.get("table_sha256"))
    )


def _files(found: Any) -> dict[str, BlockFile]:
    listed = {name: block_file(file) for name, file in sealed.mapping(found).items()}
    # names are paths: no other file is opened because a manifest says so
    if not {VALUES} <= set(listed) <= {VALUES, KEYS}:
        raise ValueError
    return listed


_FIELDS: Readers = {
    "game": sealed.text,
    "title": sealed.text,
    "options": sealed.choices,
    "digest": sealed.text,
    "codes": sealed.positive,
    "repetition": sealed.flag,
    "scores": _scores,
    "statistics": _statistics,
    "start": lambda found: None if found is None else _value(found),
    "notes": lambda found: tuple(sealed.text(note) for note in sealed.listed(found)),
    "block": sealed.between(1, BLOCK),
    "value_bytes": sealed.between(1, 2),
    "values": lambda found: tuple(_value(value) for value in sealed.listed(found)),
    "files": _files,
}
