"""What a database can hold at most.

Readers refuse longer files, so that a forged one cannot exhaust memory. Plans check the same limits before any work is
done, and writers before the first byte is written: a database that would be refused as damaged is never made.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from retro.game.rules import IndexedRules, Rules
from retro.game.values import NO_VALUE
from retro.storage import DatabaseError, owned_files, seekable
from retro.storage.block import MAX_BLOCK_SLOTS, MAX_CODES
from retro.storage.checked_json import MAX_INTEGER
from retro.storage.location import checkpoint_path, scratch_path
from retro.storage.manifest import Manifest
from retro.storage.solution import Statistics
from retro.system import machine
from retro.system.atomic import temporary_path
from retro.system.errors import GameError

JOBS = ("positions", "solve", "reach", "verify")
"""The jobs whose files are beside a database."""
_TIER_BYTES = len(f"{1 << 31}, ")
"""The most bytes of a finished tier in the header of a checkpoint."""


def check(rules: Rules, path: Path, tiers: int = 1) -> None:
    """Checks that a database at ``path``, and the checkpoints of its runs, can hold the game, solved in so many tiers.

    Raises GameError, with what the game has, the limit, and what to do.
    """
    name = rules.game.name
    if isinstance(rules, IndexedRules):
        check_slots(rules, rules.slots)
    if tiers * _TIER_BYTES > seekable.MAX_FRAME_BYTES:
        limit = seekable.MAX_FRAME_BYTES // _TIER_BYTES
        raise _too_much(name, f"{tiers:,} tiers", limit, "return fewer numbers from tier", "its checkpoint")
    if rules.repetition and rules.codes > MAX_CODES:
        raise _too_much(name, f"{rules.codes:,} CODES and a repetition rule", MAX_CODES, "declare fewer")
    try:
        _widest(rules).check()
    except DatabaseError as error:
        advice = "shorten the options, notes or names of sections"
        raise GameError(f"{name} cannot have a database, because of its manifest: {error}; {advice}") from error
    _check_names(path)


def check_slots(rules: Rules, slots: int) -> None:
    """Raises GameError if a database cannot hold so many slots."""
    most = (seekable.MAX_FRAMES - 1) * MAX_BLOCK_SLOTS  # a file of keys has one more frame, its directory
    if slots > most:
        counted = f"at least {slots:,} positions" if rules.enumerated else f"{slots:,} slots"
        raise _too_much(rules.game.name, counted, most, "choose options with fewer")


def _too_much(name: str, counted: str, limit: int, advice: str, file: str = "a database") -> GameError:
    return GameError(f"{name} has {counted}, and {file} holds {limit:,} at most: {advice}")


def _widest(rules: Rules) -> Manifest:
    """Returns the manifest with every number that is not known before the game is solved as long as it can be."""
    sections = [name for name, _, _ in rules.sections] if isinstance(rules, IndexedRules) else []
    most = MAX_INTEGER
    counts = dict.fromkeys(sections, most)
    statistics = Statistics({}, most, most, most, most, counts, most, most)
    return Manifest.of(rules, statistics, (NO_VALUE,) * len(rules.starts))


def _check_names(path: Path) -> None:
    """Raises GameError if the system allows no file with the longest names that a run uses beside a database."""
    names = [f"{owned_files.writing_prefix(path)}{'x' * 8}"]
    for job in JOBS:
        names += [temporary_path(checkpoint_path(path, job)).name, scratch_path(path, job).name]
    try:
        os.lstat(machine.existing(path.parent) / max(names, key=lambda name: len(os.fsencode(name))))
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            why = "the system allows no names of files that are so long"
            advice = "give options of text shorter values, or --data a shorter path"
            raise GameError(f"no database can be at {str(path)[:80]}...: {why}; {advice}") from error
