"""Positions of each section of a game by outcome: a small file in a database's directory.

parts.json       SHA-256 of the rules and of the records that were counted, and the counts

Counting reads all records, so the result is stored. It follows from the other files and is used only if it agrees with
them. If it cannot be used or written, the positions are counted again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from retro.storage import Unusable, checked_json
from retro.storage.manifest import VALUES_FILE, Manifest, present_path
from retro.system import files
from retro.system.atomic import replacing
from retro.system.errors import RetroError
from retro.system.locks import exclusive_lock

SECTIONS_FILE = "parts.json"
FORMATS: checked_json.Formats = {1: {}}
COUNT_AGAIN = "retro stats counts again"
"""The remedy for a damaged file."""

CountsBySection = dict[str, tuple[int, int, int]]
"""Positions won, drawn and lost, by name of the section."""


@dataclass(frozen=True)
class SectionsFile:
    """The counts, and digests of the rules and of the records that were counted."""

    digest: str
    table_sha256: str
    parts: CountsBySection


def read(path: Path, about: Manifest) -> CountsBySection:
    """Returns the stored counts of the database at ``path``, which has this manifest.

    FileNotFoundError if there are none, Unusable if they are of another database; other errors as from
    `retro.storage.checked_json.read`.
    """
    file = present_path(path) / SECTIONS_FILE
    stored = checked_json.read(file, SectionsFile, FORMATS, COUNT_AGAIN)
    same = stored == SectionsFile(about.digest, about.files[VALUES_FILE].table_sha256, stored.parts)
    if not same or {name: sum(each) for name, each in stored.parts.items()} != about.statistics.sections:
        raise Unusable(f"{file} cannot be used: it is of another database; {COUNT_AGAIN}")
    return stored.parts


def write(path: Path, about: Manifest, counts: CountsBySection) -> None:
    """Store the counts; does nothing if the file cannot be written."""
    content = SectionsFile(about.digest, about.files[VALUES_FILE].table_sha256, counts)
    lock = path.with_name(f".{path.name}.parts.lock")
    with suppress(OSError, RetroError), exclusive_lock(lock, "another process writes it"):
        with replacing(present_path(path) / SECTIONS_FILE) as [new]:
            files.write_text(new, checked_json.dumps(checked_json.fields_of(content, FORMATS)))
