"""Positions of each section of a game by outcome: a small file of a database's directory, for counting reads all
records.

parts.json       SHA-256 of the rules and of the records that were counted, and the counts

It follows from the others, so it is believed only as long as it agrees with them, and what cannot be used, or cannot be
written, is counted again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from retro.storage import Unusable, sealed
from retro.storage.manifest import VALUES, Manifest, settled
from retro.system import files
from retro.system.atomic import replacing, temporary_path
from retro.system.errors import RetroError
from retro.system.locks import exclusive_lock

NAME = "parts.json"
WRITING = temporary_path(Path(NAME)).name
FORMAT = 1
REMEDY = "retro stats counts again"

Counts = dict[str, tuple[int, int, int]]
"""Positions won, drawn and lost by section."""


def read(path: Path, about: Manifest) -> Counts:
    """What was counted in the database at ``path`` with this manifest.

    FileNotFoundError if nothing was, Unusable if the file is of another database, or as `retro.storage.sealed.read`.
    """
    place = settled(path) / NAME
    found = sealed.read(place, FORMAT, _FIELDS, REMEDY)
    sections: Counts = found["parts"]
    same = found["digest"] == about.digest and found["table_sha256"] == about.files[VALUES].table_sha256
    if not same or {name: sum(counts) for name, counts in sections.items()} != about.statistics.sections:
        raise Unusable(f"{place} cannot be used: it is of another database; {REMEDY}")
    return sections


def write(path: Path, about: Manifest, sections: Counts) -> None:
    """Remember what was counted, if that can be done; else it will be counted again."""
    text = sealed.sealed(
        {
            "format": FORMAT,
            "digest": about.digest,
            "table_sha256": about.files[VALUES].table_sha256,
            "parts": sections,
        }
    )
    try:
        lock = path.with_name(f".{path.name}.parts.lock")
        with exclusive_lock(lock, "another process writes it"), replacing(settled(path) / NAME) as [place]:
            files.write_text(place, text)
    except (OSError, RetroError):
        pass


def _counts(found: Any) -> tuple[int, int, int]:
    won, drawn, lost = (sealed.whole(count) for count in sealed.listed(found))
    return won, drawn, lost


_FIELDS: sealed.Readers = {
    "digest": sealed.text,
    "table_sha256": sealed.text,
    "parts": lambda found: {name: _counts(counts) for name, counts in sealed.mapping(found).items()},
}
