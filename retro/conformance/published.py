"""The rule `published`: published.toml is valid, and the positions, moves and sections that it names exist.

Nothing is solved: ``retro reproduce`` compares the numbers.
"""

from __future__ import annotations

from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import notation
from retro.game.rules import IndexedRules, Rules
from retro.game.text import START
from retro.system.errors import GameError
from retro.verify.published import FILE_NAME, KINDS, NOTHING_FORBIDDEN, Published, load


def check(subject: Subject) -> None:
    """Read all entries, and the names in those that hold for the options."""
    rules = subject.rules
    try:
        entries = load(rules.game)
    except GameError as error:
        raise Failed(str(error)) from error
    if not entries:
        raise Skipped("the plugin has no published results")
    for entry in entries:
        if entry.holds(rules.game, rules.options):
            try:
                _read(rules, entry)
            except GameError as error:
                raise Failed(f"{FILE_NAME}, {entry.title}: {error}") from error
        subject.checked += 1


def _read(rules: Rules, entry: Published) -> None:
    if entry.what in ("values", "lines"):
        for position in entry.rows:
            _key(rules, position)
    if entry.position:
        key = _key(rules, entry.position)
        if KINDS[entry.what].holds == "value":
            for move in entry.rows:
                if move != NOTHING_FORBIDDEN:
                    notation.move_code(rules, key, move)
    if entry.what == "positions by part" and isinstance(rules, IndexedRules):
        sections = [name for name, _, _ in rules.sections]
        for name in entry.rows:
            if name not in sections:
                raise GameError(f"no section of the game is called {name[:40]!r}")


def _key(rules: Rules, position: str) -> int:
    try:
        return rules.initial if position == START else rules.text.parse(position)
    except ValueError as error:
        raise GameError(f"{position[:40]!r} is no position: {error}") from error
