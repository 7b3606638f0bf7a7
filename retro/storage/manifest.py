"""The manifest of a database: what it contains and how to check it, as JSON for people and programs.

It has nothing from the run that made the database (`retro.storage.run`): the same rules give the same manifest.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from retro.game import UNKNOWN, WIN, dtm, outcome_name
from retro.game.endless import has_dtm, plies
from retro.game.rules import IndexedRules, Rules
from retro.storage import SOLVE_AGAIN, Damaged, NotSolved, Unusable, checked_json
from retro.storage.block import BLOCK_SLOTS, VALUE_BYTES
from retro.storage.checked_json import MAX_INTEGER, among
from retro.storage.location import replaced_path
from retro.storage.run import SOLVE_RUN_FILE
from retro.storage.seekable import BlockFile
from retro.storage.solution import PackedValue, PackedValues, Statistics, value_type
from retro.system.errors import GameError

FORMATS = {3: {"key_bits": 0}, 4: {}}
"""Formats of databases: 4 of enumerated positions that are sorted by tier and then by key, 3 of all others."""

MANIFEST_FILE = "manifest.json"
VALUES_FILE = "values.zst"
KEYS_FILE = "keys.zst"
START = checked_json.NAMES["starts"]
"""The field of the file that has the values of the starts: a number, a list if there are several, or null."""

_SHA256 = "0" * 64
_MIN_LEVEL_BYTES = 26
"""Bytes of a value in a manifest, in the list of values and in the statistics together; each level has one at least."""

Options = dict[str, int | str]


def _listed(starts: Any) -> Any:
    """Returns the values of the starts as a list; see `START`."""
    if isinstance(starts, list) and len(starts) < 2:
        raise ValueError
    return starts if isinstance(starts, list) else [] if starts is None else [starts]


def _own(listed: Any) -> Any:
    """Raises ValueError for other names: they are paths, and a manifest cannot make this program open another file."""
    if not {VALUES_FILE} <= set(listed) <= {VALUES_FILE, KEYS_FILE}:
        raise ValueError
    return listed


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
    codes: Annotated[int, among(range(1, MAX_INTEGER + 1))]
    repetition: bool
    scores: Annotated[str, among(("", "mover", "first"))]
    statistics: Statistics
    starts: Annotated[tuple[PackedValue, ...], _listed]
    notes: tuple[str, ...]
    block: Annotated[int, among(range(1, BLOCK_SLOTS + 1))] = 0
    value_bytes: Annotated[int, among(VALUE_BYTES)] = 0
    values: tuple[PackedValue, ...] = ()
    files: Annotated[dict[str, BlockFile], _own] = field(default_factory=dict)
    key_bits: Annotated[int, among(range(1, 63))] = 0

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
        fields = checked_json.fields_of(self, FORMATS)
        fields[START] = self.starts if len(self.starts) > 1 else self.start
        return checked_json.dumps(fields)

    def check(self) -> None:
        """Raises DatabaseError, with the reason, unless `read` accepts the manifest once it has values and files.

        The values are those of its statistics, of which at most one is not among the values of records.
        """
        files = {name: BlockFile(checked_json.MAX_INTEGER, _SHA256, _SHA256) for name in (VALUES_FILE, KEYS_FILE)}
        values = tuple({UNKNOWN, *self.statistics.states, *self.statistics.final})
        complete = replace(self, block=BLOCK_SLOTS, value_bytes=VALUE_BYTES[-1], values=values, files=files)
        checked_json.check(complete.to_json(), Manifest, FORMATS)


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
        about = checked_json.read(file, Manifest, FORMATS, SOLVE_AGAIN)
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
