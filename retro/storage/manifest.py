"""The manifest of a database: what it contains and how to check it, as JSON for people and programs.

It has nothing from the run that made the database (`retro.storage.run`): the same rules give the same manifest.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from retro.game.rules import IndexedRules, Rules
from retro.game.values import NO_VALUE, WIN_POINTS, Kind, plies_of, value_of
from retro.storage import SOLVE_AGAIN, Damaged, NotSolved, Unusable, checked_json, older
from retro.storage.block import MAX_BLOCK_SLOTS, VALUE_BYTES
from retro.storage.checked_json import MAX_INTEGER, among, where
from retro.storage.location import replaced_path
from retro.storage.run import SOLVE_RUN_FILE
from retro.storage.seekable import BlockFile
from retro.storage.solution import JsonValue, Statistics

FORMAT = 5
"""Version of the format of databases."""
_LATER = {"ply_bits": 0, "content": ""}
FORMATS: checked_json.Formats = {
    3: {"format": 3, "key_bits": 0, **_LATER},
    4: {"format": 4, **_LATER},
    FORMAT: {"format": FORMAT},
}
"""The older ones are those of databases whose records are looked up one by one (`retro.storage.older`)."""
MAX_PLY_BITS = 28
"""More would leave no bits for points."""

MANIFEST_FILE = "manifest.json"
VALUES_FILE = "values.zst"
KEYS_FILE = "keys.zst"
START = checked_json.NAMES["starts"]
"""The field of the file that has the values of the starts: a number, a list if there are several, or null."""

_SHA256 = "0" * 64

Options = dict[str, int | str]


def _listed(starts: Any) -> Any:
    """Returns the values of the starts as a list; see `START`."""
    if isinstance(starts, list) and len(starts) < 2:
        raise ValueError
    return starts if isinstance(starts, list) else [] if starts is None else [starts]


def _own(listed: Any) -> bool:
    """Whether these are the names of its files: they are paths, and a manifest cannot make this program open others."""
    return {VALUES_FILE} <= set(listed) <= {VALUES_FILE, KEYS_FILE}


@dataclass(frozen=True)
class Manifest:
    """Everything about a database but its records.

    game, title, options   the variant that was solved
    digest                 hash of its rules and options
    codes, repetition      `CODES` and `REPETITION` of the game, from which the layout of a record follows
    scores, ply_bits       the class of the game's values (`retro.game.values.Kind`)
    block                  records in a frame
    value_bytes            width of a value in a record
    values                 the values that records refer to by index (`retro.game.values`); the first is NO_VALUE
    statistics             counts of positions and states
    starts                 values of the starts, as statistics have values, in the order of `INITIAL`
    notes                  how positions and states are counted, in words
    files                  length and checksums of the other files, by name
    key_bits               bits of a word in the file of keys below the tier; 0 if words are keys, or there is no file
    content                digest of the records (`retro.storage.content`); "" before they are written, and where the
                           database is older
    format                 version of the format
    """

    game: str
    title: str
    options: Options
    digest: str
    codes: Annotated[int, among(range(1, MAX_INTEGER + 1))]
    repetition: bool
    scores: Annotated[str, among(("", "mover", "first"))]
    ply_bits: Annotated[int, among(range(MAX_PLY_BITS + 1))]
    statistics: Statistics
    starts: Annotated[tuple[JsonValue, ...], _listed]
    notes: tuple[str, ...]
    block: Annotated[int, among(range(1, MAX_BLOCK_SLOTS + 1))] = 0
    value_bytes: Annotated[int, among(VALUE_BYTES)] = 0
    values: tuple[JsonValue, ...] = ()
    files: Annotated[dict[str, BlockFile], where(_own)] = field(default_factory=dict)
    key_bits: Annotated[int, among(range(63))] = 0
    content: Annotated[str, where(re.compile("[0-9a-f]{64}").fullmatch)] = ""
    format: int = FORMAT

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
            ply_bits=rules.kind.bits,
            statistics=statistics,
            starts=starts,
            notes=rules.game.notes,
            key_bits=rules.index.key_bits if isinstance(rules, IndexedRules) and rules.enumerated else 0,
        )

    @property
    def older(self) -> bool:
        """Whether the database has an older one of the `FORMATS`: its digest of the rules cannot be compared."""
        return self.format != FORMAT

    @property
    def kind(self) -> Kind:
        """The class of the values."""
        return Kind(self.scores, self.ply_bits)

    @property
    def longest_dtm(self) -> int | None:
        """Plies to the end of the longest game among the counted states; None if none is won or lost, or for scores."""
        plies = map(self.kind.dtm, self.statistics.states)
        return max((each for each in plies if each is not None), default=None)

    @property
    def longest_play(self) -> int:
        """Most plies that best play takes among the counted states, draws by rule and distances of scores included."""
        return max((plies_of(value, self.ply_bits) for value in self.statistics.states), default=0)

    @property
    def won_at_once(self) -> int:
        """Number of positions in which the player to move can win at once, counted as states are; 0 for scores.

        With a repetition rule these are no states: positions count that have a move with the outcome WIN.
        """
        if self.repetition or self.scores:
            return self.statistics.checkmates
        return self.statistics.states.get(value_of(WIN_POINTS, 1, 0, self.ply_bits), 0)

    def count(self, outcome: str) -> int:
        """Returns the number of counted states with the outcome ``win``, ``loss`` or ``draw``; scores by their sign."""
        states = self.statistics.states.items()
        return sum(count for value, count in states if self.kind.outcome(value) == outcome)

    def to_json(self) -> str:
        fields = checked_json.fields_of(self, FORMATS)
        fields[START] = self.starts if len(self.starts) > 1 else self.start
        return checked_json.dumps(fields)

    def check(self) -> None:
        """Raises DatabaseError, with the reason, unless `read` accepts the manifest once it has values and files.

        The values are those of its statistics, of which at most one is not among the values of records.
        """
        files = {name: BlockFile(checked_json.MAX_INTEGER, _SHA256, _SHA256) for name in (VALUES_FILE, KEYS_FILE)}
        values = tuple({NO_VALUE, *self.statistics.states, *self.statistics.final})
        block, width = MAX_BLOCK_SLOTS, VALUE_BYTES[-1]
        complete = replace(self, block=block, value_bytes=width, values=values, files=files, content=_SHA256)
        checked_json.check(complete.to_json(), Manifest, FORMATS)


def read(path: Path, digest: str | None = None) -> Manifest:
    """Returns the manifest of the database at ``path``.

    NotSolved if there is no such database, Damaged if its manifest is not what was written, Unreadable if the system
    cannot read it, Unusable if it has another format or, if ``digest`` is given, is of other rules. The digest of a
    database that is older was made in another way and is not compared.
    """
    file = present_path(path) / MANIFEST_FILE
    try:
        about = checked_json.read(file, Manifest, FORMATS, SOLVE_AGAIN)
        if about.older:
            about = _translated(about)
    except ValueError as error:
        raise Damaged(f"{file} cannot be used: its values are not what they should be; {SOLVE_AGAIN}") from error
    except FileNotFoundError as error:
        if path.exists() or replaced_path(path).exists():
            raise Damaged(f"{file} is missing; {SOLVE_AGAIN}") from error
        raise NotSolved(f"not solved yet: there is no database at {path}") from error
    if digest not in (None, about.digest) and not about.older:
        raise Unusable(f"the database at {path} was solved by other rules: {SOLVE_AGAIN}")
    return about


def _translated(about: Manifest) -> Manifest:
    """Returns a manifest of an older format with today's values. ValueError if one of its values cannot be."""
    bits, value = older.translation(about.scores, about.values)

    def by_value(counts: dict[int, int]) -> dict[int, int]:
        total = Counter[int]()
        for packed, count in counts.items():
            total[value(packed)] += count
        return dict(total)

    counts = about.statistics
    counts = replace(counts, states=by_value(counts.states), final=by_value(counts.final))
    values, starts = tuple(map(value, about.values)), tuple(map(value, about.starts))
    return replace(about, ply_bits=bits, values=values, starts=starts, statistics=counts)


def present_path(path: Path) -> Path:
    """Returns ``path``, or that of the old database if a crash came before the new one was renamed to ``path``."""
    old = replaced_path(path)
    return old if not path.exists() and old.exists() else path


def disk_bytes(path: Path, about: Manifest) -> int:
    """Returns the bytes on disk of the database at ``path``, whose manifest is ``about``."""
    own = [present_path(path) / name for name in (MANIFEST_FILE, SOLVE_RUN_FILE)]
    sizes = [file.stat().st_size for file in own if file.exists()]
    return sum(sizes) + sum(file.bytes for file in about.files.values())
