"""The manifest of a database: what it contains and how to check it, as JSON for people and programs.

It has nothing from the run that made the database (`retro.storage.run`): the same rules give the same manifest.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from retro.game import UNKNOWN, WIN, dtm, outcome_name
from retro.game.endless import HIGHEST, has_dtm, plies
from retro.game.rules import IndexedRules, Rules
from retro.storage import SOLVE_AGAIN, Damaged, NotSolved, Unusable, checked_json
from retro.storage.block import BLOCK_SLOTS, VALUE_BYTES
from retro.storage.location import replaced_path
from retro.storage.run import SOLVE_RUN_FILE
from retro.storage.seekable import BlockFile
from retro.storage.solution import PackedValues, Statistics, value_type
from retro.system.errors import GameError

DATABASE_FORMAT = 3
"""Version of the format of databases."""
WORDS_FORMAT = 4
"""Version of the format of databases of enumerated positions that are sorted by tier and then by key."""

MANIFEST_FILE = "manifest.json"
VALUES_FILE = "values.zst"
KEYS_FILE = "keys.zst"
START = "start"
"""The field of the file that has the values of the starts: a number, a list if there are several, or null."""

_SHA256 = "0" * 64
_MIN_LEVEL_BYTES = 26
"""Bytes of a value in a manifest, in the list of values and in the statistics together; each level has one at least."""

Options = dict[str, int | str]


@dataclass(frozen=True)
class Manifest:
    """Everything about a database but its records.

    game, title, options   the variant that was solved
    digest                 hash of its rules and options
    codes, repetition      `CODES` and `REPETITION` of the game, from which the layout of a record follows
    scores                 `SCORES` of the game: the kind of its values
    block                  records in a frame
    value_bytes            width of a value in a record
    values                 the values that records refer to by index, packed as in `retro.game`
    statistics             counts of positions and states
    starts                 values of the starts, in the order of `INITIAL`; none if the variant has no start
    notes                  how positions and states are counted, in words
    files                  length and checksums of the other files, by name
    key_bits               bits of a word in the file of keys below the tier; 0 if words are keys, or there is no file
    """

    game: str
    title: str
    options: Options
    digest: str
    codes: int
    repetition: bool
    scores: str
    statistics: Statistics
    starts: tuple[int, ...]
    notes: tuple[str, ...]
    block: int = 0
    value_bytes: int = 0
    values: tuple[int, ...] = ()
    files: dict[str, BlockFile] = field(default_factory=dict)
    key_bits: int = 0

    @property
    def start(self) -> int | None:
        """The value of the first start; None if the variant has no start."""
        return self.starts[0] if self.starts else None

    @classmethod
    def of(cls, rules: Rules, statistics: Statistics, starts: tuple[int, ...]) -> Manifest:
        """Returns the manifest of a solution, without its files."""
        return cls(
            game=rules.game.name,
            title=rules.game.title,
            options=dict(rules.options),
            digest=rules.digest,
            codes=rules.codes,
            repetition=rules.repetition,
            scores=rules.scores,
            statistics=statistics,
            starts=starts,
            notes=rules.game.notes,
            key_bits=rules.index.key_bits if isinstance(rules, IndexedRules) and rules.enumerated else 0,
        )

    @property
    def packed_values(self) -> PackedValues:
        """The list of values as an array."""
        return np.array(self.values, value_type(1 + max(self.values)))

    @property
    def longest_dtm(self) -> int | None:
        """Plies to the end of the longest game among the counted states; None if none is won or lost, or for scores."""
        if self.scores:
            return None
        return max((dtm(value) for value in self.statistics.states if has_dtm(value)), default=None)

    @property
    def longest_play(self) -> int:
        """Most plies that best play takes among the counted states, draws by rule and distances of scores included."""
        return max((plies(value, self.scores) or 0 for value in self.statistics.states), default=0)

    @property
    def won_at_once(self) -> int:
        """Number of positions in which the player to move can win at once, counted as states are; 0 for scores.

        With a repetition rule these are no states: positions count that have a move with the outcome WIN.
        """
        return self.statistics.checkmates if self.repetition or self.scores else self.statistics.states.get(WIN, 0)

    def count(self, outcome: str) -> int:
        """Returns the number of counted states with the outcome ``win``, ``loss`` or ``draw``; scores by their sign."""
        states = self.statistics.states.items()
        return sum(count for value, count in states if outcome_name(value, self.scores) == outcome)

    def to_json(self) -> str:
        fields = {JSON_NAMES.get(name, name): each for name, each in asdict(self).items()}
        fields[START] = self.starts if len(self.starts) > 1 else self.start
        fields["statistics"] = {JSON_NAMES.get(name, name): count for name, count in fields["statistics"].items()}
        if not self.key_bits:
            del fields["key_bits"]
        return checked_json.dumps({"format": WORDS_FORMAT if self.key_bits else DATABASE_FORMAT, **fields})

    def check(self) -> None:
        """Raises DatabaseError, with the reason, unless `read` accepts the manifest once it has values and files.

        The values are those of its statistics, of which at most one is not among the values of records.
        """
        files = {name: BlockFile(checked_json.MAX_INTEGER, _SHA256, _SHA256) for name in (VALUES_FILE, KEYS_FILE)}
        values = tuple({UNKNOWN, *self.statistics.states, *self.statistics.final})
        complete = replace(self, block=BLOCK_SLOTS, value_bytes=VALUE_BYTES[-1], values=values, files=files)
        checked_json.check(complete.to_json(), DATABASE_FORMAT, _FIELDS, _LATER_FIELDS)


def check_levels(game: str, levels: int) -> None:
    """Raises GameError if a game with so many levels has more values than a manifest can list."""
    if levels * _MIN_LEVEL_BYTES > checked_json.MAX_JSON_BYTES:
        limit = f"a manifest of {checked_json.MAX_JSON_BYTES:,} bytes lists fewer values"
        raise GameError(f"{game} has wins of {levels:,} plies, and {limit}: choose options with shorter games")


def read(path: Path, digest: str | None = None) -> Manifest:
    """Returns the manifest of the database at ``path``.

    NotSolved if there is no such database, Damaged if its manifest is not what was written, Unreadable if the system
    cannot read it, Unusable if it has another format or, if ``digest`` is given, is of other rules.
    """
    file = present_path(path) / MANIFEST_FILE
    try:
        fields = checked_json.read(file, DATABASE_FORMAT, _FIELDS, SOLVE_AGAIN, _LATER_FIELDS)
        about = Manifest(starts=fields.pop(START), **fields)
    except FileNotFoundError as error:
        if path.exists() or replaced_path(path).exists():
            raise Damaged(f"{file} is missing; {SOLVE_AGAIN}") from error
        raise NotSolved(f"not solved yet: there is no database at {path}") from error
    if digest is not None and about.digest != digest:
        raise Unusable(f"the database at {path} was solved by other rules: {SOLVE_AGAIN}")
    return about


def present_path(path: Path) -> Path:
    """Returns ``path``, or that of the old database if a crash came before the new one was renamed to ``path``."""
    old = replaced_path(path)
    return old if not path.exists() and old.exists() else path


def disk_bytes(path: Path, about: Manifest) -> int:
    """Returns the bytes on disk of the database at ``path``, whose manifest is ``about``."""
    own = [present_path(path) / name for name in (MANIFEST_FILE, SOLVE_RUN_FILE)]
    sizes = [file.stat().st_size for file in own if file.exists()]
    return sum(sizes) + sum(file.bytes for file in about.files.values())


_value = checked_json.between(0, HIGHEST)
JSON_NAMES = {"sections": "tiers", "starts": START}
"""Fields of `Statistics` and `Manifest` that have another name in the file."""


def _value_bytes(value: Any) -> int:
    if (width := checked_json.whole(value)) not in VALUE_BYTES:
        raise ValueError
    return width


def _starts(value: Any) -> tuple[int, ...]:
    if isinstance(value, list) and len(value) < 2:
        raise ValueError
    return tuple(map(_value, value if isinstance(value, list) else [] if value is None else [value]))


def _scores(value: Any) -> str:
    if checked_json.text(value) not in ("", "mover", "first"):
        raise ValueError
    return checked_json.text(value)


def _by_value(counts: Any) -> dict[int, int]:
    return {_value(int(value)): checked_json.whole(count) for value, count in checked_json.mapping(counts).items()}


def _by_section(counts: Any) -> dict[str, int]:
    return {name: checked_json.whole(count) for name, count in checked_json.mapping(counts).items()}


def _statistics(value: Any) -> Statistics:
    counts = checked_json.mapping(value)
    readers = checked_json.readers(Statistics, states=_by_value, final=_by_value, sections=_by_section)
    return Statistics(**{name: read(counts.get(JSON_NAMES.get(name, name))) for name, read in readers.items()})


def block_file(value: Any) -> BlockFile:
    """Reads length and checksums of a file from JSON."""
    file = checked_json.mapping(value)
    sha256, table_sha256 = (checked_json.text(file.get(name)) for name in ("sha256", "table_sha256"))
    return BlockFile(checked_json.whole(file.get("bytes")), sha256, table_sha256)


def _files(value: Any) -> dict[str, BlockFile]:
    listed = {name: block_file(file) for name, file in checked_json.mapping(value).items()}
    # names are paths: a manifest cannot make this program open any other file
    if not {VALUES_FILE} <= set(listed) <= {VALUES_FILE, KEYS_FILE}:
        raise ValueError
    return listed


_FIELDS = checked_json.readers(
    Manifest,
    codes=checked_json.positive,
    scores=_scores,
    statistics=_statistics,
    starts=_starts,
    notes=lambda value: tuple(checked_json.text(note) for note in checked_json.items(value)),
    block=checked_json.between(1, BLOCK_SLOTS),
    value_bytes=_value_bytes,
    key_bits=checked_json.between(1, 62),
    values=lambda value: tuple(_value(each) for each in checked_json.items(value)),
    files=_files,
)
_FIELDS[START] = _FIELDS.pop("starts")
_LATER_FIELDS = {WORDS_FORMAT: {"key_bits": _FIELDS.pop("key_bits")}}
