"""Options written as KEY=VALUE, on the command line and in requests."""

from __future__ import annotations

from collections.abc import Iterable

from retro.system.errors import GameError


def settings(texts: Iterable[str], option: str = "--set", error: type[GameError] = GameError) -> dict[str, str]:
    """Returns KEY=VALUE texts as a dictionary; raises ``error`` for another form, or for two values of one key."""
    values: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise error(f"{option} takes KEY=VALUE, not {text[:40]!r}")
        if values.setdefault(key, value) != value:
            raise error(f"{option} {key[:40]!r} is given twice, with different values")
    return values
